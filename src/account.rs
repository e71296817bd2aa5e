//! Comparison of rendered prompts, once or from turn to turn of a session.

use clawprompt_core::account::{self, Comparison, Price};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;

use crate::error::{Code, Error, Result};
use crate::from_js;
use crate::prompt::{PromptBuilder, RenderedPrompt, render_with_map, with_map};
use crate::prompt_view;
use crate::tokens::{Counter, number, option};

/// How two rendered prompts differ.
#[napi(object, object_from_js = false)]
pub struct PromptComparison {
    /// Whether the prompts are the same, unit by unit.
    pub equal: bool,
    /// Where they part. Absent when they are equal.
    pub first_difference: Option<PromptDifference>,
    /// What both start with, and so what a provider's cache can still serve. In `renderForSession` rounded down
    /// to 128 UTF-16 code units.
    pub equal_prefix: TextSize,
    /// What the cache no longer serves: from the first difference to the cache boundary of the second prompt.
    pub missed: TextSize,
    /// Every section that differs, in the order of the second prompt; removed ones last.
    pub sections: Vec<SectionChange>,
    /// What the part above the boundary costs in one request. Absent without `price`.
    pub cost: Option<MissCost>,
}

/// Where two prompts part.
#[napi(object, object_from_js = false)]
pub struct PromptDifference {
    /// The first section that differs.
    pub section: String,
    /// How it differs.
    #[napi(ts_type = "'added' | 'changed' | 'moved' | 'removed'")]
    pub change: &'static str,
    /// On which side of the cache boundary it stands.
    #[napi(ts_type = "'stable' | 'boundary' | 'dynamic'")]
    pub placement: &'static str,
    /// Whether the difference makes the provider's cache miss: it stands above the boundary.
    pub before_boundary: bool,
    /// Path of the context file in which the prompts part. Absent when they part elsewhere.
    pub file: Option<String>,
    /// What is behind it: the parameters and files that changed and can change this section. Empty when a
    /// prompt comes without `inputs`.
    pub causes: Vec<ChangeCause>,
}

/// What is behind a difference.
#[napi(object, object_from_js = false)]
pub struct ChangeCause {
    /// `definition`: the same parameters gave another text, by an overlay or another version of this package.
    #[napi(ts_type = "'parameter' | 'file' | 'definition'")]
    pub kind: &'static str,
    /// Path of the parameter, such as `runtimeInfo.channel`, or of the file; empty for the definition.
    pub name: String,
}

/// A section that differs.
#[napi(object, object_from_js = false)]
pub struct SectionChange {
    /// Name of the section.
    pub id: String,
    /// How it differs.
    #[napi(ts_type = "'added' | 'changed' | 'removed'")]
    pub change: &'static str,
}

/// The size of a text.
#[napi(object, object_from_js = false)]
pub struct TextSize {
    /// UTF-16 code units.
    pub chars: f64,
    /// Bytes in UTF-8.
    pub bytes: f64,
    /// Tokens: the estimate, or what `countTokens` says.
    pub tokens: f64,
}

/// What the part above the boundary costs in one request, in the currency of the price.
#[napi(object, object_from_js = false)]
pub struct MissCost {
    /// As it is now, with the miss.
    pub actual: f64,
    /// As it would be if the cache had served all of it.
    pub expected: f64,
    /// What the miss adds.
    pub extra: f64,
}

/// A prompt of a session.
#[napi(object, object_from_js = false)]
pub struct SessionPrompt {
    /// The prompt with its map.
    pub prompt: RenderedPrompt,
    /// How it differs from the session's last one. Absent when it does not, or when there was none.
    pub change: Option<PromptComparison>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Prices {
    cached_per_million: f64,
    uncached_per_million: f64,
}

/// Compares two rendered prompts: the first section that differs and what is behind it, how much a provider's
/// cache can still serve, and what the miss costs.
///
/// Both are what `render` or `renderAgentSystemPrompt` returned, or that read back from JSON.
///
/// @throws `ERR_INVALID_PARAMETER` when the ranges of a prompt do not cover its text, or an option is wrong
#[napi(
    catch_unwind,
    ts_args_type = "a: ComparablePrompt, b: ComparablePrompt, options?: CompareOptions | null"
)]
pub fn compare_rendered_prompts(
    env: Env,
    a: Unknown<'_>,
    b: Unknown<'_>,
    options: Option<Unknown<'_>>,
) -> Result<PromptComparison> {
    let (a, b) = (prompt_view::read(env, "a", &a)?, prompt_view::read(env, "b", &b)?);
    let (price, mut counter) = read_options(env, options.as_ref())?;
    let found = account::compare(&a, &b, price, &mut counter);
    counter.finish()?;
    Ok(comparison(found))
}

