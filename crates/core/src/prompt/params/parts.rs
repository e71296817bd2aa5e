//! Readers for the parameters that have parts of their own.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::text::{
    Text, U16Str, lower_case, normalize_structured, sanitize_literal, to_text, trim,
};

use super::super::schema::{
    RawContextFile, RawContribution, RawElevated, RawOverrides, RawReactions, RawRuntime,
    RawSandbox, RawSession,
};
use super::super::value::{ScalarKind, Value};
use super::items::{
    ARRAY_OF_STRINGS, distinct, empty, item_text, list, lower_cow, required_text, shown,
    shown_text, string, trimmed_items, units_of, wrong,
};
use super::{
    BUNDLED_CHANNELS, Bootstrap, Chat, Content, ContextFile, Contribution, Elevated, Mode,
    ParamError, Reactions, Runtime, Sandbox, Session, Tools, UnitSet,
};

pub(super) fn read_tools<'a>(
    names: &'a Value<'a>,
    capabilities: &'a Value<'a>,
) -> Result<Tools<'a>, ParamError> {
    let names = list("toolNames", ARRAY_OF_STRINGS, names)?;
    let mut visible: Vec<(Cow<'a, U16Str>, &'a U16Str)> = Vec::with_capacity(names.len());
    let mut available = FxHashSet::with_capacity_and_hasher(names.len(), FxBuildHasher);
    for (index, item) in names.iter().enumerate() {
        let name = trim(item_text(item, || format!("toolNames[{index}]"))?);
        let lower = lower_case(name);
        if !name.is_empty() && available.insert(units_of(lower.clone())) {
            visible.push((lower, name));
        }
    }
    for item in trimmed_items("capabilityToolNames", ARRAY_OF_STRINGS, capabilities)? {
        available.insert(units_of(lower_cow(item)));
    }
    Ok(Tools { visible, available })
}

/// Summaries by lower-case tool name; a later spelling of the same name wins.
pub(super) fn read_summaries<'a>(
    value: &'a Value<'a>,
) -> Result<FxHashMap<Text, &'a U16Str>, ParamError> {
    let mut summaries = FxHashMap::default();
    let Value::Map(entries) = value else { return Ok(summaries) };
    for (key, value) in entries {
        if value.is_absent() {
            continue;
        }
        let summary = trim(required_text("toolSummaries values", value)?);
        let key = lower_case(trim(key)).into_owned();
        if !key.is_empty() && !summary.is_empty() {
            summaries.insert(key, summary);
        }
    }
    Ok(summaries)
}

