//! Loading the skills of a workspace from all their places.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clawprompt_core::skills::{
    SkillConfig, SkillDiagnostic, SkillEntry, SkillLimits, SkillReason, SkillSource,
};
use clawprompt_core::text::{Collator, Text, to_text};
use serde_json::Value;

use super::content::{self, Admitted, Content};
use super::host::HostFacts;
use super::memory::State;
use super::plugins::{PLUGIN_LINKS, linked_skills};
use super::scan::{Candidate, Found, Passed, Root, Scan};
use super::seen::Seen;

/// What is loaded.
#[derive(Debug, Clone)]
pub struct LoadRequest<'a> {
    /// The workspace.
    pub workspace: &'a Path,
    /// The whole configuration.
    pub config: &'a Value,
    /// The process around us.
    pub host: &'a HostFacts,
    /// Skill directories of the enabled plugins, in the order of their registry.
    pub plugin_dirs: &'a [PathBuf],
    /// Real paths of the `SKILL.md` files that were archived; they are left out.
    pub archived: &'a HashSet<PathBuf>,
    /// Whether only the workspace's own skills are loaded, as for sandboxed runs.
    pub workspace_only: bool,
    /// Directory of bundled skills in place of [`HostFacts::bundled_dir`].
    pub bundled_dir: Option<&'a Path>,
    /// Directory of managed skills in place of `<config dir>/skills`.
    pub managed_dir: Option<&'a Path>,
    /// Directory of links to plugins' skills in place of [`PLUGIN_LINKS`] in the config directory.
    pub plugin_links: Option<&'a Path>,
    /// Orders candidates within a source; the process's locale in the peer.
    pub locale: &'a Collator,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct LoadedSkills {
    /// One entry per name, sorted by name in English order.
    pub entries: Vec<Arc<SkillEntry>>,
    /// One for each directory that looks like a skill and is not among the entries.
    pub diagnostics: Vec<SkillDiagnostic>,
}

/// Loads skills and remembers files that did not change.
///
/// Every load looks at each directory and file anew, but reads only those whose identity, size or times
/// differ, or whose last change is so recent that another one might not show.
#[derive(Debug, Default)]
pub struct SkillStore {
    state: Mutex<State>,
}

/// A loaded skill on its way into the merge.
struct Loaded {
    entry: Arc<SkillEntry>,
    real_file: PathBuf,
}

impl SkillStore {
    /// Loads the skills, and notes what it asked the disk. Blocks on the disk, so it must not run on an event loop.
    pub fn load(&self, request: &LoadRequest<'_>, seen: &mut Seen) -> LoadedSkills {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.turn += 1;
        let mut pass = Pass {
            state: &mut state,
            seen,
            request,
            limits: SkillConfig::new(request.config).limits(None),
            targets: Vec::new(),
            merged: HashMap::new(),
            diagnostics: Vec::new(),
        };
        pass.targets = pass.link_targets();
        pass.load_all();
        let mut entries: Vec<Arc<SkillEntry>> =
            pass.merged.into_values().map(|loaded| loaded.entry).collect();
        let diagnostics = pass.diagnostics;
        // Names are unique, so the order does not depend on the map's; equal ranks fall back to paths.
        entries.sort_by(|left, right| left.skill.file_path.cmp(&right.skill.file_path));
        if let Ok(english) = Collator::new("en") {
            english.sort_by_key(&mut entries, |entry| &entry.skill.name);
        }
        state.forget();
        LoadedSkills { entries, diagnostics }
    }
}

/// One load.
struct Pass<'a> {
    state: &'a mut State,
    seen: &'a mut Seen,
    request: &'a LoadRequest<'a>,
    limits: SkillLimits,
    targets: Vec<PathBuf>,
    merged: HashMap<Text, Loaded>,
    diagnostics: Vec<SkillDiagnostic>,
}

