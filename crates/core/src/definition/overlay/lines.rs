//! The lines of a section that an overlay changes.

use std::collections::BTreeSet;

use crate::text::template::Template;

use super::super::compile::parse_template;
use super::super::document::{Body, Document, Line, Section};
use super::super::error::{DefinitionError, Place};

/// Key of the line that replaces all lines of a section.
pub(super) const REPLACEMENT: &str = "replacement";

pub(super) fn plain_line(key: &str, text: &str, place: &Place) -> Line {
    Line {
        key: key.to_owned(),
        when: Vec::new(),
        glue: None,
        body: Body::Text(text.to_owned()),
        place: Place { key: format!("{}.{key}", place.key), ..place.clone() },
    }
}

/// `name`, or `name_2` and so on when an earlier overlay took it.
pub(super) fn free_key(section: &Section, name: &str) -> String {
    let taken = |key: &str| has_key(section, key);
    if !taken(name) {
        return name.to_owned();
    }
    let mut number = 2;
    while taken(&format!("{name}_{number}")) {
        number += 1;
    }
    format!("{name}_{number}")
}

/// The error of a key that no line or fragment has.
pub(super) fn no_such_line(section: &Section, place: &Place) -> DefinitionError {
    let mut known = known_lines(section);
    if !section.fragments.is_empty() {
        known = format!("{known}; as fragments: {}", keys(&section.fragments));
    }
    place.error("there is no such line", known)
}

/// The error of a key that cannot be dropped.
pub(super) fn cannot_drop(section: &Section, key: &str, place: &Place) -> DefinitionError {
    if section.fragments.iter().any(|fragment| fragment.key == key) {
        return place.error(
            "a fragment cannot be dropped",
            "drop the line that uses it, or give the fragment another text or condition",
        );
    }
    no_such_line(section, place)
}

pub(super) fn known_lines(section: &Section) -> String {
    format!("the section has: {}", keys(&section.lines))
}

fn keys(lines: &[Line]) -> String {
    lines.iter().map(|line| &*line.key).collect::<Vec<_>>().join(", ")
}

/// Whether a line or fragment of the section has this key.
pub(super) fn has_key(section: &Section, key: &str) -> bool {
    section.lines.iter().chain(&section.fragments).any(|line| line.key == key)
}

pub(super) fn drop_unused_fragments(section: &mut Section) {
    let mut used = BTreeSet::new();
    for line in &section.lines {
        if let Body::Text(text) = &line.body
            && let Ok(template) = Template::parse(text)
        {
            used.extend(template.slots().map(str::to_owned));
        }
    }
    section.fragments.retain(|fragment| used.contains(&fragment.key));
}

/// Keeps a section whose every line is bare in prompt mode `none` when it is replaced: the new line
/// stands for the first of them.
pub(super) fn keep_bare(bare: &mut [String], section: &Section, id: &str) {
    let reference = |line: &Line| format!("{id}.{}", line.key);
    if section.lines.iter().all(|line| bare.contains(&reference(line)))
        && let Some(first) = section.lines.first().map(reference)
        && let Some(entry) = bare.iter_mut().find(|entry| **entry == first)
    {
        *entry = format!("{id}.{REPLACEMENT}");
    }
}

pub(super) fn keep_existing_bare_lines(document: &mut Document, id: &str) {
    let Some(section) = document.sections.get(id) else { return };
    document.bare.retain(|reference| match reference.split_once('.') {
        Some((owner, key)) if owner == id => section.lines.iter().any(|line| line.key == key),
        _ => true,
    });
}

pub(super) fn same_placeholders(
    old: &str,
    new: &str,
    place: &Place,
) -> Result<(), DefinitionError> {
    let old = parse_template(old, place)?;
    let new = parse_template(new, place)?;
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) =
        (old.slots().collect(), new.slots().collect());
    if let Some(name) = old.difference(&new).next() {
        return Err(place.error(
            format!("placeholder \"{{{name}}}\" is missing"),
            "use every placeholder of the text it replaces",
        ));
    }
    if let Some(name) = new.difference(&old).next() {
        return Err(place.error(
            format!("placeholder \"{{{name}}}\" is not offered here"),
            "use only the placeholders of the text it replaces, or insert a line of your own",
        ));
    }
    Ok(())
}
