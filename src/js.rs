//! JavaScript values by handle, with only the operations that reading parameters needs.

#![expect(unsafe_code, reason = "handles are read through Node's C interface")]

use std::ffi::CStr;
use std::ptr;

use clawprompt_core::text::Text;
use napi::bindgen_prelude::{FromNapiValue, Function, JsValuesTupleIntoVec, ToNapiValue, Unknown};
use napi::sys::{self, napi_env, napi_ref, napi_value};
use napi::{Env, Error, Result, Status, ValueType, check_status};

/// Most entries of an array. One of holes costs its caller nothing, and reading it would end the process.
pub(crate) const LONGEST_LIST: u32 = 1_000_000;

/// Code units of a short text.
const SHORT: usize = 1023;

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

    /// The environment that the handle belongs to.
    pub(crate) fn env(self) -> napi_env {
        self.env
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

    /// `value[name]`, for a name of any kind.
    pub(crate) fn member(self, name: &str) -> Result<Self> {
        let mut key = ptr::null_mut();
        let length = isize::try_from(name.len()).unwrap_or(isize::MAX);
        // SAFETY: pointer and length belong to one string, which Node copies.
        check_status!(unsafe {
            sys::napi_create_string_utf8(self.env, name.as_ptr().cast(), length, &raw mut key)
        })?;
        self.get_key(self.with(key))
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

    /// `value[index]`
    pub(crate) fn item(self, index: usize) -> Result<Self> {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let mut item = ptr::null_mut();
        // SAFETY: as above; an index past the end reads as `undefined`.
        check_status!(unsafe {
            sys::napi_get_element(self.env, self.value, index, &raw mut item)
        })?;
        Ok(self.with(item))
    }

    /// The value as napi's own type.
    pub(crate) fn unknown(self, env: &Env) -> Unknown<'_> {
        // SAFETY: the handle belongs to this environment and lives as long as the current call.
        unsafe { Unknown::from_raw_unchecked(env.raw(), self.value) }
    }

    /// `value[name](...arguments)`, for a function of our own that has no use for `this`.
    pub(crate) fn invoke<const COUNT: usize>(
        self,
        name: &CStr,
        arguments: &[Self; COUNT],
    ) -> Result<Self> {
        call(self.env, self.get(name)?, arguments)
    }

    /// The value, if it is a function; see [`call`].
    pub(crate) fn callable(self) -> Result<Option<Self>> {
        Ok((self.kind()? == ValueType::Function).then_some(self))
    }

    /// The value as a function of napi's, if it is one. What it throws is lost if it is no object.
    pub(crate) fn function<Args: JsValuesTupleIntoVec, Return>(
        self,
        _env: &Env,
    ) -> Result<Option<Function<'_, Args, Return>>> {
        if self.kind()? != ValueType::Function {
            return Ok(None);
        }
        // SAFETY: as above, and the type was just asked.
        unsafe { Function::from_napi_value(self.env, self.value) }.map(Some)
    }

    /// The items of an array, holes as `undefined`.
    pub(crate) fn items(self) -> Result<Vec<Self>> {
        let mut length = 0;
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_array_length(self.env, self.value, &raw mut length)
        })?;
        if length > LONGEST_LIST {
            let reason = format!("has more than {LONGEST_LIST} entries");
            return Err(Error::new(Status::InvalidArg, reason));
        }
        let mut items = Vec::with_capacity(length as usize);
        for index in 0..length as usize {
            items.push(self.item(index)?);
        }
        Ok(items)
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

    /// Length of a string in code units.
    pub(crate) fn text_length(self) -> Result<usize> {
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
        Ok(length)
    }

    /// The code units of a string.
    pub(crate) fn text(self) -> Result<Text> {
        let mut units = Vec::new();
        self.append_text(&mut units, self.text_length()?)?;
        Ok(Text::from_vec(units))
    }

    /// The code units of a string that is usually short: asking for its length first would cost as much as the copy.
    pub(crate) fn short_text(self) -> Result<Vec<u16>> {
        let mut units = Vec::new();
        if self.append_text(&mut units, SHORT)? == SHORT {
            units.clear();
            self.append_text(&mut units, self.text_length()?)?;
        }
        Ok(units)
    }

    /// Appends at most `most` code units of a string; returns how many there were.
    pub(crate) fn append_text(self, units: &mut Vec<u16>, most: usize) -> Result<usize> {
        let start = units.len();
        units.reserve(most + 1);
        let mut length = 0;
        // SAFETY: the spare room holds the units and the NUL that Node adds; only what was written counts.
        unsafe {
            check_status!(sys::napi_get_value_string_utf16(
                self.env,
                self.value,
                units.as_mut_ptr().add(start),
                most + 1,
                &raw mut length,
            ))?;
            units.set_len(start + length);
        }
        Ok(length)
    }

    /// A whole number.
    pub(crate) fn as_number(self) -> Result<u32> {
        let mut number = 0;
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_value_uint32(self.env, self.value, &raw mut number)
        })?;
        Ok(number)
    }

    /// Keeps an object alive until [`delete_reference`].
    pub(crate) fn reference(self) -> Result<napi_ref> {
        let mut reference = ptr::null_mut();
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_create_reference(self.env, self.value, 1, &raw mut reference)
        })?;
        Ok(reference)
    }

    /// The handle itself, to return it.
    pub(crate) fn raw(self) -> napi_value {
        self.value
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

/// The object that a reference keeps alive.
pub(crate) fn referenced(env: napi_env, reference: napi_ref) -> Result<Js> {
    let mut value = ptr::null_mut();
    // SAFETY: the reference was made in this environment and is strong.
    check_status!(unsafe { sys::napi_get_reference_value(env, reference, &raw mut value) })?;
    Ok(Js { env, value })
}

/// Lets go of what a reference keeps alive.
pub(crate) fn delete_reference(env: napi_env, reference: napi_ref) {
    // SAFETY: the reference was made in this environment and is deleted once. A refusal only leaks it.
    unsafe { sys::napi_delete_reference(env, reference) };
}

/// A JavaScript number.
pub(crate) fn number(env: napi_env, number: u32) -> Result<Js> {
    let mut value = ptr::null_mut();
    // SAFETY: the environment is the one of this call.
    check_status!(unsafe { sys::napi_create_uint32(env, number, &raw mut value) })?;
    Ok(Js { env, value })
}

/// `undefined`
pub(crate) fn undefined(env: napi_env) -> Result<Js> {
    let mut value = ptr::null_mut();
    // SAFETY: the environment is the one of this call.
    check_status!(unsafe { sys::napi_get_undefined(env, &raw mut value) })?;
    Ok(Js { env, value })
}

/// The JavaScript value of `value`.
pub(crate) fn made<T: ToNapiValue>(env: napi_env, value: T) -> Result<Js> {
    // SAFETY: as above.
    let value = unsafe { T::to_napi_value(env, value) }?;
    Ok(Js { env, value })
}

/// A new array of these two values.
pub(crate) fn pair(env: napi_env, values: [Js; 2]) -> Result<Js> {
    let mut array = ptr::null_mut();
    // SAFETY: all handles belong to this call.
    unsafe {
        check_status!(sys::napi_create_array(env, &raw mut array))?;
        check_status!(sys::napi_set_element(env, array, 0, values[0].value))?;
        check_status!(sys::napi_set_element(env, array, 1, values[1].value))?;
    }
    Ok(Js { env, value: array })
}

/// Calls a function; what it throws stays pending and becomes the caller's exception.
pub(crate) fn call<const COUNT: usize>(
    env: napi_env,
    function: Js,
    arguments: &[Js; COUNT],
) -> Result<Js> {
    let handles = arguments.map(|argument| argument.value);
    let (mut receiver, mut value) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: all handles belong to this call; the arguments are counted.
    unsafe {
        check_status!(sys::napi_get_undefined(env, &raw mut receiver))?;
        check_status!(sys::napi_call_function(
            env,
            receiver,
            function.value,
            handles.len(),
            handles.as_ptr(),
            &raw mut value,
        ))?;
    }
    Ok(Js { env, value })
}

/// The value of a script of our own. Stack traces call it by its name.
pub(crate) fn run_script(env: napi_env, name: &str, source: &str) -> Result<Js> {
    let source = format!("{source}\n//# sourceURL=clawprompt/{name}");
    let (mut script, mut value) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: pointer and length belong to one string, which Node copies.
    unsafe {
        check_status!(sys::napi_create_string_utf8(
            env,
            source.as_ptr().cast(),
            isize::try_from(source.len()).unwrap_or(isize::MAX),
            &raw mut script,
        ))?;
        check_status!(sys::napi_run_script(env, script, &raw mut value))?;
    }
    Ok(Js { env, value })
}

/// Whether something that JavaScript threw is pending.
pub(crate) fn has_thrown(env: napi_env) -> bool {
    let mut thrown = false;
    // SAFETY: the environment is that of the current call.
    let status = unsafe { sys::napi_is_exception_pending(env, &raw mut thrown) };
    status == sys::Status::napi_ok && thrown
}

/// Forgets what JavaScript threw.
pub(crate) fn forget_exception(env: napi_env) {
    let mut exception = ptr::null_mut();
    // SAFETY: the environment is that of the current call; where nothing was thrown, this is `undefined`.
    unsafe { sys::napi_get_and_clear_last_exception(env, &raw mut exception) };
}
