//! Reads parameters as the peer reads them: what it coerces is coerced, what makes it throw is an error.
//!
//! All defaults are here. Errors name the field, never its content.

mod items;
mod parts;

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::text::{Text, U16Str, sanitize_literal, trim};

use super::schema::RawParams;
use super::value::{Deferred, Value};
use items::{
    ARRAY_OF_STRINGS, distinct, list, or_off, required_text, string_or_empty, text, trimmed_items,
    wrong,
};
use parts::{
    read_bootstrap, read_channels, read_context_files, read_contribution, read_reactions,
    read_runtime, read_sandbox, read_summaries, read_tools,
};

/// A parameter of a kind that the peer cannot use.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
#[error("{field} must be {expected}, not {got}")]
pub struct ParamError {
    /// Path of the field, such as `contextFiles[2].content`.
    pub field: String,
    /// What it must be.
    pub expected: &'static str,
    /// What came.
    pub got: &'static str,
}

/// Channels that can deliver a message when the caller does not say (the peer's bundled plugins).
pub const BUNDLED_CHANNELS: [&str; 24] = [
    "feishu",
    "googlechat",
    "nostr",
    "msteams",
    "mattermost",
    "nextcloud-talk",
    "matrix",
    "raft",
    "line",
    "zalo",
    "clickclack",
    "zalouser",
    "sms",
    "synology-chat",
    "tlon",
    "discord",
    "imessage",
    "irc",
    "qqbot",
    "signal",
    "slack",
    "telegram",
    "twitch",
    "whatsapp",
];

/// The tool that sends messages.
pub(super) const MESSAGE: &[u16] = widestring::u16str!("message").as_slice();

/// Parameters after normalisation.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the interface")]
pub(super) struct Params<'a> {
    pub(super) mode: Mode,
    pub(super) main_surface: bool,
    pub(super) workspace_dir: Cow<'a, U16Str>,
    pub(super) tools: Tools<'a>,
    /// By lower-case name.
    pub(super) tool_summaries: FxHashMap<Text, &'a U16Str>,
    pub(super) schema_directory: &'a U16Str,
    pub(super) native_command_lines: Vec<Cow<'a, U16Str>>,
    pub(super) acp_enabled: bool,
    pub(super) proactive: bool,
    pub(super) prefer_delegation: bool,
    pub(super) skills_prompt: &'a U16Str,
    pub(super) memory_section: bool,
    pub(super) memory_lines: Vec<&'a U16Str>,
    pub(super) model_aliases: Vec<Cow<'a, U16Str>>,
    pub(super) timezone: &'a U16Str,
    pub(super) workspace_only: bool,
    pub(super) workspace_notes: Vec<Cow<'a, U16Str>>,
    pub(super) docs_path: &'a U16Str,
    pub(super) source_path: &'a U16Str,
    pub(super) sandbox: Option<Sandbox<'a>>,
    pub(super) bootstrap: Bootstrap,
    pub(super) truncation_notice: &'a U16Str,
    pub(super) context_files: Vec<ContextFile<'a>>,
    pub(super) reasoning_tags: bool,
    pub(super) reasoning_level: Cow<'a, U16Str>,
    pub(super) think_level: Cow<'a, U16Str>,
    pub(super) owners: Vec<Cow<'a, U16Str>>,
    /// `None`: owners are shown as they are; otherwise they are hashed with this key, if any.
    pub(super) owner_hash_key: Option<&'a U16Str>,
    pub(super) silent_suppressed: bool,
    pub(super) message_tool_only: bool,
    pub(super) explicit_target: bool,
    pub(super) message_tool_hints: Vec<Cow<'a, U16Str>>,
    pub(super) voice_hint: &'a U16Str,
    pub(super) extra_context: &'a U16Str,
    pub(super) heartbeat_prompt: &'a U16Str,
    pub(super) reactions: Option<Reactions<'a>>,
    pub(super) contribution: Contribution,
    pub(super) runtime: Runtime<'a>,
    pub(super) deliverable_channels: Vec<Cow<'a, U16Str>>,
    pub(super) locale: &'a U16Str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Full,
    Minimal,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bootstrap {
    None,
    Limited,
    Full,
    /// Not a known mode: the peer words it as full, but does not look for the file.
    Other,
}

/// Texts to look up.
pub(super) type UnitSet<'a> = FxHashSet<Cow<'a, [u16]>>;

/// Tools by lower-case name.
#[derive(Debug)]
pub(super) struct Tools<'a> {
    /// Lower-case name and the first spelling of each visible tool, in order.
    pub(super) visible: Vec<(Cow<'a, U16Str>, &'a U16Str)>,
    available: UnitSet<'a>,
}

