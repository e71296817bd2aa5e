//! Sizes of files against their limits, both ways across the boundary.

use clawprompt_core::bootstrap::{BudgetAnalysis, CutCause, FileAnalysis, InjectionStat};
use napi_derive::napi;
use serde::Deserialize;

use crate::text::JsText;

/// One record and what was injected for it.
#[napi(object, object_from_js = false)]
pub struct BootstrapInjectionStat {
    /// Name of the record.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// Path of the record; its name where it has none.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// Whether the file has no content.
    pub missing: bool,
    /// Length of the right-trimmed content in UTF-16 code units; 0 when missing.
    pub raw_chars: f64,
    /// Length of what was injected in UTF-16 code units, a marker included.
    pub injected_chars: f64,
    /// Whether a file that exists was injected in part, or not at all.
    pub truncated: bool,
}

impl From<&InjectionStat> for BootstrapInjectionStat {
    fn from(stat: &InjectionStat) -> Self {
        Self {
            name: JsText(stat.name.clone()),
            path: JsText(stat.path.clone()),
            missing: stat.missing,
            raw_chars: number(stat.raw_chars),
            injected_chars: number(stat.injected_chars),
            truncated: stat.truncated,
        }
    }
}

/// A record's sizes against the limits.
#[napi(object, object_from_js = false)]
pub struct BootstrapFileAnalysis {
    /// Name of the record.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// Path of the record; its name where it has none.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// Whether the file has no content.
    pub missing: bool,
    /// Length of the right-trimmed content in UTF-16 code units; 0 when missing.
    pub raw_chars: f64,
    /// Length of what was injected in UTF-16 code units, a marker included.
    pub injected_chars: f64,
    /// Whether a file that exists was injected in part, or not at all.
    pub truncated: bool,
    /// Whether the raw length is at or above the near share of the limit for one file.
    pub near_limit: bool,
    /// Why it was cut, as the peer tells it: a file that the total left no room for may have no cause.
    #[napi(ts_type = "Array<'per-file-limit' | 'total-limit'>")]
    pub causes: Vec<&'static str>,
}

impl From<&FileAnalysis> for BootstrapFileAnalysis {
    fn from(file: &FileAnalysis) -> Self {
        let BootstrapInjectionStat { name, path, missing, raw_chars, injected_chars, truncated } =
            (&file.stat).into();
        Self {
            name,
            path,
            missing,
            raw_chars,
            injected_chars,
            truncated,
            near_limit: file.near_limit,
            causes: file.causes.iter().map(|cause| cause.name()).collect(),
        }
    }
}

/// Sums and limits, in UTF-16 code units. Missing files count nowhere.
#[napi(object, object_from_js = false)]
pub struct BootstrapBudgetTotals {
    /// Sum of raw lengths.
    pub raw_chars: f64,
    /// Sum of injected lengths.
    pub injected_chars: f64,
    /// What did not reach the prompt.
    pub truncated_chars: f64,
    /// Limit for one file.
    pub bootstrap_max_chars: f64,
    /// Limit for all files.
    pub bootstrap_total_max_chars: f64,
    /// Share of a limit that counts as near it.
    pub near_limit_ratio: f64,
}

/// All files against the limits.
#[napi(object, object_from_js = false)]
pub struct BootstrapBudgetAnalysis {
    /// One entry for each record, in order.
    pub files: Vec<BootstrapFileAnalysis>,
    /// Those that were cut or left out.
    pub truncated_files: Vec<BootstrapFileAnalysis>,
    /// Those near the limit for one file.
    pub near_limit_files: Vec<BootstrapFileAnalysis>,
    /// Whether the injected sum is at or above the near share of the total.
    pub total_near_limit: bool,
    /// Whether any file was cut or left out.
    pub has_truncation: bool,
    /// Sums and limits.
    pub totals: BootstrapBudgetTotals,
}

impl From<&BudgetAnalysis> for BootstrapBudgetAnalysis {
    fn from(analysis: &BudgetAnalysis) -> Self {
        let truncated_files: Vec<_> = analysis.truncated_files().map(Into::into).collect();
        Self {
            files: analysis.files.iter().map(Into::into).collect(),
            has_truncation: !truncated_files.is_empty(),
            truncated_files,
            near_limit_files: analysis.near_limit_files().map(Into::into).collect(),
            total_near_limit: analysis.total_near_limit,
            totals: BootstrapBudgetTotals {
                raw_chars: number(analysis.raw_chars),
                injected_chars: number(analysis.injected_chars),
                truncated_chars: number(analysis.truncated_chars()),
                bootstrap_max_chars: number(analysis.max_chars),
                bootstrap_total_max_chars: number(analysis.total_max_chars),
                near_limit_ratio: analysis.near_limit_ratio,
            },
        }
    }
}

/// A record's sizes as an argument.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatArgument {
    name: JsText,
    path: JsText,
    missing: bool,
    raw_chars: f64,
    injected_chars: f64,
    truncated: bool,
}

impl From<StatArgument> for InjectionStat {
    fn from(stat: StatArgument) -> Self {
        Self {
            name: stat.name.0,
            path: stat.path.0,
            missing: stat.missing,
            raw_chars: count(stat.raw_chars),
            injected_chars: count(stat.injected_chars),
            truncated: stat.truncated,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileArgument {
    name: JsText,
    path: JsText,
    missing: bool,
    raw_chars: f64,
    injected_chars: f64,
    truncated: bool,
    near_limit: bool,
    causes: Vec<String>,
}

impl From<FileArgument> for FileAnalysis {
    fn from(file: FileArgument) -> Self {
        let FileArgument { name, path, missing, raw_chars, injected_chars, truncated, .. } = file;
        let stat = StatArgument { name, path, missing, raw_chars, injected_chars, truncated };
        let causes = file.causes.iter().filter_map(|name| CutCause::from_name(name));
        Self { stat: stat.into(), near_limit: file.near_limit, causes: causes.collect() }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TotalsArgument {
    raw_chars: f64,
    injected_chars: f64,
    bootstrap_max_chars: f64,
    bootstrap_total_max_chars: f64,
    near_limit_ratio: f64,
}

/// What `analyzeBootstrapBudget` returned, as an argument.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalysisArgument {
    files: Vec<FileArgument>,
    total_near_limit: bool,
    totals: TotalsArgument,
}

impl From<AnalysisArgument> for BudgetAnalysis {
    fn from(analysis: AnalysisArgument) -> Self {
        let totals = analysis.totals;
        Self {
            files: analysis.files.into_iter().map(Into::into).collect(),
            max_chars: count(totals.bootstrap_max_chars),
            total_max_chars: count(totals.bootstrap_total_max_chars),
            raw_chars: count(totals.raw_chars),
            injected_chars: count(totals.injected_chars),
            total_near_limit: analysis.total_near_limit,
            near_limit_ratio: totals.near_limit_ratio,
        }
    }
}

/// A length as JavaScript has it.
#[expect(clippy::cast_precision_loss, reason = "lengths of strings are far below 2^53")]
pub(crate) fn number(units: usize) -> f64 {
    units as f64
}

/// A length as Rust has it; what is none counts as 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is not negative, and a length beyond memory is none"
)]
fn count(units: f64) -> usize {
    if units.is_finite() { units.max(0.0) as usize } else { 0 }
}
