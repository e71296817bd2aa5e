//! Which section appears in which prompt mode, and what the surface changes.

mod rendering;

use std::collections::BTreeSet;

use clawprompt_core::prompt::{BOUNDARY_SECTION, Placement, Rendered};
use clawprompt_core::shipped;
use rendering::{rendered, with};
use serde_json::{Value as Json, json};

/// A section: its id, its first line, the modes it appears in (`f`ull, `m`inimal, `n`one), and the
/// parameters that make it appear. Without those it is absent, unless they are empty.
type Row = (&'static str, &'static str, &'static str, Json);

fn stable_rows() -> Vec<Row> {
    let spawn = json!(["sessions_spawn"]);
    let block = |name: &str| {
        let mut overrides = json!({});
        overrides[name] = json!("## Ours\nx");
        json!({"promptContribution": {"sectionOverrides": overrides}})
    };
    vec![
        ("identity", "", "fmn", json!({})),
        ("tooling", "## Tooling", "fm", json!({})),
        (
            "proactive_orchestration",
            "## Proactive Sub-Agent Orchestration",
            "fm",
            json!({"proactiveSubagentOrchestration": true, "toolNames": spawn}),
        ),
        (
            "subagent_delegation",
            "## Sub-Agent Delegation",
            "f",
            json!({"subagentDelegationMode": "prefer", "toolNames": spawn}),
        ),
        ("interaction_style", "## Ours", "fm", block("interaction_style")),
        ("tool_call_style_override", "## Ours", "fm", block("tool_call_style")),
        ("tool_call_style", "## Tool Call Style", "fm", json!({})),
        ("execution_bias_override", "## Ours", "fm", block("execution_bias")),
        ("execution_bias", "## Execution Bias", "f", json!({})),
        (
            "provider_stable_prefix",
            "## Ours",
            "fm",
            json!({"promptContribution": {"stablePrefix": "## Ours"}}),
        ),
        ("safety", "## Safety", "fm", json!({})),
        ("openclaw_control", "## OpenClaw Control", "fm", json!({})),
        ("skills", "## Skills", "fm", json!({"skillsPrompt": "<available_skills/>"})),
        ("skill_workshop", "## Skill Workshop", "fm", json!({"toolNames": ["skill_workshop"]})),
        ("memory", "## Recall", "f", json!({"memoryLines": ["## Recall", "x"]})),
        ("self_update", "## OpenClaw Self-Update", "f", json!({"toolNames": ["gateway"]})),
        ("model_aliases", "## Model Aliases", "f", json!({"modelAliasLines": ["- a: b"]})),
        ("clock_hint", "", "fm", json!({"userTimezone": "Asia/Tokyo"})),
        ("workspace", "## Workspace", "fm", json!({})),
        ("documentation", "## Documentation", "f", json!({})),
        ("sandbox", "## Sandbox", "fm", json!({"sandboxInfo": {"enabled": true}})),
        (
            "current_date_time",
            "## Current Date & Time",
            "fm",
            json!({"userTimezone": "Asia/Tokyo"}),
        ),
        ("bootstrap_pending", "## Bootstrap Pending", "fm", json!({"bootstrapMode": "limited"})),
        (
            "bootstrap_notice",
            "## Bootstrap Context Notice",
            "fm",
            json!({"bootstrapTruncationNotice": "cut"}),
        ),
        ("workspace_files", "## Workspace Files (injected)", "fm", json!({})),
        ("output_directives", "## Assistant Output Directives", "f", json!({})),
        ("reasoning_format", "## Reasoning Format", "fm", json!({"reasoningTagHint": true})),
        (
            "project_context",
            "# Project Context",
            "fm",
            json!({"contextFiles": [{"path": "AGENTS.md", "content": "x"}]}),
        ),
        ("silent_replies", "## Silent Replies", "f", json!({})),
    ]
}

fn dynamic_rows() -> Vec<Row> {
    vec![
        (
            "dynamic_project_context",
            "# Project Context",
            "fm",
            json!({"contextFiles": [{"path": "HEARTBEAT.md", "content": "x"}]}),
        ),
        ("exec_approval", "", "fm", json!({})),
        (
            "acp_threads",
            "",
            "fm",
            json!({
                "acpEnabled": true,
                "toolNames": ["sessions_spawn"],
                "runtimeInfo": {"capabilities": ["threadbound-acp-spawn"]},
            }),
        ),
        ("authorized_senders", "## Authorized Senders", "f", json!({"ownerNumbers": ["+1"]})),
        (
            "control_ui_embed",
            "## Control UI Embed",
            "f",
            json!({"runtimeInfo": {"channel": "webchat"}}),
        ),
        ("messaging", "## Messaging", "f", json!({})),
        ("voice", "## Voice (TTS)", "f", json!({"ttsHint": "speak"})),
        ("extra_context", "", "fm", json!({"extraSystemPrompt": "more"})),
        (
            "reactions",
            "## Reactions",
            "fm",
            json!({"reactionGuidance": {"level": "minimal", "channel": "signal"}}),
        ),
        (
            "provider_dynamic_suffix",
            "## Ours",
            "fm",
            json!({"promptContribution": {"dynamicSuffix": "## Ours"}}),
        ),
        ("heartbeats", "## Heartbeats", "f", json!({"heartbeatPrompt": "check"})),
        ("runtime", "## Runtime", "fm", json!({})),
    ]
}

fn render(mode: &str, change: &Json) -> Rendered {
    let params = json!({"workspaceDir": "/ws", "promptMode": mode});
    rendered(shipped::definition(), &with(&params, change))
}

fn ids(prompt: &Rendered) -> Vec<&str> {
    prompt.sections.iter().map(|section| &*section.id).collect()
}

/// The section's text without the line feed before the next one.
fn section(prompt: &Rendered, id: &str) -> Option<String> {
    let section = prompt.sections.iter().find(|section| section.id == id)?;
    let text = prompt.text[section.start..section.end].to_string_lossy();
    Some(text.strip_suffix('\n').map_or(text.clone(), str::to_owned))
}

#[test]
fn the_matrix_names_every_section_in_the_order_of_the_prompt() {
    let definition = shipped::definition();
    let order: Vec<&str> = definition.sections.iter().map(|section| &*section.id).collect();
    let (stable, dynamic) = (stable_rows(), dynamic_rows());
    let named: Vec<&str> = stable.iter().chain(&dynamic).map(|row| row.0).collect();
    assert_eq!(order, named);
    assert_eq!(definition.first_dynamic, stable.len());
}

#[test]
fn each_section_appears_in_its_modes_and_no_other() {
    for (id, heading, modes, params) in stable_rows().into_iter().chain(dynamic_rows()) {
        for (letter, mode) in [('f', "full"), ('m', "minimal"), ('n', "none")] {
            let shown = section(&render(mode, &params), id);
            assert_eq!(shown.is_some(), modes.contains(letter), "{id} in mode {mode}");
            if let Some(text) = shown.filter(|_| !heading.is_empty()) {
                assert_eq!(text.lines().next(), Some(heading), "{id} in mode {mode}");
            }
        }
    }
}

#[test]
fn a_conditional_section_is_absent_without_its_parameters() {
    for mode in ["full", "minimal", "none"] {
        let bare = render(mode, &json!({}));
        for (id, _, modes, params) in stable_rows().into_iter().chain(dynamic_rows()) {
            let expected =
                params == json!({}) && modes.contains(mode.chars().next().unwrap_or_default());
            assert_eq!(ids(&bare).contains(&id), expected, "{id} in mode {mode}");
        }
    }
}

#[test]
fn sections_stand_on_their_side_of_the_boundary() {
    let stable: Vec<&str> = stable_rows().iter().map(|row| row.0).collect();
    for (id, _, _, params) in stable_rows().into_iter().chain(dynamic_rows()) {
        let prompt = render("full", &params);
        let found = prompt.sections.iter().find(|section| section.id == id);
        let expected = if stable.contains(&id) { Placement::Stable } else { Placement::Dynamic };
        assert_eq!(found.map(|section| section.placement), Some(expected), "{id}");
    }
}

/// Every section at once, except those that exclude another: a sandbox that is on but not `true` leaves
/// ACP sessions possible, as in the peer.
fn everything() -> Json {
    json!({
        "toolNames": [
            "read", "exec", "message", "gateway", "sessions_spawn", "sessions_yield", "subagents",
            "skill_workshop", "update_plan", "mcp__x",
        ],
        "acpEnabled": true,
        "subagentDelegationMode": "prefer",
        "skillsPrompt": "<available_skills/>",
        "memoryLines": ["## Recall"],
        "modelAliasLines": ["- a: b"],
        "userTimezone": "Asia/Tokyo",
        "fsWorkspaceOnly": true,
        "workspaceNotes": ["note"],
        "sandboxInfo": {"enabled": 1, "containerWorkspaceDir": "/c", "elevated": {"allowed": true}},
        "bootstrapMode": "full",
        "bootstrapTruncationNotice": "cut",
        "contextFiles": [
            {"path": "AGENTS.md", "content": "x"},
            {"path": "HEARTBEAT.md", "content": "y"},
        ],
        "reasoningTagHint": true,
        "ownerNumbers": ["+1"],
        "messageToolHints": ["hint"],
        "ttsHint": "speak",
        "extraSystemPrompt": "more",
        "heartbeatPrompt": "check",
        "reactionGuidance": {"level": "extensive", "channel": "signal"},
        "toolSchemaDirectoryPrompt": "schemas",
        "nativeCommandGuidanceLines": ["native"],
        "promptContribution": {
            "stablePrefix": "prefix",
            "dynamicSuffix": "suffix",
            "sectionOverrides": {"interaction_style": "style"},
        },
        "runtimeInfo": {
            "channel": "webchat",
            "model": "m/1",
            "capabilities": ["threadbound-acp-spawn"],
        },
    })
}

#[test]
fn the_parameters_of_everything_show_every_section_that_can_stand_together() {
    let mut expected: Vec<&str> = Vec::new();
    expected.extend(stable_rows().iter().map(|row| row.0));
    expected.push(BOUNDARY_SECTION);
    expected.extend(dynamic_rows().iter().map(|row| row.0));
    let excluded =
        ["proactive_orchestration", "tool_call_style_override", "execution_bias_override"];
    expected.retain(|id| !excluded.contains(id));
    assert_eq!(ids(&render("full", &everything())), expected);
}

/// What the reference pages say `minimal` leaves out.
const OMITTED_BY_THE_PAGES: [&str; 8] = [
    "memory",
    "self_update",
    "model_aliases",
    "authorized_senders",
    "output_directives",
    "messaging",
    "silent_replies",
    "heartbeats",
];

/// What the peer leaves out of `minimal` besides.
const OMITTED_TOO: [&str; 5] =
    ["subagent_delegation", "execution_bias", "documentation", "control_ui_embed", "voice"];

#[test]
fn minimal_omits_what_the_pages_list_and_five_sections_more() {
    let (full, minimal) = (render("full", &everything()), render("minimal", &everything()));
    let full: BTreeSet<&str> = ids(&full).into_iter().collect();
    let minimal: BTreeSet<&str> = ids(&minimal).into_iter().collect();
    let omitted: BTreeSet<&str> = full.difference(&minimal).copied().collect();
    let expected: BTreeSet<&str> = OMITTED_BY_THE_PAGES.into_iter().chain(OMITTED_TOO).collect();
    assert_eq!(omitted, expected);
    assert_eq!(minimal.difference(&full).next(), None);
}

#[test]
fn extra_context_is_named_after_the_mode() {
    let extra = json!({"extraSystemPrompt": " more \n"});
    let full = section(&render("full", &extra), "extra_context");
    assert_eq!(full.as_deref(), Some("## Group Chat Context\nmore"));
    let minimal = section(&render("minimal", &extra), "extra_context");
    assert_eq!(minimal.as_deref(), Some("## Subagent Context\nmore"));
}

#[test]
fn mode_none_is_the_identity_and_the_model() {
    let bare = render("none", &json!({}));
    assert_eq!(ids(&bare), ["identity"]);
    let identity = section(&render("full", &json!({})), "identity");
    assert_eq!(Some(bare.text.to_string_lossy()), identity);

    let full = render("none", &everything());
    assert_eq!(ids(&full), ["identity", "runtime"]);
    let text = full.text.to_string_lossy();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!(Some(lines[0].to_owned()), identity);
    assert!(lines[1].starts_with("Current model identity: m/1"), "{text}");
    let blank = render("none", &json!({"runtimeInfo": {"model": " "}}));
    assert_eq!(blank.text, bare.text);
}

/// Surfaces of OpenClaw's own agent loop: absent, null and two names.
fn main_surfaces() -> Vec<Json> {
    let names = [json!(null), json!("openclaw_main"), json!("pi_main")];
    let given = names.into_iter().map(|name| json!({"promptSurface": name}));
    std::iter::once(json!({})).chain(given).collect()
}

/// Every other surface, known or not.
fn foreign_surfaces() -> Vec<Json> {
    let names =
        ["codex_app_server", "cli_backend", "acp_backend", "subagent", "", "nonsense", "PI_MAIN"];
    names.into_iter().map(|name| json!({"promptSurface": name})).collect()
}

#[test]
fn a_surface_changes_only_tooling() {
    for base in [json!({}), everything()] {
        for mode in ["full", "minimal", "none"] {
            let main = render(mode, &base);
            for surface in main_surfaces() {
                assert_eq!(render(mode, &with(&base, &surface)), main, "{mode} {surface}");
            }
            for surface in foreign_surfaces() {
                let foreign = render(mode, &with(&base, &surface));
                assert_eq!(ids(&foreign), ids(&main), "{mode} {surface}");
                for id in ids(&main) {
                    let same = section(&foreign, id) == section(&main, id);
                    assert_eq!(same, id != "tooling", "{id} in {mode} on {surface}");
                }
            }
        }
    }
}

#[test]
fn an_unknown_mode_is_full() {
    let full = render("full", &everything());
    for mode in [json!("weird"), json!(""), json!(null), json!(5), json!("Minimal"), json!(false)] {
        let params = with(&everything(), &json!({"promptMode": mode}));
        assert_eq!(render("full", &params), full, "{mode}");
    }
}
