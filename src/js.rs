//! JavaScript values by handle, with only the operations that reading parameters needs.

#![expect(unsafe_code, reason = "handles are read through Node's C interface")]

use std::ffi::CStr;
use std::ptr;

use clawprompt_core::config::Keep;
use clawprompt_core::prompt::Field;
use clawprompt_core::text::Text;
use napi::sys::{self, napi_env, napi_value};
use napi::{Env, Result, ValueType, check_status};

use crate::extract;

/// A handle that lives as long as the current call.
#[derive(Clone, Copy)]
pub(crate) struct Js {
    env: napi_env,
    value: napi_value,
}

impl Js {
    /// A handle and the environment it belongs to.
    pub(crate) fn new(env: &Env, value: napi_value) -> Self {
        Self { env: env.raw(), value }
    }

    fn with(self, value: napi_value) -> Self {
        Self { env: self.env, value }
    }

    /// `typeof`, with `null` told apart.
    pub(crate) fn kind(self) -> Result<ValueType> {
        let mut kind = 0;
        // SAFETY: both handles are valid for this call; the result is written before it is read.
        check_status!(unsafe { sys::napi_typeof(self.env, self.value, &raw mut kind) })?;
        Ok(ValueType::from(kind))
    }

    pub(crate) fn is_array(self) -> Result<bool> {
        let mut is_array = false;
        // SAFETY: as above.
        check_status!(unsafe { sys::napi_is_array(self.env, self.value, &raw mut is_array) })?;
        Ok(is_array)
    }

    /// `value[name]`
    pub(crate) fn get(self, name: &CStr) -> Result<Self> {
        let mut member = ptr::null_mut();
        // SAFETY: as above; the name ends with a NUL.
        check_status!(unsafe {
            sys::napi_get_named_property(self.env, self.value, name.as_ptr(), &raw mut member)
        })?;
        Ok(self.with(member))
    }

