//! What this addon keeps for each environment: the main thread and every worker have their own.

#![expect(unsafe_code, reason = "instance data is a pointer that Node keeps")]

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use clawprompt_files::skills::HostFacts;
use napi::sys::{self, napi_env, napi_ref};
use napi::{Result, check_status};

use crate::buffers::Buffers;
use crate::collect::Collector;
use crate::js::{self, Js};

/// The state of one environment.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) collector: Option<Collector>,
    pub(crate) buffers: Buffers,
    /// The process as it was last, and the text that it was read from.
    pub(crate) process: Option<(String, Arc<HostFacts>)>,
    /// What each [`Script`] has returned.
    scripts: [Option<napi_ref>; 5],
}

/// A script that is evaluated once in each environment.
#[derive(Clone, Copy)]
pub(crate) enum Script {
    BootstrapHook,
    ConfigJson,
    Host,
    ReportParams,
    Turn,
}

impl Script {
    /// Its file beside this one.
    fn name(self) -> &'static str {
        match self {
            Self::BootstrapHook => "bootstrap_hook.js",
            Self::ConfigJson => "config_json.js",
            Self::Host => "host.js",
            Self::ReportParams => "report_params.js",
            Self::Turn => "turn.js",
        }
    }
}

/// What the script has returned.
pub(crate) fn evaluated(
    env: napi_env,
    script: Script,
    source: impl FnOnce() -> String,
) -> Result<Js> {
    let known = state(env)?.scripts[script as usize];
    if let Some(known) = known {
        return js::referenced(env, known);
    }
    let made = js::run_script(env, script.name(), &source())?;
    let reference = made.reference()?;
    state(env)?.scripts[script as usize] = Some(reference);
    Ok(made)
}

/// The environment's state, made on first use.
///
/// The borrow must end before anything that may run JavaScript: that may call into this addon again.
pub(crate) fn state<'a>(env: napi_env) -> Result<&'a mut State> {
    let mut data = ptr::null_mut();
    // SAFETY: only this module sets instance data, always to a box of `State`; an environment runs on one
    // thread, and callers end the borrow before JavaScript can run.
    unsafe {
        check_status!(sys::napi_get_instance_data(env, &raw mut data))?;
        if data.is_null() {
            data = Box::into_raw(Box::<State>::default()).cast();
            let set = sys::napi_set_instance_data(env, data, Some(release), ptr::null_mut());
            check_status!(set).inspect_err(|_| drop(Box::from_raw(data.cast::<State>())))?;
        }
        Ok(&mut *data.cast::<State>())
    }
}

/// Runs when the environment ends.
unsafe extern "C" fn release(env: napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: Node passes the pointer of `state` exactly once.
    let state = unsafe { Box::from_raw(data.cast::<State>()) };
    if let Some(collector) = state.collector {
        collector.release(env);
    }
    state.buffers.release(env);
    for reference in state.scripts.into_iter().flatten() {
        js::delete_reference(env, reference);
    }
}
