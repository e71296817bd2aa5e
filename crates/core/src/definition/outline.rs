//! A definition as plain data, for tools that need to know all its sections, lines and texts.

use crate::text::template::{Piece, Template};

use super::{Body, COMPUTED, Condition, Definition, Line, LinePiece, SLOTS, Section, TextEntry};

/// Everything that a definition says, spelled as in its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// All sections in the order of the prompt.
    pub sections: Vec<OutlineSection>,
    /// Texts outside sections: dotted key and text, sorted by key.
    pub texts: Vec<(String, String)>,
    /// The lines of prompt mode `none`, as `section.key`.
    pub bare: Vec<String>,
}

/// A section of an [`Outline`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineSection {
    /// Name of the section.
    pub id: String,
    /// Whether it stands above the cache boundary.
    pub stable: bool,
    /// First element; empty when the section has none.
    pub heading: String,
    /// Condition of the section.
    pub when: Vec<String>,
    /// The lines in reading order.
    pub lines: Vec<OutlineLine>,
    /// Texts that lines of this section use as placeholders.
    pub fragments: Vec<OutlineLine>,
}

/// A line of an [`OutlineSection`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineLine {
    /// Name of the line within its section.
    pub key: String,
    /// Condition of the line, given that its section shows.
    pub when: Vec<String>,
    /// Text that joins the line to the one before it instead of a line feed.
    pub glue: Option<String>,
    /// The sentence, or the name of what Rust computes.
    pub body: OutlineBody,
}

/// What an [`OutlineLine`] says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutlineBody {
    /// A sentence with `{placeholder}`s and doubled literal braces.
    Text(String),
    /// Name of a computed line.
    Computed(&'static str),
}

impl Definition {
    /// What the definition says, overlays included.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let sections = self.sections.iter().enumerate();
        let bare = self.bare.iter().map(|reference| {
            let section = &self.sections[reference.section];
            format!("{}.{}", section.id, section.lines[reference.line].key)
        });
        let text = |entry: &TextEntry| (entry.key.to_string(), template_source(&entry.template));
        let mut texts: Vec<(String, String)> = self.texts.iter().map(text).collect();
        texts.sort_unstable();
        Outline {
            sections: sections
                .map(|(index, section)| self.outline_section(index, section))
                .collect(),
            texts,
            bare: bare.collect(),
        }
    }

    fn outline_section(&self, index: usize, section: &Section) -> OutlineSection {
        let lines =
            |lines: &[Line]| lines.iter().map(|line| self.outline_line(section, line)).collect();
        OutlineSection {
            id: section.id.to_string(),
            stable: index < self.first_dynamic,
            heading: decoded(&section.heading),
            when: self.terms(&section.when),
            lines: lines(&section.lines),
            fragments: lines(&section.fragments),
        }
    }

    fn outline_line(&self, section: &Section, line: &Line) -> OutlineLine {
        OutlineLine {
            key: line.key.to_string(),
            when: self.terms(&line.when),
            glue: line.glue.as_deref().map(decoded),
            body: match &line.body {
                Body::Text(pieces) => OutlineBody::Text(line_source(section, pieces)),
                Body::Computed(computed) => {
                    let known = COMPUTED.iter().find(|(member, _)| member == computed);
                    OutlineBody::Computed(known.map_or("", |(_, name)| name))
                }
            },
        }
    }

    fn terms(&self, condition: &Condition) -> Vec<String> {
        let spell = |negated: bool, name: String| if negated { format!("!{name}") } else { name };
        condition.terms.iter().map(|term| spell(term.negated, self.fact_name(term.fact))).collect()
    }
}

fn line_source(section: &Section, pieces: &[LinePiece]) -> String {
    let source = |piece: &LinePiece| match piece {
        LinePiece::Units(units) => doubled_braces(units),
        LinePiece::Slot(slot) => {
            let known = SLOTS.iter().find(|(member, _)| member == slot);
            format!("{{{}}}", known.map_or("", |(_, name)| name))
        }
        LinePiece::Fragment(index) => format!("{{{}}}", section.fragments[*index].key),
    };
    pieces.iter().map(source).collect()
}

fn template_source(template: &Template) -> String {
    let source = |piece: &Piece| match piece {
        Piece::Units(units) => doubled_braces(units),
        Piece::Slot(name) => format!("{{{name}}}"),
    };
    template.pieces.iter().map(source).collect()
}

fn doubled_braces(units: &[u16]) -> String {
    decoded(units).replace('{', "{{").replace('}', "}}")
}

/// Texts of a definition come from TOML, so they are well formed.
fn decoded(units: &[u16]) -> String {
    String::from_utf16_lossy(units)
}