pub(super) fn read_sandbox<'a>(value: &'a Value<'a>) -> Result<Option<Sandbox<'a>>, ParamError> {
    let Some(raw) = RawSandbox::of(value) else { return Ok(None) };
    let container = match raw.container_workspace_dir {
        value if value.is_absent() => empty(),
        value => required_text("sandboxInfo.containerWorkspaceDir", value)?,
    };
    let host_mount = shown_text("sandboxInfo.workspaceDir", raw.workspace_dir)?;
    let mount = shown_text("sandboxInfo.agentWorkspaceMount", raw.agent_workspace_mount)?;
    Ok(Some(Sandbox {
        enabled_truthy: raw.enabled.is_truthy(),
        enabled_true: raw.enabled.is_true(),
        container_workdir: (!container.is_empty()).then(|| sanitize_literal(container)),
        container_workspace: sanitize_literal(trim(container)),
        host_mount: host_mount.map(sanitize_literal),
        mount: mount.map(sanitize_literal),
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

fn read_elevated<'a>(value: &'a Value<'a>) -> Option<Elevated<'a>> {
    let Some(raw) = RawElevated::of(value) else {
        // The peer asks anything truthy for its members and finds none.
        return value.is_truthy().then(|| Elevated {
            allowed: false,
            full: false,
            full_blocked: false,
            level: Cow::Owned(to_text("undefined")),
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

pub(super) fn read_bootstrap(value: &Value<'_>) -> Bootstrap {
    match value {
        value if !value.is_truthy() || value.is_text("none") => Bootstrap::None,
        value if value.is_text("limited") => Bootstrap::Limited,
        value if value.is_text("full") => Bootstrap::Full,
        _ => Bootstrap::Other,
    }
}

pub(super) fn read_context_files<'a>(
    value: &'a Value<'a>,
) -> Result<Vec<ContextFile<'a>>, ParamError> {
    let mut files = Vec::new();
    for (index, item) in list("contextFiles", "an array of files", value)?.iter().enumerate() {
        let raw = match RawContextFile::of(item) {
            Some(raw) => raw,
            // Any other primitive has no path, so it is left out like a file without one.
            None if !item.is_absent() => continue,
            None => return Err(wrong(format!("contextFiles[{index}]"), "an object", item)),
        };
        let Some(path) = raw.path.as_text().filter(|path| !trim(path).is_empty()) else { continue };
        let content = match raw.content {
            Value::Deferred(text) => Content::Deferred(*text),
            content => {
                Content::Text(item_text(content, || format!("contextFiles[{index}].content"))?)
            }
        };
        files.push(ContextFile { path, content });
    }
    Ok(files)
}

pub(super) fn read_reactions<'a>(value: &'a Value<'a>) -> Option<Reactions<'a>> {
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

pub(super) fn read_contribution(value: &Value<'_>) -> Contribution {
    let block = |value: &Value<'_>| value.as_text().map(normalize_structured).unwrap_or_default();
    let Some(raw) = RawContribution::of(value) else { return Contribution::default() };
    let overrides = RawOverrides::of(raw.section_overrides);
    Contribution {
        stable_prefix: block(raw.stable_prefix),
        dynamic_suffix: block(raw.dynamic_suffix),
        interaction_style: overrides
            .as_ref()
            .map(|o| block(o.interaction_style))
            .unwrap_or_default(),
        tool_call_style: overrides.as_ref().map(|o| block(o.tool_call_style)).unwrap_or_default(),
        execution_bias: overrides.as_ref().map(|o| block(o.execution_bias)).unwrap_or_default(),
    }
}

pub(super) fn read_runtime<'a>(
    value: &'a Value<'a>,
    mode: Mode,
) -> Result<Runtime<'a>, ParamError> {
    let Some(raw) = RawRuntime::of(value) else { return Ok(Runtime::default()) };
    let literal = |field, value| match shown_text(field, value)? {
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
    runtime.session_key = literal("runtimeInfo.sessionKey", raw.session_key)?;
    runtime.session_id = literal("runtimeInfo.sessionId", raw.session_id)?;
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

fn read_chat(value: &Value<'_>) -> Option<Chat> {
    let chat = lower_case(trim(value.as_text()?)).to_string_lossy();
    match chat.as_str() {
        "direct" | "dm" => Some(Chat::Direct),
        "group" => Some(Chat::Group),
        "channel" => Some(Chat::Channel),
        _ => None,
    }
}

fn read_capabilities<'a>(value: &'a Value<'a>) -> Result<(UnitSet<'a>, Vec<Text>), ParamError> {
    let mut keys = FxHashSet::default();
    let mut shown = Vec::new();
    let mut seen = FxHashSet::default();
    let items = list("runtimeInfo.capabilities", ARRAY_OF_STRINGS, value)?;
    for (index, item) in items.iter().enumerate() {
        let text = item_text(item, || format!("runtimeInfo.capabilities[{index}]"))?;
        keys.insert(units_of(lower_case(trim(text))));
        let normal = lower_case(trim(&normalize_structured(text))).into_owned();
        if !normal.is_empty() && seen.insert(normal.as_slice().to_vec()) {
            shown.push(normal);
        }
    }
    Ok((keys, shown))
}

fn read_sessions<'a>(value: &'a Value<'a>) -> Result<Vec<Session<'a>>, ParamError> {
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
            name: sanitize_literal(item_text(raw.name, || format!("{field}[{index}].name"))?),
        });
    }
    Ok(sessions)
}

pub(super) fn read_channels<'a>(value: &'a Value<'a>) -> Result<Vec<Cow<'a, U16Str>>, ParamError> {
    static BUNDLED: LazyLock<[Text; BUNDLED_CHANNELS.len()]> =
        LazyLock::new(|| BUNDLED_CHANNELS.map(to_text));
    if value.is_absent() {
        return Ok(BUNDLED.iter().map(|id| Cow::Borrowed(id.as_ref())).collect());
    }
    let mut channels = Vec::new();
    for (index, item) in list("deliverableChannels", ARRAY_OF_STRINGS, value)?.iter().enumerate() {
        channels.push(Cow::Borrowed(item_text(item, || format!("deliverableChannels[{index}]"))?));
    }
    Ok(distinct(channels))
}
