//! The files of a run within the total budget.

use serde::Deserialize;
use thiserror::Error;

use super::content::SharedText;
use super::fair::share_fairly;
use super::file::{BootstrapFile, ContextFile, MissingReason};
use super::outline::{OutlineTexts, cut_outline};
use super::texts::{clamp, number};
use super::truncate::{Cut, CutTexts, truncate_file};
use crate::text::{Template, Text, U16Str, trim};
use crate::texts::{Lookup, TextError, template};

/// Default limit for one file, in UTF-16 code units.
pub const DEFAULT_MAX_CHARS: usize = 20_000;
/// Default limit for all files together, in UTF-16 code units.
pub const DEFAULT_TOTAL_MAX_CHARS: usize = 60_000;
/// With fewer units left than this, the default policy starts no further file.
pub const MIN_FILE_BUDGET: usize = 64;

/// A limit is not a number.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{field} must be a number of UTF-16 code units, not NaN (leave it out for {default})")]
pub struct LimitError {
    /// Name of the option.
    pub field: &'static str,
    /// What applies when the option is absent.
    pub default: usize,
}

/// Who gets how much of the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BudgetPolicy {
    /// Files spend the total in load order; the peer's rule.
    #[default]
    InOrder,
    /// Every file gets an equal share, and what one does not use goes to the others, in turns.
    Fair,
}

/// Where a file that is too long is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutStyle {
    /// In the middle, with a digest for `AGENTS.md`; the peer's rule.
    #[default]
    Middle,
    /// By Markdown section, rules and headings first.
    Outline,
}

/// How files are made to fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Limit for one file, in UTF-16 code units; at least 1.
    pub max_chars: usize,
    /// Limit for all files, in UTF-16 code units; at least 1.
    pub total_max_chars: usize,
    /// Who gets how much.
    pub policy: BudgetPolicy,
    /// Where a long file is cut.
    pub cut: CutStyle,
}

impl Budget {
    /// Limits as a caller gives them: fractions are dropped, and less than 1 counts as 1.
    ///
    /// Without a total, it is the larger of the per-file limit and [`DEFAULT_TOTAL_MAX_CHARS`].
    pub fn new(max_chars: Option<f64>, total_max_chars: Option<f64>) -> Result<Self, LimitError> {
        let max_chars = match max_chars {
            Some(value) => whole_limit(value, "maxChars", DEFAULT_MAX_CHARS)?,
            None => DEFAULT_MAX_CHARS,
        };
        let default_total = max_chars.max(DEFAULT_TOTAL_MAX_CHARS);
        let total_max_chars = match total_max_chars {
            Some(value) => whole_limit(value, "totalMaxChars", default_total)?,
            None => default_total,
        };
        Ok(Self {
            max_chars,
            total_max_chars,
            policy: BudgetPolicy::default(),
            cut: CutStyle::default(),
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is at least 1, and a limit beyond memory is no limit"
)]
fn whole_limit(value: f64, field: &'static str, default: usize) -> Result<usize, LimitError> {
    if value.is_nan() {
        return Err(LimitError { field, default });
    }
    Ok(value.floor().max(1.0) as usize)
}

/// Marks that stand in files or in their place, and the log's sentences.
#[derive(Debug, Clone)]
pub struct BudgetTexts {
    /// Marks inside a file that was cut.
    pub cut: CutTexts,
    outline: OutlineTexts,
    missing: Template,
    unreadable: Template,
    log_cut: Template,
    log_exhausted: Template,
    log_no_path: Template,
}

impl BudgetTexts {
    /// Takes the texts `bootstrap.marker.*` and `bootstrap.log.*` from a prompt definition.
    pub fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            cut: CutTexts::load(lookup)?,
            outline: OutlineTexts::load(lookup)?,
            missing: template(lookup, "bootstrap.marker.missing", &["path"])?,
            unreadable: template(lookup, "bootstrap.marker.unreadable", &["path", "reason"])?,
            log_cut: template(lookup, "bootstrap.log.cut", &["name", "raw", "limit"])?,
            log_exhausted: template(
                lookup,
                "bootstrap.log.exhausted",
                &["name", "remaining", "floor"],
            )?,
            log_no_path: template(lookup, "bootstrap.log.no_path", &["name"])?,
        })
    }

    /// What stands in the place of a file without content.
    fn place_holder(&self, path: &U16Str, reason: MissingReason) -> Text {
        if reason == MissingReason::Absent {
            return self.missing.fill(&[("path", path)]);
        }
        let reason = Text::from_str(reason.name());
        self.unreadable.fill(&[("path", path), ("reason", &reason)])
    }
}

