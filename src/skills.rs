//! Skills: from a workspace's directories to the list in its prompt.
//!
//! What the process knows is read in the call itself, on the caller's thread; the files are read in the
//! thread pool, or at once by the `...Sync` twins.

mod entry;
mod format;
mod given;
mod links;
mod options;
mod outcome;
mod request;

use clawprompt_core::skills;
use clawprompt_files::skills::WorkspaceSnapshot;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Unknown};
use napi_derive::napi;

use self::outcome::SkillsReport;
pub(crate) use self::outcome::WorkspaceSkillSnapshot;
pub(crate) use self::request::Request;
use crate::error::Result;
use crate::json::ToJson;
use crate::task::{self, DiskTask};
use crate::text::JsText;

/// Loads the skills of a workspace from all their places.
///
/// Where a list of skills applies (`skillFilter`, or the agent's own), the entries are those that it names and
/// that are eligible here; else all that could be loaded. `explainWorkspaceSkills` tells about the others.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options?: WorkspaceSkillOptions | null",
    ts_return_type = "Promise<SkillEntry[]>"
)]
pub fn load_workspace_skill_entries(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<ToJson>>> {
    let request = Request::read(env, &workspace_dir, &options)?;
    Ok(task::run(move || Ok(entry::entries(&request.load()))))
}

/// The twin of `loadWorkspaceSkillEntries` that blocks; a drop-in for the peer's function of that name.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options?: WorkspaceSkillOptions | null",
    ts_return_type = "SkillEntry[]"
)]
pub fn load_workspace_skill_entries_sync(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<ToJson> {
    Ok(entry::entries(&Request::read(env, &workspace_dir, &options)?.load()))
}

/// Loads, filters and lists the skills of a workspace: what a session keeps.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options?: SkillListOptions | null",
    ts_return_type = "Promise<WorkspaceSkillSnapshot>"
)]
pub fn build_workspace_skill_snapshot(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<WorkspaceSkillSnapshot>>> {
    let request = Request::read(env, &workspace_dir, &options)?;
    Ok(task::run(move || Ok((&*request.snapshot()).into())))
}

/// The twin of `buildWorkspaceSkillSnapshot` that blocks; a drop-in for the peer's function of that name.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
#[napi(catch_unwind, ts_args_type = "workspaceDir: string, options?: SkillListOptions | null")]
pub fn build_workspace_skill_snapshot_sync(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<WorkspaceSkillSnapshot> {
    Ok((&*Request::read(env, &workspace_dir, &options)?.snapshot()).into())
}

/// The skills prompt of a workspace: the snapshot's text, without what else a session keeps.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options?: SkillListOptions | null",
    ts_return_type = "Promise<string>"
)]
pub fn build_workspace_skills_prompt(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<JsText>>> {
    let request = Request::read(env, &workspace_dir, &options)?;
    Ok(task::run(move || Ok(prompt_of(&request.snapshot()))))
}

/// The twin of `buildWorkspaceSkillsPrompt` that blocks; a drop-in for the peer's function of that name.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options?: SkillListOptions | null",
    ts_return_type = "string"
)]
pub fn build_workspace_skills_prompt_sync(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<JsText> {
    Ok(prompt_of(&Request::read(env, &workspace_dir, &options)?.snapshot()))
}

fn prompt_of(made: &WorkspaceSnapshot) -> JsText {
    JsText(made.list.text.clone())
}

/// Tells for every skill considered, and every directory that looks like one, whether it is in the list, what
/// it costs, and if it is not in, why not.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options?: SkillListOptions | null",
    ts_return_type = "Promise<SkillsReport>"
)]
pub fn explain_workspace_skills(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<SkillsReport>>> {
    let request = Request::read(env, &workspace_dir, &options)?;
    Ok(task::run(move || Ok((&*request.snapshot()).into())))
}

/// The twin of `explainWorkspaceSkills` that blocks.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
#[napi(catch_unwind, ts_args_type = "workspaceDir: string, options?: SkillListOptions | null")]
pub fn explain_workspace_skills_sync(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<SkillsReport> {
    Ok((&*Request::read(env, &workspace_dir, &options)?.snapshot()).into())
}

/// The skills prompt of one run: the stored snapshot's, trimmed, where it is not blank; else a list of those
/// of `entries` that are eligible; else empty. Looks programs up on the `PATH` when it makes a list.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_OVERLAY`
#[napi(catch_unwind, ts_args_type = "params: RunSkillsParams", ts_return_type = "string")]
pub fn resolve_skills_prompt_for_run(env: Env, params: Unknown<'_>) -> Result<JsText> {
    let stored = request::stored_prompt(env, &params)?;
    let list = || Ok(Request::for_run(env, &params)?.list());
    skills::resolve_skills_prompt_for_run(stored.as_deref(), list).map(JsText)
}

/// Whether a stored snapshot must be made anew: none is there, it has another form, its version is stale, or
/// it was made for other names.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: StoredSkillsParams")]
pub fn needs_skill_snapshot_rebuild(env: Env, params: Unknown<'_>) -> Result<bool> {
    given::needs_rebuild(env, &params)
}
