//! Reads typed values from JavaScript through serde.
//!
//! Text keeps its code units: it comes as bytes, see the core's `utf16` module. In an object with known
//! fields `undefined` and `null` are absent; in free-form JSON, such as a config, what JSON has no place for
//! (`undefined`, functions, symbols, bigints) is absent and `null` stays. Errors name the field and the
//! type that came, never the value.

use std::fmt::Display;

use napi::ValueType;
use napi::bindgen_prelude::{JsValue, Unknown};
use serde::de::value::StringDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::error::{self, Code, Error};
use crate::js::Js;

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
    let from = FromJs { js, depth: 0 };
    match from.is_record() {
        Ok(true) => Ok(js),
        Ok(false) => from.expected("an object").map_err(|fault| named(name, fault)),
        Err(fault) => Err(named(name, fault)),
    }
}

/// Reads a value that `name` stands for in errors.
pub(crate) fn read_js<T: DeserializeOwned>(name: &str, js: Js) -> Result<T, Error> {
    let result = js.scoped(|js| T::deserialize(FromJs { js, depth: 0 }));
    result.map_err(|fault| named(name, fault))
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

/// Why a value could not be read.
pub(crate) enum Fault {
    /// Node refused, or JavaScript threw.
    Node(napi::Error),
    /// The value may contain itself.
    TooDeep,
    /// The value at `path` is not what its field takes.
    Wrong { path: String, message: String },
}

impl Fault {
    fn wrong(message: String) -> Self {
        Self::Wrong { path: String::new(), message }
    }

    /// The same fault, seen from the object or list around it.
    fn inside(self, step: &str) -> Self {
        match self {
            Self::Wrong { path, message } => {
                let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
                Self::Wrong { path: format!("{step}{separator}{path}"), message }
            }
            other => other,
        }
    }
}

impl From<napi::Error> for Fault {
    fn from(error: napi::Error) -> Self {
        Self::Node(error)
    }
}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self::wrong(message.to_string())
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::wrong(format!("must be {expected}"))
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::wrong(format!("must be {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::wrong(format!("must be one of {}", expected.join(", ")))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let message = format!("is not a known key; known are {}", expected.join(", "));
        Self::wrong(message).inside(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::wrong("is missing".to_owned()).inside(field)
    }
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node(error) => formatter.write_str(&error.reason),
            Self::TooDeep => formatter.write_str("is nested too deeply"),
            Self::Wrong { path, message } => write!(formatter, "{path} {message}"),
        }
    }
}

impl std::fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Display::fmt(self, formatter)
    }
}

impl std::error::Error for Fault {}

struct FromJs {
    js: Js,
    depth: u8,
}

impl FromJs {
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

    fn inner(&self, js: Js) -> Result<Self, Fault> {
        let depth = self.depth + 1;
        if depth > DEEPEST {
            return Err(Fault::TooDeep);
        }
        Ok(Self { js, depth })
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let items = self.js.items()?.into_iter().enumerate();
        visitor.visit_seq(Items { items, list: self })
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V, absent: Absent) -> Result<V::Value, Fault> {
        let keys = self.js.keys()?.into_iter();
        visitor.visit_map(Members { keys, next: None, object: self, absent })
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
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
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

    /// What nobody asks for is not walked: it may be large.
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

struct Items<I> {
    items: I,
    list: FromJs,
}

impl<'de, I: Iterator<Item = (usize, Js)>> de::SeqAccess<'de> for Items<I> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        let read = item.scoped(|item| seed.deserialize(self.list.inner(item)?));
        read.map(Some).map_err(|fault: Fault| fault.inside(&format!("[{index}]")))
    }
}

struct Members<I> {
    keys: I,
    next: Option<(String, Js)>,
    object: FromJs,
    absent: Absent,
}

impl<'de, I: Iterator<Item = Js>> de::MapAccess<'de> for Members<I> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        for key in self.keys.by_ref() {
            let member = self.object.js.get_key(key)?;
            if (self.absent)(member.kind()?) {
                continue;
            }
            let name = key.text()?.to_string_lossy();
            let key: StringDeserializer<Fault> = name.clone().into_deserializer();
            let read = seed.deserialize(key)?;
            self.next = Some((name, member));
            return Ok(Some(read));
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((name, member)) = self.next.take() else {
            return Err(Fault::wrong("was asked for without its key".to_owned()));
        };
        let read = member.scoped(|member| seed.deserialize(self.object.inner(member)?));
        read.map_err(|fault: Fault| fault.inside(&name))
    }
}
