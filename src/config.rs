//! What a gateway's config says about an agent's prompt.

use std::ffi::CStr;
use std::fmt;

use clawprompt_core::config::{
    self, AgentPromptConfig, ConfigTexts, ConfiguredFields, PROMPT_SETTINGS, Precedence,
    ResolveContext, TtsPreferences, apply_prompt_config,
};
use clawprompt_core::prompt::Value;
use clawprompt_core::text::Collator;
use napi::Env;
use napi::bindgen_prelude::{JsValue, Object, Unknown};
use napi_derive::napi;
use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer};

use crate::build::build_configured;
use crate::config_json::settings_source;
use crate::error::{self, Result};
use crate::from_js;
use crate::js::Js;
use crate::text::{JsText, SameText};
use crate::to_js::{OrUndefined, ToJs, or_undefined};
use crate::values;

/// Members that say where the settings come from; the others are the caller's parameters.
const SOURCE: [&str; 4] = ["config", "agentId", "configWins", "ttsPreferences"];

/// Parameters after the config had its say.
#[napi(object, object_from_js = false)]
pub struct ConfiguredPrompt<'env> {
    /// What to render: the caller's parameters with the config's settings, without `config`, `agentId`,
    /// `configWins` and `ttsPreferences`.
    #[napi(ts_type = "AgentSystemPromptParams")]
    pub params: Object<'env>,
    /// The caller's fields that held another value and were replaced or erased.
    #[napi(ts_type = "Array<keyof AgentPromptSettings>")]
    pub overwritten: Vec<&'static str>,
}

/// Resolves what the config says about an agent's prompt; see docs/config.md for each field's rule.
///
/// The agent's own entry counts only when `agentId` is given. Without a config everything has its default.
///
/// @throws `ERR_INVALID_PARAMETER` when `config` is no object or another field has a wrong type
/// @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
#[napi(
    catch_unwind,
    ts_args_type = "params: PromptConfigSource",
    ts_return_type = "AgentPromptSettings"
)]
pub fn resolve_agent_system_prompt_config(
    env: Env,
    params: Unknown<'_>,
) -> Result<ToJs<AgentPromptConfig>> {
    Ok(ToJs(Source::read(env, &params)?.settings()))
}

/// Lays the config's settings over render parameters and says which of the caller's fields were lost.
///
/// With any config, `{}` included, the seven fields of `AgentPromptSettings` replace what the caller gave, even
/// by nothing; `configWins: false` turns that around. Without a config the parameters pass unchanged.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
#[napi(catch_unwind, ts_args_type = "params: ConfiguredPromptParams")]
pub fn resolve_configured_prompt_params<'env>(
    env: &'env Env,
    params: Unknown<'env>,
) -> Result<ConfiguredPrompt<'env>> {
    let fields = configured(*env, &params)?;
    let copied = copy(env, &params, &fields).map_err(error::node)?;
    Ok(ConfiguredPrompt { params: copied, overwritten: fields.overwritten })
}

/// Renders the system prompt of an agent under a gateway's config.
///
/// A drop-in for the peer's function of the same name. `resolveConfiguredPromptParams` tells what the config
/// replaced.
///
/// @throws `ERR_INVALID_PARAMETER` when a field has a type that cannot be used
/// @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
#[napi(catch_unwind, ts_args_type = "params: ConfiguredPromptParams", ts_return_type = "string")]
pub fn build_configured_agent_system_prompt(env: Env, params: Unknown<'_>) -> Result<SameText> {
    let text = settings_source(env.raw(), Js::new(&env, params.raw())).map_err(error::node)?;
    build_configured(env, &params, text, || {
        // Value by value, a fault gets its message.
        let known = text.and_then(|text| Source::of_text(text).ok());
        let source = known.map_or_else(|| Source::read(env, &params), Ok)?;
        Ok(source.config.is_some().then(|| (source.settings(), source.precedence)))
    })
}

/// The heartbeat prompt that the config grants an agent, or `undefined` when its prompt does not explain
/// heartbeats; see docs/config.md for the conditions.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { config?: GatewayConfig | null; agentId?: string | null }",
    ts_return_type = "string | undefined"
)]
pub fn resolve_agent_heartbeat_prompt(
    env: Env,
    params: Unknown<'_>,
) -> Result<OrUndefined<JsText>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Request {
        config: Option<PromptConfig>,
        agent_id: Option<String>,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    let config = request.config.map(|PromptConfig(config)| config.into());
    let texts = &ConfigTexts::shipped().heartbeat;
    let prompt = config::heartbeat_prompt(config.as_ref(), request.agent_id.as_deref(), texts);
    Ok(or_undefined(prompt.map(JsText)))
}

/// A config as an argument: an object of whatever.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Config(pub(crate) serde_json::Map<String, serde_json::Value>);

