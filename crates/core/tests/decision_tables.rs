//! The decision tables of the prompt: for each row of a table, the lines that it shows, in order.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rendering;

use clawprompt_core::definition::Definition;
use clawprompt_core::prompt::{self, BUNDLED_CHANNELS, ExplainedLine, Outcome};
use clawprompt_core::shipped;
use rendering::{params, rendered, with};
use serde_json::{Value as Json, json};

fn full(change: &Json) -> Json {
    with(&json!({"workspaceDir": "/ws"}), change)
}

fn explained(section: &str, change: &Json) -> Vec<ExplainedLine> {
    let mut lines = prompt::explain(shipped::definition(), &params(&full(change))).unwrap();
    lines.retain(|line| line.section == section && line.outcome == Outcome::Shown);
    lines
}

/// Keys of the section's lines that the prompt shows.
fn shown_keys(section: &str, change: &Json) -> Vec<String> {
    explained(section, change).into_iter().map(|line| line.key).collect()
}

/// What the line reads; empty when it is not shown.
fn shown_text(section: &str, key: &str, change: &Json) -> String {
    let lines = explained(section, change);
    let line = lines.iter().find(|line| line.key == key);
    line.map(|line| line.text.to_string_lossy()).unwrap_or_default()
}

/// Checks a table: of the lines that any row names, each row shows exactly its own.
///
/// What `explain` says is also what `render` does: each text stands in the prompt.
fn check(section: &str, rows: &[(Json, &[&str])]) {
    for (change, expected) in rows {
        let mut keys = shown_keys(section, change);
        keys.retain(|key| rows.iter().any(|(_, keys)| keys.contains(&key.as_str())));
        assert_eq!(keys, *expected, "{section} with {change}");
        let prompt = rendered(shipped::definition(), &full(change)).text.to_string_lossy();
        for line in explained(section, change) {
            let text = line.text.to_string_lossy();
            assert!(prompt.contains(&text), "{section}.{} with {change}", line.key);
        }
    }
}

/// The text of a fragment, which has no line of its own.
fn fragment(definition: &'static Definition, section: &str, key: &str) -> String {
    use clawprompt_core::definition::{Body, LinePiece};
    let section = definition.sections.iter().find(|candidate| candidate.id == section).unwrap();
    let line = section.fragments.iter().find(|fragment| fragment.key == key).unwrap();
    let Body::Text(pieces) = &line.body else { panic!("{key} is computed") };
    let [LinePiece::Units(units)] = &pieces[..] else { panic!("{key} has placeholders") };
    String::from_utf16(units).unwrap()
}

mod elevated {
    use super::*;

    fn elevated(value: &Json) -> Json {
        json!({"sandboxInfo": {"enabled": true, "elevated": value}})
    }

    const FULL: &[&str] =
        &["elevated_available", "toggle_user_full", "toggle_agent_full", "level_full"];
    const BLOCKED: &[&str] =
        &["elevated_available", "toggle_user", "toggle_agent", "full_blocked", "level_no_full"];
    const ALLOWED: &[&str] =
        &["elevated_available", "toggle_user", "toggle_agent", "level_no_full"];
    const DENIED_BLOCKED: &[&str] =
        &["elevated_unavailable", "full_blocked", "level_off", "no_switch_advice"];
    const DENIED: &[&str] = &["elevated_unavailable", "level_off", "no_switch_advice"];

