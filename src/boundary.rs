//! The cache boundary and the model identity line.

use clawprompt_core::prompt::{append_model_identity, boundary};
use clawprompt_core::shipped;
use napi::bindgen_prelude::Unknown;
use napi::{Either, Env};
use napi_derive::napi;

use crate::build::PromptParts;
use crate::error::{self, Result};
use crate::text::{JsText, SameText, to_js};
use crate::to_js::{OrUndefined, or_undefined};

/// Cuts a prompt at its first cache boundary.
///
/// Returns `undefined` when there is none. Later markers stay in the suffix.
#[napi(catch_unwind, ts_args_type = "prompt: string", ts_return_type = "PromptParts | undefined")]
pub fn split_system_prompt_cache_boundary(
    env: Env,
    prompt: JsText,
) -> Result<OrUndefined<PromptParts>> {
    let string = |text| to_js(&env, text).map(SameText).map_err(error::node);
    let parts = boundary::split(&prompt.0).map(|split| {
        Ok(PromptParts {
            stable_prefix: string(split.stable_prefix)?,
            dynamic_suffix: string(split.dynamic_suffix)?,
        })
    });
    parts.transpose().map(or_undefined)
}

/// Replaces each cache boundary, with the line feeds around it, by one line feed.
#[napi(catch_unwind, ts_args_type = "prompt: string", ts_return_type = "string")]
pub fn strip_system_prompt_cache_boundary(prompt: JsText) -> JsText {
    JsText(boundary::strip(&prompt.0))
}

/// Appends a cache boundary to a prompt that has none. A blank prompt is returned as it is.
#[napi(catch_unwind, ts_args_type = "prompt: string", ts_return_type = "string")]
pub fn ensure_system_prompt_cache_boundary(prompt: JsText) -> JsText {
    JsText(boundary::ensure(&prompt.0))
}

/// Puts an addition first below the cache boundary; without a boundary, in front of the prompt.
///
/// The addition is normalised like a provider's block. What is not a string, or blank, adds nothing.
#[napi(
    catch_unwind,
    ts_args_type = "prompt: string, addition: string | null | undefined",
    ts_return_type = "string"
)]
pub fn prepend_system_prompt_addition_after_cache_boundary(
    prompt: JsText,
    addition: Either<JsText, Unknown<'_>>,
) -> JsText {
    let addition = match &addition {
        Either::A(text) => Some(&*text.0),
        Either::B(_) => None,
    };
    JsText(boundary::prepend_after(&prompt.0, addition))
}

/// Appends the line that names the model, or replaces the first such line and deletes the others.
///
/// A blank model leaves the prompt as it is. When a line is replaced, every CRLF in the prompt becomes LF.
#[napi(catch_unwind, ts_args_type = "prompt: string, model: string", ts_return_type = "string")]
pub fn append_model_identity_system_prompt(prompt: JsText, model: JsText) -> JsText {
    JsText(append_model_identity(shipped::definition(), &prompt.0, &model.0))
}
