//! Which parameters can change a section.
//!
//! A parameter is named by its path, such as `runtimeInfo.channel`; a path stands for everything below it.

use std::collections::BTreeSet;

use crate::definition::{
    Body, Computed, Condition, Definition, Family, Line, LinePiece, NAMED, Named, Slot,
};

/// The parameters that conditions and lines of the section `id` ask for; `None` when the definition has no
/// such section.
pub(super) fn parameters_of_section(
    definition: &Definition,
    id: &str,
) -> Option<BTreeSet<&'static str>> {
    let section = definition.sections.iter().find(|section| section.id == id)?;
    let mut found = BTreeSet::from(["promptMode"]);
    add_condition(&mut found, definition, &section.when);
    for line in section.lines.iter().chain(section.fragments.iter()) {
        add_line(&mut found, definition, line);
    }
    Some(found)
}

fn add_line(found: &mut BTreeSet<&'static str>, definition: &Definition, line: &Line) {
    add_condition(found, definition, &line.when);
    match &line.body {
        Body::Computed(computed) => found.extend(of_computed(*computed)),
        Body::Text(pieces) => {
            for piece in pieces.iter() {
                if let LinePiece::Slot(slot) = piece {
                    found.extend(of_slot(*slot));
                }
            }
        }
    }
}

fn add_condition(
    found: &mut BTreeSet<&'static str>,
    definition: &Definition,
    condition: &Condition,
) {
    for term in condition.terms.iter() {
        let index = usize::from(term.fact);
        match NAMED.get(index) {
            Some((named, _, _)) => found.extend(of_fact(*named)),
            None => found.extend(of_family(definition.open_facts[index - NAMED.len()].family)),
        }
    }
}

fn of_family(family: Family) -> &'static [&'static str] {
    match family {
        Family::Capability => &["runtimeInfo.capabilities"],
        Family::Channel => &["runtimeInfo.channel"],
        Family::MayUse | Family::Tool => &["toolNames", "capabilityToolNames"],
    }
}

fn of_fact(fact: Named) -> &'static [&'static str] {
    match fact {
        Named::AcpEnabled => &["acpEnabled"],
        Named::AcpSpawn => &["acpEnabled", "sandboxInfo.enabled"],
        Named::BootstrapFileListed => &["bootstrapMode", "contextFiles"],
        Named::BootstrapLimited | Named::BootstrapPending => &["bootstrapMode"],
        Named::Channel => &["runtimeInfo.channel"],
        Named::ChannelOptions => {
            &["deliverableChannels", "runtimeInfo.channel", "toolNames", "capabilityToolNames"]
        }
        Named::ContextFiles | Named::DynamicContextFiles | Named::MemoryFile | Named::SoulFile => {
            &["contextFiles"]
        }
        Named::DelegationPrefer => &["subagentDelegationMode"],
        Named::DocsPath => &["docsPath"],
        Named::Elevated => &["sandboxInfo.elevated"],
        Named::ElevatedAllowed => &["sandboxInfo.elevated.allowed"],
        Named::ElevatedFull | Named::ElevatedFullBlocked => {
            &["sandboxInfo.elevated.allowed", "sandboxInfo.elevated.fullAccessAvailable"]
        }
        Named::ExplicitTarget => &["requireExplicitMessageTarget"],
        Named::ExtraContext => &["extraSystemPrompt"],
        Named::Full | Named::Minimal => &["promptMode"],
        Named::GroupChat => &["runtimeInfo.chatType"],
        Named::Heartbeat => &["heartbeatPrompt"],
        Named::HostBrowserAllowed | Named::HostBrowserBlocked => {
            &["sandboxInfo.hostBrowserAllowed"]
        }
        Named::MainSurface => &["promptSurface"],
        Named::MemorySection => &["includeMemorySection"],
        Named::MessageToolOnly => &["sourceReplyDeliveryMode"],
        Named::Model => &["runtimeInfo.model"],
        Named::ModelAliases => &["modelAliasLines"],
        Named::NativeApproval => &["runtimeInfo.capabilities", "runtimeInfo.channel"],
        Named::OverrideExecutionBias => &["promptContribution.sectionOverrides.execution_bias"],
        Named::OverrideInteractionStyle => {
            &["promptContribution.sectionOverrides.interaction_style"]
        }
        Named::OverrideToolCallStyle => &["promptContribution.sectionOverrides.tool_call_style"],
        Named::Owners => &["ownerNumbers"],
        Named::Proactive => &["proactiveSubagentOrchestration"],
        Named::Reactions => &["reactionGuidance"],
        Named::ReactionsMinimal => &["reactionGuidance.level"],
        Named::ReasoningTags => &["reasoningTagHint"],
        Named::SandboxAccess => &["sandboxInfo.workspaceAccess"],
        Named::SandboxBrowser => &["sandboxInfo.browserBridgeUrl"],
        Named::SandboxContainerPath => &["sandboxInfo.containerWorkspaceDir"],
        Named::SandboxHostPath => &["sandboxInfo.workspaceDir"],
        Named::SandboxMount => &["sandboxInfo.agentWorkspaceMount"],
        Named::SandboxWorkspace => &["sandboxInfo.containerWorkspaceDir", "sandboxInfo.enabled"],
        Named::Sandboxed => &["sandboxInfo.enabled"],
        Named::SchemaDirectory => &["toolSchemaDirectoryPrompt"],
        Named::Sessions => &["runtimeInfo.activeProcessSessions"],
        Named::SilentSuppressed => &["silentReplyPromptMode", "sourceReplyDeliveryMode"],
        Named::Skills => &["skillsPrompt"],
        Named::SourcePath => &["sourcePath"],
        Named::Timezone => &["userTimezone"],
        Named::ToolsListed => &["toolNames"],
        Named::TruncationNotice => &["bootstrapTruncationNotice"],
        Named::VoiceHint => &["ttsHint"],
        Named::WorkspaceOnly => &["fsWorkspaceOnly"],
    }
}

