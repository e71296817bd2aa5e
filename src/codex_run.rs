//! The parameters of a native Codex run: those of its thread and those of its turn.

use clawprompt_core::bootstrap::{
    ApprovalPolicy, BootstrapTexts, CodexEffort, CodexRouting, CodexRunFacts, CodexSandbox,
    codex_layers,
};
use napi::Env;
use napi::bindgen_prelude::{Either, Null, Unknown};
use napi_derive::napi;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::Result;
use crate::from_js;
use crate::text::JsText;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Run {
    workspace_dir: JsText,
    model: JsText,
    request: JsText,
    system_prompt: Option<JsText>,
    routing: Option<Routing>,
    thread_id: Option<JsText>,
    effort: Option<CodexEffort>,
    approval_policy: Option<ApprovalPolicy>,
    sandbox: Option<CodexSandbox>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Routing {
    /// For the caller's reports.
    #[serde(rename = "surfaces")]
    _surfaces: Option<IgnoredAny>,
    /// Likewise.
    #[serde(rename = "contextFiles")]
    _context_files: Option<IgnoredAny>,
    disables_project_docs: Option<bool>,
    developer_instructions: Option<JsText>,
    collaboration_instructions: Option<JsText>,
    turn_context: Option<JsText>,
}

/// What a gateway sends for one Codex run, and what the model is told.
#[napi(object, object_from_js = false)]
pub struct CodexRun {
    /// Parameters of `thread/start`; those of `thread/resume` are the same with the thread's id.
    pub thread: CodexThreadParams,
    /// Parameters of `turn/start`.
    pub turn: CodexTurnParams,
    /// What stands in for Codex's own words about approvals and the sandbox. It is not sent.
    #[napi(ts_type = "string")]
    pub permissions: JsText,
}

/// Parameters of a Codex thread. Tools are the caller's to add, as `dynamicTools`.
#[napi(object, object_from_js = false)]
pub struct CodexThreadParams {
    /// The model.
    #[napi(ts_type = "string")]
    pub model: JsText,
    /// Working directory.
    #[napi(ts_type = "string")]
    pub cwd: JsText,
    /// When Codex asks.
    #[napi(ts_type = "'untrusted' | 'on-failure' | 'on-request' | 'never'")]
    pub approval_policy: &'static str,
    /// What commands may touch.
    #[napi(ts_type = "'read-only' | 'workspace-write' | 'danger-full-access'")]
    pub sandbox: &'static str,
    /// The gateway's prompt and the files that sub-agents inherit; absent when there are none.
    #[napi(ts_type = "string")]
    pub developer_instructions: Option<JsText>,
    /// Overrides of Codex's config; absent when there are none.
    pub config: Option<CodexThreadConfig>,
}

/// Overrides of Codex's config for a thread.
#[napi(object, object_from_js = false)]
pub struct CodexThreadConfig {
    /// 0 turns Codex's own discovery of `AGENTS.md` off.
    #[napi(js_name = "project_doc_max_bytes")]
    pub project_doc_max_bytes: u32,
}

/// Parameters of a Codex turn.
#[napi(object, object_from_js = false)]
pub struct CodexTurnParams {
    /// The thread; absent until it is known.
    #[napi(ts_type = "string")]
    pub thread_id: Option<JsText>,
    /// The model.
    #[napi(ts_type = "string")]
    pub model: JsText,
    /// Working directory.
    #[napi(ts_type = "string")]
    pub cwd: JsText,
    /// When Codex asks.
    #[napi(ts_type = "'untrusted' | 'on-failure' | 'on-request' | 'never'")]
    pub approval_policy: &'static str,
    /// What commands may touch.
    pub sandbox_policy: CodexSandboxPolicy,
    /// How hard the model thinks; absent for Codex's own choice.
    #[napi(ts_type = "'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'")]
    pub effort: Option<&'static str>,
    /// The request, with the turn's context in front where there is one.
    pub input: Vec<CodexTurnInput>,
    /// Mode and instructions of the turn.
    pub collaboration_mode: CodexCollaborationMode,
}

/// What commands of a turn may touch.
#[napi(object, object_from_js = false)]
pub struct CodexSandboxPolicy {
    /// Name of the policy.
    #[napi(js_name = "type", ts_type = "'readOnly' | 'workspaceWrite' | 'dangerFullAccess'")]
    pub kind: &'static str,
}

/// A part of a turn's input.
#[napi(object, object_from_js = false)]
pub struct CodexTurnInput {
    /// Always a text.
    #[napi(js_name = "type", ts_type = "'text'")]
    pub kind: &'static str,
    /// The text.
    #[napi(ts_type = "string")]
    pub text: JsText,
}

/// How Codex works with the user in a turn.
#[napi(object, object_from_js = false)]
pub struct CodexCollaborationMode {
    /// Always `default`.
    #[napi(ts_type = "'default'")]
    pub mode: &'static str,
    /// What the mode is set to.
    pub settings: CodexCollaborationSettings,
}

/// Settings of a collaboration mode.
#[napi(object, object_from_js = false)]
pub struct CodexCollaborationSettings {
    /// The model.
    #[napi(ts_type = "string")]
    pub model: JsText,
    /// How hard the model thinks; `null` for Codex's own choice.
    #[napi(
        js_name = "reasoning_effort",
        ts_type = "'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null"
    )]
    pub reasoning_effort: Either<&'static str, Null>,
    /// Instructions for this turn, which sub-agents do not inherit; `null` leaves Codex its own.
    #[napi(js_name = "developer_instructions", ts_type = "string | null")]
    pub developer_instructions: Either<JsText, Null>,
}

