//! Which facts hold for a set of parameters.

use widestring::u16str;

use crate::definition::{Definition, FactSet, Family, NAMED, Named};
use crate::text::U16Str;

use super::computed::context_files::ContextFiles;
use super::params::{Bootstrap, Chat, Mode, Params};

/// Channels that show approval cards or buttons of their own.
const NATIVE_APPROVAL_CHANNELS: [&[u16]; 7] = [
    u16str!("discord").as_slice(),
    u16str!("googlechat").as_slice(),
    u16str!("matrix").as_slice(),
    u16str!("qqbot").as_slice(),
    u16str!("slack").as_slice(),
    u16str!("telegram").as_slice(),
    u16str!("signal").as_slice(),
];

/// Capabilities that say the same of any channel.
const NATIVE_APPROVAL_CAPABILITIES: [&[u16]; 2] =
    [u16str!("inlinebuttons").as_slice(), u16str!("nativeapprovals").as_slice()];

pub(super) fn evaluate(
    definition: &Definition,
    params: &Params<'_>,
    files: &ContextFiles<'_>,
    channel_options: bool,
) -> FactSet {
    let mut facts = FactSet::default();
    for (fact, holds) in session_facts(params, channel_options) {
        facts.set(fact, holds);
    }
    for (fact, holds) in content_facts(params, files) {
        facts.set(fact, holds);
    }
    for (fact, holds) in sandbox_facts(params) {
        facts.set(fact, holds);
    }
    for (index, fact) in definition.open_facts.iter().enumerate() {
        let value = &*fact.units;
        let holds = match fact.family {
            Family::Tool => params.tools.has(value),
            Family::MayUse => params.tools.visible.is_empty() || params.tools.has(value),
            Family::Capability => params.runtime.capability_keys.contains(value),
            Family::Channel => on_channel(params, value),
        };
        if holds {
            facts.insert(NAMED.len() + index);
        }
    }
    facts
}

fn session_facts(params: &Params<'_>, channel_options: bool) -> [(Named, bool); 21] {
    let contribution = &params.contribution;
    [
        (Named::AcpEnabled, params.acp_enabled),
        (Named::AcpSpawn, acp_spawn(params)),
        (Named::Channel, params.runtime.channel.is_some()),
        (Named::ChannelOptions, channel_options),
        (Named::DelegationPrefer, params.prefer_delegation),
        (Named::ExplicitTarget, params.explicit_target),
        (Named::Full, params.mode == Mode::Full),
        (Named::GroupChat, matches!(params.runtime.chat, Some(Chat::Group | Chat::Channel))),
        (Named::MainSurface, params.main_surface),
        (Named::MemorySection, params.memory_section),
        (Named::MessageToolOnly, params.message_tool_only),
        (Named::Minimal, params.mode == Mode::Minimal),
        (Named::NativeApproval, native_approval(params)),
        (Named::OverrideExecutionBias, !contribution.execution_bias.is_empty()),
        (Named::OverrideInteractionStyle, !contribution.interaction_style.is_empty()),
        (Named::OverrideToolCallStyle, !contribution.tool_call_style.is_empty()),
        (Named::Proactive, params.proactive),
        (Named::ReasoningTags, params.reasoning_tags),
        (Named::SilentSuppressed, params.silent_suppressed),
        (Named::ToolsListed, !params.tools.visible.is_empty()),
        (Named::WorkspaceOnly, params.workspace_only),
    ]
}

fn content_facts(params: &Params<'_>, files: &ContextFiles<'_>) -> [(Named, bool); 22] {
    let bootstrap = params.bootstrap;
    let reactions = params.reactions.as_ref();
    let given = |text: &U16Str| !text.is_empty();
    [
        (Named::BootstrapFileListed, bootstrap == Bootstrap::Full && files.bootstrap_listed),
        (Named::BootstrapLimited, bootstrap == Bootstrap::Limited),
        (Named::BootstrapPending, bootstrap != Bootstrap::None),
        (Named::ContextFiles, !files.stable.is_empty()),
        (Named::DocsPath, given(params.docs_path)),
        (Named::DynamicContextFiles, !files.dynamic.is_empty()),
        (Named::ExtraContext, given(params.extra_context)),
        (Named::Heartbeat, given(params.heartbeat_prompt)),
        (Named::MemoryFile, files.has_stable("memory.md")),
        (Named::Model, params.model().is_some()),
        (Named::ModelAliases, !params.model_aliases.is_empty()),
        (Named::Owners, !params.owners.is_empty()),
        (Named::Reactions, reactions.is_some()),
        (Named::ReactionsMinimal, reactions.is_some_and(|reactions| reactions.minimal)),
        (Named::SchemaDirectory, given(params.schema_directory)),
        (Named::Sessions, !params.runtime.sessions.is_empty()),
        (Named::Skills, given(params.skills_prompt)),
        (Named::SoulFile, files.has_stable("soul.md")),
        (Named::SourcePath, given(params.source_path)),
        (Named::Timezone, given(params.timezone)),
        (Named::TruncationNotice, given(params.truncation_notice)),
        (Named::VoiceHint, given(params.voice_hint)),
    ]
}

fn sandbox_facts(params: &Params<'_>) -> [(Named, bool); 13] {
    let sandbox = params.sandbox.as_ref();
    let elevated = sandbox.and_then(|sandbox| sandbox.elevated.as_ref());
    let host_browser = sandbox.and_then(|sandbox| sandbox.host_browser);
    [
        (Named::Elevated, elevated.is_some()),
        (Named::ElevatedAllowed, elevated.is_some_and(|elevated| elevated.allowed)),
        (Named::ElevatedFull, elevated.is_some_and(|elevated| elevated.full)),
        (Named::ElevatedFullBlocked, elevated.is_some_and(|elevated| elevated.full_blocked)),
        (Named::HostBrowserAllowed, host_browser == Some(true)),
        (Named::HostBrowserBlocked, host_browser == Some(false)),
        (Named::SandboxAccess, sandbox.is_some_and(|sandbox| sandbox.access.is_some())),
        (Named::SandboxBrowser, sandbox.is_some_and(|sandbox| sandbox.browser)),
        (Named::SandboxContainerPath, sandbox.is_some_and(|s| s.container_workdir.is_some())),
        (Named::Sandboxed, sandbox.is_some_and(|sandbox| sandbox.enabled_truthy)),
        (Named::SandboxHostPath, sandbox.is_some_and(|sandbox| sandbox.host_mount.is_some())),
        (Named::SandboxMount, sandbox.is_some_and(|sandbox| sandbox.mount.is_some())),
        (Named::SandboxWorkspace, params.container_workspace().is_some()),
    ]
}

/// Whether `sessions_spawn` may start ACP sessions.
pub(super) fn acp_spawn(params: &Params<'_>) -> bool {
    params.acp_enabled && !params.sandbox.as_ref().is_some_and(|sandbox| sandbox.enabled_true)
}

fn native_approval(params: &Params<'_>) -> bool {
    NATIVE_APPROVAL_CAPABILITIES.iter().any(|name| params.runtime.capability_keys.contains(*name))
        || NATIVE_APPROVAL_CHANNELS.iter().any(|channel| on_channel(params, channel))
}

fn on_channel(params: &Params<'_>, name: &[u16]) -> bool {
    params.runtime.channel.as_ref().is_some_and(|channel| channel.as_slice() == name)
}
