//! The facts that conditions ask about.
//!
//! A named fact is computed in Rust. A fact of an open family, such as `tool:exec`, asks for one member
//! of a set that the caller's parameters name; which members matter is known only from the definition.

use std::borrow::Cow;

/// Defines [`Named`] with each fact's spelling and meaning, so that the three cannot drift apart.
macro_rules! named_facts {
    ($($variant:ident $name:literal $meaning:literal,)*) => {
        /// A fact with a meaning of its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u16)]
        pub enum Named {
            $(#[doc = $meaning] $variant,)*
        }

        /// Every named fact, in the order of its bit, with its spelling and what it asks.
        pub const NAMED: &[(Named, &str, &str)] = &[$((Named::$variant, $name, $meaning),)*];
    };
}

named_facts! {
    AcpEnabled "acp_enabled" "ACP sessions are switched on.",
    AcpSpawn "acp_spawn" "ACP sessions are switched on and this run is not sandboxed.",
    BootstrapFileListed "bootstrap_file_listed" "Bootstrap mode is full and BOOTSTRAP.md is a context file.",
    BootstrapLimited "bootstrap:limited" "This run cannot finish the workspace's first-time setup.",
    BootstrapPending "bootstrap_pending" "The workspace's first-time setup is outstanding.",
    Channel "channel" "The channel of this turn is known.",
    ChannelOptions "channel_options" "The message tool must be told which channel to use.",
    ContextFiles "context_files" "At least one context file belongs above the cache boundary.",
    DelegationPrefer "delegation:prefer" "The agent should prefer to delegate.",
    DocsPath "docs_path" "A local copy of the documentation is known.",
    DynamicContextFiles "dynamic_context_files" "At least one context file belongs below the cache boundary.",
    Elevated "elevated" "The sandbox describes elevated execution.",
    ElevatedAllowed "elevated_allowed" "Elevated execution is allowed.",
    ElevatedFull "elevated_full" "Elevated execution is allowed and may skip approvals.",
    ElevatedFullBlocked "elevated_full_blocked" "Skipping approvals is explicitly not available.",
    ExplicitTarget "explicit_target" "A message must name its target this turn.",
    ExtraContext "extra_context" "The caller adds context for this conversation.",
    Full "full" "Prompt mode is full, or not a known mode.",
    GroupChat "group_chat" "The conversation is a group or a channel.",
    Heartbeat "heartbeat" "A heartbeat prompt is configured.",
    HostBrowserAllowed "host_browser:allowed" "The sandbox may use the host's browser.",
    HostBrowserBlocked "host_browser:blocked" "The sandbox may not use the host's browser.",
    MainSurface "main_surface" "The prompt is for OpenClaw's own agent loop, not for a foreign backend.",
    MemoryFile "memory_file" "A stable context file is named MEMORY.md.",
    MemorySection "memory_section" "Memory lines are wanted.",
    MessageToolOnly "message_tool_only" "Only the message tool reaches the user.",
    Minimal "minimal" "Prompt mode is minimal.",
    Model "model" "The model is known.",
    ModelAliases "model_aliases" "There are model alias lines.",
    NativeApproval "native_approval" "The channel shows approval cards or buttons of its own.",
    OverrideExecutionBias "override:execution_bias" "The provider replaces this section.",
    OverrideInteractionStyle "override:interaction_style" "The provider contributes this section.",
    OverrideToolCallStyle "override:tool_call_style" "The provider replaces this section.",
    Owners "owners" "Authorized senders are known.",
    Proactive "proactive" "The agent may start sub-agents on its own account.",
    Reactions "reactions" "The channel supports reactions.",
    ReactionsMinimal "reactions:minimal" "Reactions should be rare.",
    ReasoningTags "reasoning_tags" "The model marks its reasoning with tags.",
    SandboxAccess "sandbox_access" "The sandbox names its access to the workspace.",
    SandboxBrowser "sandbox_browser" "The sandbox has a browser.",
    SandboxContainerPath "sandbox_container_path" "The sandbox names its working directory.",
    Sandboxed "sandboxed" "Tools run in a sandbox.",
    SandboxHostPath "sandbox_host_path" "The sandbox names the host's workspace.",
    SandboxMount "sandbox_mount" "The sandbox names where the agent's workspace is mounted.",
    SandboxWorkspace "sandbox_workspace" "Tools run in a sandbox with a directory of its own.",
    SchemaDirectory "schema_directory" "There is a directory of deferred tool schemas.",
    Sessions "sessions" "Background shells are in scope.",
    SilentSuppressed "silent_suppressed" "The silent reply token must not be offered.",
    Skills "skills" "There is a skills list.",
    SoulFile "soul_file" "A stable context file is named SOUL.md.",
    SourcePath "source_path" "A local copy of the source code is known.",
    Timezone "timezone" "The user's time zone is known.",
    ToolsListed "tools_listed" "The caller names the visible tools.",
    TruncationNotice "truncation_notice" "Context files were cut and the model should know.",
    VoiceHint "voice_hint" "There is guidance for spoken replies.",
    WorkspaceOnly "workspace_only" "File tools are confined to the workspace.",
}

/// A family whose members come from the caller's parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// `cap:x`: the runtime has capability `x`.
    Capability,
    /// `channel:x`: the turn came through channel `x`.
    Channel,
    /// `may:x`: tool `x` is available, or the caller named no tools.
    MayUse,
    /// `tool:x`: tool `x` is available.
    Tool,
}

