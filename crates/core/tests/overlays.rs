//! What overlays can do to the prompt, and what they report of it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rendering;

use clawprompt_core::definition::{Definition, OutlineBody, Overlay, Source};
use clawprompt_core::shipped;
use rendering::{rendered, with};
use serde_json::{Value as Json, json};

fn parsed(texts: &[&str]) -> Vec<Overlay> {
    let name = |index| ["one.toml", "two.toml", "three.toml"][index];
    texts.iter().enumerate().map(|(at, text)| Overlay::parse(name(at), text).unwrap()).collect()
}

fn apply(texts: &[&str]) -> Definition {
    shipped::with_overlays(&parsed(texts)).unwrap_or_else(|error| panic!("{error}")).0
}

/// What the overlays report: file, key and action.
fn changes(texts: &[&str]) -> Vec<String> {
    let (_, changes) = shipped::with_overlays(&parsed(texts)).unwrap();
    let line = |change: &clawprompt_core::definition::Change| {
        format!("{} {}: {}", change.overlay, change.key, change.action)
    };
    changes.iter().map(line).collect()
}

fn lines_of(definition: &Definition, section: &str, change: &Json) -> Vec<String> {
    let prompt = rendered(definition, &with(&json!({"workspaceDir": "/ws"}), change));
    let Some(section) = prompt.sections.iter().find(|candidate| candidate.id == section) else {
        return Vec::new();
    };
    let text = prompt.text[section.start..section.end].to_string_lossy();
    text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::to_owned).collect()
}

/// The section as it ships.
fn shipped_lines(section: &str) -> Vec<String> {
    lines_of(shipped::definition(), section, &json!({}))
}

/// The section after one overlay.
fn changed_lines(overlay: &str, section: &str) -> Vec<String> {
    lines_of(&apply(&[overlay]), section, &json!({}))
}

/// Ids of the sections above and below the boundary.
fn order(definition: &Definition) -> (Vec<&str>, Vec<&str>) {
    let ids: Vec<&str> = definition.sections.iter().map(|section| &*section.id).collect();
    let (stable, dynamic) = ids.split_at(definition.first_dynamic);
    (stable.to_vec(), dynamic.to_vec())
}

#[test]
fn no_overlay_changes_nothing() {
    let (definition, changes) = shipped::with_overlays(&[]).unwrap();
    assert_eq!(definition, *shipped::definition());
    assert_eq!(changes, []);
    assert_eq!(apply(&["", "# nothing"]), definition);
}

mod sections {
    use super::*;

    #[test]
    fn a_section_is_dropped() {
        let overlay = "[section.openclaw_control]\ndrop = true";
        assert_eq!(changed_lines(overlay, "openclaw_control").len(), 0);
        assert_eq!(changes(&[overlay]), ["one.toml openclaw_control: section dropped"]);
        let definition = apply(&[overlay]);
        let (before, after) = (order(shipped::definition()), order(&definition));
        assert_eq!(before.0.len() - 1, after.0.len());
        assert_eq!(before.1, after.1);
    }

    #[test]
    fn the_last_sections_above_and_below_the_boundary_may_go() {
        let all = |ids: &[&str]| -> String {
            let drop = |id: &&str| format!("[section.{id}]\ndrop = true\n");
            ids.iter().map(drop).collect::<String>()
        };
        let (stable, dynamic) = order(shipped::definition());
        let head = "unprotect = [\"safety\"]\n".to_owned();
        let marker = "<!-- OPENCLAW_CACHE_BOUNDARY -->\n";
        let text = |overlay: &str| {
            rendered(&apply(&[overlay]), &json!({"workspaceDir": "/ws"})).text.to_string_lossy()
        };
        assert!(text(&all(&dynamic)).ends_with(&format!("\n\n{marker}")));
        assert!(text(&(head.clone() + &all(&stable))).starts_with(&format!("\n{marker}\n")));
        assert_eq!(text(&(head + &all(&[stable, dynamic].concat()))), format!("\n{marker}"));
    }