/// What became of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// Injected in full, trailing white space aside.
    Whole,
    /// Injected in part.
    Cut,
    /// Not injected: no room was left.
    Dropped,
    /// Not injected: it holds nothing but white space.
    Empty,
    /// A marker, or part of one, stands in its place.
    Missing,
    /// Not injected: the record has no path.
    NoPath,
}

impl FileState {
    /// The name callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Cut => "cut",
            Self::Dropped => "dropped",
            Self::Empty => "empty",
            Self::Missing => "missing",
            Self::NoPath => "no-path",
        }
    }
}

/// What became of one file, and its sizes in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileOutcome {
    /// What became of it.
    pub state: FileState,
    /// Length of the right-trimmed content; 0 for a missing file.
    pub raw_chars: usize,
    /// Length of what was injected.
    pub injected_chars: usize,
    /// The limit that a file which was cut had to fit into; absent for any other.
    pub limit: Option<usize>,
}

impl FileOutcome {
    /// The outcome of a file of which nothing was injected.
    fn new(state: FileState, raw_chars: usize) -> Self {
        Self { state, raw_chars, injected_chars: 0, limit: None }
    }
}

/// Something for the log; the prompt carries its own notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BudgetWarning {
    /// A file was longer than its limit.
    Cut {
        /// Name of the record.
        name: Text,
        /// Length of the right-trimmed content, in UTF-16 code units.
        raw_chars: usize,
        /// The limit that applied to this file.
        limit: usize,
    },
    /// Too little was left for this file and all after it.
    Exhausted {
        /// Name of the first record left out.
        name: Text,
        /// UTF-16 code units left.
        remaining: usize,
    },
    /// A record has no path.
    NoPath {
        /// Name of the record.
        name: Text,
    },
}

impl BudgetWarning {
    /// The sentence for the log.
    #[must_use]
    pub fn message(&self, texts: &BudgetTexts) -> Text {
        match self {
            Self::Cut { name, raw_chars, limit } => texts.log_cut.fill(&[
                ("name", name),
                ("raw", &number(*raw_chars)),
                ("limit", &number(*limit)),
            ]),
            Self::Exhausted { name, remaining } => texts.log_exhausted.fill(&[
                ("name", name),
                ("remaining", &number(*remaining)),
                ("floor", &number(MIN_FILE_BUDGET)),
            ]),
            Self::NoPath { name } => texts.log_no_path.fill(&[("name", name)]),
        }
    }
}

/// Files cut to budget.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BudgetedFiles {
    /// What the prompt shows, in load order.
    pub context_files: Vec<ContextFile>,
    /// One entry for each record that was given, in its order.
    pub outcomes: Vec<FileOutcome>,
    /// For the log, in the order in which they arose.
    pub warnings: Vec<BudgetWarning>,
}

/// Makes context files of records: content cut to budget, or a marker in its place.
///
/// The injected lengths never sum to more than the total. In the default policy the first file with
/// fewer than [`MIN_FILE_BUDGET`] units left ends the list; markers of missing files need no such
/// minimum. An empty file costs nothing and is not shown.
#[must_use]
pub fn build_context_files(
    files: &[BootstrapFile],
    budget: &Budget,
    texts: &BudgetTexts,
) -> BudgetedFiles {
    let mut spender = Spender { budget, texts, out: BudgetedFiles::default() };
    match budget.policy {
        BudgetPolicy::InOrder => spender.spend_in_order(files),
        BudgetPolicy::Fair => spender.spend_fairly(files),
    }
    spender.out
}

struct Spender<'a> {
    budget: &'a Budget,
    texts: &'a BudgetTexts,
    out: BudgetedFiles,
}

