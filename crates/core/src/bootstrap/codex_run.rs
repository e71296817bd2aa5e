//! What a gateway sends to the Codex app server for one run, and the layers that the model then sees.
//!
//! Codex puts its own model instructions first and says what the permissions are; the gateway adds developer
//! instructions for the thread, instructions for the turn, and the request. Only the last three are sent. The
//! permission layer is Codex's, so its text here is a stand-in for what Codex says.

use serde::Deserialize;

use super::codex::{CodexRouting, CodexTexts, block, prefix_request};
use crate::prompt::boundary;
use crate::text::{Text, U16Str, trim};
use crate::texts::{Lookup, TextError, plain};

/// When Codex asks before it runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ApprovalPolicy {
    /// Before anything but known, harmless commands.
    Untrusted,
    /// When a command failed in the sandbox.
    OnFailure,
    /// When the model asks for it.
    OnRequest,
    /// Never: nobody is there to answer.
    #[default]
    Never,
}

impl ApprovalPolicy {
    /// The name in the protocol.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Untrusted => "untrusted",
            Self::OnFailure => "on-failure",
            Self::OnRequest => "on-request",
            Self::Never => "never",
        }
    }
}

/// What Codex's commands may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodexSandbox {
    /// Files may be read.
    ReadOnly,
    /// Files of the workspace may be written.
    WorkspaceWrite,
    /// Everything: there is no sandbox.
    #[default]
    DangerFullAccess,
}

impl CodexSandbox {
    /// The name in the parameters of a thread.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::WorkspaceWrite => "workspace-write",
            Self::DangerFullAccess => "danger-full-access",
        }
    }

    /// The name in the `sandboxPolicy` of a turn.
    #[must_use]
    pub fn policy_name(self) -> &'static str {
        match self {
            Self::ReadOnly => "readOnly",
            Self::WorkspaceWrite => "workspaceWrite",
            Self::DangerFullAccess => "dangerFullAccess",
        }
    }
}

/// How hard the model thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CodexEffort {
    None,
    Minimal,
    Low,
    Medium,
    High,
    Xhigh,
}

impl CodexEffort {
    /// The name in the protocol.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Xhigh => "xhigh",
        }
    }
}

/// Stand-ins for what Codex says about permissions.
#[derive(Debug, Clone)]
pub struct CodexPermissionTexts {
    read_only: Text,
    workspace_write: Text,
    full_access: Text,
    untrusted: Text,
    on_failure: Text,
    on_request: Text,
    never: Text,
}

impl CodexPermissionTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        let text = |name: &str| plain(lookup, &format!("bootstrap.codex.permissions.{name}"));
        Ok(Self {
            read_only: text("read_only")?,
            workspace_write: text("workspace_write")?,
            full_access: text("full_access")?,
            untrusted: text("untrusted")?,
            on_failure: text("on_failure")?,
            on_request: text("on_request")?,
            never: text("never")?,
        })
    }

    fn sandbox(&self, sandbox: CodexSandbox) -> &U16Str {
        match sandbox {
            CodexSandbox::ReadOnly => &self.read_only,
            CodexSandbox::WorkspaceWrite => &self.workspace_write,
            CodexSandbox::DangerFullAccess => &self.full_access,
        }
    }

    fn approval(&self, approval: ApprovalPolicy) -> &U16Str {
        match approval {
            ApprovalPolicy::Untrusted => &self.untrusted,
            ApprovalPolicy::OnFailure => &self.on_failure,
            ApprovalPolicy::OnRequest => &self.on_request,
            ApprovalPolicy::Never => &self.never,
        }
    }
}

/// What one run says to Codex.
#[derive(Debug, Clone, Default)]
pub struct CodexRunFacts {
    /// The gateway's prompt for the surface `codex_app_server`; blank for none.
    pub system_prompt: Text,
    /// What the user, the schedule or the heartbeat asks.
    pub request: Text,
    /// Where the workspace's files go.
    pub routing: CodexRouting,
    /// When Codex asks.
    pub approval: ApprovalPolicy,
    /// What commands may touch.
    pub sandbox: CodexSandbox,
}

