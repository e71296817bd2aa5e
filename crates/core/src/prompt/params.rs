//! Reads parameters as the peer reads them: what it coerces is coerced, what makes it throw is an error.
//!
//! All defaults are here. Errors name the field, never its content.

use std::borrow::Cow;
use std::collections::HashSet;

use thiserror::Error;

use crate::text::{Text, U16Str, lower_case, normalize_structured, sanitize_literal, to_text, trim};

use super::schema::{
    RawContextFile, RawContribution, RawElevated, RawOverrides, RawParams, RawReactions, RawRuntime,
    RawSandbox, RawSession,
};
use super::value::{Scalar, ScalarKind, Value};

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
    "feishu", "googlechat", "nostr", "msteams", "mattermost", "nextcloud-talk", "matrix", "raft", "line",
    "zalo", "clickclack", "zalouser", "sms", "synology-chat", "tlon", "discord", "imessage", "irc",
    "qqbot", "signal", "slack", "telegram", "twitch", "whatsapp",
];

/// Parameters after normalisation.
#[derive(Debug)]
pub(super) struct Params<'a> {
    pub(super) mode: Mode,
    pub(super) main_surface: bool,
    pub(super) workspace_dir: Cow<'a, U16Str>,
    pub(super) tools: Tools<'a>,
    pub(super) tool_summaries: Vec<(Text, &'a U16Str)>,
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

/// Tools by lower-case name.
#[derive(Debug)]
pub(super) struct Tools<'a> {
    /// Lower-case name and the first spelling of each visible tool, in order.
    pub(super) visible: Vec<(Cow<'a, U16Str>, &'a U16Str)>,
    available: HashSet<Vec<u16>>,
}

impl Tools<'_> {
    /// Whether the tool is visible or named as a capability.
    pub(super) fn has(&self, name: &str) -> bool {
        let name: Vec<u16> = name.encode_utf16().collect();
        self.available.contains(&name)
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
    pub(super) content: &'a U16Str,
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
    pub(super) capability_keys: HashSet<Vec<u16>>,
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
    pub(super) fn read(value: &'a Value) -> Result<Self, ParamError> {
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
        let hints_wanted = full && tools.has("message");
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
                .map(|item| if item.is_absent() { Cow::Borrowed(empty()) } else { string(item) })
                .collect(),
            timezone: text("userTimezone", raw.user_timezone)?,
            workspace_only: raw.fs_workspace_only.is_true(),
            workspace_notes: trimmed_items("workspaceNotes", ARRAY_OF_STRINGS, raw.workspace_notes)?,
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
            owner_hash_key: match hash_owners {
                true => Some(text("ownerDisplaySecret", raw.owner_display_secret)?),
                false => None,
            },
            silent_suppressed: message_tool_only || raw.silent_reply_prompt_mode.is_text("none"),
            message_tool_only,
            explicit_target: raw.require_explicit_message_target.is_truthy(),
            message_tool_hints: match hints_wanted {
                true => list("messageToolHints", "an iterable of strings", raw.message_tool_hints)?
                    .iter()
                    .map(|item| if item.is_absent() { Cow::Borrowed(empty()) } else { string(item) })
                    .collect(),
                false => Vec::new(),
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

const ARRAY_OF_STRINGS: &str = "an array of strings";

fn empty<'a>() -> &'a U16Str {
    U16Str::from_slice(&[])
}

fn wrong(field: impl Into<String>, expected: &'static str, got: &Value) -> ParamError {
    ParamError { field: field.into(), expected, got: got.type_name() }
}

fn required_text<'a>(field: &str, value: &'a Value) -> Result<&'a U16Str, ParamError> {
    value.as_text().ok_or_else(|| wrong(field, "a string", value))
}

/// Trimmed text; empty when absent.
fn text<'a>(field: &str, value: &'a Value) -> Result<&'a U16Str, ParamError> {
    if value.is_absent() {
        return Ok(empty());
    }
    required_text(field, value).map(trim)
}

/// `String(value)`
fn string(value: &Value) -> Cow<'_, U16Str> {
    match value {
        Value::Text(text) => Cow::Borrowed(text),
        Value::Scalar(scalar) => Cow::Borrowed(&scalar.text),
        Value::Undefined => Cow::Owned(to_text("undefined")),
        Value::Null => Cow::Owned(to_text("null")),
        Value::List(_) | Value::Record(_) | Value::Map(_) => Cow::Owned(to_text("[object Object]")),
    }
}

