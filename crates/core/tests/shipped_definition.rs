//! The shipped definition and its documentation: nothing in them is unknown, unused or out of date.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rendering;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clawprompt_core::definition::{
    Body, COMPUTED, Definition, File, Files, Line, LinePiece, NAMED, Overlay, SLOTS, SOURCES,
};
use clawprompt_core::shipped;
use rendering::{rendered, with};
use serde_json::{Value as Json, json};

const DOCS: &str = include_str!("../../../docs/prompt.md");

fn all_lines() -> impl Iterator<Item = &'static Line> {
    let sections = shipped::definition().sections.iter();
    sections.flat_map(|section| section.lines.iter().chain(section.fragments.iter()))
}

mod texts {
    use std::cell::RefCell;

    use clawprompt_core::account::{ReportTexts, SizeTexts};
    use clawprompt_core::bootstrap::BootstrapTexts;
    use clawprompt_core::config::ConfigTexts;
    use clawprompt_core::skills::SkillTexts;

    use super::*;

    /// Texts that the renderer asks for by name, by table.
    const ASKED_FOR: [(&str, &[&str]); 6] = [
        ("blocked_reason", &["channel", "host_policy", "runtime", "sandbox"]),
        ("context", &["default_heartbeat_block"]),
        ("model_identity", &["prefix"]),
        ("token", &["silent"]),
        ("tool_summary", &TOOLS),
        ("tool_summary_acp", &["agents_list", "sessions_spawn"]),
    ];

    const TOOLS: [&str; 28] = [
        "agents_list",
        "apply_patch",
        "browser",
        "canvas",
        "cron",
        "edit",
        "exec",
        "find",
        "gateway",
        "grep",
        "image",
        "image_generate",
        "ls",
        "message",
        "nodes",
        "process",
        "read",
        "session_status",
        "sessions_history",
        "sessions_list",
        "sessions_send",
        "sessions_spawn",
        "sessions_yield",
        "skill_workshop",
        "subagents",
        "web_fetch",
        "web_search",
        "write",
    ];

    fn asked_for() -> BTreeSet<String> {
        let keys = ASKED_FOR
            .iter()
            .flat_map(|(table, names)| names.iter().map(move |name| format!("{table}.{name}")));
        keys.collect()
    }

    /// What the other modules ask for when they load their texts.
    fn loaded_elsewhere() -> BTreeSet<String> {
        let asked = RefCell::new(BTreeSet::new());
        let find = |key: &str| {
            asked.borrow_mut().insert(key.to_owned());
            shipped::definition().text(key)
        };
        ConfigTexts::load(&find).unwrap();
        BootstrapTexts::load(&find).unwrap();
        SkillTexts::load(&find).unwrap();
        ReportTexts::load(&find).unwrap();
        SizeTexts::load(&find).unwrap();
        asked.into_inner()
    }

    #[test]
    fn a_text_that_nothing_asks_for_is_an_error() {
        let keys = shipped::definition().texts.iter().map(|entry| entry.key.to_string());
        let known: BTreeSet<String> = asked_for().union(&loaded_elsewhere()).cloned().collect();
        assert_eq!(keys.collect::<BTreeSet<_>>(), known);
    }

    /// Prompts in which every text of the table above has a part, and a file that says `wording`.
    fn prompts(definition: &Definition, wording: &str) -> String {
        let mut changes: Vec<Json> = Vec::new();
        for reason in ["host-policy", "channel", "sandbox", "runtime"] {
            let elevated = json!({"fullAccessAvailable": false, "fullAccessBlockedReason": reason});
            changes.push(json!({"sandboxInfo": {"enabled": true, "elevated": elevated}}));
        }
        let file = json!({"path": "a.md", "content": format!("[{wording}]")});
        changes.push(json!({"acpEnabled": true}));
        changes.push(json!({"runtimeInfo": {"model": "m"}, "contextFiles": [file]}));
        let base = json!({"workspaceDir": "/ws", "toolNames": TOOLS});
        let text = |change| rendered(definition, &with(&base, change)).text.to_string_lossy();
        changes.iter().map(text).collect()
    }

