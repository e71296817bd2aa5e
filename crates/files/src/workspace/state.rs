//! How far a workspace's first-run setup has come.

use std::path::Path;

use clawprompt_core::bootstrap::{Diagnostic, DiagnosticReason, MissingReason};
use clawprompt_core::text::{Text, U16Str, to_text, trim};
use serde_json::Value;

use super::cache::{ContentCache, retry};
use super::guard::GuardedRoot;

/// The setup state's file, and the one of earlier versions.
const STATE_FILES: [&str; 2] = ["openclaw-workspace-state.json", ".openclaw/workspace-state.json"];
/// Largest state file that is read, in bytes.
const MAX_STATE_BYTES: u64 = 1024 * 1024;

/// What is known of a workspace's setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SetupState {
    /// Whether completion is recorded; the workspace's own `BOOTSTRAP.md` is then left out.
    pub is_completed: bool,
    /// Whether the setup is still to be done: not recorded as completed, and `BOOTSTRAP.md` exists.
    pub is_pending: bool,
}

pub(super) fn read_setup_state(
    root: &dyn GuardedRoot,
    cache: &ContentCache,
    diagnostics: &mut Vec<Diagnostic>,
) -> SetupState {
    let is_completed = is_setup_completed(root, cache, diagnostics);
    let bootstrap = retry(|_| root.identify(Path::new("BOOTSTRAP.md"), u64::MAX));
    let exists = bootstrap != Err(MissingReason::Absent);
    SetupState { is_completed, is_pending: !is_completed && exists }
}

/// Whether the state records a completion. The first file that holds an object counts; one that cannot
/// be read says nothing of the setup, which then counts as not completed.
fn is_setup_completed(
    root: &dyn GuardedRoot,
    cache: &ContentCache,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    for name in STATE_FILES {
        match cache.read(root, Path::new(name), MAX_STATE_BYTES) {
            Ok(content) => match serde_json::from_str(&content.text.to_string_lossy()) {
                // A list is an object without these keys, as JavaScript has it.
                Ok(state @ (Value::Object(_) | Value::Array(_))) => {
                    let date = |key| state.get(key).and_then(Value::as_str);
                    let date = date("setupCompletedAt").or_else(|| date("onboardingCompletedAt"));
                    return date.is_some_and(is_text);
                }
                Ok(_) | Err(_) => diagnostics.push(invalid_state(name)),
            },
            Err(MissingReason::Absent) => {}
            Err(_) => {
                diagnostics.push(invalid_state(name));
                return false;
            }
        }
    }
    false
}

fn is_text(text: &str) -> bool {
    !trim(&to_text(text)).is_empty()
}

fn invalid_state(name: &str) -> Diagnostic {
    let none: &U16Str = &Text::new();
    DiagnosticReason::InvalidState.about(none, &to_text(name))
}