/// `String(value)` of a truthy value.
fn shown(value: &Value) -> Option<Cow<'_, U16Str>> {
    value.is_truthy().then(|| string(value))
}

fn or_off(value: &Value) -> Cow<'_, U16Str> {
    if value.is_absent() { Cow::Owned(to_text("off")) } else { string(value) }
}

/// The items of an array; none when absent.
fn list<'a>(
    field: &str,
    expected: &'static str,
    value: &'a Value,
) -> Result<&'a [Value], ParamError> {
    match value {
        Value::Undefined | Value::Null => Ok(&[]),
        Value::List(items) => Ok(items),
        _ => Err(wrong(field, expected, value)),
    }
}

/// The items as trimmed text, without blank ones.
fn trimmed_items<'a>(
    field: &str,
    expected: &'static str,
    value: &'a Value,
) -> Result<Vec<Cow<'a, U16Str>>, ParamError> {
    let items = list(field, expected, value)?.iter().map(|item| trim_cow(string(item)));
    Ok(items.filter(|item| !item.is_empty()).collect())
}

fn trim_cow(text: Cow<'_, U16Str>) -> Cow<'_, U16Str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
        Cow::Owned(text) => Cow::Owned(trim(&text).to_owned()),
    }
}

fn lower_cow(text: Cow<'_, U16Str>) -> Cow<'_, U16Str> {
    match text {
        Cow::Borrowed(text) => lower_case(text),
        Cow::Owned(text) => Cow::Owned(lower_case(&text).into_owned()),
    }
}

/// First occurrences only.
fn distinct(items: Vec<Cow<'_, U16Str>>) -> Vec<Cow<'_, U16Str>> {
    let mut seen = HashSet::new();
    items.into_iter().filter(|item| seen.insert(item.as_slice().to_vec())).collect()
}

fn read_tools<'a>(names: &'a Value, capabilities: &'a Value) -> Result<Tools<'a>, ParamError> {
    let mut visible: Vec<(Cow<'a, U16Str>, &'a U16Str)> = Vec::new();
    let mut available = HashSet::new();
    for (index, item) in list("toolNames", ARRAY_OF_STRINGS, names)?.iter().enumerate() {
        let name = item.as_text().ok_or_else(|| wrong(format!("toolNames[{index}]"), "a string", item))?;
        let name = trim(name);
        let lower = lower_case(name);
        if !name.is_empty() && available.insert(lower.as_slice().to_vec()) {
            visible.push((lower, name));
        }
    }
    for item in trimmed_items("capabilityToolNames", ARRAY_OF_STRINGS, capabilities)? {
        available.insert(lower_cow(item).as_slice().to_vec());
    }
    Ok(Tools { visible, available })
}

/// Summaries by lower-case tool name; a later spelling of the same name wins.
fn read_summaries(value: &Value) -> Result<Vec<(Text, &U16Str)>, ParamError> {
    let mut summaries: Vec<(Text, &U16Str)> = Vec::new();
    let Value::Map(entries) = value else { return Ok(summaries) };
    for (key, value) in entries {
        if value.is_absent() {
            continue;
        }
        let summary = trim(required_text("toolSummaries values", value)?);
        let key = lower_case(trim(key)).into_owned();
        if key.is_empty() || summary.is_empty() {
            continue;
        }
        match summaries.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = summary,
            None => summaries.push((key, summary)),
        }
    }
    Ok(summaries)
}

fn read_sandbox(value: &Value) -> Result<Option<Sandbox<'_>>, ParamError> {
    let Some(raw) = RawSandbox::of(value) else { return Ok(None) };
    let path = |field: &str, value: &'_ Value| match value.is_truthy() {
        true => required_text(&format!("sandboxInfo.{field}"), value).map(|_| true),
        false => Ok(false),
    };
    let container = match raw.container_workspace_dir {
        value if value.is_absent() => empty(),
        value => required_text("sandboxInfo.containerWorkspaceDir", value)?,
    };
    path("workspaceDir", raw.workspace_dir)?;
    path("agentWorkspaceMount", raw.agent_workspace_mount)?;
    Ok(Some(Sandbox {
        enabled_truthy: raw.enabled.is_truthy(),
        enabled_true: raw.enabled.is_true(),
        container_workdir: (!container.is_empty()).then(|| sanitize_literal(container)),
        container_workspace: sanitize_literal(trim(container)),
        host_mount: shown(raw.workspace_dir).map(sanitize_cow),
        mount: shown(raw.agent_workspace_mount).map(sanitize_cow),
        access: shown(raw.workspace_access),
        browser: raw.browser_bridge_url.is_truthy(),
        host_browser: match raw.host_browser_allowed {
            value if value.is_true() => Some(true),
            value if value.is_false() => Some(false),
            _ => None,
        },
        elevated: read_elevated(raw.elevated),
    }))
}

