//! Lays the config's prompt settings over what a caller passes.
//!
//! The peer lets the config win even where it says nothing: with an empty config a caller's speech
//! hint, aliases or owner display are gone. That stays the default, because a gateway relies on it.
//! The result lists the fields that were lost, and [`Precedence::Caller`] turns the rule around.

use std::borrow::Cow;

use super::params::RenderParams;
use super::resolve::AgentPromptConfig;
use crate::prompt::{Field, Kind, PARAMS, Scalar, ScalarKind, Value};
use crate::text::{Text, to_text};

/// The parameters that the config decides, in the order of [`AgentPromptConfig`].
pub static PROMPT_SETTINGS: [Field; 7] = [
    setting("ownerDisplay", Kind::Text),
    setting("ownerDisplaySecret", Kind::Text),
    setting("subagentDelegationMode", Kind::Text),
    setting("ttsHint", Kind::Text),
    setting("modelAliasLines", Kind::Texts),
    setting("memoryCitationsMode", Kind::Text),
    setting("fsWorkspaceOnly", Kind::Flag),
];

const fn setting(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, turn: false }
}

/// Who wins a field that both the caller and the config can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precedence {
    /// The config, even where it is silent. `configWins: true`, the default.
    #[default]
    Config,
    /// The caller where it gave a value, else the config. `configWins: false`.
    Caller,
}

/// What became of [`PROMPT_SETTINGS`] once caller and config have met.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfiguredFields {
    /// The fields that the config decided, each with its value; `Undefined` erases what was there. The
    /// others stay as the caller gave them.
    pub from_config: Vec<(&'static Field, Value<'static>)>,
    /// Names of the caller's fields that were lost although they held another value.
    pub overwritten: Vec<&'static str>,
}

/// Decides each of [`PROMPT_SETTINGS`]. `caller` is a record of them, as its schema reads it.
#[must_use]
pub fn apply_prompt_config(
    caller: &Value<'_>,
    settings: AgentPromptConfig,
    precedence: Precedence,
) -> ConfiguredFields {
    let given = |index: usize| match caller {
        Value::Record(values) => values.get(index).filter(|value| !value.is_absent()),
        _ => None,
    };
    let mut fields = ConfiguredFields { from_config: Vec::new(), overwritten: Vec::new() };
    for (index, (field, value)) in PROMPT_SETTINGS.iter().zip(values(settings)).enumerate() {
        let given = given(index);
        if given.is_some() && precedence == Precedence::Caller {
            continue;
        }
        if given.is_some_and(|given| *given != value) {
            fields.overwritten.push(field.name);
        }
        fields.from_config.push((field, value));
    }
    fields
}

/// Lays the settings over the parameters of a render as [`apply_prompt_config`] decides; what no renderer reads is
/// left out.
pub fn configure_params(
    params: &mut Value<'_>,
    settings: AgentPromptConfig,
    precedence: Precedence,
) {
    let (Value::Record(members), Kind::Record(fields)) = (params, PARAMS) else { return };
    let place = |setting: &Field| fields.iter().position(|field| field.name == setting.name);
    let given = |setting: &Field| place(setting).map_or(Value::Undefined, |at| members[at].clone());
    let caller = Value::Record(PROMPT_SETTINGS.iter().map(given).collect());
    for (setting, value) in apply_prompt_config(&caller, settings, precedence).from_config {
        if let Some(at) = place(setting) {
            members[at] = value;
        }
    }
}

/// The settings in parameters that hold none of them yet.
pub(super) fn with_prompt_config(
    params: RenderParams,
    settings: AgentPromptConfig,
) -> RenderParams {
    RenderParams {
        owner_display: settings.owner_display,
        owner_display_secret: settings.owner_display_secret,
        subagent_delegation_mode: Some(settings.subagent_delegation_mode),
        tts_hint: settings.tts_hint,
        model_alias_lines: Some(settings.model_alias_lines),
        memory_citations_mode: settings.memory_citations_mode,
        fs_workspace_only: Some(settings.fs_workspace_only),
        ..params
    }
}

