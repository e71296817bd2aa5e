//! The views of a report, read as wholes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use clawprompt_core::account::{
    Report, SessionFacts, Severity, View, format_report, shipped_texts, size_findings,
};
use serde_json::{Value as Json, json};

fn file(name: &str, raw: u64, injected: u64) -> Json {
    json!({
        "name": name, "path": format!("/w/{name}"), "missing": false,
        "rawChars": raw, "injectedChars": injected, "truncated": injected < raw,
        "promptChars": injected, "promptTokens": injected / 5,
    })
}

fn section(id: &str, placement: &str, chars: u64, parts: &Json) -> Json {
    json!({
        "id": id, "placement": placement, "source": "definition",
        "chars": chars, "bytes": chars, "tokens": chars / 5, "parts": parts,
    })
}

fn report(files: &[Json]) -> Json {
    let part = json!({ "kind": "file", "name": "SOUL.md", "chars": 12_000, "bytes": 12_000, "tokens": 2_400 });
    json!({
        "source": "run",
        "generatedAt": 0,
        "workspaceDir": "/w",
        "bootstrapMaxChars": 20_000,
        "bootstrapTotalMaxChars": 60_000,
        "sandbox": { "mode": "all", "sandboxed": true },
        "tokenCounter": "estimate",
        "systemPrompt": {
            "chars": 20_000, "bytes": 20_000, "tokens": 4_000, "hash": "",
            "projectContextChars": 12_100, "nonProjectContextChars": 7_900,
            "projectContextTokens": 2_420, "stableChars": 19_000, "dynamicChars": 1_000,
        },
        "sections": [
            section("identity", "stable", 6_900, &json!([])),
            section("project_context", "stable", 12_100, &json!([part])),
            section("runtime", "dynamic", 1_000, &json!([])),
        ],
        "currentTurn": { "promptChars": 40, "runtimeContextChars": 2 },
        "injectedWorkspaceFiles": files,
        "skills": { "promptChars": 900, "promptTokens": 180, "hash": "", "entries": [
            { "name": "one", "blockChars": 300, "blockTokens": 60 },
            { "name": "two", "blockChars": 500, "blockTokens": 100 },
            { "name": "one", "blockChars": 100, "blockTokens": 20 },
        ] },
        "tools": { "listChars": 150, "listTokens": 30, "schemaChars": 1_200, "schemaTokens": 300, "entries": [
            { "name": "read", "summaryChars": 20, "schemaChars": 200, "schemaTokens": 50, "propertiesCount": 2 },
            { "name": "exec", "summaryChars": 10, "schemaChars": 1_000, "schemaTokens": 250, "propertiesCount": null },
        ] },
    })
}

fn show(report: &Json, view: View, session: &Json) -> String {
    let report: Report = serde_json::from_value(report.clone()).unwrap();
    let session: SessionFacts = serde_json::from_value(session.clone()).unwrap();
    format_report(&report, view, &session).unwrap()
}

#[test]
fn the_list_shows_sizes_files_and_names() {
    let missing = json!({
        "name": "USER.md", "path": "/w/USER.md", "missing": true,
        "rawChars": 0, "injectedChars": 33, "truncated": false,
    });
    let shown = show(
        &report(&[file("SOUL.md", 12_000, 12_000), file("AGENTS.md", 25_000, 19_999), missing]),
        View::List,
        &json!({ "totalTokens": 5_000, "contextTokens": 200_000 }),
    );
    let expected = "\
What the system prompt holds
Workspace: /w
Limit for one file: 20,000 chars
Limit for all files: 60,000 chars
Sandbox: all, this run is inside

what                                   chars  tokens
System prompt of the run              20,000   4,000
  of which Project Context            12,100   2,420
  of which above the cache boundary   19,000   3,800
Skills list                              900     180
Tool list                                150      30
Tool schemas, sent beside the prompt   1,200     300
Token figures are estimates by script.

Warning: 1 file was cut: 19,999 of 25,000 chars are in the prompt.
Over max/file: 1; at max/total: 0.
To keep more, raise agents.defaults.bootstrapMaxChars (one file) or agents.defaults.bootstrapTotalMaxChars (all files).

file           state     raw  injected  tokens
SOUL.md           OK  12,000    12,000   2,400
AGENTS.md  TRUNCATED  25,000    19,999   3,999
USER.md      MISSING       0         0       0

Skills (2): one, two
Tools (2): read, exec

Session: 5,000 tokens, window 200,000

More: /context detail, /context map, /context json";
    assert_eq!(shown, expected);
}

