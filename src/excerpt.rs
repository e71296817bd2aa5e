//! How much of a memory file or of a tool's result the model gets at once.

use clawprompt_core::bootstrap::{
    BootstrapTexts, ContextLimits, ToolResultLimits, memory_excerpt, tool_result_limits,
};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;
use serde_json::Value;

use crate::bootstrap_analysis::number;
use crate::config::Config;
use crate::error::Result;
use crate::from_js;
use crate::text::JsText;

/// `contextLimits` of one agent.
#[napi(object, object_from_js = false)]
pub struct AgentContextLimits {
    /// Longest excerpt of `memory_get`, in UTF-16 code units.
    pub memory_get_max_chars: f64,
    /// Lines of `memory_get` when a call names no number.
    pub memory_get_default_lines: f64,
    /// Longest tool result, in UTF-16 code units; absent when the context window decides.
    pub tool_result_max_chars: Option<f64>,
    /// Longest excerpt of `AGENTS.md` after a compaction, in UTF-16 code units.
    pub post_compaction_max_chars: f64,
}

fn limits(config: Option<Config>, agent_id: Option<&str>) -> ContextLimits {
    let config: Option<Value> = config.map(|Config(config)| config.into());
    ContextLimits::from_config(config.as_ref(), agent_id)
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct LimitsRequest {
    config: Option<Config>,
    agent_id: Option<String>,
}

/// The agent's `contextLimits`, field by field over the defaults'; a value outside its range is brought into it.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params?: { config?: GatewayConfig | null; agentId?: string | null } | null"
)]
pub fn resolve_context_limits(env: Env, params: Unknown<'_>) -> Result<AgentContextLimits> {
    let request: Option<LimitsRequest> = from_js::read(env, "params", &params)?;
    let LimitsRequest { config, agent_id } = request.unwrap_or_default();
    let limits = limits(config, agent_id.as_deref());
    Ok(AgentContextLimits {
        memory_get_max_chars: number(limits.memory_get_max_chars),
        memory_get_default_lines: number(limits.memory_get_default_lines),
        tool_result_max_chars: limits.tool_result_max_chars.map(number),
        post_compaction_max_chars: number(limits.post_compaction_max_chars),
    })
}

/// Lines of a memory file.
#[napi(object, object_from_js = false)]
pub struct MemoryFileExcerpt {
    /// The lines, and below a blank line the notice that more follows.
    #[napi(ts_type = "string")]
    pub text: JsText,
    /// First line, counted from 1.
    pub from: f64,
    /// Number of lines; a line that was cut counts.
    pub lines: f64,
    /// Whether text was left out.
    pub truncated: bool,
    /// Line to continue from; absent when nothing follows or a line was cut.
    pub next_from: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExcerptRequest {
    content: JsText,
    from: Option<f64>,
    lines: Option<f64>,
    config: Option<Config>,
    agent_id: Option<String>,
}

/// Whole lines of a memory file from line `from` on, as many as `lines` and `memoryGetMaxChars` allow.
///
/// The notice does not count against the limit. A first line beyond the limit is cut between characters.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: MemoryExcerptParams")]
pub fn excerpt_memory_file(env: Env, params: Unknown<'_>) -> Result<MemoryFileExcerpt> {
    let request: ExcerptRequest = from_js::read(env, "params", &params)?;
    let limits = limits(request.config, request.agent_id.as_deref());
    let texts = &BootstrapTexts::shipped().excerpt;
    let excerpt = memory_excerpt(&request.content.0, request.from, request.lines, &limits, texts);
    Ok(MemoryFileExcerpt {
        text: JsText(excerpt.with_notice()),
        from: number(excerpt.from),
        lines: number(excerpt.lines),
        truncated: excerpt.truncated,
        next_from: excerpt.next_from.map(number),
    })
}

/// Limits for tool results, in UTF-16 code units.
#[napi(object, object_from_js = false)]
pub struct ToolResultCharLimits {
    /// For one result.
    pub max_chars: f64,
    /// For all results together.
    pub total_max_chars: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ToolResultRequest {
    context_window_tokens: Option<f64>,
    config: Option<Config>,
    agent_id: Option<String>,
}

/// The limits for a model's context window: the agent's `toolResultMaxChars`, else 16,000, from 100,000 tokens
/// 32,000, from 200,000 tokens 64,000; in any case at most 30 % of the window at four units a token.
///
/// Without a known window it is 16,000.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { contextWindowTokens?: number | null; config?: GatewayConfig | null; agentId?: string | null }"
)]
pub fn resolve_tool_result_limits(env: Env, params: Unknown<'_>) -> Result<ToolResultCharLimits> {
    let request: ToolResultRequest = from_js::read(env, "params", &params)?;
    let limits = limits(request.config, request.agent_id.as_deref());
    let tokens = request.context_window_tokens.unwrap_or(f64::NAN);
    let ToolResultLimits { one, all } = tool_result_limits(tokens, limits.tool_result_max_chars);
    Ok(ToolResultCharLimits { max_chars: number(one), total_max_chars: number(all) })
}
