//! JSON5 text to values, with the places of faults.

use std::fmt;

use json5::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};

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
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        for index in 0.. {
            let more = if self.0[0] == Step::Index(index) {
                entries.next_element_seed(Locate(&self.0[1..]))?.is_some()
            } else {
                entries.next_element::<IgnoredAny>()?.is_some()
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
    use super::*;

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