fn values(settings: AgentPromptConfig) -> [Value<'static>; 7] {
    let text = |text: Option<Text>| text.map_or(Value::Undefined, owned);
    [
        text(settings.owner_display),
        text(settings.owner_display_secret),
        owned(settings.subagent_delegation_mode),
        text(settings.tts_hint),
        Value::List(settings.model_alias_lines.into_iter().map(owned).collect()),
        text(settings.memory_citations_mode),
        flag(settings.fs_workspace_only),
    ]
}

fn owned(text: Text) -> Value<'static> {
    Value::Text(Cow::Owned(text))
}

fn flag(set: bool) -> Value<'static> {
    let text = to_text(if set { "true" } else { "false" });
    Value::Scalar(Scalar { kind: ScalarKind::Boolean, truthy: set, text: Cow::Owned(text) })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn caller(json: &Json) -> Value<'static> {
        Value::from_json(json, Kind::Record(&PROMPT_SETTINGS))
    }

    fn everything() -> Json {
        json!({
            "ownerDisplay": "hash",
            "ownerDisplaySecret": "s",
            "subagentDelegationMode": "prefer",
            "ttsHint": "speak",
            "modelAliasLines": ["- a: b"],
            "memoryCitationsMode": "off",
            "fsWorkspaceOnly": true
        })
    }

    fn empty_config() -> AgentPromptConfig {
        AgentPromptConfig {
            subagent_delegation_mode: to_text("suggest"),
            ..AgentPromptConfig::default()
        }
    }

    #[test]
    fn an_empty_config_erases_what_the_caller_gave_and_says_which() {
        let caller = caller(&everything());
        let fields = apply_prompt_config(&caller, empty_config(), Precedence::default());
        assert_eq!(fields.overwritten, PROMPT_SETTINGS.each_ref().map(|field| field.name));
        let value = |index: usize| fields.from_config[index].1.clone();
        assert_eq!(value(3), Value::Undefined);
        assert_eq!(value(2), owned(to_text("suggest")));
        assert!(value(6).is_false());
    }

    #[test]
    fn nothing_is_lost_when_both_agree_or_the_caller_is_silent() {
        let caller = caller(&json!({
            "subagentDelegationMode": "suggest", "modelAliasLines": [], "fsWorkspaceOnly": false,
            "ttsHint": null
        }));
        let fields = apply_prompt_config(&caller, empty_config(), Precedence::Config);
        assert_eq!(fields.overwritten, [""; 0]);
        assert_eq!(fields.from_config.len(), PROMPT_SETTINGS.len());
    }

    #[test]
    fn a_caller_who_wins_keeps_every_value_and_gets_the_rest_from_the_config() {
        let mut given = everything();
        given["ttsHint"] = Json::Null;
        let settings =
            AgentPromptConfig { tts_hint: Some(to_text("from config")), ..empty_config() };
        let fields = apply_prompt_config(&caller(&given), settings, Precedence::Caller);
        let expected = (&PROMPT_SETTINGS[3], owned(to_text("from config")));
        assert_eq!(fields, ConfiguredFields { from_config: vec![expected], overwritten: vec![] });
    }

    #[test]
    fn what_the_config_decided_stands_where_the_renderer_reads_it() {
        let settings = AgentPromptConfig {
            owner_display: Some(to_text("hash")),
            owner_display_secret: Some(to_text("s")),
            subagent_delegation_mode: to_text("prefer"),
            tts_hint: Some(to_text("speak")),
            model_alias_lines: vec![to_text("- a: b")],
            memory_citations_mode: Some(to_text("off")),
            fs_workspace_only: true,
        };
        let configured = |given: &Json, precedence| {
            let mut params = Value::from_json(given, PARAMS);
            configure_params(&mut params, settings.clone(), precedence);
            params
        };
        let mut expected = everything();
        expected["workspaceDir"] = json!("/w");
        let made = configured(&json!({"workspaceDir": "/w"}), Precedence::Config);
        assert_eq!(made, Value::from_json(&expected, PARAMS));
        let given = json!({"workspaceDir": "/w", "ttsHint": "mine", "modelAliasLines": ["mine"]});
        let made = configured(&given, Precedence::Config);
        assert_eq!(made, Value::from_json(&expected, PARAMS));
        expected["ttsHint"] = json!("mine");
        expected["modelAliasLines"] = json!(["mine"]);
        assert_eq!(configured(&given, Precedence::Caller), Value::from_json(&expected, PARAMS));
    }
}
