//! Where each workspace file goes when the native Codex harness runs the turn.
//!
//! Codex reads `AGENTS.md` itself, hands developer instructions down to its sub-agents, and takes
//! instructions for one turn; so files are spread over these surfaces instead of one system prompt.

use super::file::{BootstrapFile, ContextFile, base_name, equals};
use super::filter::{ContextMode, RunKind};
use super::paths::{normalize, path_below, resolve_path};
use super::texts::join_lines;
use crate::text::{Template, Text, U16Str, lower_case, trim};
use crate::texts::{Lookup, TextError, plain, template};

/// Prefix of the marker for an absent file; such files go to no surface.
pub const MISSING_PREFIX: &str = "[MISSING] Expected at:";

/// Headings and sentences around the files.
#[derive(Debug, Clone)]
pub struct CodexTexts {
    workspace: Text,
    soul: Text,
    skills: Text,
    memory: Template,
    heartbeat_note: Template,
    context: Text,
    context_label: Text,
    request_label: Text,
    cron: Text,
    heartbeat: Text,
    default_mode: Text,
}

impl CodexTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            workspace: plain(lookup, "bootstrap.codex.workspace")?,
            soul: plain(lookup, "bootstrap.codex.soul")?,
            skills: plain(lookup, "bootstrap.codex.skills")?,
            memory: template(lookup, "bootstrap.codex.memory", &["path", "tools"])?,
            heartbeat_note: template(lookup, "bootstrap.codex.heartbeat_note", &["path"])?,
            context: plain(lookup, "bootstrap.codex.context")?,
            context_label: plain(lookup, "bootstrap.codex.context_label")?,
            request_label: plain(lookup, "bootstrap.codex.request_label")?,
            cron: plain(lookup, "bootstrap.codex.cron")?,
            heartbeat: plain(lookup, "bootstrap.codex.heartbeat")?,
            default_mode: plain(lookup, "bootstrap.codex.default_mode")?,
        })
    }
}

/// Facts the routing depends on besides the files.
#[derive(Debug, Clone, Default)]
pub struct CodexFacts {
    /// Absolute path of the workspace the run works in.
    pub workspace_dir: Text,
    /// How much context the run asks for.
    pub context_mode: ContextMode,
    /// What started the run.
    pub run_kind: RunKind,
    /// Memory tools of this run, in the order to name them: `memory_search`, `memory_get`, or none.
    pub memory_tools: Vec<Text>,
    /// Whether the gateway has a configuration.
    pub has_config: bool,
    /// Whether the agent's configured workspace is the one the run works in.
    pub is_configured_workspace: bool,
    /// The skills list; blank for none.
    pub skills_prompt: Text,
    /// What the memory plugin says about its tools; blank for nothing.
    pub memory_guidance: Text,
}

impl CodexFacts {
    /// Whether the model reaches `MEMORY.md` through memory tools instead of a copy.
    #[must_use]
    pub fn routes_memory(&self) -> bool {
        !self.memory_tools.is_empty() && self.has_config && self.is_configured_workspace
    }

    fn is_lightweight_cron(&self) -> bool {
        self.context_mode == ContextMode::Lightweight && self.run_kind == RunKind::Cron
    }
}

/// Takes the root `MEMORY.md` out of the records when the model reaches it through tools, so that it
/// uses no budget. Call it before [`finish`](super::finish) cuts the files.
pub fn take_routed_memory(
    files: &mut Vec<BootstrapFile>,
    facts: &CodexFacts,
) -> Option<BootstrapFile> {
    if !facts.routes_memory() {
        return None;
    }
    let root = normalize(&facts.workspace_dir);
    let at = files.iter().position(|file| {
        let path = resolve_path(&file.path, &root, None);
        path_below(&path, &root).is_some_and(|rest| equals(rest, "MEMORY.md"))
    })?;
    Some(files.remove(at))
}

/// Where a file goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodexSurface {
    /// Codex finds it by its own project document discovery.
    ProjectDoc,
    /// The thread's developer instructions, which sub-agents inherit.
    DeveloperInstructions,
    /// Instructions for this turn, which sub-agents do not inherit.
    TurnInstructions,
    /// Context in front of the user's request.
    TurnContext,
    /// Its path is named in a note.
    Note,
    /// Nowhere in this run.
    Omitted,
}