impl Pass<'_> {
    fn link_targets(&mut self) -> Vec<PathBuf> {
        let config = SkillConfig::new(self.request.config);
        let targets = config.allowed_link_targets();
        let host = self.request.host;
        let path = |target: &str| self.seen.real_path(&host.user_path(target)?);
        targets.into_iter().filter_map(path).collect()
    }

    /// Loads the sources in rising precedence.
    fn load_all(&mut self) {
        let request = self.request;
        let workspace = request.workspace;
        let own = Root { dir: workspace.join("skills"), source: SkillSource::Workspace };
        if request.workspace_only {
            return self.load_root(&own);
        }
        let host = request.host;
        let config_dir = host.config_dir();
        let root = |dir: PathBuf, source| Root { dir, source };
        for dir in SkillConfig::new(request.config).extra_dirs() {
            if let Some(dir) = host.user_path(dir) {
                self.load_root(&root(dir, SkillSource::Extra));
            }
        }
        for dir in request.plugin_dirs {
            self.load_root(&root(dir.clone(), SkillSource::Extra));
        }
        let links = request.plugin_links.map(Path::to_owned);
        self.load_plugin_links(&links.unwrap_or_else(|| config_dir.join(PLUGIN_LINKS)));
        let bundled = request.bundled_dir.map(Path::to_owned);
        if let Some(dir) = bundled.or_else(|| self.seen.bundled_dir(host)) {
            self.load_root(&root(dir, SkillSource::Bundled));
        }
        let managed = request.managed_dir.map(Path::to_owned);
        let managed = managed.unwrap_or_else(|| config_dir.join("skills"));
        self.load_root(&root(managed, SkillSource::Managed));
        let home = host.os_home().unwrap_or_else(|| host.cwd.clone());
        self.load_root(&root(home.join(".agents/skills"), SkillSource::AgentsPersonal));
        self.load_root(&root(workspace.join(".agents/skills"), SkillSource::AgentsProject));
        self.load_root(&own);
    }

    fn load_root(&mut self, root: &Root) {
        let turn = self.state.turn;
        let max_bytes = self.limits.max_skill_file_bytes;
        // The scan lists directories and, to choose its base, reads a few skills.
        let mut listings = std::mem::take(&mut self.state.listings);
        let state = &mut *self.state;
        let mut is_loadable = |dir: &Path, seen: &mut Seen| {
            let Some(real) = seen.real_path(dir) else { return false };
            let Ok(content) = state.content(&real, max_bytes, seen) else { return false };
            content.header.get("description").is_some_and(|text| !text.is_empty())
        };
        let scan = Scan::new(
            root,
            &self.limits,
            &self.targets,
            &mut listings,
            turn,
            self.seen,
            &mut is_loadable,
        );
        let found = scan.run(self.request.locale);
        self.state.listings = listings;
        self.load_found(found, root.source, false);
    }

    fn load_plugin_links(&mut self, links: &Path) {
        let dirs = self.request.plugin_dirs.iter();
        let plugin_dirs: Vec<PathBuf> = dirs.filter_map(|dir| self.seen.real_path(dir)).collect();
        if !plugin_dirs.is_empty() {
            let most = self.limits.max_skills_loaded_per_source;
            let found = linked_skills(links, &plugin_dirs, most, self.seen);
            self.load_found(found, SkillSource::Extra, true);
        }
    }

    /// Loads candidates until the source is full.
    fn load_found(&mut self, found: Found, source: SkillSource, are_links: bool) {
        for Passed { path, reason, detail } in found.passed {
            self.report(reason, &path, source, detail.as_deref());
        }
        let mut loaded = 0;
        let mut candidates = &found.candidates[..];
        while !candidates.is_empty() {
            let room = self.limits.max_skills_loaded_per_source.saturating_sub(loaded);
            let (next, rest) = candidates.split_at(room.min(candidates.len()));
            if next.is_empty() {
                break;
            }
            for (candidate, content) in next.iter().zip(self.contents(next)) {
                loaded += usize::from(self.load_one(candidate, content, source, are_links));
            }
            candidates = rest;
        }
        for candidate in candidates {
            self.report(SkillReason::ScanLimit, &candidate.dir, source, None);
        }
    }

    /// What each candidate's file says; files that must be read are read on all cores.
    fn contents(
        &mut self,
        candidates: &[Candidate],
    ) -> Vec<Result<(Arc<Content>, PathBuf), SkillReason>> {
        let max_bytes = self.limits.max_skill_file_bytes;
        let admitted: Vec<Result<Admitted, SkillReason>> = candidates
            .iter()
            .map(|candidate| {
                content::admit(&candidate.real_dir, &candidate.facts, max_bytes, self.seen)
            })
            .collect();
        let known: Vec<Option<Arc<Content>>> =
            admitted.iter().map(|admitted| self.state.known(admitted.as_ref().ok()?)).collect();
        let unknown: Vec<&Admitted> = admitted
            .iter()
            .zip(&known)
            .filter_map(|(admitted, known)| admitted.as_ref().ok().filter(|_| known.is_none()))
            .collect();
        let mut read = content::read_all(&unknown, max_bytes).into_iter();
        let mut take = |admitted: Admitted, known: Option<Arc<Content>>| {
            let path = admitted.path.clone();
            let content = if let Some(content) = known {
                content
            } else {
                let read = read.next().unwrap_or(Err(SkillReason::Unreadable));
                let read = read.inspect_err(|reason| self.seen.judge(*reason))?;
                self.state.remember(admitted, read)
            };
            Ok((content, path))
        };
        let pairs = admitted.into_iter().zip(known);
        pairs.map(|(admitted, known)| take(admitted?, known)).collect()
    }

    /// Whether the candidate is a skill, archived or not.
    fn load_one(
        &mut self,
        candidate: &Candidate,
        content: Result<(Arc<Content>, PathBuf), SkillReason>,
        source: SkillSource,
        is_link: bool,
    ) -> bool {
        let entry = content.and_then(|(content, real_file)| {
            let entry = self.state.entry(candidate, source, &content, self.seen)?;
            Ok((entry, real_file))
        });
        let (mut entry, real_file) = match entry {
            Ok(found) => found,
            Err(reason) => {
                self.report(reason, &candidate.dir.join("SKILL.md"), source, None);
                return false;
            }
        };
        if self.request.archived.contains(&real_file) {
            self.diagnostics.push(diagnostic(SkillReason::Archived, &entry, None));
            return true;
        }
        if is_link {
            let source_dir = to_text(&candidate.real_dir.to_string_lossy());
            Arc::make_mut(&mut entry).sync_source_dir = Some(source_dir);
        }
        let name = entry.skill.name.clone();
        let loaded = Loaded { entry, real_file };
        if let Some(loser) = self.merged.insert(name.clone(), loaded) {
            let winner = &self.merged[&name];
            // A plugin's skill and the link to it are one.
            if loser.real_file != winner.real_file {
                let winner = &winner.entry.skill.file_path;
                self.diagnostics.push(diagnostic(
                    SkillReason::Shadowed,
                    &loser.entry,
                    Some(winner),
                ));
            }
        }
        true
    }

    fn report(
        &mut self,
        reason: SkillReason,
        path: &Path,
        source: SkillSource,
        detail: Option<&Path>,
    ) {
        let text = |path: &Path| to_text(&path.to_string_lossy());
        self.diagnostics.push(SkillDiagnostic {
            reason,
            name: None,
            version: None,
            path: text(path),
            source,
            details: detail.map(text).into_iter().collect(),
        });
    }
}

fn diagnostic(reason: SkillReason, entry: &SkillEntry, detail: Option<&Text>) -> SkillDiagnostic {
    SkillDiagnostic {
        reason,
        name: Some(entry.skill.name.clone()),
        version: entry.skill.prompt_version.clone(),
        path: entry.skill.file_path.clone(),
        source: entry.source,
        details: detail.cloned().into_iter().collect(),
    }
}
