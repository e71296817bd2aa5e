//! Hands typed values to JavaScript through serde.
//!
//! Text comes as bytes and keeps its code units, see the core's `utf16` module.

#![expect(unsafe_code, reason = "values are made through Node's C interface")]

use std::ptr;

use clawprompt_core::text::Text;
use napi::bindgen_prelude::{ToNapiValue, TypeName};
use napi::sys::{self, napi_env, napi_value};
use napi::{Either, Error, Result, Status, ValueType, check_status};
use serde::ser::{self, Impossible, Serialize};

use crate::text::JsText;

/// What a function returns when there may be nothing: `undefined`, where `Option` alone would give `null`.
pub type OrUndefined<T> = Either<T, ()>;

pub(crate) fn or_undefined<T>(value: Option<T>) -> OrUndefined<T> {
    value.map_or(Either::B(()), Either::A)
}

/// A value that becomes a JavaScript value of the same shape.
pub struct ToJs<T>(pub(crate) T);

impl<T> TypeName for ToJs<T> {
    fn type_name() -> &'static str {
        "object"
    }

    fn value_type() -> ValueType {
        ValueType::Object
    }
}

impl<T: Serialize> ToNapiValue for ToJs<T> {
    unsafe fn to_napi_value(env: napi_env, value: Self) -> Result<napi_value> {
        value.0.serialize(Writer(env))
    }
}

#[derive(Clone, Copy)]
struct Writer(napi_env);

impl Writer {
    fn make<T: ToNapiValue>(self, value: T) -> Result<napi_value> {
        // SAFETY: the environment is that of the current call.
        unsafe { T::to_napi_value(self.0, value) }
    }

    fn object(self) -> Result<Object> {
        let mut object = ptr::null_mut();
        // SAFETY: as above.
        check_status!(unsafe { sys::napi_create_object(self.0, &raw mut object) })?;
        Ok(Object { writer: self, value: object, key: None })
    }
}

fn unsupported<T>() -> Result<T> {
    Err(Error::new(Status::InvalidArg, "this shape has no JavaScript form"))
}

impl ser::Serializer for Writer {
    type Ok = napi_value;
    type Error = Error;
    type SerializeSeq = List;
    type SerializeMap = Object;
    type SerializeStruct = Object;
    type SerializeTuple = Impossible<napi_value, Error>;
    type SerializeTupleStruct = Impossible<napi_value, Error>;
    type SerializeTupleVariant = Impossible<napi_value, Error>;
    type SerializeStructVariant = Impossible<napi_value, Error>;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<napi_value> {
        self.make(value)
    }
    fn serialize_i8(self, value: i8) -> Result<napi_value> {
        self.make(i32::from(value))
    }
    fn serialize_i16(self, value: i16) -> Result<napi_value> {
        self.make(i32::from(value))
    }
    fn serialize_i32(self, value: i32) -> Result<napi_value> {
        self.make(value)
    }
    #[expect(clippy::cast_precision_loss, reason = "JavaScript numbers are what they are")]
    fn serialize_i64(self, value: i64) -> Result<napi_value> {
        self.make(value as f64)
    }
    fn serialize_u8(self, value: u8) -> Result<napi_value> {
        self.make(u32::from(value))
    }
    fn serialize_u16(self, value: u16) -> Result<napi_value> {
        self.make(u32::from(value))
    }
    fn serialize_u32(self, value: u32) -> Result<napi_value> {
        self.make(value)
    }
    #[expect(clippy::cast_precision_loss, reason = "JavaScript numbers are what they are")]
    fn serialize_u64(self, value: u64) -> Result<napi_value> {
        self.make(value as f64)
    }
    fn serialize_f32(self, value: f32) -> Result<napi_value> {
        self.make(f64::from(value))
    }
    fn serialize_f64(self, value: f64) -> Result<napi_value> {
        self.make(value)
    }
    fn serialize_char(self, value: char) -> Result<napi_value> {
        self.make(value.to_string())
    }
    fn serialize_str(self, value: &str) -> Result<napi_value> {
        self.make(value)
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<napi_value> {
        let (pairs, _) = value.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| u16::from_ne_bytes(*pair)).collect();
        self.make(JsText(Text::from_vec(units)))
    }
    fn serialize_none(self) -> Result<napi_value> {
        self.make(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<napi_value> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<napi_value> {
        self.make(napi::bindgen_prelude::Null)
    }
    fn serialize_unit_struct(self, _name: &'static str) -> Result<napi_value> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<napi_value> {
        self.make(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<napi_value> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<napi_value> {
        unsupported()
    }
    fn serialize_seq(self, length: Option<usize>) -> Result<List> {
        let mut list = ptr::null_mut();
        let length = length.unwrap_or(0);
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_create_array_with_length(self.0, length, &raw mut list)
        })?;
        Ok(List { writer: self, value: list, next: 0 })
    }
    fn serialize_map(self, _length: Option<usize>) -> Result<Object> {
        self.object()
    }
    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Object> {
        self.object()
    }
    fn serialize_tuple(self, _length: usize) -> Result<Self::SerializeTuple> {
        unsupported()
    }
    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        unsupported()
    }
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        unsupported()
    }
    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant> {
        unsupported()
    }
}

struct List {
    writer: Writer,
    value: napi_value,
    next: u32,
}

impl ser::SerializeSeq for List {
    type Ok = napi_value;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let value = value.serialize(self.writer)?;
        // SAFETY: all handles belong to this call.
        check_status!(unsafe {
            sys::napi_set_element(self.writer.0, self.value, self.next, value)
        })?;
        self.next += 1;
        Ok(())
    }

    fn end(self) -> Result<napi_value> {
        Ok(self.value)
    }
}

struct Object {
    writer: Writer,
    value: napi_value,
    key: Option<napi_value>,
}

impl Object {
    /// Defines the member instead of setting it: a key `__proto__` is a key like any other.
    fn define(&self, key: napi_value, value: napi_value) -> Result<()> {
        let member = sys::napi_property_descriptor {
            utf8name: ptr::null(),
            name: key,
            method: None,
            getter: None,
            setter: None,
            value,
            attributes: sys::PropertyAttributes::writable
                | sys::PropertyAttributes::enumerable
                | sys::PropertyAttributes::configurable,
            data: ptr::null_mut(),
        };
        // SAFETY: all handles belong to this call, and one descriptor is passed and counted.
        check_status!(unsafe {
            sys::napi_define_properties(self.writer.0, self.value, 1, &raw const member)
        })
    }
}

impl ser::SerializeMap for Object {
    type Ok = napi_value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(self.writer)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let Some(key) = self.key.take() else { return unsupported() };
        self.define(key, value.serialize(self.writer)?)
    }

    fn end(self) -> Result<napi_value> {
        Ok(self.value)
    }
}

impl ser::SerializeStruct for Object {
    type Ok = napi_value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<()> {
        let key = self.writer.make(key)?;
        self.define(key, value.serialize(self.writer)?)
    }

    fn end(self) -> Result<napi_value> {
        Ok(self.value)
    }
}
