//! Context files in the prompt: their order, their side of the boundary, and what happens to their content.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rendering;
mod synthetic;

use clawprompt_core::prompt;
use clawprompt_core::text::to_text;
use serde_json::{Value as Json, json};
use synthetic::{DEFINITION, lines_from, lines_of, render};

fn file(path: &str, content: &str) -> Json {
    json!({"path": path, "content": content})
}

fn project(files: &[Json]) -> Vec<String> {
    lines_of("project_context", &json!({"contextFiles": files}))
}

#[test]
fn a_base_name_is_trimmed_lowered_and_cut_at_either_slash() {
    for path in ["a/ soul.md", "x\\soul.MD ", "SOUL.md"] {
        let lines = project(&[file(path, "c")]);
        assert_eq!(
            lines[2..],
            ["<project_context.soul>".to_owned(), format!("## {path}"), "c".to_owned()]
        );
    }
    assert_eq!(project(&[file("soul.md/", "c")])[2..], ["## soul.md/", "c"]);
    assert_eq!(
        project(&[file("notes/Memory.md", "")])[2..],
        ["<project_context.memory>", "## notes/Memory.md"]
    );
}

#[test]
fn content_keeps_everything_but_long_runs_of_line_feeds() {
    for (content, expected) in [
        ("", &[][..]),
        ("\n\n\n", &["", "", ""]),
        ("a\n\n\n\n\nb", &["a", "", "b"]),
        ("\r\n\r\n\r\n\r\n", &["\r", "\r", "\r", "\r", ""]),
        (" a\0\u{2028} ", &[" a\0\u{2028} "]),
        ("DEFAULT-HEARTBEAT-BLOCK\n`strip me`x", &["x"]),
    ] {
        let lines = project(&[file("a.md", content)]);
        assert_eq!(lines[2], "## a.md");
        assert_eq!(lines[3..], *expected, "{content:?}");
    }
}

#[test]
fn a_large_file_is_not_cut() {
    let content = "é".repeat(5_000_000);
    let change = |content: &str| json!({"contextFiles": [file("a.md", content)]});
    let (empty, large) = (render(&change("")), render(&change(&content)));
    assert_eq!(large.text.len(), empty.text.len() + 1 + 5_000_000);
}

#[test]
fn heartbeat_stands_below_the_boundary_under_a_heading_of_its_own() {
    let heartbeat = file("x/HEARTBEAT.md", "tick");
    let alone = json!({"contextFiles": [heartbeat]});
    let expected = ["# Project Context", "<dynamic_context.intro>", "## x/HEARTBEAT.md", "tick"];
    assert_eq!(lines_of("dynamic_project_context", &alone), expected);
    assert_eq!(lines_of("project_context", &alone).len(), 0);
    let both = json!({"contextFiles": [heartbeat, file("a.md", "")]});
    assert_eq!(lines_of("dynamic_project_context", &both)[0], "# Dynamic Project Context");
    assert_eq!(lines_of("project_context", &both)[2..], ["## a.md"]);
}

#[test]
fn files_are_ranked_and_equal_names_keep_the_callers_order() {
    let headings = |paths: &[&str]| {
        let files: Vec<Json> = paths.iter().map(|path| file(path, "")).collect();
        let lines = lines_from("project_context", "## ", &json!({"contextFiles": files}));
        lines.iter().map(|line| line[3..].to_owned()).collect::<Vec<_>>()
    };
    let composed = ["\u{E9}.md", "e\u{301}.md"];
    assert_eq!(headings(&composed), composed);
    assert_eq!(headings(&["e\u{301}.md", "\u{E9}.md"]), ["e\u{301}.md", "\u{E9}.md"]);
    assert_eq!(headings(&["x\u{1}/a.md", "x/a.md"]), ["x\u{1}/a.md", "x/a.md"]);
    assert_eq!(
        headings(&[
            "b.md",
            "MEMORY.md",
            "BOOTSTRAP.md",
            "TOOLS.md",
            "USER.md",
            "IDENTITY.md",
            "SOUL.md",
            "z/AGENTS.md",
            "a/agents.md",
            "B.md",
            "b.md",
        ]),
        [
            "a/agents.md",
            "z/AGENTS.md",
            "SOUL.md",
            "IDENTITY.md",
            "USER.md",
            "TOOLS.md",
            "BOOTSTRAP.md",
            "MEMORY.md",
            "b.md",
            "b.md",
            "B.md",
        ]
    );
}

#[test]
fn bootstrap_is_said_to_be_included_only_in_mode_full_and_when_it_is() {
    let pending = |mode: &str, path: &str| {
        let change = json!({"bootstrapMode": mode, "contextFiles": [file(path, "")]});
        lines_of("bootstrap_pending", &change).get(1).cloned().unwrap_or_default()
    };
    assert_eq!(pending("full", "a/BOOTSTRAP.md"), "<bootstrap.full.included>");
    assert_eq!(pending("full", "BOOT\u{17F}trap.md "), "<bootstrap.full.included>");
    assert_eq!(pending("full", "MYBOOTSTRAP.md"), "<bootstrap.full.read>");
    assert_eq!(pending("zz", "BOOTSTRAP.md"), "<bootstrap.full.read>");
    assert_eq!(pending("limited", "BOOTSTRAP.md"), "<bootstrap.limited.intro>");
    assert_eq!(pending("none", "BOOTSTRAP.md"), "");
    assert_eq!(pending("", "BOOTSTRAP.md"), "");
}

#[test]
fn a_model_identity_line_in_a_file_is_taken_for_the_genuine_one() {
    let change = json!({
        "contextFiles": [file("a.md", "  Current model identity: old\r")],
        "runtimeInfo": {"model": "m/1"},
    });
    let text = prompt::append_model_identity(&DEFINITION, &render(&change).text, &to_text("m/2"));
    let text = text.to_string_lossy();
    let genuine = "Current model identity: m/2. <runtime.model_identity>";
    assert_eq!(text.matches("Current model identity:").count(), 1);
    assert!(text.contains(&format!("## a.md\n{genuine}\n")), "{text}");
}
