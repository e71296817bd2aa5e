//! Walks the definition once: conditions, sentences, computed lines, and the map of what stands where.

use std::borrow::Cow;

use crate::definition::{
    BOUNDARY_SECTION, Body, Computed, Condition, Definition, FactSet, Line, LinePiece, PrefixGuard,
    Section, Slot, Source,
};
use crate::text::{Collator, LF, Text, U16Str, sha256_hex};

use super::boundary;
use super::computed::context_files::ContextFiles;
use super::computed::{channel_options, context_files, owners, runtime_line, sessions, tool_list};
use super::facts;
use super::output::Output;
use super::params::{Mode, Params};
use super::{ParamsError, Value};

/// A rendered prompt and what stands where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The prompt.
    pub text: Text,
    /// Each section with its range; the ranges are disjoint and cover the text.
    pub sections: Vec<RenderedSection>,
}

/// A section of a rendered prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedSection {
    /// Name of the section.
    pub id: Cow<'static, str>,
    /// On which side of the cache boundary it stands.
    pub placement: Placement,
    /// Where its words come from.
    pub source: Source,
    /// First UTF-16 code unit.
    pub start: usize,
    /// One past the last code unit, which is the line feed before the next section.
    pub end: usize,
}

/// Where a section stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Above the cache boundary.
    Stable,
    /// The boundary itself.
    Boundary,
    /// Below the cache boundary.
    Dynamic,
}

impl Placement {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Boundary => "boundary",
            Self::Dynamic => "dynamic",
        }
    }
}

impl Rendered {
    /// Length of everything up to and including the boundary, in UTF-16 code units; 0 in mode `none`.
    #[must_use]
    pub fn prefix_length(&self) -> usize {
        let boundary =
            self.sections.iter().find(|section| section.placement == Placement::Boundary);
        boundary.map_or(0, |section| section.end)
    }

    /// Length of the prefix that [`render_suffix`] of another turn may follow, in UTF-16 code units; 0 when there is
    /// none, or nothing stands below the boundary: the line feed that parts the two is missing then.
    #[must_use]
    pub fn reusable_prefix_length(&self) -> usize {
        let has_suffix =
            self.sections.last().is_some_and(|last| last.placement == Placement::Dynamic);
        if has_suffix { self.prefix_length() } else { 0 }
    }

    /// SHA-256 of a section's range, in UTF-8 and lower-case hexadecimal.
    #[must_use]
    pub fn hash(&self, section: &RenderedSection) -> String {
        sha256_hex(&self.text[section.start..section.end])
    }
}

/// Everything that lines of one prompt may ask for.
pub(super) struct Context<'a> {
    pub(super) definition: &'a Definition,
    pub(super) params: &'a Params<'a>,
    pub(super) files: ContextFiles<'a>,
    pub(super) facts: FactSet,
    collator: Collator,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        params: &'a Params<'a>,
    ) -> Result<Self, ParamsError> {
        let collator = Collator::or_default(Some(&params.locale.to_string_lossy()))?;
        let files = ContextFiles::sort(&params.context_files, &collator);
        let facts = facts::evaluate(definition, params, &files, channel_options::needed(params));
        Ok(Self { definition, params, files, facts, collator })
    }
}

/// Renders the prompt for a record of [`super::PARAMS`].
pub fn render(definition: &Definition, params: &Value<'_>) -> Result<Rendered, ParamsError> {
    let params = Params::read(params)?;
    Ok(render_context(&Context::new(definition, &params)?, Vec::with_capacity))
}

fn render_context(context: &Context<'_>, buffer: impl FnOnce(usize) -> Vec<u16>) -> Rendered {
    match context.params.mode {
        Mode::None => render_bare(context),
        Mode::Full | Mode::Minimal => render_sections(context, buffer),
    }
}

/// Like [`render`], with the signature of what the stable prefix depends on besides stable parameters.
///
/// `buffer` gives an empty buffer with room for that many UTF-16 code units; the text is written into it.
pub fn render_guarded(
    definition: &Definition,
    params: &Value<'_>,
    guard: Option<&PrefixGuard>,
    buffer: impl FnOnce(usize) -> Vec<u16>,
) -> Result<(Rendered, u32), ParamsError> {
    let params = Params::read(params)?;
    let context = Context::new(definition, &params)?;
    let signature = guard.map_or(0, |guard| guard.signature(&context.facts));
    Ok((render_context(&context, buffer), signature))
}

