//! What an agent may change in the gateway's config through its `gateway` tool.
//!
//! It is an allowlist: a change is refused unless every changed path is one of a few harmless ones. On
//! top of that no insecure or dangerous flag may become enabled. A write that changes nothing passes.

mod flags;
mod patch;
mod paths;

pub use flags::{DeclaredFlag, enabled_dangerous_flags};
pub use patch::merge_patch;
pub use paths::changed_paths;

use serde_json::Value;
use thiserror::Error;

/// Paths that may change, with everything below them; `*` stands for one key, `[]` for the entries of a
/// list that are told apart by `id`.
pub const ALLOWED_PATHS: [&str; 18] = [
    "agents.defaults.thinkingDefault",
    "agents.defaults.subagents.thinking",
    "agents.defaults.reasoningDefault",
    "agents.defaults.fastModeDefault",
    "agents.list[].id",
    "agents.list[].model",
    "agents.list[].thinkingDefault",
    "agents.list[].subagents.thinking",
    "agents.list[].reasoningDefault",
    "agents.list[].fastModeDefault",
    "channels.*.requireMention",
    "channels.*.*.requireMention",
    "channels.*.*.*.requireMention",
    "channels.*.*.*.*.requireMention",
    "channels.*.*.*.*.*.requireMention",
    "messages.visibleReplies",
    "messages.groupChat.visibleReplies",
    "messages.groupChat.unmentionedInbound",
];

/// How the proposed value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigMutation<'a> {
    /// `config.apply`: it is the whole new config.
    Apply,
    /// `config.patch`: it is merged into the current one.
    Patch {
        /// Lists that the patch replaces although their entries have ids.
        replace_paths: &'a [String],
    },
}

/// Why a change is refused.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ConfigMutationError {
    /// The proposed value is a list, a text, a number or nothing.
    #[error("the proposed config must be an object; pass the changed keys as an object")]
    NotAnObject,
    /// A path outside of the allowlist would change.
    #[error("the agent may not change protected config paths: {}; edit the config yourself", .paths.join(", "))]
    ProtectedPaths {
        /// Every such path, sorted.
        paths: Vec<String>,
    },
    /// A flag would become enabled.
    #[error("the agent may not enable insecure config flags: {}; edit the config yourself", .flags.join(", "))]
    DangerousFlags {
        /// Every such flag, in the order of the security audit.
        flags: Vec<String>,
    },
}

/// Checks what `proposed` would change in `current`.
///
/// `declared` are the flags that plugins declare as dangerous.
pub fn check_gateway_config_mutation(
    current: &Value,
    proposed: &Value,
    mutation: ConfigMutation<'_>,
    declared: &[DeclaredFlag],
) -> Result<(), ConfigMutationError> {
    if !proposed.is_object() {
        return Err(ConfigMutationError::NotAnObject);
    }
    let merged = match mutation {
        ConfigMutation::Apply => None,
        ConfigMutation::Patch { replace_paths } => {
            Some(merge_patch(current, proposed, replace_paths))
        }
    };
    let next = merged.as_ref().unwrap_or(proposed);
    let protected = |path: &String| !is_allowed(path);
    let paths: Vec<String> = changed_paths(current, next).into_iter().filter(protected).collect();
    if !paths.is_empty() {
        return Err(ConfigMutationError::ProtectedPaths { paths });
    }
    let enabled = enabled_dangerous_flags(current, declared);
    let mut flags = enabled_dangerous_flags(next, declared);
    flags.retain(|flag| !enabled.contains(flag));
    if flags.is_empty() { Ok(()) } else { Err(ConfigMutationError::DangerousFlags { flags }) }
}

/// Whether some pattern matches the start of the path, key by key.
fn is_allowed(path: &str) -> bool {
    ALLOWED_PATHS.iter().any(|pattern| {
        let mut keys = path.split('.');
        pattern
            .split('.')
            .all(|wanted| keys.next().is_some_and(|key| wanted == "*" || wanted == key))
    })
}

#[cfg(test)]
mod tests;