impl CodexSurface {
    /// The name callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ProjectDoc => "project-doc",
            Self::DeveloperInstructions => "developer-instructions",
            Self::TurnInstructions => "turn-instructions",
            Self::TurnContext => "turn-context",
            Self::Note => "note",
            Self::Omitted => "omitted",
        }
    }
}

/// A turn's files by surface.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodexRouting {
    /// Path and surface of each file, in the order given; a routed `MEMORY.md` comes last.
    pub surfaces: Vec<(Text, CodexSurface)>,
    /// Whether the thread must set `project_doc_max_bytes` to 0, which turns discovery off.
    pub disables_project_docs: bool,
    /// For the thread's developer instructions.
    pub developer_instructions: Option<Text>,
    /// For `collaborationMode.settings.developer_instructions`; absent leaves Codex its default.
    pub collaboration_instructions: Option<Text>,
    /// To be put in front of the request (see [`prefix_request`]).
    pub turn_context: Option<Text>,
}

/// Routes files that were cut to budget.
///
/// `routed_memory` is what [`take_routed_memory`] returned. Files go by their last path part, in any
/// case; records of absent files go nowhere.
#[must_use]
pub fn route_codex_files(
    files: &[ContextFile],
    routed_memory: Option<&BootstrapFile>,
    facts: &CodexFacts,
    texts: &CodexTexts,
) -> CodexRouting {
    let mut routing = CodexRouting {
        disables_project_docs: facts.context_mode == ContextMode::Lightweight,
        ..CodexRouting::default()
    };
    let mut groups = Groups::default();
    for file in files {
        let surface = surface_of(file, facts);
        match surface {
            CodexSurface::DeveloperInstructions => groups.developer.push(file),
            CodexSurface::TurnInstructions => groups.turn.push(file),
            CodexSurface::TurnContext => groups.context.push(file),
            CodexSurface::Note => groups.heartbeat = Some(file),
            CodexSurface::ProjectDoc | CodexSurface::Omitted => {}
        }
        routing.surfaces.push((file.path.clone(), surface));
    }
    let memory = memory_parts(routed_memory, facts, texts);
    if let Some(file) = routed_memory {
        let is_named = !memory.is_empty() && !is_blank(file);
        let surface = if is_named { CodexSurface::Note } else { CodexSurface::Omitted };
        routing.surfaces.push((file.path.clone(), surface));
    }
    routing.developer_instructions =
        groups.developer_text().map(|body| block(&[&texts.workspace, &body]));
    routing.collaboration_instructions = collaboration(&groups, memory, facts, texts);
    routing.turn_context = groups.context_text().map(|body| block(&[&texts.context, &body]));
    routing
}

/// The request with the turn's context in front, each under its label.
#[must_use]
pub fn prefix_request(context: &U16Str, request: &U16Str, texts: &CodexTexts) -> Text {
    block(&[&texts.context_label, context, &join_lines(&[&*texts.request_label, request])])
}

fn surface_of(file: &ContextFile, facts: &CodexFacts) -> CodexSurface {
    let prefix: Vec<u16> = MISSING_PREFIX.encode_utf16().collect();
    let is_missing = file.content.as_slice().starts_with(&prefix);
    if is_missing || trim(&file.content).is_empty() {
        return CodexSurface::Omitted;
    }
    let is_quiet = facts.is_lightweight_cron();
    match &*lower_case(base_name(&file.path)).to_string_lossy() {
        "agents.md" if facts.context_mode == ContextMode::Full => CodexSurface::ProjectDoc,
        "heartbeat.md" if facts.run_kind == RunKind::Heartbeat => CodexSurface::Note,
        "agents.md" | "heartbeat.md" => CodexSurface::Omitted,
        _ if is_quiet => CodexSurface::Omitted,
        "tools.md" => CodexSurface::DeveloperInstructions,
        "soul.md" | "identity.md" | "user.md" => CodexSurface::TurnInstructions,
        _ => CodexSurface::TurnContext,
    }
}

#[derive(Default)]
struct Groups<'a> {
    developer: Vec<&'a ContextFile>,
    turn: Vec<&'a ContextFile>,
    context: Vec<&'a ContextFile>,
    heartbeat: Option<&'a ContextFile>,
}

