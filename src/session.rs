//! What agent ids, session keys and channels mean for a prompt.

use clawprompt_core::config::{
    self, CapabilitySources, PromptMode, PromptSurface, SilentReplyPromptMode,
    SourceReplyDeliveryMode,
};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;

use crate::config::PromptConfig;
use crate::error::Result;
use crate::from_js;
use crate::text::JsText;
use crate::to_js::{OrUndefined, ToJs, or_undefined};

/// The id under which the gateway knows an agent: lower case, of letters, digits, `_` and `-`, up to 64 long;
/// blank is `main`.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "agentId: string | null | undefined")]
pub fn normalize_agent_id(env: Env, agent_id: Unknown<'_>) -> Result<String> {
    let id: Option<String> = from_js::read(env, "agentId", &agent_id)?;
    Ok(config::normalize_agent_id(&id.unwrap_or_default()))
}

/// The agent of a session: `agentId`, else the one in an `agent:<id>:...` key, else the config's default agent.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { config?: GatewayConfig | null; agentId?: string | null; sessionKey?: string | null }"
)]
pub fn resolve_session_agent_id(env: Env, params: Unknown<'_>) -> Result<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Request {
        config: Option<PromptConfig>,
        agent_id: Option<String>,
        session_key: Option<JsText>,
    }
    let Request { config, agent_id, session_key } = from_js::read(env, "params", &params)?;
    let config = config.map(|PromptConfig(config)| config.into());
    let key = session_key.as_ref().map(|key| &*key.0);
    Ok(config::session_agent_id(config.as_ref(), agent_id.as_deref(), key))
}

/// The model that the config gives an agent, as it is written: the agent's own `model`, else
/// `agents.defaults.model`; each a text, or an object with a `primary` one. `undefined` when there is none.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { config: GatewayConfig; agentId?: string | null }",
    ts_return_type = "string | undefined"
)]
pub fn resolve_agent_model(env: Env, params: Unknown<'_>) -> Result<OrUndefined<String>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Request {
        config: PromptConfig,
        agent_id: Option<String>,
    }
    let Request { config: PromptConfig(config), agent_id } = from_js::read(env, "params", &params)?;
    let config = config.into();
    let model = config::agent_model(&config, agent_id.as_deref());
    Ok(or_undefined(model.map(str::to_owned)))
}

/// The mode of a session's prompt: `minimal` for sub-agents and for cron runs of an agent, else `full`.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "sessionKey: string | null | undefined",
    ts_return_type = "'full' | 'minimal'"
)]
pub fn resolve_prompt_mode_for_session_key(
    env: Env,
    session_key: Unknown<'_>,
) -> Result<ToJs<PromptMode>> {
    let key: Option<JsText> = from_js::read(env, "sessionKey", &session_key)?;
    Ok(ToJs(config::prompt_mode_for_session(key.as_ref().map(|key| &*key.0))))
}

/// The surface that a session's prompt is for: ACP backend, sub-agent or main.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "sessionKey: string | null | undefined",
    ts_return_type = "'openclaw_main' | 'acp_backend' | 'subagent'"
)]
pub fn resolve_agent_prompt_surface_for_session_key(
    env: Env,
    session_key: Unknown<'_>,
) -> Result<ToJs<PromptSurface>> {
    let key: Option<JsText> = from_js::read(env, "sessionKey", &session_key)?;
    Ok(ToJs(config::surface_for_session(key.as_ref().map(|key| &*key.0))))
}

/// What a channel can do, from its config, its plugin and policy, without repeats: case does not matter and the
/// first spelling stays.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "sources: ChannelCapabilitySources",
    ts_return_type = "Array<string>"
)]
pub fn resolve_channel_capabilities(env: Env, sources: Unknown<'_>) -> Result<Vec<JsText>> {
    let sources: CapabilitySources = from_js::read(env, "sources", &sources)?;
    Ok(config::channel_capabilities(sources).into_iter().map(JsText).collect())
}

/// Whether approvals are asked for in the channel's own interface first.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "channel: string | null | undefined, capabilities?: readonly string[] | null"
)]
pub fn has_native_approvals(
    env: Env,
    channel: Unknown<'_>,
    capabilities: Unknown<'_>,
) -> Result<bool> {
    let channel: Option<JsText> = from_js::read(env, "channel", &channel)?;
    let capabilities: Option<Vec<JsText>> = from_js::read(env, "capabilities", &capabilities)?;
    let capabilities: Vec<_> =
        capabilities.unwrap_or_default().into_iter().map(|JsText(text)| text).collect();
    Ok(config::has_native_approvals(channel.as_ref().map(|text| &*text.0), &capabilities))
}

/// Whether the prompt explains the silent reply token: `none` when the conversation has a context of its own or
/// only the message tool delivers.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: SilentReplyRequest",
    ts_return_type = "'generic' | 'none'"
)]
pub fn resolve_silent_reply_prompt_mode(
    env: Env,
    params: Unknown<'_>,
) -> Result<ToJs<SilentReplyPromptMode>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Request {
        direct_chat_context: Option<JsText>,
        group_chat_context: Option<JsText>,
        source_reply_delivery_mode: Option<SourceReplyDeliveryMode>,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    Ok(ToJs(config::silent_reply_prompt_mode(
        request.direct_chat_context.as_ref().map(|text| &*text.0),
        request.group_chat_context.as_ref().map(|text| &*text.0),
        request.source_reply_delivery_mode,
    )))
}

/// The operating system as the runtime line shows it: `macOS 15.1`, or type and release.
///
/// `type` and `release` are what `os.type()` and `os.release()` return, `macVersion` is the product version.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "system: { type: string; release: string; macVersion?: string | null }",
    ts_return_type = "string"
)]
pub fn describe_operating_system(env: Env, system: Unknown<'_>) -> Result<JsText> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct System {
        r#type: JsText,
        release: JsText,
        mac_version: Option<JsText>,
    }
    let System { r#type, release, mac_version } = from_js::read(env, "system", &system)?;
    let mac_version = mac_version.as_ref().map(|version| &*version.0);
    Ok(JsText(config::os_label(&r#type.0, &release.0, mac_version)))
}
