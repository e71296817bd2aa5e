//! The definition as it stands in its files: what overlays change and the compiler reads.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{DefinitionError, Place};
use super::vocabulary::Source;

/// All sections and texts, before conditions and placeholders are resolved.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) stable: Vec<String>,
    pub(super) dynamic: Vec<String>,
    pub(super) bare: Vec<String>,
    pub(super) sections: BTreeMap<String, Section>,
    pub(super) texts: BTreeMap<String, TextEntry>,
    /// Where the bare lines are listed, for errors about them.
    pub(super) bare_place: Place,
}

#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) heading: Option<String>,
    pub(super) when: Vec<String>,
    pub(super) source: Source,
    pub(super) protected: bool,
    pub(super) lines: Vec<Line>,
    pub(super) fragments: Vec<Line>,
    pub(super) place: Place,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) key: String,
    pub(super) when: Vec<String>,
    pub(super) glue: Option<String>,
    pub(super) body: Body,
    pub(super) place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Body {
    Text(String),
    Computed(String),
}

#[derive(Debug, Clone)]
pub(super) struct TextEntry {
    pub(super) text: String,
    pub(super) place: Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrderFile {
    stable: Vec<Spanned<String>>,
    dynamic: Vec<Spanned<String>>,
    bare: Spanned<Vec<String>>,
}

/// A section as a file or an overlay writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionFile {
    heading: Option<String>,
    #[serde(default)]
    when: Vec<String>,
    source: Option<String>,
    #[serde(default)]
    protected: bool,
    #[serde(default)]
    line: Vec<LineEntry>,
    #[serde(default)]
    fragment: Vec<LineEntry>,
}

/// A line or fragment as a file or an overlay writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineEntry {
    pub(super) key: Spanned<String>,
    #[serde(default)]
    when: Vec<String>,
    glue: Option<String>,
    text: Option<String>,
    computed: Option<String>,
}

/// One file of TOML text.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Name in errors.
    pub name: &'a str,
    /// The TOML text.
    pub text: &'a str,
}

impl File<'_> {
    pub(super) fn parse<T: serde::de::DeserializeOwned>(self) -> Result<T, DefinitionError> {
        toml::from_str(self.text).map_err(|error| self.fault(&error))
    }

    /// What the TOML parser found, with its place.
    fn fault(self, error: &toml::de::Error) -> DefinitionError {
        let offset = error.span().map_or(0, |span| span.start);
        let place = self.place(offset, self.key_at(offset));
        place.error(error.message().trim(), "see docs/prompt.md for the format")
    }

    /// Dotted path of the innermost entry at this offset; empty when the text is no TOML at all.
    fn key_at(self, offset: usize) -> String {
        let Ok(table) = DeTable::parse(self.text) else { return String::new() };
        let mut path = Vec::new();
        key_path(table.get_ref(), offset, &mut path);
        path.join(".")
    }

    pub(super) fn line_at(self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(self.text);
        1 + before.bytes().filter(|byte| *byte == b'\n').count()
    }

    pub(super) fn place(self, offset: usize, key: impl Into<String>) -> Place {
        Place { file: self.name.to_owned(), line: self.line_at(offset), key: key.into() }
    }
}

/// Adds the keys that lead to the entry at `offset`; tells whether there is one.
fn key_path(table: &DeTable<'_>, offset: usize, path: &mut Vec<String>) -> bool {
    for (key, value) in table {
        path.push(key.get_ref().to_string());
        if value_path(value, offset, path) || key.span().contains(&offset) {
            return true;
        }
        path.pop();
    }
    false
}

fn value_path(value: &Spanned<DeValue<'_>>, offset: usize, path: &mut Vec<String>) -> bool {
    let inside = match value.get_ref() {
        DeValue::Table(table) => key_path(table, offset, path),
        DeValue::Array(items) => items.iter().any(|item| value_path(item, offset, path)),
        _ => false,
    };
    inside || value.span().contains(&offset)
}

/// The files of the definition.
#[derive(Debug, Clone, Copy)]
pub struct Files<'a> {
    /// `prompt.toml`.
    pub order: File<'a>,
    /// `texts.toml`.
    pub texts: File<'a>,
    /// Each section's id and file.
    pub sections: &'a [(&'a str, File<'a>)],
}