impl Groups<'_> {
    fn developer_text(&self) -> Option<Text> {
        group(&self.developer, "### ")
    }

    fn turn_text(&self) -> Option<Text> {
        group(&self.turn, "### ")
    }

    fn context_text(&self) -> Option<Text> {
        group(&self.context, "## ")
    }
}

/// Files of one surface under headings with their paths, in the surface's order.
fn group(files: &[&ContextFile], mark: &str) -> Option<Text> {
    let mut files = files.to_vec();
    files.sort_by_cached_key(|file| {
        let name = lower_case(base_name(&file.path)).into_owned();
        (rank(&name.to_string_lossy()), name.into_vec(), file.path.as_slice().to_vec())
    });
    let mut lines: Vec<Text> = Vec::new();
    for file in files {
        let mut heading = Text::from_str(mark);
        heading.push(&file.path);
        lines.extend([heading, Text::new(), (*file.content).to_owned(), Text::new()]);
    }
    let text = join_lines(&lines);
    let text = trim(&text);
    (!text.is_empty()).then(|| text.to_owned())
}

fn rank(name: &str) -> u8 {
    let order = [
        "soul.md",
        "identity.md",
        "user.md",
        "tools.md",
        "bootstrap.md",
        "memory.md",
        "heartbeat.md",
    ];
    order
        .iter()
        .position(|known| *known == name)
        .map_or(u8::MAX, |at| u8::try_from(at).unwrap_or(0))
}

/// The memory plugin's guidance and the note that names a routed `MEMORY.md`.
fn memory_parts(
    routed: Option<&BootstrapFile>,
    facts: &CodexFacts,
    texts: &CodexTexts,
) -> Vec<Text> {
    if !facts.routes_memory() || facts.is_lightweight_cron() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    if !trim(&facts.memory_guidance).is_empty() {
        parts.push(trim(&facts.memory_guidance).to_owned());
    }
    if let Some(file) = routed.filter(|file| !is_blank(file)) {
        let mut tools = Text::new();
        for (index, tool) in facts.memory_tools.iter().enumerate() {
            if index > 0 {
                tools.push_str(" or ");
            }
            tools.push(tool);
        }
        parts.push(texts.memory.fill(&[("path", &file.path), ("tools", &tools)]));
    }
    parts
}

fn is_blank(file: &BootstrapFile) -> bool {
    file.text().is_none_or(|text| trim(text).is_empty())
}

fn collaboration(
    groups: &Groups<'_>,
    memory: Vec<Text>,
    facts: &CodexFacts,
    texts: &CodexTexts,
) -> Option<Text> {
    let mut parts: Vec<Text> = Vec::new();
    if let Some(body) = groups.turn_text() {
        let wrapped = [&*Text::from_str("<AGENT_SOUL>"), &body, &*Text::from_str("</AGENT_SOUL>")];
        parts.push(block(&[&texts.soul, &join_lines(&wrapped)]));
    }
    parts.extend(memory);
    if !facts.is_lightweight_cron() && !trim(&facts.skills_prompt).is_empty() {
        parts.push(block(&[&texts.skills, trim(&facts.skills_prompt)]));
    }
    match facts.run_kind {
        RunKind::Cron => parts.insert(0, texts.cron.clone()),
        RunKind::Heartbeat => {
            parts.insert(0, texts.heartbeat.clone());
            let note = |file: &ContextFile| texts.heartbeat_note.fill(&[("path", &file.path)]);
            parts.extend(groups.heartbeat.map(note));
        }
        RunKind::Default | RunKind::CommitmentOnly if parts.is_empty() => return None,
        RunKind::Default | RunKind::CommitmentOnly => parts.insert(0, texts.default_mode.clone()),
    }
    let parts: Vec<&U16Str> = parts.iter().map(|part| &**part).collect();
    Some(block(&parts))
}