    #[test]
    fn one_text_replaces_all_lines_and_leaves_heading_and_condition() {
        let overlay = "[section.execution_bias]\nreplace = \"Row on in {display_workspace_dir}.\"";
        let definition = apply(&[overlay]);
        let lines = lines_of(&definition, "execution_bias", &json!({}));
        assert_eq!(lines, ["## Execution Bias", "Row on in /ws."]);
        let minimal = json!({"promptMode": "minimal"});
        assert_eq!(lines_of(&definition, "execution_bias", &minimal).len(), 0);
        assert_eq!(changes(&[overlay]), ["one.toml execution_bias: section replaced"]);
    }

    #[test]
    fn a_replaced_section_loses_its_fragments() {
        let overlay = "[section.messaging]\nreplace = \"Signal by flag.\"";
        assert_eq!(changed_lines(overlay, "messaging"), ["## Messaging", "Signal by flag."]);
    }

    #[test]
    fn lines_are_added_at_both_ends() {
        let overlay = "[section.openclaw_control]\nprepend = \"first\"\nappend = \"last\"";
        let mut expected = shipped_lines("openclaw_control");
        expected.insert(1, "first".to_owned());
        expected.push("last".to_owned());
        assert_eq!(changed_lines(overlay, "openclaw_control"), expected);
        assert_eq!(
            changes(&[overlay]),
            [
                "one.toml openclaw_control.prepended: line prepended",
                "one.toml openclaw_control.appended: line appended"
            ]
        );
    }

    #[test]
    fn a_heading_is_changed_added_or_emptied() {
        let heading = |id: &str, text: &str| format!("[section.{id}]\nheading = \"{text}\"");
        let changed = changed_lines(&heading("openclaw_control", "## Helm"), "openclaw_control");
        assert_eq!(changed[0], "## Helm");
        assert_eq!(changed[1..], shipped_lines("openclaw_control")[1..]);
        let added = changed_lines(&heading("identity", "# Who {you} are"), "identity");
        assert_eq!(added[0], "# Who {you} are", "a heading has no placeholders");
        assert_eq!(added[1..], shipped_lines("identity"));
        let emptied = changed_lines(&heading("openclaw_control", ""), "openclaw_control");
        assert_eq!(emptied, shipped_lines("openclaw_control")[1..]);
        assert_eq!(changes(&[&heading("identity", "x")]), ["one.toml identity: heading changed"]);
    }

    #[test]
    fn a_condition_is_changed_or_lifted() {
        let overlay = "[section.openclaw_control]\nwhen = [\"tool:gateway\", \"!minimal\"]";
        let definition = apply(&[overlay]);
        let shown = |change: Json| !lines_of(&definition, "openclaw_control", &change).is_empty();
        assert!(!shown(json!({})));
        assert!(shown(json!({"toolNames": ["Gateway"]})));
        assert!(!shown(json!({"toolNames": ["gateway"], "promptMode": "minimal"})));
        assert_eq!(changes(&[overlay]), ["one.toml openclaw_control: condition changed"]);
        let lifted = apply(&["[section.documentation]\nwhen = []"]);
        let minimal = json!({"promptMode": "minimal"});
        assert_eq!(lines_of(&lifted, "documentation", &minimal)[0], "## Documentation");
    }

