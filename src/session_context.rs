//! Context that is made at call time: daily notes, the refresh after a compaction, excerpts.

use clawprompt_core::bootstrap::{
    BootstrapTexts, CompactionMoment, ContextLimits, StartupAction, StartupSettings,
    format_post_compaction, format_startup_context, post_compaction_sections, startup_dates,
};
use clawprompt_core::config::{
    ConfigTexts, Instant, TimeFormat, current_time_lines, default_setting, local_date,
    resolve_time_format, resolve_user_timezone,
};
use clawprompt_core::text::Text;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Unknown};
use napi_derive::napi;
use serde::Deserialize;
use serde_json::Value;

use crate::bootstrap::{READER, workspace_path};
use crate::config::Config;
use crate::error::{self, Result};
use crate::task::{self, DiskTask};
use crate::text::JsText;
use crate::to_js::{OrUndefined, or_undefined};
use crate::{from_js, host};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StartupRequest {
    workspace_dir: JsText,
    cfg: Option<Config>,
    now_ms: f64,
    action: Option<StartupAction>,
    host_timezone: Option<String>,
}

/// Notes of these dates are read and shown.
struct Startup {
    workspace: Text,
    settings: StartupSettings,
    dates: Vec<String>,
    is_wanted: bool,
}

impl Startup {
    fn read(env: Env, params: &Unknown<'_>) -> Result<Self> {
        let request: StartupRequest = from_js::read(env, "params", params)?;
        let config: Option<Value> = request.cfg.map(|Config(config)| config.into());
        let settings = StartupSettings::from_config(config.as_ref());
        let zone = zone(env, config.as_ref(), request.host_timezone)?;
        let now = instant(request.now_ms)?;
        let local = local_date(now, &zone);
        let dates = startup_dates(local, local_date(now, "UTC"), settings.days);
        Ok(Self {
            workspace: workspace_path(&request.workspace_dir.0),
            settings,
            dates: dates.iter().map(ToString::to_string).collect(),
            is_wanted: request.action.is_none_or(|action| settings.applies_to(action)),
        })
    }

    fn run(&self) -> Result<Option<JsText>> {
        if !self.is_wanted {
            return Ok(None);
        }
        let notes = READER.load_daily_notes(&self.workspace, &self.dates, &self.settings);
        let notes = notes.map_err(error::workspace)?;
        let texts = &BootstrapTexts::shipped().startup;
        Ok(format_startup_context(&notes, &self.settings, texts).map(JsText))
    }
}

/// The user's time zone: the config's, else `given`, else the process's.
fn zone(env: Env, config: Option<&Value>, given: Option<String>) -> Result<String> {
    let host = given.map_or_else(|| host::clock(env).map(|clock| clock.time_zone), Ok)?;
    let configured = config.and_then(|config| default_setting(config, "userTimezone"));
    Ok(resolve_user_timezone(configured, Some(&host)).zone)
}

fn instant(milliseconds: f64) -> Result<Instant> {
    Instant::from_epoch_millis(milliseconds).map_err(error::argument)
}

/// The daily notes for a session that starts without a message, or `undefined` when there are none or the config
/// does not want them for `action`.
///
/// @throws `ERR_INVALID_PARAMETER`
/// @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
#[napi(
    catch_unwind,
    ts_args_type = "params: StartupContextParams",
    ts_return_type = "Promise<string | undefined>"
)]
pub fn build_session_startup_context_prelude(
    env: Env,
    params: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<OrUndefined<JsText>>>> {
    let startup = Startup::read(env, &params)?;
    Ok(task::run(move || startup.run().map(or_undefined)))
}

/// `buildSessionStartupContextPrelude` on the calling thread.
///
/// @throws as `buildSessionStartupContextPrelude`
#[napi(
    catch_unwind,
    ts_args_type = "params: StartupContextParams",
    ts_return_type = "string | undefined"
)]
pub fn build_session_startup_context_prelude_sync(
    env: Env,
    params: Unknown<'_>,
) -> Result<OrUndefined<JsText>> {
    Startup::read(env, &params)?.run().map(or_undefined)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CompactionRequest {
    cfg: Option<Config>,
    agent_id: Option<String>,
    now_ms: f64,
    host_timezone: Option<String>,
    host_format: Option<crate::time::Hours>,
}

/// Sections of `AGENTS.md` are read and shown.
struct Compaction {
    workspace: Text,
    sections: Vec<String>,
    max_chars: usize,
    today: String,
    time: Text,
}

impl Compaction {
    fn read(env: Env, dir: &Unknown<'_>, options: &Unknown<'_>) -> Result<Self> {
        let dir: JsText = from_js::read(env, "workspaceDir", dir)?;
        let request: CompactionRequest = from_js::read(env, "options", options)?;
        let config: Option<Value> = request.cfg.map(|Config(config)| config.into());
        let limits = ContextLimits::from_config(config.as_ref(), request.agent_id.as_deref());
        let zone = zone(env, config.as_ref(), request.host_timezone)?;
        let host_format = match request.host_format {
            Some(hours) => hours.into(),
            None if host::clock(env)?.hour12 => TimeFormat::Hour12,
            None => TimeFormat::Hour24,
        };
        let configured = config.as_ref().and_then(|config| default_setting(config, "timeFormat"));
        let format = resolve_time_format(configured, host_format);
        let now = instant(request.now_ms)?;
        let texts = &ConfigTexts::shipped().time;
        Ok(Self {
            workspace: workspace_path(&dir.0),
            sections: post_compaction_sections(config.as_ref()),
            max_chars: limits.post_compaction_max_chars,
            today: local_date(now, &zone).to_string(),
            time: current_time_lines(now, &zone, format, texts).unwrap_or_default(),
        })
    }

    fn run(&self) -> Result<Option<JsText>> {
        if self.sections.is_empty() {
            return Ok(None);
        }
        let agents = READER.load_agents_file(&self.workspace).map_err(error::workspace)?;
        let Some(agents) = agents else { return Ok(None) };
        let moment = CompactionMoment { today: &self.today, time: &self.time };
        let texts = &BootstrapTexts::shipped().compaction;
        let text = format_post_compaction(&agents, &self.sections, self.max_chars, moment, texts);
        Ok(text.map(JsText))
    }
}

/// The sections of `AGENTS.md` that the config shows again after a compaction, or `undefined` when it names none or
/// none is there.
///
/// @throws `ERR_INVALID_PARAMETER`
/// @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options: PostCompactionOptions",
    ts_return_type = "Promise<string | undefined>"
)]
pub fn read_post_compaction_context(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<OrUndefined<JsText>>>> {
    let compaction = Compaction::read(env, &workspace_dir, &options)?;
    Ok(task::run(move || compaction.run().map(or_undefined)))
}

/// `readPostCompactionContext` on the calling thread.
///
/// @throws as `readPostCompactionContext`
#[napi(
    catch_unwind,
    ts_args_type = "workspaceDir: string, options: PostCompactionOptions",
    ts_return_type = "string | undefined"
)]
pub fn read_post_compaction_context_sync(
    env: Env,
    workspace_dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<OrUndefined<JsText>> {
    Compaction::read(env, &workspace_dir, &options)?.run().map(or_undefined)
}
