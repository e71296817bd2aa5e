//! Where each line of a prompt stands, and each file and list within its line.
//!
//! A second walk, apart from rendering: only reports need it, and the renderer stays as fast as it is.

use std::ops::Range;

use crate::definition::{Body, Computed, Definition, Line, Section};
use crate::text::{LF, Text};

use super::boundary;
use super::computed::context_files::{self, SortedFile};
use super::output::Output;
use super::params::{Mode, Params};
use super::render::{Context, constant, write_line};
use super::{ParamsError, Value};

/// The lines of a prompt and what they hold, in UTF-16 code units of the rendered text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// The lines that are shown, in the order of the prompt.
    pub lines: Vec<OutlinedLine>,
    /// Files and lists, in the order of the prompt. Each lies within one line.
    pub blocks: Vec<Block>,
}

/// A line of the definition that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinedLine {
    /// Index of its section in the definition.
    pub section: usize,
    /// Index of the line within the section.
    pub line: usize,
    /// Where it stands, without the separator before it.
    pub range: Range<usize>,
}

/// A part of a line that has a meaning of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Path of the file as the caller gave it; empty for lists.
    pub name: Text,
    /// Where it stands, heading included.
    pub range: Range<usize>,
}

/// What a [`Block`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A context file.
    File,
    /// The skills list.
    Skills,
    /// The list of visible tools.
    Tools,
}

impl BlockKind {
    /// Every kind with its name.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::File, "file"), (Self::Skills, "skills"), (Self::Tools, "tools")];

    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// The kind with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

/// Tells where the lines of the prompt stand that [`super::render`] makes of the same arguments.
pub fn outline(definition: &Definition, params: &Value<'_>) -> Result<Outline, ParamsError> {
    let params = Params::read(params)?;
    let context = Context::new(definition, &params)?;
    let mut walk = Walk { context: &context, output: Output::default(), found: Outline::default() };
    match params.mode {
        Mode::None => {
            for reference in definition.bare.iter() {
                let section = &definition.sections[reference.section];
                walk.output.start_section();
                walk.line(section, (reference.section, reference.line), false);
            }
        }
        Mode::Full | Mode::Minimal => {
            for (index, section) in definition.sections.iter().enumerate() {
                if index == definition.first_dynamic {
                    walk.boundary();
                }
                if section.when.holds(&context.facts) {
                    walk.section(index, section);
                }
            }
        }
    }
    Ok(walk.found)
}

struct Walk<'a> {
    context: &'a Context<'a>,
    output: Output,
    found: Outline,
}

impl Walk<'_> {
    fn boundary(&mut self) {
        self.output.element(|out| {
            out.push(LF);
            out.extend(boundary::MARKER.encode_utf16());
            out.push(LF);
        });
    }

    fn section(&mut self, index: usize, section: &Section) {
        self.output.start_section();
        let mut has_element = self.output.element(|out| out.extend_from_slice(&section.heading));
        for line in 0..section.lines.len() {
            has_element |= self.line(section, (index, line), has_element);
        }
    }

    /// Adds the line at `place`, a section's index and a line's.
    fn line(&mut self, section: &Section, place: (usize, usize), has_element: bool) -> bool {
        let line = &section.lines[place.1];
        let before = self.output.len();
        if !write_line(&mut self.output, self.context, section, line) {
            return false;
        }
        let start = before + separator(before, line, has_element);
        let range = start..self.output.len();
        self.blocks(line, &range);
        self.found.lines.push(OutlinedLine { section: place.0, line: place.1, range });
        true
    }

    fn blocks(&mut self, line: &Line, range: &Range<usize>) {
        let Body::Computed(computed) = line.body else { return };
        let files = &self.context.files;
        let kind = match computed {
            Computed::ProjectFiles => return self.files(&files.stable, range.start),
            Computed::DynamicProjectFiles => return self.files(&files.dynamic, range.start),
            Computed::SkillsPrompt => BlockKind::Skills,
            Computed::ToolList => BlockKind::Tools,
            _ => return,
        };
        self.found.blocks.push(Block { kind, name: Text::new(), range: range.clone() });
    }

    fn files(&mut self, files: &[SortedFile<'_>], mut start: usize) {
        let default_heartbeat = constant(self.context, "context.default_heartbeat_block");
        for file in files {
            let mut alone = Output::default();
            context_files::add(&mut alone, std::slice::from_ref(file), &default_heartbeat);
            let range = start..start + alone.len();
            // One line feed joins a file to the next.
            start = range.end + 1;
            self.found.blocks.push(Block { kind: BlockKind::File, name: file.path(), range });
        }
    }
}

/// Units between the line and what stands before it.
fn separator(before: usize, line: &Line, has_element: bool) -> usize {
    match &line.glue {
        _ if before == 0 => 0,
        Some(glue) if has_element && matches!(line.body, Body::Text(_)) => glue.len(),
        _ => 1,
    }
}