    #[test]
    fn a_section_is_moved_in_four_ways() {
        let neighbours = |position: &str, id: &str| {
            let definition = apply(&[&format!("[section.{id}]\nmove = {{ {position} }}")]);
            let (stable, dynamic) = order(&definition);
            let all = [&stable[..], &["|"], &dynamic[..]].concat();
            let at = all.iter().position(|other| *other == id).unwrap();
            let name =
                |at: Option<usize>| at.and_then(|at| all.get(at)).map_or("", |id| *id).to_owned();
            assert_eq!(all.len(), shipped::definition().sections.len() + 1);
            (name(at.checked_sub(1)), name(Some(at + 1)))
        };
        let pair = |before: &str, after: &str| (before.to_owned(), after.to_owned());
        assert_eq!(neighbours("before = \"runtime\"", "voice"), pair("heartbeats", "runtime"));
        assert_eq!(neighbours("after = \"runtime\"", "voice"), pair("runtime", ""));
        assert_eq!(neighbours("before = \"identity\"", "voice"), pair("", "identity"));
        assert_eq!(
            neighbours("after = \"silent_replies\"", "runtime"),
            pair("silent_replies", "|")
        );
        assert_eq!(neighbours("to_start_of = \"stable\"", "runtime"), pair("", "identity"));
        assert_eq!(neighbours("to_end_of = \"stable\"", "runtime"), pair("silent_replies", "|"));
        assert_eq!(
            neighbours("to_start_of = \"dynamic\"", "safety"),
            pair("|", "dynamic_project_context")
        );
        assert_eq!(neighbours("to_end_of = \"dynamic\"", "safety"), pair("runtime", ""));
        assert_eq!(
            changes(&["[section.voice]\nmove = { after = \"runtime\" }"]),
            ["one.toml voice: section moved"]
        );
    }

    #[test]
    fn moves_happen_in_the_order_of_the_file() {
        let overlay = "[section.voice]\nmove = { to_start_of = \"stable\" }\n\
                       [section.messaging]\nmove = { after = \"voice\" }\n\
                       [section.heartbeats]\nmove = { after = \"voice\" }";
        let definition = apply(&[overlay]);
        assert_eq!(order(&definition).0[..4], ["voice", "heartbeats", "messaging", "identity"]);
    }

    #[test]
    fn a_moved_section_is_rendered_where_it_stands() {
        let definition = apply(&["[section.voice]\nmove = { before = \"safety\" }"]);
        let text = rendered(&definition, &json!({"workspaceDir": "/ws", "ttsHint": "speak"})).text;
        assert!(text.to_string_lossy().contains("\n## Voice (TTS)\nspeak\n## Safety\n"));
    }

    #[test]
    fn a_section_is_added_with_lines_of_its_own() {
        let overlay = r##"
            [add.tides]
            heading = "# Tides"
            when = ["full"]
            after = "safety"
            [[add.tides.line]]
            key = "zone"
            when = ["timezone"]
            text = "Tides are in {timezone}."
            [[add.tides.line]]
            key = "braces"
            glue = " "
            text = "{{high}}"
            [[add.tides.line]]
            key = "notes"
            computed = "workspace_notes"
        "##;
        let definition = apply(&[overlay]);
        let params = json!({"userTimezone": "UTC", "workspaceNotes": ["a", "b"]});
        assert_eq!(
            lines_of(&definition, "tides", &params),
            ["# Tides", "Tides are in UTC. {high}", "a", "b"]
        );
        assert_eq!(lines_of(&definition, "tides", &json!({})), ["# Tides {high}"]);
        assert_eq!(lines_of(&definition, "tides", &json!({"promptMode": "minimal"})).len(), 0);
        let section = definition.sections.iter().find(|section| section.id == "tides").unwrap();
        assert_eq!(section.source, Source::Overlay);
        let stable = order(&definition).0;
        let at = stable.iter().position(|id| *id == "tides").unwrap();
        assert_eq!(stable[at - 1], "safety");
        assert_eq!(changes(&[overlay]), ["one.toml tides: section added"]);
    }

    #[test]
    fn sections_added_together_may_stand_by_one_another() {
        let overlay = "[add.b]\nto_end_of = \"dynamic\"\n[[add.b.line]]\nkey = \"x\"\ntext = \"b\"\n\
                       [add.a]\nafter = \"b\"\n[[add.a.line]]\nkey = \"x\"\ntext = \"a\"\n\
                       [section.runtime]\nmove = { before = \"a\" }";
        let definition = apply(&[overlay]);
        assert!(order(&definition).1.ends_with(&["b", "runtime", "a"]));
    }
}

