//! Two renders compared: for every parameter, the right section and cause.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a test fails by panicking, and its numbers are small"
)]

mod rendering;

use clawprompt_core::account::{
    Cause, Change, Comparison, Estimate, PREFIX_STEP, Price, PromptView, Sessions, compare,
};
use clawprompt_core::definition::{Definition, Overlay};
use clawprompt_core::prompt::{self, Field, IGNORED, Kind, PARAMS, Placement};
use clawprompt_core::shipped;
use rendering::{params, rendered, with};
use serde_json::{Value as Json, json};

fn view_of(definition: &Definition, json: &Json) -> PromptView {
    PromptView::of(&rendered(definition, json), definition, &params(json)).unwrap()
}

fn view(json: &Json) -> PromptView {
    view_of(shipped::definition(), json)
}

fn compared(old: &Json, new: &Json) -> Comparison {
    compare(&view(old), &view(new), None, &mut Estimate)
}

fn nested(path: &str, value: &Json) -> Json {
    path.rsplit('.').fold(value.clone(), |inner, key| json!({ key: inner }))
}

/// Parameters with which every other parameter has a say.
fn base() -> Json {
    json!({
        "workspaceDir": "/w",
        "toolNames": ["read", "exec", "process", "message", "sessions_spawn", "x_tool"],
        "skillsPrompt": "<available_skills>\n</available_skills>",
        "sandboxInfo": {
            "enabled": true,
            "containerWorkspaceDir": "/box",
            "elevated": { "allowed": true, "defaultLevel": "ask", "fullAccessAvailable": false },
        },
        "reactionGuidance": { "level": "minimal", "channel": "irc" },
        "runtimeInfo": { "channel": "irc", "model": "m/1" },
        "ownerNumbers": ["+1"],
        "ownerDisplay": "hash",
        "contextFiles": [{ "path": "SOUL.md", "content": "kind" }, { "path": "k.md", "content": "x" },
            { "path": "y.md", "content": "y" }],
    })
}