/// The texts of a run, by layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodexLayers {
    /// Stands in for what Codex says about approvals and the sandbox.
    pub permissions: Text,
    /// For the thread; sub-agents inherit it. Absent when there is nothing to say.
    pub developer_instructions: Option<Text>,
    /// For the turn. Absent leaves Codex its own text for the mode.
    pub collaboration_instructions: Option<Text>,
    /// The request, with the turn's context in front where there is one.
    pub turn_input: Text,
}

/// Puts the texts of a run on its layers.
///
/// The cache boundary is taken out of the prompt: a thread's instructions are sent once. Files that
/// sub-agents inherit follow the prompt after a blank line.
#[must_use]
pub fn codex_layers(
    facts: &CodexRunFacts,
    texts: &CodexTexts,
    permissions: &CodexPermissionTexts,
) -> CodexLayers {
    let prompt = boundary::strip(&facts.system_prompt);
    let files = facts.routing.developer_instructions.as_deref().unwrap_or_default();
    let developer: Vec<&U16Str> =
        [trim(&prompt), files].into_iter().filter(|part| !part.is_empty()).collect();
    let turn_input = match &facts.routing.turn_context {
        Some(context) => prefix_request(context, &facts.request, texts),
        None => facts.request.clone(),
    };
    CodexLayers {
        permissions: block(&[
            permissions.sandbox(facts.sandbox),
            permissions.approval(facts.approval),
        ]),
        developer_instructions: (!developer.is_empty()).then(|| block(&developer)),
        collaboration_instructions: facts.routing.collaboration_instructions.clone(),
        turn_input,
    }
}

#[cfg(test)]
mod tests {
    use super::super::BootstrapTexts;
    use super::*;
    use crate::text::to_text;

    fn layers(facts: &CodexRunFacts) -> CodexLayers {
        let texts = BootstrapTexts::shipped();
        codex_layers(facts, &texts.codex, &texts.codex_permissions)
    }

    #[test]
    fn the_prompt_loses_its_boundary_and_the_files_follow_it() {
        let facts = CodexRunFacts {
            system_prompt: to_text("above\n<!-- OPENCLAW_CACHE_BOUNDARY -->\nbelow\n"),
            routing: CodexRouting {
                developer_instructions: Some(to_text("## Files")),
                ..CodexRouting::default()
            },
            ..CodexRunFacts::default()
        };
        let developer = layers(&facts).developer_instructions.unwrap();
        assert_eq!(developer.to_string_lossy(), "above\nbelow\n\n## Files");
    }

    #[test]
    fn nothing_to_say_is_absent_and_a_lone_request_is_sent_as_it_is() {
        let facts = CodexRunFacts { request: to_text(" do it\n"), ..CodexRunFacts::default() };
        let layers = layers(&facts);
        assert_eq!(layers.developer_instructions, None);
        assert_eq!(layers.collaboration_instructions, None);
        assert_eq!(layers.turn_input, to_text(" do it\n"));
    }

    #[test]
    fn the_turns_context_stands_in_front_of_the_request() {
        let routing =
            CodexRouting { turn_context: Some(to_text("context")), ..CodexRouting::default() };
        let facts =
            CodexRunFacts { request: to_text("do it"), routing, ..CodexRunFacts::default() };
        let input = layers(&facts).turn_input.to_string_lossy();
        assert!(input.contains("\n\ncontext\n\n") && input.ends_with("\ndo it"));
    }

    #[test]
    fn each_permission_has_a_text_of_its_own() {
        let mut seen = Vec::new();
        for sandbox in
            [CodexSandbox::ReadOnly, CodexSandbox::WorkspaceWrite, CodexSandbox::DangerFullAccess]
        {
            for approval in [
                ApprovalPolicy::Untrusted,
                ApprovalPolicy::OnFailure,
                ApprovalPolicy::OnRequest,
                ApprovalPolicy::Never,
            ] {
                let facts = CodexRunFacts { approval, sandbox, ..CodexRunFacts::default() };
                seen.push(layers(&facts).permissions.to_string_lossy());
            }
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 12);
    }
}
