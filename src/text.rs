//! UTF-16 text across the boundary: no code unit is lost and long results are not copied.

#![expect(unsafe_code, reason = "strings are read and made through Node's C interface")]

use std::ffi::c_void;
use std::{fmt, ptr};

use clawprompt_core::text::Text;
use napi::bindgen_prelude::{FromNapiValue, ToNapiValue, TypeName, ValidateNapiValue};
use napi::sys::{self, napi_env, napi_value};
use napi::{Env, Result, ValueType, check_status};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

use crate::buffers;
use crate::js::{self, Js};

/// A string of JavaScript that was made before, handed out again.
pub struct SameText(pub(crate) Js);

impl TypeName for SameText {
    fn type_name() -> &'static str {
        "string"
    }

    fn value_type() -> ValueType {
        ValueType::String
    }
}

impl ToNapiValue for SameText {
    unsafe fn to_napi_value(_env: napi_env, text: Self) -> Result<napi_value> {
        Ok(text.0.raw())
    }
}

/// Makes a JavaScript string of `text`.
pub(crate) fn to_js(env: &Env, text: Text) -> Result<Js> {
    let units = text.into_vec();
    let raw = env.raw();
    let value =
        if units.len() < SHORTEST_EXTERNAL { copied(raw, &units) } else { external(raw, units) };
    Ok(Js::new(env, value?))
}

/// Below this many code units a copy is cheaper than a string that Rust keeps alive.
const SHORTEST_EXTERNAL: usize = 1024;

/// A string of JavaScript with all its code units.
#[derive(Default)]
pub struct JsText(pub(crate) Text);

impl TypeName for JsText {
    fn type_name() -> &'static str {
        "string"
    }

    fn value_type() -> ValueType {
        ValueType::String
    }
}

impl ValidateNapiValue for JsText {}

impl FromNapiValue for JsText {
    unsafe fn from_napi_value(env: napi_env, value: napi_value) -> Result<Self> {
        let env = Env::from_raw(env);
        Js::new(&env, value).text().map(Self)
    }
}

impl ToNapiValue for JsText {
    unsafe fn to_napi_value(env: napi_env, text: Self) -> Result<napi_value> {
        to_js(&Env::from_raw(env), text.0).map(Js::raw)
    }
}

impl<'de> Deserialize<'de> for JsText {
    /// Only from a format that is not for people, see `from_js`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_bytes(UnitsVisitor)
    }
}

struct UnitsVisitor;

impl Visitor<'_> for UnitsVisitor {
    type Value = JsText;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> std::result::Result<JsText, E> {
        let (pairs, _) = bytes.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| u16::from_ne_bytes(*pair)).collect();
        Ok(JsText(Text::from_vec(units)))
    }
}

fn copied(env: napi_env, units: &[u16]) -> Result<napi_value> {
    let mut value = ptr::null_mut();
    // SAFETY: the pointer and the length belong to one slice, which Node copies.
    check_status!(unsafe {
        sys::napi_create_string_utf16(env, units.as_ptr(), length(units), &raw mut value)
    })?;
    Ok(value)
}

/// Hands the buffer to V8.
fn external(env: napi_env, units: Vec<u16>) -> Result<napi_value> {
    let shared = Box::into_raw(Box::new(units));
    let (mut value, mut was_copied) = (ptr::null_mut(), false);
    // SAFETY: `shared` was just made; V8 reads it until `release` runs, which happens exactly once: during
    // this call when the string was copied, at collection otherwise.
    let status = unsafe {
        // Counted before, because a copied string's `release` runs within the call.
        buffers::hold(env, &*shared);
        napi_sys::node_api_create_external_string_utf16(
            env,
            (*shared).as_ptr(),
            length(&*shared),
            Some(release),
            shared.cast(),
            &raw mut value,
            &raw mut was_copied,
        )
    };
    if status == sys::Status::napi_ok {
        return Ok(value);
    }
    // SAFETY: a failed call keeps nothing, so the buffer is still ours.
    let units = unsafe { Box::from_raw(shared) };
    let copy = copied(env, &units);
    buffers::give_back(env, *units);
    copy
}

/// Runs when V8 no longer needs a buffer of [`external`].
unsafe extern "C" fn release(
    env: napi_sys::node_api_basic_env,
    _units: *mut c_void,
    shared: *mut c_void,
) {
    // SAFETY: the pointer is the one that `external` handed over, and Node passes it exactly once.
    let units = unsafe { Box::from_raw(shared.cast::<Vec<u16>>()) };
    // Without an environment, it has ended and its buffers with it.
    if !env.is_null() {
        // The two types name one thing: in a basic environment, counting is allowed.
        buffers::give_back(env.cast(), *units);
        // Node throws what a call of ours has thrown while it still counts as pending, and to throw takes memory, so
        // strings may be collected in the middle of it. Node would take the exception for ours and end the process;
        // it has its own hold on it, so it is forgotten here. Nothing of ours makes values while one is pending.
        js::forget_exception(env.cast());
    }
}

fn length(units: &[u16]) -> isize {
    isize::try_from(units.len()).unwrap_or(isize::MAX)
}
