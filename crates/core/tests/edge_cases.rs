//! Odd parameters and what they render to, under a wording in which each line reads as its own name.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rendering;
mod synthetic;

use clawprompt_core::prompt::{self, Kind, PARAMS, ParamsError, Value};
use clawprompt_core::text::to_text;
use rendering::{params, with};
use serde_json::{Value as Json, json};
use synthetic::{DEFINITION, lines_from, lines_of, render};

fn error(change: &Json) -> String {
    let json = with(&json!({"workspaceDir": "/ws"}), change);
    prompt::render(&DEFINITION, &params(&json)).unwrap_err().to_string()
}

mod errors {
    use super::*;

    #[test]
    fn the_workspace_directory_is_required_in_every_mode() {
        for mode in ["full", "minimal", "none", "odd"] {
            for (directory, got) in
                [(json!(null), "null"), (json!(5), "a number"), (json!(["/ws"]), "an object")]
            {
                assert_eq!(
                    error(&json!({"promptMode": mode, "workspaceDir": directory})),
                    format!("workspaceDir must be a string, not {got}")
                );
            }
            let missing = prompt::render(&DEFINITION, &params(&json!({"promptMode": mode})));
            let message = missing.unwrap_err().to_string();
            assert_eq!(message, "workspaceDir must be a string, not undefined");
        }
        for (whole, got) in
            [(json!(null), "null"), (json!("x"), "a string"), (json!([]), "an object")]
        {
            let message = prompt::render(&DEFINITION, &params(&whole)).unwrap_err().to_string();
            assert_eq!(message, format!("params must be an object, not {got}"));
        }
    }

    #[test]
    fn what_the_peer_cannot_use_is_named() {
        let rows = [
            (json!({"toolNames": "read"}), "toolNames must be an array of strings, not a string"),
            (json!({"toolNames": ["a", 5]}), "toolNames[1] must be a string, not a number"),
            (json!({"toolNames": [null]}), "toolNames[0] must be a string, not null"),
            (
                json!({"toolNames": [5], "promptMode": "none"}),
                "toolNames[0] must be a string, not a number",
            ),
            (
                json!({"capabilityToolNames": {}}),
                "capabilityToolNames must be an array of strings, not an object",
            ),
            (
                json!({"toolSummaries": {"a": 5}}),
                "toolSummaries values must be a string, not a number",
            ),
            (json!({"skillsPrompt": 5}), "skillsPrompt must be a string, not a number"),
            (
                json!({"modelAliasLines": "- a: b"}),
                "modelAliasLines must be an array of strings, not a string",
            ),
            (json!({"userTimezone": 5}), "userTimezone must be a string, not a number"),
            (
                json!({"workspaceNotes": "x"}),
                "workspaceNotes must be an array of strings, not a string",
            ),
            (
                json!({"nativeCommandGuidanceLines": 5}),
                "nativeCommandGuidanceLines must be an iterable of strings, not a number",
            ),
            (
                json!({"ownerNumbers": "+1"}),
                "ownerNumbers must be an array of strings, not a string",
            ),
            (json!({"contextFiles": "x"}), "contextFiles must be an array of files, not a string"),
            (json!({"contextFiles": [null]}), "contextFiles[0] must be an object, not null"),
            (
                json!({"contextFiles": [{"path": "a.md"}]}),
                "contextFiles[0].content must be a string, not undefined",
            ),
            (
                json!({"contextFiles": [{"path": "a.md", "content": 5}]}),
                "contextFiles[0].content must be a string, not a number",
            ),
            (
                json!({"runtimeInfo": {"capabilities": [5]}}),
                "runtimeInfo.capabilities[0] must be a string, not a number",
            ),
            (
                json!({"runtimeInfo": {"capabilities": "x"}}),
                "runtimeInfo.capabilities must be an array of strings, not a string",
            ),
            (
                json!({"runtimeInfo": {"model": 5}}),
                "runtimeInfo.model must be a string, not a number",
            ),
            (
                json!({"runtimeInfo": {"activeProcessSessions": [{"sessionId": "a"}]}}),
                "runtimeInfo.activeProcessSessions[0].name must be a string, not undefined",
            ),
            (
                json!({"sandboxInfo": {"containerWorkspaceDir": 5}}),
                "sandboxInfo.containerWorkspaceDir must be a string, not a number",
            ),
            (
                json!({"messageToolHints": 5, "toolNames": ["message"]}),
                "messageToolHints must be an iterable of strings, not a number",
            ),
            (
                json!({"ownerDisplay": "hash", "ownerDisplaySecret": 5}),
                "ownerDisplaySecret must be a string, not a number",
            ),
        ];
        for (change, message) in rows {
            assert_eq!(error(&change), message, "{change}");
        }
    }