impl Tools<'_> {
    /// Whether the tool is visible or named as a capability.
    pub(super) fn has(&self, name: &[u16]) -> bool {
        self.available.contains(name)
    }
}

#[derive(Debug)]
pub(super) struct Sandbox<'a> {
    pub(super) enabled_truthy: bool,
    pub(super) enabled_true: bool,
    /// Sanitised only: the sandbox section shows it even when it is blank.
    pub(super) container_workdir: Option<Cow<'a, U16Str>>,
    /// Trimmed and sanitised: what the workspace section shows; may be empty.
    pub(super) container_workspace: Cow<'a, U16Str>,
    pub(super) host_mount: Option<Cow<'a, U16Str>>,
    pub(super) mount: Option<Cow<'a, U16Str>>,
    pub(super) access: Option<Cow<'a, U16Str>>,
    pub(super) browser: bool,
    pub(super) host_browser: Option<bool>,
    pub(super) elevated: Option<Elevated<'a>>,
}

#[derive(Debug)]
pub(super) struct Elevated<'a> {
    pub(super) allowed: bool,
    pub(super) full: bool,
    pub(super) full_blocked: bool,
    pub(super) level: Cow<'a, U16Str>,
    pub(super) blocked_reason: &'static str,
}

#[derive(Debug)]
pub(super) struct ContextFile<'a> {
    pub(super) path: &'a U16Str,
    pub(super) content: Content<'a>,
}

/// What a context file holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content<'a> {
    Text(&'a U16Str),
    Deferred(Deferred<'a>),
}

impl Content<'_> {
    pub(super) fn append_to(&self, out: &mut Vec<u16>) {
        match self {
            Self::Text(text) => out.extend_from_slice(text.as_slice()),
            Self::Deferred(text) => text.0.append_to(out),
        }
    }

    /// Length in UTF-16 code units as far as it is known before the content is fetched.
    pub(super) fn known_len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Deferred(text) => text.0.length(),
        }
    }
}

#[derive(Debug)]
pub(super) struct Reactions<'a> {
    pub(super) minimal: bool,
    pub(super) channel: Cow<'a, U16Str>,
}

/// The provider's blocks after normalisation; empty when absent.
#[derive(Debug, Default)]
pub(super) struct Contribution {
    pub(super) stable_prefix: Text,
    pub(super) dynamic_suffix: Text,
    pub(super) interaction_style: Text,
    pub(super) tool_call_style: Text,
    pub(super) execution_bias: Text,
}

#[derive(Debug, Default)]
pub(super) struct Runtime<'a> {
    pub(super) agent_id: Option<Cow<'a, U16Str>>,
    pub(super) session_key: Option<Cow<'a, U16Str>>,
    pub(super) session_id: Option<Cow<'a, U16Str>>,
    pub(super) host: Option<Cow<'a, U16Str>>,
    pub(super) repo_root: Option<Cow<'a, U16Str>>,
    pub(super) os: Option<Cow<'a, U16Str>>,
    pub(super) arch: Option<Cow<'a, U16Str>>,
    pub(super) node: Option<Cow<'a, U16Str>>,
    pub(super) model: Option<&'a U16Str>,
    pub(super) default_model: Option<Cow<'a, U16Str>>,
    pub(super) shell: Option<Cow<'a, U16Str>>,
    /// Lower case; `None` when the channel is not known.
    pub(super) channel: Option<Cow<'a, U16Str>>,
    pub(super) chat: Option<Chat>,
    /// Trimmed and lowered, for conditions.
    pub(super) capability_keys: UnitSet<'a>,
    /// Normalised and distinct, for the runtime line, in order of first appearance.
    pub(super) capabilities: Vec<Text>,
    pub(super) sessions: Vec<Session<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chat {
    Direct,
    Group,
    Channel,
}

#[derive(Debug)]
pub(super) struct Session<'a> {
    pub(super) id: Cow<'a, U16Str>,
    pub(super) status: Cow<'a, U16Str>,
    pub(super) pid: Option<&'a U16Str>,
    pub(super) cwd: Option<Cow<'a, U16Str>>,
    pub(super) name: Cow<'a, U16Str>,
}

