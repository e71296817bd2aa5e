//! The prompt as a document: sections, their order and conditions, and every sentence.
//!
//! The files under `prompt/` are read, checked and compiled when this crate is built; a process pays
//! nothing for them at start. An [`Overlay`] changes the document at run time and goes through the same
//! loader and the same checks.

mod compile;
mod document;
mod error;
mod fact;
mod outline;
mod overlay;
mod vocabulary;
mod volatile;

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::text::template::Template;

pub use document::{File, Files};
pub use error::{DefinitionError, Place};
pub use fact::{CAPACITY, Condition, FAMILIES, FactSet, Family, NAMED, Named, OpenFact, Term};
pub use outline::{Outline, OutlineBody, OutlineLine, OutlineSection};
pub use overlay::{Change, Overlay};
pub use vocabulary::{BOUNDARY_SECTION, COMPUTED, Computed, SLOTS, SOURCES, Slot, Source};
pub use volatile::PrefixGuard;

/// A checked and compiled definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// All sections in the order of the prompt.
    pub sections: Cow<'static, [Section]>,
    /// Index of the first section below the cache boundary.
    pub first_dynamic: usize,
    /// The lines of prompt mode `none`.
    pub bare: Cow<'static, [LineReference]>,
    /// The open facts, numbered after the named ones.
    pub open_facts: Cow<'static, [OpenFact]>,
    /// Texts outside sections, shorter keys first.
    pub texts: Cow<'static, [TextEntry]>,
}

/// A section of the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Name of the section.
    pub id: Cow<'static, str>,
    /// First element; empty when the section has none.
    pub heading: Cow<'static, [u16]>,
    /// When the section appears.
    pub when: Condition,
    /// Where its words come from.
    pub source: Source,
    /// The lines in reading order.
    pub lines: Cow<'static, [Line]>,
    /// Texts that lines of this section use as placeholders.
    pub fragments: Cow<'static, [Line]>,
}

/// A line of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Name of the line within its section.
    pub key: Cow<'static, str>,
    /// When the line appears, given that its section does.
    pub when: Condition,
    /// Joins the line to the one before it with this text instead of a line feed.
    pub glue: Option<Cow<'static, [u16]>>,
    /// What the line says.
    pub body: Body,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// A sentence of the definition.
    Text(Cow<'static, [LinePiece]>),
    /// Made by Rust.
    Computed(Computed),
}

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinePiece {
    /// Literal UTF-16 code units.
    Units(Cow<'static, [u16]>),
    /// A value.
    Slot(Slot),
    /// The fragment with this index, when its condition holds.
    Fragment(usize),
}

/// A line by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineReference {
    /// Index of the section.
    pub section: usize,
    /// Index of the line.
    pub line: usize,
}

/// A text outside sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEntry {
    /// Dotted key, such as `token.silent`.
    pub key: Cow<'static, str>,
    /// The text.
    pub template: Template,
}

/// The order of texts: by length, which is compared without a look at the keys, then by key. A search compares only the
/// few keys that are as long as the one it looks for.
fn by_length(key: &str, other: &str) -> Ordering {
    key.len().cmp(&other.len()).then_with(|| key.cmp(other))
}

impl Definition {
    /// Reads, checks and compiles `files`.
    pub fn load(files: &Files<'_>) -> Result<Self, DefinitionError> {
        compile::compile(&document::Document::load(files)?)
    }

    /// Applies `overlays` in order to `files`; also tells what each of them changed.
    pub fn with_overlays(
        files: &Files<'_>,
        overlays: &[Overlay],
    ) -> Result<(Self, Vec<Change>), DefinitionError> {
        let mut document = document::Document::load(files)?;
        let mut definition = compile::compile(&document)?;
        let mut changes = Vec::new();
        for overlay in overlays {
            overlay.apply(&mut document, &mut changes)?;
            // Compiled after each, so that an error names the overlay that caused it.
            definition = compile::compile(&document)?;
        }
        Ok((definition, changes))
    }

    /// The text with this key.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&Template> {
        let index = self.texts.binary_search_by(|entry| by_length(&entry.key, key)).ok()?;
        Some(&self.texts[index].template)
    }

    /// The text `name` of a table; like [`Definition::text`] with `table.name`.
    #[must_use]
    pub fn text_in(&self, table: &str, name: &str) -> Option<&Template> {
        // Joined on the stack: the renderer asks for a text of each tool.
        let mut key = [0; 64];
        let (head, tail) = (table.len(), table.len() + 1 + name.len());
        key.get_mut(..head)?.copy_from_slice(table.as_bytes());
        *key.get_mut(head)? = b'.';
        key.get_mut(head + 1..tail)?.copy_from_slice(name.as_bytes());
        self.text(std::str::from_utf8(&key[..tail]).ok()?)
    }

    /// How `when` spells this fact.
    #[must_use]
    pub fn fact_name(&self, fact: u16) -> String {
        let index = usize::from(fact);
        if let Some((_, name, _)) = NAMED.get(index) {
            return (*name).to_owned();
        }
        let open = &self.open_facts[index - NAMED.len()];
        let family = FAMILIES.iter().find(|(family, _)| *family == open.family);
        format!("{}:{}", family.map_or("", |(_, name)| name), open.value)
    }
}
