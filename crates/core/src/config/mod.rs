//! From a gateway's config and the facts of one run to the parameters of its prompt.
//!
//! A config is a JSON-like value as the gateway loaded it; only the keys named here are read, and a
//! value of the wrong type counts as absent. What is not in the config, such as the clock, the zone of
//! the host, stored preferences or plugin answers, is an argument.

mod adapters;
mod agent;
mod channel;
mod contribution;
mod facade;
mod gpt5;
mod guard;
mod heartbeat;
mod hooks;
mod keys;
mod memory;
mod params;
mod resolve;
mod session_key;
pub(crate) mod texts;
mod time;
mod tts;
mod utf16;
pub(crate) mod value;

pub use adapters::{
    AdaptedRun, Adapter, AdapterContext, ConfigDiagnostic, NativeCommandGuidance, NoWorkspace, Run,
    RunChannel, RunContext, RunHost, RunKind, RunModel, RunTools, adapt_run, os_label,
};
pub use agent::{
    MAIN_AGENT, agent_entry, agent_model, default_agent_id, default_setting, normalize_agent_id,
    session_agent_id,
};
pub use channel::{
    CapabilitySources, NATIVE_APPROVAL_CHANNELS, channel_capabilities, has_native_approvals,
    silent_reply_prompt_mode,
};
pub use contribution::{PromptContribution, SectionOverrides, merge_contributions};
pub use facade::{
    ConfiguredFields, PROMPT_SETTINGS, Precedence, apply_prompt_config, configure_params,
};
pub use gpt5::{
    Gpt5Personality, Gpt5Request, gpt5_personality, is_gpt5_model,
    resolve_gpt5_system_prompt_contribution,
};
pub use guard::{
    ALLOWED_PATHS, ConfigMutation, ConfigMutationError, DeclaredFlag, changed_paths,
    check_gateway_config_mutation, enabled_dangerous_flags, merge_patch,
};
pub(crate) use heartbeat::has_heartbeats;
pub use heartbeat::heartbeat_prompt;
pub use hooks::{HookResult, apply_hooks, apply_hooks_to_user_prompt, merge_hook_results};
pub use keys::{Keep, PROMPT_CONFIG};
pub use memory::{MemorySupplement, bundled_memory_lines, memory_lines};
pub use params::{
    BootstrapMode, ContextFile, ElevatedInfo, ProcessSession, PromptMode, PromptSurface,
    ReactionGuidance, RenderParams, RuntimeInfo, SandboxInfo, SilentReplyPromptMode,
    SourceReplyDeliveryMode,
};
pub use resolve::{
    AgentPromptConfig, ResolveContext, model_alias_lines, resolve_agent_system_prompt_config,
};
pub use session_key::{SessionKind, prompt_mode_for_session, session_kind, surface_for_session};
pub use texts::{
    ConfigTexts, Gpt5Texts, HeartbeatTexts, HookTexts, MemoryTexts, TimeTexts, TtsTexts,
    WorkspaceNoteTexts,
};
pub use time::{
    EnvelopeOptions, EnvelopeParts, Instant, InstantError, ResolvedTimeZone, TimeFormat,
    TimeZoneSource, current_time_lines, envelope_header, envelope_timestamp, format_user_time,
    is_time_zone, local_date, resolve_time_format, resolve_user_timezone, with_current_time,
};
pub use tts::{TtsPreferences, tts_config};
pub(crate) use value::{at, trim_str};
