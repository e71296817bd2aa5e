//! Whether the prompt asks for the first-run setup, and whether files are left out of a run.

use std::path::PathBuf;

use clawprompt_core::bootstrap::{
    BootstrapMode, BootstrapModeFacts, BootstrapSettings, ContextFile, ContextInjection,
    ContextMode, RoutingFacts, RunKind, context_files_for_mode, leaves_completion_marker,
    remap_context_files, resolve_bootstrap_mode as resolve_mode, route_bootstrap, skips_files,
};
use clawprompt_files::workspace::transcript_has_marker;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Unknown};
use napi_derive::napi;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::bootstrap_files::{BootstrapContextFile, ContextFileArgument, records};
use crate::config::Config;
use crate::error::{self, Result};
use crate::from_js;
use crate::task::{self, DiskTask};
use crate::text::JsText;

/// What started a run; as in the peer, a name that is not known means `default`.
fn run_kind(name: Option<JsText>) -> RunKind {
    let name = name.map(|JsText(name)| name.to_string_lossy());
    name.and_then(|name| RunKind::from_name(&name)).unwrap_or_default()
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ModeRequest {
    bootstrap_pending: Option<bool>,
    run_kind: Option<JsText>,
    is_primary_run: Option<bool>,
    is_interactive_user_facing: Option<bool>,
    has_bootstrap_file_access: Option<bool>,
    is_canonical_workspace: Option<bool>,
}

/// How a run takes part in the workspace's first-run setup, from facts that the caller has worked out.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: BootstrapModeFacts",
    ts_return_type = "'none' | 'limited' | 'full'"
)]
pub fn resolve_bootstrap_mode(env: Env, params: Unknown<'_>) -> Result<&'static str> {
    let request: ModeRequest = from_js::read(env, "params", &params)?;
    let holds = |fact: Option<bool>| fact == Some(true);
    Ok(resolve_mode(BootstrapModeFacts {
        is_pending: holds(request.bootstrap_pending),
        run_kind: run_kind(request.run_kind),
        is_primary: holds(request.is_primary_run),
        is_interactive: holds(request.is_interactive_user_facing),
        has_file_access: holds(request.has_bootstrap_file_access),
        is_canonical_workspace: holds(request.is_canonical_workspace),
    })
    .name())
}

/// When a session's files enter its prompt: the agent's `contextInjection`, else the defaults', else `always`.
///
/// Without an agent the defaults count alone.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "config?: GatewayConfig | null, agentId?: string | null",
    ts_return_type = "'always' | 'continuation-skip' | 'never'"
)]
pub fn resolve_context_injection_mode(
    env: Env,
    config: Unknown<'_>,
    agent_id: Unknown<'_>,
) -> Result<&'static str> {
    let config: Option<Config> = from_js::read(env, "config", &config)?;
    let config: Option<serde_json::Value> = config.map(|Config(config)| config.into());
    let agent_id: Option<String> = from_js::read(env, "agentId", &agent_id)?;
    let settings = BootstrapSettings::from_config(config.as_ref(), agent_id.as_deref());
    Ok(settings.context_injection.name())
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct RoutingRequest {
    /// Read by hand, so that odd records do not fail the whole.
    #[serde(rename = "bootstrapFiles")]
    _bootstrap_files: Option<IgnoredAny>,
    workspace_pending: Option<bool>,
    run_kind: Option<RunKind>,
    context_mode: Option<ContextMode>,
    trigger: Option<String>,
    session_key: Option<JsText>,
    has_file_access: Option<bool>,
    content_provides_access: Option<bool>,
    is_canonical_workspace: Option<bool>,
    context_injection: Option<ContextInjection>,
    has_completed_turn: Option<bool>,
}

/// What a run does with the workspace's files and its setup.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each read by its name")]
#[napi(object, object_from_js = false)]
pub struct BootstrapRouting {
    /// For the renderer's `bootstrapMode`, and for `contextFilesForBootstrapMode`.
    #[napi(ts_type = "'none' | 'limited' | 'full'")]
    pub bootstrap_mode: &'static str,
    /// Whether `BOOTSTRAP.md` is part of the system prompt.
    pub include_bootstrap_in_system_context: bool,
    /// Whether it is part of the user's turn: never, as in the peer.
    pub include_bootstrap_in_runtime_context: bool,
    /// Whether `contextInjection` leaves all files out of this run.
    pub skips_files: bool,
    /// Whether the run, if it ends without error, abort or compaction, writes a completion marker.
    pub leaves_completion_marker: bool,
}