    #[test]
    fn what_the_peer_never_looks_at_may_be_of_any_kind() {
        let plain = render(&json!({}));
        for change in [
            json!({"messageToolHints": 5}),
            json!({"ownerDisplaySecret": 5}),
            json!({"userTime": {}, "userTimeFormat": 24, "nativeCommandNames": 5, "other": [1]}),
            json!({"runtimeInfo": "x", "sandboxInfo": 5, "promptContribution": "x"}),
            json!({"promptContribution": {"stablePrefix": 5, "sectionOverrides": {"safety": "x"}}}),
            json!({"runtimeInfo": {"channel": 5, "chatType": 5, "capabilities": null}}),
            json!({"contextFiles": [{"path": "  ", "content": "x"}, {"path": 5}, {}, 5, "x"]}),
        ] {
            assert_eq!(render(&change), plain, "{change}");
        }
        let none = json!({"promptMode": "none", "contextFiles": 5, "messageToolHints": 5});
        assert_eq!(render(&none), render(&json!({"promptMode": "none"})));
    }

    #[test]
    fn an_unknown_locale_is_an_error() {
        let json = json!({"workspaceDir": "/ws", "locale": "no such"});
        let error = prompt::render(&DEFINITION, &params(&json)).unwrap_err();
        assert!(matches!(error, ParamsError::Locale(_)), "{error}");
    }
}

mod tools {
    use super::*;

    fn list(change: &Json) -> Vec<String> {
        lines_from("tooling", "- ", change)
    }

    #[test]
    fn the_first_spelling_of_a_tool_stands_in_the_fixed_order() {
        let names =
            json!(["Exec", "EXEC", "exec", "zeta", "Alpha", "ALPHA", "read ", " ", "", "Read"]);
        assert_eq!(
            list(&json!({"toolNames": names})),
            ["- read: <tool_summary.read>", "- Exec: <tool_summary.exec>", "- Alpha", "- zeta"]
        );
    }

    #[test]
    fn other_tools_are_in_code_unit_order_of_their_lower_case_names() {
        let names =
            json!(["\u{1F600}", "\u{E000}", "é", "z", "Z", "_a", "a-b", "a_b", "ß", "İx", "ΑΣ"]);
        assert_eq!(
            list(&json!({"toolNames": names})),
            ["_a", "a-b", "a_b", "İx", "z", "ß", "é", "ΑΣ", "\u{1F600}", "\u{E000}"]
                .map(|name| format!("- {name}"))
        );
    }

    #[test]
    fn blank_names_are_no_list() {
        assert_eq!(render(&json!({"toolNames": [" ", "", "\u{FEFF}"]})), render(&json!({})));
        assert_ne!(render(&json!({"toolNames": ["\u{85}"]})), render(&json!({})));
    }

    #[test]
    fn summaries_serve_only_tools_without_one_of_their_own() {
        let change = json!({
            "toolNames": ["read", "foo", "bar", "baz"],
            "toolSummaries": {"READ": "x", " Foo ": " f ", "BAR": "1st", "bar": "2nd", "baz": " ", "": "x"},
        });
        assert_eq!(
            list(&change),
            ["- read: <tool_summary.read>", "- bar: 2nd", "- baz", "- foo: f"]
        );
    }

    #[test]
    fn a_tool_name_is_not_sanitised() {
        let lines = lines_of("tooling", &json!({"toolNames": ["a\nb"]}));
        assert_eq!(lines[2..4], ["- a", "b"]);
    }

    #[test]
    fn capability_tools_count_as_available_but_are_not_listed() {
        let change =
            json!({"toolNames": ["x"], "capabilityToolNames": ["GATEWAY ", "message", 5, null]});
        assert_eq!(list(&change), ["- x"]);
        assert_eq!(lines_of("self_update", &change).len(), 5);
        let messaging = lines_of("messaging", &change);
        assert!(messaging.contains(&"### message tool".to_owned()), "{messaging:?}");
        let only = json!({"capabilityToolNames": ["read"]});
        assert_eq!(lines_of("tooling", &only), lines_of("tooling", &json!({})));
    }

    #[test]
    fn a_tool_is_called_as_the_caller_spells_it() {
        let change = json!({"toolNames": ["READ", "Exec"], "skillsPrompt": "x"});
        assert_eq!(lines_from("skills", "<skills.scan", &change), ["<skills.scan READ>"]);
        assert_eq!(
            lines_from("tooling", "<tooling.hint.long_wait", &change),
            ["<tooling.hint.long_wait Exec process>"]
        );
    }

