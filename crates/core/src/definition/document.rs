//! The definition as it stands in its files: what overlays change and the compiler reads.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

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
    /// The file that holds the order, for errors about it.
    pub(super) order_place: Place,
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
    stable: Vec<String>,
    dynamic: Vec<String>,
    bare: Vec<String>,
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
        toml::from_str(self.text).map_err(|error| {
            let line = error.span().map_or(1, |span| self.line_at(span.start));
            let place = Place { file: self.name.to_owned(), line, key: String::new() };
            place.error(error.message().trim(), "see docs/prompt.md for the format")
        })
    }

    pub(super) fn line_at(self, offset: usize) -> usize {
        self.text.get(..offset).unwrap_or(self.text).split('\n').count()
    }

    pub(super) fn place(self, offset: usize, key: impl Into<String>) -> Place {
        Place { file: self.name.to_owned(), line: self.line_at(offset), key: key.into() }
    }
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
        Ok(Self {
            stable: order.stable,
            dynamic: order.dynamic,
            bare: order.bare,
            sections,
            texts: load_texts(files.texts)?,
            order_place: Place { file: files.order.name.to_owned(), line: 1, key: String::new() },
        })
    }

    /// Ids of all sections in the order of the prompt.
    pub(super) fn order(&self) -> impl Iterator<Item = &String> {
        self.stable.iter().chain(&self.dynamic)
    }
}

fn load_texts(file: File<'_>) -> Result<BTreeMap<String, TextEntry>, DefinitionError> {
    let tables: BTreeMap<String, BTreeMap<String, Spanned<String>>> = file.parse()?;
    let mut texts = BTreeMap::new();
    for (table, entries) in tables {
        for (name, text) in entries {
            let key = format!("{table}.{name}");
            let place = file.place(text.span().start, key.clone());
            texts.insert(key, TextEntry { text: text.into_inner(), place });
        }
    }
    Ok(texts)
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
            entries.into_iter().map(|entry| entry.into_line(file, &id)).collect()
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
    pub(super) fn into_line(self, file: File<'_>, section: &str) -> Result<Line, DefinitionError> {
        let place = file.place(self.key.span().start, format!("{section}.{}", self.key.get_ref()));
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