/// Path of a parameter, its value in the second prompt, and the section in which the prompts part.
fn changes() -> Vec<(&'static str, Json, &'static str)> {
    vec![
        ("workspaceDir", json!("/v"), "workspace"),
        ("promptMode", json!("minimal"), "execution_bias"),
        ("promptSurface", json!("cli_backend"), "tooling"),
        ("toolNames", json!(["read"]), "tooling"),
        ("capabilityToolNames", json!(["update_plan"]), "tooling"),
        ("toolSummaries", json!({ "x_tool": "does x" }), "tooling"),
        ("toolSchemaDirectoryPrompt", json!("- a"), "tooling"),
        ("nativeCommandGuidanceLines", json!(["/x"]), "tooling"),
        ("acpEnabled", json!(true), "sandbox"),
        ("proactiveSubagentOrchestration", json!(true), "proactive_orchestration"),
        ("subagentDelegationMode", json!("prefer"), "subagent_delegation"),
        ("skillsPrompt", json!("<available_skills>\nx</available_skills>"), "skills"),
        ("includeMemorySection", json!(false), "memory"),
        ("memoryLines", json!(["remember"]), "memory"),
        ("modelAliasLines", json!(["- a: b"]), "model_aliases"),
        ("userTimezone", json!("Europe/Berlin"), "clock_hint"),
        ("fsWorkspaceOnly", json!(true), "workspace"),
        ("workspaceNotes", json!(["note"]), "workspace"),
        ("docsPath", json!("/docs"), "documentation"),
        ("sourcePath", json!("/src"), "documentation"),
        ("sandboxInfo.enabled", json!(false), "workspace"),
        ("sandboxInfo.containerWorkspaceDir", json!("/other"), "workspace"),
        ("sandboxInfo.workspaceDir", json!("/host"), "sandbox"),
        ("sandboxInfo.agentWorkspaceMount", json!("/mount"), "sandbox"),
        ("sandboxInfo.workspaceAccess", json!("ro"), "sandbox"),
        ("sandboxInfo.browserBridgeUrl", json!("http://localhost"), "sandbox"),
        ("sandboxInfo.hostBrowserAllowed", json!(true), "sandbox"),
        ("sandboxInfo.elevated.allowed", json!(false), "sandbox"),
        ("sandboxInfo.elevated.defaultLevel", json!("full"), "sandbox"),
        ("sandboxInfo.elevated.fullAccessAvailable", json!(true), "sandbox"),
        ("sandboxInfo.elevated.fullAccessBlockedReason", json!("channel"), "sandbox"),
        ("bootstrapMode", json!("full"), "bootstrap_pending"),
        ("bootstrapTruncationNotice", json!("cut"), "bootstrap_notice"),
        ("reasoningTagHint", json!(true), "reasoning_format"),
        ("reasoningLevel", json!("on"), "runtime"),
        ("defaultThinkLevel", json!("high"), "runtime"),
        ("ownerNumbers", json!(["+2"]), "authorized_senders"),
        ("ownerDisplay", json!("raw"), "authorized_senders"),
        ("ownerDisplaySecret", json!("s3cret"), "authorized_senders"),
        ("silentReplyPromptMode", json!("none"), "silent_replies"),
        ("sourceReplyDeliveryMode", json!("message_tool_only"), "output_directives"),
        ("requireExplicitMessageTarget", json!(true), "messaging"),
        ("messageToolHints", json!(["hint"]), "messaging"),
        ("ttsHint", json!("speak"), "voice"),
        ("extraSystemPrompt", json!("more"), "extra_context"),
        ("heartbeatPrompt", json!("beat"), "heartbeats"),
        ("reactionGuidance.level", json!("extensive"), "reactions"),
        ("reactionGuidance.channel", json!("slack"), "reactions"),
        ("promptContribution.stablePrefix", json!("p"), "provider_stable_prefix"),
        ("promptContribution.dynamicSuffix", json!("s"), "provider_dynamic_suffix"),
        ("promptContribution.sectionOverrides.interaction_style", json!("i"), "interaction_style"),
        (
            "promptContribution.sectionOverrides.tool_call_style",
            json!("t"),
            "tool_call_style_override",
        ),
        (
            "promptContribution.sectionOverrides.execution_bias",
            json!("e"),
            "execution_bias_override",
        ),
        ("runtimeInfo.agentId", json!("main"), "runtime"),
        ("runtimeInfo.sessionKey", json!("k"), "runtime"),
        ("runtimeInfo.sessionId", json!("i"), "runtime"),
        ("runtimeInfo.host", json!("h"), "runtime"),
        ("runtimeInfo.repoRoot", json!("/r"), "runtime"),
        ("runtimeInfo.os", json!("linux"), "runtime"),
        ("runtimeInfo.arch", json!("x64"), "runtime"),
        ("runtimeInfo.node", json!("v24"), "runtime"),
        ("runtimeInfo.model", json!("m/2"), "runtime"),
        ("runtimeInfo.defaultModel", json!("m/0"), "runtime"),
        ("runtimeInfo.shell", json!("zsh"), "runtime"),
        ("runtimeInfo.channel", json!("telegram"), "exec_approval"),
        ("runtimeInfo.chatType", json!("group"), "messaging"),
        ("runtimeInfo.capabilities", json!(["inlineButtons"]), "exec_approval"),
        (
            "runtimeInfo.activeProcessSessions",
            json!([{ "sessionId": "s", "status": "running", "name": "n" }]),
            "runtime",
        ),
        ("deliverableChannels", json!(["slack", "signal"]), "messaging"),
        ("locale", json!("lt"), "project_context"),
    ]
}

