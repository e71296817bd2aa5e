//! What must not change: the prefix above the cache boundary, the bytes for equal parameters, the map.

mod rendering;

use clawprompt_core::prompt::{BOUNDARY_SECTION, Placement, Rendered};
use clawprompt_core::shipped;
use clawprompt_core::text::{find, to_text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rendering::{rendered, with};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};

const MARKER: &str = "<!-- OPENCLAW_CACHE_BOUNDARY -->";

fn render(params: &Json) -> Rendered {
    rendered(shipped::definition(), params)
}

/// Everything up to and including the boundary; nothing in mode `none`.
fn prefix(prompt: &Rendered) -> &[u16] {
    let boundary = prompt.sections.iter().find(|section| section.id == BOUNDARY_SECTION);
    let end = boundary.map_or(0, |section| section.end);
    &prompt.text.as_slice()[..end]
}

/// Text with what could go wrong in it: line breaks, braces, markers, characters beyond the basic plane.
fn content() -> impl Strategy<Value = Json> {
    let parts = select(vec![
        "a",
        " ",
        "\n",
        "\r\n",
        "{model}",
        "$&",
        "é",
        "日本",
        "😀",
        "\u{200B}",
        "\u{2028}",
        "## Safety",
        "Current model identity: x",
        MARKER,
        "x\n\n\n\ny",
        "soul.md",
        "/",
    ]);
    vec(parts, 0..5).prop_map(|parts| json!(parts.concat()))
}

fn contents() -> impl Strategy<Value = Json> {
    vec(content(), 0..4).prop_map(Json::from)
}

fn one_of(values: &'static [&'static str]) -> impl Strategy<Value = Json> {
    select(values).prop_map(|value| json!(value))
}

fn flag() -> impl Strategy<Value = Json> {
    any::<bool>().prop_map(Json::from)
}

