//! The cache boundary and the model identity line.

use clawprompt_core::prompt::{append_model_identity, boundary};
use clawprompt_core::shipped;
use napi::bindgen_prelude::Unknown;
use napi::{Either, Env};
use napi_derive::napi;

use crate::build::PromptParts;
use crate::error::{self, Result};
use crate::from_js;
use crate::text::{JsText, SameText, to_js};
use crate::to_js::{OrUndefined, or_undefined};

/// Cuts a prompt at its first cache boundary.
///
/// Returns `undefined` when there is none. Later markers stay in the suffix.
///
/// @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
#[napi(catch_unwind, ts_args_type = "prompt: string", ts_return_type = "PromptParts | undefined")]
pub fn split_system_prompt_cache_boundary(
    env: Env,
    prompt: Unknown<'_>,
) -> Result<OrUndefined<PromptParts>> {
    let prompt: JsText = from_js::read(env, "prompt", &prompt)?;
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
///
/// @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
#[napi(catch_unwind, ts_args_type = "prompt: string", ts_return_type = "string")]
pub fn strip_system_prompt_cache_boundary(env: Env, prompt: Unknown<'_>) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "prompt", &prompt)?;
    Ok(JsText(boundary::strip(&prompt.0)))
}

/// Appends a cache boundary to a prompt that has none. A blank prompt is returned as it is.
///
/// @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
#[napi(catch_unwind, ts_args_type = "prompt: string", ts_return_type = "string")]
pub fn ensure_system_prompt_cache_boundary(env: Env, prompt: Unknown<'_>) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "prompt", &prompt)?;
    Ok(JsText(boundary::ensure(&prompt.0)))
}

/// Puts an addition first below the cache boundary; without a boundary, in front of the prompt.
///
/// The addition is normalised like a provider's block. What is not a string, or blank, adds nothing.
///
/// @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
#[napi(
    catch_unwind,
    ts_args_type = "prompt: string, addition: string | null | undefined",
    ts_return_type = "string"
)]
pub fn prepend_system_prompt_addition_after_cache_boundary(
    env: Env,
    prompt: Unknown<'_>,
    addition: Either<JsText, Unknown<'_>>,
) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "prompt", &prompt)?;
    let addition = match &addition {
        Either::A(text) => Some(&*text.0),
        Either::B(_) => None,
    };
    Ok(JsText(boundary::prepend_after(&prompt.0, addition)))
}

/// Appends the line that names the model, or replaces the first such line and deletes the others.
///
/// A blank model leaves the prompt as it is. When a line is replaced, every CRLF in the prompt becomes LF.
///
/// @throws `ERR_INVALID_PARAMETER` when an argument is not a string
#[napi(catch_unwind, ts_args_type = "prompt: string, model: string", ts_return_type = "string")]
pub fn append_model_identity_system_prompt(
    env: Env,
    prompt: Unknown<'_>,
    model: Unknown<'_>,
) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "prompt", &prompt)?;
    let model: JsText = from_js::read(env, "model", &model)?;
    Ok(JsText(append_model_identity(shipped::definition(), &prompt.0, &model.0)))
}
