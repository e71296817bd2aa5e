//! The second half of a run's resolution: from the hook's list to context files and an account.

use serde_json::Value;

use super::budget::{Budget, BudgetWarning, BudgetedFiles, FileOutcome, build_context_files};
use super::file::{BootstrapFile, ContextFile};
use super::filter::{LeftOutFile, LeftOutReason, RunFacts, lasting_reason, sort_out};
use super::heartbeat::excludes_heartbeat_file;
use super::hook::{Diagnostic, HookOutcome, apply_hook, resolve_files};
use super::stats::{BudgetAnalysis, analyze_budget, injection_stats};
use super::warning::{
    PromptWarning, TruncationReport, WarningOptions, build_prompt_warning, prompt_notice,
    truncation_report,
};
use super::{BootstrapTexts, SharedText};
use crate::config::session_agent_id;
use crate::text::{Text, U16Str};

/// Files of a run before its hook.
#[derive(Debug, Clone, Default)]
pub struct PreparedRun {
    /// Facts of the run.
    pub run: RunFacts,
    /// Files after the filters; what the hook is given.
    pub files: Vec<BootstrapFile>,
    /// Files that the filters left out.
    pub left_out: Vec<LeftOutFile>,
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

/// The files of a run, after its hook and all filters.
#[derive(Debug, Clone, Default)]
pub struct ResolvedFiles {
    /// The records.
    pub files: Vec<BootstrapFile>,
    /// Files that a filter left out.
    pub left_out: Vec<LeftOutFile>,
    /// What was noticed.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves the records of a run.
///
/// The setup filter and the session's filter hold for what a hook added as well; the filter by context
/// mode does not, so a hook may give a lightweight run files of its own choice.
#[must_use]
pub fn resolve_run_files(
    prepared: PreparedRun,
    hook: Option<HookOutcome>,
    context: &FinishContext<'_>,
) -> ResolvedFiles {
    let PreparedRun { run, files, mut left_out, mut diagnostics } = prepared;
    let files = match hook {
        Some(outcome) => apply_hook(files, outcome, &mut diagnostics),
        None => files,
    };
    let key = run.session_key.as_deref();
    let agent_id = session_agent_id(context.config, context.agent_id, key);
    let is_off = excludes_heartbeat_file(context.config, &agent_id, run.run_kind);
    let files = sort_out(files, &mut left_out, |file| {
        let is_beat = is_off && file.is_named("HEARTBEAT.md");
        lasting_reason(file, &run).or(is_beat.then_some(LeftOutReason::Heartbeat))
    });
    let files = resolve_files(files, &run.workspace_dir, context.home, &mut diagnostics);
    ResolvedFiles { files, left_out, diagnostics }
}

/// How a run's files are cut and announced.
#[derive(Debug, Clone)]
pub struct FinishOptions<'a> {
    /// Limits and policy.
    pub budget: Budget,
    /// When and how a cut is announced.
    pub warning: WarningOptions<'a>,
}

/// What a run puts into its prompt, and an account of it.
#[derive(Debug, Clone)]
pub struct BootstrapContext {
    /// The resolved records.
    pub files: Vec<BootstrapFile>,
    /// Files that a filter left out.
    pub left_out: Vec<LeftOutFile>,
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
    let ResolvedFiles { files, left_out, diagnostics } = resolve_run_files(prepared, hook, context);
    let BudgetedFiles { context_files, outcomes, warnings } =
        build_context_files(&files, &options.budget, &texts.budget);
    let stats = injection_stats(&files, &context_files);
    let budget = &options.budget;
    let analysis = analyze_budget(&stats, budget.max_chars, budget.total_max_chars, None);
    let warning = build_prompt_warning(&analysis, &options.warning, &texts.warning);
    BootstrapContext {
        notice: prompt_notice(&warning.lines, &texts.warning).map(U16Str::to_owned),
        report: truncation_report(&analysis, options.warning.mode, &warning),
        files,
        left_out,
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::file::MissingReason;
    use super::super::filter::{ContextMode, RunKind};
    use super::super::hook::{HookEntry, Loose};
    use super::super::warning::{DEFAULT_DETAIL_FILES, WarningHistory, WarningMode};
    use super::*;
    use crate::text::{Collator, to_text};

    fn file(name: &str, content: &str) -> BootstrapFile {
        BootstrapFile {
            name: to_text(name),
            path: to_text(&format!("/w/{name}")),
            content: Ok(content.into()),
        }
    }

    fn entry(name: &str, path: &str) -> HookEntry {
        HookEntry::Record {
            name: Loose::Text(to_text(name)),
            path: Loose::Text(to_text(path)),
            content: Loose::Text(to_text("from the hook")),
            missing: Loose::Absent,
            reason: Loose::Absent,
        }
    }

    fn prepared(key: &str, files: Vec<BootstrapFile>) -> PreparedRun {
        let run = RunFacts {
            workspace_dir: to_text("/w"),
            session_key: Some(to_text(key)),
            ..RunFacts::default()
        };
        PreparedRun { run, files, ..PreparedRun::default() }
    }

    const PLAIN: FinishContext<'static> =
        FinishContext { config: None, agent_id: None, home: None };

    fn resolved(prepared: PreparedRun, hook: Option<HookOutcome>) -> Vec<String> {
        let resolved = resolve_run_files(prepared, hook, &PLAIN);
        resolved.files.iter().map(|file| file.path.to_string_lossy()).collect()
    }

    fn finished(prepared: PreparedRun, warning_mode: WarningMode) -> BootstrapContext {
        let texts = BootstrapTexts::shipped();
        let collator = Collator::new("en-US").unwrap();
        let options = FinishOptions {
            budget: Budget::new(Some(200.0), None).unwrap(),
            warning: WarningOptions {
                mode: warning_mode,
                history: WarningHistory::default(),
                max_files: DEFAULT_DETAIL_FILES,
                collator: &collator,
            },
        };
        finish(prepared, None, &PLAIN, &options, texts)
    }

    #[test]
    fn what_a_hook_adds_is_filtered_by_session_and_setup_again() {
        let added = || {
            HookOutcome::Returned(vec![
                entry("AGENTS.md", "/w/AGENTS.md"),
                entry("SOUL.md", "/w/SOUL.md"),
                entry("BOOTSTRAP.md", "BOOTSTRAP.md"),
                entry("BOOTSTRAP.md", "x/BOOTSTRAP.md"),
            ])
        };
        let sub_agent = prepared("subagent:1", Vec::new());
        assert_eq!(resolved(sub_agent, Some(added())), ["/w/AGENTS.md"]);
        let mut completed = prepared("agent:main:main", Vec::new());
        completed.run.is_setup_completed = true;
        assert_eq!(
            resolved(completed, Some(added())),
            ["/w/AGENTS.md", "/w/SOUL.md", "/w/x/BOOTSTRAP.md"]
        );
    }

    #[test]
    fn a_hook_may_give_a_lightweight_run_files() {
        let mut light = prepared("agent:main:main", Vec::new());
        light.run.context_mode = ContextMode::Lightweight;
        light.run.run_kind = RunKind::Cron;
        let hook = HookOutcome::Returned(vec![entry("TOOLS.md", "TOOLS.md")]);
        assert_eq!(resolved(light, Some(hook)), ["/w/TOOLS.md"]);
    }

    #[test]
    fn the_heartbeat_file_goes_where_heartbeats_are_off() {
        let config = json!({"agents": {"defaults": {"heartbeat": {"every": "0m"}}}});
        let paths = |key: &str| {
            let context = FinishContext { config: Some(&config), ..PLAIN };
            let files = vec![file("HEARTBEAT.md", "beat"), file("USER.md", "u")];
            resolve_run_files(prepared(key, files), None, &context).files.len()
        };
        assert_eq!(paths("agent:main:main"), 1);
        assert_eq!(paths("agent:other:main"), 2);
    }

    #[test]
    fn a_hook_that_fails_loses_nothing() {
        let files = vec![file("SOUL.md", "s")];
        let run = prepared("agent:main:main", files);
        let ResolvedFiles { files, diagnostics, .. } =
            resolve_run_files(run, Some(HookOutcome::TimedOut), &PLAIN);
        assert_eq!((files.len(), diagnostics[0].reason.name()), (1, "hook-timed-out"));
    }

    #[test]
    fn a_finished_run_accounts_for_every_file() {
        let mut missing = file("USER.md", "");
        missing.content = Err(MissingReason::HardLink);
        let files = vec![file("SOUL.md", &"x".repeat(500)), missing, file("TOOLS.md", "t\n")];
        let run = finished(prepared("agent:main:main", files), WarningMode::Always);
        let states: Vec<_> = run.outcomes.iter().map(|outcome| outcome.state.name()).collect();
        assert_eq!(states, ["cut", "missing", "whole"]);
        assert_eq!(run.context_files.len(), 3);
        assert_eq!((run.report.truncated_files, run.report.warning_shown), (1, true));
        assert!(run.notice.is_some() && run.log.len() == 1);
    }

    /// Report B112: `off` shows no notice, and only `off`.
    #[test]
    fn the_notice_follows_the_mode() {
        let notice = |mode| {
            let files = vec![file("SOUL.md", &"x".repeat(500))];
            finished(prepared("main", files), mode).notice.is_some()
        };
        assert!(!notice(WarningMode::Off));
        assert!(notice(WarningMode::Once) && notice(WarningMode::from_setting(Some("sometimes"))));
    }

    /// Report B071: nothing is remembered between two runs of the same inputs.
    #[test]
    fn the_same_inputs_give_the_same_context() {
        let files = vec![file("AGENTS.md", &"- must x\n".repeat(90)), file("SOUL.md", "s")];
        let run = || finished(prepared("main", files.clone()), WarningMode::Once);
        let (first, second) = (run(), run());
        assert_eq!(first.context_files, second.context_files);
        assert_eq!(first.warning, second.warning);
    }

    #[test]
    fn a_sandbox_shows_files_below_its_own_directory() {
        let shown = |path: &str| ContextFile { path: to_text(path), content: "x".into() };
        let files = vec![shown("/w/x/USER.md"), shown("/other/SOUL.md"), shown("/wide/a")];
        let remapped = remap_context_files(files, &to_text("/w/"), &to_text("/box"));
        let paths: Vec<_> = remapped.iter().map(|file| file.path.to_string_lossy()).collect();
        assert_eq!(paths, ["/box/x/USER.md", "/other/SOUL.md", "/wide/a"]);
    }
}
