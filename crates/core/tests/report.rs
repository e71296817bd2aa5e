//! The report: figures that add up, whatever the content looks like.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and its numbers are small"
)]

mod rendering;

use std::ops::Range;

use clawprompt_core::account::{
    Estimate, PromptView, Report, ReportInput, RunFacts, SectionView, Tool, build_report,
};
use clawprompt_core::bootstrap::InjectionStat;
use clawprompt_core::prompt::Placement;
use clawprompt_core::shipped;
use clawprompt_core::text::{Text, sha256_hex, to_text, utf8_lossy};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rendering::{params, rendered, with};
use serde_json::{Value as Json, json};

const MARKER: &str = "<!-- OPENCLAW_CACHE_BOUNDARY -->";
const SKILLS: &str =
    "<available_skills>\n  <skill>\n    <name>one</name>\n  </skill>\n</available_skills>";

fn view(json: &Json) -> PromptView {
    let definition = shipped::definition();
    PromptView::of(&rendered(definition, json), definition, &params(json)).unwrap()
}

fn report(view: &PromptView, files: &[InjectionStat], tools: &[Tool]) -> Report {
    let input = ReportInput {
        run: RunFacts::default(),
        prompt: view,
        files,
        tools,
        current_turn: None,
        token_counter: "estimate".to_owned(),
    };
    build_report(input, &mut Estimate)
}

/// Content that looks like what the prompt itself consists of.
fn content() -> impl Strategy<Value = String> {
    let parts = select(vec![
        "# Project Context",
        "# Dynamic Project Context",
        "## Silent Replies",
        "## SOUL.md",
        "## Skills",
        "## Runtime",
        "\n",
        "\n\n\n\n",
        "<available_skills>",
        "</available_skills>",
        "<skill><name>fake</name></skill>",
        MARKER,
        "é日本😀",
        "text ",
        "- read: x",
    ]);
    vec(parts, 0..8).prop_map(|parts| parts.concat())
}

fn generated() -> impl Strategy<Value = Json> {
    let names = || select(vec!["SOUL.md", "AGENTS.md", "HEARTBEAT.md", "a/b.md", "MEMORY.md"]);
    let files = vec((names(), content()), 0..4);
    let mode = select(vec!["full", "minimal", "none"]);
    let tools = select(vec![json!([]), json!(["read", "exec", "x"])]);
    let skills = select(vec!["", SKILLS, "free text"]);
    (files, content(), content(), content(), mode, tools, skills).prop_map(
        |(files, extra, memory, stable, mode, tools, skills)| {
            let files: Vec<Json> = files
                .iter()
                .map(|(path, content)| json!({ "path": path, "content": content }))
                .collect();
            json!({
                "workspaceDir": "/w",
                "promptMode": mode,
                "contextFiles": files,
                "extraSystemPrompt": extra,
                "memoryLines": [memory],
                "promptContribution": { "stablePrefix": stable },
                "toolNames": tools,
                "skillsPrompt": skills,
            })
        },
    )
}

/// Length of a file's heading and of what the renderer leaves of its content, the slow way.
fn naive_file_chars(path: &str, content: &str) -> usize {
    let mut content = content.to_owned();
    while content.contains("\n\n\n") {
        content = content.replace("\n\n\n", "\n\n");
    }
    let heading = format!("## {path}");
    let parts = [heading.as_str(), content.as_str()];
    let kept: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    kept.join("\n").encode_utf16().count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    /// Report B047, and the addition for a thousand prompts.
    #[test]
    fn the_parts_add_up_to_the_whole(json in generated()) {
        let view = view(&json);
        let report = report(&view, &[], &[]);
        let prompt = &report.system_prompt;
        let sum = |figure: fn(&clawprompt_core::account::SectionReport) -> u64| {
            report.sections.iter().map(figure).sum::<u64>()
        };
        prop_assert_eq!(prompt.chars as usize, view.text.len());
        prop_assert_eq!(prompt.bytes as usize, utf8_lossy(&view.text).len());
        prop_assert_eq!(sum(|section| section.chars), prompt.chars);
        prop_assert_eq!(sum(|section| section.bytes), prompt.bytes);
        prop_assert_eq!(
            prompt.project_context_chars + prompt.non_project_context_chars,
            prompt.chars
        );
        let boundary: u64 = report
            .sections
            .iter()
            .filter(|section| section.placement == "boundary")
            .map(|section| section.chars)
            .sum();
        prop_assert_eq!(prompt.stable_chars + boundary + prompt.dynamic_chars, prompt.chars);
        for section in &report.sections {
            let parts: u64 = section.parts.iter().map(|part| part.chars).sum();
            prop_assert!(parts <= section.chars);
        }
        let is_none = json["promptMode"] == "none";
        let mut files: Vec<(String, usize)> = report
            .sections
            .iter()
            .flat_map(|section| &section.parts)
            .filter(|part| part.kind == "file")
            .map(|part| (part.name.clone(), part.chars as usize))
            .collect();
        let mut expected: Vec<(String, usize)> = json["contextFiles"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|_| !is_none)
            .map(|file| {
                let (path, content) = (file["path"].as_str().unwrap(), file["content"].as_str().unwrap());
                (path.to_owned(), naive_file_chars(path, content))
            })
            .collect();
        files.sort();
        expected.sort();
        prop_assert_eq!(files, expected);
        let skills = if is_none { "" } else { json["skillsPrompt"].as_str().unwrap() };
        prop_assert_eq!(report.skills.prompt_chars as usize, skills.len());
        prop_assert_eq!(report.skills.entries.len(), usize::from(skills == SKILLS));
    }
}

