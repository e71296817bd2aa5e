//! Skills: from a workspace's directories to the list in its prompt.
//!
//! What the process knows is read in the call itself, on the caller's thread; the files are read in the
//! thread pool, or at once by the `...Sync` twins.

mod entry;
mod given;
mod options;
mod outcome;
mod request;

use std::path::PathBuf;

use clawprompt_core::skills::{
    self, SkillLayout, compute_skill_prompt_version_of_bytes, format_skills,
};
use clawprompt_files::skills::publish_plugin_links;
use napi::bindgen_prelude::{AsyncTask, FromNapiValue, JsValue, Uint8Array, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;
use serde::Deserialize;

use self::entry::Frontmatter;
use self::given::GivenSkill;
use self::outcome::{SkillsReport, WorkspaceSkillSnapshot};
use self::request::Request;
use crate::error::{Code, Error, Result};
use crate::from_js;
use crate::js::Js;
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
    Ok(task::run(move || Ok(request.snapshot().into())))
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
    Ok(Request::read(env, &workspace_dir, &options)?.snapshot().into())
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
    Ok(task::run(move || Ok(JsText(request.snapshot().list.text))))
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
    Ok(JsText(Request::read(env, &workspace_dir, &options)?.snapshot().list.text))
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
    Ok(task::run(move || Ok(request.snapshot().into())))
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
    Ok(Request::read(env, &workspace_dir, &options)?.snapshot().into())
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

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct FormatOptions {
    layout: Option<Layout>,
    versions: Option<bool>,
    #[serde(rename = "builder")]
    _builder: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Layout {
    Full,
    Compact,
}

/// Writes a list of skills, in the given order and with every given skill, whatever its size.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_OVERLAY`
#[napi(
    catch_unwind,
    ts_args_type = "skills: readonly SkillLine[], options?: SkillFormatOptions | null",
    ts_return_type = "string"
)]
pub fn format_skills_for_prompt(
    env: Env,
    skills: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<JsText> {
    let texts = request::texts(env, "options", &options)?;
    let options: Option<FormatOptions> = from_js::read(env, "options", &options)?;
    let FormatOptions { layout, versions, .. } = options.unwrap_or_default();
    let skills: Vec<GivenSkill> = from_js::read(env, "skills", &skills)?;
    let skills: Vec<skills::Skill> = skills.into_iter().map(Into::into).collect();
    let layout = match layout {
        Some(Layout::Compact) => SkillLayout::Compact,
        Some(Layout::Full) | None => SkillLayout::Full,
    };
    Ok(JsText(format_skills(&skills, layout, versions.unwrap_or(true), &texts)))
}

/// The values in the header of a `SKILL.md`, as text; empty where it has none. A drop-in for the peer's function.
///
/// The header is read as YAML 1.2 and line by line: a block that is not YAML still yields the lines that look
/// like `key: value`.
#[napi(catch_unwind, ts_args_type = "content: string", ts_return_type = "Record<string, string>")]
pub fn parse_frontmatter_block(content: JsText) -> ToJson {
    let header = skills::Frontmatter::parse(&content.0.to_string_lossy());
    ToJson::of(&Frontmatter(header.values))
}

/// The version of a skill's text: `sha256:` and the first 16 digits of its SHA-256. Every character counts; what
/// is not UTF-8 counts as U+FFFD.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "content: string | Uint8Array")]
pub fn compute_skill_prompt_version(env: Env, content: Unknown<'_>) -> Result<String> {
    let js = Js::new(&env, content.raw());
    if js.kind().map_err(crate::error::node)? == ValueType::String {
        let text = js.text().map_err(crate::error::node)?;
        return Ok(skills::compute_skill_prompt_version(&text));
    }
    bytes(env, &content).map(|bytes| compute_skill_prompt_version_of_bytes(&bytes))
}

#[expect(unsafe_code, reason = "the handle is the caller's argument")]
fn bytes(env: Env, content: &Unknown<'_>) -> Result<Uint8Array> {
    // SAFETY: the value belongs to this environment and this call.
    let bytes = unsafe { Uint8Array::from_napi_value(env.raw(), content.raw()) };
    bytes.map_err(|_| {
        let message = "content must be a string or a Uint8Array, such as a Buffer";
        Error::new(Code::InvalidParameter, message.to_owned())
    })
}

/// Makes the links in the directory of links agree with the skills of the enabled plugins, so that the list can
/// name paths that stay the same wherever a plugin is installed. Loading never writes; call this when plugins
/// change.
///
/// Rejects with `ERR_PLUGIN_LINKS` when a link cannot be made or removed.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "pluginSkillsDir: string, enabledPluginDirs: readonly string[]",
    ts_return_type = "Promise<void>"
)]
pub fn publish_plugin_skill_links(
    env: Env,
    plugin_skills_dir: Unknown<'_>,
    enabled_plugin_dirs: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<()>>> {
    let links: PathBuf = from_js::read(env, "pluginSkillsDir", &plugin_skills_dir)?;
    let dirs: Vec<PathBuf> = from_js::read(env, "enabledPluginDirs", &enabled_plugin_dirs)?;
    Ok(task::run(move || publish(&links, &dirs)))
}

/// The twin of `publishPluginSkillLinks` that blocks.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_PLUGIN_LINKS`
#[napi(
    catch_unwind,
    ts_args_type = "pluginSkillsDir: string, enabledPluginDirs: readonly string[]"
)]
pub fn publish_plugin_skill_links_sync(
    env: Env,
    plugin_skills_dir: Unknown<'_>,
    enabled_plugin_dirs: Unknown<'_>,
) -> Result<()> {
    let links: PathBuf = from_js::read(env, "pluginSkillsDir", &plugin_skills_dir)?;
    let dirs: Vec<PathBuf> = from_js::read(env, "enabledPluginDirs", &enabled_plugin_dirs)?;
    publish(&links, &dirs)
}

fn publish(links: &std::path::Path, dirs: &[PathBuf]) -> Result<()> {
    publish_plugin_links(links, dirs).map_err(|error| {
        let message =
            format!("pluginSkillsDir {} cannot be brought up to date: {error}", links.display());
        Error::new(Code::PluginLinks, message)
    })
}