    #[test]
    fn each_text_has_a_part_in_some_prompt() {
        for key in asked_for() {
            let wording = format!("<<{key}>>");
            let overlay = format!("[texts]\n\"{key}\" = \"{wording}\"");
            let overlay = Overlay::parse("o", &overlay).unwrap();
            let changed = shipped::with_overlays(&[overlay]).unwrap().0;
            let (before, after) =
                (prompts(shipped::definition(), &wording), prompts(&changed, &wording));
            if key == "context.default_heartbeat_block" {
                // This one is taken out of files.
                assert!(before.contains(&format!("[{wording}]")) && after.contains("\n[]\n"));
            } else {
                assert_eq!(before.matches(&wording).count(), 1, "only in the context file");
                assert!(after.matches(&wording).count() > 1, "{key}");
            }
        }
    }
}

mod vocabulary {
    use super::*;

    /// Named facts, placeholders and computed lines that the shipped definition has no use for.
    const UNUSED: [(&str, &str); 0] = [];

    fn check_used<'a>(names: impl Iterator<Item = &'a str>, used: &BTreeSet<&str>) {
        let unused: Vec<&str> = names.filter(|name| !used.contains(name)).collect();
        let listed: Vec<&str> = UNUSED.iter().map(|(name, _)| *name).collect();
        let unlisted: Vec<&&str> = unused.iter().filter(|name| !listed.contains(name)).collect();
        assert!(unlisted.is_empty(), "neither used nor listed with a reason: {unlisted:?}");
    }

    #[test]
    fn every_computed_line_is_used() {
        let used = all_lines().filter_map(|line| match line.body {
            Body::Computed(computed) => {
                COMPUTED.iter().find(|(member, _)| *member == computed).map(|(_, name)| *name)
            }
            Body::Text(_) => None,
        });
        check_used(COMPUTED.iter().map(|(_, name)| *name), &used.collect());
    }

    #[test]
    fn every_placeholder_is_used() {
        let mut used = BTreeSet::new();
        for line in all_lines() {
            let Body::Text(pieces) = &line.body else { continue };
            for piece in pieces.iter() {
                if let LinePiece::Slot(slot) = piece {
                    used.extend(
                        SLOTS.iter().filter(|(known, _)| known == slot).map(|(_, name)| name),
                    );
                }
            }
        }
        check_used(SLOTS.iter().map(|(_, name)| *name), &used);
    }

    #[test]
    fn every_named_fact_is_asked_about() {
        let definition = shipped::definition();
        let sections = definition.sections.iter().map(|section| &section.when);
        let conditions = sections.chain(all_lines().map(|line| &line.when));
        let facts = conditions.flat_map(|when| when.terms.iter());
        let used: BTreeSet<&str> = facts
            .filter_map(|term| NAMED.get(usize::from(term.fact)).map(|(_, name, _)| *name))
            .collect();
        check_used(NAMED.iter().map(|(_, name, _)| *name), &used);
    }

    #[test]
    fn what_is_listed_as_unused_is_unused_and_exists() {
        for (name, reason) in UNUSED {
            assert!(!reason.is_empty(), "{name}");
            let known = COMPUTED.iter().any(|(_, known)| *known == name)
                || SLOTS.iter().any(|(_, known)| *known == name)
                || NAMED.iter().any(|(_, known, _)| *known == name);
            assert!(known, "{name}");
        }
    }
}

mod documentation {
    use super::*;

    /// The TOML fences of the documentation with what their first line says they are.
    fn fences() -> Vec<(&'static str, &'static str, &'static str)> {
        let fences = DOCS.split("```toml\n").skip(1).map(|rest| rest.split("\n```").next());
        let described = fences.map(|text| {
            let text = text.unwrap();
            let head = text.lines().next().unwrap_or_default();
            let (kind, name) = head.strip_prefix("# ").unwrap().split_once(": ").unwrap();
            (kind, name, text)
        });
        described.collect()
    }

    fn prompt_file(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../prompt").join(name)
    }