#[napi]
impl PromptBuilder {
    /// Renders the prompt of a session's turn and tells how it differs from that of the turn before: each break
    /// of the provider's cache, as it happens.
    ///
    /// Of each session only hashes are kept, of at most 1,024 sessions: the one not seen for longest goes first.
    ///
    /// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
    #[napi(
        catch_unwind,
        ts_args_type = "session: string, params: AgentSystemPromptParams, options?: CompareOptions | null"
    )]
    pub fn render_for_session(
        &self,
        env: Env,
        session: Unknown<'_>,
        params: Unknown<'_>,
        options: Option<Unknown<'_>>,
    ) -> Result<SessionPrompt> {
        let session: String = from_js::read(env, "session", &session)?;
        let (price, mut counter) = read_options(env, options.as_ref())?;
        let mapped = render_with_map(env, self.definition(), &params)?;
        let view = (&mapped).into();
        // The borrow ends before the counter, a function of the caller's, may call this builder again.
        let parting = self.sessions.borrow_mut().remember(&session, &view);
        let change = parting.map(|parting| parting.conclude(&view, price, &mut counter));
        counter.finish()?;
        Ok(SessionPrompt { prompt: with_map(mapped), change: change.map(comparison) })
    }

    /// Forgets a session; tells whether it was known.
    ///
    /// @throws `ERR_INVALID_PARAMETER` when `session` is not a string
    #[napi(catch_unwind, ts_args_type = "session: string")]
    pub fn forget_session(&self, env: Env, session: Unknown<'_>) -> Result<bool> {
        let session: String = from_js::read(env, "session", &session)?;
        Ok(self.sessions.borrow_mut().forget(&session))
    }
}

fn read_options(env: Env, options: Option<&Unknown<'_>>) -> Result<(Option<Price>, Counter)> {
    let price = match option(&env, options, c"price")? {
        Some(price) => from_js::read_js::<Option<Prices>>("price", price)?,
        None => None,
    };
    let price = match price {
        Some(Prices { cached_per_million, uncached_per_million }) => {
            let price = Price::new(cached_per_million, uncached_per_million);
            Some(price.map_err(|error| Error::new(Code::InvalidParameter, error.to_string()))?)
        }
        None => None,
    };
    let counter = match option(&env, options, c"countTokens")? {
        Some(function) => Counter::read(env, "countTokens", function)?,
        None => Counter::Estimate,
    };
    Ok((price, counter))
}

fn comparison(found: Comparison) -> PromptComparison {
    let size = |size: account::Size| TextSize {
        chars: number(size.chars),
        bytes: number(size.bytes),
        tokens: number(size.tokens),
    };
    PromptComparison {
        equal: found.first_difference.is_none(),
        equal_prefix: size(found.equal_prefix),
        missed: size(found.missed),
        first_difference: found.first_difference.map(difference),
        sections: found
            .sections
            .into_iter()
            .map(|section| SectionChange { id: section.id, change: section.change.name() })
            .collect(),
        cost: found.cost.map(|cost| MissCost {
            actual: cost.actual,
            expected: cost.expected,
            extra: cost.extra,
        }),
    }
}

fn difference(first: account::FirstDifference) -> PromptDifference {
    let cause =
        |cause: &account::Cause| ChangeCause { kind: cause.kind(), name: cause.name().to_owned() };
    PromptDifference {
        section: first.section.id,
        change: first.section.change.name(),
        placement: first.placement.name(),
        before_boundary: first.placement.name() != "dynamic",
        file: first.file,
        causes: first.causes.iter().map(cause).collect(),
    }
}