fn of_slot(slot: Slot) -> &'static [&'static str] {
    match slot {
        Slot::Access => &["sandboxInfo.workspaceAccess"],
        Slot::BlockedReason => &["sandboxInfo.elevated.fullAccessBlockedReason"],
        Slot::Channel => &["runtimeInfo.channel"],
        Slot::ChannelOptions => &["deliverableChannels"],
        Slot::ContainerWorkdir => &["sandboxInfo.containerWorkspaceDir"],
        Slot::ContainerWorkspaceDir => {
            &["sandboxInfo.containerWorkspaceDir", "sandboxInfo.enabled"]
        }
        Slot::DisplayWorkspaceDir => {
            &["workspaceDir", "sandboxInfo.containerWorkspaceDir", "sandboxInfo.enabled"]
        }
        Slot::DocsPath => &["docsPath"],
        Slot::ElevatedLevel => &["sandboxInfo.elevated.defaultLevel"],
        Slot::ExecTool | Slot::ProcessTool | Slot::ReadTool => &["toolNames"],
        Slot::HeartbeatPrompt => &["heartbeatPrompt"],
        Slot::HostMount => &["sandboxInfo.workspaceDir"],
        Slot::HostWorkspaceDir => &["workspaceDir"],
        Slot::IdentityPrefix | Slot::SilentToken => &[],
        Slot::Model => &["runtimeInfo.model"],
        Slot::Mount => &["sandboxInfo.agentWorkspaceMount"],
        Slot::OwnerList => &["ownerNumbers", "ownerDisplay", "ownerDisplaySecret"],
        Slot::ReactionChannel => &["reactionGuidance.channel"],
        Slot::ReasoningLevel => &["reasoningLevel"],
        Slot::SourcePath => &["sourcePath"],
        Slot::Timezone => &["userTimezone"],
    }
}

fn of_computed(computed: Computed) -> &'static [&'static str] {
    match computed {
        Computed::DynamicProjectFiles | Computed::ProjectFiles => &["contextFiles", "locale"],
        Computed::ExecutionBiasOverride => &["promptContribution.sectionOverrides.execution_bias"],
        Computed::ExtraContext => &["extraSystemPrompt"],
        Computed::InteractionStyleOverride => {
            &["promptContribution.sectionOverrides.interaction_style"]
        }
        Computed::MemoryLines => &["memoryLines"],
        Computed::MessageToolHints => {
            &["messageToolHints", "toolNames", "capabilityToolNames", "promptMode"]
        }
        Computed::ModelAliases => &["modelAliasLines"],
        Computed::NativeCommandLines => &["nativeCommandGuidanceLines"],
        Computed::ProcessSessions => &["runtimeInfo.activeProcessSessions"],
        Computed::ProviderDynamicSuffix => &["promptContribution.dynamicSuffix"],
        Computed::ProviderStablePrefix => &["promptContribution.stablePrefix"],
        Computed::RuntimeLine => &["runtimeInfo", "defaultThinkLevel", "locale"],
        Computed::SchemaDirectory => &["toolSchemaDirectoryPrompt"],
        Computed::SkillsPrompt => &["skillsPrompt"],
        Computed::ToolCallStyleOverride => &["promptContribution.sectionOverrides.tool_call_style"],
        Computed::ToolList => &["toolNames", "toolSummaries", "acpEnabled", "sandboxInfo.enabled"],
        Computed::TruncationNotice => &["bootstrapTruncationNotice"],
        Computed::VoiceHint => &["ttsHint"],
        Computed::WorkspaceNotes => &["workspaceNotes"],
    }
}

/// Whether the parameter `name` is `path` or lies below it.
pub(super) fn lies_below(name: &str, path: &str) -> bool {
    name.strip_prefix(path)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || rest.starts_with('['))
}
