//! What the process knows and a caller may leave out: time zone, clock format, environment.
//!
//! All of it is asked through JavaScript, so a worker thread gets its own answers.

use std::collections::HashMap;

use napi::Env;
use napi::bindgen_prelude::Unknown;
use serde::Deserialize;

use crate::error::{self, Result};
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

fn ask<T: serde::de::DeserializeOwned>(env: Env, script: &str) -> Result<T> {
    let answer: Unknown<'_> = env.run_script(script).map_err(error::node)?;
    from_js::read(env, "process", &answer)
}