    #[test]
    fn elevated_exec_is_described_by_what_is_allowed_and_whether_approvals_may_be_skipped() {
        check(
            "sandbox",
            &[
                (json!({"sandboxInfo": {"enabled": true}}), &[]),
                (elevated(&json!(null)), &[]),
                (elevated(&json!(0)), &[]),
                (elevated(&json!("")), &[]),
                (elevated(&json!("yes")), DENIED),
                (elevated(&json!(true)), DENIED),
                (elevated(&json!({"allowed": true, "fullAccessAvailable": true})), FULL),
                (elevated(&json!({"allowed": 1, "fullAccessAvailable": "yes"})), FULL),
                (elevated(&json!({"allowed": true, "fullAccessAvailable": false})), BLOCKED),
                (elevated(&json!({"allowed": true})), ALLOWED),
                (elevated(&json!({"allowed": true, "fullAccessAvailable": null})), ALLOWED),
                (elevated(&json!({"allowed": true, "fullAccessAvailable": 0})), ALLOWED),
                (elevated(&json!({"allowed": true, "fullAccessAvailable": ""})), ALLOWED),
                (
                    elevated(&json!({"allowed": false, "fullAccessAvailable": false})),
                    DENIED_BLOCKED,
                ),
                (elevated(&json!({"fullAccessAvailable": false})), DENIED_BLOCKED),
                (elevated(&json!({"allowed": false})), DENIED),
                (elevated(&json!({"allowed": "", "fullAccessAvailable": true})), DENIED),
                (elevated(&json!({"allowed": 0, "fullAccessAvailable": null})), DENIED),
                (elevated(&json!({})), DENIED),
                (elevated(&json!([])), DENIED),
                // Nothing reads this member.
                (elevated(&json!({"enabled": false, "allowed": true})), ALLOWED),
            ],
        );
    }

    #[test]
    fn elevated_exec_is_not_mentioned_outside_a_sandbox() {
        for enabled in [json!(false), json!(null), json!(0), json!("")] {
            let sandbox = json!({
                "sandboxInfo": {"enabled": enabled, "elevated": {"allowed": true}},
            });
            assert_eq!(shown_keys("sandbox", &sandbox), Vec::<String>::new(), "{sandbox}");
        }
    }

    #[test]
    fn the_reason_is_labelled_and_an_unknown_one_is_the_runtime() {
        for (reason, label) in [
            (json!("host-policy"), "host policy"),
            (json!("channel"), "channel constraints"),
            (json!("sandbox"), "sandbox constraints"),
            (json!("runtime"), "runtime constraints"),
            (json!("Channel"), "runtime constraints"),
            (json!("constructor"), "runtime constraints"),
            (json!(null), "runtime constraints"),
            (json!(5), "runtime constraints"),
        ] {
            let params =
                elevated(&json!({"fullAccessAvailable": false, "fullAccessBlockedReason": reason}));
            let text = shown_text("sandbox", "full_blocked", &params);
            assert!(text.contains(label), "{reason}: {text}");
        }
    }

    #[test]
    fn the_level_is_shown_as_given() {
        for (level, shown) in [
            (json!({"defaultLevel": "ask"}), "ask"),
            (json!({"defaultLevel": "odd {x}"}), "odd {x}"),
            (json!({}), "undefined"),
            (json!({"defaultLevel": null}), "null"),
        ] {
            for available in [true, false] {
                let allowed = json!({"allowed": true, "fullAccessAvailable": available});
                let key = if available { "level_full" } else { "level_no_full" };
                let text = shown_text("sandbox", key, &elevated(&with(&allowed, &level)));
                assert!(text.starts_with(&format!("Current level: {shown}.")), "{text}");
            }
        }
    }

    #[test]
    fn acp_is_blocked_in_a_sandbox_only_where_it_could_be_spawned() {
        let sandbox = |tools: Json, acp: Json| json!({"sandboxInfo": {"enabled": true}, "toolNames": tools, "acpEnabled": acp});
        let spawn = json!(["sessions_spawn"]);
        check(
            "sandbox",
            &[
                (sandbox(spawn.clone(), json!(true)), &["acp_blocked"]),
                (sandbox(spawn.clone(), json!(1)), &[]),
                (sandbox(spawn, json!(false)), &[]),
                (sandbox(json!(["exec"]), json!(true)), &[]),
            ],
        );
    }
}

