//! The parameters of a render: names, kinds and allowed values.
//!
//! One table serves the reader, the addon's conversion and the strict validation, so they cannot drift.

use super::value::Value;

/// A parameter or a member of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Name in JavaScript.
    pub name: &'static str,
    /// What it should hold.
    pub kind: Kind,
    /// A turn may change it without touching the stable prefix.
    pub turn: bool,
}

/// What a field should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A boolean.
    Flag,
    /// A number.
    Number,
    /// An array of strings.
    Texts,
    /// Any iterable of strings.
    Iterable,
    /// An object whose values are strings.
    TextMap,
    /// An object with these members.
    Record(&'static [Field]),
    /// An array of objects with these members.
    Records(&'static [Field]),
}

/// Defines a struct that borrows one [`Value`] per field, with the table of its fields.
macro_rules! record {
    ($(#[$doc:meta])* $type:ident { $($field:ident $name:literal $kind:expr,)* }) => {
        $(#[$doc])*
        pub(super) struct $type<'a> {
            $(pub(super) $field: &'a Value<'a>,)*
        }

        impl<'a> $type<'a> {
            /// The fields in the order in which a [`Value::Record`] holds them.
            pub(super) const FIELDS: &'static [Field] =
                &[$(Field { name: $name, kind: $kind, turn: is_turn_field($name) },)*];

            /// The record's fields; `None` when the value is not a record.
            pub(super) fn of(value: &'a Value<'a>) -> Option<Self> {
                let Value::Record(values) = value else { return None };
                let mut values = values.iter();
                Some(Self { $($field: values.next().unwrap_or(&Value::Undefined),)* })
            }
        }
    };
}

/// The parameters of a render.
pub const PARAMS: Kind = Kind::Record(RawParams::FIELDS);

/// Parameters, and members of them, that a turn may change without touching the stable prefix.
const TURN_FIELDS: [&str; 14] = [
    "deliverableChannels",
    "defaultThinkLevel",
    "dynamicSuffix",
    "extraSystemPrompt",
    "heartbeatPrompt",
    "messageToolHints",
    "ownerDisplay",
    "ownerDisplaySecret",
    "ownerNumbers",
    "reactionGuidance",
    "reasoningLevel",
    "requireExplicitMessageTarget",
    "runtimeInfo",
    "ttsHint",
];

const fn is_turn_field(name: &str) -> bool {
    let mut index = 0;
    while index < TURN_FIELDS.len() {
        if is_same(name.as_bytes(), TURN_FIELDS[index].as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Equality of bytes, which the standard library does not yet offer in constants.
const fn is_same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Parameters that callers of the peer may pass and nothing reads.
pub const IGNORED: [&str; 4] =
    ["memoryCitationsMode", "nativeCommandNames", "userTime", "userTimeFormat"];

const MODES: &[&str] = &["full", "minimal", "none"];
const SURFACES: &[&str] =
    &["openclaw_main", "pi_main", "codex_app_server", "cli_backend", "acp_backend", "subagent"];
const THINKING: &[&str] =
    &["off", "minimal", "low", "medium", "high", "xhigh", "adaptive", "max", "ultra"];

record! {
    /// What `buildAgentSystemPrompt` takes.
    RawParams {
        workspace_dir "workspaceDir" Kind::Text,
        prompt_mode "promptMode" Kind::OneOf(MODES),
        prompt_surface "promptSurface" Kind::OneOf(SURFACES),
        tool_names "toolNames" Kind::Texts,
        capability_tool_names "capabilityToolNames" Kind::Texts,
        tool_summaries "toolSummaries" Kind::TextMap,
        tool_schema_directory_prompt "toolSchemaDirectoryPrompt" Kind::Text,
        native_command_guidance_lines "nativeCommandGuidanceLines" Kind::Iterable,
        acp_enabled "acpEnabled" Kind::Flag,
        proactive_subagent_orchestration "proactiveSubagentOrchestration" Kind::Flag,
        subagent_delegation_mode "subagentDelegationMode" Kind::OneOf(&["suggest", "prefer"]),
        skills_prompt "skillsPrompt" Kind::Text,
        include_memory_section "includeMemorySection" Kind::Flag,
        memory_lines "memoryLines" Kind::Texts,
        model_alias_lines "modelAliasLines" Kind::Texts,
        user_timezone "userTimezone" Kind::Text,
        fs_workspace_only "fsWorkspaceOnly" Kind::Flag,
        workspace_notes "workspaceNotes" Kind::Texts,
        docs_path "docsPath" Kind::Text,
        source_path "sourcePath" Kind::Text,
        sandbox_info "sandboxInfo" Kind::Record(RawSandbox::FIELDS),
        bootstrap_mode "bootstrapMode" Kind::OneOf(&["full", "limited", "none"]),
        bootstrap_truncation_notice "bootstrapTruncationNotice" Kind::Text,
        context_files "contextFiles" Kind::Records(RawContextFile::FIELDS),
        reasoning_tag_hint "reasoningTagHint" Kind::Flag,
        reasoning_level "reasoningLevel" Kind::OneOf(&["off", "on", "stream"]),
        default_think_level "defaultThinkLevel" Kind::OneOf(THINKING),
        owner_numbers "ownerNumbers" Kind::Texts,
        owner_display "ownerDisplay" Kind::OneOf(&["raw", "hash"]),
        owner_display_secret "ownerDisplaySecret" Kind::Text,
        silent_reply_prompt_mode "silentReplyPromptMode" Kind::OneOf(&["generic", "none"]),
        source_reply_delivery_mode "sourceReplyDeliveryMode"
            Kind::OneOf(&["automatic", "message_tool_only"]),
        require_explicit_message_target "requireExplicitMessageTarget" Kind::Flag,
        message_tool_hints "messageToolHints" Kind::Iterable,
        tts_hint "ttsHint" Kind::Text,
        extra_system_prompt "extraSystemPrompt" Kind::Text,
        heartbeat_prompt "heartbeatPrompt" Kind::Text,
        reaction_guidance "reactionGuidance" Kind::Record(RawReactions::FIELDS),
        prompt_contribution "promptContribution" Kind::Record(RawContribution::FIELDS),
        runtime_info "runtimeInfo" Kind::Record(RawRuntime::FIELDS),
        deliverable_channels "deliverableChannels" Kind::Texts,
        locale "locale" Kind::Text,
    }
}

record! {
    /// The sandbox of a run.
    RawSandbox {
        enabled "enabled" Kind::Flag,
        container_workspace_dir "containerWorkspaceDir" Kind::Text,
        workspace_dir "workspaceDir" Kind::Text,
        agent_workspace_mount "agentWorkspaceMount" Kind::Text,
        workspace_access "workspaceAccess" Kind::OneOf(&["none", "ro", "rw"]),
        browser_bridge_url "browserBridgeUrl" Kind::Text,
        host_browser_allowed "hostBrowserAllowed" Kind::Flag,
        elevated "elevated" Kind::Record(RawElevated::FIELDS),
    }
}

record! {
    /// Elevated execution in a sandbox.
    RawElevated {
        allowed "allowed" Kind::Flag,
        default_level "defaultLevel" Kind::OneOf(&["on", "off", "ask", "full"]),
        full_access_available "fullAccessAvailable" Kind::Flag,
        full_access_blocked_reason "fullAccessBlockedReason"
            Kind::OneOf(&["host-policy", "channel", "sandbox", "runtime"]),
    }
}

record! {
    /// A file whose content goes into the prompt.
    RawContextFile {
        path "path" Kind::Text,
        content "content" Kind::Text,
    }
}

record! {
    /// How often to react with emoji.
    RawReactions {
        level "level" Kind::OneOf(&["minimal", "extensive"]),
        channel "channel" Kind::Text,
    }
}

record! {
    /// What a model provider contributes.
    RawContribution {
        stable_prefix "stablePrefix" Kind::Text,
        dynamic_suffix "dynamicSuffix" Kind::Text,
        section_overrides "sectionOverrides" Kind::Record(RawOverrides::FIELDS),
    }
}

record! {
    /// Sections that a provider replaces.
    RawOverrides {
        interaction_style "interaction_style" Kind::Text,
        tool_call_style "tool_call_style" Kind::Text,
        execution_bias "execution_bias" Kind::Text,
    }
}

record! {
    /// Facts of the runtime.
    RawRuntime {
        agent_id "agentId" Kind::Text,
        session_key "sessionKey" Kind::Text,
        session_id "sessionId" Kind::Text,
        host "host" Kind::Text,
        repo_root "repoRoot" Kind::Text,
        os "os" Kind::Text,
        arch "arch" Kind::Text,
        node "node" Kind::Text,
        model "model" Kind::Text,
        default_model "defaultModel" Kind::Text,
        shell "shell" Kind::Text,
        channel "channel" Kind::Text,
        chat_type "chatType" Kind::Text,
        capabilities "capabilities" Kind::Texts,
        active_process_sessions "activeProcessSessions" Kind::Records(RawSession::FIELDS),
    }
}

record! {
    /// A background shell.
    RawSession {
        session_id "sessionId" Kind::Text,
        status "status" Kind::Text,
        pid "pid" Kind::Number,
        cwd "cwd" Kind::Text,
        name "name" Kind::Text,
    }
}
