//! What the model is told about files that were cut, and when.

use clawprompt_core::bootstrap::{
    BootstrapTexts, BudgetAnalysis, DEFAULT_DETAIL_FILES, PromptWarning, TruncationReport,
    WarningHistory, WarningMode, WarningOptions, append_prompt_warning, build_prompt_warning,
    prompt_notice, truncation_report,
};
use clawprompt_core::text::{Collator, Text};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;

use crate::bootstrap_analysis::AnalysisArgument;
use crate::error::{self, Result};
use crate::from_js;
use crate::text::JsText;
use crate::to_js::{OrUndefined, or_undefined};

/// Whether and what to warn.
#[napi(object, object_from_js = false)]
pub struct BootstrapPromptWarning {
    /// Names limits, cut files, sizes and causes; absent when nothing was cut.
    #[napi(ts_type = "string")]
    pub signature: Option<JsText>,
    /// Whether this run shows a warning.
    pub warning_shown: bool,
    /// Lines of the detailed warning; empty unless shown.
    #[napi(ts_type = "string[]")]
    pub lines: Vec<JsText>,
    /// Signatures seen so far, oldest first, at most 32; for the session's next run.
    #[napi(ts_type = "string[]")]
    pub warning_signatures_seen: Vec<JsText>,
}

impl From<PromptWarning> for BootstrapPromptWarning {
    fn from(warning: PromptWarning) -> Self {
        Self {
            signature: warning.signature.map(JsText),
            warning_shown: warning.shown,
            lines: warning.lines.into_iter().map(JsText).collect(),
            warning_signatures_seen: warning.seen.into_iter().map(JsText).collect(),
        }
    }
}

/// What a run's report says about cuts.
#[napi(object, object_from_js = false)]
pub struct BootstrapTruncationReport {
    /// The mode that applied.
    #[napi(ts_type = "'off' | 'once' | 'always'")]
    pub warning_mode: &'static str,
    /// Whether a warning was shown.
    pub warning_shown: bool,
    /// The run's signature; absent when nothing was cut.
    #[napi(ts_type = "string")]
    pub prompt_warning_signature: Option<JsText>,
    /// Signatures seen so far; absent when there are none.
    #[napi(ts_type = "string[]")]
    pub warning_signatures_seen: Option<Vec<JsText>>,
    /// Number of files that were cut or left out.
    pub truncated_files: u32,
    /// Number of files near the limit for one file.
    pub near_limit_files: u32,
    /// Whether all files together are near the total.
    pub total_near_limit: bool,
}

impl From<TruncationReport> for BootstrapTruncationReport {
    fn from(report: TruncationReport) -> Self {
        let count = |files: usize| u32::try_from(files).unwrap_or(u32::MAX);
        let seen: Vec<JsText> = report.warning_signatures_seen.into_iter().map(JsText).collect();
        Self {
            warning_mode: report.warning_mode.name(),
            warning_shown: report.warning_shown,
            prompt_warning_signature: report.prompt_warning_signature.map(JsText),
            warning_signatures_seen: (!seen.is_empty()).then_some(seen),
            truncated_files: count(report.truncated_files),
            near_limit_files: count(report.near_limit_files),
            total_near_limit: report.total_near_limit,
        }
    }
}

/// A mode by its name; any other means `always`, for a misspelt mode must not hide cuts.
fn warning_mode(name: Option<&JsText>) -> WarningMode {
    WarningMode::from_setting(name.map(|name| name.0.to_string_lossy()).as_deref())
}

/// What is known of earlier warnings.
pub(crate) fn history(seen: Option<Vec<JsText>>, previous: Option<JsText>) -> WarningHistory {
    let seen = seen.unwrap_or_default().into_iter().map(|JsText(text)| text).collect();
    WarningHistory { seen, previous: previous.map(|JsText(text)| text) }
}