#[test]
fn the_detail_has_every_part_and_no_empty_line() {
    let session = json!({
        "totalTokens": 9_000, "totalTokensFresh": true,
        "transcript": { "realMessages": 3, "allMessages": 7 },
    });
    let shown = show(&report(&[file("SOUL.md", 12_000, 12_000)]), View::Detail, &session);
    let (_, rest) = shown.split_once("Sections\n").unwrap();
    let expected = "\
section           chars  tokens
identity          6,900   1,380
project_context  12,100   2,420
  SOUL.md        12,000   2,400
runtime           1,000     200
Largest skills
skill  chars  tokens
two      500     100
one      300      60
one      100      20
Largest tool schemas
tool  chars  tokens
exec  1,000     250
read    200      50
Longest tool summaries
tool  chars
read     20
exec     10
Tools with most parameters
tool  parameters
read           2
Session: 9,000 tokens, window ?
Known to this report: 21,242 chars, 4,311 tokens
Used, as the provider counted: 9,000 tokens
Beyond this report: 4,689 tokens
Transcript that compaction can shorten: 3 conversation messages of 7";
    assert_eq!(rest, expected);
    assert!(!shown.contains("\n\n"));
}

#[test]
fn what_is_not_known_of_the_session_is_said() {
    let base = report(&[]);
    let stale = json!({ "totalTokens": 9_000, "totalTokensFresh": false });
    let shown = show(&base, View::Detail, &stale);
    assert!(shown.ends_with("Used, as the provider counted: unknown"), "{shown}");
    let none = json!({ "transcript": { "realMessages": 0, "allMessages": 7 } });
    assert!(show(&base, View::Detail, &none).ends_with("so compaction has nothing to shorten."));
    let unread = json!({ "transcript": { "reason": "no such file" } });
    assert!(show(&base, View::Detail, &unread).ends_with("not available (no such file)"));
    let all = json!({ "totalTokens": 100, "totalTokensFresh": true });
    assert!(show(&base, View::Detail, &all).ends_with("Beyond this report: nothing was seen"));
    assert!(show(&base, View::List, &json!({})).contains("Session: ? tokens, window ?"));
    assert!(show(&base, View::List, &json!({})).contains("No workspace files."));
}

#[test]
fn long_lists_of_names_end_with_how_many_are_left_out() {
    let mut long = report(&[]);
    let skill = |index| json!({ "name": format!("s{index}"), "blockChars": 1 });
    long["skills"]["entries"] = (0..35).map(skill).collect();
    let tool = |index| json!({ "name": format!("t{index}"), "summaryChars": 1, "schemaChars": 1 });
    long["tools"]["entries"] = (0..35).map(tool).collect();
    let list = show(&long, View::List, &json!({}));
    assert!(list.contains("Skills (35): s0, ") && list.contains(", s19, +15 more\n"), "{list}");
    assert!(list.contains(", t29, +5 more\n"), "{list}");
    let detail = show(&long, View::Detail, &json!({}));
    assert!(detail.contains("s29        1       0\n+5 more\nLargest tool schemas\n"), "{detail}");
}

#[test]
fn json_is_the_report_and_the_session() {
    let report = report(&[]);
    let shown: Json =
        serde_json::from_str(&show(&report, View::Json, &json!({ "inputTokens": 5 }))).unwrap();
    assert_eq!(shown["report"]["systemPrompt"], report["systemPrompt"]);
    assert_eq!(shown["report"]["sections"], report["sections"]);
    let session = json!({
        "totalTokens": null, "totalTokensFresh": null, "inputTokens": 5.0,
        "outputTokens": null, "contextTokens": null,
    });
    assert_eq!(shown["session"], session);
}