impl Document {
    pub(super) fn load(files: &Files<'_>) -> Result<Self, DefinitionError> {
        let order: OrderFile = files.order.parse()?;
        let mut sections = BTreeMap::new();
        for (id, file) in files.sections {
            let section = file.parse::<SectionFile>()?;
            let place = Place { file: file.name.to_owned(), line: 1, key: (*id).to_owned() };
            sections.insert((*id).to_owned(), section.into_section(*file, place)?);
        }
        check_order(files.order, &order, &sections)?;
        let ids = |list: Vec<Spanned<String>>| list.into_iter().map(Spanned::into_inner).collect();
        Ok(Self {
            stable: ids(order.stable),
            dynamic: ids(order.dynamic),
            bare_place: files.order.place(order.bare.span().start, "bare"),
            bare: order.bare.into_inner(),
            sections,
            texts: load_texts(files.texts)?,
        })
    }

    /// Ids of all sections in the order of the prompt.
    pub(super) fn order(&self) -> impl Iterator<Item = &String> {
        self.stable.iter().chain(&self.dynamic)
    }
}

/// Each section has one place in the order. Overlays keep it so.
fn check_order(
    file: File<'_>,
    order: &OrderFile,
    sections: &BTreeMap<String, Section>,
) -> Result<(), DefinitionError> {
    let mut seen = BTreeSet::new();
    for id in order.stable.iter().chain(&order.dynamic) {
        let place = file.place(id.span().start, id.get_ref());
        if !sections.contains_key(id.get_ref()) {
            return Err(place.error(
                "the section is ordered but does not exist",
                "add its file or take it out of the order",
            ));
        }
        if !seen.insert(id.get_ref()) {
            return Err(place.error("the section is ordered twice", "keep one place for it"));
        }
    }
    match sections.iter().find(|(id, _)| !seen.contains(id)) {
        Some((_, section)) => Err(section.place.error(
            "the section exists but is not ordered",
            "add it to stable or dynamic in prompt.toml",
        )),
        None => Ok(()),
    }
}

fn load_texts(file: File<'_>) -> Result<BTreeMap<String, TextEntry>, DefinitionError> {
    let tables = DeTable::parse(file.text).map_err(|error| file.fault(&error))?;
    let mut texts = BTreeMap::new();
    collect_texts(file, "", tables.into_inner(), &mut texts)?;
    Ok(texts)
}

/// Adds the texts of a table and of the tables in it under their dotted keys.
fn collect_texts(
    file: File<'_>,
    prefix: &str,
    table: DeTable<'_>,
    texts: &mut BTreeMap<String, TextEntry>,
) -> Result<(), DefinitionError> {
    for (name, value) in table {
        let key = format!("{prefix}{}", name.get_ref());
        let place = file.place(value.span().start, key.clone());
        match value.into_inner() {
            DeValue::String(text) => {
                texts.insert(key, TextEntry { text: text.into_owned(), place });
            }
            DeValue::Table(inner) => collect_texts(file, &format!("{key}."), inner, texts)?,
            _ => return Err(place.error("a text must be a string", "put it in quotes")),
        }
    }
    Ok(())
}

impl SectionFile {
    fn into_section(self, file: File<'_>, place: Place) -> Result<Section, DefinitionError> {
        let source = match &self.source {
            None => Source::Definition,
            Some(name) => Source::by_name(name).ok_or_else(|| {
                place.error(
                    format!("unknown source \"{name}\""),
                    "use one of the sources in docs/prompt.md",
                )
            })?,
        };
        let id = place.key.clone();
        let convert = |entries: Vec<LineEntry>| -> Result<Vec<Line>, DefinitionError> {
            let line = |entry: LineEntry| {
                let key = format!("{id}.{}", entry.key.get_ref());
                let place = file.place(entry.key.span().start, key);
                entry.into_line(place)
            };
            entries.into_iter().map(line).collect()
        };
        Ok(Section {
            heading: self.heading,
            when: self.when,
            source,
            protected: self.protected,
            lines: convert(self.line)?,
            fragments: convert(self.fragment)?,
            place,
        })
    }
}

impl LineEntry {
    pub(super) fn into_line(self, place: Place) -> Result<Line, DefinitionError> {
        let body = match (self.text, self.computed) {
            (Some(text), None) => Body::Text(text),
            (None, Some(name)) => Body::Computed(name),
            _ => {
                return Err(place.error(
                    "a line has either text or computed",
                    "give it exactly one of the two",
                ));
            }
        };
        Ok(Line { key: self.key.into_inner(), when: self.when, glue: self.glue, body, place })
    }
}
