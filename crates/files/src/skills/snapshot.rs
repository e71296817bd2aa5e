//! From a workspace to the list in its prompt, in one step.

use std::sync::Arc;

use clawprompt_core::skills::{
    Eligibility, ListOptions, Overflow, RemoteHost, SkillConfig, SkillDiagnostic, SkillEntry,
    SkillList, SkillSnapshot, SkillTexts, build_skill_snapshot, filter_skill_entries,
};

use super::programs::ProgramFinder;
use super::store::{LoadRequest, SkillStore};

/// What a snapshot is made of.
#[derive(Debug, Clone)]
pub struct SnapshotRequest<'a> {
    /// What is loaded.
    pub load: LoadRequest<'a>,
    /// The agent whose list of skills and budget count.
    pub agent_id: Option<&'a str>,
    /// Names in place of the agent's list; an empty list allows none.
    pub skill_filter: Option<&'a [String]>,
    /// What a remote node adds.
    pub remote: Option<&'a RemoteHost>,
    /// Whether content versions are printed.
    pub versions: bool,
    /// Whether paths in the home directory are shortened with `~`.
    pub shorten_home: bool,
    /// What gives way when the list does not fit.
    pub overflow: &'a Overflow,
    /// The caller's version of the snapshot.
    pub version: Option<f64>,
}

/// A snapshot and its account.
#[derive(Debug, Clone)]
pub struct WorkspaceSnapshot {
    /// What a session keeps.
    pub snapshot: SkillSnapshot,
    /// The list, with what each skill costs.
    pub list: SkillList,
    /// The eligible skills in name order, to which the list's places refer. Those that are not hidden are
    /// what the peer calls resolved skills.
    pub entries: Vec<Arc<SkillEntry>>,
    /// Everything that is not in the list, and why: files first, then gates, then the list's limits.
    pub diagnostics: Vec<SkillDiagnostic>,
}

/// Loads, filters and lists a workspace's skills. Blocks on the disk.
#[must_use]
pub fn build_workspace_snapshot(
    store: &SkillStore,
    programs: &ProgramFinder,
    request: &SnapshotRequest<'_>,
    texts: &SkillTexts,
) -> WorkspaceSnapshot {
    let SnapshotRequest { load, agent_id, .. } = request;
    let config = SkillConfig::new(load.config);
    let limits = config.limits(*agent_id);
    let own_filter = match request.skill_filter {
        Some(names) => Some(names.to_vec()),
        None => config.agent_filter(*agent_id),
    };
    let loaded = store.load(load);
    let eligibility = Eligibility {
        config,
        host: &programs.for_host(load.host),
        remote: request.remote,
        filter: own_filter.as_deref(),
    };
    let mut diagnostics = loaded.diagnostics;
    let eligible = filter_skill_entries(loaded.entries, &eligibility);
    diagnostics.extend(eligible.diagnostics);

    let home = load.host.home_shortening();
    let options = ListOptions {
        max_skills: limits.max_skills_in_prompt,
        max_chars: limits.max_skills_prompt_chars,
        remote_note: request.remote.and_then(|remote| remote.note.as_deref()),
        versions: request.versions,
        overflow: request.overflow,
        home: request.shorten_home.then_some(&home),
    };
    let entries = eligible.entries;
    let (snapshot, list) = build_skill_snapshot(
        entries.iter().map(AsRef::as_ref),
        own_filter,
        request.version,
        &options,
        texts,
    );
    diagnostics.extend(list.diagnostics.iter().cloned());
    WorkspaceSnapshot { snapshot, list, entries, diagnostics }
}