#[test]
fn the_workspace_directory_is_the_containers_when_it_has_one() {
    let sandbox = |enabled: bool, container: Json| json!({"sandboxInfo": {"enabled": enabled, "containerWorkspaceDir": container}});
    let split: &[&str] = &["sandbox_split"];
    let single: &[&str] = &["single_root"];
    let rows = [
        (json!({}), single, "/ws"),
        (json!({"sandboxInfo": {"enabled": true}}), single, "/ws"),
        (sandbox(true, json!(" /box\u{200B} ")), split, "/box"),
        (sandbox(true, json!("/\u{A0}a")), split, "/\u{A0}a"),
        (sandbox(true, json!("  ")), single, "/ws"),
        (sandbox(true, json!("\u{200B}")), single, "/ws"),
        (sandbox(true, json!("")), single, "/ws"),
        (sandbox(true, json!(null)), single, "/ws"),
        (sandbox(false, json!("/box")), single, "/ws"),
    ];
    let table: Vec<(Json, &[&str])> =
        rows.iter().map(|(change, keys, _)| (change.clone(), *keys)).collect();
    check("workspace", &table);
    for (change, keys, directory) in &rows {
        let text = shown_text("workspace", "dir", change);
        assert_eq!(text, format!("Working directory: {directory}"), "{change}");
        if *keys == split {
            let text = shown_text("workspace", "sandbox_split", change);
            assert!(text.contains("under /ws;"), "{text}");
            assert!(text.contains(&format!("under {directory}.")), "{text}");
        }
    }
}

mod messaging {
    use super::*;

    fn tools(names: &[&str]) -> Json {
        json!({"toolNames": names})
    }

    #[test]
    fn the_orchestration_line_follows_the_tools_that_start_and_show_sub_agents() {
        check(
            "messaging",
            &[
                (tools(&["sessions_spawn", "subagents"]), &["orch_spawn_subagents"]),
                (tools(&["sessions_spawn"]), &["orch_spawn_only"]),
                (tools(&["subagents"]), &["orch_subagents_only"]),
                (tools(&["sessions_yield"]), &[]),
                (json!({}), &[]),
                (json!({"capabilityToolNames": ["SESSIONS_SPAWN"]}), &["orch_spawn_only"]),
            ],
        );
    }

    #[test]
    fn the_orchestration_line_says_to_yield_when_there_is_a_tool_for_it() {
        let rows = [
            (vec!["sessions_spawn", "subagents"], "orch_spawn_subagents", "yield_clause_mid"),
            (vec!["sessions_spawn"], "orch_spawn_only", "yield_clause_end"),
        ];
        for (names, key, clause) in rows {
            let clause = fragment(shipped::definition(), "messaging", clause);
            let without = shown_text("messaging", key, &tools(&names));
            assert!(!without.contains(clause.trim_matches(['.', ';', ' '])), "{without}");
            let with_yield = [&names[..], &["sessions_yield"]].concat();
            let with_clause = shown_text("messaging", key, &tools(&with_yield));
            assert_eq!(with_clause.replacen(&clause, "", 1), without);
            assert_ne!(with_clause, without);
        }
        let alone = shown_text("messaging", "orch_subagents_only", &tools(&["subagents"]));
        let both = tools(&["subagents", "sessions_yield"]);
        assert_eq!(shown_text("messaging", "orch_subagents_only", &both), alone);
    }

    fn message(change: &Json) -> Json {
        with(&tools(&["message"]), change)
    }

    fn only(change: &Json) -> Json {
        message(&with(&json!({"sourceReplyDeliveryMode": "message_tool_only"}), change))
    }

    #[test]
    fn the_message_tool_block_follows_delivery_and_silence() {
        let suppressed = json!({"silentReplyPromptMode": "none"});
        check(
            "messaging",
            &[
                (only(&json!({})), &["tool_send_target_default", "tool_no_repeat"]),
                (only(&suppressed), &["tool_send_target_default", "tool_no_repeat"]),
                (
                    only(&json!({"requireExplicitMessageTarget": true})),
                    &["tool_send_target_required", "tool_no_repeat"],
                ),
                (
                    only(&json!({"requireExplicitMessageTarget": "yes"})),
                    &["tool_send_target_required", "tool_no_repeat"],
                ),
                (
                    only(&json!({"requireExplicitMessageTarget": 0})),
                    &["tool_send_target_default", "tool_no_repeat"],
                ),
                (message(&suppressed), &["tool_send_plain", "tool_follow_context"]),
                (message(&json!({})), &["tool_send_plain", "tool_silent_after_send"]),
                (
                    message(&json!({"requireExplicitMessageTarget": true})),
                    &["tool_send_plain", "tool_silent_after_send"],
                ),
                (
                    message(&json!({"silentReplyPromptMode": "odd"})),
                    &["tool_send_plain", "tool_silent_after_send"],
                ),
                (
                    message(&json!({"sourceReplyDeliveryMode": "automatic"})),
                    &["tool_send_plain", "tool_silent_after_send"],
                ),
                (json!({"sourceReplyDeliveryMode": "message_tool_only"}), &[]),
                (json!({}), &[]),
            ],
        );
    }