/// An object that has each member or not.
fn object(
    members: Vec<(&'static str, BoxedStrategy<Json>)>,
) -> impl Strategy<Value = Json> + use<> {
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    let values: Vec<_> =
        members.into_iter().map(|(_, value)| proptest::option::of(value)).collect();
    values.prop_map(move |values| {
        let pairs = names.iter().zip(values);
        let given = pairs.filter_map(|(name, value)| Some(((*name).to_owned(), value?)));
        Json::Object(given.collect::<Map<_, _>>())
    })
}

fn tool_names() -> impl Strategy<Value = Json> {
    let names = vec![
        "read",
        "Exec",
        "process",
        "cron",
        "message",
        "gateway",
        "sessions_spawn",
        "sessions_yield",
        "subagents",
        "skill_workshop",
        "update_plan",
        "mcp__x",
        "constructor",
    ];
    subsequence(names, 0..13).prop_map(|names| json!(names))
}

fn sandbox() -> impl Strategy<Value = Json> {
    let elevated = object(vec![
        ("allowed", flag().boxed()),
        ("fullAccessAvailable", flag().boxed()),
        ("defaultLevel", one_of(&["ask", "full"]).boxed()),
    ]);
    object(vec![
        ("enabled", select(vec![json!(true), json!(false), json!(1)]).boxed()),
        ("containerWorkspaceDir", content().boxed()),
        ("workspaceDir", content().boxed()),
        ("workspaceAccess", one_of(&["none", "ro", "rw"]).boxed()),
        ("agentWorkspaceMount", content().boxed()),
        ("hostBrowserAllowed", flag().boxed()),
        ("elevated", elevated.boxed()),
    ])
}

fn context_files() -> impl Strategy<Value = Json> {
    let paths = one_of(&[
        "AGENTS.md",
        "x/SOUL.md",
        "MEMORY.md",
        "BOOTSTRAP.md",
        "HEARTBEAT.md",
        "a\nb.md",
        "é.md",
    ]);
    let file =
        (paths, content()).prop_map(|(path, content)| json!({"path": path, "content": content}));
    vec(file, 0..5).prop_map(Json::from)
}

/// Parameters that stay the same from turn to turn.
fn base() -> impl Strategy<Value = Json> {
    let contribution = object(vec![
        ("stablePrefix", content().boxed()),
        (
            "sectionOverrides",
            object(vec![
                ("interaction_style", content().boxed()),
                ("tool_call_style", content().boxed()),
                ("execution_bias", content().boxed()),
            ])
            .boxed(),
        ),
    ]);
    let params = object(vec![
        ("promptMode", one_of(&["full", "full", "minimal", "none", "odd"]).boxed()),
        ("promptSurface", one_of(&["openclaw_main", "subagent", "odd"]).boxed()),
        ("toolNames", tool_names().boxed()),
        ("toolSchemaDirectoryPrompt", content().boxed()),
        ("nativeCommandGuidanceLines", contents().boxed()),
        ("acpEnabled", flag().boxed()),
        ("proactiveSubagentOrchestration", flag().boxed()),
        ("subagentDelegationMode", one_of(&["suggest", "prefer"]).boxed()),
        ("skillsPrompt", content().boxed()),
        ("memoryLines", contents().boxed()),
        ("modelAliasLines", contents().boxed()),
        ("userTimezone", content().boxed()),
        ("fsWorkspaceOnly", flag().boxed()),
        ("workspaceNotes", contents().boxed()),
        ("docsPath", content().boxed()),
        ("sourcePath", content().boxed()),
        ("sandboxInfo", sandbox().boxed()),
        ("bootstrapMode", one_of(&["full", "limited", "none"]).boxed()),
        ("bootstrapTruncationNotice", content().boxed()),
        ("contextFiles", context_files().boxed()),
        ("reasoningTagHint", flag().boxed()),
        ("silentReplyPromptMode", one_of(&["generic", "none"]).boxed()),
        ("sourceReplyDeliveryMode", one_of(&["automatic", "message_tool_only"]).boxed()),
        ("promptContribution", contribution.boxed()),
    ]);
    (content(), params)
        .prop_map(|(directory, params)| with(&json!({"workspaceDir": directory}), &params))
}

fn runtime() -> impl Strategy<Value = Json> {
    let capabilities = subsequence(
        vec!["inlineButtons", "richText", "threadbound-acp-spawn", "nativeApprovals", MARKER],
        0..5,
    );
    let session = (content(), content()).prop_map(
        |(id, name)| json!({"sessionId": id, "status": "running", "pid": 7, "name": name}),
    );
    let channels =
        one_of(&["discord", "telegram", "slack", "webchat", "irc", " Signal ", "", MARKER]);
    object(vec![
        ("agentId", content().boxed()),
        ("sessionKey", content().boxed()),
        ("host", content().boxed()),
        ("model", content().boxed()),
        ("channel", channels.boxed()),
        ("chatType", one_of(&["direct", "group", "channel", "odd"]).boxed()),
        ("capabilities", capabilities.prop_map(|names| json!(names)).boxed()),
        ("activeProcessSessions", vec(session, 0..3).prop_map(Json::from).boxed()),
    ])
}

/// Parameters that a turn may change.
fn volatile() -> impl Strategy<Value = Json> {
    let reactions = object(vec![
        ("level", one_of(&["minimal", "extensive"]).boxed()),
        ("channel", content().boxed()),
    ]);
    object(vec![
        ("runtimeInfo", runtime().boxed()),
        ("defaultThinkLevel", content().boxed()),
        ("reasoningLevel", one_of(&["off", "on", "stream"]).boxed()),
        ("ownerNumbers", contents().boxed()),
        ("ownerDisplay", one_of(&["raw", "hash"]).boxed()),
        ("ownerDisplaySecret", content().boxed()),
        ("heartbeatPrompt", content().boxed()),
        ("extraSystemPrompt", content().boxed()),
        ("ttsHint", content().boxed()),
        ("reactionGuidance", reactions.boxed()),
        ("messageToolHints", contents().boxed()),
        ("requireExplicitMessageTarget", flag().boxed()),
        ("deliverableChannels", contents().boxed()),
        (
            "promptContribution",
            content().prop_map(|suffix| json!({"dynamicSuffix": suffix})).boxed(),
        ),
    ])
}

/// The map as its documentation promises it.
fn check_map(prompt: &Rendered) -> Result<(), TestCaseError> {
    let mut end = 0;
    for section in &prompt.sections {
        prop_assert_eq!(section.start, end, "{} starts where the one before ends", &section.id);
        prop_assert!(section.end > section.start, "{} is not empty", &section.id);
        end = section.end;
        let text = prompt.text[section.start..section.end].to_string_lossy();
        let digest = Sha256::digest(text.as_bytes());
        let hex = digest.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        prop_assert_eq!(prompt.hash(section), hex, "{}", &section.id);
    }
    prop_assert_eq!(end, prompt.text.len());
    let mut ids: Vec<&str> = prompt.sections.iter().map(|section| &*section.id).collect();
    ids.sort_unstable();
    ids.dedup();
    prop_assert_eq!(ids.len(), prompt.sections.len());
    let placements: Vec<Placement> = prompt.sections.iter().map(|s| s.placement).collect();
    let order = [Placement::Stable, Placement::Boundary, Placement::Dynamic];
    let rank = |placement: &Placement| order.iter().position(|known| known == placement);
    prop_assert!(placements.is_sorted_by_key(rank));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_a_turn_may_change_changes_no_byte_above_the_boundary(
        base in base(),
        first in volatile(),
        second in volatile(),
    ) {
        let plain = render(&base);
        let (first, second) = (render(&with(&base, &first)), render(&with(&base, &second)));
        prop_assert_eq!(prefix(&plain), prefix(&first));
        prop_assert_eq!(prefix(&plain), prefix(&second));
        let has_boundary = base["promptMode"] != json!("none");
        prop_assert_eq!(prefix(&plain).is_empty(), !has_boundary);
    }

    #[test]
    fn the_first_marker_is_the_boundary(base in base(), change in volatile()) {
        let prompt = render(&with(&base, &change));
        let marker = to_text(MARKER);
        let found = find(&prompt.text, &marker);
        let boundary = prompt.sections.iter().find(|section| section.id == BOUNDARY_SECTION);
        prop_assert_eq!(found, boundary.map(|section| section.start + 1));
        if let Some(at) = found {
            prop_assert_eq!(find(&prompt.text[at + 1..], &marker), None);
        }
    }

    #[test]
    fn the_same_parameters_give_the_same_bytes(base in base(), change in volatile()) {
        let params = with(&base, &change);
        let here = render(&params);
        prop_assert_eq!(&here, &render(&params));
        let there = std::thread::spawn(move || render(&params)).join();
        prop_assert_eq!(Some(here), there.ok());
    }

    #[test]
    fn the_map_is_disjoint_covers_the_text_and_hashes_it(base in base(), change in volatile()) {
        check_map(&render(&with(&base, &change)))?;
    }
}

#[test]
fn each_volatile_parameter_alone_changes_the_prompt_below_the_boundary_only() {
    let base = json!({
        "workspaceDir": "/ws",
        "toolNames": ["exec", "message", "sessions_spawn", "sessions_yield"],
        "acpEnabled": true,
        "contextFiles": [{"path": "SOUL.md", "content": "x"}],
        "promptContribution": {"stablePrefix": "prefix"},
        "reactionGuidance": {"level": "minimal", "channel": "signal"},
        "sourceReplyDeliveryMode": "message_tool_only",
        "runtimeInfo": {"channel": "discord", "chatType": "direct", "capabilities": ["x"], "model": "m"},
    });
    let plain = render(&base);
    for change in [
        json!({"runtimeInfo": {"channel": "telegram"}}),
        json!({"runtimeInfo": {"channel": null}}),
        json!({"runtimeInfo": {"chatType": "group"}}),
        json!({"runtimeInfo": {"capabilities": ["threadbound-acp-spawn"]}}),
        json!({"runtimeInfo": {"capabilities": ["inlineButtons"]}}),
        json!({"runtimeInfo": {"model": "other"}}),
        json!({"runtimeInfo": {"sessionKey": "agent:a:main"}}),
        json!({"runtimeInfo": {"activeProcessSessions": [{"sessionId": "s", "name": "n"}]}}),
        json!({"defaultThinkLevel": "high"}),
        json!({"reasoningLevel": "on"}),
        json!({"ownerNumbers": ["+1"]}),
        json!({"heartbeatPrompt": "check"}),
        json!({"extraSystemPrompt": "more"}),
        json!({"ttsHint": "speak"}),
        json!({"reactionGuidance": {"level": "extensive"}}),
        json!({"reactionGuidance": null}),
        json!({"messageToolHints": ["hint"]}),
        json!({"requireExplicitMessageTarget": true}),
        json!({"promptContribution": {"dynamicSuffix": "suffix"}}),
        json!({"deliverableChannels": ["a", "b"]}),
    ] {
        let changed = render(&with(&base, &change));
        assert_eq!(prefix(&changed), prefix(&plain), "{change}");
        assert_ne!(changed.text, plain.text, "{change} has an effect");
    }
}

#[test]
fn the_heartbeat_file_changes_nothing_above_the_boundary() {
    let files = |heartbeat: &str| {
        json!({"workspaceDir": "/ws", "contextFiles": [
            {"path": "HEARTBEAT.md", "content": heartbeat}, {"path": "AGENTS.md", "content": "x"},
        ]})
    };
    let (one, other) = (render(&files("one")), render(&files("other")));
    assert_eq!(prefix(&one), prefix(&other));
    assert_ne!(one.text, other.text);
}

#[test]
fn the_default_prompt_earns_its_length() {
    let length =
        |mode: &str| render(&json!({"workspaceDir": "/ws", "promptMode": mode})).text.len();
    let (full, minimal) = (length("full"), length("minimal"));
    assert!(full <= 7_800, "full mode has {full} code units");
    assert!(minimal <= 4_200, "minimal mode has {minimal} code units");
}
