//! A run inside the gateway: it passes everything.

use super::super::params::{PromptMode, RenderParams, RuntimeInfo};
use super::super::session_key::prompt_mode_for_session;
use super::{Facts, Run, RunKind};
use crate::text::Text;

pub(super) fn params(facts: &Facts<'_>) -> RenderParams {
    let Run { tools, context, host, channel, model, .. } = facts.run;
    let restricted = !facts.run.tools_allow.is_empty();
    RenderParams {
        prompt_mode: Some(prompt_mode(facts.run)),
        tool_names: Some(tools.names.clone()),
        capability_tool_names: Some(sorted(&tools.capability_names)),
        tool_schema_directory_prompt: tools.schema_directory_prompt.clone(),
        acp_enabled: Some(facts.acp_outside_sandbox()),
        proactive_subagent_orchestration: Some(is_ultra(facts.run)),
        skills_prompt: context.skills_prompt.clone().filter(|_| !restricted),
        include_memory_section: Some(facts.run.has_builtin_context()),
        workspace_notes: Some(workspace_notes(facts)),
        docs_path: host.docs_path.clone(),
        source_path: host.source_path.clone(),
        sandbox_info: facts.run.sandbox.clone(),
        bootstrap_mode: context.bootstrap_mode,
        bootstrap_truncation_notice: context.bootstrap_truncation_notice.clone(),
        context_files: Some(context.files.clone()),
        reasoning_tag_hint: Some(model.tagged_reasoning),
        reasoning_level: Some(facts.run.reasoning_level()),
        owner_numbers: Some(facts.run.owner_numbers.clone()),
        silent_reply_prompt_mode: facts.run.silent_reply_prompt_mode,
        source_reply_delivery_mode: facts.run.source_reply_delivery_mode,
        message_tool_hints: channel.as_ref().map(|channel| channel.message_tool_hints.clone()),
        extra_system_prompt: context.extra_system_prompt.clone(),
        heartbeat_prompt: heartbeat_prompt(facts),
        reaction_guidance: channel.as_ref().and_then(|channel| channel.reaction_guidance.clone()),
        prompt_contribution: facts.contribution(facts.run.is_heartbeat()),
        runtime_info: Some(facts.with_session(RuntimeInfo {
            active_process_sessions: Some(facts.run.process_sessions.clone()),
            ..facts.runtime_info()
        })),
        ..facts.common(facts.surface())
    }
}

/// A restriction to some tools makes the prompt minimal; else the caller's choice, then none for a raw
/// run, then what the session key says.
fn prompt_mode(run: &Run) -> PromptMode {
    if !run.tools_allow.is_empty() {
        return PromptMode::Minimal;
    }
    let raw = (run.kind == RunKind::Raw).then_some(PromptMode::None);
    run.prompt_mode.or(raw).unwrap_or_else(|| prompt_mode_for_session(run.session_key.as_deref()))
}

fn is_ultra(run: &Run) -> bool {
    run.think_level.as_ref().is_some_and(|level| level.to_string_lossy() == "ultra")
}

fn workspace_notes(facts: &Facts<'_>) -> Vec<Text> {
    let texts = &facts.texts.workspace_notes;
    let commit = facts.run.context.bootstrap_pending.then_some(&texts.commit);
    let embedded = facts.run.without_gateway.then_some(&texts.embedded);
    [commit, embedded].into_iter().flatten().map(|note| note.fill(&[])).collect()
}

/// Only a turn that a heartbeat started explains heartbeats.
fn heartbeat_prompt(facts: &Facts<'_>) -> Option<Text> {
    let granted = facts.run.is_heartbeat() && facts.run.kind != RunKind::CommitmentOnly;
    if granted { facts.heartbeat_prompt() } else { None }
}

fn sorted(names: &[Text]) -> Vec<Text> {
    let mut names = names.to_vec();
    names.sort_by(|left, right| left.as_slice().cmp(right.as_slice()));
    names
}