    #[test]
    fn the_reply_and_completion_lines_follow_the_same_switches() {
        check(
            "messaging",
            &[
                (json!({}), &["reply_auto", "completion_token"]),
                (json!({"silentReplyPromptMode": "none"}), &["reply_auto", "completion_no_token"]),
                (
                    json!({"sourceReplyDeliveryMode": "message_tool_only"}),
                    &["reply_mto", "completion_no_token"],
                ),
            ],
        );
        let text = shown_text("messaging", "completion_token", &json!({}));
        assert!(text.contains("NO_REPLY"), "{text}");
    }

    fn runtime(channel: &Json, capabilities: &Json) -> Json {
        message(&json!({"runtimeInfo": {"channel": channel, "capabilities": capabilities}}))
    }

    #[test]
    fn buttons_are_offered_by_capability_and_never_on_slack() {
        let (on, off): (&[&str], &[&str]) = (&["tool_buttons_on"], &["tool_buttons_off"]);
        check(
            "messaging",
            &[
                (runtime(&json!("slack"), &json!(["inlineButtons"])), &[]),
                (runtime(&json!(" Slack "), &json!([])), &[]),
                (runtime(&json!("telegram"), &json!([" InlineButtons "])), on),
                (runtime(&json!(null), &json!(["inlinebuttons"])), on),
                (runtime(&json!("telegram"), &json!(["richtext"])), off),
                (runtime(&json!("webchat"), &json!(null)), off),
                (runtime(&json!(null), &json!([])), &[]),
                (runtime(&json!("  "), &json!([])), &[]),
                (runtime(&json!(5), &json!([])), &[]),
                (json!({"runtimeInfo": {"channel": "telegram"}}), &[]),
            ],
        );
        let text =
            shown_text("messaging", "tool_buttons_off", &runtime(&json!(" Matrix"), &json!([])));
        assert_eq!(text.matches("matrix").count(), 2, "{text}");
    }

    #[test]
    fn the_channel_is_asked_for_when_several_could_deliver_and_this_one_cannot() {
        let (options, default): (&[&str], &[&str]) =
            (&["tool_channel_options"], &["tool_channel_default"]);
        let channels = |channel: Json, deliverable: Json| {
            message(&json!({
                "runtimeInfo": {"channel": channel}, "deliverableChannels": deliverable,
            }))
        };
        check(
            "messaging",
            &[
                (channels(json!(null), json!(null)), options),
                (channels(json!("webchat"), json!(null)), options),
                (channels(json!("TELEGRAM"), json!(null)), default),
                (channels(json!("a"), json!(["a", "b"])), default),
                (channels(json!("c"), json!(["a", "b"])), options),
                (channels(json!("c"), json!(["a"])), default),
                (channels(json!("c"), json!(["a", "a"])), default),
                (channels(json!(null), json!([])), default),
                (json!({"deliverableChannels": ["a", "b"]}), &[]),
            ],
        );
        let listed = |deliverable: Json| {
            shown_text("messaging", "tool_channel_options", &channels(json!(null), deliverable))
        };
        assert!(listed(json!(null)).contains(&BUNDLED_CHANNELS.join("|")));
        assert!(
            listed(json!(["b", "a", "b"])).contains("b|a"),
            "the caller's order, without repeats"
        );
    }