mod lines {
    use super::*;

    #[test]
    fn a_line_is_given_another_text() {
        let overlay = "[section.workspace.line.dir]\ntext = \"{display_workspace_dir} is home.\"";
        assert_eq!(changed_lines(overlay, "workspace")[1], "/ws is home.");
        assert_eq!(changes(&[overlay]), ["one.toml workspace.dir: line changed"]);
    }

    #[test]
    fn a_line_is_given_another_condition() {
        let overlay = "[section.documentation.line.community]\nwhen = [\"channel:discord\"]";
        let definition = apply(&[overlay]);
        let shipped = shipped_lines("documentation");
        let elsewhere = lines_of(&definition, "documentation", &json!({}));
        assert_eq!(elsewhere.len(), shipped.len() - 1);
        let discord = json!({"runtimeInfo": {"channel": "discord"}});
        assert_eq!(lines_of(&definition, "documentation", &discord), shipped);
    }

    #[test]
    fn a_computed_line_may_be_dropped_or_given_a_condition() {
        let notes = json!({"workspaceNotes": ["note"]});
        let dropped = apply(&["[section.workspace.line.notes]\ndrop = true"]);
        assert_eq!(lines_of(&dropped, "workspace", &notes), shipped_lines("workspace"));
        let conditional = apply(&["[section.workspace.line.notes]\nwhen = [\"minimal\"]"]);
        assert_eq!(lines_of(&conditional, "workspace", &notes), shipped_lines("workspace"));
    }

    #[test]
    fn a_line_is_dropped_and_its_fragment_with_it() {
        let overlay = "[section.messaging.line.orch_spawn_only]\ndrop = true";
        let definition = apply(&[overlay]);
        let spawn = json!({"toolNames": ["sessions_spawn", "sessions_yield"]});
        let before = lines_of(shipped::definition(), "messaging", &spawn);
        assert_eq!(lines_of(&definition, "messaging", &spawn).len(), before.len() - 1);
        assert_eq!(changes(&[overlay]), ["one.toml messaging.orch_spawn_only: line dropped"]);
    }

    #[test]
    fn a_fragment_is_changed_by_its_key() {
        let overlay = "[section.messaging.line.yield_clause_mid]\ntext = \"<clause>\"\nwhen = [\"tool:cron\"]";
        let definition = apply(&[overlay]);
        let clause = |tools: Json| {
            let lines = lines_of(&definition, "messaging", &json!({"toolNames": tools}));
            lines.iter().any(|line| line.contains("<clause>"))
        };
        assert!(clause(json!(["sessions_spawn", "subagents", "cron"])));
        assert!(!clause(json!(["sessions_spawn", "subagents", "sessions_yield"])));
    }

    #[test]
    fn lines_are_inserted_before_and_after_others() {
        let overlay = r#"
            [[section.openclaw_control.insert]]
            key = "one"
            before = "gateway_tool"
            text = "one"
            [[section.openclaw_control.insert]]
            key = "two"
            after = "one"
            glue = ", "
            when = ["full"]
            text = "two {read_tool}"
            [[section.openclaw_control.insert]]
            key = "three"
            after = "restart"
            text = "three"
        "#;
        let mut expected = shipped_lines("openclaw_control");
        expected.insert(2, "one, two read".to_owned());
        expected.push("three".to_owned());
        assert_eq!(changed_lines(overlay, "openclaw_control"), expected);
        let actions = changes(&[overlay]);
        assert_eq!(actions[1], "one.toml openclaw_control.two: line inserted");
        assert_eq!(actions.len(), 3);
    }

    #[test]
    fn an_inserted_line_may_use_a_fragment_of_its_section() {
        let overlay = "[[section.sandbox.insert]]\nkey = \"x\"\nafter = \"intro\"\ntext = \"box{mount_part}\"";
        let definition = apply(&[overlay]);
        let sandbox = json!({"sandboxInfo": {"enabled": true, "agentWorkspaceMount": "/m"}});
        assert_eq!(lines_of(&definition, "sandbox", &sandbox)[2], "box (mounted at /m)");
    }
}

