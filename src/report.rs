//! The report of a prompt, and its views.

use clawprompt_core::account::{
    self, Report, ReportInput, RunFacts, SessionFacts, Tool, TurnReport, View,
};
use clawprompt_core::bootstrap::{ContextFile, InjectionStat, injection_stats};
use clawprompt_core::text::to_text;
use napi::bindgen_prelude::Unknown;
use napi::{Env, ValueType};
use napi_derive::napi;
use serde::Deserialize;

use crate::bootstrap_files::{ContextFileArgument, records};
use crate::environment::{Script, evaluated};
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::{self, Js};
use crate::prompt_view;
use crate::to_js::ToJs;
use crate::tokens::Counter;

/// Something that the size check found.
#[napi(object, object_from_js = false)]
pub struct BootstrapSizeFinding {
    /// Name of the check: `core/doctor/bootstrap-size`.
    pub check_id: &'static str,
    /// `warning` when something is missing from the prompt, `info` when it soon may be.
    #[napi(ts_type = "'warning' | 'info'")]
    pub severity: &'static str,
    /// Path of the file; the workspace's directory for all files together.
    pub path: String,
    /// What was found.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    name: String,
    path: Option<String>,
    missing: Option<bool>,
    raw_chars: f64,
    injected_chars: f64,
    truncated: Option<bool>,
}

/// What `report_params.js` makes of the parameters.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    injected_workspace_files: Option<Vec<File>>,
    current_turn: Option<TurnReport>,
    tools: Option<Vec<ToolFacts>>,
}

#[derive(Deserialize)]
struct ToolFacts {
    name: String,
    summary: String,
    schema: String,
    count: Option<u64>,
}

/// Reports what is in a prompt, as figures from its map: sections, files, skills, tools.
///
/// The structure is the peer's, with more fields. The sizes of the sections add up to that of the prompt, and
/// those of blocks and own text to that of their section, whatever the content looks like. Holds no text.
///
/// @throws `ERR_INVALID_PARAMETER` when a field is wrong
#[napi(
    catch_unwind,
    ts_args_type = "params: SystemPromptReportParams",
    ts_return_type = "SystemPromptReport"
)]
pub fn build_system_prompt_report(env: Env, params: Unknown<'_>) -> Result<ToJs<Report>> {
    let object = from_js::object(env, "params", &params)?;
    let source = || include_str!("report_params.js").to_owned();
    let read = evaluated(env.raw(), Script::ReportParams, source);
    let own = read.and_then(|read| js::call(env.raw(), read, &[object])).map_err(error::node)?;
    let run: RunFacts = from_js::read_js("params", own.get(c"run").map_err(error::node)?)?;
    let Params { injected_workspace_files, current_turn, tools } = from_js::read_js("params", own)?;
    let member = |name| object.get(name).map_err(error::node);
    let prompt = member(c"systemPrompt")?;
    if prompt.kind().map_err(error::node)? == ValueType::String {
        let message = "params.systemPrompt must be what render returned, not its text alone: the map has the figures";
        return Err(Error::new(Code::InvalidParameter, message));
    }
    let prompt = prompt_view::read_js("params.systemPrompt", prompt)?;
    let files = match injected_workspace_files {
        Some(files) => files.into_iter().map(stat).collect(),
        None => compared(member(c"bootstrapFiles")?, member(c"injectedFiles")?)?,
    };
    let mut counter = Counter::read(env, "params.countTokens", member(c"countTokens")?)?;
    let tools: Vec<Tool> = tools.unwrap_or_default().into_iter().map(tool).collect();
    let input = ReportInput {
        run,
        prompt: &prompt,
        files: &files,
        tools: &tools,
        current_turn,
        token_counter: counter.name()?,
    };
    let report = account::build_report(input, &mut counter);
    counter.finish()?;
    Ok(ToJs(report))
}

/// Shows a report: what `/context list` and `/context detail` print, the report as JSON, or the size check.
///
/// Also takes a report that the peer stored. The size check is empty when every file fits with room to spare.
///
/// @throws `ERR_INVALID_PARAMETER` when the report or the view is none
#[napi(
    catch_unwind,
    ts_args_type = "report: SystemPromptReport, view: 'list' | 'detail' | 'json' | 'size', session?: ContextSession | null"
)]
pub fn format_context_report(
    env: Env,
    report: Unknown<'_>,
    view: Unknown<'_>,
    session: Option<Unknown<'_>>,
) -> Result<String> {
    let report: Report = from_js::read(env, "report", &report)?;
    let view: String = from_js::read(env, "view", &view)?;
    let session = match &session {
        Some(session) => from_js::read::<Option<SessionFacts>>(env, "session", session)?,
        None => None,
    };
    let view = View::by_name(&view).ok_or_else(|| {
        let names = View::ALL.map(|(_, name)| name).join(", ");
        Error::new(Code::InvalidParameter, format!("view must be one of {names}"))
    })?;
    account::format_report(&report, view, &session.unwrap_or_default()).map_err(texts)
}

/// The size check as data: files that were cut, files near the limit, and all files against theirs.
///
/// @throws `ERR_INVALID_PARAMETER` when the report is none
#[napi(catch_unwind, ts_args_type = "report: SystemPromptReport")]
pub fn check_bootstrap_size(env: Env, report: Unknown<'_>) -> Result<Vec<BootstrapSizeFinding>> {
    let report: Report = from_js::read(env, "report", &report)?;
    let (_, texts) = account::shipped_texts().map_err(texts)?;
    let findings = account::size_findings(&report, &texts).into_iter();
    let converted = findings.map(|finding| BootstrapSizeFinding {
        check_id: "core/doctor/bootstrap-size",
        severity: finding.severity.name(),
        path: finding.path,
        message: finding.message,
    });
    Ok(converted.collect())
}

fn texts(error: clawprompt_core::texts::TextError) -> Error {
    Error::new(Code::InvalidOverlay, error.to_string())
}

fn stat(file: File) -> InjectionStat {
    let path = to_text(file.path.as_deref().unwrap_or(&file.name));
    InjectionStat {
        name: to_text(&file.name),
        path,
        missing: file.missing.unwrap_or(false),
        raw_chars: units(file.raw_chars),
        injected_chars: units(file.injected_chars),
        truncated: file.truncated.unwrap_or(file.injected_chars < file.raw_chars),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is negative or no number becomes 0"
)]
fn units(number: f64) -> usize {
    number as usize
}

/// Compares records with what was injected, as `buildBootstrapInjectionStats` does.
fn compared(files: Js, injected: Js) -> Result<Vec<InjectionStat>> {
    if from_js::is_absent(files)? {
        return Ok(Vec::new());
    }
    let files = records(files, "params.bootstrapFiles")?;
    let injected: Option<Vec<ContextFileArgument>> =
        from_js::read_js("params.injectedFiles", injected)?;
    let injected: Vec<ContextFile> =
        injected.unwrap_or_default().into_iter().map(Into::into).collect();
    Ok(injection_stats(&files, &injected))
}

fn tool(tool: ToolFacts) -> Tool {
    Tool {
        name: to_text(&tool.name),
        summary: to_text(&tool.summary),
        schema: to_text(&tool.schema),
        properties: tool.count,
    }
}
