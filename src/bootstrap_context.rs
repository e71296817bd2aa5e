//! What a run gets, as JavaScript has it.

use clawprompt_core::bootstrap::{
    BootstrapContext, BootstrapFile, BudgetTexts, Diagnostic, FileOutcome, LeftOutFile,
};
use clawprompt_files::workspace::SetupState;
use napi_derive::napi;

use crate::bootstrap_analysis::{BootstrapBudgetAnalysis, number};
use crate::bootstrap_files::{BootstrapContextFile, WorkspaceBootstrapFile};
use crate::bootstrap_warning::{BootstrapPromptWarning, BootstrapTruncationReport};
use crate::text::JsText;

/// The workspace files of one run, and an account of them.
#[napi(object, object_from_js = false)]
pub struct BootstrapRunContext {
    /// The records, after all filters and the hook, each with an absolute path.
    pub bootstrap_files: Vec<WorkspaceBootstrapFile>,
    /// What the prompt shows.
    pub context_files: Vec<BootstrapContextFile>,
    /// What became of each record, in its order.
    pub outcomes: Vec<BootstrapFileOutcome>,
    /// Files that the session, the setup, the context mode or the heartbeat gate left out.
    pub left_out: Vec<LeftOutBootstrapFile>,
    /// Sizes and limits.
    pub analysis: BootstrapBudgetAnalysis,
    /// Whether and what to warn.
    pub warning: BootstrapPromptWarning,
    /// The block for `bootstrapTruncationNotice`; absent when no warning is shown.
    #[napi(ts_type = "string")]
    pub notice: Option<JsText>,
    /// For the run's report.
    pub report: BootstrapTruncationReport,
    /// Sentences for the log; `warn` heard the same.
    #[napi(ts_type = "string[]")]
    pub log: Vec<JsText>,
    /// What was noticed on the way.
    pub diagnostics: Vec<BootstrapDiagnostic>,
    /// How far the workspace's first-run setup has come.
    pub setup: WorkspaceSetup,
    /// The run's agent: given, else named by the session key, else the config's default agent.
    pub agent_id: String,
}

impl BootstrapRunContext {
    pub(crate) fn new(
        context: BootstrapContext,
        setup: SetupState,
        agent_id: String,
        texts: &BudgetTexts,
    ) -> Self {
        let outcomes = context.files.iter().zip(&context.outcomes).map(outcome);
        Self {
            bootstrap_files: context.files.iter().map(Into::into).collect(),
            outcomes: outcomes.collect(),
            context_files: context.context_files.iter().map(Into::into).collect(),
            left_out: context.left_out.into_iter().map(Into::into).collect(),
            analysis: (&context.analysis).into(),
            warning: context.warning.into(),
            notice: context.notice.map(JsText),
            report: context.report.into(),
            log: context.log.iter().map(|warning| JsText(warning.message(texts))).collect(),
            diagnostics: context.diagnostics.into_iter().map(Into::into).collect(),
            setup: WorkspaceSetup { completed: setup.is_completed, pending: setup.is_pending },
            agent_id,
        }
    }
}

/// What became of one record.
#[napi(object, object_from_js = false)]
pub struct BootstrapFileOutcome {
    /// Name of the record.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// Path of the record.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// Injected in full (trailing white space aside), injected in part, left out for lack of room, left out because
    /// it is empty, replaced by a marker because it has no content, or left out because it has no path.
    #[napi(ts_type = "'whole' | 'cut' | 'dropped' | 'empty' | 'missing' | 'no-path'")]
    pub state: &'static str,
    /// Length of the right-trimmed content in UTF-16 code units; 0 for a missing file.
    pub raw_chars: f64,
    /// Length of what was injected in UTF-16 code units.
    pub injected_chars: f64,
    /// The limit that a file which was cut had to fit into, in UTF-16 code units; absent for any other.
    pub limit: Option<f64>,
}

fn outcome((file, outcome): (&BootstrapFile, &FileOutcome)) -> BootstrapFileOutcome {
    BootstrapFileOutcome {
        name: JsText(file.name.clone()),
        path: JsText(file.path.clone()),
        state: outcome.state.name(),
        raw_chars: number(outcome.raw_chars),
        injected_chars: number(outcome.injected_chars),
        limit: outcome.limit.map(number),
    }
}

/// A file that a filter left out.
#[napi(object, object_from_js = false)]
pub struct LeftOutBootstrapFile {
    /// Name of the record.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// Path of the record.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// The kind of session does not see it; the workspace's setup is completed; the run asks for less context; the
    /// run's agent has no heartbeats.
    #[napi(ts_type = "'session' | 'setup-completed' | 'context-mode' | 'heartbeat'")]
    pub reason: &'static str,
    /// Whether the file has no content, whatever the reason.
    pub missing: bool,
    /// Length of the right-trimmed content in UTF-16 code units; 0 for a missing file.
    pub raw_chars: f64,
}

impl From<LeftOutFile> for LeftOutBootstrapFile {
    fn from(LeftOutFile { file, reason }: LeftOutFile) -> Self {
        Self {
            missing: file.is_missing(),
            raw_chars: number(file.text().map_or(0, |text| text.trimmed_end().len())),
            name: JsText(file.name),
            path: JsText(file.path),
            reason: reason.name(),
        }
    }
}

/// Something the caller should know; the run went on.
#[napi(object, object_from_js = false)]
pub struct BootstrapDiagnostic {
    /// What happened: why a file was not read (as in a record's `reason`), what is odd in one that was
    /// (`invalid-utf8`, `nul-characters`), what is wrong with an extra file (`invalid-bootstrap-filename`,
    /// `invalid-pattern`, `search-limit`), with the setup state (`invalid-state`), or with the hook and its list.
    #[napi(
        ts_type = "'absent' | 'too-large' | 'outside-workspace' | 'hard-link' | 'not-a-file' | 'unreadable' | 'invalid-utf8' | 'nul-characters' | 'invalid-bootstrap-filename' | 'invalid-pattern' | 'search-limit' | 'invalid-state' | 'hook-failed' | 'hook-timed-out' | 'hook-result' | 'hook-entry-type' | 'hook-entry-path' | 'hook-entry-field' | 'duplicate'"
    )]
    pub reason: &'static str,
    /// Name of the record, or of the pattern; absent when there is none.
    #[napi(ts_type = "string")]
    pub name: Option<JsText>,
    /// Path concerned; absent when there is none.
    #[napi(ts_type = "string")]
    pub path: Option<JsText>,
    /// What a failed hook's error says.
    #[napi(ts_type = "string")]
    pub detail: Option<JsText>,
}

impl From<Diagnostic> for BootstrapDiagnostic {
    fn from(diagnostic: Diagnostic) -> Self {
        let shown = |text: clawprompt_core::text::Text| (!text.is_empty()).then_some(JsText(text));
        Self {
            reason: diagnostic.reason.name(),
            name: shown(diagnostic.name),
            path: shown(diagnostic.path),
            detail: shown(diagnostic.detail),
        }
    }
}

/// How far a workspace's first-run setup has come.
#[napi(object, object_from_js = false)]
pub struct WorkspaceSetup {
    /// Whether completion is recorded; the workspace's own `BOOTSTRAP.md` is then left out.
    pub completed: bool,
    /// Whether the setup is still to be done: not recorded as completed, and `BOOTSTRAP.md` exists.
    pub pending: bool,
}
