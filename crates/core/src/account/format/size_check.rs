//! The size check: files that do not fit, and those that almost do not.

use crate::bootstrap::{BudgetAnalysis, CutCause, FileAnalysis};
use crate::text::to_lossy;

use super::super::report::Report;
use super::super::size::whole;
use super::list::analyze;
use super::{SizeTexts, grouped, say};

/// Something that the size check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Path of the file; the workspace's directory for all files together.
    pub path: String,
    /// What was found.
    pub message: String,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Something is missing from the prompt.
    Warning,
    /// Something soon may be.
    Info,
}

impl Severity {
    /// The name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// One finding for each file that was cut or is near its limit, and one when all files are near the total.
#[must_use]
pub fn size_findings(report: &Report, texts: &SizeTexts) -> Vec<Finding> {
    let analysis = analyze(report);
    let mut findings = Vec::new();
    for file in analysis.truncated_files() {
        findings.push(finding(
            Severity::Warning,
            &to_lossy(&file.stat.path),
            &cut_line(file, texts),
        ));
    }
    for file in only_near(&analysis) {
        let line = near_line(file, &analysis, texts);
        findings.push(finding(Severity::Info, &to_lossy(&file.stat.path), &line));
    }
    if analysis.total_near_limit {
        let is_cut = analysis.truncated_files().next().is_some();
        let severity = if is_cut { Severity::Warning } else { Severity::Info };
        let workspace = report.run.workspace_dir.as_deref().unwrap_or_default();
        findings.push(finding(severity, workspace, &total_line(&analysis, texts)));
    }
    findings
}

fn finding(severity: Severity, path: &str, line: &str) -> Finding {
    let message = line.strip_prefix("- ").unwrap_or(line).to_owned();
    Finding { severity, path: path.to_owned(), message }
}

/// The check as text; empty when everything fits with room to spare.
pub(super) fn format(report: &Report, texts: &SizeTexts) -> String {
    let analysis = analyze(report);
    let cut: Vec<&FileAnalysis> = analysis.truncated_files().collect();
    let near: Vec<&FileAnalysis> = only_near(&analysis).collect();
    if cut.is_empty() && near.is_empty() && !analysis.total_near_limit {
        return String::new();
    }
    let mut lines = Vec::new();
    if !cut.is_empty() {
        lines.push(say(&texts.cut_heading, &[]));
        lines.extend(cut.iter().map(|file| cut_line(file, texts)));
    }
    if !near.is_empty() {
        lines.push(say(&texts.near_heading, &[]));
        lines.extend(near.iter().map(|file| near_line(file, &analysis, texts)));
    }
    lines.push(total_line(&analysis, texts));
    let has = |cause| cut.iter().any(|file| file.causes.contains(&cause));
    if has(CutCause::PerFileLimit) || !near.is_empty() {
        lines.push(say(&texts.raise_file, &[]));
    }
    let is_over = analysis.raw_chars > analysis.total_max_chars;
    if has(CutCause::TotalLimit) || analysis.total_near_limit || is_over {
        lines.push(say(&texts.raise_total, &[]));
    }
    lines.join("\n")
}

/// Files near the limit that were not cut.
fn only_near(analysis: &BudgetAnalysis) -> impl Iterator<Item = &FileAnalysis> {
    analysis.near_limit_files().filter(|file| !file.stat.truncated)
}

fn cut_line(file: &FileAnalysis, texts: &SizeTexts) -> String {
    let stat = &file.stat;
    let left_out = stat.raw_chars.saturating_sub(stat.injected_chars);
    let labels = file.causes.iter().map(|cause| match cause {
        CutCause::PerFileLimit => say(&texts.cause_file, &[]),
        CutCause::TotalLimit => say(&texts.cause_total, &[]),
    });
    let mut causes = labels.collect::<Vec<_>>().join(", ");
    if causes.is_empty() {
        causes = say(&texts.cause_unknown, &[]);
    }
    let (name, raw) = (to_lossy(&stat.name), grouped(whole(stat.raw_chars)));
    let (name, raw, causes) = (("name", &*name), ("raw", &*raw), ("causes", &*causes));
    if stat.is_dropped() {
        return say(&texts.file_dropped, &[name, raw, causes]);
    }
    let injected = grouped(whole(stat.injected_chars));
    let percent = percent(left_out, stat.raw_chars);
    say(&texts.file_cut, &[name, raw, causes, ("injected", &injected), ("percent", &percent)])
}

fn near_line(file: &FileAnalysis, analysis: &BudgetAnalysis, texts: &SizeTexts) -> String {
    let name = to_lossy(&file.stat.name);
    let raw = grouped(whole(file.stat.raw_chars));
    let percent = percent(file.stat.raw_chars, analysis.max_chars);
    say(&texts.file_near, &[("name", &name), ("raw", &raw), ("percent", &percent)])
}

fn total_line(analysis: &BudgetAnalysis, texts: &SizeTexts) -> String {
    let [injected, raw, limit] =
        [analysis.injected_chars, analysis.raw_chars, analysis.total_max_chars].map(whole);
    let percent = percent(analysis.injected_chars, analysis.total_max_chars);
    say(
        &texts.total,
        &[
            ("injected", &grouped(injected)),
            ("raw", &grouped(raw)),
            ("limit", &grouped(limit)),
            ("percent", &percent),
        ],
    )
}

/// `part` in per cent of `whole`, rounded, at most 100.
fn percent(part: usize, whole: usize) -> String {
    let percent = (part.saturating_mul(200) / whole.max(1)).div_ceil(2);
    percent.min(100).to_string()
}
