//! Looking programs up on the `PATH`.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clawprompt_core::skills::SkillHost;

use super::host::HostFacts;
use super::seen::Seen;
use super::settled::is_settled_now;
use crate::file_facts::Identity;

/// What Windows tries after a bare name where `PATHEXT` is not set.
const DEFAULT_EXTENSIONS: &str = ".EXE;.CMD;.BAT;.COM";

/// Remembers where programs were found.
///
/// What is remembered holds as long as `PATH`, `PATHEXT` and the directories on it are as they were, so
/// that a program installed while the gateway runs is noticed.
#[derive(Debug, Default)]
pub struct ProgramFinder {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    path: String,
    extensions: Vec<String>,
    dirs: Vec<(PathBuf, Option<Identity>)>,
    found: HashMap<String, bool>,
}

impl ProgramFinder {
    /// A view for one pass over the skills, which looks the directories over once.
    #[must_use]
    pub fn for_host<'a>(&'a self, facts: &'a HostFacts, seen: &mut Seen) -> HostProbe<'a> {
        self.refresh(facts, seen);
        HostProbe { facts, programs: self }
    }

    fn refresh(&self, facts: &HostFacts, seen: &mut Seen) {
        let mut known = lock(&self.known);
        let path = facts.variable("PATH").unwrap_or_default();
        let extensions = extensions(facts);
        if known.path != path || known.extensions != extensions {
            *known = Known { path: path.to_owned(), extensions, ..Known::default() };
            let dirs =
                std::env::split_paths(OsStr::new(path)).filter(|dir| !dir.as_os_str().is_empty());
            known.dirs = dirs.map(|dir| (facts.cwd.join(dir), None)).collect();
        }
        let mut is_same = true;
        for (dir, before) in &mut known.dirs {
            let now = seen.directory(dir);
            is_same &= *before == now && now.as_ref().is_none_or(is_settled_now);
            *before = now;
        }
        if !is_same {
            known.found.clear();
        }
    }

    fn has(&self, name: &str) -> bool {
        let mut known = lock(&self.known);
        if let Some(found) = known.found.get(name) {
            return *found;
        }
        let is_there =
            |dir: &Path, extension: &str| is_executable(&dir.join(format!("{name}{extension}")));
        let found = known
            .dirs
            .iter()
            .any(|(dir, _)| known.extensions.iter().any(|extension| is_there(dir, extension)));
        known.found.insert(name.to_owned(), found);
        found
    }
}

fn lock(known: &Mutex<Known>) -> std::sync::MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn extensions(facts: &HostFacts) -> Vec<String> {
    if facts.platform != "win32" {
        return vec![String::new()];
    }
    let listed = facts.variable("PATHEXT").unwrap_or(DEFAULT_EXTENSIONS);
    let listed = listed.split(';').map(str::trim).filter(|extension| !extension.is_empty());
    std::iter::once("").chain(listed).map(str::to_owned).collect()
}

/// Whether the process may execute the path; what kind of file it is does not matter.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Whether the path is there: Windows has no permission to execute.
#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.exists()
}

/// A host as the eligibility gates see it.
#[derive(Debug)]
pub struct HostProbe<'a> {
    facts: &'a HostFacts,
    programs: &'a ProgramFinder,
}

impl SkillHost for HostProbe<'_> {
    fn platform(&self) -> &str {
        &self.facts.platform
    }

    fn has_program(&self, name: &str) -> bool {
        self.programs.has(name)
    }

    fn has_variable(&self, name: &str) -> bool {
        self.facts.variable(name).is_some()
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn facts(path: &str) -> HostFacts {
        HostFacts {
            env: HashMap::from([("PATH".into(), path.into()), ("EMPTY".into(), String::new())]),
            platform: "linux".into(),
            ..HostFacts::default()
        }
    }

    fn install(dir: &Path, name: &str, mode: u32) {
        fs::write(dir.join(name), "").unwrap();
        fs::set_permissions(dir.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_program_must_be_executable_and_on_the_path() {
        let dir = tempfile::tempdir().unwrap();
        install(dir.path(), "run", 0o755);
        install(dir.path(), "text", 0o644);
        let finder = ProgramFinder::default();
        let facts = facts(&format!(":/nowhere:{}", dir.path().display()));
        let host = finder.for_host(&facts, &mut Seen::default());
        assert!(host.has_program("run"));
        assert!(!host.has_program("text"));
        assert!(!host.has_program("absent"));
        assert!(!host.has_variable("EMPTY") && host.has_variable("PATH"));
    }

    #[test]
    fn a_program_installed_later_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let finder = ProgramFinder::default();
        let facts = facts(&dir.path().display().to_string());
        assert!(!finder.for_host(&facts, &mut Seen::default()).has_program("late"));
        install(dir.path(), "late", 0o755);
        assert!(finder.for_host(&facts, &mut Seen::default()).has_program("late"));
        fs::remove_file(dir.path().join("late")).unwrap();
        assert!(!finder.for_host(&facts, &mut Seen::default()).has_program("late"));
    }
}