fn sanitize_cow(text: Cow<'_, U16Str>) -> Cow<'_, U16Str> {
    match text {
        Cow::Borrowed(text) => sanitize_literal(text),
        Cow::Owned(text) => Cow::Owned(sanitize_literal(&text).into_owned()),
    }
}

fn read_elevated(value: &Value) -> Option<Elevated<'_>> {
    let undefined = Value::Undefined;
    let Some(raw) = RawElevated::of(value) else {
        let object = matches!(value, Value::Scalar(Scalar { kind: ScalarKind::Object, .. }));
        return object.then(|| Elevated {
            allowed: false,
            full: false,
            full_blocked: false,
            level: string(&undefined).into_owned().into(),
            blocked_reason: "runtime",
        });
    };
    let allowed = raw.allowed.is_truthy();
    let reason = raw.full_access_blocked_reason;
    Some(Elevated {
        allowed,
        full: allowed && raw.full_access_available.is_truthy(),
        full_blocked: raw.full_access_available.is_false(),
        level: string(raw.default_level),
        blocked_reason: match reason {
            reason if reason.is_text("host-policy") => "host_policy",
            reason if reason.is_text("channel") => "channel",
            reason if reason.is_text("sandbox") => "sandbox",
            _ => "runtime",
        },
    })
}

fn read_bootstrap(value: &Value) -> Bootstrap {
    match value {
        value if !value.is_truthy() || value.is_text("none") => Bootstrap::None,
        value if value.is_text("limited") => Bootstrap::Limited,
        value if value.is_text("full") => Bootstrap::Full,
        _ => Bootstrap::Other,
    }
}

fn read_context_files(value: &Value) -> Result<Vec<ContextFile<'_>>, ParamError> {
    let mut files = Vec::new();
    for (index, item) in list("contextFiles", "an array of files", value)?.iter().enumerate() {
        let raw = match RawContextFile::of(item) {
            Some(raw) => raw,
            // Any other primitive has no path, so it is left out like a file without one.
            None if !item.is_absent() => continue,
            None => return Err(wrong(format!("contextFiles[{index}]"), "an object", item)),
        };
        let Some(path) = raw.path.as_text().filter(|path| !trim(path).is_empty()) else { continue };
        let content = required_text(&format!("contextFiles[{index}].content"), raw.content)?;
        files.push(ContextFile { path, content });
    }
    Ok(files)
}

fn read_reactions(value: &Value) -> Option<Reactions<'_>> {
    if !value.is_truthy() {
        return None;
    }
    Some(match RawReactions::of(value) {
        Some(raw) => {
            Reactions { minimal: raw.level.is_text("minimal"), channel: string(raw.channel) }
        }
        None => Reactions { minimal: false, channel: Cow::Owned(to_text("undefined")) },
    })
}

fn read_contribution(value: &Value) -> Contribution {
    let block = |value: &Value| value.as_text().map(normalize_structured).unwrap_or_default();
    let Some(raw) = RawContribution::of(value) else { return Contribution::default() };
    let overrides = RawOverrides::of(raw.section_overrides);
    Contribution {
        stable_prefix: block(raw.stable_prefix),
        dynamic_suffix: block(raw.dynamic_suffix),
        interaction_style: overrides.as_ref().map(|o| block(o.interaction_style)).unwrap_or_default(),
        tool_call_style: overrides.as_ref().map(|o| block(o.tool_call_style)).unwrap_or_default(),
        execution_bias: overrides.as_ref().map(|o| block(o.execution_bias)).unwrap_or_default(),
    }
}