    /// `value[key]`
    pub(crate) fn get_key(self, key: Self) -> Result<Self> {
        let mut member = ptr::null_mut();
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_property(self.env, self.value, key.value, &raw mut member)
        })?;
        Ok(self.with(member))
    }

    /// The members of an object, in the order of `fields`; `None` where one is `undefined`.
    pub(crate) fn members(self, fields: &'static [Field]) -> Result<Vec<Option<Self>>> {
        let array = self.with(extract::members(self.env, self.value, fields)?);
        let mut bits = 0;
        // SAFETY: as above; the first item is a whole number below 2^53.
        check_status!(unsafe {
            sys::napi_get_value_int64(self.env, array.item(0)?.value, &raw mut bits)
        })?;
        let mut next = 0;
        let member = |index| {
            if bits >> index & 1 == 0 {
                return Ok(None);
            }
            next += 1;
            array.item(next).map(Some)
        };
        (0..fields.len()).map(member).collect()
    }

    /// What `keep` names of the object, as JSON text; `None` when it must be read value by value.
    pub(crate) fn json(self, keep: &'static Keep) -> Result<Option<String>> {
        let json = self.with(extract::json(self.env, self.value, keep)?);
        let is_text = json.kind()? == ValueType::String;
        is_text.then(|| Ok(json.text()?.to_string_lossy())).transpose()
    }

    fn item(self, index: u32) -> Result<Self> {
        let mut item = ptr::null_mut();
        // SAFETY: as above; an index past the end reads as `undefined`.
        check_status!(unsafe {
            sys::napi_get_element(self.env, self.value, index, &raw mut item)
        })?;
        Ok(self.with(item))
    }

    /// The items of an array, holes as `undefined`.
    pub(crate) fn items(self) -> Result<Vec<Self>> {
        let mut length = 0;
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_array_length(self.env, self.value, &raw mut length)
        })?;
        (0..length).map(|index| self.item(index)).collect()
    }

    /// `Object.keys(value)` as handles.
    pub(crate) fn keys(self) -> Result<Vec<Self>> {
        let mut keys = ptr::null_mut();
        let filter = sys::KeyFilter::enumerable | sys::KeyFilter::skip_symbols;
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_all_property_names(
                self.env,
                self.value,
                sys::KeyCollectionMode::own_only,
                filter,
                sys::KeyConversion::numbers_to_strings,
                &raw mut keys,
            )
        })?;
        self.with(keys).items()
    }

    /// `Array.from(value)`
    pub(crate) fn array_from(self) -> Result<Self> {
        let mut global = ptr::null_mut();
        // SAFETY: as above.
        check_status!(unsafe { sys::napi_get_global(self.env, &raw mut global) })?;
        let array = self.with(global).get(c"Array")?;
        let from = array.get(c"from")?;
        let mut result = ptr::null_mut();
        // SAFETY: as above; one argument is passed and counted.
        check_status!(unsafe {
            sys::napi_call_function(
                self.env,
                array.value,
                from.value,
                1,
                &raw const self.value,
                &raw mut result,
            )
        })?;
        Ok(self.with(result))
    }

    /// Whether the object has a `Symbol.iterator` member.
    pub(crate) fn is_iterable(self) -> Result<bool> {
        let mut global = ptr::null_mut();
        // SAFETY: as above.
        check_status!(unsafe { sys::napi_get_global(self.env, &raw mut global) })?;
        let key = self.with(global).get(c"Symbol")?.get(c"iterator")?;
        Ok(self.get_key(key)?.kind()? == ValueType::Function)
    }

    /// The value of a number.
    pub(crate) fn number(self) -> Result<f64> {
        let mut number = 0.0;
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_value_double(self.env, self.value, &raw mut number)
        })?;
        Ok(number)
    }

    pub(crate) fn is_date(self) -> Result<bool> {
        let mut is_date = false;
        // SAFETY: as above.
        check_status!(unsafe { sys::napi_is_date(self.env, self.value, &raw mut is_date) })?;
        Ok(is_date)
    }

    /// Milliseconds since 1970 of a date; `NaN` for one that is invalid.
    pub(crate) fn date_value(self) -> Result<f64> {
        let mut millis = 0.0;
        // SAFETY: as above.
        check_status!(unsafe { sys::napi_get_date_value(self.env, self.value, &raw mut millis) })?;
        Ok(millis)
    }

    /// The code units of a string.
    pub(crate) fn text(self) -> Result<Text> {
        let mut length = 0;
        // SAFETY: a null buffer asks for the length only.
        check_status!(unsafe {
            sys::napi_get_value_string_utf16(
                self.env,
                self.value,
                ptr::null_mut(),
                0,
                &raw mut length,
            )
        })?;
        let mut units: Vec<u16> = Vec::with_capacity(length + 1);
        // SAFETY: the buffer holds the string and the NUL that Node adds; only what was written counts.
        unsafe {
            check_status!(sys::napi_get_value_string_utf16(
                self.env,
                self.value,
                units.as_mut_ptr(),
                length + 1,
                &raw mut length,
            ))?;
            units.set_len(length);
        }
        Ok(Text::from_vec(units))
    }

    /// `String(value)`; a symbol has no text of its own here.
    pub(crate) fn coerced_text(self) -> Result<Text> {
        if self.kind()? == ValueType::Symbol {
            return Ok(Text::from_str("Symbol()"));
        }
        let mut coerced = ptr::null_mut();
        // SAFETY: as above; a throwing `toString` leaves its exception pending.
        check_status!(unsafe {
            sys::napi_coerce_to_string(self.env, self.value, &raw mut coerced)
        })?;
        self.with(coerced).text()
    }

    /// `Boolean(value)`
    pub(crate) fn is_truthy(self) -> Result<bool> {
        let (mut coerced, mut truthy) = (ptr::null_mut(), false);
        // SAFETY: as above.
        unsafe {
            check_status!(sys::napi_coerce_to_bool(self.env, self.value, &raw mut coerced))?;
            check_status!(sys::napi_get_value_bool(self.env, coerced, &raw mut truthy))?;
        }
        Ok(truthy)
    }

    /// Runs `read` and lets go of every handle it made: a call may read tens of thousands of values.
    pub(crate) fn scoped<T, E: From<napi::Error>>(
        self,
        read: impl FnOnce(Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        let mut scope = ptr::null_mut();
        // SAFETY: opened here and closed below on every path; no handle made inside is returned.
        check_status!(unsafe { sys::napi_open_handle_scope(self.env, &raw mut scope) })?;
        let result = read(self);
        // SAFETY: the scope opened above.
        let closed = unsafe { sys::napi_close_handle_scope(self.env, scope) };
        let value = result?;
        check_status!(closed)?;
        Ok(value)
    }
}
