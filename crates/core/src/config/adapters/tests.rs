use serde_json::json;

use super::super::texts::tests::{shipped, synthetic};
use super::*;
use crate::config::PromptMode;

const RUN: &str = include_str!("cases/run.json");
const CONFIG: &str = include_str!("cases/config.json");
const CASES: [(Adapter, &str); 4] = [
    (Adapter::Embedded, include_str!("cases/embedded.json")),
    (Adapter::Cli, include_str!("cases/cli.json")),
    (Adapter::Preview, include_str!("cases/preview.json")),
    (Adapter::Compaction, include_str!("cases/compaction.json")),
];
const ALL: [Adapter; 4] = [Adapter::Embedded, Adapter::Cli, Adapter::Preview, Adapter::Compaction];

fn run() -> Run {
    serde_json::from_str(RUN).unwrap()
}

fn config() -> Value {
    serde_json::from_str(CONFIG).unwrap()
}

fn adapt(adapter: Adapter, run: &Run, config: Option<&Value>) -> AdaptedRun {
    let context = AdapterContext {
        texts: &synthetic(),
        tts_preferences: &TtsPreferences::default(),
        collator: &Collator::new("en-US").unwrap(),
    };
    adapt_run(adapter, run, config, &context).unwrap()
}

/// The parameters of a run under the config of the cases, as the renderer gets them.
fn params(adapter: Adapter, run: &Run) -> Value {
    serde_json::to_value(adapt(adapter, run, Some(&config())).params).unwrap()
}

#[test]
fn each_adapter_passes_its_own_choice_of_facts() {
    for (adapter, expected) in CASES {
        let expected: Value = serde_json::from_str(expected).unwrap();
        let actual = params(adapter, &run());
        let text = serde_json::to_string_pretty(&actual).unwrap();
        assert_eq!(actual, expected, "{}: {text}", adapter.name());
    }
}

#[test]
fn adapters_are_known_by_name() {
    for adapter in ALL {
        assert_eq!(Adapter::from_name(adapter.name()), Some(adapter));
    }
    assert_eq!(Adapter::from_name("Embedded"), None);
}

#[test]
fn the_mode_of_a_live_run_is_restricted_then_chosen_then_raw_then_by_session() {
    let subagent = Some(to_text("agent:main:subagent:1"));
    for (change, expected) in [
        (Run { ..run() }, "full"),
        (Run { session_key: subagent.clone(), ..run() }, "minimal"),
        (Run { kind: RunKind::Raw, ..run() }, "none"),
        (Run { kind: RunKind::Raw, prompt_mode: Some(PromptMode::Full), ..run() }, "full"),
        (Run { session_key: subagent, prompt_mode: Some(PromptMode::Full), ..run() }, "full"),
        (
            Run {
                tools_allow: vec![to_text("read")],
                prompt_mode: Some(PromptMode::Full),
                ..run()
            },
            "minimal",
        ),
    ] {
        assert_eq!(params(Adapter::Embedded, &change)["promptMode"], expected);
        assert_eq!(params(Adapter::Cli, &change).get("promptMode"), None);
        assert_eq!(params(Adapter::Preview, &change).get("promptMode"), None);
    }
}

#[test]
fn the_surface_follows_the_session_except_behind_a_command_line_agent() {
    for (key, expected) in
        [("agent:main:subagent:1", "subagent"), ("acp:1", "acp_backend"), ("x", "openclaw_main")]
    {
        let run = Run { session_key: Some(to_text(key)), ..run() };
        for adapter in ALL {
            let surface = if adapter == Adapter::Cli { "cli_backend" } else { expected };
            assert_eq!(params(adapter, &run)["promptSurface"], surface, "{key}");
        }
    }
}

#[test]
fn a_restricted_run_has_no_skills() {
    let run = Run { tools_allow: vec![to_text("read")], ..run() };
    assert_eq!(params(Adapter::Embedded, &run).get("skillsPrompt"), None);
}

#[test]
fn a_side_question_has_no_skills_documents_or_heartbeat() {
    let run = Run { kind: RunKind::SideQuestion, ..run() };
    let params = params(Adapter::Cli, &run);
    for name in ["skillsPrompt", "docsPath", "sourcePath", "heartbeatPrompt"] {
        assert_eq!(params.get(name), None, "{name}");
    }
}

#[test]
fn skills_from_a_plugin_directory_are_not_listed_again() {
    let mut run = run();
    run.context.skills_by_plugin_dir = true;
    assert_eq!(params(Adapter::Cli, &run).get("skillsPrompt"), None);
    assert_eq!(params(Adapter::Embedded, &run)["skillsPrompt"], "skills");
}

#[test]
fn heartbeats_are_explained_where_they_come() {
    let shown =
        |run: &Run| ALL.map(|adapter| params(adapter, run).get("heartbeatPrompt").is_some());
    assert_eq!(shown(&run()), [true, true, false, true]);
    let user = Run { trigger: Some("user".to_owned()), ..run() };
    assert_eq!(shown(&user), [false, true, false, true]);
    let commitment = Run { kind: RunKind::CommitmentOnly, ..run() };
    assert_eq!(shown(&commitment), [false, false, false, true]);
    let other = Run { agent_id: Some("other".to_owned()), ..run() };
    assert_eq!(shown(&other), [false, false, false, false]);
}

