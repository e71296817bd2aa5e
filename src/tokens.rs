//! Counting tokens: by the estimate, or by a function of the caller's.

use clawprompt_core::account::{self, Estimate, TokenCounter};
use clawprompt_core::text::{Text, U16Str};
use napi::bindgen_prelude::{JsValue, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;

use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::{self, Js};
use crate::text::{JsText, to_js};

/// Estimates how many tokens a text has, without a tokenizer.
///
/// Fitted to `o200k_base` by script: words of Latin, Cyrillic, Arabic and other scripts, characters of Chinese,
/// Japanese and Korean, digits, punctuation, emoji. Within about 15 % on text of some length.
///
/// @throws `ERR_INVALID_PARAMETER` when `text` is not a string
#[napi(catch_unwind, ts_args_type = "text: string")]
pub fn estimate_tokens(env: Env, text: Unknown<'_>) -> Result<f64> {
    let text: JsText = from_js::read(env, "text", &text)?;
    Ok(number(account::estimate_tokens(&text.0)))
}

/// The estimate, or a JavaScript function.
pub(crate) enum Counter {
    Estimate,
    Function { env: Env, function: Js, fault: Option<Error> },
}

impl Counter {
    /// The counter that `field` names; absent means the estimate.
    pub(crate) fn read(env: Env, field: &str, function: Js) -> Result<Self> {
        match function.kind().map_err(error::node)? {
            ValueType::Undefined | ValueType::Null => Ok(Self::Estimate),
            ValueType::Function => Ok(Self::Function { env, function, fault: None }),
            _ => {
                let message = format!("{field} must be a function from a string to a number");
                Err(Error::new(Code::InvalidParameter, message))
            }
        }
    }

    /// How the counter calls itself in reports.
    pub(crate) fn name(&self) -> Result<String> {
        let Self::Function { function, .. } = self else { return Ok("estimate".to_owned()) };
        let name = function.get(c"name").and_then(Js::coerced_text).map_err(error::node)?;
        Ok(if name.is_empty() { "custom".to_owned() } else { name.to_string_lossy() })
    }

    /// What went wrong in the function, now that nothing is counted any more.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Self::Function { fault: Some(fault), .. } => Err(fault),
            Self::Estimate | Self::Function { .. } => Ok(()),
        }
    }
}

impl TokenCounter for Counter {
    fn count(&mut self, text: &U16Str) -> u64 {
        match self {
            Self::Estimate => Estimate.count(text),
            // The first fault ends the counting.
            Self::Function { fault: Some(_), .. } => 0,
            Self::Function { env, function, fault } => call(*env, *function, text.to_owned())
                .unwrap_or_else(|error| {
                    *fault = Some(error);
                    0
                }),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole, not negative and within 2^53"
)]
fn call(env: Env, function: Js, text: Text) -> Result<u64> {
    let text = to_js(&env, text).map_err(error::node)?;
    let counted = js::call(env.raw(), function, &[text]).map_err(error::node)?;
    let is_number = counted.kind().map_err(error::node)? == ValueType::Number;
    let tokens = if is_number { counted.number().map_err(error::node)? } else { f64::NAN };
    let is_count = tokens.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(&tokens);
    if is_count {
        return Ok(tokens as u64);
    }
    let message = "countTokens must return a whole number of at least 0";
    Err(Error::new(Code::InvalidParameter, message))
}

#[expect(clippy::cast_precision_loss, reason = "figures of prompts are far below 2^53")]
pub(crate) fn number(whole: u64) -> f64 {
    whole as f64
}

/// The member `name` of options that may be absent.
pub(crate) fn option(
    env: &Env,
    options: Option<&Unknown<'_>>,
    name: &std::ffi::CStr,
) -> Result<Option<Js>> {
    let Some(options) = options else { return Ok(None) };
    let options = Js::new(env, options.raw());
    match options.kind().map_err(error::node)? {
        ValueType::Undefined | ValueType::Null => Ok(None),
        ValueType::Object => options.get(name).map(Some).map_err(error::node),
        _ => Err(Error::new(Code::InvalidParameter, "options must be an object")),
    }
}