/// Renders what stands below the boundary, to follow the stable prefix of an earlier prompt.
///
/// The prefix is the first [`Rendered::reusable_prefix_length`] units. `None` when it has another signature, or
/// nothing is to follow it. Not for mode `none`, which has no boundary. The ranges of the sections start at the
/// suffix.
pub fn render_suffix(
    definition: &Definition,
    params: &Value<'_>,
    guard: &PrefixGuard,
    signature: u32,
) -> Result<Option<Rendered>, ParamsError> {
    let params = Params::read(params)?;
    let context = Context::new(definition, &params)?;
    if guard.signature(&context.facts) != signature {
        return Ok(None);
    }
    let mut map = Map::new(Vec::with_capacity(params.extra_context.len() + 4_096));
    map.dynamic_sections(&context);
    let suffix = map.finish(None);
    Ok((!suffix.sections.is_empty()).then_some(suffix))
}

fn render_bare(context: &Context<'_>) -> Rendered {
    let mut map = Map::new(Vec::new());
    for reference in context.definition.bare.iter() {
        let section = &context.definition.sections[reference.section];
        map.section(section, Placement::Stable, |output| {
            write_line(output, context, section, &section.lines[reference.line]);
        });
    }
    map.finish(None)
}

fn render_sections(context: &Context<'_>, buffer: impl FnOnce(usize) -> Vec<u16>) -> Rendered {
    let definition = context.definition;
    let file_units: usize =
        context.params.context_files.iter().map(|file| file.content.known_len() + 64).sum();
    let blocks = context.params.skills_prompt.len() + context.params.extra_context.len();
    let mut map = Map::new(buffer(file_units + blocks + 12_288));
    for section in &definition.sections[..definition.first_dynamic] {
        map.conditional_section(context, section, Placement::Stable);
    }
    let boundary = map.boundary();
    map.dynamic_sections(context);
    map.finish(Some(boundary))
}

/// Grows the prompt and notes where each section stands.
struct Map {
    output: Output,
    sections: Vec<RenderedSection>,
}

impl Map {
    fn new(buffer: Vec<u16>) -> Self {
        Self { output: Output::into_buffer(buffer), sections: Vec::with_capacity(48) }
    }

    fn dynamic_sections(&mut self, context: &Context<'_>) {
        for section in &context.definition.sections[context.definition.first_dynamic..] {
            self.conditional_section(context, section, Placement::Dynamic);
        }
    }

    fn conditional_section(
        &mut self,
        context: &Context<'_>,
        section: &Section,
        placement: Placement,
    ) {
        if section.when.holds(&context.facts) {
            self.section(section, placement, |output| write_section(output, context, section));
        }
    }

    fn section(
        &mut self,
        section: &Section,
        placement: Placement,
        write: impl FnOnce(&mut Output),
    ) {
        self.entry(section.id.clone(), placement, section.source, write);
    }

    fn entry(
        &mut self,
        id: Cow<'static, str>,
        placement: Placement,
        source: Source,
        write: impl FnOnce(&mut Output),
    ) {
        let before = self.output.len();
        self.output.start_section();
        write(&mut self.output);
        let end = self.output.len();
        if end == before {
            return;
        }
        // The line feed before this section belongs to the one above it.
        let start = if before == 0 { 0 } else { before + 1 };
        if let Some(previous) = self.sections.last_mut() {
            previous.end = start;
        }
        self.sections.push(RenderedSection { id, placement, source, start, end });
    }

    /// Adds the boundary; returns where its marker stands.
    fn boundary(&mut self) -> usize {
        self.entry(
            Cow::Borrowed(BOUNDARY_SECTION),
            Placement::Boundary,
            Source::Definition,
            |output| {
                output.element(|out| {
                    out.push(LF);
                    out.extend(boundary::MARKER.encode_utf16());
                    out.push(LF);
                });
            },
        );
        self.output.len() - boundary::MARKER.len() - 1
    }