mod texts {
    use super::*;

    #[test]
    fn a_text_is_changed_wherever_it_is_used() {
        let overlay = "[texts]\n\"token.silent\" = \"HUSH\"\n\"tool_summary.read\" = \"look\"";
        let definition = apply(&[overlay]);
        let text =
            rendered(&definition, &json!({"workspaceDir": "/ws", "toolNames": ["read"]})).text;
        let text = text.to_string_lossy();
        assert!(text.contains("\n- read: look\n"));
        assert!(text.contains("HUSH") && !text.contains("NO_REPLY"));
        assert_eq!(
            changes(&[overlay]),
            [
                "one.toml texts.token.silent: text changed",
                "one.toml texts.tool_summary.read: text changed"
            ]
        );
    }

    #[test]
    fn literal_braces_are_doubled_here_too() {
        let definition = apply(&["[texts]\n\"tool_summary.read\" = \"{{look}}\""]);
        let lines = lines_of(&definition, "tooling", &json!({"toolNames": ["read"]}));
        assert!(lines.contains(&"- read: {look}".to_owned()));
    }
}

mod stacking {
    use super::*;

    #[test]
    fn overlays_apply_in_the_order_given() {
        let text =
            |words: &str| format!("[section.openclaw_control.line.restart]\ntext = \"{words}\"");
        let last = |overlays: &[&str]| {
            let lines = lines_of(&apply(overlays), "openclaw_control", &json!({}));
            lines.last().cloned().unwrap_or_default()
        };
        assert_eq!(last(&[&text("a"), &text("b")]), "b");
        assert_eq!(last(&[&text("b"), &text("a")]), "a");
        assert_eq!(
            changes(&[&text("a"), &text("b")]),
            [
                "one.toml openclaw_control.restart: line changed",
                "two.toml openclaw_control.restart: line changed"
            ]
        );
    }

    #[test]
    fn a_later_overlay_builds_on_an_earlier_one() {
        let first = "[add.tides]\nto_end_of = \"stable\"\n[[add.tides.line]]\nkey = \"x\"\ntext = \"a\"\n\
                     [section.openclaw_control]\nappend = \"one\"";
        let second = "[section.tides.line.x]\ntext = \"b\"\n[section.openclaw_control]\nappend = \"two\"\n\
                      [section.openclaw_control.line.appended]\ntext = \"uno\"";
        let definition = apply(&[first, second]);
        assert_eq!(lines_of(&definition, "tides", &json!({})), ["b"]);
        let control = lines_of(&definition, "openclaw_control", &json!({}));
        assert_eq!(control[control.len() - 2..], ["uno", "two"]);
        assert_eq!(
            changes(&[first, second])[4],
            "two.toml openclaw_control.appended_2: line appended"
        );
    }

    #[test]
    fn a_name_is_free_again_after_a_drop() {
        let first = "[section.voice]\ndrop = true";
        let second =
            "[add.voice]\nto_end_of = \"dynamic\"\n[[add.voice.line]]\nkey = \"x\"\ntext = \"v\"";
        assert_eq!(lines_of(&apply(&[first, second]), "voice", &json!({})), ["v"]);
    }

    #[test]
    fn a_javascript_object_does_what_the_same_toml_does() {
        let toml = r#"
            [texts]
            "token.silent" = "HUSH"
            [section.openclaw_control]
            append = "tell\nthe yard"
            move = { after = "voice" }
            [section.openclaw_control.line.restart]
            drop = true
            [add.tides]
            before = "voice"
            [[add.tides.line]]
            key = "x"
            text = "high"
        "#;
        let object = json!({
            "texts": {"token.silent": "HUSH"},
            "section": {"openclaw_control": {
                "append": "tell\nthe yard",
                "move": {"after": "voice"},
                "line": {"restart": {"drop": true}},
            }},
            "add": {"tides": {"before": "voice", "line": [{"key": "x", "text": "high"}]}},
        });
        let from_toml = shipped::with_overlays(&[Overlay::parse("o", toml).unwrap()]).unwrap();
        let object = Overlay::from_json("o", &object).unwrap();
        assert_eq!(shipped::with_overlays(&[object]).unwrap(), from_toml);
    }
}