/// Parts with a blank line between them.
pub(super) fn block(parts: &[&U16Str]) -> Text {
    let mut out = Text::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str("\n\n");
        }
        out.push(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::file::MissingReason;
    use super::*;
    use crate::shipped;
    use crate::text::to_text;

    fn texts() -> CodexTexts {
        CodexTexts::load(&|key| shipped::definition().text(key)).unwrap()
    }

    fn file(path: &str) -> ContextFile {
        ContextFile { path: to_text(path), content: format!("body of {path}").as_str().into() }
    }

    fn facts() -> CodexFacts {
        CodexFacts { workspace_dir: to_text("/w"), ..CodexFacts::default() }
    }

    fn with_memory() -> CodexFacts {
        CodexFacts {
            memory_tools: vec![to_text("memory_search"), to_text("memory_get")],
            has_config: true,
            is_configured_workspace: true,
            ..facts()
        }
    }

    fn route(files: &[ContextFile], facts: &CodexFacts) -> CodexRouting {
        route_codex_files(files, None, facts, &texts())
    }

    fn surfaces(routing: &CodexRouting) -> Vec<&'static str> {
        routing.surfaces.iter().map(|(_, surface)| surface.name()).collect()
    }

    const ALL: [&str; 9] = [
        "/w/AGENTS.md",
        "/w/USER.md",
        "/w/TOOLS.md",
        "/w/SOUL.md",
        "/w/IDENTITY.md",
        "/w/HEARTBEAT.md",
        "/w/BOOTSTRAP.md",
        "/w/MEMORY.md",
        "/w/docs/notes.md",
    ];

    fn all() -> Vec<ContextFile> {
        ALL.map(file).to_vec()
    }

    #[test]
    fn each_file_has_its_surface() {
        let routing = route(&all(), &facts());
        assert_eq!(
            surfaces(&routing),
            [
                "project-doc",
                "turn-instructions",
                "developer-instructions",
                "turn-instructions",
                "turn-instructions",
                "omitted",
                "turn-context",
                "turn-context",
                "turn-context",
            ]
        );
        assert!(!routing.disables_project_docs);
    }

    #[test]
    fn the_groups_have_their_headings_and_order() {
        let routing = route(&all(), &facts());
        let developer = routing.developer_instructions.unwrap().to_string_lossy();
        assert!(developer.starts_with("## OpenClaw Workspace Instructions\n"));
        assert!(developer.ends_with("\n\n### /w/TOOLS.md\n\nbody of /w/TOOLS.md"));
        let turn = routing.collaboration_instructions.unwrap().to_string_lossy();
        let positions =
            ["## OpenClaw Agent Soul", "<AGENT_SOUL>", "/w/SOUL", "/w/IDENTITY", "/w/USER"]
                .map(|part| turn.find(part).unwrap());
        assert!(positions.is_sorted());
        assert!(turn.ends_with("body of /w/USER.md\n</AGENT_SOUL>"));
        let context = routing.turn_context.unwrap().to_string_lossy();
        assert!(context.contains("\n# Project Context\n"));
        let positions = ["## /w/BOOTSTRAP.md", "## /w/MEMORY.md", "## /w/docs/notes.md"]
            .map(|part| context.find(part).unwrap());
        assert!(positions.is_sorted());
    }

    #[test]
    fn absent_and_blank_files_go_nowhere_and_unreadable_ones_are_named() {
        let content = |text: &str| ContextFile { content: text.into(), ..file("/w/SOUL.md") };
        let files = [
            content("[MISSING] Expected at: /w/SOUL.md"),
            content(" \n"),
            content("[UNREADABLE] Not loaded (hard-link): /w/SOUL.md"),
        ];
        let routing = route(&files, &facts());
        assert_eq!(surfaces(&routing), ["omitted", "omitted", "turn-instructions"]);
    }

    #[test]
    fn nested_files_go_by_their_last_part() {
        let files = [file("/w/x/agents.md"), file("/w/x/Tools.md"), file("/w/x/HEARTBEAT.md")];
        let routing = route(&files, &facts());
        assert_eq!(surfaces(&routing), ["project-doc", "developer-instructions", "omitted"]);
    }

    #[test]
    fn only_the_root_memory_file_is_routed_to_tools() {
        let record = |path: &str, content: &str| BootstrapFile {
            name: to_text("MEMORY.md"),
            path: to_text(path),
            content: Ok(content.into()),
        };
        let mut files = vec![record("/w/x/MEMORY.md", "b"), record("/w/MEMORY.md", "a")];
        let facts = with_memory();
        let routed = take_routed_memory(&mut files, &facts).unwrap();
        assert_eq!((files.len(), &routed.path), (1, &to_text("/w/MEMORY.md")));
        let routing = route_codex_files(&[file("/w/x/MEMORY.md")], Some(&routed), &facts, &texts());
        assert_eq!(surfaces(&routing), ["turn-context", "note"]);
        let turn = routing.collaboration_instructions.unwrap().to_string_lossy();
        assert!(turn.contains("## OpenClaw Workspace Memory\n"));
        assert!(turn.contains("/w/MEMORY.md") && turn.contains("memory_search or memory_get"));
        assert!(take_routed_memory(&mut files, &facts).is_none());
    }

    #[test]
    fn memory_is_a_bounded_copy_unless_every_condition_holds() {
        let without = [
            CodexFacts { memory_tools: Vec::new(), ..with_memory() },
            CodexFacts { has_config: false, ..with_memory() },
            CodexFacts { is_configured_workspace: false, ..with_memory() },
        ];
        for facts in without {
            assert!(!facts.routes_memory());
            assert_eq!(surfaces(&route(&[file("/w/MEMORY.md")], &facts)), ["turn-context"]);
        }
        assert!(with_memory().routes_memory());
    }

    #[test]
    fn an_absent_memory_file_leaves_the_plugins_guidance() {
        let missing = BootstrapFile {
            name: to_text("MEMORY.md"),
            path: to_text("/w/MEMORY.md"),
            content: Err(MissingReason::Absent),
        };
        let facts = CodexFacts { memory_guidance: to_text("Search first.\n"), ..with_memory() };
        let routing = route_codex_files(&[], Some(&missing), &facts, &texts());
        assert_eq!(surfaces(&routing), ["omitted"]);
        let turn = routing.collaboration_instructions.unwrap().to_string_lossy();
        assert!(turn.ends_with("\n\nSearch first."));
    }

    #[test]
    fn a_heartbeat_gets_a_note_instead_of_the_file() {
        let heartbeat = CodexFacts { run_kind: RunKind::Heartbeat, ..facts() };
        let routing = route(&[file("/w/HEARTBEAT.md")], &heartbeat);
        let turn = routing.collaboration_instructions.unwrap().to_string_lossy();
        assert!(
            turn.contains("## OpenClaw Heartbeat Workspace\n") && turn.contains("/w/HEARTBEAT.md")
        );
        assert!(!turn.contains("body of"));
        let commitment = CodexFacts { run_kind: RunKind::CommitmentOnly, ..facts() };
        assert_eq!(route(&[file("/w/HEARTBEAT.md")], &commitment).collaboration_instructions, None);
    }

    #[test]
    fn a_lightweight_schedule_passes_nothing_on() {
        let facts = CodexFacts {
            context_mode: ContextMode::Lightweight,
            run_kind: RunKind::Cron,
            skills_prompt: to_text("<available_skills/>"),
            ..with_memory()
        };
        let routing = route(&all(), &facts);
        assert!(surfaces(&routing).iter().all(|surface| *surface == "omitted"));
        assert!(routing.disables_project_docs);
        assert_eq!((routing.developer_instructions, routing.turn_context), (None, None));
        assert_eq!(routing.collaboration_instructions, Some(texts().cron));
    }

    #[test]
    fn skills_come_last_and_an_empty_turn_leaves_codex_its_default() {
        assert_eq!(route(&[], &facts()).collaboration_instructions, None);
        let facts = CodexFacts { skills_prompt: to_text(" <available_skills/> "), ..facts() };
        let turn = route(&[file("/w/SOUL.md")], &facts).collaboration_instructions.unwrap();
        let turn = turn.to_string_lossy();
        assert!(turn.find("AGENT_SOUL").unwrap() < turn.find("## OpenClaw Skills").unwrap());
        assert!(turn.ends_with("\n\n<available_skills/>"));
    }

    #[test]
    fn context_precedes_the_request_under_labels() {
        let text = prefix_request(&to_text("files"), &to_text("do it"), &texts());
        let text = text.to_string_lossy();
        assert!(text.contains("\n\nfiles\n\n") && text.ends_with("\ndo it"));
    }
}