    #[test]
    fn summaries_of_a_sandbox_that_is_on_but_not_true_are_those_of_acp() {
        let change = json!({
            "toolNames": ["agents_list", "sessions_spawn"],
            "acpEnabled": true,
            "sandboxInfo": {"enabled": 1},
        });
        assert_eq!(
            list(&change),
            [
                "- agents_list: <tool_summary.agents_list.acp>",
                "- sessions_spawn: <tool_summary.sessions_spawn.acp>"
            ]
        );
        assert_eq!(lines_of("sandbox", &change)[0], "## Sandbox");
        let sandboxed = with(&change, &json!({"sandboxInfo": {"enabled": true}}));
        assert_eq!(list(&sandboxed)[0], "- agents_list: <tool_summary.agents_list>");
    }

    #[test]
    fn twenty_thousand_tools_are_twenty_thousand_lines() {
        let names: Vec<String> = (0..20_000).map(|number| format!("tool_{number:05}")).collect();
        let lines = list(&json!({"toolNames": names}));
        assert_eq!(lines.len(), 20_000);
        assert_eq!(lines[19_999], "- tool_19999");
    }

    #[test]
    fn native_command_lines_are_trimmed_and_distinct() {
        for (given, expected) in [
            (json!(["", " "]), &[][..]),
            (json!(["b ", "a", "b", 5]), &["b", "a", "5"]),
            (json!("aab"), &["a", "b"]),
        ] {
            let tooling = lines_of("tooling", &json!({"nativeCommandGuidanceLines": given}));
            let start = tooling.iter().position(|line| line == "<tooling.hint.spawn_context>");
            assert_eq!(tooling[start.unwrap() + 1..tooling.len() - 1], *expected);
        }
    }
}

mod values {
    use super::*;

    #[test]
    fn a_workspace_directory_keeps_only_what_can_be_seen() {
        let raw = " /a\n\0\u{200B}\u{2028}\u{2029}\u{AD}\u{FEFF}\u{85}\u{202E}\u{E0001}\u{A0}b ";
        assert_eq!(
            lines_of("workspace", &json!({"workspaceDir": raw}))[1],
            "<workspace.dir  /a\u{A0}b >"
        );
        assert_eq!(lines_of("workspace", &json!({"workspaceDir": ""}))[1], "<workspace.dir >");
        let braces = json!({"workspaceDir": "/{model}$&%s{{x}}"});
        assert_eq!(lines_of("workspace", &braces)[1], "<workspace.dir /{model}$&%s{{x}}>");
    }