    fn finish(self, boundary: Option<usize>) -> Rendered {
        let mut units = self.output.into_units();
        boundary::neutralize(&mut units, boundary);
        Rendered { text: Text::from_vec(units), sections: self.sections }
    }
}

fn write_section(output: &mut Output, context: &Context<'_>, section: &Section) {
    output.element(|out| out.extend_from_slice(&section.heading));
    for line in section.lines.iter() {
        write_line(output, context, section, line);
    }
}

/// Adds the line when its condition holds; tells whether anything was added.
pub(super) fn write_line(
    output: &mut Output,
    context: &Context<'_>,
    section: &Section,
    line: &Line,
) -> bool {
    if !line.when.holds(&context.facts) {
        return false;
    }
    match &line.body {
        Body::Computed(computed) => write_computed(output, context, *computed),
        Body::Text(pieces) => {
            let write = |out: &mut Vec<u16>| write_pieces(out, context, section, pieces);
            match &line.glue {
                Some(glue) => output.continuation(glue, write),
                None => output.element(write),
            }
        }
    }
}

fn write_pieces(
    out: &mut Vec<u16>,
    context: &Context<'_>,
    section: &Section,
    pieces: &[LinePiece],
) {
    for piece in pieces {
        match piece {
            LinePiece::Units(units) => out.extend_from_slice(units),
            LinePiece::Slot(slot) => write_slot(out, context, *slot),
            LinePiece::Fragment(index) => {
                let fragment = &section.fragments[*index];
                if let (true, Body::Text(pieces)) = (holds(&fragment.when, context), &fragment.body)
                {
                    write_pieces(out, context, section, pieces);
                }
            }
        }
    }
}

fn holds(condition: &Condition, context: &Context<'_>) -> bool {
    condition.holds(&context.facts)
}

fn write_computed(output: &mut Output, context: &Context<'_>, computed: Computed) -> bool {
    let Context { definition, params, files, collator, .. } = context;
    let contribution = &params.contribution;
    match computed {
        Computed::DynamicProjectFiles => add_files(output, context, &files.dynamic),
        Computed::ExecutionBiasOverride => output.text(&contribution.execution_bias),
        Computed::ExtraContext => output.text(params.extra_context),
        Computed::InteractionStyleOverride => output.text(&contribution.interaction_style),
        Computed::MemoryLines => add_all(output, &params.memory_lines),
        Computed::MessageToolHints => add_all(output, &params.message_tool_hints),
        Computed::ModelAliases => output.element(|out| {
            for (index, line) in params.model_aliases.iter().enumerate() {
                if index > 0 {
                    out.push(LF);
                }
                out.extend_from_slice(line.as_slice());
            }
        }),
        Computed::NativeCommandLines => add_all(output, &params.native_command_lines),
        Computed::ProcessSessions => {
            let before = output.len();
            for session in &params.runtime.sessions {
                output.element(|out| sessions::write(out, session));
            }
            output.len() > before
        }
        Computed::ProjectFiles => add_files(output, context, &files.stable),
        Computed::ProviderDynamicSuffix => output.text(&contribution.dynamic_suffix),
        Computed::ProviderStablePrefix => output.text(&contribution.stable_prefix),
        Computed::RuntimeLine => output.element(|out| runtime_line::write(out, params, collator)),
        Computed::SchemaDirectory => output.text(params.schema_directory),
        Computed::SkillsPrompt => output.text(params.skills_prompt),
        Computed::ToolCallStyleOverride => output.text(&contribution.tool_call_style),
        Computed::ToolList => output.element(|out| tool_list::write(out, definition, params)),
        Computed::TruncationNotice => output.text(params.truncation_notice),
        Computed::VoiceHint => output.text(params.voice_hint),
        Computed::WorkspaceNotes => add_all(output, &params.workspace_notes),
    }
}

fn add_all<T: AsRef<U16Str>>(output: &mut Output, items: &[T]) -> bool {
    let before = output.len();
    for item in items {
        output.text(item.as_ref());
    }
    output.len() > before
}