    #[test]
    fn group_etiquette_needs_the_message_tool_as_the_only_way_out() {
        let chat = |kind: &str| json!({"runtimeInfo": {"chatType": kind}});
        let shown: &[&str] = &["tool_group_etiquette"];
        check(
            "messaging",
            &[
                (only(&chat(" Group ")), shown),
                (only(&chat("channel")), shown),
                (only(&chat("dm")), &[]),
                (only(&chat("direct")), &[]),
                (only(&chat("forum")), &[]),
                (message(&chat("group")), &[]),
                (
                    with(&json!({"sourceReplyDeliveryMode": "message_tool_only"}), &chat("group")),
                    &[],
                ),
            ],
        );
    }

    #[test]
    fn telegram_is_described_without_the_message_tool_too() {
        let telegram = |capabilities: Json| json!({"runtimeInfo": {"channel": "telegram", "capabilities": capabilities}});
        check(
            "messaging",
            &[
                (telegram(json!(["richText"])), &["telegram_rich"]),
                (telegram(json!([])), &["telegram_plain"]),
                (json!({"runtimeInfo": {"channel": "signal", "capabilities": ["richtext"]}}), &[]),
            ],
        );
    }

    #[test]
    fn other_sessions_are_mentioned_without_the_tool_for_them() {
        for change in [json!({}), tools(&["exec"]), tools(&["sessions_send"])] {
            assert!(shown_keys("messaging", &change).contains(&"cross_session".to_owned()));
        }
    }
}

#[test]
fn exec_approval_is_left_to_channels_that_show_cards() {
    let (native, manual): (&[&str], &[&str]) = (&["native"], &["manual"]);
    let channel = |name: &str| json!({"runtimeInfo": {"channel": name}});
    let capability =
        |name: &str| json!({"runtimeInfo": {"channel": "irc", "capabilities": ["x", name]}});
    let mut rows: Vec<(Json, &[&str])> = Vec::new();
    for name in ["discord", "googlechat", "matrix", "qqbot", "slack", "telegram", "signal"] {
        rows.push((channel(name), native));
    }
    rows.push((channel(" Discord "), native));
    for name in ["imessage", "whatsapp", "webchat", "irc", "", "discord2"] {
        rows.push((channel(name), manual));
    }
    rows.push((capability(" inlineButtons"), native));
    rows.push((capability("NativeApprovals "), native));
    rows.push((capability("nativeapproval"), manual));
    rows.push((json!({}), manual));
    rows.push((json!({"toolNames": ["read"]}), manual));
    rows.push((json!({"promptMode": "minimal"}), manual));
    let style = |block: &str| {
        with(
            &channel("discord"),
            &json!({"promptContribution": {"sectionOverrides": {"tool_call_style": block}}}),
        )
    };
    rows.push((style("## Mine"), &[]));
    rows.push((style(" \n"), native));
    check("exec_approval", &rows);
}

#[test]
fn reactions_are_rare_only_when_the_level_says_minimal() {
    let minimal: &[&str] = &[
        "minimal_intro",
        "minimal_only_when",
        "minimal_ack",
        "minimal_sentiment",
        "minimal_avoid",
        "minimal_rate",
    ];
    let extensive: &[&str] = &[
        "extensive_intro",
        "extensive_freely",
        "extensive_ack",
        "extensive_personality",
        "extensive_content",
        "extensive_confirm",
        "extensive_rate",
    ];
    let guidance = |value: Json| json!({"reactionGuidance": value});
    let rows = [
        (guidance(json!({"level": "minimal", "channel": " Signal"})), minimal, " Signal"),
        (guidance(json!({"level": "extensive", "channel": "x"})), extensive, "x"),
        (guidance(json!({"level": "Minimal", "channel": "x"})), extensive, "x"),
        (guidance(json!({"channel": null})), extensive, "null"),
        (guidance(json!({})), extensive, "undefined"),
        (guidance(json!([])), extensive, "undefined"),
        (guidance(json!(true)), extensive, "undefined"),
        (guidance(json!(5)), extensive, "undefined"),
        (guidance(json!("minimal")), extensive, "undefined"),
        (guidance(json!(null)), &[], ""),
        (guidance(json!(false)), &[], ""),
        (guidance(json!(0)), &[], ""),
        (guidance(json!("")), &[], ""),
    ];
    for mode in ["full", "minimal"] {
        let table: Vec<(Json, &[&str])> = rows
            .iter()
            .map(|(change, keys, _)| (with(change, &json!({"promptMode": mode})), *keys))
            .collect();
        check("reactions", &table);
    }
    for (change, keys, channel) in rows {
        if let Some(intro) = keys.first() {
            let text = shown_text("reactions", intro, &change);
            assert!(text.contains(&format!("on {channel}")), "{change}: {text}");
        }
    }
}

