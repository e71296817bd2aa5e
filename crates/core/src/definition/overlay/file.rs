//! An overlay as its file has it.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::super::document::LineEntry;
use super::position::Position;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OverlayFile {
    #[serde(default)]
    pub(super) unprotect: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) texts: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    pub(super) section: BTreeMap<String, Spanned<SectionPatch>>,
    #[serde(default)]
    pub(super) add: BTreeMap<String, Spanned<AddedSection>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionPatch {
    #[serde(default)]
    pub(super) drop: bool,
    pub(super) replace: Option<String>,
    pub(super) prepend: Option<String>,
    pub(super) append: Option<String>,
    pub(super) heading: Option<String>,
    pub(super) when: Option<Vec<String>>,
    pub(super) r#move: Option<Position>,
    #[serde(default)]
    pub(super) line: BTreeMap<String, Spanned<LinePatch>>,
    #[serde(default)]
    pub(super) insert: Vec<Insertion>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinePatch {
    #[serde(default)]
    pub(super) drop: bool,
    pub(super) text: Option<String>,
    pub(super) when: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Insertion {
    pub(super) key: Spanned<String>,
    #[serde(default)]
    pub(super) when: Vec<String>,
    pub(super) glue: Option<String>,
    pub(super) text: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AddedSection {
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) to_start_of: Option<String>,
    pub(super) to_end_of: Option<String>,
    pub(super) heading: Option<String>,
    #[serde(default)]
    pub(super) when: Vec<String>,
    pub(super) line: Vec<LineEntry>,
}

impl SectionPatch {
    /// Whether the patch says `drop` and nothing else.
    pub(super) fn is_only_drop(&self) -> bool {
        let texts = [&self.replace, &self.prepend, &self.append, &self.heading];
        texts.iter().all(|text| text.is_none())
            && self.when.is_none()
            && self.r#move.is_none()
            && self.line.is_empty()
            && self.insert.is_empty()
    }
}

/// The entries of a table as the file has them; a map sorts by key, and moves depend on order.
pub(super) fn in_file_order<T>(
    entries: &BTreeMap<String, Spanned<T>>,
) -> Vec<(&String, &Spanned<T>)> {
    let mut entries: Vec<_> = entries.iter().collect();
    entries.sort_by_key(|(_, value)| value.span().start);
    entries
}

/// The value without members that are null, which means absent.
pub(super) fn without_nulls(value: &serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Object(members) => {
            let given = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(given.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_nulls).collect()),
        other => other.clone(),
    }
}