fn add_files(
    output: &mut Output,
    context: &Context<'_>,
    files: &[context_files::SortedFile<'_>],
) -> bool {
    let before = output.len();
    context_files::add(output, files, &constant(context, "context.default_heartbeat_block"));
    output.len() > before
}

/// A text outside sections that has no placeholders.
pub(super) fn constant(context: &Context<'_>, key: &str) -> Text {
    context.definition.text(key).map(|template| template.fill(&[])).unwrap_or_default()
}

fn write_slot(out: &mut Vec<u16>, context: &Context<'_>, slot: Slot) {
    let params = context.params;
    let sandbox = params.sandbox.as_ref();
    let elevated = sandbox.and_then(|sandbox| sandbox.elevated.as_ref());
    let value: Option<&U16Str> = match slot {
        Slot::Access => sandbox.and_then(|sandbox| sandbox.access.as_deref()),
        Slot::BlockedReason => {
            let reason = elevated.map_or("runtime", |elevated| elevated.blocked_reason);
            return push_constant(out, context, &format!("blocked_reason.{reason}"));
        }
        Slot::Channel => params.runtime.channel.as_deref(),
        Slot::ChannelOptions => return channel_options::write(out, params),
        Slot::ContainerWorkdir => sandbox.and_then(|sandbox| sandbox.container_workdir.as_deref()),
        Slot::ContainerWorkspaceDir => params.container_workspace(),
        Slot::DisplayWorkspaceDir => {
            Some(params.container_workspace().unwrap_or(&params.workspace_dir))
        }
        Slot::DocsPath => Some(params.docs_path),
        Slot::ElevatedLevel => elevated.map(|elevated| &*elevated.level),
        Slot::ExecTool => return tool_list::write_display_name(out, params, "exec"),
        Slot::HeartbeatPrompt => Some(params.heartbeat_prompt),
        Slot::HostMount => sandbox.and_then(|sandbox| sandbox.host_mount.as_deref()),
        Slot::HostWorkspaceDir => Some(&params.workspace_dir),
        Slot::IdentityPrefix => return push_constant(out, context, "model_identity.prefix"),
        Slot::Model => params.model(),
        Slot::Mount => sandbox.and_then(|sandbox| sandbox.mount.as_deref()),
        Slot::OwnerList => return owners::write(out, params),
        Slot::ProcessTool => return tool_list::write_display_name(out, params, "process"),
        Slot::ReactionChannel => params.reactions.as_ref().map(|reactions| &*reactions.channel),
        Slot::ReadTool => return tool_list::write_display_name(out, params, "read"),
        Slot::ReasoningLevel => Some(&params.reasoning_level),
        Slot::SilentToken => return push_constant(out, context, "token.silent"),
        Slot::SourcePath => Some(params.source_path),
        Slot::Timezone => Some(params.timezone),
    };
    if let Some(value) = value {
        out.extend_from_slice(value.as_slice());
    }
}

fn push_constant(out: &mut Vec<u16>, context: &Context<'_>, key: &str) {
    if let Some(template) = context.definition.text(key) {
        template.write(out, &[]);
    }
}

/// The text of one line of the definition as it reads for a model, whatever its condition says.
pub(super) fn model_line(
    definition: &Definition,
    section: &str,
    key: &str,
    model: &U16Str,
) -> Text {
    let mut out = Text::new();
    let line = definition
        .sections
        .iter()
        .find(|candidate| candidate.id == section)
        .and_then(|section| section.lines.iter().find(|line| line.key == key));
    let Some(Line { body: Body::Text(pieces), .. }) = line else { return out };
    for piece in pieces.iter() {
        match piece {
            LinePiece::Units(units) => out.push_slice(units),
            LinePiece::Slot(Slot::Model) => out.push(model),
            LinePiece::Slot(Slot::IdentityPrefix) => {
                if let Some(prefix) = definition.text("model_identity.prefix") {
                    out.push(prefix.fill(&[]));
                }
            }
            LinePiece::Slot(_) | LinePiece::Fragment(_) => {}
        }
    }
    out
}