/// Routes a run: setup mode, files, completion marker.
///
/// Setup is pending where `workspacePending` says so, and where a `BOOTSTRAP.md` with text is among
/// `bootstrapFiles`.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: BootstrapRoutingParams")]
pub fn resolve_bootstrap_routing(env: Env, params: Unknown<'_>) -> Result<BootstrapRouting> {
    let request: RoutingRequest = from_js::read(env, "params", &params)?;
    let object = from_js::object(env, "params", &params)?;
    let files = object.get(c"bootstrapFiles").map_err(error::node)?;
    let is_absent = from_js::is_absent(files)?;
    let files = if is_absent { Vec::new() } else { records(files, "params.bootstrapFiles")? };
    let kind = request.run_kind.unwrap_or_default();
    let facts = RoutingFacts {
        is_workspace_pending: request.workspace_pending == Some(true),
        run_kind: kind,
        trigger: request.trigger.as_deref(),
        session_key: request.session_key.as_ref().map(|key| &*key.0),
        has_file_access: request.has_file_access == Some(true),
        content_provides_access: request.content_provides_access != Some(false),
        is_canonical_workspace: request.is_canonical_workspace != Some(false),
    };
    let mode = route_bootstrap(&facts, &files);
    let injection = request.context_injection.unwrap_or_default();
    let skips = skips_files(injection, kind, mode, request.has_completed_turn == Some(true));
    Ok(BootstrapRouting {
        bootstrap_mode: mode.name(),
        include_bootstrap_in_system_context: mode == BootstrapMode::Full,
        include_bootstrap_in_runtime_context: false,
        skips_files: skips,
        leaves_completion_marker: leaves_completion_marker(
            skips,
            request.context_mode.unwrap_or_default(),
            kind,
            mode,
        ),
    })
}

fn context_files(env: Env, files: &Unknown<'_>) -> Result<Vec<ContextFile>> {
    let files: Vec<ContextFileArgument> = from_js::read(env, "files", files)?;
    Ok(files.into_iter().map(Into::into).collect())
}

/// The context files that the system prompt shows in a mode: outside of `full`, none called `BOOTSTRAP.md`.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "files: readonly ContextFile[], mode: 'none' | 'limited' | 'full'"
)]
pub fn context_files_for_bootstrap_mode(
    env: Env,
    files: Unknown<'_>,
    mode: Unknown<'_>,
) -> Result<Vec<BootstrapContextFile>> {
    let files = context_files(env, &files)?;
    let mode: BootstrapMode = from_js::read(env, "mode", &mode)?;
    Ok(context_files_for_mode(files, mode).iter().map(Into::into).collect())
}

/// The context files under the paths a sandbox knows: those inside `sourceDir` keep their place below `targetDir`.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "files: readonly ContextFile[], sourceDir: string, targetDir: string"
)]
pub fn remap_context_files_to_workspace(
    env: Env,
    files: Unknown<'_>,
    source_dir: Unknown<'_>,
    target_dir: Unknown<'_>,
) -> Result<Vec<BootstrapContextFile>> {
    let files = context_files(env, &files)?;
    let source_dir: JsText = from_js::read(env, "sourceDir", &source_dir)?;
    let target_dir: JsText = from_js::read(env, "targetDir", &target_dir)?;
    let files = remap_context_files(files, &source_dir.0, &target_dir.0);
    Ok(files.iter().map(Into::into).collect())
}

/// Whether a session's transcript ends in a valid completion marker: its last 256 KiB are searched, 500 lines at
/// most. A transcript that is a symbolic link or cannot be read has none.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "transcriptPath: string", ts_return_type = "Promise<boolean>")]
pub fn has_completed_bootstrap_turn(
    env: Env,
    transcript_path: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<bool>>> {
    let path: PathBuf = from_js::read::<String>(env, "transcriptPath", &transcript_path)?.into();
    Ok(task::run(move || Ok(transcript_has_marker(&path))))
}

/// `hasCompletedBootstrapTurn` on the calling thread.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "transcriptPath: string")]
pub fn has_completed_bootstrap_turn_sync(env: Env, transcript_path: Unknown<'_>) -> Result<bool> {
    let path: PathBuf = from_js::read::<String>(env, "transcriptPath", &transcript_path)?.into();
    Ok(transcript_has_marker(&path))
}
