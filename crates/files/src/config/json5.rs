//! JSON5 text to values, with the places of faults.

use std::fmt;

use json5::Deserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
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

/// Parses a whole text. Of equal keys the last one counts. Numbers must be finite.
pub fn parse_json5(source: &str) -> Result<Value, Json5Error> {
    // A byte order mark is white space to JSON5, wherever it stands.
    json5::from_str(source).map(|Node(value)| value).map_err(|error| {
        let position = error.position();
        let line = position.map_or_else(|| source.lines().count().max(1), |at| at.line + 1);
        let column = position.map_or(0, |at| at.column + 1);
        let reason = error.code().map_or_else(|| FINITE.to_owned(), |code| code.to_string());
        Json5Error { line, column, reason }
    })
}

const FINITE: &str = "numbers must be finite";

/// A step from a value to one inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// The path as people write it: `agents.list[0].id`.
pub(super) fn path_text(path: &[Step]) -> String {
    let mut out = String::new();
    for step in path {
        match step {
            Step::Key(key) if out.is_empty() => out.push_str(key),
            Step::Key(key) => out.extend([".", key]),
            Step::Index(index) => out.extend(["[", &index.to_string(), "]"]),
        }
    }
    out
}

/// The line of the value at `path`, from 1.
///
/// The text is parsed once more and stopped at the value, which saves a table of places for every
/// config that is in order.
pub(super) fn line_of(source: &str, path: &[Step]) -> Option<usize> {
    let mut deserializer = Deserializer::from_str(source);
    let error = Locate(path).deserialize(&mut deserializer).err()?;
    error.position().map(|position| position.line + 1)
}

/// A value with numbers as JavaScript has them.
struct Node(Value);

impl<'de> serde::Deserialize<'de> for Node {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor).map(Self)
    }
}

struct NodeVisitor;

/// Largest integer up to which every integer is exact in JavaScript.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

fn number<E: serde::de::Error>(value: f64) -> Result<Value, E> {
    let exact = value.fract() == 0.0 && value.abs() <= MAX_EXACT;
    if exact && !(value == 0.0 && value.is_sign_negative()) {
        #[expect(clippy::cast_possible_truncation, reason = "whole and at most 2^53")]
        return Ok(Value::from(value as i64));
    }
    serde_json::Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom(FINITE))
}

impl<'de> Visitor<'de> for NodeVisitor {
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
        number(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        number(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_u128<E: serde::de::Error>(self, value: u128) -> Result<Value, E> {
        number(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript rounds the same way")]
    fn visit_i128<E: serde::de::Error>(self, value: i128) -> Result<Value, E> {
        number(value as f64)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        number(value)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Node(value)) = entries.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, Node(value))) = entries.next_entry::<String, Node>()? {
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

/// Walks to the value at a path and fails there.
struct Locate<'a>(&'a [Step]);

impl<'de> DeserializeSeed<'de> for Locate<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.is_empty() {
            return deserializer.deserialize_any(Stop);
        }
        deserializer.deserialize_any(LocateVisitor(self.0))
    }
}

/// Refuses every value, which makes the parser tell where it stands.
struct Stop;

impl Visitor<'_> for Stop {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("nothing")
    }
}

struct LocateVisitor<'a>(&'a [Step]);

impl<'de> Visitor<'de> for LocateVisitor<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(key) = entries.next_key::<String>()? {
            if self.0[0] == Step::Key(key) {
                entries.next_value_seed(Locate(&self.0[1..]))?;
            } else {
                entries.next_value::<Node>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        for index in 0.. {
            let more = if self.0[0] == Step::Index(index) {
                entries.next_element_seed(Locate(&self.0[1..]))?.is_some()
            } else {
                entries.next_element::<Node>()?.is_some()
            };
            if !more {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json5_is_read_as_javascript_reads_it() {
        let source = "\u{FEFF}{ // note\n a: 'x', \"b\": [1.0, .5, 0x10, -2, 1e3,], c: null, a: \"y\\\nz\" }";
        let value = parse_json5(source).unwrap();
        assert_eq!(value, json!({"a": "yz", "b": [1, 0.5, 16, -2, 1000], "c": null}));
        assert_eq!(value.as_object().unwrap().keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        let large = parse_json5("[123456789012345678901234567890, 18446744073709551616]").unwrap();
        assert_eq!(large, json!([1.234_567_890_123_456_8e29, 18_446_744_073_709_551_616_f64]));
        assert!(parse_json5("-0.0").unwrap().as_f64().unwrap().is_sign_negative());
    }

    #[test]
    fn a_fault_is_named_by_its_place_and_not_by_the_text() {
        let error = |source| parse_json5(source).unwrap_err();
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
    fn a_value_is_found_by_its_path() {
        let source = "{\n a: 1,\n b: [\n  {},\n  { c:\n   'x' },\n ],\n}";
        let (b, c) = (Step::Key("b".to_owned()), Step::Key("c".to_owned()));
        assert_eq!(line_of(source, &[b.clone(), Step::Index(1), c.clone()]), Some(6));
        assert_eq!(line_of(source, &[b.clone(), Step::Index(0)]), Some(4));
        assert_eq!(line_of(source, std::slice::from_ref(&b)), Some(3));
        assert_eq!(line_of(source, std::slice::from_ref(&c)), None);
        assert_eq!(path_text(&[b, Step::Index(1), c]), "b[1].c");
    }
}
