//! What the process knows and a caller may leave out: time zone, clock format, environment.
//!
//! All of it is asked through JavaScript, so a worker thread gets its own answers.

use std::collections::HashMap;
use std::path::PathBuf;

use napi::Env;
use napi::bindgen_prelude::Unknown;
use serde::Deserialize;

use crate::error::{self, Code, Error, Result};
use crate::from_js;

/// Time zone and clock format of the process.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HostClock {
    pub(crate) time_zone: String,
    pub(crate) hour12: bool,
}

pub(crate) fn clock(env: Env) -> Result<HostClock> {
    ask(
        env,
        "(() => { const { timeZone, hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })\
         .resolvedOptions(); return { timeZone, hour12 } })()",
    )
}

/// `process.env`
pub(crate) fn environment(env: Env) -> Result<HashMap<String, String>> {
    ask(env, "({ ...process.env })")
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
    // As text, because that costs half as much as reading the environment variable by variable.
    let json: String = ask(
        env,
        "(() => {\
         const attempt = (read, otherwise) => { try { return read() } catch { return otherwise } };\
         return JSON.stringify({\
         env: process.env,\
         platform: process.platform,\
         homeDir: attempt(() => process.getBuiltinModule('node:os').homedir()),\
         cwd: attempt(() => process.cwd(), '/'),\
         executable: process.execPath,\
         script: process.argv[1],\
         }) })()",
    )?;
    serde_json::from_str(&json).map_err(|fault| Error::new(Code::Node, format!("process: {fault}")))
}

fn ask<T: serde::de::DeserializeOwned>(env: Env, script: &str) -> Result<T> {
    let answer: Unknown<'_> = env.run_script(script).map_err(error::node)?;
    from_js::read(env, "process", &answer)
}
