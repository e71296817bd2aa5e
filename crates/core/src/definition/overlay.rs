//! Changes to the document: what an operator edits instead of forking the prompt.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;

use crate::text::template::Template;

use super::compile::parse_template;
use super::document::{Body, Document, File, Line, LineEntry, Section, TextEntry};
use super::error::{DefinitionError, Place};
use super::vocabulary::Source;

/// A parsed overlay.
#[derive(Debug)]
pub struct Overlay {
    name: String,
    source: String,
    has_lines: bool,
    content: OverlayFile,
}

/// One thing that an overlay changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Name of the overlay.
    pub overlay: String,
    /// Dotted path of what it changed.
    pub key: String,
    /// What it did.
    pub action: &'static str,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OverlayFile {
    #[serde(default)]
    unprotect: Vec<String>,
    #[serde(default)]
    texts: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    section: BTreeMap<String, Spanned<SectionPatch>>,
    #[serde(default)]
    add: BTreeMap<String, Spanned<AddedSection>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionPatch {
    #[serde(default)]
    drop: bool,
    replace: Option<String>,
    prepend: Option<String>,
    append: Option<String>,
    heading: Option<String>,
    when: Option<Vec<String>>,
    r#move: Option<Position>,
    #[serde(default)]
    line: BTreeMap<String, Spanned<LinePatch>>,
    #[serde(default)]
    insert: Vec<Insertion>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinePatch {
    #[serde(default)]
    drop: bool,
    text: Option<String>,
    when: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Insertion {
    key: Spanned<String>,
    #[serde(default)]
    when: Vec<String>,
    glue: Option<String>,
    text: String,
    before: Option<String>,
    after: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    before: Option<String>,
    after: Option<String>,
    to_start_of: Option<String>,
    to_end_of: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AddedSection {
    before: Option<String>,
    after: Option<String>,
    to_start_of: Option<String>,
    to_end_of: Option<String>,
    heading: Option<String>,
    #[serde(default)]
    when: Vec<String>,
    line: Vec<LineEntry>,
}

impl Overlay {
    /// Parses TOML text; `name` is how errors call it.
    pub fn parse(name: &str, text: &str) -> Result<Self, DefinitionError> {
        let content = File { name, text }.parse()?;
        Ok(Self { name: name.to_owned(), source: text.to_owned(), has_lines: true, content })
    }

    /// Reads an overlay of the same shape that did not come from text.
    pub fn from_json(name: &str, value: &serde_json::Value) -> Result<Self, DefinitionError> {
        let place = Place { file: name.to_owned(), ..Place::default() };
        let text = toml::to_string(value)
            .map_err(|error| place.error(error.to_string(), "leave out null and functions"))?;
        let mut overlay = Self::parse(name, &text).map_err(|mut error| {
            error.place.line = 0;
            error
        })?;
        overlay.has_lines = false;
        Ok(overlay)
    }

    fn place(&self, offset: usize, key: impl Into<String>) -> Place {
        let file = File { name: &self.name, text: &self.source };
        let mut place = file.place(offset, key);
        if !self.has_lines {
            place.line = 0;
        }
        place
    }

    pub(super) fn apply(
        &self,
        document: &mut Document,
        changes: &mut Vec<Change>,
    ) -> Result<(), DefinitionError> {
        let mut log = |key: String, action: &'static str| {
            changes.push(Change { overlay: self.name.clone(), key, action });
        };
        for (key, text) in &self.content.texts {
            self.change_text(document, key, text)?;
            log(format!("texts.{key}"), "text changed");
        }
        for (id, added) in in_file_order(&self.content.add) {
            self.add_section(document, id, added)?;
            log(id.clone(), "section added");
        }
        for (id, patch) in in_file_order(&self.content.section) {
            self.patch_section(document, id, patch, &mut log)?;
        }
        Ok(())
    }

    fn change_text(
        &self,
        document: &mut Document,
        key: &str,
        text: &Spanned<String>,
    ) -> Result<(), DefinitionError> {
        let place = self.place(text.span().start, format!("texts.{key}"));
        let entry = document.texts.get_mut(key).ok_or_else(|| {
            place.error(
                "there is no such text",
                "use a key of prompt/texts.toml, such as \"token.silent\"",
            )
        })?;
        same_placeholders(&entry.text, text.get_ref(), &place)?;
        *entry = TextEntry { text: text.get_ref().clone(), place };
        Ok(())
    }

    fn add_section(
        &self,
        document: &mut Document,
        id: &str,
        added: &Spanned<AddedSection>,
    ) -> Result<(), DefinitionError> {
        let place = self.place(added.span().start, id);
        let added = added.get_ref();
        if document.sections.contains_key(id) {
            return Err(place.error("a section of this name exists", "choose another name"));
        }
        let position = Position {
            before: added.before.clone(),
            after: added.after.clone(),
            to_start_of: added.to_start_of.clone(),
            to_end_of: added.to_end_of.clone(),
        };
        let mut lines = Vec::new();
        for entry in &added.line {
            lines.push(self.line(id, entry.clone())?);
        }
        let section = Section {
            heading: added.heading.clone(),
            when: added.when.clone(),
            source: Source::Overlay,
            protected: false,
            lines,
            fragments: Vec::new(),
            place: place.clone(),
        };
        document.sections.insert(id.to_owned(), section);
        place_section(document, id, &position, &place)
    }

    fn line(&self, section: &str, entry: LineEntry) -> Result<Line, DefinitionError> {
        let mut line = entry.into_line(File { name: &self.name, text: &self.source }, section)?;
        if !self.has_lines {
            line.place.line = 0;
        }
        Ok(line)
    }

    fn patch_section(
        &self,
        document: &mut Document,
        id: &str,
        patch: &Spanned<SectionPatch>,
        log: &mut impl FnMut(String, &'static str),
    ) -> Result<(), DefinitionError> {
        let place = self.place(patch.span().start, id);
        let patch = patch.get_ref();
        let section = document.sections.get_mut(id).ok_or_else(|| {
            place.error("there is no such section", "see the ids in prompt/prompt.toml, or use add")
        })?;
        let weakens = patch.drop
            || patch.replace.is_some()
            || patch.heading.is_some()
            || patch.when.is_some()
            || !patch.line.is_empty();
        if section.protected && weakens && !self.content.unprotect.iter().any(|name| name == id) {
            let remedy = format!("add unprotect = [\"{id}\"] if you mean it, or only extend it");
            return Err(place.error("this section is protected", remedy));
        }
        if patch.drop {
            document.sections.remove(id);
            document.stable.retain(|other| other != id);
            document.dynamic.retain(|other| other != id);
            let prefix = format!("{id}.");
            document.bare.retain(|reference| !reference.starts_with(&prefix));
            log(id.to_owned(), "section dropped");
            return Ok(());
        }
        if let Some(text) = &patch.replace {
            section.lines = vec![plain_line("replacement", text, &place)];
            section.fragments.clear();
            log(id.to_owned(), "section replaced");
        }
        if let Some(heading) = &patch.heading {
            section.heading = Some(heading.clone());
            log(id.to_owned(), "heading changed");
        }
        if let Some(when) = &patch.when {
            section.when.clone_from(when);
            section.place = place.clone();
            log(id.to_owned(), "condition changed");
        }
        for (key, line) in in_file_order(&patch.line) {
            let action = self.patch_line(section, id, key, line)?;
            log(format!("{id}.{key}"), action);
        }
        for insertion in &patch.insert {
            self.insert_line(section, id, insertion)?;
            log(format!("{id}.{}", insertion.key.get_ref()), "line inserted");
        }
        if let Some(text) = &patch.prepend {
            let key = free_key(section, "prepended");
            section.lines.insert(0, plain_line(&key, text, &place));
            log(format!("{id}.{key}"), "line prepended");
        }
        if let Some(text) = &patch.append {
            let key = free_key(section, "appended");
            section.lines.push(plain_line(&key, text, &place));
            log(format!("{id}.{key}"), "line appended");
        }
        keep_existing_bare_lines(document, id);
        if let Some(position) = &patch.r#move {
            document.stable.retain(|other| other != id);
            document.dynamic.retain(|other| other != id);
            place_section(document, id, position, &place)?;
            log(id.to_owned(), "section moved");
        }
        Ok(())
    }

    fn patch_line(
        &self,
        section: &mut Section,
        id: &str,
        key: &str,
        patch: &Spanned<LinePatch>,
    ) -> Result<&'static str, DefinitionError> {
        let place = self.place(patch.span().start, format!("{id}.{key}"));
        let patch = patch.get_ref();
        if patch.drop {
            let before = section.lines.len();
            section.lines.retain(|line| line.key != key);
            if section.lines.len() == before {
                return Err(no_such_line(section, &place));
            }
            drop_unused_fragments(section);
            return Ok("line dropped");
        }
        let known = section.lines.iter_mut().chain(&mut section.fragments);
        let Some(line) = known.into_iter().find(|line| line.key == key) else {
            return Err(no_such_line(section, &place));
        };
        if let Some(text) = &patch.text {
            let Body::Text(old) = &line.body else {
                return Err(
                    place.error("this line is computed", "drop it and insert a line of your own")
                );
            };
            same_placeholders(old, text, &place)?;
            line.body = Body::Text(text.clone());
        }
        if let Some(when) = &patch.when {
            line.when.clone_from(when);
        }
        line.place = place;
        Ok("line changed")
    }

    fn insert_line(
        &self,
        section: &mut Section,
        id: &str,
        insertion: &Insertion,
    ) -> Result<(), DefinitionError> {
        let key = insertion.key.get_ref();
        let place = self.place(insertion.key.span().start, format!("{id}.{key}"));
        let (anchor, offset) = match (&insertion.before, &insertion.after) {
            (Some(anchor), None) => (anchor, 0),
            (None, Some(anchor)) => (anchor, 1),
            _ => return Err(place.error("the line has no place", "give either before or after")),
        };
        let index = section.lines.iter().position(|line| line.key == *anchor).ok_or_else(|| {
            place.error(format!("there is no line \"{anchor}\" here"), known_lines(section))
        })?;
        let line = Line {
            key: key.clone(),
            when: insertion.when.clone(),
            glue: insertion.glue.clone(),
            body: Body::Text(insertion.text.clone()),
            place,
        };
        section.lines.insert(index + offset, line);
        Ok(())
    }
}

/// The entries of a table as the file has them; a map sorts by key, and moves depend on order.
fn in_file_order<T>(entries: &BTreeMap<String, Spanned<T>>) -> Vec<(&String, &Spanned<T>)> {
    let mut entries: Vec<_> = entries.iter().collect();
    entries.sort_by_key(|(_, value)| value.span().start);
    entries
}

fn plain_line(key: &str, text: &str, place: &Place) -> Line {
    Line {
        key: key.to_owned(),
        when: Vec::new(),
        glue: None,
        body: Body::Text(text.to_owned()),
        place: Place { key: format!("{}.{key}", place.key), ..place.clone() },
    }
}

/// `name`, or `name_2` and so on when an earlier overlay took it.
fn free_key(section: &Section, name: &str) -> String {
    let taken = |key: &str| section.lines.iter().any(|line| line.key == key);
    if !taken(name) {
        return name.to_owned();
    }
    let mut number = 2;
    while taken(&format!("{name}_{number}")) {
        number += 1;
    }
    format!("{name}_{number}")
}

fn no_such_line(section: &Section, place: &Place) -> DefinitionError {
    place.error("there is no such line", known_lines(section))
}

fn known_lines(section: &Section) -> String {
    let keys: Vec<&str> = section.lines.iter().map(|line| &*line.key).collect();
    format!("the section has: {}", keys.join(", "))
}

fn drop_unused_fragments(section: &mut Section) {
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

fn keep_existing_bare_lines(document: &mut Document, id: &str) {
    let Some(section) = document.sections.get(id) else { return };
    document.bare.retain(|reference| match reference.split_once('.') {
        Some((owner, key)) if owner == id => section.lines.iter().any(|line| line.key == key),
        _ => true,
    });
}

fn same_placeholders(old: &str, new: &str, place: &Place) -> Result<(), DefinitionError> {
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

fn place_section(
    document: &mut Document,
    id: &str,
    position: &Position,
    place: &Place,
) -> Result<(), DefinitionError> {
    let Position { before, after, to_start_of, to_end_of } = position;
    let given: Vec<(&str, &String)> =
        [("before", before), ("after", after), ("start", to_start_of), ("end", to_end_of)]
            .into_iter()
            .filter_map(|(how, target)| Some((how, target.as_ref()?)))
            .collect();
    let [(how, target)] = given[..] else {
        return Err(place.error(
            "the section has no single place",
            "give one of before, after, to_start_of, to_end_of",
        ));
    };
    if how == "start" || how == "end" {
        let list = match target.as_str() {
            "stable" => &mut document.stable,
            "dynamic" => &mut document.dynamic,
            _ => {
                return Err(
                    place.error(format!("there is no part \"{target}\""), "use stable or dynamic")
                );
            }
        };
        let index = if how == "start" { 0 } else { list.len() };
        list.insert(index, id.to_owned());
        return Ok(());
    }
    for list in [&mut document.stable, &mut document.dynamic] {
        if let Some(index) = list.iter().position(|other| other == target) {
            list.insert(index + usize::from(how == "after"), id.to_owned());
            return Ok(());
        }
    }
    Err(place
        .error(format!("there is no section \"{target}\""), "see the ids in prompt/prompt.toml"))
}
