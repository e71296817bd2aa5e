//! From the facts of one run to the parameters of its prompt.
//!
//! One description of a run serves four adapters, each of which passes its own choice of facts: a live
//! run inside the gateway, a run behind a command-line agent, the preview that a command shows or
//! exports, and the compaction of a session. `docs/config.md` has the table of what each one passes.

mod cli;
mod compaction;
mod embedded;
mod preview;
mod run;

pub use run::{
    NativeCommandGuidance, Run, RunChannel, RunContext, RunHost, RunKind, RunModel, RunTools,
    os_label,
};

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::agent::session_agent_id;
use super::contribution::{PromptContribution, merge_contributions};
use super::facade::with_prompt_config;
use super::gpt5::{Gpt5Request, resolve_gpt5_system_prompt_contribution};
use super::heartbeat::heartbeat_prompt;
use super::params::{PromptSurface, RenderParams, RuntimeInfo};
use super::resolve::{ResolveContext, resolve_agent_system_prompt_config};
use super::session_key::surface_for_session;
use super::texts::ConfigTexts;
use super::time::{ResolvedTimeZone, resolve_user_timezone};
use super::tts::TtsPreferences;
use super::value::at;
use crate::text::{Collator, Text, U16Str, to_lossy, to_text, trim};

/// Who calls the renderer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Adapter {
    /// A run inside the gateway.
    Embedded,
    /// A run behind a command-line agent.
    Cli,
    /// The preview of `/context` and `/export-session`.
    Preview,
    /// The compaction of a session.
    Compaction,
}

impl Adapter {
    /// The adapter's name: `embedded`, `cli`, `preview` or `compaction`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Cli => "cli",
            Self::Preview => "preview",
            Self::Compaction => "compaction",
        }
    }

    /// The adapter of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Embedded, Self::Cli, Self::Preview, Self::Compaction]
            .into_iter()
            .find(|adapter| adapter.name() == name)
    }
}

/// What adapters need besides the run and the config.
#[derive(Debug, Clone, Copy)]
pub struct AdapterContext<'a> {
    /// Texts of this layer.
    pub texts: &'a ConfigTexts,
    /// The speech preferences that the user stored.
    pub tts_preferences: &'a TtsPreferences,
    /// Order of aliases and plugin ids.
    pub collator: &'a Collator,
}

/// Something in the config that could not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigDiagnostic {
    /// `agents.defaults.userTimezone` names no time zone; the host's is used.
    UnknownTimeZone,
}

impl ConfigDiagnostic {
    /// The reason's name: `unknown-time-zone`.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::UnknownTimeZone => "unknown-time-zone",
        }
    }

    /// The config key at fault.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::UnknownTimeZone => "agents.defaults.userTimezone",
        }
    }
}

/// The run does not say where it works.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("workspaceDir must be a path; pass the workspace that is in effect")]
pub struct NoWorkspace;

/// The parameters of a run's prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct AdaptedRun {
    /// What to render.
    pub params: RenderParams,
    /// What could not be used.
    pub diagnostics: Vec<ConfigDiagnostic>,
}

/// The parameters that `adapter` passes for `run`, with the config's prompt settings laid over them.
pub fn adapt_run(
    adapter: Adapter,
    run: &Run,
    config: Option<&Value>,
    context: &AdapterContext<'_>,
) -> Result<AdaptedRun, NoWorkspace> {
    if run.workspace_dir.is_empty() {
        return Err(NoWorkspace);
    }
    let facts = Facts::new(run, config, context);
    let mut params = match adapter {
        Adapter::Embedded => embedded::params(&facts),
        Adapter::Cli => cli::params(&facts),
        Adapter::Preview => preview::params(&facts),
        Adapter::Compaction => compaction::params(&facts),
    };
    if config.is_some() {
        let resolve = ResolveContext {
            tts_texts: &context.texts.tts,
            tts_preferences: context.tts_preferences,
            collator: context.collator,
        };
        let settings = resolve_agent_system_prompt_config(config, Some(&facts.agent_id), &resolve);
        // No adapter sets one of these fields, so nothing can be lost.
        params = with_prompt_config(params, settings);
    }
    let refused = facts.zone.refused.then_some(ConfigDiagnostic::UnknownTimeZone);
    Ok(AdaptedRun { params, diagnostics: refused.into_iter().collect() })
}

