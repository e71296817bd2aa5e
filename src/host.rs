//! What the process knows and a caller may leave out: time zone, clock format, environment.
//!
//! All of it is asked through JavaScript, so a worker thread gets its own answers.

use std::collections::HashMap;
use std::ffi::CStr;
use std::path::PathBuf;

use napi::Env;
use serde::Deserialize;

use crate::environment::{Script, evaluated};
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::Js;

/// Time zone and clock format of the process.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HostClock {
    pub(crate) time_zone: String,
    pub(crate) hour12: bool,
}

pub(crate) fn clock(env: Env) -> Result<HostClock> {
    from_js::read_js("process", ask(env, c"clock")?)
}

/// `process.env`
pub(crate) fn environment(env: Env) -> Result<HashMap<String, String>> {
    from_js::read_js("process.env", ask(env, c"environment")?)
}

/// The process around the caller.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Process {
    pub(crate) env: HashMap<String, String>,
    pub(crate) platform: String,
    pub(crate) home_dir: Option<PathBuf>,
    pub(crate) cwd: PathBuf,
    pub(crate) executable: Option<PathBuf>,
    /// The script that Node runs.
    pub(crate) script: Option<PathBuf>,
}

/// The process around the caller. A current directory that was deleted counts as the root.
pub(crate) fn process(env: Env) -> Result<Process> {
    let json: String = from_js::read_js("process", ask(env, c"process")?)?;
    serde_json::from_str(&json).map_err(|fault| Error::new(Code::Node, format!("process: {fault}")))
}

fn ask(env: Env, question: &CStr) -> Result<Js> {
    let source = || include_str!("host.js").to_owned();
    let answer = evaluated(env.raw(), Script::Host, source);
    answer.and_then(|functions| functions.invoke(question, &[])).map_err(error::node)
}
