//! The second half of a run's resolution: from the hook's list to context files and an account.

use serde_json::Value;

use super::agents::session_agent_id;
use super::budget::{Budget, BudgetWarning, BudgetedFiles, FileOutcome, build_context_files};
use super::file::{BootstrapFile, ContextFile};
use super::filter::{RunFacts, drop_completed_setup, filter_for_session, keep};
use super::heartbeat::excludes_heartbeat_file;
use super::hook::{Diagnostic, HookOutcome, apply_hook, resolve_files};
use super::stats::{BudgetAnalysis, analyze_budget, injection_stats};
use super::warning::{
    PromptWarning, TruncationReport, WarningHistory, WarningMode, build_prompt_warning,
    truncation_report,
};
use super::{BootstrapTexts, SharedText};
use crate::text::{Collator, Text, U16Str};

/// Files of a run before its hook.
#[derive(Debug, Clone, Default)]
pub struct PreparedRun {
    /// Facts of the run.
    pub run: RunFacts,
    /// Files after the filters; what the hook is given.
    pub files: Vec<BootstrapFile>,
    /// What was noticed so far.
    pub diagnostics: Vec<Diagnostic>,
}

/// The gateway's side of a run.
#[derive(Debug, Clone, Copy)]
pub struct FinishContext<'a> {
    /// The gateway's configuration.
    pub config: Option<&'a Value>,
    /// The run's agent; found by the session key when absent.
    pub agent_id: Option<&'a str>,
    /// Home directory that `~` stands for in paths.
    pub home: Option<&'a U16Str>,
}

/// The records of a run, after its hook and all filters.
///
/// The setup filter and the session's filter hold for what a hook added as well; the filter by context
/// mode does not, so a hook may give a lightweight run files of its own choice.
#[must_use]
pub fn resolve_run_files(
    prepared: PreparedRun,
    hook: Option<HookOutcome>,
    context: &FinishContext<'_>,
) -> (Vec<BootstrapFile>, Vec<Diagnostic>) {
    let PreparedRun { run, files, mut diagnostics } = prepared;
    let files = match hook {
        Some(outcome) => apply_hook(files, outcome, &mut diagnostics),
        None => files,
    };
    let files = drop_completed_setup(files, &run);
    let files = filter_for_session(files, run.filter_key());
    let key = run.session_key.as_deref();
    let agent_id = session_agent_id(context.config, context.agent_id, key);
    let files = if excludes_heartbeat_file(context.config, &agent_id, run.run_kind) {
        keep(files, |file| !file.is_named("HEARTBEAT.md"))
    } else {
        files
    };
    let files = resolve_files(files, &run.workspace_dir, context.home, &mut diagnostics);
    (files, diagnostics)
}

/// How a run's files are cut and announced.
#[derive(Debug, Clone)]
pub struct FinishOptions<'a> {
    /// Limits and policy.
    pub budget: Budget,
    /// When a cut is announced.
    pub warning_mode: WarningMode,
    /// Earlier warnings of the session.
    pub history: WarningHistory,
    /// Order of paths in the signature.
    pub collator: &'a Collator,
}

/// What a run puts into its prompt, and an account of it.
#[derive(Debug, Clone)]
pub struct BootstrapContext {
    /// The resolved records.
    pub files: Vec<BootstrapFile>,
    /// What the prompt shows.
    pub context_files: Vec<ContextFile>,
    /// One entry for each record.
    pub outcomes: Vec<FileOutcome>,
    /// Sizes and limits.
    pub analysis: BudgetAnalysis,
    /// Whether and what to warn.
    pub warning: PromptWarning,
    /// The notice for the system prompt.
    pub notice: Option<Text>,
    /// For the run's report.
    pub report: TruncationReport,
    /// For the log.
    pub log: Vec<BudgetWarning>,
    /// What was noticed on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Cuts a run's files to budget and accounts for them.
#[must_use]
pub fn finish(
    prepared: PreparedRun,
    hook: Option<HookOutcome>,
    context: &FinishContext<'_>,
    options: &FinishOptions<'_>,
    texts: &BootstrapTexts,
) -> BootstrapContext {
    let (files, diagnostics) = resolve_run_files(prepared, hook, context);
    let BudgetedFiles { context_files, outcomes, warnings } =
        build_context_files(&files, &options.budget, &texts.budget);
    let stats = injection_stats(&files, &context_files);
    let budget = &options.budget;
    let analysis = analyze_budget(stats, budget.max_chars, budget.total_max_chars, None);
    let warning = build_prompt_warning(
        &analysis,
        options.warning_mode,
        &options.history,
        options.collator,
        &texts.warning,
    );
    BootstrapContext {
        notice: warning.notice(&texts.warning).map(U16Str::to_owned),
        report: truncation_report(&analysis, options.warning_mode, &warning),
        files,
        context_files,
        outcomes,
        analysis,
        warning,
        log: warnings,
        diagnostics,
    }
}

/// The files under the paths a sandbox knows: those inside `source` keep their place below `target`.
#[must_use]
pub fn remap_context_files(
    files: Vec<ContextFile>,
    source: &U16Str,
    target: &U16Str,
) -> Vec<ContextFile> {
    let source = super::paths::normalize(source);
    let remap = |file: ContextFile| {
        let path = super::paths::resolve_path(&file.path, &source, None);
        let rest = super::paths::path_below(&path, &source).map(U16Str::to_owned);
        let path = match rest {
            Some(rest) => super::paths::resolve_path(&rest, target, None),
            None => file.path,
        };
        ContextFile { path, content: SharedText::clone(&file.content) }
    };
    files.into_iter().map(remap).collect()
}
