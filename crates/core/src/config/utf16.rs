//! UTF-16 text in serde: a JSON string.
//!
//! JSON in Rust is UTF-8, so a lone surrogate becomes U+FFFD on the way out. A caller that must keep
//! one converts the struct field by field.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text::{Text, to_lossy, to_text};

/// A shape of text that crosses serde.
pub(super) trait Utf16: Sized {
    type Json: Serialize + for<'de> Deserialize<'de>;
    fn to_json(&self) -> Self::Json;
    fn from_json(json: Self::Json) -> Self;
}

impl Utf16 for Text {
    type Json = String;
    fn to_json(&self) -> String {
        to_lossy(self)
    }
    fn from_json(json: String) -> Self {
        to_text(&json)
    }
}

impl<T: Utf16> Utf16 for Option<T> {
    type Json = Option<T::Json>;
    fn to_json(&self) -> Self::Json {
        self.as_ref().map(Utf16::to_json)
    }
    fn from_json(json: Self::Json) -> Self {
        json.map(T::from_json)
    }
}

impl<T: Utf16> Utf16 for Vec<T> {
    type Json = Vec<T::Json>;
    fn to_json(&self) -> Self::Json {
        self.iter().map(Utf16::to_json).collect()
    }
    fn from_json(json: Self::Json) -> Self {
        json.into_iter().map(T::from_json).collect()
    }
}

pub(super) fn serialize<T: Utf16, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.to_json().serialize(serializer)
}

pub(super) fn deserialize<'de, T: Utf16, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::Json::deserialize(deserializer).map(T::from_json)
}
