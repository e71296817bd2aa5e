//! Links to the skills of plugins.

use std::path::{Path, PathBuf};

use clawprompt_files::skills::publish_plugin_links;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Unknown};
use napi_derive::napi;

use crate::error::{Code, Error, Result};
use crate::from_js;
use crate::task::{self, DiskTask};

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

fn publish(links: &Path, dirs: &[PathBuf]) -> Result<()> {
    publish_plugin_links(links, dirs).map_err(|error| {
        let message =
            format!("pluginSkillsDir {} cannot be brought up to date: {error}", links.display());
        Error::new(Code::PluginLinks, message)
    })
}