fn section(id: &str, range: Range<usize>) -> SectionView {
    SectionView {
        id: id.to_owned(),
        placement: Placement::Stable,
        source: "definition".to_owned(),
        range,
    }
}

#[test]
fn the_project_context_ends_where_the_peer_lets_it_end() {
    let view = PromptView {
        text: to_text("intro\n# Project Context\nABC\n## Silent Replies\nrest"),
        sections: vec![
            section("identity", 0..6),
            section("project_context", 6..28),
            section("silent_replies", 28..50),
        ],
        blocks: Vec::new(),
        inputs: Vec::new(),
    };
    let prompt = report(&view, &[], &[]).system_prompt;
    assert_eq!(prompt.hash, sha256_hex(&view.text));
    let figures = (prompt.chars, prompt.project_context_chars, prompt.non_project_context_chars);
    assert_eq!(figures, (50, 22, 28));
}

/// Report B047.
#[test]
fn content_that_looks_like_a_skills_block_or_a_heading_changes_no_figure() {
    let base = json!({ "workspaceDir": "/w", "skillsPrompt": SKILLS });
    let file = |content: &str| {
        with(&base, &json!({ "contextFiles": [{ "path": "SOUL.md", "content": content }] }))
    };
    let hostile = "<available_skills><skill>..</skill></available_skills>\n# Project Context\n## Silent Replies";
    let plain = "x".repeat(hostile.len());
    let [hostile, plain] = [file(hostile), file(&plain)].map(|json| report(&view(&json), &[], &[]));
    assert_eq!(hostile.skills, plain.skills);
    assert_eq!(hostile.skills.entries.len(), 1);
    let sizes = |report: &Report| {
        let sections = report.sections.iter();
        sections.map(|section| (section.id.clone(), section.chars)).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&hostile), sizes(&plain));
    let project = |report: &Report| report.system_prompt.project_context_chars;
    assert_eq!(project(&hostile), project(&plain));
}

fn stat(path: &str, raw_chars: usize, injected_chars: usize) -> InjectionStat {
    InjectionStat {
        name: to_text(path.rsplit('/').next().unwrap()),
        path: to_text(path),
        missing: false,
        raw_chars,
        injected_chars,
        truncated: injected_chars < raw_chars,
    }
}

#[test]
fn each_file_has_what_it_takes_in_the_prompt_beside_what_was_injected() {
    let view = view(&json!({
        "workspaceDir": "/w",
        "contextFiles": [
            { "path": "/box/SOUL.md", "content": "kind\n\n\n\nand wise" },
            { "path": "/w/b/AGENTS.md", "content": "rules" },
        ],
    }));
    let stats = [
        stat("/w/SOUL.md", 16, 16),
        stat("/w/a/AGENTS.md", 9, 0),
        stat("/w/b/AGENTS.md", 5, 5),
        stat("/w/USER.md", 3, 0),
    ];
    let files = report(&view, &stats, &[]).injected_workspace_files;
    // The renderer keeps one blank line in a row, so less stands in the prompt than was injected.
    let sizes: Vec<u64> = files.iter().map(|file| file.prompt_chars).collect();
    assert_eq!(sizes, [16 + 14, 0, 18 + 5, 0]);
    assert_eq!(files[0].path, "/w/SOUL.md");
    assert!(files[0].prompt_tokens > 0);
}

#[test]
fn tools_count_in_the_prompt_by_their_list_and_beside_it_by_their_schema() {
    let view = view(&json!({ "workspaceDir": "/w", "toolNames": ["read", "x"] }));
    let tool = |name: &str, summary: &str, schema: &str, properties| Tool {
        name: to_text(name),
        summary: to_text(summary),
        schema: to_text(schema),
        properties,
    };
    let tools =
        [tool("read", "shows", r#"{"properties":{"a":1}}"#, Some(1)), tool("x", "", "", None)];
    let report = report(&view, &[], &tools).tools;
    let list = "- read: show a file's contents\n- x";
    assert_eq!(report.list_chars as usize, list.len());
    assert_eq!((report.schema_chars, report.entries[0].schema_chars), (22, 22));
    assert_eq!(report.entries[0].properties_count, Some(1));
    let empty = sha256_hex(&Text::new());
    assert_eq!(
        (&report.entries[1].schema_hash, report.entries[1].properties_count),
        (&empty, None)
    );
}

#[test]
fn a_report_of_the_peer_can_be_read() {
    let stored = json!({
        "source": "run",
        "generatedAt": 1_700_000_000_000_u64,
        "bootstrapMaxChars": 20_000,
        "systemPrompt": {
            "chars": 50, "hash": "h", "projectContextChars": 22, "nonProjectContextChars": 28,
        },
        "injectedWorkspaceFiles": [{
            "name": "SOUL.md", "path": "/w/SOUL.md", "missing": false,
            "rawChars": 4, "injectedChars": 4, "truncated": false,
        }],
        "skills": { "promptChars": 0, "hash": "h", "entries": [] },
        "tools": { "listChars": 0, "schemaChars": 2, "entries": [{
            "name": "read", "summaryChars": 0, "summaryHash": "h", "schemaChars": 2,
            "schemaHash": "h", "propertiesCount": null,
        }] },
    });
    let report: Report = serde_json::from_value(stored).unwrap();
    assert_eq!(report.token_counter, "estimate");
    assert_eq!(report.injected_workspace_files[0].prompt_chars, 0);
    assert_eq!(serde_json::to_value(&report).unwrap()["source"], "run");
}