#[test]
fn acp_sessions_are_off_inside_a_sandbox() {
    let mut run = run();
    run.sandbox.as_mut().unwrap().enabled = true;
    let enabled = ALL.map(|adapter| params(adapter, &run)["acpEnabled"] == true);
    assert_eq!(enabled, [false, true, false, false]);
}

#[test]
fn another_context_engine_takes_the_memory_section() {
    let memory = |engine: Option<&str>| {
        let run = Run { context_engine: engine.map(str::to_owned), ..run() };
        params(Adapter::Embedded, &run)["includeMemorySection"].clone()
    };
    assert_eq!(memory(None), true);
    assert_eq!(memory(Some("legacy")), true);
    assert_eq!(memory(Some("other")), false);
}

#[test]
fn compaction_injects_no_files_when_the_config_never_does() {
    let mut run = run();
    run.context.never_inject = true;
    assert_eq!(params(Adapter::Compaction, &run)["contextFiles"], json!([]));
}

#[test]
fn reactions_and_hints_need_a_channel() {
    let run = Run { channel: None, ..run() };
    for adapter in [Adapter::Embedded, Adapter::Compaction] {
        let params = params(adapter, &run);
        for name in ["reactionGuidance", "messageToolHints"] {
            assert_eq!(params.get(name), None, "{name}");
        }
    }
}

#[test]
fn the_overlay_of_a_gpt5_model_comes_first_and_knows_the_heartbeat_of_a_live_run() {
    let mut run = run();
    run.model.id = Some(to_text("gpt-5"));
    let contribution = |adapter| params(adapter, &run)["promptContribution"].clone();
    let style = |heartbeat: &str| {
        json!({
            "stablePrefix": "<gpt5.contract >\n\noverlay",
            "dynamicSuffix": "contribution",
            "sectionOverrides": {"interaction_style": format!("<gpt5.friendly >{heartbeat}")}
        })
    };
    assert_eq!(contribution(Adapter::Embedded), style("\n\n<gpt5.heartbeat >"));
    assert_eq!(contribution(Adapter::Compaction), style(""));
    assert_eq!(contribution(Adapter::Cli), json!(null));
    assert_eq!(contribution(Adapter::Preview), json!(null));
}

#[test]
fn a_refused_time_zone_is_reported_once_and_every_adapter_falls_back_alike() {
    let mut config = config();
    config["agents"]["defaults"]["userTimezone"] = json!("Not/AZone");
    for adapter in ALL {
        let adapted = adapt(adapter, &run(), Some(&config));
        assert_eq!(adapted.params.user_timezone, Some(to_text("Asia/Tokyo")));
        assert_eq!(adapted.diagnostics, [ConfigDiagnostic::UnknownTimeZone]);
        assert_eq!(adapted.diagnostics[0].reason(), "unknown-time-zone");
        assert_eq!(adapted.diagnostics[0].key(), "agents.defaults.userTimezone");
    }
    let bare = Run { workspace_dir: to_text("/w"), ..Run::default() };
    let adapted = adapt(Adapter::Preview, &bare, None);
    assert_eq!(adapted.params.user_timezone, Some(to_text("UTC")));
    assert_eq!(adapted.diagnostics, []);
}

#[test]
fn the_runtime_names_only_the_model_of_this_run() {
    for adapter in ALL {
        let mut run = run();
        run.model.id = Some(to_text("m2"));
        assert_eq!(params(adapter, &run)["runtimeInfo"]["model"], "acme/m2");
        assert!(!params(adapter, &run)["runtimeInfo"].to_string().contains("m1"));
    }
}

#[test]
fn a_line_break_in_a_session_key_reaches_the_renderer_unchanged() {
    let key = to_text("agent:main:x\n## Evil");
    let run = Run { session_key: Some(key.clone()), ..run() };
    let params = adapt(Adapter::Embedded, &run, None).params;
    assert_eq!(params.runtime_info.unwrap().session_key, Some(key));
}

#[test]
fn an_unknown_fact_is_refused() {
    let error = serde_json::from_value::<Run>(json!({"workspaceDir": "/w", "foo": 1})).unwrap_err();
    assert!(error.to_string().starts_with("unknown field `foo`"), "{error}");
}

#[test]
fn a_run_without_a_workspace_is_refused() {
    let context = AdapterContext {
        texts: &synthetic(),
        tts_preferences: &TtsPreferences::default(),
        collator: &Collator::or_default(None).unwrap(),
    };
    assert_eq!(adapt_run(Adapter::Cli, &Run::default(), None, &context), Err(NoWorkspace));
}

#[test]
fn the_operating_system_is_named_as_people_name_it() {
    let label = |kind: &str, mac: Option<&str>| {
        os_label(&to_text(kind), &to_text("24.1"), mac.map(to_text).as_deref()).to_string_lossy()
    };
    assert_eq!(label("Linux", None), "Linux 24.1");
    assert_eq!(label("Darwin", Some("15.1")), "macOS 15.1");
    assert_eq!(label("Darwin", None), "Darwin 24.1");
}

#[test]
fn the_contract_and_the_memory_guidance_are_plain_ascii() {
    let texts = shipped();
    let contract = texts.gpt5.contract.fill(&[]).to_string_lossy();
    for text in [contract, texts.memory.search_and_get.fill(&[]).to_string_lossy()] {
        assert!(text.is_ascii(), "{text}");
    }
}