/// Most files that a warning names: a whole number, and 3 for what is none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is not negative, and no list is longer than memory"
)]
pub(crate) fn max_files(given: Option<f64>) -> usize {
    match given {
        Some(count) if count.is_finite() => count.floor().max(0.0) as usize,
        _ => DEFAULT_DETAIL_FILES,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WarningRequest {
    analysis: AnalysisArgument,
    mode: Option<JsText>,
    seen_signatures: Option<Vec<JsText>>,
    previous_signature: Option<JsText>,
    max_files: Option<f64>,
    locale: Option<String>,
}

/// Decides whether this run warns of what was cut, and with which lines.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
#[napi(catch_unwind, ts_args_type = "params: BootstrapPromptWarningRequest")]
pub fn build_bootstrap_prompt_warning(
    env: Env,
    params: Unknown<'_>,
) -> Result<BootstrapPromptWarning> {
    let request: WarningRequest = from_js::read(env, "params", &params)?;
    let collator = Collator::or_default(request.locale.as_deref()).map_err(error::locale)?;
    let options = WarningOptions {
        mode: warning_mode(request.mode.as_ref()),
        history: history(request.seen_signatures, request.previous_signature),
        max_files: max_files(request.max_files),
        collator: &collator,
    };
    let analysis: BudgetAnalysis = request.analysis.into();
    Ok(build_prompt_warning(&analysis, &options, &BootstrapTexts::shipped().warning).into())
}

/// The block for the system prompt, for `bootstrapTruncationNotice`; `undefined` when there are no lines.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "lines?: readonly string[] | null",
    ts_return_type = "string | undefined"
)]
pub fn build_bootstrap_prompt_warning_notice(
    env: Env,
    lines: Unknown<'_>,
) -> Result<OrUndefined<JsText>> {
    let lines = texts(from_js::read(env, "lines", &lines)?);
    let notice = prompt_notice(&lines, &BootstrapTexts::shipped().warning);
    Ok(or_undefined(notice.map(|notice| JsText(notice.to_owned()))))
}

fn texts(lines: Option<Vec<JsText>>) -> Vec<Text> {
    lines.unwrap_or_default().into_iter().map(|JsText(line)| line).collect()
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct AppendOptions {
    preserve_exact_prompt: Option<JsText>,
}

/// The user's prompt with the detailed block below it, for backends that take no system prompt.
///
/// A prompt that equals `preserveExactPrompt`, the heartbeat's, stays as it is.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "prompt: string, lines?: readonly string[] | null, options?: { preserveExactPrompt?: string | null } | null",
    ts_return_type = "string"
)]
pub fn append_bootstrap_prompt_warning(
    env: Env,
    prompt: Unknown<'_>,
    lines: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<JsText> {
    let prompt: JsText = from_js::read(env, "prompt", &prompt)?;
    let lines = texts(from_js::read(env, "lines", &lines)?);
    let options: Option<AppendOptions> = from_js::read(env, "options", &options)?;
    let exact = options.unwrap_or_default().preserve_exact_prompt;
    let exact = exact.as_ref().map(|exact| &*exact.0);
    Ok(JsText(append_prompt_warning(&prompt.0, &lines, exact, &BootstrapTexts::shipped().warning)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportRequest {
    analysis: AnalysisArgument,
    warning_mode: Option<JsText>,
    warning: WarningArgument,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WarningArgument {
    signature: Option<JsText>,
    warning_shown: bool,
    warning_signatures_seen: Option<Vec<JsText>>,
}

/// The part of a run's report about cuts, which the session's next runs need again.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { analysis: BootstrapBudgetAnalysis; warningMode?: 'off' | 'once' | 'always' | null; warning: BootstrapPromptWarning }"
)]
pub fn build_bootstrap_truncation_report_meta(
    env: Env,
    params: Unknown<'_>,
) -> Result<BootstrapTruncationReport> {
    let request: ReportRequest = from_js::read(env, "params", &params)?;
    let warning = PromptWarning {
        shown: request.warning.warning_shown,
        signature: request.warning.signature.map(|JsText(text)| text),
        seen: texts(request.warning.warning_signatures_seen),
        lines: Vec::new(),
    };
    let mode = warning_mode(request.warning_mode.as_ref());
    Ok(truncation_report(&request.analysis.into(), mode, &warning).into())
}