/// A config as an argument, with only the keys that the core reads.
pub(crate) struct PromptConfig(pub(crate) serde_json::Map<String, serde_json::Value>);

impl<'de> Deserialize<'de> for PromptConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(from_js::PROMPT_CONFIG_NAME, PromptConfigVisitor)
    }
}

struct PromptConfigVisitor;

impl<'de> Visitor<'de> for PromptConfigVisitor {
    type Value = PromptConfig;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_str<E: de::Error>(self, json: &str) -> std::result::Result<PromptConfig, E> {
        serde_json::from_str(json).map(PromptConfig).map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> std::result::Result<PromptConfig, D::Error> {
        serde_json::Map::deserialize(deserializer).map(PromptConfig)
    }
}

/// Where settings come from, as JavaScript gives it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenSource {
    config: Option<serde_json::Value>,
    agent_id: Option<String>,
    config_wins: Option<bool>,
    tts_preferences: Option<TtsPreferences>,
    locale: Option<String>,
}

/// Where settings come from.
struct Source {
    config: Option<serde_json::Value>,
    agent_id: Option<String>,
    tts_preferences: TtsPreferences,
    collator: Collator,
    precedence: Precedence,
}

impl Source {
    /// Reads only the members it needs: the others belong to the renderer.
    fn read(env: Env, params: &Unknown<'_>) -> Result<Self> {
        let object = from_js::object(env, "params", params)?;
        let config: Option<PromptConfig> = member(object, c"config")?;
        let locale: Option<String> = member(object, c"locale")?;
        let config_wins = member(object, c"configWins")?;
        Self::new(GivenSource {
            config: config.map(|PromptConfig(config)| config.into()),
            agent_id: member(object, c"agentId")?,
            config_wins,
            tts_preferences: member(object, c"ttsPreferences")?,
            locale,
        })
    }

    /// The source in a text of [`settings_source`].
    fn of_text(text: Js) -> Result<Self> {
        let json = text.text().map_err(error::node)?.to_string_lossy();
        Self::new(serde_json::from_str(&json).map_err(error::argument)?)
    }

    fn new(given: GivenSource) -> Result<Self> {
        let callers = given.config_wins == Some(false);
        Ok(Self {
            config: given.config,
            agent_id: given.agent_id,
            tts_preferences: given.tts_preferences.unwrap_or_default(),
            collator: Collator::or_default(given.locale.as_deref()).map_err(error::locale)?,
            precedence: if callers { Precedence::Caller } else { Precedence::default() },
        })
    }

    fn settings(&self) -> AgentPromptConfig {
        let context = ResolveContext {
            tts_texts: &ConfigTexts::shipped().tts,
            tts_preferences: &self.tts_preferences,
            collator: &self.collator,
        };
        let agent_id = self.agent_id.as_deref();
        config::resolve_agent_system_prompt_config(self.config.as_ref(), agent_id, &context)
    }
}

fn member<T: DeserializeOwned>(object: Js, name: &CStr) -> Result<T> {
    let member = object.get(name).map_err(error::node)?;
    from_js::read_js(&name.to_string_lossy(), member)
}

fn configured(env: Env, params: &Unknown<'_>) -> Result<ConfiguredFields> {
    let source = Source::read(env, params)?;
    if source.config.is_none() {
        return Ok(ConfiguredFields { from_config: Vec::new(), overwritten: Vec::new() });
    }
    let caller = values::record(Js::new(&env, params.raw()), &PROMPT_SETTINGS);
    let caller = caller.map_err(error::node)?;
    Ok(apply_prompt_config(&caller, source.settings(), source.precedence))
}

/// The caller's object with what the config decided.
fn copy<'env>(
    env: &'env Env,
    params: &Unknown<'env>,
    fields: &ConfiguredFields,
) -> napi::Result<Object<'env>> {
    let source = Object::from_raw(env.raw(), params.raw());
    let mut target = Object::new(env)?;
    let replaced = |name: &str| fields.from_config.iter().any(|(field, _)| field.name == name);
    for name in Object::keys(&source)? {
        if !SOURCE.contains(&name.as_str()) && !replaced(&name) {
            target.set(&name, source.get::<Unknown<'_>>(&name)?)?;
        }
    }
    for (field, value) in &fields.from_config {
        match value {
            Value::Text(text) => target.set(field.name, JsText(text.clone().into_owned()))?,
            Value::List(items) => {
                let texts = items.iter().filter_map(Value::as_text);
                let texts: Vec<JsText> = texts.map(|text| JsText(text.to_owned())).collect();
                target.set(field.name, texts)?;
            }
            Value::Scalar(flag) => target.set(field.name, flag.truthy)?,
            _ => {}
        }
    }
    Ok(target)
}
