//! Values as JavaScript handed them over.
//!
//! The peer coerces some parameters and throws on others, so what came must be known exactly until
//! [`super::params`] has read it. Whoever makes a [`Value`] follows the schema: a record holds one value
//! for each field of its kind, in that order, and everything that is not text carries its `String(x)`.

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::text::{Text, U16Str, to_text};

use super::schema::{Field, Kind};

/// A long string that is fetched only where it is printed, straight into the prompt.
pub trait DeferredText {
    /// Length in UTF-16 code units.
    fn length(&self) -> usize;

    /// Appends the text.
    fn append_to(&self, out: &mut Vec<u16>);
}

/// A [`DeferredText`] as part of a [`Value`]; equal only to itself.
#[derive(Clone, Copy)]
pub struct Deferred<'a>(pub &'a dyn DeferredText);

impl std::fmt::Debug for Deferred<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Deferred")
    }
}

impl PartialEq for Deferred<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}

/// A JavaScript value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `undefined`, or the property is absent.
    Undefined,
    /// `null`
    Null,
    /// A string.
    Text(Cow<'a, U16Str>),
    /// A string, where the content of a context file stands.
    Deferred(Deferred<'a>),
    /// Anything else where the schema has no use for its parts.
    Scalar(Scalar<'a>),
    /// An array, or any other iterable where the schema allows one.
    List(Vec<Value<'a>>),
    /// An object, one value for each field of its kind.
    Record(Vec<Value<'a>>),
    /// An object whose keys are data, in property order.
    Map(Vec<(Cow<'a, U16Str>, Value<'a>)>),
}

/// A value that is only looked at as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar<'a> {
    /// What `typeof` says.
    pub kind: ScalarKind,
    /// Whether JavaScript takes it for true.
    pub truthy: bool,
    /// What `String(x)` gives.
    pub text: Cow<'a, U16Str>,
}

/// `typeof` of a [`Scalar`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarKind {
    /// `true` or `false`
    Boolean,
    /// A number, `NaN` included.
    Number,
    /// A `BigInt`.
    BigInt,
    /// A symbol.
    Symbol,
    /// A function.
    Function,
    /// An object or array where the schema expects neither.
    Object,
}

impl Value<'_> {
    /// Whether the value is `undefined` or `null`.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Undefined | Self::Null)
    }

    /// Whether JavaScript takes the value for true.
    #[must_use]
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Text(text) => !text.is_empty(),
            Self::Scalar(scalar) => scalar.truthy,
            Self::Deferred(_) | Self::List(_) | Self::Record(_) | Self::Map(_) => true,
        }
    }

    /// `value === true`
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Scalar(scalar) if scalar.kind == ScalarKind::Boolean && scalar.truthy)
    }

    /// `value === false`
    #[must_use]
    pub fn is_false(&self) -> bool {
        matches!(self, Self::Scalar(scalar) if scalar.kind == ScalarKind::Boolean && !scalar.truthy)
    }

    /// `value === text`
    #[must_use]
    pub fn is_text(&self, text: &str) -> bool {
        matches!(self, Self::Text(own) if own.as_slice().iter().copied().eq(text.encode_utf16()))
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&U16Str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What `typeof` says, with `null` and arrays told apart: for error messages.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Null => "null",
            Self::Text(_) | Self::Deferred(_) => "a string",
            Self::List(_) => "an array",
            Self::Record(_) | Self::Map(_) => "an object",
            Self::Scalar(scalar) => match scalar.kind {
                ScalarKind::Boolean => "a boolean",
                ScalarKind::Number => "a number",
                ScalarKind::BigInt => "a bigint",
                ScalarKind::Symbol => "a symbol",
                ScalarKind::Function => "a function",
                ScalarKind::Object => "an object",
            },
        }
    }
}

impl Value<'static> {
    /// A record of `fields` from a JSON object; JSON has no `undefined`, so what is absent is that.
    #[must_use]
    pub fn from_json(json: &Json, kind: Kind) -> Self {
        match (json, kind) {
            (Json::Null, _) => Self::Null,
            (Json::String(text), Kind::Iterable) => Self::characters(&to_text(text)),
            (Json::String(text), _) => Self::Text(Cow::Owned(to_text(text))),
            (Json::Array(items), Kind::Texts | Kind::Iterable) => {
                Self::List(items.iter().map(|item| Self::from_json(item, Kind::Text)).collect())
            }
            (Json::Array(items), Kind::Records(fields)) => Self::List(
                items.iter().map(|item| Self::from_json(item, Kind::Record(fields))).collect(),
            ),
            (Json::Object(entries), Kind::Record(fields)) => Self::Record(
                fields.iter().map(|field| Self::member(entries.get(field.name), *field)).collect(),
            ),
            (Json::Object(entries), Kind::TextMap) => Self::Map(
                entries
                    .iter()
                    .map(|(key, value)| {
                        (Cow::Owned(to_text(key)), Self::from_json(value, Kind::Text))
                    })
                    .collect(),
            ),
            _ => Self::Scalar(Scalar::from_json(json)),
        }
    }

    fn member(json: Option<&Json>, field: Field) -> Self {
        json.map_or(Self::Undefined, |json| Self::from_json(json, field.kind))
    }

    /// A string as JavaScript iterates it: one text for each code point or lone surrogate.
    #[must_use]
    pub fn characters(text: &U16Str) -> Self {
        let one = |item| {
            let mut character = Text::new();
            match item {
                Ok(point) => character.push_char(point),
                Err(lone) => {
                    let lone: std::char::DecodeUtf16Error = lone;
                    character.push_slice([lone.unpaired_surrogate()]);
                }
            }
            Self::Text(Cow::Owned(character))
        };
        Self::List(char::decode_utf16(text.as_slice().iter().copied()).map(one).collect())
    }
}

impl Scalar<'static> {
    fn from_json(json: &Json) -> Self {
        let (kind, truthy, text) = match json {
            Json::Bool(value) => (ScalarKind::Boolean, *value, value.to_string()),
            Json::Number(number) => {
                (ScalarKind::Number, number.as_f64() != Some(0.0), number.to_string())
            }
            Json::Array(items) => (ScalarKind::Object, true, array_text(items)),
            Json::Object(_) => (ScalarKind::Object, true, "[object Object]".to_owned()),
            Json::Null | Json::String(_) => unreachable!("handled before"),
        };
        Self { kind, truthy, text: Cow::Owned(to_text(&text)) }
    }
}

/// `String(array)`: the items' texts joined by commas, `null` as nothing.
fn array_text(items: &[Json]) -> String {
    let item_text = |item: &Json| match item {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => Scalar::from_json(other).text.to_string_lossy(),
    };
    items.iter().map(item_text).collect::<Vec<_>>().join(",")
}