impl<'a> Params<'a> {
    /// Reads a record of [`super::schema::PARAMS`].
    pub(super) fn read(value: &'a Value<'a>) -> Result<Self, ParamError> {
        let Some(raw) = RawParams::of(value) else {
            return Err(wrong("params", "an object", value));
        };
        let mode = match raw.prompt_mode {
            mode if mode.is_text("minimal") => Mode::Minimal,
            mode if mode.is_text("none") => Mode::None,
            _ => Mode::Full,
        };
        let full = mode == Mode::Full;
        let tools = read_tools(raw.tool_names, raw.capability_tool_names)?;
        let message_tool_only = raw.source_reply_delivery_mode.is_text("message_tool_only");
        let hints_wanted = full && tools.has(MESSAGE);
        let hash_owners = raw.owner_display.is_text("hash");
        Ok(Self {
            mode,
            main_surface: raw.prompt_surface.is_absent()
                || raw.prompt_surface.is_text("openclaw_main")
                || raw.prompt_surface.is_text("pi_main"),
            workspace_dir: sanitize_literal(required_text("workspaceDir", raw.workspace_dir)?),
            tools,
            tool_summaries: read_summaries(raw.tool_summaries)?,
            schema_directory: text("toolSchemaDirectoryPrompt", raw.tool_schema_directory_prompt)?,
            native_command_lines: distinct(trimmed_items(
                "nativeCommandGuidanceLines",
                "an iterable of strings",
                raw.native_command_guidance_lines,
            )?),
            acp_enabled: raw.acp_enabled.is_true(),
            proactive: raw.proactive_subagent_orchestration.is_true(),
            prefer_delegation: raw.subagent_delegation_mode.is_text("prefer"),
            skills_prompt: text("skillsPrompt", raw.skills_prompt)?,
            memory_section: !raw.include_memory_section.is_false(),
            memory_lines: list("memoryLines", ARRAY_OF_STRINGS, raw.memory_lines)?
                .iter()
                .filter_map(Value::as_text)
                .collect(),
            model_aliases: list("modelAliasLines", ARRAY_OF_STRINGS, raw.model_alias_lines)?
                .iter()
                .map(string_or_empty)
                .collect(),
            timezone: text("userTimezone", raw.user_timezone)?,
            workspace_only: raw.fs_workspace_only.is_true(),
            workspace_notes: trimmed_items(
                "workspaceNotes",
                ARRAY_OF_STRINGS,
                raw.workspace_notes,
            )?,
            docs_path: text("docsPath", raw.docs_path)?,
            source_path: text("sourcePath", raw.source_path)?,
            sandbox: read_sandbox(raw.sandbox_info)?,
            bootstrap: read_bootstrap(raw.bootstrap_mode),
            truncation_notice: text("bootstrapTruncationNotice", raw.bootstrap_truncation_notice)?,
            context_files: match mode {
                Mode::None => Vec::new(),
                _ => read_context_files(raw.context_files)?,
            },
            reasoning_tags: raw.reasoning_tag_hint.is_truthy(),
            reasoning_level: or_off(raw.reasoning_level),
            think_level: or_off(raw.default_think_level),
            owners: trimmed_items("ownerNumbers", ARRAY_OF_STRINGS, raw.owner_numbers)?,
            owner_hash_key: if hash_owners {
                Some(text("ownerDisplaySecret", raw.owner_display_secret)?)
            } else {
                None
            },
            silent_suppressed: message_tool_only || raw.silent_reply_prompt_mode.is_text("none"),
            message_tool_only,
            explicit_target: raw.require_explicit_message_target.is_truthy(),
            message_tool_hints: if hints_wanted {
                list("messageToolHints", "an iterable of strings", raw.message_tool_hints)?
                    .iter()
                    .map(string_or_empty)
                    .collect()
            } else {
                Vec::new()
            },
            voice_hint: text("ttsHint", raw.tts_hint)?,
            extra_context: text("extraSystemPrompt", raw.extra_system_prompt)?,
            heartbeat_prompt: text("heartbeatPrompt", raw.heartbeat_prompt)?,
            reactions: read_reactions(raw.reaction_guidance),
            contribution: read_contribution(raw.prompt_contribution),
            runtime: read_runtime(raw.runtime_info, mode)?,
            deliverable_channels: read_channels(raw.deliverable_channels)?,
            locale: text("locale", raw.locale)?,
        })
    }
}

impl Params<'_> {
    /// The trimmed model, unless it is blank.
    pub(super) fn model(&self) -> Option<&U16Str> {
        self.runtime.model.map(trim).filter(|model| !model.is_empty())
    }

    /// The directory that sandboxed commands work in, when the sandbox has one of its own.
    pub(super) fn container_workspace(&self) -> Option<&U16Str> {
        let sandbox = self.sandbox.as_ref().filter(|sandbox| sandbox.enabled_truthy)?;
        Some(&*sandbox.container_workspace).filter(|directory: &&U16Str| !directory.is_empty())
    }
}