    /// The shipped files with one more section at the end.
    fn load_with(id: &str, text: &str) -> Definition {
        let order = fs::read_to_string(prompt_file("prompt.toml")).unwrap();
        let order = order.replace("dynamic = [", &format!("dynamic = [\"{id}\","));
        let texts = fs::read_to_string(prompt_file("texts.toml")).unwrap();
        let mut sections = vec![(id.to_owned(), text.to_owned())];
        for entry in fs::read_dir(prompt_file("sections")).unwrap() {
            let path = entry.unwrap().path();
            let id = path.file_stem().unwrap().to_string_lossy().into_owned();
            sections.push((id, fs::read_to_string(path).unwrap()));
        }
        let sections: Vec<(&str, File<'_>)> =
            sections.iter().map(|(id, text)| (&**id, File { name: id, text })).collect();
        let files = Files {
            order: File { name: "prompt.toml", text: &order },
            texts: File { name: "texts.toml", text: &texts },
            sections: &sections,
        };
        Definition::load(&files).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_example_is_a_section_or_an_overlay() {
        let kinds: Vec<&str> = fences().iter().map(|(kind, _, _)| *kind).collect();
        assert!(kinds.contains(&"section") && kinds.contains(&"overlay"));
        assert!(kinds.iter().all(|kind| ["section", "overlay"].contains(kind)), "{kinds:?}");
    }

    #[test]
    fn the_examples_of_sections_load_and_render() {
        for (_, id, text) in fences().into_iter().filter(|(kind, _, _)| *kind == "section") {
            let definition = load_with(id, text);
            let params = json!({
                "workspaceDir": "/ws", "userTimezone": "UTC", "toolNames": ["exec", "cron"],
                "workspaceNotes": ["note"],
            });
            let prompt = rendered(&definition, &params);
            let section = prompt.sections.iter().find(|section| section.id == id).unwrap();
            let shown = prompt.text[section.start..section.end].to_string_lossy();
            assert_eq!(
                shown,
                "## Tide Table\nPlan by the tide, in UTC time; set reminders with cron. \
                 Run `tide.sh` for the pair {high, low}.\nnote\n"
            );
        }
    }

    #[test]
    fn the_examples_of_overlays_apply_alone_and_together() {
        let mut all = Vec::new();
        for (_, name, text) in fences().into_iter().filter(|(kind, _, _)| *kind == "overlay") {
            let overlay = Overlay::parse(name, text).unwrap();
            let (definition, changes) = shipped::with_overlays(&[overlay]).unwrap();
            assert!(!changes.is_empty(), "{name}");
            assert_ne!(definition, *shipped::definition(), "{name}");
            all.push(Overlay::parse(name, text).unwrap());
        }
        let (_, changes) = shipped::with_overlays(&all).unwrap();
        let touched: BTreeSet<&str> = changes.iter().map(|change| &*change.overlay).collect();
        assert_eq!(touched.len(), all.len());
    }

    /// What stands in backticks in `text`.
    fn quoted(text: &'static str) -> BTreeSet<&'static str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    #[test]
    fn every_fact_is_documented_and_no_other() {
        let table = DOCS.split("## Facts\n").nth(1).unwrap().split("\nMembers of").next().unwrap();
        let rows = table.lines().filter(|line| line.starts_with('|'));
        let documented: BTreeSet<&str> = rows.flat_map(quoted).collect();
        let mut expected: BTreeSet<&str> = NAMED.iter().map(|(_, name, _)| *name).collect();
        // One member for each open family.
        expected.extend(["tool:exec", "may:exec", "channel:telegram", "cap:inlinebuttons"]);
        assert_eq!(documented, expected);
    }

    #[test]
    fn every_placeholder_computed_line_and_source_is_documented_and_no_other() {
        let line = |start: &str| quoted(DOCS.lines().find(|line| line.starts_with(start)).unwrap());
        let names = |names: &[&'static str]| names.iter().copied().collect::<BTreeSet<_>>();
        let slots: Vec<&str> = SLOTS.iter().map(|(_, name)| *name).collect();
        assert_eq!(line("**Placeholders of lines:**"), names(&slots));
        let computed: Vec<&str> = COMPUTED.iter().map(|(_, name)| *name).collect();
        assert_eq!(line("**Computed lines:**"), names(&computed));
        let mut sources: Vec<&str> = SOURCES.iter().map(|(_, name)| *name).collect();
        sources.push("source");
        assert_eq!(line("- `source`"), names(&sources));
    }
}