/// A run with what several adapters derive from it.
struct Facts<'a> {
    run: &'a Run,
    config: Option<&'a Value>,
    texts: &'a ConfigTexts,
    agent_id: String,
    zone: ResolvedTimeZone,
}

impl<'a> Facts<'a> {
    fn new(run: &'a Run, config: Option<&'a Value>, context: &AdapterContext<'a>) -> Self {
        let configured =
            config.and_then(|config| at(config, &["agents", "defaults", "userTimezone"]));
        Self {
            run,
            config,
            texts: context.texts,
            agent_id: session_agent_id(config, run.agent_id.as_deref(), run.session_key.as_deref()),
            zone: resolve_user_timezone(configured, run.host.time_zone.as_deref()),
        }
    }

    fn surface(&self) -> PromptSurface {
        surface_for_session(self.run.session_key.as_deref())
    }

    /// The parameters that every adapter passes alike.
    fn common(&self, surface: PromptSurface) -> RenderParams {
        RenderParams {
            workspace_dir: self.run.workspace_dir.clone(),
            prompt_surface: Some(surface),
            native_command_guidance_lines: Some(self.run.native_command_lines(surface)),
            default_think_level: self.run.think_level.clone(),
            user_timezone: Some(to_text(&self.zone.zone)),
            ..RenderParams::default()
        }
    }

    /// The heartbeat prompt that the config grants this agent.
    fn heartbeat_prompt(&self) -> Option<Text> {
        heartbeat_prompt(self.config, Some(&self.agent_id), &self.texts.heartbeat)
    }

    /// The GPT-5 overlay, the provider's overlay and its contribution, merged.
    fn contribution(&self, heartbeat: bool) -> Option<PromptContribution> {
        let model = &self.run.model;
        let model_id = model.id.as_ref().map(|text| to_lossy(text));
        let provider_id = model.provider.as_ref().map(|text| to_lossy(text));
        let request = Gpt5Request {
            model_id: model_id.as_deref(),
            provider_id: provider_id.as_deref(),
            plugin_personality: None,
            heartbeat,
        };
        let overlay =
            resolve_gpt5_system_prompt_contribution(self.config, &request, &self.texts.gpt5);
        let provider = [&model.provider_overlay, &model.provider_contribution];
        merge_contributions(overlay.iter().chain(provider.into_iter().flatten()))
    }

    /// ACP sessions can be spawned, and nothing confines the run.
    fn acp_outside_sandbox(&self) -> bool {
        self.run.acp_spawnable && !self.run.sandboxed()
    }

    /// Machine, model, shell and channel; the adapters add the session and the processes.
    fn runtime_info(&self) -> RuntimeInfo {
        let Run { host, model, channel, .. } = self.run;
        RuntimeInfo {
            host: host.name.clone(),
            os: host.os.clone(),
            arch: host.arch.clone(),
            node: host.node.clone(),
            shell: host.shell.clone(),
            model: model.name(),
            channel: channel.as_ref().map(|channel| channel.id.clone()),
            chat_type: channel.as_ref().and_then(|channel| channel.chat_type.clone()),
            capabilities: channel.as_ref().map(|channel| channel.capabilities.clone()),
            ..RuntimeInfo::default()
        }
    }

    /// Agent, session, repository and default model, put into `info`.
    fn with_session(&self, info: RuntimeInfo) -> RuntimeInfo {
        RuntimeInfo {
            agent_id: Some(to_text(&self.agent_id)),
            session_key: self.run.session_key.clone(),
            session_id: self.run.session_id.clone(),
            repo_root: self.run.host.repo_root.clone(),
            default_model: self.run.model.default_model.clone(),
            ..info
        }
    }
}

fn non_blank(text: Option<&Text>) -> Option<&U16Str> {
    text.map(|text| trim(text)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests;
