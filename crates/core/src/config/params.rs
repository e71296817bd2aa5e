//! The parameters of a render, as an adapter hands them to the renderer.
//!
//! Every field but the workspace is optional and absent by default: the renderer then applies its own
//! default. Serialised, the names are the camel-case ones that `buildAgentSystemPrompt` takes.

use serde::{Deserialize, Serialize};

use super::contribution::PromptContribution;
use super::utf16;
use crate::text::Text;

/// How much of the prompt is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PromptMode {
    /// Every section.
    Full,
    /// The short prompt of sub-agents and cron runs.
    Minimal,
    /// The identity line only.
    None,
}

/// Which kind of run reads the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptSurface {
    /// An agent of the gateway itself.
    OpenclawMain,
    /// Older name of the main surface.
    PiMain,
    /// The Codex app server.
    CodexAppServer,
    /// A command-line agent that the gateway drives.
    CliBackend,
    /// An agent behind the Agent Client Protocol.
    AcpBackend,
    /// A sub-agent.
    Subagent,
}

/// Who delivers the visible reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceReplyDeliveryMode {
    /// The gateway sends the final text.
    Automatic,
    /// Only the message tool sends.
    MessageToolOnly,
}

/// Whether the prompt explains the silent-reply token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SilentReplyPromptMode {
    /// It does.
    Generic,
    /// It does not.
    None,
}

/// How much of the bootstrap instructions is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BootstrapMode {
    /// The whole ritual.
    Full,
    /// A notice that it is pending.
    Limited,
    /// Nothing.
    None,
}

/// A workspace file that is injected into the prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextFile {
    /// The path as the heading shows it.
    #[serde(with = "utf16")]
    pub path: Text,
    /// The text, already cut to budget.
    #[serde(with = "utf16")]
    pub content: Text,
}

/// Elevated execution from inside a sandbox.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ElevatedInfo {
    /// Whether this sender may use it.
    pub allowed: bool,
    /// The level in force: `off`, `on`, `ask` or `full`.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub default_level: Option<Text>,
    /// Whether `full` can be chosen; absent when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_access_available: Option<bool>,
    /// Why it cannot: `host-policy`, `channel`, `sandbox`, or another text.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub full_access_blocked_reason: Option<Text>,
}

/// The sandbox of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SandboxInfo {
    /// Whether the run is sandboxed.
    pub enabled: bool,
    /// The workspace on the host.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub workspace_dir: Option<Text>,
    /// The workspace inside the container.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub container_workspace_dir: Option<Text>,
    /// `none`, `ro` or `rw`.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub workspace_access: Option<Text>,
    /// Where the agent's own workspace is mounted.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub agent_workspace_mount: Option<Text>,
    /// Address of the sandbox browser's bridge.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub browser_bridge_url: Option<Text>,
    /// Whether the browser of the host may be used; absent when nothing was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_browser_allowed: Option<bool>,
    /// Elevated execution; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevated: Option<ElevatedInfo>,
}

/// How often the agent reacts to messages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReactionGuidance {
    /// `minimal` or `extensive`.
    #[serde(with = "utf16")]
    pub level: Text,
    /// The channel's display name.
    #[serde(with = "utf16")]
    pub channel: Text,
}

/// A process that runs in the background of the session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProcessSession {
    /// Id that the process tool takes.
    #[serde(with = "utf16")]
    pub session_id: Text,
    /// State, such as `running`.
    #[serde(with = "utf16")]
    pub status: Text,
    /// Process id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<f64>,
    /// Working directory.
    #[serde(default, with = "utf16", skip_serializing_if = "Option::is_none")]
    pub cwd: Option<Text>,
    /// The command as a person reads it.
    #[serde(with = "utf16")]
    pub name: Text,
}

