//! Configs as JSON5 text: parsed, loaded from disk, and resolved to settings.

use std::path::PathBuf;
use std::sync::LazyLock;

use clawprompt_core::bootstrap::{
    BootstrapSettings, ContextLimits, StartupSettings, extra_file_patterns,
    post_compaction_sections,
};
use clawprompt_core::config::{
    ConfigMutation, ConfigTexts, EnvelopeOptions, Gpt5Request, ResolveContext, TtsPreferences,
    agent_model, changed_paths, check_gateway_config_mutation, default_agent_id,
    enabled_dangerous_flags, heartbeat_prompt, merge_patch, resolve_agent_system_prompt_config,
    resolve_gpt5_system_prompt_contribution, session_agent_id,
};
use clawprompt_core::json5::{NonFinite, parse_json5};
use clawprompt_core::skills::{SkillConfig, SkillMetadata};
use clawprompt_core::text::{Collator, to_text};
use clawprompt_files::config::load_config;
use serde_json::{Value, json};

/// A folder of this process with one config in it.
static PLACE: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
    let folder =
        tempfile::tempdir().unwrap_or_else(|error| panic!("no folder to work in: {error}"));
    let path = folder.path().join(format!("config-{}.json5", std::process::id()));
    (folder, path)
});

pub(crate) fn run(data: &[u8]) {
    let source = String::from_utf8_lossy(data);
    let value = match parse_json5(&source, NonFinite::Refused) {
        Ok(value) => value,
        Err(error) => {
            let lines = source.split(['\n', '\r', '\u{2028}', '\u{2029}']).count();
            assert!(error.line >= 1 && error.line <= lines, "{error:?}");
            return;
        }
    };
    let again = serde_json::to_string(&value).map(|text| parse_json5(&text, NonFinite::Refused));
    assert_eq!(again.ok(), Some(Ok(value.clone())), "what was read can be written and read");
    resolve(&value);
    guard(&value);
    load(&source);
}

fn resolve(config: &Value) {
    let texts = ConfigTexts::shipped();
    let agents = [None, Some("main"), Some("a"), Some(""), Some("é B")];
    let collator = Collator::or_default(None).unwrap_or_else(|error| panic!("{error}"));
    let context = ResolveContext {
        tts_texts: &texts.tts,
        tts_preferences: &TtsPreferences::from_file(config),
        collator: &collator,
    };
    let id = default_agent_id(Some(config));
    assert!(!id.is_empty() && id.len() <= 64, "{id:?}");
    for agent in agents.into_iter().chain([Some(&*id)]) {
        let _ = resolve_agent_system_prompt_config(Some(config), agent, &context);
        let budget = BootstrapSettings::from_config(Some(config), agent).budget();
        assert!(budget.max_chars >= 1 && budget.total_max_chars >= 1);
        let _ = ContextLimits::from_config(Some(config), agent);
        let _ = heartbeat_prompt(Some(config), agent, &texts.heartbeat);
        let _ = agent_model(config, agent);
        let _ = SkillConfig::new(config).limits(agent);
        let _ = SkillConfig::new(config).agent_filter(agent);
        let _ = session_agent_id(Some(config), agent, Some(&to_text("agent:a:main")));
    }
    let request = Gpt5Request { model_id: Some("openai/gpt-5"), ..Gpt5Request::default() };
    assert!(resolve_gpt5_system_prompt_contribution(Some(config), &request, &texts.gpt5).is_some());
    let _ = StartupSettings::from_config(Some(config));
    let _ = EnvelopeOptions::from_config(Some(config), Some("Europe/Vienna"));
    let _ = (extra_file_patterns(Some(config)), post_compaction_sections(Some(config)));
    let skills = SkillConfig::new(config);
    let _ = (skills.extra_dirs(), skills.allowed_link_targets(), skills.allowed_bundled());
    if let Value::Object(block) = config {
        let _ = SkillMetadata::from_block(block);
    }
}

fn guard(config: &Value) {
    assert_eq!(changed_paths(config, config), Vec::<String>::new());
    let nothing = merge_patch(config, &json!({}), &[]);
    if config.is_object() {
        assert_eq!(nothing, *config, "an empty patch changes nothing");
        assert_eq!(
            check_gateway_config_mutation(config, config, ConfigMutation::Apply, &[]),
            Ok(())
        );
    }
    let _ = merge_patch(config, config, &[]);
    let _ = enabled_dangerous_flags(config, &[]);
}

fn load(source: &str) {
    let (folder, path) = &*PLACE;
    let written = std::fs::write(path, source);
    written.unwrap_or_else(|error| panic!("{}: {error}", folder.path().display()));
    let variable = |name: &str| match name {
        "HOME" => Some("/home/ada".to_owned()),
        "KEY" => Some("${OTHER}".to_owned()),
        _ => None,
    };
    match load_config(path, &variable, &[]) {
        Ok(loaded) => assert!(loaded.value.is_object() && !loaded.files.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
