//! How much of each file reached the prompt, and how close the files are to their limits.

use clawprompt_core::bootstrap::{
    ContextFile, InjectionStat, analysis_limit, analyze_budget, injection_stats,
};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;

use crate::bootstrap_analysis::{BootstrapBudgetAnalysis, BootstrapInjectionStat, StatArgument};
use crate::bootstrap_files::{ContextFileArgument, records};
use crate::error::{self, Result};
use crate::from_js;

/// Compares records with what was injected: one entry for each record, in UTF-16 code units.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { bootstrapFiles: readonly BootstrapFileRecord[]; injectedFiles: readonly ContextFile[] }"
)]
pub fn build_bootstrap_injection_stats(
    env: Env,
    params: Unknown<'_>,
) -> Result<Vec<BootstrapInjectionStat>> {
    let object = from_js::object(env, "params", &params)?;
    let files = object.get(c"bootstrapFiles").map_err(error::node)?;
    let files = records(files, "params.bootstrapFiles")?;
    let injected = object.get(c"injectedFiles").map_err(error::node)?;
    let injected: Vec<ContextFileArgument> = from_js::read_js("params.injectedFiles", injected)?;
    let injected: Vec<ContextFile> = injected.into_iter().map(Into::into).collect();
    Ok(injection_stats(&files, &injected).iter().map(Into::into).collect())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnalyzeRequest {
    files: Vec<StatArgument>,
    bootstrap_max_chars: f64,
    bootstrap_total_max_chars: f64,
    near_limit_ratio: Option<f64>,
}

/// Compares what was injected with the limits. Missing files count nowhere.
///
/// As in the peer, a limit that is not a finite number above 0 counts as 1, and a ratio outside of 0 to 1 as 0.85.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: { files: readonly BootstrapInjectionStat[]; bootstrapMaxChars: number; bootstrapTotalMaxChars: number; nearLimitRatio?: number | null }"
)]
pub fn analyze_bootstrap_budget(env: Env, params: Unknown<'_>) -> Result<BootstrapBudgetAnalysis> {
    let request: AnalyzeRequest = from_js::read(env, "params", &params)?;
    let stats: Vec<InjectionStat> = request.files.into_iter().map(Into::into).collect();
    let [one, all] =
        [request.bootstrap_max_chars, request.bootstrap_total_max_chars].map(analysis_limit);
    Ok((&analyze_budget(&stats, one, all, request.near_limit_ratio)).into())
}
