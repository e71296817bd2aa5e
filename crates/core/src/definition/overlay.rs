//! Changes to the document: what an operator edits instead of forking the prompt.

mod file;
mod lines;
mod position;

use toml::Spanned;

use super::document::{Body, Document, File, Line, LineEntry, Section, TextEntry};
use super::error::{DefinitionError, Place};
use super::vocabulary::Source;
use file::{
    AddedSection, Insertion, LinePatch, OverlayFile, SectionPatch, in_file_order, without_nulls,
};
use lines::{
    REPLACEMENT, cannot_drop, drop_unused_fragments, free_key, has_key, keep_bare,
    keep_existing_bare_lines, known_lines, no_such_line, plain_line, same_placeholders,
};
use position::{Position, place_section};

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

impl Overlay {
    /// Parses TOML text; `name` is how errors call it.
    pub fn parse(name: &str, text: &str) -> Result<Self, DefinitionError> {
        let content = File { name, text }.parse()?;
        Ok(Self { name: name.to_owned(), source: text.to_owned(), has_lines: true, content })
    }

    /// Reads an overlay of the same shape that did not come from text.
    pub fn from_json(name: &str, value: &serde_json::Value) -> Result<Self, DefinitionError> {
        let place = Place { file: name.to_owned(), ..Place::default() };
        let text = toml::to_string(&without_nulls(value)).map_err(|error| {
            place.error(error.to_string(), "give an object as docs/prompt.md has it")
        })?;
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
        for id in &self.content.unprotect {
            if !document.sections.contains_key(id.get_ref()) {
                let place = self.place(id.span().start, "unprotect");
                return Err(place.error(
                    format!("there is no section \"{}\"", id.get_ref()),
                    "see the ids in prompt/prompt.toml",
                ));
            }
        }
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
        let place =
            self.place(entry.key.span().start, format!("{section}.{}", entry.key.get_ref()));
        entry.into_line(place)
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
        let Some(section) = document.sections.get_mut(id) else {
            return Err(place.error(
                "there is no such section",
                "see the ids in prompt/prompt.toml, or use add",
            ));
        };
        let weakens = patch.drop
            || patch.replace.is_some()
            || patch.heading.is_some()
            || patch.when.is_some()
            || !patch.line.is_empty();
        if section.protected
            && weakens
            && !self.content.unprotect.iter().any(|name| name.get_ref() == id)
        {
            let remedy = format!("add unprotect = [\"{id}\"] if you mean it, or only extend it");
            return Err(place.error("this section is protected", remedy));
        }
        if patch.drop {
            if !patch.is_only_drop() {
                return Err(drop_and_more(&place));
            }
            document.sections.remove(id);
            document.stable.retain(|other| other != id);
            document.dynamic.retain(|other| other != id);
            let prefix = format!("{id}.");
            document.bare.retain(|reference| !reference.starts_with(&prefix));
            log(id.to_owned(), "section dropped");
            return Ok(());
        }
        if let Some(text) = &patch.replace {
            keep_bare(&mut document.bare, section, id);
            section.lines = vec![plain_line(REPLACEMENT, text, &place)];
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
            if patch.text.is_some() || patch.when.is_some() {
                return Err(drop_and_more(&place));
            }
            let before = section.lines.len();
            section.lines.retain(|line| line.key != key);
            if section.lines.len() == before {
                return Err(cannot_drop(section, key, &place));
            }
            drop_unused_fragments(section);
            return Ok("line dropped");
        }
        if patch.text.is_none() && patch.when.is_none() {
            return Err(place.error("this entry changes nothing", "give it drop, text or when"));
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
        if has_key(section, key) {
            return Err(place.error(
                format!("key \"{key}\" is used in this section already"),
                "give the line another key",
            ));
        }
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

fn drop_and_more(place: &Place) -> DefinitionError {
    place.error("this entry is dropped and changed at once", "give either drop or the changes")
}
