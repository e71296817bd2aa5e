//! A `PromptBuilder` among the options of a call, whose overlays may change the call's texts.

use clawprompt_core::definition::Definition;
use napi::bindgen_prelude::{ClassInstance, FromNapiValue, JsValue, Unknown};
use napi::{Env, ValueType};

use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::Js;
use crate::prompt::PromptBuilder;

/// Calls `take` with the definition of the object's `builder`, if it has one.
#[expect(unsafe_code, reason = "a class instance is taken out of a caller's object")]
pub(crate) fn with_given<T>(
    env: Env,
    name: &str,
    options: &Unknown<'_>,
    take: impl FnOnce(Option<&Definition>) -> T,
) -> Result<T> {
    let options = Js::new(&env, options.raw());
    if options.kind().map_err(error::node)? != ValueType::Object {
        return Ok(take(None));
    }
    let builder = options.get(c"builder").map_err(error::node)?;
    if from_js::is_absent(builder)? {
        return Ok(take(None));
    }
    // SAFETY: the handle belongs to this call, and the class is checked by its tag.
    let builder: napi::Result<ClassInstance<'_, PromptBuilder>> =
        unsafe { ClassInstance::from_napi_value(env.raw(), builder.raw()) };
    let builder = builder.map_err(|_| {
        Error::new(Code::InvalidParameter, format!("{name}.builder must be a PromptBuilder"))
    })?;
    Ok(take(Some(builder.definition())))
}
