//! A gateway's config and stored speech preferences, and where it keeps them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clawprompt_core::config::TtsPreferences;
use clawprompt_files::config::{GatewayPlaces, load_config, read_tts_preferences};
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Unknown};
use napi_derive::napi;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::PromptConfig;
use crate::error::{self, Result};
use crate::task::{self, DiskTask};
use crate::to_js::ToJs;
use crate::{from_js, host};

type Environment = HashMap<String, String>;

#[derive(Serialize)]
pub struct LoadedGatewayConfig {
    config: Value,
    files: Vec<String>,
}

/// Where a gateway keeps what belongs to an agent.
#[napi(object, object_from_js = false)]
pub struct GatewayPaths {
    /// What `~` stands for.
    pub home_dir: String,
    /// Folder of the gateway's state.
    pub state_dir: String,
    /// The agent's workspace.
    pub workspace_dir: String,
    /// File with the speech preferences.
    pub tts_preferences_path: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct LoadOptions {
    env: Option<Environment>,
    include_roots: Option<Vec<PathBuf>>,
}

struct Load {
    path: PathBuf,
    env: Environment,
    include_roots: Vec<PathBuf>,
}

impl Load {
    fn read(env: Env, path: &Unknown<'_>, options: &Unknown<'_>) -> Result<Self> {
        let path: PathBuf = from_js::read::<String>(env, "path", path)?.into();
        let options: Option<LoadOptions> = from_js::read(env, "options", options)?;
        let LoadOptions { env: given, include_roots } = options.unwrap_or_default();
        let variables = given.map_or_else(|| host::environment(env), Ok)?;
        let roots = || places(&variables, Some(&path)).include_roots(&lookup(&variables));
        let include_roots = include_roots.unwrap_or_else(roots);
        Ok(Self { path, env: variables, include_roots })
    }

    fn run(self) -> Result<ToJs<LoadedGatewayConfig>> {
        let loaded = load_config(&self.path, &lookup(&self.env), &self.include_roots);
        let loaded = loaded.map_err(error::config_file)?;
        let files = loaded.files.iter().map(|file| text(file)).collect();
        Ok(ToJs(LoadedGatewayConfig { config: loaded.value, files }))
    }
}

/// Reads a gateway's config: JSON5, `$include`, `${VARIABLE}`; see docs/config.md.
///
/// Rejects with `ERR_CONFIG_UNREADABLE`, `ERR_CONFIG_SYNTAX`, `ERR_CONFIG_INCLUDE` or `ERR_CONFIG_VARIABLE`; the
/// message names file, line and key.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "path: string, options?: LoadGatewayConfigOptions | null",
    ts_return_type = "Promise<LoadedGatewayConfig>"
)]
pub fn load_gateway_config(
    env: Env,
    path: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<ToJs<LoadedGatewayConfig>>>> {
    let load = Load::read(env, &path, &options)?;
    Ok(task::run(move || load.run()))
}

/// The twin of `loadGatewayConfig` that blocks.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_CONFIG_UNREADABLE`, `ERR_CONFIG_SYNTAX`, `ERR_CONFIG_INCLUDE`,
///   `ERR_CONFIG_VARIABLE`
#[napi(
    catch_unwind,
    ts_args_type = "path: string, options?: LoadGatewayConfigOptions | null",
    ts_return_type = "LoadedGatewayConfig"
)]
pub fn load_gateway_config_sync(
    env: Env,
    path: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<ToJs<LoadedGatewayConfig>> {
    Load::read(env, &path, &options)?.run()
}

/// Finds the folders and files of an agent from the config and the environment; reads no file.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: GatewayPathsRequest")]
pub fn resolve_gateway_paths(env: Env, params: Unknown<'_>) -> Result<GatewayPaths> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Request {
        config: PromptConfig,
        agent_id: Option<String>,
        config_path: Option<PathBuf>,
        env: Option<Environment>,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    let variables = request.env.map_or_else(|| host::environment(env), Ok)?;
    let variable = lookup(&variables);
    let places = places(&variables, request.config_path.as_deref());
    let (config, agent) = (Value::from(request.config.0), request.agent_id.as_deref());
    Ok(GatewayPaths {
        workspace_dir: text(&places.workspace(&config, agent, &variable)),
        tts_preferences_path: text(&places.tts_preferences(&config, agent, &variable)),
        home_dir: text(&places.home),
        state_dir: text(&places.state),
    })
}

/// Reads stored speech preferences, for `ttsPreferences`; a file that is missing or broken holds none.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "path: string", ts_return_type = "Promise<TtsPreferences>")]
pub fn load_tts_preferences(
    env: Env,
    path: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<ToJs<TtsPreferences>>>> {
    let path: String = from_js::read(env, "path", &path)?;
    Ok(task::run(move || Ok(ToJs(read_tts_preferences(Path::new(&path))))))
}

/// The twin of `loadTtsPreferences` that blocks.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "path: string", ts_return_type = "TtsPreferences")]
pub fn load_tts_preferences_sync(env: Env, path: Unknown<'_>) -> Result<ToJs<TtsPreferences>> {
    let path: String = from_js::read(env, "path", &path)?;
    Ok(ToJs(read_tts_preferences(Path::new(&path))))
}

fn lookup(env: &Environment) -> impl Fn(&str) -> Option<String> + '_ {
    |name| env.get(name).cloned()
}

fn places(env: &Environment, config: Option<&Path>) -> GatewayPlaces {
    let system_home = std::env::home_dir().unwrap_or_default();
    GatewayPlaces::find(&lookup(env), &system_home, config)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
