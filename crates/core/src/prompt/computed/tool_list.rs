//! The tool list: known tools in a fixed order, then all others by name.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::definition::Definition;
use crate::text::{LF, U16Str};

use super::super::facts::acp_spawn;
use super::super::params::Params;
use super::push_str;

/// The order in which known tools appear.
#[rustfmt::skip]
const KNOWN_TOOLS: [&str; 28] = [
    // On files:
    "read", "write", "edit", "apply_patch", "grep", "find", "ls",
    // On commands:
    "exec", "process",
    // On the web and on devices:
    "web_search", "web_fetch", "browser", "canvas", "nodes",
    // On the gateway:
    "cron", "message", "gateway", "agents_list",
    // On sessions:
    "sessions_list", "sessions_history", "sessions_send", "sessions_spawn", "sessions_yield",
    "subagents", "session_status",
    // The rest:
    "skill_workshop", "image", "image_generate",
];

/// One line for each visible tool: `- name: summary`.
pub(in crate::prompt) fn write(out: &mut Vec<u16>, definition: &Definition, params: &Params<'_>) {
    let mut tools: Vec<(usize, &U16Str, &U16Str)> = params
        .tools
        .visible
        .iter()
        .map(|(lower, shown)| (known_position(lower), &**lower, *shown))
        .collect();
    // Code-unit order, as JavaScript sorts strings by default.
    tools.sort_by(|left, right| {
        left.0.cmp(&right.0).then_with(|| left.1.as_slice().cmp(right.1.as_slice()))
    });
    let acp = acp_spawn(params);
    for (index, (position, lower, shown)) in tools.into_iter().enumerate() {
        if index > 0 {
            out.push(LF);
        }
        push_str(out, "- ");
        out.extend_from_slice(shown.as_slice());
        if let Some(name) = KNOWN_TOOLS.get(position) {
            write_built_in_summary(out, definition, name, acp);
        } else if let Some(summary) = params.tool_summaries.get(lower) {
            push_str(out, ": ");
            out.extend_from_slice(summary.as_slice());
        }
    }
}

/// Position among the known tools; past the end for all others.
fn known_position(lower: &U16Str) -> usize {
    static POSITIONS: LazyLock<HashMap<Vec<u16>, usize>> = LazyLock::new(|| {
        KNOWN_TOOLS
            .iter()
            .enumerate()
            .map(|(at, name)| (name.encode_utf16().collect(), at))
            .collect()
    });
    POSITIONS.get(lower.as_slice()).copied().unwrap_or(KNOWN_TOOLS.len())
}

fn write_built_in_summary(out: &mut Vec<u16>, definition: &Definition, name: &str, acp: bool) {
    let with_acp = acp.then(|| definition.text_in("tool_summary_acp", name)).flatten();
    if let Some(summary) = with_acp.or_else(|| definition.text_in("tool_summary", name)) {
        push_str(out, ": ");
        summary.write(out, &[]);
    }
}

/// The tool as the caller spells it; its lower-case name when it is not visible.
pub(in crate::prompt) fn write_display_name(out: &mut Vec<u16>, params: &Params<'_>, name: &str) {
    let same = |lower: &U16Str| lower.as_slice().iter().copied().eq(name.encode_utf16());
    match params.tools.visible.iter().find(|(lower, _)| same(lower)) {
        Some((_, shown)) => out.extend_from_slice(shown.as_slice()),
        None => push_str(out, name),
    }
}