#[test]
fn only_its_flag_and_the_delivery_mode_decide_on_silent_replies() {
    let shown: &[&str] = &[
        "when",
        "rules_label",
        "entire",
        "no_append",
        "no_wrap",
        "wrong_tail",
        "wrong_quoted",
        "right",
    ];
    let silent = |mode: Json| json!({"silentReplyPromptMode": mode});
    let mut rows: Vec<(Json, &[&str])> = vec![
        (json!({}), shown),
        (silent(json!("generic")), shown),
        (silent(json!("None")), shown),
        (silent(json!(null)), shown),
        (silent(json!("none")), &[]),
        (json!({"sourceReplyDeliveryMode": "message_tool_only"}), &[]),
        (
            with(
                &silent(json!("generic")),
                &json!({"sourceReplyDeliveryMode": "message_tool_only"}),
            ),
            &[],
        ),
        (json!({"promptMode": "minimal"}), &[]),
        (json!({"promptMode": "none"}), &[]),
    ];
    for chat in ["direct", "dm", "group", "channel"] {
        rows.push((json!({"runtimeInfo": {"chatType": chat}}), shown));
    }
    check("silent_replies", &rows);
    for key in ["when", "no_append", "wrong_tail", "wrong_quoted", "right"] {
        let text = shown_text("silent_replies", key, &json!({}));
        assert!(text.contains("NO_REPLY"), "{key}: {text}");
    }
}

#[test]
fn tooling_follows_the_tool_list_and_the_surface() {
    let foreign = json!({"promptSurface": "subagent"});
    let listed = json!({"toolNames": ["exec"]});
    let fallback: Vec<String> = shown_keys("tooling", &json!({}))
        .into_iter()
        .filter(|key| key.starts_with("fallback_"))
        .collect();
    assert_eq!(fallback.len(), 18, "an intro and 17 tools");
    let hints: &[&str] = &[
        "later_cron",
        "start_now",
        "completion_wake",
        "process_use",
        "hint_long_wait",
        "hint_spawn_large",
        "hint_spawn_context",
        "hint_no_poll_with_yield",
        "hint_no_poll",
    ];
    let without = |left_out: &[&str]| -> Vec<String> {
        hints.iter().filter(|key| !left_out.contains(key)).map(|key| (*key).to_owned()).collect()
    };
    let rows = [
        (json!({}), without(&["hint_no_poll_with_yield"])),
        (foreign.clone(), vec![]),
        (listed.clone(), without(&["later_cron", "process_use", "hint_no_poll_with_yield"])),
        (with(&listed, &foreign), vec![]),
        (
            json!({"toolNames": ["cron", "process", "sessions_yield"]}),
            without(&["start_now", "completion_wake", "hint_no_poll"]),
        ),
    ];
    for (change, expected) in rows {
        let mut keys = shown_keys("tooling", &change);
        keys.retain(|key| hints.contains(&key.as_str()));
        assert_eq!(keys, expected, "{change}");
    }
    assert_eq!(
        shown_keys("tooling", &foreign),
        ["policy_intro", "fallback_foreign_surface", "tools_md_note"]
    );
    assert_eq!(
        shown_keys("tooling", &with(&listed, &foreign)),
        ["policy_intro", "tool_list", "tools_md_note"]
    );
    // Neither the lines of native commands nor those about ACP depend on the surface.
    let acp = json!({
        "toolNames": ["sessions_spawn"], "acpEnabled": true, "nativeCommandGuidanceLines": ["x"],
    });
    assert_eq!(
        shown_keys("tooling", &with(&acp, &foreign)),
        [
            "policy_intro",
            "tool_list",
            "tools_md_note",
            "native_command_lines",
            "acp_intent",
            "acp_no_thread_channel",
            "acp_agent_id",
        ]
    );
}
