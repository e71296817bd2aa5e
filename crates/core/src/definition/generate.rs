//! Writes a compiled definition as Rust source. Part of the build script only.
//!
//! Each list becomes a named static: a `Cow` in a static may borrow another static, but not a temporary.

use std::fmt::Write as _;

use crate::definition::{
    Body, Condition, Definition, FactSet, Line, LinePiece, OpenFact, Section, TextEntry,
};
use crate::text::template::Piece;

pub(crate) fn definition(definition: &Definition) -> String {
    let mut writer = Writer::default();
    let sections: Vec<String> =
        definition.sections.iter().map(|section| writer.section(section)).collect();
    let sections = writer.list("Section", &sections);
    let bare = definition.bare.iter().map(|line| format!("{line:?}")).collect::<Vec<_>>();
    let bare = writer.list("LineReference", &bare);
    let facts: Vec<String> =
        definition.open_facts.iter().map(|fact| writer.open_fact(fact)).collect();
    let facts = writer.list("OpenFact", &facts);
    let texts: Vec<String> = definition.texts.iter().map(|entry| writer.text(entry)).collect();
    let texts = writer.list("TextEntry", &texts);
    writer.code
        + &format!(
            "pub(super) static DEFINITION: Definition = Definition {{ sections: {sections}, first_dynamic: {}, \
             bare: {bare}, open_facts: {facts}, texts: {texts} }};\n",
            definition.first_dynamic
        )
}

#[derive(Default)]
struct Writer {
    code: String,
    count: usize,
}

impl Writer {
    /// A static list; returns the expression that borrows it.
    fn list(&mut self, element: &str, items: &[String]) -> String {
        if items.is_empty() {
            return "Cow::Borrowed(&[])".to_owned();
        }
        let number = self.count;
        self.count += 1;
        writeln!(
            self.code,
            "static L{number}: [{element}; {}] = [{}];",
            items.len(),
            items.join(", ")
        )
        .expect("a string");
        format!("Cow::Borrowed(&L{number})")
    }

    fn units(&mut self, units: &[u16]) -> String {
        let units: Vec<String> = units.iter().map(u16::to_string).collect();
        self.list("u16", &units)
    }

    fn open_fact(&mut self, fact: &OpenFact) -> String {
        format!(
            "OpenFact {{ family: Family::{:?}, value: Cow::Borrowed({:?}), units: {} }}",
            fact.family,
            fact.value,
            self.units(&fact.units)
        )
    }

    fn section(&mut self, section: &Section) -> String {
        let heading = self.units(&section.heading);
        let when = self.condition(&section.when);
        let lines = section.lines.iter().map(|line| self.line(line)).collect::<Vec<_>>();
        let lines = self.list("Line", &lines);
        let fragments = section.fragments.iter().map(|line| self.line(line)).collect::<Vec<_>>();
        let fragments = self.list("Line", &fragments);
        format!(
            "Section {{ id: Cow::Borrowed({:?}), heading: {heading}, when: {when}, \
             source: Source::{:?}, lines: {lines}, fragments: {fragments} }}",
            section.id, section.source
        )
    }

    fn line(&mut self, line: &Line) -> String {
        let when = self.condition(&line.when);
        let glue = match &line.glue {
            Some(glue) => format!("Some({})", self.units(glue)),
            None => "None".to_owned(),
        };
        let body = match &line.body {
            Body::Computed(computed) => format!("Body::Computed(Computed::{computed:?})"),
            Body::Text(pieces) => {
                let pieces = pieces.iter().map(|piece| self.line_piece(piece)).collect::<Vec<_>>();
                format!("Body::Text({})", self.list("LinePiece", &pieces))
            }
        };
        format!(
            "Line {{ key: Cow::Borrowed({:?}), when: {when}, glue: {glue}, body: {body} }}",
            line.key
        )
    }

    fn line_piece(&mut self, piece: &LinePiece) -> String {
        match piece {
            LinePiece::Units(units) => format!("LinePiece::Units({})", self.units(units)),
            LinePiece::Slot(slot) => format!("LinePiece::Slot(Slot::{slot:?})"),
            LinePiece::Fragment(index) => format!("LinePiece::Fragment({index})"),
        }
    }

    fn condition(&mut self, condition: &Condition) -> String {
        let set = |set: &FactSet| format!("FactSet {{ words: {:?} }}", set.words);
        let terms = condition.terms.iter().map(|term| format!("{term:?}")).collect::<Vec<_>>();
        let terms = self.list("Term", &terms);
        format!(
            "Condition {{ required: {}, forbidden: {}, terms: {terms} }}",
            set(&condition.required),
            set(&condition.forbidden)
        )
    }

    fn text(&mut self, entry: &TextEntry) -> String {
        let pieces = entry.template.pieces.iter().map(|piece| match piece {
            Piece::Units(units) => format!("Piece::Units({})", self.units(units)),
            Piece::Slot(name) => format!("Piece::Slot(Cow::Borrowed({name:?}))"),
        });
        let pieces: Vec<String> = pieces.collect();
        format!(
            "TextEntry {{ key: Cow::Borrowed({:?}), template: Template {{ pieces: {} }} }}",
            entry.key,
            self.list("Piece", &pieces)
        )
    }
}
