//! Large results as JSON text: written on any thread, and made into objects by one call of `JSON.parse`, which is
//! several times as fast as setting each property from here.

#![expect(unsafe_code, reason = "the text is handed to JSON.parse through Node's C interface")]

use std::fmt::Write;
use std::ptr;

use clawprompt_core::text::U16Str;
use napi::bindgen_prelude::{ToNapiValue, TypeName};
use napi::sys::{self, napi_env, napi_value};
use napi::{Env, Error, Result, Status, ValueType, check_status};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::js::Js;
use crate::text::JsText;

/// A value as JSON text.
pub struct ToJson(serde_json::Result<String>);

impl ToJson {
    /// Writes the value.
    pub(crate) fn of(value: &impl Serialize) -> Self {
        Self(serde_json::to_string(value))
    }
}

impl TypeName for ToJson {
    fn type_name() -> &'static str {
        "object"
    }

    fn value_type() -> ValueType {
        ValueType::Object
    }
}

impl ToNapiValue for ToJson {
    unsafe fn to_napi_value(env: napi_env, value: Self) -> Result<napi_value> {
        let text =
            value.0.map_err(|error| Error::new(Status::GenericFailure, error.to_string()))?;
        let mut global = ptr::null_mut();
        // SAFETY: the environment is that of the current call.
        check_status!(unsafe { sys::napi_get_global(env, &raw mut global) })?;
        let json = Js::new(&Env::from_raw(env), global).get(c"JSON")?;
        let parse = json.get(c"parse")?;
        let length = isize::try_from(text.len()).unwrap_or(isize::MAX);
        let (mut argument, mut result) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: pointer and length belong to one string, which Node copies; one argument is passed and counted.
        unsafe {
            check_status!(sys::napi_create_string_utf8(
                env,
                text.as_ptr().cast(),
                length,
                &raw mut argument,
            ))?;
            check_status!(sys::napi_call_function(
                env,
                json.raw(),
                parse.raw(),
                1,
                &raw const argument,
                &raw mut result,
            ))?;
        }
        Ok(result)
    }
}

impl Serialize for JsText {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self.0.to_string() {
            Ok(text) => serializer.serialize_str(&text),
            Err(_) => escaped(&self.0).map_err(S::Error::custom)?.serialize(serializer),
        }
    }
}

/// A text that UTF-8 cannot hold, with each half of a surrogate pair as an escape.
fn escaped(text: &U16Str) -> serde_json::Result<Box<RawValue>> {
    let mut json = String::from("\"");
    for unit in char::decode_utf16(text.as_slice().iter().copied()) {
        match unit {
            Ok(character) => {
                let quoted = serde_json::to_string(&character)?;
                json.push_str(&quoted[1..quoted.len() - 1]);
            }
            Err(half) => write!(json, "\\u{:04x}", half.unpaired_surrogate())
                .map_err(serde_json::Error::custom)?,
        }
    }
    json.push('"');
    RawValue::from_string(json)
}
