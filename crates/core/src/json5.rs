//! JSON5 text as JavaScript's values: what configs and the `metadata` of skills are written in.

use std::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Where and why a text is not JSON5. It shows nothing of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Json5Error {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters; 0 when only the line is known.
    pub column: usize,
    /// What the parser missed, such as `expected comma`.
    pub reason: String,
}

/// What becomes of `NaN` and the infinities, for which JSON has no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonFinite {
    /// They are an error.
    Refused,
    /// They read as `null`.
    Null,
}

/// Lists and objects that may stand in one another.
///
/// The parser calls itself for each of them, and a stack that ends takes the process with it.
pub const DEEPEST: usize = 100;

const FINITE: &str = "numbers must be finite";
const TOO_DEEP: &str = "nested deeper than 100 levels";

/// Parses a whole text. Of equal keys the last one counts.
pub fn parse_json5(source: &str, non_finite: NonFinite) -> Result<Value, Json5Error> {
    // A byte order mark is white space to JSON5, wherever it stands.
    let value = match non_finite {
        NonFinite::Refused => json5::from_str(source).map(|Document::<false>(value)| value),
        NonFinite::Null => json5::from_str(source).map(|Document::<true>(value)| value),
    };
    value.map_err(|error| {
        let position = error.position();
        let line = position.map_or_else(|| source.lines().count().max(1), |at| at.line + 1);
        let column = position.map_or(0, |at| at.column + 1);
        let own = if error.to_string().starts_with(TOO_DEEP) { TOO_DEEP } else { FINITE };
        let reason = error.code().map_or_else(|| own.to_owned(), |code| code.to_string());
        Json5Error { line, column, reason }
    })
}

/// A whole text, in which non-finite numbers may read as `null`.
struct Document<const NULLS: bool>(Value);

impl<'de, const NULLS: bool> Deserialize<'de> for Document<NULLS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let non_finite = if NULLS { NonFinite::Null } else { NonFinite::Refused };
        Node { left: DEEPEST, non_finite }.deserialize(deserializer).map(Self)
    }
}

/// Reads a value with numbers as JavaScript has them.
#[derive(Clone, Copy)]
struct Node {
    /// Lists and objects that may still be opened.
    left: usize,
    non_finite: NonFinite,
}

impl Node {
    /// The same for what stands inside.
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        let left = self.left.checked_sub(1).ok_or_else(|| E::custom(TOO_DEEP))?;
        Ok(Self { left, ..self })
    }

    fn number<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        /// Largest integer up to which every integer is exact in JavaScript.
        const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
        let exact = value.fract() == 0.0 && value.abs() <= MAX_EXACT;
        if exact && !(value == 0.0 && value.is_sign_negative()) {
            #[expect(clippy::cast_possible_truncation, reason = "whole and at most 2^53")]
            return Ok(Value::from(value as i64));
        }
        match (serde_json::Number::from_f64(value), self.non_finite) {
            (Some(number), _) => Ok(Value::Number(number)),
            (None, NonFinite::Null) => Ok(Value::Null),
            (None, NonFinite::Refused) => Err(E::custom(FINITE)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Node {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON5 value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        self.number(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        self.number(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_u128<E: serde::de::Error>(self, value: u128) -> Result<Value, E> {
        self.number(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_i128<E: serde::de::Error>(self, value: i128) -> Result<Value, E> {
        self.number(value as f64)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        self.number(value)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(value) = entries.next_element_seed(inner)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            object.insert(key, entries.next_value_seed(inner)?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(source: &str) -> Result<Value, Json5Error> {
        parse_json5(source, NonFinite::Refused)
    }

    #[test]
    fn json5_is_read_as_javascript_reads_it() {
        let source = "\u{FEFF}{ // note\n a: 'x', \"b\": [1.0, .5, 0x10, -2, 1e3,], c: null, a: \"y\\\nz\" }";
        let value = parse(source).unwrap();
        assert_eq!(value, json!({"a": "yz", "b": [1, 0.5, 16, -2, 1000], "c": null}));
        assert_eq!(value.as_object().unwrap().keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        let large = parse("[123456789012345678901234567890, 18446744073709551616]").unwrap();
        assert_eq!(large, json!([1.234_567_890_123_456_8e29, 18_446_744_073_709_551_616_f64]));
        assert!(parse("-0.0").unwrap().as_f64().unwrap().is_sign_negative());
    }

    #[test]
    fn a_fault_is_named_by_its_place_and_not_by_the_text() {
        let error = |source| parse(source).unwrap_err();
        let secret = error("{\n  token: \"s3cret\" other: 1\n}");
        assert_eq!((secret.line, secret.column), (2, 19), "{secret:?}");
        assert_eq!(secret.reason, "expected comma");
        assert_eq!(error("\n{\n\n").line, 2, "the object that is not closed");
        assert_eq!(error("").line, 1);
        assert_eq!(error("{} x").reason, "trailing characters");
        assert_eq!(
            error("[1,\n NaN]"),
            Json5Error { line: 2, column: 2, reason: FINITE.to_owned() }
        );
        assert_eq!(error("{a: \"\\ud800\"}").line, 1);
    }

    #[test]
    fn numbers_that_json_lacks_can_read_as_null() {
        let read = |source| parse_json5(source, NonFinite::Null);
        assert_eq!(read("[NaN, -Infinity, 1]"), Ok(json!([null, null, 1])));
    }

    /// A closing bracket in a string or a comment does not make the nesting any flatter.
    #[test]
    fn nesting_is_limited_whatever_stands_between() {
        for (open, close) in
            [("[", "]"), ("{a:", "}"), ("['}]',", "]"), ("[/*]*/", "]"), ("[//]\n", "]")]
        {
            let nested = |depth| format!("{}{}", open.repeat(depth), close.repeat(depth));
            assert!(parse(&nested(DEEPEST - 1).replace("{a:}", "{a:1}")).is_ok(), "{open}");
            for depth in [DEEPEST + 1, 100_000] {
                assert_eq!(parse(&nested(depth)).unwrap_err().reason, TOO_DEEP, "{open}");
                assert_eq!(parse(&open.repeat(depth)).unwrap_err().reason, TOO_DEEP, "{open}");
            }
        }
    }
}