#[test]
fn a_javascript_object_keeps_the_order_of_its_properties() {
    let text = r#"{"section": {
        "voice": {"move": {"to_start_of": "stable"}},
        "messaging": {"move": {"after": "voice"}},
        "heartbeats": {"move": {"after": "voice"}}
    }}"#;
    let object: Json = serde_json::from_str(text).unwrap();
    let overlay = Overlay::from_json("o", &object).unwrap();
    let (definition, changes) = shipped::with_overlays(&[overlay]).unwrap();
    assert_eq!(order(&definition).0[..4], ["voice", "heartbeats", "messaging", "identity"]);
    let keys: Vec<&str> = changes.iter().map(|change| &*change.key).collect();
    assert_eq!(keys, ["voice", "messaging", "heartbeats"]);
}

mod bare_lines {
    use clawprompt_core::prompt::{Outcome, explain};
    use rendering::params;

    use super::*;

    fn bare(overlay: &str) -> String {
        let params = json!({
            "workspaceDir": "/ws", "promptMode": "none", "runtimeInfo": {"model": "m"},
        });
        rendered(&apply(&[overlay]), &params).text.to_string_lossy()
    }

    #[test]
    fn mode_none_follows_changes_of_its_lines() {
        let identity = shipped_lines("identity").join("\n");
        let model = bare("").replace(&format!("{identity}\n"), "");
        assert!(model.starts_with("Current model identity: m"), "{model}");
        for (overlay, expected) in [
            ("[section.identity.line.line]\ntext = \"Ahoy.\"", format!("Ahoy.\n{model}")),
            ("[section.identity]\nreplace = \"Ahoy.\"", format!("Ahoy.\n{model}")),
            ("[section.identity]\ndrop = true", model.clone()),
            ("[section.identity]\nheading = \"# Who\"", format!("{identity}\n{model}")),
            ("[section.identity]\nappend = \"More.\"", format!("{identity}\n{model}")),
            ("[section.runtime]\nreplace = \"Afloat.\"", identity.clone()),
            ("[section.runtime.line.model_identity]\ndrop = true", identity.clone()),
            ("[section.runtime]\ndrop = true", identity.clone()),
            (
                "[section.runtime]\nmove = { to_start_of = \"stable\" }",
                format!("{identity}\n{model}"),
            ),
        ] {
            assert_eq!(bare(overlay), expected, "{overlay}");
        }
    }

    #[test]
    fn what_explain_shows_in_mode_none_is_what_is_rendered() {
        let json = json!({
            "workspaceDir": "/ws", "promptMode": "none", "runtimeInfo": {"model": "m"},
        });
        for overlay in [
            "",
            "[section.identity]\nwhen = [\"full\"]",
            "[section.identity.line.line]\nwhen = [\"full\"]",
            "[section.identity]\nreplace = \"Ahoy.\"",
        ] {
            let definition = apply(&[overlay]);
            let mut lines = explain(&definition, &params(&json)).unwrap();
            lines.retain(|line| line.outcome == Outcome::Shown);
            let shown: Vec<String> = lines.iter().map(|line| line.text.to_string_lossy()).collect();
            assert_eq!(shown.join("\n"), bare(overlay), "{overlay}");
        }
    }
}

mod protection {
    use super::*;

