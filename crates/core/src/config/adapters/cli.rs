//! A run behind a command-line agent, which has tools and a mode of its own.

use super::super::params::{PromptSurface, RenderParams, RuntimeInfo};
use super::{Facts, Run, RunKind, non_blank};
use crate::text::{Text, to_text};

pub(super) fn params(facts: &Facts<'_>) -> RenderParams {
    let Run { tools, context, host, .. } = facts.run;
    let side_question = facts.run.kind == RunKind::SideQuestion;
    let workspace = non_blank(facts.run.cwd.as_ref());
    let local = |path: &Option<Text>| path.clone().filter(|_| !side_question);
    let without_skills = side_question || context.skills_by_plugin_dir;
    RenderParams {
        workspace_dir: workspace.map_or_else(|| facts.run.workspace_dir.clone(), ToOwned::to_owned),
        tool_names: (!tools.loopback_names.is_empty()).then(|| tools.loopback_names.clone()),
        acp_enabled: Some(facts.run.acp_spawnable),
        skills_prompt: context.skills_prompt.clone().filter(|_| !without_skills),
        docs_path: local(&host.docs_path),
        source_path: local(&host.source_path),
        bootstrap_mode: context.bootstrap_mode,
        context_files: Some(context.files.clone()),
        reasoning_tag_hint: Some(false),
        owner_numbers: Some(facts.run.owner_numbers.clone()),
        silent_reply_prompt_mode: facts.run.silent_reply_prompt_mode,
        source_reply_delivery_mode: facts.run.source_reply_delivery_mode,
        require_explicit_message_target: facts.run.require_explicit_message_target,
        extra_system_prompt: non_blank(context.extra_system_prompt.as_ref()).map(ToOwned::to_owned),
        heartbeat_prompt: heartbeat_prompt(facts),
        runtime_info: Some(
            facts.with_session(RuntimeInfo {
                host: Some(to_text("openclaw")),
                ..facts.runtime_info()
            }),
        ),
        ..facts.common(PromptSurface::CliBackend)
    }
}

fn heartbeat_prompt(facts: &Facts<'_>) -> Option<Text> {
    let withheld = matches!(facts.run.kind, RunKind::SideQuestion | RunKind::CommitmentOnly);
    if withheld { None } else { facts.heartbeat_prompt() }
}
