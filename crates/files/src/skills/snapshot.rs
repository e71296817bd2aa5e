//! From a workspace, or from entries at hand, to the list in a prompt.

use std::sync::Arc;

use clawprompt_core::skills::{
    ConsideredSkill, Eligibility, EligibleSkills, ListOptions, Overflow, RemoteHost,
    SandboxMapping, SkillConfig, SkillDiagnostic, SkillEntry, SkillLimits, SkillList,
    SkillSnapshot, SkillTexts, build_skill_snapshot, considered_skills, filter_skill_entries,
};
use clawprompt_core::text::Text;
use serde_json::Value;

use super::host::HostFacts;
use super::programs::HostProbe;
use super::seen::Seen;
use super::store::{LoadRequest, LoadedSkills, SkillStore};

/// Whose skills: what narrows the loaded ones down.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selection<'a> {
    /// The agent whose list of skills and budget count.
    pub agent_id: Option<&'a str>,
    /// Names in place of the agent's list; an empty list allows none.
    pub skill_filter: Option<&'a [String]>,
    /// What a remote node adds.
    pub remote: Option<&'a RemoteHost>,
}

impl Selection<'_> {
    /// The names that are allowed; `None` allows all.
    fn names(&self, config: SkillConfig<'_>) -> Option<Vec<String>> {
        match self.skill_filter {
            Some(names) => Some(names.to_vec()),
            None => config.agent_filter(self.agent_id),
        }
    }
}

/// How the list is written.
#[derive(Debug, Clone, Copy)]
pub struct ListSettings<'a> {
    /// Whether content versions are printed.
    pub versions: bool,
    /// Whether paths in the home directory are shortened with `~`.
    pub shorten_home: bool,
    /// What gives way when the list does not fit.
    pub overflow: &'a Overflow,
    /// Where the skills are seen by a sandboxed agent. The list is measured with these paths.
    pub sandbox: Option<&'a SandboxMapping>,
}

/// Where a decision is made.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The whole configuration.
    pub config: &'a Value,
    /// The process around us.
    pub host: &'a HostFacts,
}

impl Setting<'_> {
    fn select(
        &self,
        entries: Vec<Arc<SkillEntry>>,
        selection: &Selection<'_>,
        names: Option<&[String]>,
        seen: &mut Seen,
    ) -> EligibleSkills<Arc<SkillEntry>> {
        let eligibility = Eligibility {
            config: SkillConfig::new(self.config),
            host: &HostProbe::new(self.host, seen),
            remote: selection.remote,
            filter: names,
        };
        filter_skill_entries(entries, &eligibility)
    }
}

/// Loads the skills of a workspace. Blocks on the disk.
///
/// Where a list of skills applies, the entries are those that it names and that are eligible here, as in
/// the peer; else they are all that could be loaded, whatever they ask of their host.
#[must_use]
pub fn load_workspace_entries(
    store: &SkillStore,
    load: &LoadRequest<'_>,
    selection: &Selection<'_>,
) -> LoadedSkills {
    let mut seen = Seen::default();
    let LoadedSkills { entries, mut diagnostics } = store.load(load, &mut seen);
    let names = selection.names(SkillConfig::new(load.config));
    if names.is_none() {
        return LoadedSkills { entries, diagnostics };
    }
    let setting = Setting { config: load.config, host: load.host };
    let eligible = setting.select(entries, selection, names.as_deref(), &mut seen);
    diagnostics.extend(eligible.diagnostics);
    LoadedSkills { entries: eligible.entries, diagnostics }
}

/// A snapshot and its account.
#[derive(Debug, Clone)]
pub struct WorkspaceSnapshot {
    /// What a session keeps.
    pub snapshot: SkillSnapshot,
    /// The list, with what each skill costs.
    pub list: SkillList,
    /// The limits it was made for.
    pub limits: SkillLimits,
    /// The eligible skills in name order, to which the list's places refer. Those that are not hidden are
    /// what the peer calls resolved skills.
    pub entries: Vec<Arc<SkillEntry>>,
    /// Everything that is not in the list, and why: files first, then gates, then the list's limits.
    pub diagnostics: Vec<SkillDiagnostic>,
}

impl WorkspaceSnapshot {
    /// One row for each skill considered: the list's in its order, then the others.
    #[must_use]
    pub fn considered(&self) -> Vec<ConsideredSkill> {
        considered_skills(&self.list, &self.entries, &self.diagnostics)
    }
}

/// Filters and lists what was loaded, or entries that the caller has, and adds to what was `seen` on the disk.
/// `version` is the caller's own.
#[must_use]
pub fn build_workspace_snapshot(
    loaded: LoadedSkills,
    setting: &Setting<'_>,
    selection: &Selection<'_>,
    settings: &ListSettings<'_>,
    version: Option<f64>,
    texts: &SkillTexts,
    seen: &mut Seen,
) -> WorkspaceSnapshot {
    let config = SkillConfig::new(setting.config);
    let limits = config.limits(selection.agent_id);
    let names = selection.names(config);
    let LoadedSkills { entries, mut diagnostics } = loaded;
    let eligible = setting.select(entries, selection, names.as_deref(), seen);
    diagnostics.extend(eligible.diagnostics);

    let entries = mapped(eligible.entries, settings.sandbox);
    let home = setting.host.home_shortening(seen);
    let options = ListOptions {
        max_skills: limits.max_skills_in_prompt,
        max_chars: limits.max_skills_prompt_chars,
        remote_note: selection.remote.and_then(|remote| remote.note.as_deref()),
        versions: settings.versions,
        overflow: settings.overflow,
        home: settings.shorten_home.then_some(&home),
    };
    let listed = entries.iter().map(AsRef::as_ref);
    let (snapshot, list) = build_skill_snapshot(listed, names, version, &options, texts);
    diagnostics.extend(list.diagnostics.iter().cloned());
    WorkspaceSnapshot { snapshot, list, limits, entries, diagnostics }
}

/// The list of those of a caller's entries that are eligible; no entries, no text.
#[must_use]
pub fn list_entries(
    entries: Vec<Arc<SkillEntry>>,
    setting: &Setting<'_>,
    selection: &Selection<'_>,
    settings: &ListSettings<'_>,
    texts: &SkillTexts,
) -> Text {
    if entries.is_empty() {
        return Text::new();
    }
    let loaded = LoadedSkills { entries, diagnostics: Vec::new() };
    let seen = &mut Seen::default();
    build_workspace_snapshot(loaded, setting, selection, settings, None, texts, seen).list.text
}

fn mapped(
    mut entries: Vec<Arc<SkillEntry>>,
    sandbox: Option<&SandboxMapping>,
) -> Vec<Arc<SkillEntry>> {
    if let Some(sandbox) = sandbox {
        for entry in &mut entries {
            sandbox.apply(&mut Arc::make_mut(entry).skill);
        }
    }
    entries
}
