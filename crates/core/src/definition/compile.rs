//! Resolves conditions and placeholders: the strict check of a definition, and its fast form.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::text::template::{Piece, Template};

use super::document::{self, Body as RawBody, Document};
use super::error::{DefinitionError, Place};
use super::fact::{self, CAPACITY, Condition, FactSet, NAMED, OpenFact, Parsed, Term};
use super::vocabulary::{BOUNDARY_SECTION, Computed, Slot};
use super::{Body, Definition, Line, LinePiece, LineReference, Section, TextEntry, by_length};

pub(super) fn compile(document: &Document) -> Result<Definition, DefinitionError> {
    let mut facts = Facts::default();
    let mut sections = Vec::new();
    for id in document.order() {
        sections.push(compile_section(id, &document.sections[id], &mut facts)?);
    }
    let bare = compile_bare(document, &sections)?;
    let mut texts = Vec::new();
    for (key, entry) in &document.texts {
        let template = parse_template(&entry.text, &entry.place)?;
        texts.push(TextEntry { key: Cow::Owned(key.clone()), template });
    }
    texts.sort_by(|entry, other| by_length(&entry.key, &other.key));
    Ok(Definition {
        sections: Cow::Owned(sections),
        first_dynamic: document.stable.len(),
        bare: Cow::Owned(bare),
        open_facts: Cow::Owned(facts.open),
        texts: Cow::Owned(texts),
    })
}

fn compile_section(
    id: &str,
    section: &document::Section,
    facts: &mut Facts,
) -> Result<Section, DefinitionError> {
    check_name(id, &section.place)?;
    if id == BOUNDARY_SECTION {
        return Err(section.place.error("the cache boundary has this name", "choose another name"));
    }
    let mut keys = BTreeSet::new();
    for line in section.lines.iter().chain(&section.fragments) {
        check_name(&line.key, &line.place)?;
        if !keys.insert(&line.key) {
            return Err(line.place.error(
                format!("key \"{}\" is used twice in this section", line.key),
                "give the line another key",
            ));
        }
    }
    let fragment_keys: Vec<&str> = section.fragments.iter().map(|line| &*line.key).collect();
    let mut lines = Vec::new();
    let mut used = BTreeSet::new();
    for line in &section.lines {
        lines.push(compile_line(line, &fragment_keys, &mut used, facts)?);
    }
    let mut fragments = Vec::new();
    for line in &section.fragments {
        if !used.contains(&*line.key) {
            return Err(line.place.error("no line uses this fragment", "use it or remove it"));
        }
        fragments.push(compile_line(line, &[], &mut BTreeSet::new(), facts)?);
    }
    Ok(Section {
        id: Cow::Owned(id.to_owned()),
        heading: units(section.heading.as_deref().unwrap_or("")),
        when: facts.condition(&section.when, &section.place)?,
        source: section.source,
        lines: Cow::Owned(lines),
        fragments: Cow::Owned(fragments),
    })
}

/// Names are parts of dotted paths, so they have neither dots nor blanks.
fn check_name(name: &str, place: &Place) -> Result<(), DefinitionError> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.is_empty() && name.bytes().all(fits) {
        return Ok(());
    }
    Err(place.error(format!("\"{name}\" is not a name"), "use letters, digits, _ and - only"))
}

fn compile_line(
    line: &document::Line,
    fragments: &[&str],
    used: &mut BTreeSet<String>,
    facts: &mut Facts,
) -> Result<Line, DefinitionError> {
    let body = match &line.body {
        RawBody::Computed(name) => Body::Computed(Computed::by_name(name).ok_or_else(|| {
            line.place.error(
                format!("unknown computed line \"{name}\""),
                "use one of the computed names in docs/prompt.md",
            )
        })?),
        RawBody::Text(text) => {
            let template = parse_template(text, &line.place)?;
            let mut pieces = Vec::new();
            for piece in template.pieces.iter() {
                pieces.push(compile_piece(piece, fragments, used, &line.place)?);
            }
            Body::Text(Cow::Owned(pieces))
        }
    };
    Ok(Line {
        key: Cow::Owned(line.key.clone()),
        when: facts.condition(&line.when, &line.place)?,
        glue: line.glue.as_deref().map(units),
        body,
    })
}

fn compile_piece(
    piece: &Piece,
    fragments: &[&str],
    used: &mut BTreeSet<String>,
    place: &Place,
) -> Result<LinePiece, DefinitionError> {
    let name = match piece {
        Piece::Units(units) => return Ok(LinePiece::Units(units.clone())),
        Piece::Slot(name) => name,
    };
    if let Some(index) = fragments.iter().position(|fragment| fragment == name) {
        used.insert(name.to_string());
        return Ok(LinePiece::Fragment(index));
    }
    Slot::by_name(name).map(LinePiece::Slot).ok_or_else(|| {
        place.error(
            format!("unknown placeholder \"{{{name}}}\""),
            "use a placeholder of docs/prompt.md or a fragment of this section",
        )
    })
}

fn compile_bare(
    document: &Document,
    sections: &[Section],
) -> Result<Vec<LineReference>, DefinitionError> {
    let find = |reference: &str| {
        let (id, key) = reference.split_once('.')?;
        let section = sections.iter().position(|section| section.id == id)?;
        let line = sections[section].lines.iter().position(|line| line.key == key)?;
        Some(LineReference { section, line })
    };
    document
        .bare
        .iter()
        .map(|reference| {
            find(reference).ok_or_else(|| {
                document.bare_place.error(
                    format!("\"{reference}\" is not a line"),
                    "write section.key of an existing line",
                )
            })
        })
        .collect()
}

pub(super) fn parse_template(text: &str, place: &Place) -> Result<Template, DefinitionError> {
    Template::parse(text).map_err(|error| place.error(error.to_string(), error.remedy()))
}

pub(super) fn units(text: &str) -> Cow<'static, [u16]> {
    Cow::Owned(text.encode_utf16().collect())
}

/// Gives each open fact its number, in the order of first use.
#[derive(Default)]
struct Facts {
    open: Vec<OpenFact>,
}

impl Facts {
    fn condition(&mut self, when: &[String], place: &Place) -> Result<Condition, DefinitionError> {
        let (mut required, mut forbidden) = (FactSet::default(), FactSet::default());
        let mut terms = Vec::new();
        for entry in when {
            let (negated, spelling) = match entry.strip_prefix('!') {
                Some(rest) => (true, rest),
                None => (false, entry.as_str()),
            };
            let number = self.number(spelling, place)?;
            (if negated { &mut forbidden } else { &mut required }).insert(usize::from(number));
            terms.push(Term { fact: number, negated });
        }
        Ok(Condition { required, forbidden, terms: Cow::Owned(terms) })
    }

    fn number(&mut self, spelling: &str, place: &Place) -> Result<u16, DefinitionError> {
        let open = match fact::parse(spelling) {
            Parsed::Named(named) => return Ok(named as u16),
            Parsed::Open(open) => open,
            Parsed::Unknown => {
                return Err(place.error(
                    format!("unknown fact \"{spelling}\""),
                    "use a fact of docs/prompt.md, or tool:, may:, cap:, channel: and a lower-case name",
                ));
            }
        };
        let index = self.open.iter().position(|known| *known == open).unwrap_or_else(|| {
            self.open.push(open);
            self.open.len() - 1
        });
        let number = NAMED.len() + index;
        if number >= CAPACITY {
            return Err(
                place.error("too many different facts", "ask about fewer tools and channels")
            );
        }
        Ok(u16::try_from(number).unwrap_or(u16::MAX))
    }
}
