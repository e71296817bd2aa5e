//! From the facts of one run to render parameters.

use clawprompt_core::config::{
    self, Adapter, AdapterContext, ConfigTexts, RenderParams, Run, TtsPreferences,
};
use clawprompt_core::text::Collator;
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::{Deserialize, Serialize};

use crate::config::PromptConfig;
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::to_js::ToJs;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Options {
    config: Option<PromptConfig>,
    tts_preferences: TtsPreferences,
    locale: Option<String>,
}

#[derive(Serialize)]
pub struct AdaptedRun {
    params: RenderParams,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Serialize)]
struct Diagnostic {
    reason: &'static str,
    key: &'static str,
}

/// Turns the facts of one run into the parameters of its prompt, the config's settings included.
///
/// docs/config.md has a table of what each adapter passes. Render the result with `buildAgentSystemPrompt` or a
/// `PromptBuilder`.
///
/// @throws `ERR_INVALID_PARAMETER` when a fact is unknown or has a wrong type, or `workspaceDir` is missing
/// @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
#[napi(
    catch_unwind,
    ts_args_type = "adapter: RunAdapter, run: AgentRun, options?: AdaptRunOptions | null",
    ts_return_type = "AdaptedRun"
)]
pub fn adapt_run(
    env: Env,
    adapter: Unknown<'_>,
    run: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<ToJs<AdaptedRun>> {
    let adapter: Adapter = from_js::read(env, "adapter", &adapter)?;
    let run: Run = from_js::read(env, "run", &run)?;
    let options: Option<Options> = from_js::read(env, "options", &options)?;
    let Options { config, tts_preferences, locale } = options.unwrap_or_default();
    let context = AdapterContext {
        texts: ConfigTexts::shipped(),
        tts_preferences: &tts_preferences,
        collator: &Collator::or_default(locale.as_deref()).map_err(error::locale)?,
    };
    let config = config.map(|PromptConfig(config)| config.into());
    let result = config::adapt_run(adapter, &run, config.as_ref(), &context)
        .map_err(|error| Error::new(Code::InvalidParameter, format!("run.{error}")))?;
    let diagnostics = result.diagnostics.into_iter();
    Ok(ToJs(AdaptedRun {
        params: result.params,
        diagnostics: diagnostics
            .map(|diagnostic| Diagnostic { reason: diagnostic.reason(), key: diagnostic.key() })
            .collect(),
    }))
}
