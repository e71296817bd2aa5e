//! What providers, plugins and the memory add to a prompt.

use clawprompt_core::config::{
    self, ConfigTexts, Gpt5Request, HookResult, MemorySupplement, PromptContribution,
};
use clawprompt_core::text::{Collator, Text};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;

use crate::config::PromptConfig;
use crate::error::{self, Result};
use crate::from_js;
use crate::text::JsText;
use crate::to_js::ToJs;

/// What the overlay for GPT-5 models adds, or `undefined` for any other model.
///
/// The id of the model decides, not the provider: `gpt-5` at the start or after `/` or `:`, up to the end, a dot
/// or a hyphen. The contract is a stable prefix; unless the personality is `off`, a friendly interaction style
/// comes with it, longer on a heartbeat.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: Gpt5ContributionRequest",
    ts_return_type = "PromptContribution | undefined"
)]
pub fn resolve_gpt5_system_prompt_contribution(
    env: Env,
    params: Unknown<'_>,
) -> Result<ToJs<Option<PromptContribution>>> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
    struct Request {
        config: Option<PromptConfig>,
        provider_id: Option<String>,
        model_id: Option<String>,
        legacy_plugin_config: Option<serde_json::Map<String, serde_json::Value>>,
        enabled: Option<bool>,
        trigger: Option<String>,
        include_heartbeat_guidance: bool,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    if request.enabled == Some(false) {
        return Ok(ToJs(None));
    }
    let config = request.config.map(|PromptConfig(config)| config.into());
    let plugin = request.legacy_plugin_config;
    let model = Gpt5Request {
        model_id: request.model_id.as_deref(),
        provider_id: request.provider_id.as_deref(),
        plugin_personality: plugin.as_ref().and_then(|plugin| plugin.get("personality")),
        heartbeat: request.include_heartbeat_guidance
            || request.trigger.as_deref() == Some("heartbeat"),
    };
    let texts = &ConfigTexts::shipped().gpt5;
    let contribution =
        config::resolve_gpt5_system_prompt_contribution(config.as_ref(), &model, texts);
    Ok(ToJs(contribution))
}

/// Merges provider contributions in order, or `undefined` when there is none; absent ones are skipped.
///
/// Prefixes and suffixes are joined by a blank line, blank ones and repeats dropped. Of two overrides for a
/// section the later wins; an empty one brings the section's own text back.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "contributions: ReadonlyArray<PromptContribution | null | undefined>",
    ts_return_type = "PromptContribution | undefined"
)]
pub fn merge_prompt_contributions(
    env: Env,
    contributions: Unknown<'_>,
) -> Result<ToJs<Option<PromptContribution>>> {
    let contributions: Vec<Option<PromptContribution>> =
        from_js::read(env, "contributions", &contributions)?;
    Ok(ToJs(config::merge_contributions(contributions.iter().flatten())))
}

/// What several hook results come to, in the order in which they ran; absent ones are skipped.
///
/// The first `systemPrompt` wins; contexts are joined by a blank line.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "results: ReadonlyArray<PromptHookResult | null | undefined>",
    ts_return_type = "PromptHookResult"
)]
pub fn merge_prompt_hook_results(env: Env, results: Unknown<'_>) -> Result<ToJs<HookResult>> {
    let results: Vec<Option<HookResult>> = from_js::read(env, "results", &results)?;
    let results: Vec<HookResult> = results.into_iter().flatten().collect();
    Ok(ToJs(config::merge_hook_results(&results)))
}

/// The system prompt with what hooks of `before_prompt_build` and the like say: replaced by `systemPrompt`, then
/// with the system contexts before and after it, fenced and marked as a plugin's.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "systemPrompt: string, hooks: PromptHookResult | null | undefined",
    ts_return_type = "string"
)]
pub fn apply_prompt_hooks(
    env: Env,
    system_prompt: Unknown<'_>,
    hooks: Unknown<'_>,
) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "systemPrompt", &system_prompt)?;
    let hooks: Option<HookResult> = from_js::read(env, "hooks", &hooks)?;
    let texts = &ConfigTexts::shipped().hooks;
    Ok(JsText(config::apply_hooks(&prompt.0, &hooks.unwrap_or_default(), texts)))
}

/// The user prompt with the contexts that hooks put before and after it.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "userPrompt: string, hooks: PromptHookResult | null | undefined",
    ts_return_type = "string"
)]
pub fn apply_prompt_hooks_to_user_prompt(
    env: Env,
    user_prompt: Unknown<'_>,
    hooks: Unknown<'_>,
) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "userPrompt", &user_prompt)?;
    let hooks: Option<HookResult> = from_js::read(env, "hooks", &hooks)?;
    Ok(JsText(config::apply_hooks_to_user_prompt(&prompt.0, &hooks.unwrap_or_default())))
}

/// The lines of the memory section, for the parameter `memoryLines`: those of the bundled memory, or of another
/// memory plugin, then those of supplements in the order of their plugins.
///
/// The bundled memory has lines when `memory_search` or `memory_get` is among the tools.
///
/// @throws `ERR_INVALID_PARAMETER`
/// @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
#[napi(
    catch_unwind,
    ts_args_type = "params: MemorySectionRequest",
    ts_return_type = "Array<string>"
)]
pub fn build_memory_prompt_section(env: Env, params: Unknown<'_>) -> Result<Vec<JsText>> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
    struct Request {
        available_tools: Vec<JsText>,
        citations_mode: Option<JsText>,
        primary_lines: Option<Vec<JsText>>,
        supplements: Vec<MemorySupplement>,
        locale: Option<String>,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    let plain =
        |texts: Vec<JsText>| -> Vec<Text> { texts.into_iter().map(|JsText(text)| text).collect() };
    let primary = request.primary_lines.map_or_else(
        || {
            let citations = request.citations_mode.as_ref().map(|mode| &*mode.0);
            let tools = plain(request.available_tools);
            config::bundled_memory_lines(&tools, citations, &ConfigTexts::shipped().memory)
        },
        plain,
    );
    let collator = Collator::or_default(request.locale.as_deref()).map_err(error::locale)?;
    let lines = config::memory_lines(primary, request.supplements, &collator);
    Ok(lines.into_iter().map(JsText).collect())
}