/// The facts behind the runtime line.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RuntimeInfo {
    /// Agent id.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<Text>,
    /// Session key.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub session_key: Option<Text>,
    /// Session id.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Text>,
    /// Machine name, or what stands for it.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub host: Option<Text>,
    /// Root of the repository around the workspace.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub repo_root: Option<Text>,
    /// Operating system and its version.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub os: Option<Text>,
    /// Processor architecture.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub arch: Option<Text>,
    /// Version of Node.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub node: Option<Text>,
    /// `provider/model` of the run.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub model: Option<Text>,
    /// `provider/model` that the agent uses unless told otherwise.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub default_model: Option<Text>,
    /// Shell that runs commands.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub shell: Option<Text>,
    /// Channel id.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub channel: Option<Text>,
    /// `direct`, `group` or `channel`.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub chat_type: Option<Text>,
    /// What the channel can do.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<Vec<Text>>,
    /// Background processes in scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_process_sessions: Option<Vec<ProcessSession>>,
}

/// Everything that a render depends on. See the module's head.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RenderParams {
    /// The working directory of the agent.
    #[serde(with = "utf16")]
    pub workspace_dir: Text,
    /// How much is rendered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_mode: Option<PromptMode>,
    /// Which kind of run reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_surface: Option<PromptSurface>,
    /// Tools that the model sees.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub tool_names: Option<Vec<Text>>,
    /// Tools that count for conditions without being listed.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub capability_tool_names: Option<Vec<Text>>,
    /// Directory of tools whose schemas load on demand.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub tool_schema_directory_prompt: Option<Text>,
    /// Lines that plugins add about their native commands.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub native_command_guidance_lines: Option<Vec<Text>>,
    /// Whether ACP sessions can be spawned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acp_enabled: Option<bool>,
    /// Whether the model orchestrates sub-agents on its own accord.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proactive_subagent_orchestration: Option<bool>,
    /// `suggest` or `prefer`; from the config, so any text.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub subagent_delegation_mode: Option<Text>,
    /// The skills catalogue.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub skills_prompt: Option<Text>,
    /// Whether the memory section may appear.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_memory_section: Option<bool>,
    /// `auto`, `on` or `off`; from the config, so any text.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub memory_citations_mode: Option<Text>,
    /// Lines `- alias: model`.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub model_alias_lines: Option<Vec<Text>>,
    /// The user's time zone.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub user_timezone: Option<Text>,
    /// Whether file tools stay inside the workspace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fs_workspace_only: Option<bool>,
    /// Notes below the workspace line.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub workspace_notes: Option<Vec<Text>>,
    /// Local documentation.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub docs_path: Option<Text>,
    /// Local source checkout.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub source_path: Option<Text>,
    /// The sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox_info: Option<SandboxInfo>,
    /// How much of the bootstrap instructions is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bootstrap_mode: Option<BootstrapMode>,
    /// Says which bootstrap files were cut.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub bootstrap_truncation_notice: Option<Text>,
    /// Workspace files to inject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_files: Option<Vec<ContextFile>>,
    /// Whether the model writes its reasoning between tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tag_hint: Option<bool>,
    /// `off`, `on` or `stream`.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub reasoning_level: Option<Text>,
    /// `off` to `ultra`.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub default_think_level: Option<Text>,
    /// Ids of the owners.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub owner_numbers: Option<Vec<Text>>,
    /// `raw` or `hash`; from the config, so any text.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub owner_display: Option<Text>,
    /// Key of the owner hash.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub owner_display_secret: Option<Text>,
    /// Whether the silent-reply token is explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent_reply_prompt_mode: Option<SilentReplyPromptMode>,
    /// Who delivers the visible reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_reply_delivery_mode: Option<SourceReplyDeliveryMode>,
    /// Whether the message tool needs a target in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub require_explicit_message_target: Option<bool>,
    /// Hints of the channel for its message tool.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub message_tool_hints: Option<Vec<Text>>,
    /// How to speak.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub tts_hint: Option<Text>,
    /// Prompt of the conversation or of the sub-agent's task.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub extra_system_prompt: Option<Text>,
    /// Heartbeat prompt; its presence turns the section on.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub heartbeat_prompt: Option<Text>,
    /// How often the agent reacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaction_guidance: Option<ReactionGuidance>,
    /// What the provider adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_contribution: Option<PromptContribution>,
    /// Facts behind the runtime line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime_info: Option<RuntimeInfo>,
}
