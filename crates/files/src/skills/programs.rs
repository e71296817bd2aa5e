//! Looking programs up on the `PATH`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, PathBuf};

use clawprompt_core::skills::SkillHost;

use super::host::HostFacts;
use super::seen::Seen;

/// What Windows tries after a bare name where `PATHEXT` is not set.
const DEFAULT_EXTENSIONS: &str = ".EXE;.CMD;.BAT;.COM";

/// A host as the eligibility gates see it in one pass over the skills.
#[derive(Debug)]
pub struct HostProbe<'a> {
    facts: &'a HostFacts,
    dirs: Vec<PathBuf>,
    extensions: Vec<String>,
    asked: RefCell<Asked<'a>>,
}

/// What was asked already, and what the disk was asked for it.
#[derive(Debug)]
struct Asked<'a> {
    programs: HashMap<String, bool>,
    seen: &'a mut Seen,
}

impl<'a> HostProbe<'a> {
    /// Notes in `seen` what it asks the disk.
    #[must_use]
    pub fn new(facts: &'a HostFacts, seen: &'a mut Seen) -> Self {
        let path = OsStr::new(facts.variable("PATH").unwrap_or_default());
        let dirs = std::env::split_paths(path).filter(|dir| !dir.as_os_str().is_empty());
        let dirs: Vec<PathBuf> = dirs.map(|dir| facts.cwd.join(dir)).collect();
        for dir in &dirs {
            seen.directory(dir);
        }
        let asked = Asked { programs: HashMap::new(), seen };
        Self { facts, dirs, extensions: extensions(facts), asked: RefCell::new(asked) }
    }

    fn look_up(&self, name: &str, seen: &mut Seen) -> bool {
        let is_entry = !name.contains(['/', MAIN_SEPARATOR]);
        self.dirs.iter().any(|dir| {
            self.extensions
                .iter()
                .any(|extension| seen.program(&dir.join(format!("{name}{extension}")), is_entry))
        })
    }
}

impl SkillHost for HostProbe<'_> {
    fn platform(&self) -> &str {
        &self.facts.platform
    }

    fn has_program(&self, name: &str) -> bool {
        let Asked { programs, seen } = &mut *self.asked.borrow_mut();
        if let Some(known) = programs.get(name) {
            return *known;
        }
        let found = self.look_up(name, seen);
        programs.insert(name.to_owned(), found);
        found
    }

    fn has_variable(&self, name: &str) -> bool {
        self.facts.variable(name).is_some()
    }
}

fn extensions(facts: &HostFacts) -> Vec<String> {
    if facts.platform != "win32" {
        return vec![String::new()];
    }
    let listed = facts.variable("PATHEXT").unwrap_or(DEFAULT_EXTENSIONS);
    let listed = listed.split(';').map(str::trim).filter(|extension| !extension.is_empty());
    std::iter::once("").chain(listed).map(str::to_owned).collect()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

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
        let seen = &mut Seen::default();
        let dir = tempfile::tempdir().unwrap();
        install(dir.path(), "run", 0o755);
        install(dir.path(), "text", 0o644);
        let facts = facts(&format!(":/nowhere:{}", dir.path().display()));
        let host = HostProbe::new(&facts, seen);
        assert!(host.has_program("run"));
        assert!(!host.has_program("text"));
        assert!(!host.has_program("absent"));
        assert!(!host.has_variable("EMPTY") && host.has_variable("PATH"));
    }

    #[test]
    fn a_program_installed_later_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let facts = facts(&dir.path().display().to_string());
        assert!(!HostProbe::new(&facts, &mut Seen::default()).has_program("late"));
        install(dir.path(), "late", 0o755);
        assert!(HostProbe::new(&facts, &mut Seen::default()).has_program("late"));
        fs::remove_file(dir.path().join("late")).unwrap();
        assert!(!HostProbe::new(&facts, &mut Seen::default()).has_program("late"));
    }

    #[test]
    fn hosts_at_the_same_time_have_their_own_path_and_directory() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["one", "two"] {
            fs::create_dir_all(dir.path().join(name).join("bin")).unwrap();
            install(&dir.path().join(name).join("bin"), name, 0o755);
        }
        let in_bin = |name: &str| HostFacts { cwd: dir.path().join(name), ..facts("bin") };
        let (one, two) = (in_bin("one"), in_bin("two"));
        let (mut first, mut second) = (Seen::default(), Seen::default());
        let one = HostProbe::new(&one, &mut first);
        let two = HostProbe::new(&two, &mut second);
        assert!(one.has_program("one") && !one.has_program("two"));
        assert!(two.has_program("two") && !two.has_program("one"));
    }
}
