//! UTF-16 text in serde.
//!
//! A format for people, such as JSON, gets a string; JSON in Rust is UTF-8, so a lone surrogate becomes
//! U+FFFD on the way. Any other format gets the code units as bytes in the machine's order and loses
//! nothing: that is how the addon hands over JavaScript strings.

use std::fmt;

use bytemuck::cast_slice;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text::{Text, to_lossy, to_text};

/// A shape of text that crosses serde.
pub(super) trait Utf16: Sized {
    type Wire: Serialize + for<'de> Deserialize<'de>;
    fn to_wire(&self) -> Self::Wire;
    fn from_wire(wire: Self::Wire) -> Self;
}

/// One text on its way.
pub(super) struct Units(Text);

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&to_lossy(&self.0))
        } else {
            serializer.serialize_bytes(cast_slice(self.0.as_slice()))
        }
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_string(UnitsVisitor).map(Self)
        } else {
            deserializer.deserialize_bytes(UnitsVisitor).map(Self)
        }
    }
}

struct UnitsVisitor;

impl Visitor<'_> for UnitsVisitor {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
        Ok(to_text(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text, E> {
        let (pairs, []) = bytes.as_chunks::<2>() else {
            return Err(E::custom("must have two bytes for each code unit"));
        };
        Ok(Text::from_vec(pairs.iter().map(|pair| u16::from_ne_bytes(*pair)).collect::<Vec<_>>()))
    }
}

impl Utf16 for Text {
    type Wire = Units;
    fn to_wire(&self) -> Units {
        Units(self.clone())
    }
    fn from_wire(wire: Units) -> Self {
        wire.0
    }
}

impl<T: Utf16> Utf16 for Option<T> {
    type Wire = Option<T::Wire>;
    fn to_wire(&self) -> Self::Wire {
        self.as_ref().map(Utf16::to_wire)
    }
    fn from_wire(wire: Self::Wire) -> Self {
        wire.map(T::from_wire)
    }
}

impl<T: Utf16> Utf16 for Vec<T> {
    type Wire = Vec<T::Wire>;
    fn to_wire(&self) -> Self::Wire {
        self.iter().map(Utf16::to_wire).collect()
    }
    fn from_wire(wire: Self::Wire) -> Self {
        wire.into_iter().map(T::from_wire).collect()
    }
}

pub(super) fn serialize<T: Utf16, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.to_wire().serialize(serializer)
}

pub(super) fn deserialize<'de, T: Utf16, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::Wire::deserialize(deserializer).map(T::from_wire)
}
