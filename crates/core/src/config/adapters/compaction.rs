//! The compaction of a session. It is a turn without a sender, so it leaves out the trigger and what
//! belongs to one delivery.

use super::super::params::{RenderParams, RuntimeInfo};
use super::super::session_key::prompt_mode_for_session;
use super::{Facts, Run};

pub(super) fn params(facts: &Facts<'_>) -> RenderParams {
    let Run { tools, context, host, channel, model, .. } = facts.run;
    let files = if context.never_inject { Vec::new() } else { context.files.clone() };
    RenderParams {
        prompt_mode: Some(prompt_mode_for_session(facts.run.session_key.as_deref())),
        tool_names: Some(tools.names.clone()),
        acp_enabled: Some(facts.acp_outside_sandbox()),
        skills_prompt: context.skills_prompt.clone(),
        docs_path: host.docs_path.clone(),
        source_path: host.source_path.clone(),
        sandbox_info: facts.run.sandbox.clone(),
        context_files: Some(files),
        reasoning_tag_hint: Some(model.tagged_reasoning),
        reasoning_level: Some(facts.run.reasoning_level()),
        owner_numbers: Some(facts.run.owner_numbers.clone()),
        source_reply_delivery_mode: facts.run.source_reply_delivery_mode,
        message_tool_hints: channel.as_ref().map(|channel| channel.message_tool_hints.clone()),
        extra_system_prompt: context.extra_system_prompt.clone(),
        heartbeat_prompt: facts.heartbeat_prompt(),
        reaction_guidance: channel.as_ref().and_then(|channel| channel.reaction_guidance.clone()),
        prompt_contribution: facts.contribution(false),
        runtime_info: Some(RuntimeInfo {
            active_process_sessions: Some(facts.run.process_sessions.clone()),
            ..facts.runtime_info()
        }),
        ..facts.common(facts.surface())
    }
}
