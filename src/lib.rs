//! The N-API surface: converts, calls the core, converts back. No rules live here.
#![expect(
    clippy::needless_pass_by_value,
    reason = "napi hands over owned values; that is the shape of every export"
)]
#![expect(unreachable_pub, reason = "exports are reached from JavaScript, not from Rust")]

use napi::Env;
use napi::bindgen_prelude::Object;
use napi_derive::napi;

/// Runs when an environment loads the addon. What is put in front needs `collect.js`, and compiling that takes longer
/// than a first prompt.
#[napi(module_exports)]
pub fn prepare(exports: Object<'_>, env: Env) {
    if front::install(env, exports).is_err() {
        // The functions behind it still answer; whoever calls them gets the error, not whoever loads the addon.
        js::forget_exception(env.raw());
    }
}

/// How the binary was built: `release`, or `debug` when it must not be measured or shipped.
#[napi]
pub const BUILD_PROFILE: &str = if cfg!(debug_assertions) { "debug" } else { "release" };

/// Version of the binary. A package of another version refuses it.
#[napi]
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

mod account;
mod adapters;
mod bootstrap;
mod bootstrap_analysis;
mod bootstrap_budget;
mod bootstrap_context;
mod bootstrap_files;
mod bootstrap_mode;
mod bootstrap_run;
mod bootstrap_warning;
mod bound;
mod boundary;
mod buffers;
mod build;
mod codex;
mod codex_run;
mod collect;
mod config;
mod config_files;
mod config_json;
mod contributions;
mod environment;
mod error;
mod excerpt;
mod from_js;
mod front;
mod given_builder;
mod guard;
mod host;
mod js;
mod json;
mod outline;
mod prompt;
mod prompt_view;
mod recording;
mod reference_paths;
mod report;
mod session;
mod session_context;
mod skills;
mod task;
mod text;
mod time;
mod to_js;
mod tokens;
mod turn;
mod values;
