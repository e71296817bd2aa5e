//! What a config says about the prompt of one agent.
//!
//! The agent's own entry is read only when an agent is named; there is no implied `main`.

use serde::Serialize;
use serde_json::Value;

use super::agent::agent_entry;
use super::texts::TtsTexts;
use super::tts::{TtsPreferences, tts_hint};
use super::utf16;
use super::value::{at, optional_string, trim_str};
use crate::text::{Collator, Text, to_text};

/// The prompt settings that come from the config. Serialised, absent ones are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentPromptConfig {
    /// `commands.ownerDisplay` as written; only `hash` has an effect.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub owner_display: Option<Text>,
    /// `commands.ownerDisplaySecret`, trimmed; only in hash mode.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub owner_display_secret: Option<Text>,
    /// `subagents.delegationMode` of the agent, else of the defaults, else `suggest`.
    #[serde(with = "utf16")]
    pub subagent_delegation_mode: Text,
    /// How to speak; absent when speech is off.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub tts_hint: Option<Text>,
    /// Lines `- alias: model`, sorted by alias.
    #[serde(with = "utf16")]
    pub model_alias_lines: Vec<Text>,
    /// `memory.citations` as written.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub memory_citations_mode: Option<Text>,
    /// Whether `tools.fs.workspaceOnly` is exactly true, at the agent or else globally.
    pub fs_workspace_only: bool,
}

/// What [`resolve_agent_system_prompt_config`] needs besides the config.
#[derive(Debug, Clone, Copy)]
pub struct ResolveContext<'a> {
    /// Texts of the speech hint.
    pub tts_texts: &'a TtsTexts,
    /// The speech preferences that the user stored; default when there are none.
    pub tts_preferences: &'a TtsPreferences,
    /// Order of the aliases; the peer uses the locale of its process.
    pub collator: &'a Collator,
}

/// The prompt settings of `agent_id` under `config`. Without a config everything has its default.
#[must_use]
pub fn resolve_agent_system_prompt_config(
    config: Option<&Value>,
    agent_id: Option<&str>,
    context: &ResolveContext<'_>,
) -> AgentPromptConfig {
    let Some(config) = config else {
        return AgentPromptConfig {
            subagent_delegation_mode: to_text("suggest"),
            ..AgentPromptConfig::default()
        };
    };
    // Unlike a blank id, which is `main`, an empty one names nobody.
    let agent_id = agent_id.filter(|id| !id.is_empty());
    let agent = agent_id.and_then(|id| agent_entry(config, id));
    let own = |path: &[&str]| agent.and_then(|agent| at(agent, path));
    let owner_display = at(config, &["commands", "ownerDisplay"]).and_then(Value::as_str);
    let secret = optional_string(at(config, &["commands", "ownerDisplaySecret"]));
    let delegation = own(&["subagents", "delegationMode"])
        .or_else(|| at(config, &["agents", "defaults", "subagents", "delegationMode"]))
        .and_then(Value::as_str);
    let workspace_only = own(&["tools", "fs", "workspaceOnly"])
        .or_else(|| at(config, &["tools", "fs", "workspaceOnly"]));
    AgentPromptConfig {
        owner_display: owner_display.map(to_text),
        owner_display_secret: secret.filter(|_| owner_display == Some("hash")).map(to_text),
        subagent_delegation_mode: to_text(delegation.unwrap_or("suggest")),
        tts_hint: tts_hint(config, agent_id, context.tts_preferences, context.tts_texts),
        model_alias_lines: model_alias_lines(config, context.collator),
        memory_citations_mode: at(config, &["memory", "citations"])
            .and_then(Value::as_str)
            .map(to_text),
        fs_workspace_only: workspace_only == Some(&Value::Bool(true)),
    }
}

