//! The facts of one run.

use serde::{Deserialize, Serialize};

use super::super::contribution::PromptContribution;
use super::super::params::{
    BootstrapMode, ContextFile, ProcessSession, PromptMode, PromptSurface, ReactionGuidance,
    SandboxInfo, SilentReplyPromptMode, SourceReplyDeliveryMode,
};
use super::super::utf16;
use crate::text::{Text, U16Str, to_text};

/// Everything that an adapter may want to know about a run; all but the workspace is optional.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Run {
    /// The workspace that is in effect.
    #[serde(with = "utf16")]
    pub workspace_dir: Text,
    /// Working directory of a command-line agent, when it is another one.
    #[serde(with = "utf16")]
    pub cwd: Option<Text>,
    /// The agent, when the session key does not tell.
    pub agent_id: Option<String>,
    /// Key of the session.
    #[serde(with = "utf16")]
    pub session_key: Option<Text>,
    /// Id of the session.
    #[serde(with = "utf16")]
    pub session_id: Option<Text>,
    /// What started the turn, such as `user`, `cron` or `heartbeat`.
    pub trigger: Option<String>,
    /// What the turn is for.
    pub kind: RunKind,
    /// Tools that this run is restricted to; empty means no restriction.
    #[serde(with = "utf16")]
    pub tools_allow: Vec<Text>,
    /// Prompt mode, when the caller chose one.
    pub prompt_mode: Option<PromptMode>,
    /// Thinking level, `off` to `ultra`.
    #[serde(with = "utf16")]
    pub think_level: Option<Text>,
    /// Visibility of reasoning: `off`, `on` or `stream`.
    #[serde(with = "utf16")]
    pub reasoning_level: Option<Text>,
    /// The model.
    pub model: RunModel,
    /// The machine.
    pub host: RunHost,
    /// The channel of the conversation, if there is one.
    pub channel: Option<RunChannel>,
    /// The tools.
    pub tools: RunTools,
    /// What is injected.
    pub context: RunContext,
    /// Ids of the owners.
    #[serde(with = "utf16")]
    pub owner_numbers: Vec<Text>,
    /// The sandbox, if there is one.
    pub sandbox: Option<SandboxInfo>,
    /// Whether ACP sessions can be spawned.
    pub acp_spawnable: bool,
    /// Whether the run has no gateway around it.
    pub without_gateway: bool,
    /// The context engine in charge, when it is not the built-in `legacy` one.
    pub context_engine: Option<String>,
    /// Background processes in scope.
    pub process_sessions: Vec<ProcessSession>,
    /// Who delivers the visible reply.
    pub source_reply_delivery_mode: Option<SourceReplyDeliveryMode>,
    /// Whether the message tool needs a target in this turn.
    pub require_explicit_message_target: Option<bool>,
    /// Whether the silent-reply token is explained; see [`silent_reply_prompt_mode`].
    ///
    /// [`silent_reply_prompt_mode`]: super::super::silent_reply_prompt_mode
    pub silent_reply_prompt_mode: Option<SilentReplyPromptMode>,
}

/// What a turn is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// A turn of the conversation.
    #[default]
    Turn,
    /// Only a commitment is followed up.
    CommitmentOnly,
    /// A side question is answered.
    SideQuestion,
    /// The caller wants no prompt of ours.
    Raw,
}

/// The model of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunModel {
    /// Id of the provider.
    #[serde(with = "utf16")]
    pub provider: Option<Text>,
    /// Id of the model, without its provider.
    #[serde(with = "utf16")]
    pub id: Option<Text>,
    /// `provider/model` that the agent uses unless told otherwise.
    #[serde(with = "utf16")]
    pub default_model: Option<Text>,
    /// Whether the provider marks reasoning with tags.
    pub tagged_reasoning: bool,
    /// The overlay of the provider's plugin.
    pub provider_overlay: Option<PromptContribution>,
    /// The contribution of the provider's plugin.
    pub provider_contribution: Option<PromptContribution>,
}

impl RunModel {
    /// `provider/model`, or the one of the two that is known.
    pub(super) fn name(&self) -> Option<Text> {
        match (&self.provider, &self.id) {
            (Some(provider), Some(id)) => {
                let mut name = provider.clone();
                name.push_str("/");
                name.push(id);
                Some(name)
            }
            (provider, id) => id.clone().or_else(|| provider.clone()),
        }
    }
}

