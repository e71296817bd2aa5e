//! Names that the definition may use and Rust gives a meaning to.

/// Name of the boundary's own entry in the map of a prompt; no section may have it.
pub const BOUNDARY_SECTION: &str = "cache_boundary";

/// Defines a closed set of names with an enum, so that the spelling stands beside the variant.
macro_rules! closed_set {
    ($(#[$doc:meta])* $type:ident, $all:ident { $($variant:ident $name:literal $meaning:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $type {
            $(#[doc = $meaning] $variant,)*
        }

        /// Every member with its name in the definition.
        pub const $all: &[($type, &str)] = &[$(($type::$variant, $name),)*];

        impl $type {
            /// The member with this name.
            #[must_use]
            pub fn by_name(name: &str) -> Option<Self> {
                $all.iter().find(|(_, known)| *known == name).map(|(member, _)| *member)
            }
        }
    };
}

closed_set! {
    /// Lines whose text Rust makes; one may yield any number of elements.
    Computed, COMPUTED {
        DynamicProjectFiles "dynamic_project_files" "Heading and content of each file below the boundary.",
        ExecutionBiasOverride "execution_bias_override" "The provider's replacement of Execution Bias.",
        ExtraContext "extra_context" "The caller's context for this conversation.",
        InteractionStyleOverride "interaction_style_override" "The provider's interaction style.",
        MemoryLines "memory_lines" "The host's memory lines.",
        MessageToolHints "message_tool_hints" "Channel-specific hints for the message tool.",
        ModelAliases "model_aliases" "The alias lines as one block.",
        NativeCommandLines "native_command_lines" "Guidance for native commands.",
        ProcessSessions "process_sessions" "One line for each background shell.",
        ProjectFiles "project_files" "Heading and content of each file above the boundary.",
        ProviderDynamicSuffix "provider_dynamic_suffix" "The provider's block below the boundary.",
        ProviderStablePrefix "provider_stable_prefix" "The provider's block above the boundary.",
        RuntimeLine "runtime_line" "The facts of the runtime on one line.",
        SchemaDirectory "schema_directory" "The directory of deferred tool schemas.",
        SkillsPrompt "skills_prompt" "The skills list.",
        ToolCallStyleOverride "tool_call_style_override" "The provider's replacement of Tool Call Style.",
        ToolList "tool_list" "One line for each visible tool.",
        TruncationNotice "truncation_notice" "The notice about cut context files.",
        VoiceHint "voice_hint" "Guidance for spoken replies.",
        WorkspaceNotes "workspace_notes" "Notes about the workspace.",
    }
}

closed_set! {
    /// Placeholders that a line may use.
    Slot, SLOTS {
        Access "access" "The sandbox's access to the workspace.",
        BlockedReason "blocked_reason" "Why full elevated execution is blocked.",
        Channel "channel" "The channel of this turn, in lower case.",
        ChannelOptions "channel_options" "The channels that can deliver, joined by a bar.",
        ContainerWorkdir "container_workdir" "The sandbox's working directory as given.",
        ContainerWorkspaceDir "container_workspace_dir" "The sandbox's working directory, trimmed.",
        DisplayWorkspaceDir "display_workspace_dir" "The directory that commands see.",
        DocsPath "docs_path" "The local documentation.",
        ElevatedLevel "elevated_level" "The current elevated level.",
        ExecTool "exec_tool" "The exec tool as the caller spells it.",
        HeartbeatPrompt "heartbeat_prompt" "The configured heartbeat prompt.",
        HostMount "host_mount" "The host's directory behind the sandbox.",
        HostWorkspaceDir "host_workspace_dir" "The workspace on the host.",
        IdentityPrefix "identity_prefix" "The words that start the model identity line.",
        Model "model" "The model.",
        Mount "mount" "Where the agent's workspace is mounted.",
        OwnerList "owner_list" "The authorized senders.",
        ProcessTool "process_tool" "The process tool as the caller spells it.",
        ReactionChannel "reaction_channel" "The channel that reactions are for.",
        ReadTool "read_tool" "The read tool as the caller spells it.",
        ReasoningLevel "reasoning_level" "The current reasoning visibility.",
        SilentToken "silent_token" "The token of a silent reply.",
        SourcePath "source_path" "The local source code.",
        Timezone "timezone" "The user's time zone.",
    }
}

closed_set! {
    /// Where a section's words come from, for reports.
    Source, SOURCES {
        Definition "definition" "The shipped prompt definition.",
        Overlay "overlay" "An overlay added the section.",
        Provider "provider" "The model provider's contribution.",
        Host "host" "The gateway's plugins.",
        Workspace "workspace" "Files of the workspace.",
        Skills "skills" "The skills list.",
        Caller "caller" "A parameter of the call.",
    }
}

impl Source {
    /// The name in the definition and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        SOURCES.iter().find(|(member, _)| *member == self).map_or("", |(_, name)| name)
    }
}