/// Paths of all parameters, those of objects by their members.
fn all_paths(prefix: &str, fields: &[Field], found: &mut Vec<String>) {
    for field in fields {
        let path = format!("{prefix}{}", field.name);
        match field.kind {
            Kind::Record(fields) => all_paths(&format!("{path}."), fields, found),
            _ => found.push(path),
        }
    }
}

#[test]
fn the_table_of_changes_has_every_parameter() {
    let Kind::Record(fields) = PARAMS else { panic!("a record") };
    let mut paths = Vec::new();
    all_paths("", fields, &mut paths);
    let changes = changes();
    // Context files have tests of their own, since each is a cause by itself.
    let is_covered = |path: &String| {
        path == "contextFiles"
            || IGNORED.contains(&path.as_str())
            || changes.iter().any(|(known, _, _)| known == path)
    };
    paths.retain(|path| !is_covered(path));
    assert_eq!(paths, Vec::<String>::new());
}

/// What must hold before a parameter has a say.
fn premise(path: &str) -> Json {
    match path {
        "includeMemorySection" => json!({ "memoryLines": ["remember"] }),
        "sandboxInfo.agentWorkspaceMount" => json!({ "sandboxInfo": { "workspaceAccess": "ro" } }),
        "requireExplicitMessageTarget" | "runtimeInfo.chatType" => {
            json!({ "sourceReplyDeliveryMode": "message_tool_only" })
        }
        _ => json!({}),
    }
}