    /// `value` in place of the parameter `name`, for text that JSON cannot hold.
    fn replaced<'a>(json: &Json, name: &str, value: Value<'a>) -> Value<'a> {
        let Kind::Record(fields) = PARAMS else { panic!("parameters are a record") };
        let Value::Record(mut values) = params(json) else { panic!("a record") };
        values[fields.iter().position(|field| field.name == name).unwrap()] = value;
        Value::Record(values)
    }

    #[test]
    fn lone_surrogates_stay() {
        let mut odd = to_text("/a");
        odd.push_slice([0xD800, 0x2F, 0xDC00]);
        let base = json!({"workspaceDir": "/ws"});
        for name in ["workspaceDir", "docsPath", "extraSystemPrompt"] {
            let value = replaced(&base, name, Value::Text(std::borrow::Cow::Borrowed(&odd)));
            let text = prompt::render(&DEFINITION, &value).unwrap().text.into_vec();
            let found = text.windows(odd.len()).any(|units| units == odd.as_slice());
            assert!(found, "{name}");
        }
    }

    #[test]
    fn owners_are_shown_as_text_in_the_order_given() {
        let owners = json!([" +1 ", "", "+2", "+1", 5, null, {}]);
        assert_eq!(
            lines_of("authorized_senders", &json!({"ownerNumbers": owners}))[1],
            "<authorized_senders.line +1, +2, +1, 5, null, [object Object]>"
        );
        assert_eq!(
            lines_of("authorized_senders", &json!({"ownerNumbers": ["a\nb"]}))[1..],
            ["<authorized_senders.line a", "b>"]
        );
        assert_eq!(lines_of("authorized_senders", &json!({"ownerNumbers": [" ", ""]})).len(), 0);
    }

    #[test]
    fn owners_are_hashed_with_a_key_when_there_is_one() {
        let owners = json!({"ownerNumbers": ["+15551234567"], "ownerDisplay": "hash"});
        for (secret, hash) in [
            (json!(null), "8a59780bb8cd"),
            (json!("  "), "8a59780bb8cd"),
            (json!(" s3cret "), "d57f50733cac"),
        ] {
            let change = with(&owners, &json!({"ownerDisplaySecret": secret}));
            assert_eq!(
                lines_of("authorized_senders", &change)[1],
                format!("<authorized_senders.line {hash}>")
            );
        }
        let raw = with(&owners, &json!({"ownerDisplay": "HASH"}));
        assert_eq!(
            lines_of("authorized_senders", &raw)[1],
            "<authorized_senders.line +15551234567>"
        );
    }

    #[test]
    fn alias_lines_are_one_block_with_its_blank_lines() {
        let block = |lines: Json| lines_of("model_aliases", &json!({"modelAliasLines": lines}));
        let head = ["## Model Aliases", "<model_aliases.intro>"];
        assert_eq!(block(json!(["- b: x", "", "- a: y"]))[..2], head);
        assert_eq!(block(json!(["- b: x", "", "- a: y"]))[2..], ["- b: x", "", "- a: y"]);
        assert_eq!(block(json!(["x", null]))[2..], ["x", ""]);
        assert_eq!(block(json!([""])), head);
        assert_eq!(block(json!([])).len(), 0);
    }

    #[test]
    fn a_time_zone_is_blank_only_by_the_rules_of_javascript() {
        for (zone, shown) in
            [("\u{85}", true), ("\u{FEFF}", false), ("\u{180E}", true), (" ", false)]
        {
            let change = json!({"userTimezone": zone});
            assert_eq!(lines_of("clock_hint", &change).len(), usize::from(shown), "{zone:?}");
            let expected = if shown { vec![format!("<datetime.zone {zone}>")] } else { vec![] };
            assert_eq!(lines_from("current_date_time", "<", &change), expected);
        }
    }

    #[test]
    fn workspace_notes_are_trimmed_and_may_repeat() {
        let notes = json!({"workspaceNotes": [" a ", "", "a", 5, null, "b\n\nc"]});
        assert_eq!(lines_of("workspace", &notes)[3..], ["a", "a", "5", "null", "b", "", "c"]);
    }

    #[test]
    fn paths_of_docs_and_source_are_trimmed_but_not_sanitised() {
        let change = json!({"docsPath": " /d\u{200B}\nx ", "sourcePath": "  "});
        let lines = lines_of("documentation", &change);
        assert_eq!(
            lines[1..5],
            ["<docs.local /d\u{200B}", "x>", "<docs.mirror>", "<docs.source_remote>"]
        );
    }

    #[test]
    fn a_blank_container_directory_is_still_shown_in_the_sandbox() {
        for (directory, shown) in [("  ", "  "), ("\u{200B}", ""), (" /c\n", " /c")] {
            let change = json!({
                "sandboxInfo": {"enabled": true, "containerWorkspaceDir": directory},
            });
            assert_eq!(
                lines_from("sandbox", "<sandbox.container_workdir", &change),
                [format!("<sandbox.container_workdir {shown}>")]
            );
        }
        let none = json!({"sandboxInfo": {"enabled": true, "containerWorkspaceDir": ""}});
        assert_eq!(lines_from("sandbox", "<sandbox.container_workdir", &none).len(), 0);
    }

    #[test]
    fn sandbox_access_and_mount_share_a_line() {
        let access = |change: &Json| {
            let sandbox = with(&json!({"enabled": true}), change);
            lines_from("sandbox", "<sandbox.access", &json!({"sandboxInfo": sandbox}))
        };
        assert_eq!(
            access(&json!({"workspaceAccess": "ro", "agentWorkspaceMount": "/m\n"})),
            ["<sandbox.access ro <sandbox.access.mount_part /m>>"]
        );
        assert_eq!(access(&json!({"workspaceAccess": "odd"})), ["<sandbox.access odd >"]);
        assert_eq!(access(&json!({"agentWorkspaceMount": "/m"})).len(), 0);
    }

    #[test]
    fn provider_blocks_are_normalised_line_by_line() {
        let raw = "  a \t\r\nb\r\r c \u{2028}d\n\n\n\n\ne\t ";
        let change = json!({"promptContribution": {"stablePrefix": raw, "dynamicSuffix": raw}});
        for section in ["provider_stable_prefix", "provider_dynamic_suffix"] {
            let expected = ["a", "b", "", " c\u{2028}d", "", "", "", "", "e"];
            assert_eq!(lines_of(section, &change), expected, "{section}");
        }
        for blank in [" \r\n\t", "\u{FEFF}", ""] {
            let change = json!({"promptContribution": {"stablePrefix": blank}});
            assert_eq!(lines_of("provider_stable_prefix", &change).len(), 0);
        }
    }

    #[test]
    fn the_runtime_line_shows_values_as_they_came() {
        let line = |runtime: Json| lines_of("runtime", &json!({"runtimeInfo": runtime}))[1].clone();
        assert_eq!(line(json!({})), "Runtime: thinking=off");
        assert_eq!(
            line(json!({
                "agentId": "a", "sessionKey": "k\n", "sessionId": "\u{200B}i", "host": "h\u{200B}",
                "repoRoot": "/r", "os": "o", "arch": "x", "node": "v", "model": "m", "defaultModel": "d",
                "shell": "s", "channel": " Signal ", "capabilities": [],
            })),
            "Runtime: agent=a | session=k | sessionId=i | host=h\u{200B} | repo=/r | os=o (x) | node=v | \
             model=m | default_model=d | shell=s | channel=signal | capabilities=none | thinking=off"
        );
        assert_eq!(
            line(json!({"arch": "x", "host": 5})),
            "Runtime: host=5 | arch=x | thinking=off"
        );
        assert_eq!(line(json!({"sessionKey": "\u{1}\u{2}"})), "Runtime: session= | thinking=off");
        assert_eq!(
            line(json!({"capabilities": ["a"]})),
            "Runtime: thinking=off",
            "capabilities are shown only with a channel"
        );
    }

    #[test]
    fn capabilities_are_normalised_distinct_and_collated() {
        let line = |capabilities: Json| {
            let runtime = json!({"channel": "c", "capabilities": capabilities});
            lines_of("runtime", &json!({"runtimeInfo": runtime}))[1..].join("\n")
        };
        assert!(
            line(json!(["x\ny", "tab\tTAB", "TAB", "É", "p \u{2028}q", " "]))
                .contains("capabilities=é,p\u{2028}q,tab,tab\ttab,x\ny | "),
        );
        for pair in [["a", "a\u{1}"], ["a\u{1}", "a"]] {
            let expected = format!("capabilities={},{} | ", pair[0], pair[1]);
            assert!(line(json!(pair)).contains(&expected), "equal ones keep the caller's order");
        }
        assert!(line(json!(null)).contains("capabilities=none | "));
    }

    #[test]
    fn a_blank_model_is_in_the_runtime_line_but_has_no_identity() {
        let model = |name: &str| lines_of("runtime", &json!({"runtimeInfo": {"model": name}}));
        assert_eq!(
            model("   ")[1..],
            ["Runtime: model=    | thinking=off", "<runtime.reasoning off>"]
        );
        assert_eq!(model(" m ")[2], "Current model identity: m. <runtime.model_identity>");
    }

    #[test]
    fn levels_are_shown_as_given() {
        let runtime = |think: Json, reason: Json| {
            lines_of("runtime", &json!({"defaultThinkLevel": think, "reasoningLevel": reason}))
        };
        assert_eq!(
            runtime(json!(""), json!(""))[1..],
            ["Runtime: thinking=", "<runtime.reasoning >"]
        );
        assert_eq!(
            runtime(json!(null), json!({}))[1..],
            ["Runtime: thinking=off", "<runtime.reasoning [object Object]>"]
        );
    }

    #[test]
    fn background_shells_show_what_is_known() {
        let sessions = json!([
            {"sessionId": "s\n1", "status": "up", "pid": 0, "cwd": "/c\u{200B}", "name": "n\nm"},
            {"sessionId": "s2", "status": "up", "pid": "7", "cwd": "", "name": ""},
            {"sessionId": "s3", "status": "up", "pid": 1.5, "name": "x"},
        ]);
        let change = json!({"runtimeInfo": {"activeProcessSessions": sessions}});
        assert_eq!(
            lines_of("runtime", &change)[2..],
            [
                "<runtime.sessions.intro>",
                "- s",
                "1 up pid=0 cwd=/c :: nm",
                "- s2 up :: ",
                "- s3 up pid=1.5 :: x",
                "<runtime.sessions.outro>",
                "<runtime.reasoning off>",
            ]
        );
        let none = json!({"runtimeInfo": {"activeProcessSessions": []}});
        assert_eq!(lines_of("runtime", &none), lines_of("runtime", &json!({})));
    }

    #[test]
    fn message_tool_hints_are_not_trimmed() {
        let change =
            json!({"toolNames": ["message"], "messageToolHints": [" h2 ", "", null, "h1"]});
        let lines = lines_of("messaging", &change);
        assert_eq!(lines[lines.len() - 2..], [" h2 ", "h1"]);
    }
}