fn read_runtime(value: &Value, mode: Mode) -> Result<Runtime<'_>, ParamError> {
    let Some(raw) = RawRuntime::of(value) else { return Ok(Runtime::default()) };
    let literal = |field: &str, value| match shown_text(&format!("runtimeInfo.{field}"), value)? {
        Some(text) => Ok(Some(sanitize_literal(text))),
        None => Ok(None),
    };
    let channel = raw.channel.as_text().map(trim).filter(|channel| !channel.is_empty());
    let (capability_keys, capabilities) = read_capabilities(raw.capabilities)?;
    let mut runtime = Runtime {
        model: shown_text("runtimeInfo.model", raw.model)?,
        channel: channel.map(lower_case),
        chat: read_chat(raw.chat_type),
        capability_keys,
        capabilities,
        ..Runtime::default()
    };
    if mode == Mode::None {
        return Ok(runtime);
    }
    runtime.agent_id = shown(raw.agent_id);
    runtime.session_key = literal("sessionKey", raw.session_key)?;
    runtime.session_id = literal("sessionId", raw.session_id)?;
    runtime.host = shown(raw.host);
    runtime.repo_root = shown(raw.repo_root);
    runtime.os = shown(raw.os);
    runtime.arch = shown(raw.arch);
    runtime.node = shown(raw.node);
    runtime.default_model = shown(raw.default_model);
    runtime.shell = shown(raw.shell);
    runtime.sessions = read_sessions(raw.active_process_sessions)?;
    Ok(runtime)
}

/// The text of a truthy value that must be a string.
fn shown_text<'a>(field: &str, value: &'a Value) -> Result<Option<&'a U16Str>, ParamError> {
    if value.is_truthy() { required_text(field, value).map(Some) } else { Ok(None) }
}

fn read_chat(value: &Value) -> Option<Chat> {
    let chat = lower_case(trim(value.as_text()?)).to_string_lossy();
    match chat.as_str() {
        "direct" | "dm" => Some(Chat::Direct),
        "group" => Some(Chat::Group),
        "channel" => Some(Chat::Channel),
        _ => None,
    }
}

fn read_capabilities(value: &Value) -> Result<(HashSet<Vec<u16>>, Vec<Text>), ParamError> {
    let mut keys = HashSet::new();
    let mut shown = Vec::new();
    let mut seen = HashSet::new();
    let items = list("runtimeInfo.capabilities", ARRAY_OF_STRINGS, value)?;
    for (index, item) in items.iter().enumerate() {
        let text = item.as_text().ok_or_else(|| {
            wrong(format!("runtimeInfo.capabilities[{index}]"), "a string", item)
        })?;
        keys.insert(lower_case(trim(text)).as_slice().to_vec());
        let normal = lower_case(trim(&normalize_structured(text))).into_owned();
        if !normal.is_empty() && seen.insert(normal.as_slice().to_vec()) {
            shown.push(normal);
        }
    }
    Ok((keys, shown))
}

fn read_sessions(value: &Value) -> Result<Vec<Session<'_>>, ParamError> {
    let mut sessions = Vec::new();
    let field = "runtimeInfo.activeProcessSessions";
    for (index, item) in list(field, "an array of sessions", value)?.iter().enumerate() {
        let raw = RawSession::of(item)
            .ok_or_else(|| wrong(format!("{field}[{index}]"), "an object", item))?;
        let cwd = shown_text(&format!("{field}[{index}].cwd"), raw.cwd)?;
        sessions.push(Session {
            id: string(raw.session_id),
            status: string(raw.status),
            pid: match raw.pid {
                Value::Scalar(scalar) if scalar.kind == ScalarKind::Number => Some(&scalar.text),
                _ => None,
            },
            cwd: cwd.map(sanitize_literal),
            name: sanitize_literal(required_text(&format!("{field}[{index}].name"), raw.name)?),
        });
    }
    Ok(sessions)
}

fn read_channels(value: &Value) -> Result<Vec<Cow<'_, U16Str>>, ParamError> {
    if value.is_absent() {
        return Ok(BUNDLED_CHANNELS.iter().map(|id| Cow::Owned(to_text(id))).collect());
    }
    let mut channels = Vec::new();
    for (index, item) in list("deliverableChannels", ARRAY_OF_STRINGS, value)?.iter().enumerate() {
        let id = required_text(&format!("deliverableChannels[{index}]"), item)?;
        channels.push(Cow::Borrowed(id));
    }
    Ok(distinct(channels))
}