impl Spender<'_> {
    fn spend_in_order(&mut self, files: &[BootstrapFile]) {
        let mut remaining = self.budget.total_max_chars.max(1);
        let mut is_over = false;
        for file in files {
            if remaining == 0 || is_over {
                self.drop_file(file);
            } else if trim(&file.path).is_empty() {
                self.skip_without_path(file);
            } else if let Err(reason) = file.content {
                let marker = self.texts.place_holder(&file.path, reason);
                let marker = clamp(&marker, remaining).into_owned();
                remaining -= marker.len();
                self.emit(file, marker.into(), FileOutcome::new(FileState::Missing, 0));
            } else if remaining < MIN_FILE_BUDGET {
                is_over = true;
                let name = file.name.clone();
                self.out.warnings.push(BudgetWarning::Exhausted { name, remaining });
                self.drop_file(file);
            } else if let Ok(content) = &file.content {
                let limit = self.budget.max_chars.clamp(1, remaining);
                let cut = self.cut(&file.name, content, limit);
                remaining -= cut.text.len();
                self.emit_cut(file, cut, limit);
            }
        }
    }

    fn spend_fairly(&mut self, files: &[BootstrapFile]) {
        let total = self.budget.total_max_chars.max(1);
        let want = |file: &BootstrapFile| match &file.content {
            _ if trim(&file.path).is_empty() => 0,
            Ok(content) => content.trimmed_end().len().min(self.budget.max_chars.max(1)),
            Err(reason) => self.texts.place_holder(&file.path, *reason).len(),
        };
        let wants: Vec<usize> = files.iter().map(want).collect();
        let needs = |index: usize, share: usize| match &files[index].content {
            Ok(content) if share > 0 => self.cut(&files[index].name, content, share).text.len(),
            _ => share,
        };
        let shares = share_fairly(&wants, total, needs);
        for (file, share) in files.iter().zip(shares) {
            if trim(&file.path).is_empty() {
                self.skip_without_path(file);
                continue;
            }
            match &file.content {
                Ok(content) if share > 0 || content.trimmed_end().is_empty() => {
                    let cut = self.cut(&file.name, content, share);
                    self.emit_cut(file, cut, share);
                }
                Err(reason) if share > 0 => {
                    let marker = self.texts.place_holder(&file.path, *reason);
                    let marker = clamp(&marker, share).into_owned();
                    self.emit(file, marker.into(), FileOutcome::new(FileState::Missing, 0));
                }
                _ => self.drop_file(file),
            }
        }
    }

    fn cut(&self, name: &U16Str, content: &SharedText, limit: usize) -> Cut {
        let limit = limit.max(1);
        let text = content.trimmed_end();
        if self.budget.cut == CutStyle::Middle || text.len() <= limit {
            return truncate_file(name, content, limit, &self.texts.cut);
        }
        let cut = cut_outline(name, &text, limit, &self.texts.outline);
        Cut { raw_chars: text.len(), text: cut.into(), was_cut: true }
    }

    fn emit_cut(&mut self, file: &BootstrapFile, cut: Cut, limit: usize) {
        if cut.was_cut {
            let (name, raw_chars) = (file.name.clone(), cut.raw_chars);
            self.out.warnings.push(BudgetWarning::Cut { name, raw_chars, limit });
        }
        let state = match (cut.was_cut, cut.text.is_empty()) {
            (true, _) => FileState::Cut,
            (false, false) => FileState::Whole,
            (false, true) => FileState::Empty,
        };
        let limit = cut.was_cut.then_some(limit);
        self.emit(file, cut.text, FileOutcome { limit, ..FileOutcome::new(state, cut.raw_chars) });
    }

    /// Notes the outcome, whose injected length is that of `content`, and shows the content if there is any.
    fn emit(&mut self, file: &BootstrapFile, content: SharedText, outcome: FileOutcome) {
        let injected_chars = content.len();
        self.out.outcomes.push(FileOutcome { injected_chars, ..outcome });
        if injected_chars > 0 {
            self.out.context_files.push(ContextFile { path: file.path.clone(), content });
        }
    }

    fn skip_without_path(&mut self, file: &BootstrapFile) {
        self.out.warnings.push(BudgetWarning::NoPath { name: file.name.clone() });
        self.push_outcome(file, FileState::NoPath);
    }

    fn drop_file(&mut self, file: &BootstrapFile) {
        let is_empty = file.text().is_some_and(|content| content.trimmed_end().is_empty());
        self.push_outcome(file, if is_empty { FileState::Empty } else { FileState::Dropped });
    }

    fn push_outcome(&mut self, file: &BootstrapFile, state: FileState) {
        let raw_chars = file.text().map_or(0, |content| content.trimmed_end().len());
        self.out.outcomes.push(FileOutcome::new(state, raw_chars));
    }
}
