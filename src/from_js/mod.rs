//! Reads typed values from JavaScript through serde.
//!
//! Text keeps its code units: it comes as bytes, see the core's `utf16` module. In an object with known
//! fields `undefined` and `null` are absent; in free-form JSON, such as a config, what JSON has no place for
//! (`undefined`, functions, symbols, bigints) is absent and `null` stays. Errors name the field and the
//! type that came, never the value.

mod fault;
mod members;

use std::borrow::Cow;
use std::ffi::CStr;

use clawprompt_core::config::{Keep, PROMPT_CONFIG};
use napi::bindgen_prelude::{JsValue, Unknown};
use napi::{Status, ValueType};
use serde::de::value::StringDeserializer;
use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::config_json::config_json;
use crate::error::{self, Code, Error};
use crate::js::Js;
use fault::Fault;
use members::{Items, Members};

/// Deepest nesting; a config that contains itself ends here.
const DEEPEST: u8 = 100;

/// Reads a whole argument; `name` stands for it in errors.
pub(crate) fn read<T: DeserializeOwned>(
    env: napi::Env,
    name: &str,
    value: &Unknown<'_>,
) -> Result<T, Error> {
    read_js(name, Js::new(&env, value.raw()))
}

/// The argument itself, if it is an object.
pub(crate) fn object(env: napi::Env, name: &str, value: &Unknown<'_>) -> Result<Js, Error> {
    let js = Js::new(&env, value.raw());
    let from = FromJs::new(js);
    match from.is_record() {
        Ok(true) => Ok(js),
        Ok(false) => from.expected("an object").map_err(|fault| named(name, fault)),
        Err(fault) => Err(named(name, fault)),
    }
}

/// Reads a value that `name` stands for in errors.
pub(crate) fn read_js<T: DeserializeOwned>(name: &str, js: Js) -> Result<T, Error> {
    let result = js.scoped(|js| T::deserialize(FromJs::new(js)));
    result.map_err(|fault| named(name, fault))
}

/// Whether the value is `undefined` or `null`.
pub(crate) fn is_absent(js: Js) -> Result<bool, Error> {
    js.kind().map(no_value).map_err(error::node)
}

fn named(name: &str, fault: Fault) -> Error {
    match fault.inside(name) {
        Fault::Node(error) => error::node(error),
        Fault::TooDeep => {
            let message = format!("{name} is nested deeper than {DEEPEST} levels");
            Error::new(Code::InvalidParameter, message)
        }
        Fault::Wrong { path, message } => {
            Error::new(Code::InvalidParameter, format!("{path} {message}"))
        }
    }
}

/// Name of a newtype that is a config, of which only what the core reads is taken; as JSON where that does.
pub(crate) const PROMPT_CONFIG_NAME: &str = "$promptConfig";

#[derive(Clone, Copy)]
struct FromJs {
    js: Js,
    depth: u8,
    keep: Keep,
}

impl FromJs {
    fn new(js: Js) -> Self {
        Self { js, depth: 0, keep: Keep::All }
    }

    fn kind(&self) -> Result<ValueType, Fault> {
        Ok(self.js.kind()?)
    }

    fn expected<T>(&self, what: &str) -> Result<T, Fault> {
        let got = match self.kind()? {
            ValueType::Undefined => "undefined",
            ValueType::Null => "null",
            ValueType::Boolean => "a boolean",
            ValueType::Number => "a number",
            ValueType::String => "a string",
            ValueType::Symbol => "a symbol",
            ValueType::BigInt => "a bigint",
            ValueType::Function => "a function",
            _ if self.js.is_array()? => "an array",
            _ => "an object",
        };
        Err(Fault::wrong(format!("must be {what}, not {got}")))
    }

    fn inner(self, js: Js, keep: Keep) -> Result<Self, Fault> {
        let depth = self.depth + 1;
        if depth > DEEPEST {
            return Err(Fault::TooDeep);
        }
        Ok(Self { js, depth, keep })
    }

