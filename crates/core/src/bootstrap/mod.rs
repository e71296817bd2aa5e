//! Workspace files in the prompt: which belong in a run, how they are cut to budget, and what is said
//! about it.
//!
//! The order of one run: load and filter ([`filter_for_run`]), let the `agent:bootstrap` hook change the
//! list, [`finish`]. Reading the files is the business of another crate; this one gets records.
//!
//! Lengths and limits are UTF-16 code units throughout.

mod budget;
mod codex;
mod codex_run;
mod compaction;
mod content;
mod digest;
mod excerpt;
mod fair;
mod file;
mod filter;
mod heartbeat;
mod hook;
mod markdown;
mod outline;
mod paths;
mod pipeline;
mod routing;
mod settings;
mod startup;
mod stats;
mod texts;
mod truncate;
mod warning;

pub use budget::{
    Budget, BudgetPolicy, BudgetTexts, BudgetWarning, BudgetedFiles, CutStyle, DEFAULT_MAX_CHARS,
    DEFAULT_TOTAL_MAX_CHARS, FileOutcome, FileState, LimitError, MIN_FILE_BUDGET,
    build_context_files,
};
pub use codex::{
    CodexFacts, CodexRouting, CodexSurface, CodexTexts, MISSING_PREFIX, prefix_request,
    route_codex_files, take_routed_memory,
};
pub use codex_run::{
    ApprovalPolicy, CodexEffort, CodexLayers, CodexPermissionTexts, CodexRunFacts, CodexSandbox,
    codex_layers,
};
pub use compaction::{
    CompactionMoment, CompactionTexts, format_post_compaction, post_compaction_sections,
};
pub use content::SharedText;
pub use excerpt::{
    ExcerptTexts, MemoryExcerpt, ToolResultLimits, memory_excerpt, tool_result_limits,
};
pub use file::{BOOTSTRAP_FILE_NAMES, BootstrapFile, ContextFile, MAX_FILE_BYTES, MissingReason};
pub use filter::{
    ContextMode, LeftOutFile, LeftOutReason, RunFacts, RunKind, belongs_to_session, filter_for_run,
    filter_for_session,
};
pub use heartbeat::excludes_heartbeat_file;
pub use hook::{
    DEFAULT_HOOK_TIMEOUT_MS, Diagnostic, DiagnosticReason, HookEntry, HookOutcome,
    HookTimeoutError, Loose, hook_timeout, resolve_files, sanitize_entries,
};
pub use outline::OutlineTexts;
pub use paths::{path_below, resolve_path};
pub use pipeline::{
    BootstrapContext, FinishContext, FinishOptions, PreparedRun, ResolvedFiles, finish,
    remap_context_files, resolve_run_files,
};
pub use routing::{
    BootstrapMode, BootstrapModeFacts, COMPLETION_MARKER, ContextInjection, MARKER_SCAN_BYTES,
    RoutingFacts, context_files_for_mode, has_completion_marker, is_bootstrap_path,
    leaves_completion_marker, resolve_bootstrap_mode, route_bootstrap, skips_files,
};
pub use settings::{BootstrapSettings, ContextLimits, extra_file_patterns};
pub use startup::{
    DailyNote, MAX_SLUG_FILES, StartupAction, StartupSettings, StartupTexts,
    format_startup_context, startup_dates,
};
pub use stats::{
    BudgetAnalysis, CutCause, FileAnalysis, InjectionStat, NEAR_LIMIT_RATIO, analysis_limit,
    analyze_budget, injection_stats,
};
pub use truncate::{Cut, CutTexts, truncate_file};
pub use warning::{
    DEFAULT_DETAIL_FILES, PromptWarning, TruncationReport, WarningHistory, WarningMode,
    WarningOptions, WarningTexts, append_prompt_warning, build_prompt_warning, prompt_notice,
    truncation_report,
};

use std::sync::LazyLock;

use crate::shipped;
use crate::texts::{Lookup, TextError};

/// Every text that this module puts into prompts and logs.
#[derive(Debug, Clone)]
pub struct BootstrapTexts {
    /// Marks and log sentences of the budget.
    pub budget: BudgetTexts,
    /// The notice about cuts.
    pub warning: WarningTexts,
    /// Around files of a Codex turn.
    pub codex: CodexTexts,
    /// What stands in for Codex's own words about permissions.
    pub codex_permissions: CodexPermissionTexts,
    /// The start-up context.
    pub startup: StartupTexts,
    /// The refresh after a compaction.
    pub compaction: CompactionTexts,
    /// Notices below excerpts.
    pub excerpt: ExcerptTexts,
}

impl BootstrapTexts {
    /// The texts of the shipped definition.
    ///
    /// # Panics
    ///
    /// When the definition lacks one, which a test rules out.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static TEXTS: LazyLock<BootstrapTexts> = LazyLock::new(|| {
            let load = BootstrapTexts::load(&|key| shipped::definition().text(key));
            load.unwrap_or_else(|error| {
                panic!("the shipped definition is checked by a test: {error}")
            })
        });
        &TEXTS
    }

    /// Takes the texts named `bootstrap.*` from a prompt definition.
    pub fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            budget: BudgetTexts::load(lookup)?,
            warning: WarningTexts::load(lookup)?,
            codex: CodexTexts::load(lookup)?,
            codex_permissions: CodexPermissionTexts::load(lookup)?,
            startup: StartupTexts::load(lookup)?,
            compaction: CompactionTexts::load(lookup)?,
            excerpt: ExcerptTexts::load(lookup)?,
        })
    }
}
