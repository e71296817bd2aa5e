//! Where each workspace file goes when the native Codex harness runs the turn.

use clawprompt_core::bootstrap::{
    BootstrapTexts, BudgetPolicy, CodexFacts, ContextMode, CutStyle, RunKind, build_context_files,
    prefix_request, route_codex_files, take_routed_memory,
};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::bootstrap::{BudgetArguments, workspace_path};
use crate::bootstrap_files::{BootstrapContextFile, records};
use crate::error::{self, Result};
use crate::from_js;
use crate::text::JsText;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Request {
    workspace_dir: JsText,
    max_chars: Option<f64>,
    total_max_chars: Option<f64>,
    budget_policy: Option<BudgetPolicy>,
    cut: Option<CutStyle>,
    /// Read by hand, so that odd records do not fail the whole.
    #[serde(rename = "bootstrapFiles")]
    _bootstrap_files: IgnoredAny,
    context_mode: Option<ContextMode>,
    run_kind: Option<RunKind>,
    memory_tools: Option<Vec<JsText>>,
    has_config: Option<bool>,
    is_configured_workspace: Option<bool>,
    skills_prompt: Option<JsText>,
    memory_guidance: Option<JsText>,
}

/// A Codex turn's files by surface.
#[napi(object, object_from_js = false)]
pub struct CodexBootstrapRouting {
    /// Path and surface of each file that was cut to budget; a routed `MEMORY.md` comes last.
    pub surfaces: Vec<CodexFileSurface>,
    /// The files, cut to budget, without a routed `MEMORY.md`.
    pub context_files: Vec<BootstrapContextFile>,
    /// Whether the thread must set `project_doc_max_bytes` to 0, which turns Codex's own discovery off.
    pub disables_project_docs: bool,
    /// For the thread's developer instructions; absent when there are none.
    #[napi(ts_type = "string")]
    pub developer_instructions: Option<JsText>,
    /// For `collaborationMode.settings.developer_instructions`; absent leaves Codex its default.
    #[napi(ts_type = "string")]
    pub collaboration_instructions: Option<JsText>,
    /// For `prefixCodexRequest`; absent when there is none.
    #[napi(ts_type = "string")]
    pub turn_context: Option<JsText>,
}

/// Where one file goes.
#[napi(object, object_from_js = false)]
pub struct CodexFileSurface {
    /// Path of the file.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// Codex's own project document discovery; instructions that sub-agents inherit; instructions for this turn;
    /// context in front of the request; a note that names the path; nowhere.
    #[napi(
        ts_type = "'project-doc' | 'developer-instructions' | 'turn-instructions' | 'turn-context' | 'note' | 'omitted'"
    )]
    pub surface: &'static str,
}

/// Cuts a run's records to budget and routes them to the surfaces of a native Codex turn.
///
/// A `MEMORY.md` that the model reaches through memory tools uses no budget. Files go by their last path part, in
/// any case; absent files go nowhere.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: CodexBootstrapParams")]
pub fn route_codex_bootstrap_files(env: Env, params: Unknown<'_>) -> Result<CodexBootstrapRouting> {
    let request: Request = from_js::read(env, "params", &params)?;
    let budget = BudgetArguments {
        max_chars: request.max_chars,
        total_max_chars: request.total_max_chars,
        budget_policy: request.budget_policy,
        cut: request.cut,
    };
    let object = from_js::object(env, "params", &params)?;
    let files = object.get(c"bootstrapFiles").map_err(error::node)?;
    let mut files = records(files, "params.bootstrapFiles")?;
    let text = |text: Option<JsText>| text.unwrap_or_default().0;
    let tools = request.memory_tools.unwrap_or_default().into_iter().map(|JsText(tool)| tool);
    let facts = CodexFacts {
        workspace_dir: workspace_path(&request.workspace_dir.0),
        context_mode: request.context_mode.unwrap_or_default(),
        run_kind: request.run_kind.unwrap_or_default(),
        memory_tools: tools.collect(),
        has_config: request.has_config != Some(false),
        is_configured_workspace: request.is_configured_workspace != Some(false),
        skills_prompt: text(request.skills_prompt),
        memory_guidance: text(request.memory_guidance),
    };
    let texts = BootstrapTexts::shipped();
    let memory = take_routed_memory(&mut files, &facts);
    let budget = budget.budget(None)?;
    let files = build_context_files(&files, &budget, &texts.budget).context_files;
    let routing = route_codex_files(&files, memory.as_ref(), &facts, &texts.codex);
    let surfaces = routing.surfaces.into_iter();
    Ok(CodexBootstrapRouting {
        surfaces: surfaces
            .map(|(path, surface)| CodexFileSurface { path: JsText(path), surface: surface.name() })
            .collect(),
        context_files: files.iter().map(Into::into).collect(),
        disables_project_docs: routing.disables_project_docs,
        developer_instructions: routing.developer_instructions.map(JsText),
        collaboration_instructions: routing.collaboration_instructions.map(JsText),
        turn_context: routing.turn_context.map(JsText),
    })
}

/// The request with a turn's context in front, each under its label.
///
/// @throws `ERR_INVALID_PARAMETER` when an argument is not a string
#[napi(
    catch_unwind,
    ts_args_type = "turnContext: string, request: string",
    ts_return_type = "string"
)]
pub fn prefix_codex_request(
    env: Env,
    turn_context: Unknown<'_>,
    request: Unknown<'_>,
) -> Result<JsText> {
    let context: JsText = from_js::read(env, "turnContext", &turn_context)?;
    let request: JsText = from_js::read(env, "request", &request)?;
    Ok(JsText(prefix_request(&context.0, &request.0, &BootstrapTexts::shipped().codex)))
}
