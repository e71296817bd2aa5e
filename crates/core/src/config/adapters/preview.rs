//! The preview that a command shows or exports. It knows the session but not the conversation, so it
//! leaves out the channel, the owners, the provider's contribution and the documentation.

use super::super::params::{RenderParams, RuntimeInfo, SandboxInfo};
use super::Facts;
use crate::text::to_text;

pub(super) fn params(facts: &Facts<'_>) -> RenderParams {
    let unknown = || Some(to_text("unknown"));
    RenderParams {
        tool_names: Some(facts.run.tools.names.clone()),
        acp_enabled: Some(facts.acp_outside_sandbox()),
        skills_prompt: facts.run.context.skills_prompt.clone(),
        sandbox_info: facts.run.sandbox.as_ref().map(sandbox_summary),
        context_files: Some(facts.run.context.files.clone()),
        reasoning_tag_hint: Some(false),
        reasoning_level: Some(facts.run.reasoning_level()),
        runtime_info: Some(facts.with_session(RuntimeInfo {
            host: unknown(),
            os: unknown(),
            arch: unknown(),
            node: facts.run.host.node.clone(),
            model: facts.run.model.name(),
            ..RuntimeInfo::default()
        })),
        ..facts.common(facts.surface())
    }
}

fn sandbox_summary(sandbox: &SandboxInfo) -> SandboxInfo {
    SandboxInfo {
        enabled: sandbox.enabled,
        workspace_dir: sandbox.workspace_dir.clone(),
        workspace_access: Some(to_text("rw")),
        elevated: sandbox.elevated.clone(),
        ..SandboxInfo::default()
    }
}