/// The parameters of the thread and the turn of a native Codex run.
///
/// The thread's developer instructions are the prompt without its cache boundary and then the files that
/// sub-agents inherit; what is for this turn alone goes into its collaboration mode and its input.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: CodexRunParams")]
pub fn build_codex_run_params(env: Env, params: Unknown<'_>) -> Result<CodexRun> {
    let request: Run = from_js::read(env, "params", &params)?;
    let routing = request.routing.unwrap_or_default();
    let text = |text: Option<JsText>| text.map(|JsText(text)| text);
    let facts = CodexRunFacts {
        system_prompt: text(request.system_prompt).unwrap_or_default(),
        request: request.request.0,
        routing: CodexRouting {
            disables_project_docs: routing.disables_project_docs == Some(true),
            developer_instructions: text(routing.developer_instructions),
            collaboration_instructions: text(routing.collaboration_instructions),
            turn_context: text(routing.turn_context),
            ..CodexRouting::default()
        },
        approval: request.approval_policy.unwrap_or_default(),
        sandbox: request.sandbox.unwrap_or_default(),
    };
    let texts = BootstrapTexts::shipped();
    let layers = codex_layers(&facts, &texts.codex, &texts.codex_permissions);
    let same = |JsText(text): &JsText| JsText(text.clone());
    let effort = request.effort.map(CodexEffort::name);
    let config = facts
        .routing
        .disables_project_docs
        .then_some(CodexThreadConfig { project_doc_max_bytes: 0 });
    let instructions = layers.collaboration_instructions.map(JsText);
    Ok(CodexRun {
        thread: CodexThreadParams {
            model: same(&request.model),
            cwd: same(&request.workspace_dir),
            approval_policy: facts.approval.name(),
            sandbox: facts.sandbox.name(),
            developer_instructions: layers.developer_instructions.map(JsText),
            config,
        },
        turn: CodexTurnParams {
            thread_id: request.thread_id,
            model: same(&request.model),
            cwd: request.workspace_dir,
            approval_policy: facts.approval.name(),
            sandbox_policy: CodexSandboxPolicy { kind: facts.sandbox.policy_name() },
            effort,
            input: vec![CodexTurnInput { kind: "text", text: JsText(layers.turn_input) }],
            collaboration_mode: CodexCollaborationMode {
                mode: "default",
                settings: CodexCollaborationSettings {
                    model: request.model,
                    reasoning_effort: effort.map_or(Either::B(Null), Either::A),
                    developer_instructions: instructions.map_or(Either::B(Null), Either::A),
                },
            },
        },
        permissions: JsText(layers.permissions),
    })
}