/// The machine of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunHost {
    /// Machine name.
    #[serde(with = "utf16")]
    pub name: Option<Text>,
    /// Operating system and its version.
    #[serde(with = "utf16")]
    pub os: Option<Text>,
    /// Processor architecture.
    #[serde(with = "utf16")]
    pub arch: Option<Text>,
    /// Version of Node.
    #[serde(with = "utf16")]
    pub node: Option<Text>,
    /// Shell that runs commands.
    #[serde(with = "utf16")]
    pub shell: Option<Text>,
    /// Root of the repository around the workspace.
    #[serde(with = "utf16")]
    pub repo_root: Option<Text>,
    /// Time zone of the host.
    pub time_zone: Option<String>,
    /// Local documentation.
    #[serde(with = "utf16")]
    pub docs_path: Option<Text>,
    /// Local source checkout.
    #[serde(with = "utf16")]
    pub source_path: Option<Text>,
}

/// The channel of a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunChannel {
    /// Channel id.
    #[serde(with = "utf16")]
    pub id: Text,
    /// `direct`, `group` or `channel`.
    #[serde(with = "utf16")]
    pub chat_type: Option<Text>,
    /// What the channel can do; see [`channel_capabilities`](super::super::channel_capabilities).
    #[serde(with = "utf16")]
    pub capabilities: Vec<Text>,
    /// How often the agent reacts.
    pub reaction_guidance: Option<ReactionGuidance>,
    /// Hints of the channel for its message tool.
    #[serde(with = "utf16")]
    pub message_tool_hints: Vec<Text>,
}

/// The tools of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunTools {
    /// Tools that the model sees.
    #[serde(with = "utf16")]
    pub names: Vec<Text>,
    /// Tools that count without being listed.
    #[serde(with = "utf16")]
    pub capability_names: Vec<Text>,
    /// Tools that a command-line agent reaches through the gateway.
    #[serde(with = "utf16")]
    pub loopback_names: Vec<Text>,
    /// Directory of tools whose schemas load on demand, while it is active.
    #[serde(with = "utf16")]
    pub schema_directory_prompt: Option<Text>,
    /// Lines that plugins add about their native commands.
    pub native_command_guidance: Vec<NativeCommandGuidance>,
}

/// A line that a plugin adds about its native commands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct NativeCommandGuidance {
    /// The line.
    #[serde(with = "utf16")]
    pub line: Text,
    /// Surfaces that show it; empty means all.
    pub surfaces: Vec<PromptSurface>,
}

/// What is injected into the prompt of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunContext {
    /// Workspace files, cut to budget and routed.
    pub files: Vec<ContextFile>,
    /// Whether the config keeps files out: injection mode `never`.
    pub never_inject: bool,
    /// Whether the workspace still has its `BOOTSTRAP.md`.
    pub bootstrap_pending: bool,
    /// How much of the bootstrap instructions is shown.
    pub bootstrap_mode: Option<BootstrapMode>,
    /// Says which bootstrap files were cut.
    #[serde(with = "utf16")]
    pub bootstrap_truncation_notice: Option<Text>,
    /// The skills catalogue.
    #[serde(with = "utf16")]
    pub skills_prompt: Option<Text>,
    /// Whether a command-line agent loads the skills from a plugin directory by itself.
    pub skills_by_plugin_dir: bool,
    /// Prompt of the conversation or of the sub-agent's task.
    #[serde(with = "utf16")]
    pub extra_system_prompt: Option<Text>,
}

impl Run {
    pub(super) fn sandboxed(&self) -> bool {
        self.sandbox.as_ref().is_some_and(|sandbox| sandbox.enabled)
    }

    pub(super) fn is_heartbeat(&self) -> bool {
        self.trigger.as_deref() == Some("heartbeat")
    }

    /// Whether the built-in memory section belongs to the prompt.
    pub(super) fn has_builtin_context(&self) -> bool {
        self.context_engine.as_deref().is_none_or(|engine| engine == "legacy")
    }

    pub(super) fn reasoning_level(&self) -> Text {
        self.reasoning_level.clone().unwrap_or_else(|| to_text("off"))
    }

    pub(super) fn native_command_lines(&self, surface: PromptSurface) -> Vec<Text> {
        let shown = |guidance: &&NativeCommandGuidance| {
            guidance.surfaces.is_empty() || guidance.surfaces.contains(&surface)
        };
        let guidance = self.tools.native_command_guidance.iter().filter(shown);
        guidance.map(|guidance| guidance.line.clone()).collect()
    }
}

/// The operating system as the runtime line shows it: `macOS 15.1`, or type and release.
///
/// `kind` and `release` are what `os.type()` and `os.release()` of Node give; `mac_version` is the
/// product version, known on Darwin only.
#[must_use]
pub fn os_label(kind: &U16Str, release: &U16Str, mac_version: Option<&U16Str>) -> Text {
    let (name, version) = match mac_version {
        Some(version) if kind.to_string_lossy() == "Darwin" => (to_text("macOS"), version),
        _ => (kind.to_owned(), release),
    };
    let mut label = name;
    label.push_str(" ");
    label.push(version);
    label
}