/// A line `- alias: model` for each model of `agents.defaults.models` that has an alias.
///
/// Both are trimmed; a blank one drops the line. Sorted by alias; equal aliases keep the order of the
/// config.
#[must_use]
pub fn model_alias_lines(config: &Value, collator: &Collator) -> Vec<Text> {
    let models = at(config, &["agents", "defaults", "models"]).and_then(Value::as_object);
    let mut aliases: Vec<(Text, &str)> = models
        .into_iter()
        .flatten()
        .filter_map(|(model, entry)| {
            let alias = optional_string(entry.get("alias"))?;
            let model = trim_str(model);
            (!model.is_empty()).then(|| (to_text(alias), model))
        })
        .collect();
    collator.sort_by_key(&mut aliases, |(alias, _)| alias);
    let line = |(alias, model)| {
        let mut line = to_text("- ");
        line.push(alias);
        line.push_str(": ");
        line.push_str(model);
        line
    };
    aliases.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts::tests::shipped;
    use super::*;

    fn resolve(config: &Value, agent_id: Option<&str>) -> Value {
        let texts = shipped();
        let context = ResolveContext {
            tts_texts: &texts.tts,
            tts_preferences: &TtsPreferences::default(),
            collator: &Collator::new("en-US").unwrap(),
        };
        let resolved = resolve_agent_system_prompt_config(Some(config), agent_id, &context);
        serde_json::to_value(resolved).unwrap()
    }

    /// The fields that are not at their default.
    fn set(config: &Value, agent_id: Option<&str>) -> Value {
        let mut resolved = resolve(config, agent_id);
        let fields = resolved.as_object_mut().unwrap();
        let defaults = resolve(&json!({}), None);
        fields.retain(|name, value| defaults.get(name) != Some(value));
        resolved
    }

    #[test]
    fn an_empty_config_has_the_defaults() {
        let expected = json!({
            "subagentDelegationMode": "suggest", "modelAliasLines": [], "fsWorkspaceOnly": false
        });
        assert_eq!(resolve(&json!({}), None), expected);
    }

    #[test]
    fn every_field_has_its_precedence() {
        let owners = |display, secret| json!({"commands": {"ownerDisplay": display, "ownerDisplaySecret": secret}});
        let delegation = |own, defaults| {
            json!({"agents": {
                "defaults": {"subagents": {"delegationMode": defaults}},
                "list": [{"id": "a", "subagents": {"delegationMode": own}}]
            }})
        };
        let workspace = |own, global| {
            json!({
                "tools": {"fs": {"workspaceOnly": global}},
                "agents": {"list": [{"id": "a", "tools": {"fs": {"workspaceOnly": own}}}]}
            })
        };
        let prefer = json!({"subagentDelegationMode": "prefer"});
        let only = json!({"fsWorkspaceOnly": true});
        let none = json!({});
        for (config, agent, expected) in [
            (
                owners("hash", " s "),
                None,
                json!({"ownerDisplay": "hash", "ownerDisplaySecret": "s"}),
            ),
            (owners("hash", " "), None, json!({"ownerDisplay": "hash"})),
            (owners("HASH", "s"), None, json!({"ownerDisplay": "HASH"})),
            (owners("raw", "s"), None, json!({"ownerDisplay": "raw"})),
            (delegation(json!("prefer"), json!("suggest")), Some(" A "), prefer.clone()),
            (delegation(json!("suggest"), json!("prefer")), Some("a"), none.clone()),
            (delegation(json!(null), json!("prefer")), Some("a"), prefer.clone()),
            (delegation(json!("suggest"), json!("prefer")), None, prefer.clone()),
            (delegation(json!("suggest"), json!("prefer")), Some("other"), prefer),
            (workspace(json!(true), json!(false)), Some("a"), only.clone()),
            (workspace(json!(false), json!(true)), Some("a"), none.clone()),
            (workspace(json!(null), json!(true)), Some("a"), only.clone()),
            (workspace(json!(false), json!(true)), None, only),
            (workspace(json!(null), json!(1)), Some("a"), none.clone()),
            (json!({"memory": {"citations": "off"}}), None, json!({"memoryCitationsMode": "off"})),
            (json!({"memory": {"citations": null}}), None, none),
        ] {
            assert_eq!(set(&config, agent), expected, "{config} {agent:?}");
        }
    }

    fn alias_lines(locale: &str, models: &Value) -> Vec<String> {
        let config = json!({"agents": {"defaults": {"models": models}}});
        let lines = model_alias_lines(&config, &Collator::new(locale).unwrap());
        lines.iter().map(|line| line.to_string_lossy()).collect()
    }

    #[test]
    fn aliases_are_trimmed_and_blank_ones_dropped() {
        let models = json!({
            " p/m ": {"alias": " x "}, "q": {}, "": {"alias": "e"}, " ": {"alias": "e"},
            "z": {"alias": 5}, "b": "text", "c": null, "d": {"alias": " "}
        });
        assert_eq!(alias_lines("en-US", &models), ["- x: p/m"]);
    }

    #[test]
    fn aliases_are_sorted_as_the_locale_sorts() {
        let aliases =
            ["gpt", "Zed", "élan", "eagle", "Eagle", "_u", "10", "2", "-d", "a", "A", "ä", "z"];
        let models: Value =
            aliases.iter().map(|alias| (alias.to_string(), json!({"alias": alias}))).collect();
        let order = |locale| {
            let lines = alias_lines(locale, &models);
            let alias = |line: &String| line[2..].split(':').next().unwrap().to_owned();
            lines.iter().map(alias).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order("en-US"), "_u -d 10 2 a A ä eagle Eagle élan gpt z Zed");
        assert_eq!(order("de-DE"), "_u -d 10 2 a A ä eagle Eagle élan gpt z Zed");
        assert_eq!(order("sv-SE"), "_u -d 10 2 a A eagle Eagle élan gpt z Zed ä");
        let tied = json!({"second/m": {"alias": "a"}, "first/m": {"alias": "a"}});
        assert_eq!(alias_lines("en-US", &tied), ["- a: second/m", "- a: first/m"]);
    }
}
