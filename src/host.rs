//! What the process knows and a caller may leave out: time zone, clock format, environment.
//!
//! All of it is asked through JavaScript, so a worker thread gets its own answers.

use std::collections::HashMap;
use std::ffi::CStr;
use std::path::PathBuf;
use std::sync::Arc;

use clawprompt_files::skills::HostFacts;
use napi::Env;
use serde::Deserialize;

use crate::environment::{Script, evaluated, state};
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

/// The process around the caller. A current directory that was deleted counts as the root.
///
/// Earlier facts are returned while they hold: to read and to compare them takes longer than to ask for their text.
pub(crate) fn process(env: Env) -> Result<Arc<HostFacts>> {
    let json: String = from_js::read_js("process", ask(env, c"process")?)?;
    let known = state(env.raw()).map_err(error::node)?.process.as_ref();
    if let Some((_, facts)) = known.filter(|(known, _)| *known == json) {
        return Ok(Arc::clone(facts));
    }
    let facts = Arc::new(facts(&json)?);
    state(env.raw()).map_err(error::node)?.process = Some((json, Arc::clone(&facts)));
    Ok(facts)
}

fn facts(json: &str) -> Result<HostFacts> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Process {
        env: HashMap<String, String>,
        platform: String,
        home_dir: Option<PathBuf>,
        cwd: PathBuf,
        executable: Option<PathBuf>,
        script: Option<PathBuf>,
    }
    let process: Process = serde_json::from_str(json)
        .map_err(|fault| Error::new(Code::Node, format!("process: {fault}")))?;
    Ok(HostFacts {
        env: process.env,
        platform: process.platform,
        native_home: process.home_dir,
        cwd: process.cwd,
        executable: process.executable,
        package_root: None,
        script: process.script,
    })
}

fn ask(env: Env, question: &CStr) -> Result<Js> {
    let source = || include_str!("host.js").to_owned();
    let answer = evaluated(env.raw(), Script::Host, source);
    answer.and_then(|functions| functions.invoke(question, &[])).map_err(error::node)
}