/// The peer's own report has no tokens; its estimate is a quarter of the units.
#[test]
fn a_report_without_tokens_is_shown_with_the_peers_estimate() {
    let mut stored = report(&[file("SOUL.md", 10, 10)]);
    stored.as_object_mut().unwrap().remove("sections");
    stored["systemPrompt"] =
        json!({ "chars": 50, "projectContextChars": 22, "nonProjectContextChars": 28 });
    let shown = show(&stored, View::List, &json!({}));
    assert!(shown.contains("System prompt of the run                 50      13\n"), "{shown}");
    assert!(shown.contains("SOUL.md     OK   10        10       3\n"), "{shown}");
}

mod size_check {
    use super::*;

    #[test]
    fn it_is_silent_when_everything_fits_with_room_to_spare() {
        assert_eq!(show(&report(&[file("SOUL.md", 16_999, 16_999)]), View::Size, &json!({})), "");
    }

    #[test]
    fn it_names_files_near_the_limit_and_the_key_to_raise() {
        let shown = show(&report(&[file("SOUL.md", 17_000, 17_000)]), View::Size, &json!({}));
        let expected = "\
Workspace files near their limit:
- SOUL.md: 17,000 chars, 85% of the limit for one file
All files: 17,000 chars in the prompt, 28% of the limit of 60,000; 17,000 chars on disk
Raise agents.list[].bootstrapMaxChars, or agents.defaults.bootstrapMaxChars for all agents.";
        assert_eq!(shown, expected);
    }

    /// Report B007: a file that a hook added counts, and one that was dropped is called dropped.
    #[test]
    fn it_tells_cut_files_from_dropped_ones_and_counts_those_of_hooks() {
        let files = [
            file("AGENTS.md", 25_000, 20_000),
            file("TOOLS.md", 20_000, 20_000),
            file("hook.md", 20_000, 20_000),
            file("LAST.md", 100, 0),
        ];
        let shown = show(&report(&files), View::Size, &json!({}));
        let expected = "\
Workspace files that do not fit:
- AGENTS.md: 20,000 of 25,000 chars are in the prompt, 20% left out (max/file, max/total)
- LAST.md: none of 100 chars is in the prompt (max/total)
Workspace files near their limit:
- TOOLS.md: 20,000 chars, 100% of the limit for one file
- hook.md: 20,000 chars, 100% of the limit for one file
All files: 60,000 chars in the prompt, 100% of the limit of 60,000; 65,100 chars on disk
Raise agents.list[].bootstrapMaxChars, or agents.defaults.bootstrapMaxChars for all agents.
Raise agents.list[].bootstrapTotalMaxChars, or agents.defaults.bootstrapTotalMaxChars for all agents.";
        assert_eq!(shown, expected);
    }

    #[test]
    fn findings_are_warnings_when_something_is_missing_from_the_prompt() {
        let findings = |files: &[Json]| {
            let report: Report = serde_json::from_value(report(files)).unwrap();
            let found = size_findings(&report, &shipped_texts().unwrap().1);
            found.into_iter().map(|f| (f.severity, f.path)).collect::<Vec<_>>()
        };
        let own = |severity, path: &str| (severity, path.to_owned());
        let near =
            [file("a", 18_000, 18_000), file("b", 16_000, 16_000), file("c", 17_000, 17_000)];
        assert_eq!(
            findings(&near),
            [own(Severity::Info, "/w/a"), own(Severity::Info, "/w/c"), own(Severity::Info, "/w")]
        );
        let cut = [
            file("a", 30_000, 20_000),
            file("b", 20_000, 20_000),
            file("c", 9, 0),
            file("d", 20_000, 20_000),
        ];
        assert_eq!(
            findings(&cut),
            [
                own(Severity::Warning, "/w/a"),
                own(Severity::Warning, "/w/c"),
                own(Severity::Info, "/w/b"),
                own(Severity::Info, "/w/d"),
                own(Severity::Warning, "/w"),
            ]
        );
    }
}