    #[test]
    fn safety_may_be_extended_by_anyone() {
        let overlay = "[section.safety]\nprepend = \"a\"\nappend = \"b\"\nmove = { after = \"identity\" }\n\
                       [[section.safety.insert]]\nkey = \"x\"\nbefore = \"oversight\"\ntext = \"x\"";
        let lines = changed_lines(overlay, "safety");
        assert_eq!((lines[1].as_str(), lines[3].as_str()), ("a", "x"));
        assert_eq!(lines.last().map(String::as_str), Some("b"));
        let kept: Vec<String> =
            lines.into_iter().filter(|line| !["a", "b", "x"].contains(&line.as_str())).collect();
        assert_eq!(kept, shipped_lines("safety"));
    }

    #[test]
    fn safety_is_changed_by_an_overlay_that_says_so() {
        for patch in [
            "[section.safety]\ndrop = true",
            "[section.safety]\nreplace = \"x\"",
            "[section.safety]\nheading = \"## Harbour Rules\"",
            "[section.safety]\nwhen = [\"full\"]",
            "[section.safety.line.oversight]\ntext = \"x\"",
            "[section.safety.line.oversight]\nwhen = [\"full\"]",
            "[section.safety.line.oversight]\ndrop = true",
        ] {
            let overlay = format!("unprotect = [\"safety\"]\n{patch}");
            assert_eq!(changes(&[&overlay]).len(), 1, "{patch}");
            let minimal = json!({"promptMode": "minimal"});
            let lines = lines_of(&apply(&[&overlay]), "safety", &minimal);
            assert_ne!(lines, shipped_lines("safety"), "{patch}");
        }
    }
}

#[test]
fn an_outline_put_back_as_an_overlay_changes_nothing() {
    let outline = shipped::definition().outline();
    let mut sections = serde_json::Map::new();
    let mut lines_seen = 0;
    for section in &outline.sections {
        let mut lines = serde_json::Map::new();
        for line in section.lines.iter().chain(&section.fragments) {
            lines_seen += 1;
            let entry = match &line.body {
                OutlineBody::Text(text) => json!({"text": text, "when": line.when}),
                OutlineBody::Computed(_) => json!({"when": line.when}),
            };
            lines.insert(line.key.clone(), entry);
        }
        let entry = json!({"heading": section.heading, "when": section.when, "line": lines});
        sections.insert(section.id.clone(), entry);
    }
    let texts: serde_json::Map<String, Json> =
        outline.texts.iter().map(|(key, text)| (key.clone(), json!(text))).collect();
    let overlay = json!({"unprotect": ["safety"], "texts": texts, "section": sections});
    let overlay = Overlay::from_json("outline", &overlay).unwrap();
    let (definition, _) = shipped::with_overlays(&[overlay]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(definition, *shipped::definition());
    assert!(lines_seen > 200, "{lines_seen}");
}

#[test]
fn an_outline_shows_what_overlays_changed() {
    let definition = apply(&["[section.voice]\nmove = { to_start_of = \"stable\" }\n\
         [section.workspace.line.dir]\ntext = \"{{{display_workspace_dir}}}\"\n\
         [section.execution_bias]\ndrop = true"]);
    let outline = definition.outline();
    assert_eq!((&*outline.sections[0].id, outline.sections[0].stable), ("voice", true));
    assert_eq!(outline.bare, ["identity.line", "runtime.model_identity"]);
    let section = |id: &str| outline.sections.iter().find(|section| section.id == id);
    assert_eq!(section("execution_bias"), None);
    let text = OutlineBody::Text("{{{display_workspace_dir}}}".to_owned());
    assert_eq!(section("workspace").unwrap().lines[0].body, text);
    let reasoning = &section("reasoning_format").unwrap().lines[1];
    assert_eq!(reasoning.glue.as_deref(), Some(" "));
    let files = &section("dynamic_project_context").unwrap().lines[3];
    assert_eq!(files.body, OutlineBody::Computed("dynamic_project_files"));
    let buttons = section("messaging").unwrap().lines.iter().find(|l| l.key == "tool_buttons_off");
    assert_eq!(
        buttons.unwrap().when,
        ["tool:message", "!channel:slack", "!cap:inlinebuttons", "channel"]
    );
}