#[test]
fn for_each_parameter_the_section_and_the_cause_are_named() {
    let mut failures = Vec::new();
    for (path, value, section) in changes() {
        let old = with(&base(), &premise(path));
        let comparison = compared(&old, &with(&old, &nested(path, &value)));
        let Some(first) = comparison.first_difference else {
            failures.push(format!("{path}: no difference"));
            continue;
        };
        let causes = [Cause::Parameter(path.to_owned())];
        if first.section.id != section || first.causes != causes {
            failures.push(format!("{path}: {} {:?}", first.section.id, first.causes));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn files(files: &[(&str, &str)]) -> Json {
    let files: Vec<Json> =
        files.iter().map(|(path, content)| json!({ "path": path, "content": content })).collect();
    json!({ "workspaceDir": "/w", "contextFiles": files })
}

#[test]
fn for_context_files_the_first_that_changed_is_named() {
    let old = files(&[("SOUL.md", "kind"), ("TOOLS.md", "t"), ("HEARTBEAT.md", "h")]);
    for (new, section, file) in [
        (
            files(&[("SOUL.md", "Kind"), ("TOOLS.md", "T"), ("HEARTBEAT.md", "h")]),
            "project_context",
            "SOUL.md",
        ),
        (
            files(&[("SOUL.md", "kind"), ("TOOLS.md", "T"), ("HEARTBEAT.md", "h")]),
            "project_context",
            "TOOLS.md",
        ),
        (files(&[("SOUL.md", "kind"), ("HEARTBEAT.md", "h")]), "project_context", "TOOLS.md"),
        (
            files(&[
                ("AGENTS.md", ""),
                ("SOUL.md", "kind"),
                ("TOOLS.md", "t"),
                ("HEARTBEAT.md", "h"),
            ]),
            "project_context",
            "AGENTS.md",
        ),
        (
            files(&[("SOUL.md", "kind"), ("TOOLS.md", "t"), ("HEARTBEAT.md", "H")]),
            "dynamic_project_context",
            "HEARTBEAT.md",
        ),
    ] {
        let first = compared(&old, &new).first_difference.unwrap();
        assert_eq!(first.section.id, section);
        assert_eq!(first.file.as_deref(), Some(file));
        assert_eq!(first.causes, [Cause::File(file.to_owned())]);
        assert_eq!(first.placement == Placement::Dynamic, file == "HEARTBEAT.md");
    }
}

#[test]
fn a_prompt_without_inputs_is_compared_by_its_text_alone() {
    let mut old = view(&files(&[("SOUL.md", "kind"), ("TOOLS.md", "t")]));
    old.inputs.clear();
    let new = view(&files(&[("SOUL.md", "kind"), ("TOOLS.md", "T")]));
    let first = compare(&old, &new, None, &mut Estimate).first_difference.unwrap();
    assert_eq!((first.file.as_deref(), first.causes), (Some("TOOLS.md"), Vec::new()));
}

#[test]
fn of_several_changes_only_those_that_touch_the_section_are_its_causes() {
    let change =
        json!({ "ttsHint": "speak", "docsPath": "/docs", "runtimeInfo": { "model": "m/2" } });
    let comparison = compared(&base(), &with(&base(), &change));
    let first = comparison.first_difference.unwrap();
    assert_eq!(first.section.id, "documentation");
    assert_eq!(first.causes, [Cause::Parameter("docsPath".to_owned())]);
    let changed: Vec<&str> = comparison.sections.iter().map(|change| change.id.as_str()).collect();
    assert_eq!(changed, ["documentation", "voice", "runtime"]);
}

#[test]
fn an_overlay_is_named_as_a_change_of_the_definition() {
    let overlay = Overlay::parse("o", "[section.safety]\nappend = \"Be kind.\"").unwrap();
    let (definition, _) = shipped::with_overlays(&[overlay]).unwrap();
    let new = view_of(&definition, &base());
    let first = compare(&view(&base()), &new, None, &mut Estimate).first_difference.unwrap();
    assert_eq!((first.section.id.as_str(), first.section.change), ("safety", Change::Changed));
    assert_eq!(first.causes, [Cause::Definition]);
}

#[test]
fn added_removed_and_moved_sections_are_told_apart() {
    let without = with(&base(), &json!({ "skillsPrompt": "" }));
    let change = |old: &PromptView, new: &PromptView| {
        let comparison = compare(old, new, None, &mut Estimate);
        comparison.first_difference.unwrap().section
    };
    let (old, new) = (view(&without), view(&base()));
    let added = change(&old, &new);
    assert_eq!((added.id.as_str(), added.change), ("skills", Change::Added));
    let removed = change(&new, &old);
    assert_eq!((removed.id.as_str(), removed.change), ("skills", Change::Removed));
    let overlay =
        Overlay::parse("o", "[section.safety]\nmove = { after = \"workspace\" }").unwrap();
    let (definition, _) = shipped::with_overlays(&[overlay]).unwrap();
    let moved = change(&new, &view_of(&definition, &base()));
    assert_eq!(moved.change, Change::Moved);
}

#[test]
fn equal_prompts_have_no_difference_and_miss_nothing() {
    let comparison = compared(&base(), &base());
    assert_eq!(comparison.first_difference, None);
    assert_eq!(comparison.missed.chars, 0);
    assert_eq!(comparison.equal_prefix.chars as usize, view(&base()).text.len());
    assert!(comparison.sections.is_empty());
}

#[test]
fn the_miss_reaches_from_the_difference_to_the_boundary() {
    let new = with(&base(), &json!({ "docsPath": "/docs" }));
    let price = Price::new(0.5, 5.0).unwrap();
    let (old_view, new_view) = (view(&base()), view(&new));
    let comparison = compare(&old_view, &new_view, Some(price), &mut Estimate);
    let boundary =
        new_view.sections.iter().find(|section| section.placement == Placement::Boundary).unwrap();
    let covered = comparison.equal_prefix.chars + comparison.missed.chars;
    assert_eq!(covered as usize, boundary.range.start);
    let cost = comparison.cost.unwrap();
    let expected = comparison.missed.tokens as f64 * 4.5 / 1e6;
    assert!((cost.extra - expected).abs() < 1e-12 && expected > 0.0);
    assert!((cost.actual - cost.expected - cost.extra).abs() < 1e-12);
    // Below the boundary nothing is cached, so nothing is missed.
    let turn = view(&with(&base(), &json!({ "ttsHint": "speak" })));
    let comparison = compare(&old_view, &turn, Some(price), &mut Estimate);
    assert_eq!(comparison.missed.chars, 0);
    assert!(comparison.cost.unwrap().extra.abs() < 1e-12);
    assert!(comparison.cost.unwrap().actual > 0.0);
}

#[test]
fn the_equal_prefix_does_not_end_within_a_pair() {
    let skills = |text: &str| view(&json!({ "workspaceDir": "/w", "skillsPrompt": text }));
    let (old, new) = (skills("x😀"), skills("x😁"));
    let comparison = compare(&old, &new, None, &mut Estimate);
    let naive = old.text.as_slice().iter().zip(new.text.as_slice()).take_while(|(a, b)| a == b);
    assert_eq!(comparison.equal_prefix.chars as usize, naive.count() - 1);
}

mod sessions {
    use super::*;

    fn remember(sessions: &mut Sessions, session: &str, json: &Json) -> Option<Comparison> {
        let prompt = view(json);
        let change = sessions.remember(session, &prompt)?;
        Some(change.conclude(&prompt, None, &mut Estimate))
    }

    #[test]
    fn each_break_is_reported_once_with_the_same_cause_as_a_comparison_of_the_texts() {
        for (path, value, section) in changes() {
            let old = with(&base(), &premise(path));
            let new = with(&old, &nested(path, &value));
            let mut sessions = Sessions::default();
            assert_eq!(remember(&mut sessions, "s", &old), None, "{path}");
            assert_eq!(remember(&mut sessions, "other", &new), None, "{path}");
            let found = remember(&mut sessions, "s", &new).unwrap();
            let exact = compared(&old, &new);
            assert_eq!(found.first_difference, exact.first_difference, "{path}");
            assert_eq!(found.first_difference.unwrap().section.id, section);
            assert_eq!(found.sections, exact.sections, "{path}");
            let (found, exact) = (found.equal_prefix.chars, exact.equal_prefix.chars);
            assert!(
                found <= exact && exact - found <= PREFIX_STEP as u64,
                "{path}: {found} {exact}"
            );
            assert_eq!(remember(&mut sessions, "s", &new), None, "{path}");
        }
    }

    #[test]
    fn a_forgotten_session_starts_anew_and_the_oldest_are_forgotten() {
        let mut sessions = Sessions::default();
        let new = with(&base(), &json!({ "docsPath": "/docs" }));
        remember(&mut sessions, "s", &base());
        assert!(sessions.forget("s"));
        assert!(!sessions.forget("s"));
        assert_eq!(remember(&mut sessions, "s", &new), None);
        let small = json!({ "workspaceDir": "/w", "promptMode": "none" });
        for index in 0..clawprompt_core::account::MOST_SESSIONS {
            remember(&mut sessions, &index.to_string(), &small);
        }
        assert!(!sessions.forget("s"));
        assert!(sessions.forget("0"));
    }
}

#[test]
fn the_outline_agrees_with_the_text_and_the_explanation() {
    for (path, value, _) in changes() {
        let json = with(&with(&base(), &premise(path)), &nested(path, &value));
        let text = view(&json).text;
        for line in prompt::explain(shipped::definition(), &params(&json)).unwrap() {
            match line.range {
                Some(range) => {
                    assert_eq!(text[range], line.text, "{path}: {}.{}", line.section, line.key);
                }
                None => assert_ne!(line.outcome, prompt::Outcome::Shown, "{path}: {}", line.key),
            }
        }
        for block in view(&json).blocks {
            let shown = text[block.range.clone()].to_string_lossy();
            match block.kind.name() {
                "file" => assert!(shown.starts_with(&format!("## {}\n", block.name)), "{shown}"),
                "skills" => assert!(shown.starts_with("<available_skills>"), "{shown}"),
                _ => assert!(shown.starts_with("- read"), "{shown}"),
            }
        }
    }
}