    /// What is kept of an entry or of a member that is not named.
    fn keep_of_each(self) -> Keep {
        match self.keep {
            Keep::Each(keep) => *keep,
            Keep::All | Keep::Keys(_) => Keep::All,
        }
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let items = self.js.items().map_err(|error| match error.status {
            Status::InvalidArg => Fault::wrong(error.reason.clone()),
            _ => error.into(),
        })?;
        let items = items.into_iter().enumerate();
        visitor.visit_seq(Items { items, list: self })
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V, absent: Absent) -> Result<V::Value, Fault> {
        let members = if let Keep::Keys(keys) = self.keep {
            let member = |(name, keep): &(&'static CStr, Keep)| {
                Ok((name.to_string_lossy(), self.js.get(name)?, *keep))
            };
            keys.iter().map(member).collect::<Result<Vec<_>, Fault>>()?
        } else {
            let keep = self.keep_of_each();
            let member = |key: Js| {
                let name = key.text()?.to_string_lossy();
                Ok((Cow::Owned(name), self.js.get_key(key)?, keep))
            };
            self.js.keys()?.into_iter().map(member).collect::<Result<Vec<_>, Fault>>()?
        };
        let rest = members.into_iter();
        visitor.visit_map(Members { rest, next: None, object: self, absent })
    }

    fn is_record(&self) -> Result<bool, Fault> {
        Ok(self.kind()? == ValueType::Object && !self.js.is_array()?)
    }
}

/// Which members count as absent.
type Absent = fn(ValueType) -> bool;

/// What JSON has no place for.
fn no_json(kind: ValueType) -> bool {
    use ValueType::{BigInt, External, Function, Symbol, Undefined, Unknown};
    matches!(kind, Undefined | Function | Symbol | BigInt | External | Unknown)
}

fn no_value(kind: ValueType) -> bool {
    matches!(kind, ValueType::Undefined | ValueType::Null)
}

impl<'de> de::Deserializer<'de> for FromJs {
    type Error = Fault;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind()? {
            ValueType::Boolean => visitor.visit_bool(self.js.is_truthy()?),
            ValueType::Number => visit_number(self.js.number()?, visitor),
            ValueType::String => visitor.visit_string(self.js.text()?.to_string_lossy()),
            ValueType::Object if self.js.is_array()? => self.list(visitor),
            ValueType::Object => self.object(visitor, no_json),
            _ => visitor.visit_unit(),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind()? {
            ValueType::Boolean => visitor.visit_bool(self.js.is_truthy()?),
            _ => self.expected("a boolean"),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind()? {
            ValueType::Number => visitor.visit_f64(self.js.number()?),
            // A date is its milliseconds.
            ValueType::Object if self.js.is_date()? => visitor.visit_f64(self.js.date_value()?),
            _ => self.expected("a number"),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind()? {
            ValueType::String => visitor.visit_string(self.js.text()?.to_string_lossy()),
            _ => self.expected("a string"),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind()? {
            ValueType::String => {
                let units = self.js.text()?;
                let bytes = units.as_slice().iter().flat_map(|unit| unit.to_ne_bytes());
                visitor.visit_bytes(&bytes.collect::<Vec<u8>>())
            }
            _ => self.expected("a string"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if no_value(self.kind()?) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if name != PROMPT_CONFIG_NAME || !self.is_record()? {
            return visitor.visit_newtype_struct(self);
        }
        match config_json(self.js.env(), self.js)? {
            Some(json) => visitor.visit_str(&json),
            None => visitor.visit_newtype_struct(Self { keep: PROMPT_CONFIG, ..self }),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind()? {
            ValueType::Object if self.js.is_array()? => self.list(visitor),
            ValueType::Object if self.js.is_iterable()? => {
                Self { js: self.js.array_from()?, ..self }.list(visitor)
            }
            _ => self.expected("an array"),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.is_record()? { self.object(visitor, no_json) } else { self.expected("an object") }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if self.is_record()? { self.object(visitor, no_value) } else { self.expected("an object") }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if self.kind()? != ValueType::String {
            return self.expected(&format!("one of {}", variants.join(", ")));
        }
        let name: StringDeserializer<Fault> = self.js.text()?.to_string_lossy().into_deserializer();
        visitor.visit_enum(name)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_string(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_string(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_bytes(visitor)
    }

    /// A member that nobody reads is not looked at.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 char unit unit_struct tuple tuple_struct
    }
}

/// Whole numbers as such, so that `5` and `5.0` are one value; `-0` keeps its sign.
fn visit_number<'de, V: Visitor<'de>>(number: f64, visitor: V) -> Result<V::Value, Fault> {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let whole = number.fract() == 0.0 && number.abs() <= EXACT;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and exact")]
    match whole && !(number == 0.0 && number.is_sign_negative()) {
        true if number < 0.0 => visitor.visit_i64(number as i64),
        true => visitor.visit_u64(number as u64),
        false => visitor.visit_f64(number),
    }
}