/// Every open family with its prefix.
pub const FAMILIES: [(Family, &str); 4] = [
    (Family::Capability, "cap"),
    (Family::Channel, "channel"),
    (Family::MayUse, "may"),
    (Family::Tool, "tool"),
];

/// A member of an open family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenFact {
    /// The family.
    pub family: Family,
    /// The member, in lower case.
    pub value: Cow<'static, str>,
    /// The member as UTF-16, for comparison with what callers give.
    pub units: Cow<'static, [u16]>,
}

/// What a spelling in `when` stands for.
pub(super) enum Parsed {
    Named(Named),
    Open(OpenFact),
    Unknown,
}

pub(super) fn parse(spelling: &str) -> Parsed {
    if let Some((named, _, _)) = NAMED.iter().find(|(_, name, _)| *name == spelling) {
        return Parsed::Named(*named);
    }
    let member = spelling.split_once(':').and_then(|(prefix, value)| {
        let (family, _) = FAMILIES.iter().find(|(_, name)| *name == prefix)?;
        let well_formed =
            !value.is_empty() && value == value.to_lowercase() && value == value.trim();
        well_formed.then(|| OpenFact {
            family: *family,
            value: Cow::Owned(value.to_owned()),
            units: Cow::Owned(value.encode_utf16().collect()),
        })
    });
    member.map_or(Parsed::Unknown, Parsed::Open)
}

/// Number of facts a definition may ask about; named facts take the first bits.
pub const CAPACITY: usize = 256;

/// A set of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FactSet {
    /// Bit `n % 64` of word `n / 64` stands for fact `n`.
    pub words: [u64; CAPACITY / 64],
}

impl FactSet {
    /// Adds fact number `index`.
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Adds a named fact when it holds.
    pub fn set(&mut self, fact: Named, holds: bool) {
        if holds {
            self.insert(fact as usize);
        }
    }

    /// Whether fact number `index` is in the set.
    #[must_use]
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }
}

/// One entry of a `when` list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Number of the fact.
    pub fact: u16,
    /// The fact must not hold.
    pub negated: bool,
}

/// A `when` list: all of `required` must hold and none of `forbidden`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Facts that must hold.
    pub required: FactSet,
    /// Facts that must not hold.
    pub forbidden: FactSet,
    /// The same entries in the order of the file, for explanations.
    pub terms: Cow<'static, [Term]>,
}

impl Condition {
    /// Whether the condition holds.
    #[must_use]
    pub fn holds(&self, facts: &FactSet) -> bool {
        if self.terms.is_empty() {
            return true;
        }
        let pairs = self.required.words.iter().zip(&self.forbidden.words).zip(&facts.words);
        pairs.fold(0, |wrong, ((required, forbidden), facts)| {
            wrong | (required & !facts) | (forbidden & facts)
        }) == 0
    }

    /// The first entry that does not hold, in the order of the file.
    #[must_use]
    pub fn first_failure(&self, facts: &FactSet) -> Option<Term> {
        let fails = |term: &&Term| facts.contains(usize::from(term.fact)) == term.negated;
        self.terms.iter().find(fails).copied()
    }
}
