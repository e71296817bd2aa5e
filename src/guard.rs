//! What an agent may change in the gateway's config.

use clawprompt_core::config::{self, ConfigMutation, ConfigMutationError, DeclaredFlag};
use clawprompt_core::json5::{NonFinite, parse_json5};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{self, Result};
use crate::from_js;

/// What the guard says about a change.
#[napi(object, object_from_js = false)]
#[derive(Default)]
pub struct ConfigMutationVerdict {
    /// Whether the change may be written.
    pub allowed: bool,
    /// Why not; absent when it may.
    #[napi(ts_type = "'not-an-object' | 'protected-paths' | 'dangerous-flags'")]
    pub reason: Option<&'static str>,
    /// The protected paths that would change, sorted; `tools.bash.` is written `tools.exec.`.
    pub protected_paths: Vec<String>,
    /// The insecure or dangerous flags that would become enabled, as `path=value`.
    pub dangerous_flags: Vec<String>,
    /// The refusal in a sentence; absent when the change is allowed.
    pub message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Apply,
    Patch,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Request {
    action: Action,
    current_config: Map<String, Value>,
    proposed: Value,
    #[serde(default)]
    replace_paths: Vec<String>,
    #[serde(default)]
    declared_flags: Vec<DeclaredFlag>,
}

/// Tells whether an agent's `config.apply` or `config.patch` may be written.
///
/// It is an allowlist of harmless paths, see docs/config.md; on top of it no flag that the security audit calls
/// dangerous may become enabled. A write that changes nothing is allowed. Nothing is thrown for a refused change.
///
/// @throws `ERR_INVALID_PARAMETER` when a field is missing, unknown or has a wrong type
/// @throws `ERR_CONFIG_SYNTAX` when `proposed` is a text that is not JSON5
#[napi(catch_unwind, ts_args_type = "request: ConfigMutationRequest")]
pub fn check_gateway_config_mutation(
    env: Env,
    request: Unknown<'_>,
) -> Result<ConfigMutationVerdict> {
    let request: Request = from_js::read(env, "request", &request)?;
    let proposed = match request.proposed {
        Value::String(source) => parse_json5(&source, NonFinite::Refused)
            .map_err(|fault| error::json5("proposed", &fault))?,
        value => value,
    };
    let mutation = match request.action {
        Action::Apply => ConfigMutation::Apply,
        Action::Patch => ConfigMutation::Patch { replace_paths: &request.replace_paths },
    };
    let checked = config::check_gateway_config_mutation(
        &request.current_config.into(),
        &proposed,
        mutation,
        &request.declared_flags,
    );
    Ok(match checked {
        Ok(()) => ConfigMutationVerdict { allowed: true, ..Default::default() },
        Err(error) => refusal(error),
    })
}

fn refusal(error: ConfigMutationError) -> ConfigMutationVerdict {
    let message = Some(error.to_string());
    let (reason, protected_paths, dangerous_flags) = match error {
        ConfigMutationError::NotAnObject => ("not-an-object", Vec::new(), Vec::new()),
        ConfigMutationError::ProtectedPaths { paths } => ("protected-paths", paths, Vec::new()),
        ConfigMutationError::DangerousFlags { flags } => ("dangerous-flags", Vec::new(), flags),
    };
    ConfigMutationVerdict {
        allowed: false,
        reason: Some(reason),
        protected_paths,
        dangerous_flags,
        message,
    }
}
