//! The paths that the list prints.

use crate::text::{Text, U16Str, to_text};

/// Which paths are shortened with `~`.
///
/// The read tool must expand `~` to the same home, so only paths below a home that it knows are
/// shortened, and state directories elsewhere stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HomeShortening {
    /// Home directories and their real paths.
    pub homes: Vec<Text>,
    /// Directories whose paths stay as they are, unless they lie in one of `native_homes`.
    pub kept_roots: Vec<Text>,
    /// Homes that the read tool expands `~` to.
    pub native_homes: Vec<Text>,
}

impl HomeShortening {
    /// `path` with the longest home that holds it replaced by `~`, slashes after it.
    #[must_use]
    pub fn shorten(&self, path: &U16Str) -> Text {
        let within = |roots: &[Text]| roots.iter().any(|root| is_inside(root, path));
        if within(&self.kept_roots) && !within(&self.native_homes) {
            return path.to_owned();
        }
        let tails = self.homes.iter().filter_map(|home| Some((home.len(), tail(home, path)?)));
        tails.max_by_key(|(len, _)| *len).map_or_else(|| path.to_owned(), |(_, tail)| tail)
    }
}

const SLASH: u16 = b'/' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// `~/` and what follows `home` in `path`; a Windows home also takes backslashes.
fn tail(home: &U16Str, path: &U16Str) -> Option<Text> {
    let (home, path) = (home.as_slice(), path.as_slice());
    let is_windows = home.contains(&BACKSLASH);
    let rest = path.strip_prefix(home)?;
    let (separator, rest) = rest.split_first()?;
    if home.is_empty() || !(*separator == SLASH || is_windows && *separator == BACKSLASH) {
        return None;
    }
    let slashed = |unit: &u16| if is_windows && *unit == BACKSLASH { SLASH } else { *unit };
    let mut out = to_text("~/");
    out.push_slice(rest.iter().map(slashed).collect::<Vec<_>>());
    Some(out)
}

/// Whether `path` is `root` or lies below it.
fn is_inside(root: &U16Str, path: &U16Str) -> bool {
    let rest = path.as_slice().strip_prefix(root.as_slice());
    rest.is_some_and(|rest| rest.first().is_none_or(|unit| matches!(*unit, SLASH | BACKSLASH)))
}

/// Where a directory of skills on the host is seen inside a sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxMapping {
    /// The directory on the host.
    pub host_root: Text,
    /// The same directory inside the container.
    pub container_root: Text,
}

impl SandboxMapping {
    /// The mapping for a container's work directory.
    ///
    /// A workspace that the container may write to, with its skills in a directory of their own, shows
    /// them below `.openclaw/sandbox-skills`; else they lie in the work directory itself.
    #[must_use]
    pub fn new(
        host_root: &U16Str,
        container_workdir: &U16Str,
        writable: bool,
        separate_skills: bool,
    ) -> Self {
        let mut container_root = without_end_slash(container_workdir);
        if writable && separate_skills {
            container_root.push_str("/.openclaw/sandbox-skills");
        }
        Self { host_root: without_end_slash(host_root), container_root }
    }

    /// The path inside the container; paths outside the host directory stay as they are.
    #[must_use]
    pub fn map(&self, path: &U16Str) -> Text {
        if !is_inside(&self.host_root, path) {
            return path.to_owned();
        }
        let slashed = |unit: &u16| if *unit == BACKSLASH { SLASH } else { *unit };
        let rest = &path.as_slice()[self.host_root.len()..];
        let mut out = self.container_root.clone();
        if self.host_root.as_slice().contains(&BACKSLASH) {
            out.push_slice(rest.iter().map(slashed).collect::<Vec<_>>());
        } else {
            out.push_slice(rest);
        }
        out
    }

    /// Maps a skill's file and directory together. The list must be made from the mapped skills, so
    /// that its budget is measured on the paths that are printed.
    pub fn apply(&self, skill: &mut super::Skill) {
        skill.file_path = self.map(&skill.file_path);
        skill.base_dir = self.map(&skill.base_dir);
    }
}

fn without_end_slash(path: &U16Str) -> Text {
    let units = path.as_slice();
    let end = units.iter().rposition(|unit| *unit != SLASH).map_or(0, |last| last + 1);
    U16Str::from_slice(&units[..end]).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(paths: &[&str]) -> Vec<Text> {
        paths.iter().map(|path| to_text(path)).collect()
    }

    #[track_caller]
    fn check(shortening: &HomeShortening, path: &str, printed: &str) {
        assert_eq!(shortening.shorten(&to_text(path)).to_string_lossy(), printed);
    }

    #[test]
    fn only_paths_below_a_home_are_shortened() {
        let home =
            HomeShortening { homes: texts(&["/home/al", "/home/al/deep"]), ..Default::default() };
        check(&home, "/home/al/x/S", "~/x/S");
        check(&home, "/home/al/deep/x/S", "~/x/S");
        check(&home, "/home/alice/x", "/home/alice/x");
        check(&home, "/home/al", "/home/al");
        check(&home, "C:\\x\\S", "C:\\x\\S");
        check(&home, "/home/al\\x", "/home/al\\x");
    }

    #[test]
    fn a_windows_home_takes_both_separators() {
        let home = HomeShortening { homes: texts(&["C:\\Users\\al"]), ..Default::default() };
        check(&home, "C:\\Users\\al\\s\\S", "~/s/S");
        check(&home, "C:\\Users\\al/s\\S", "~/s/S");
        check(&home, "C:\\Users\\ally\\S", "C:\\Users\\ally\\S");
    }

    #[test]
    fn state_directories_stay_absolute_outside_the_native_home() {
        let shortening = HomeShortening {
            homes: texts(&["/srv/oc", "/home/u"]),
            kept_roots: texts(&["/srv/oc/.openclaw/skills", "/home/u/.openclaw/skills"]),
            native_homes: texts(&["/home/u"]),
        };
        check(&shortening, "/srv/oc/.openclaw/skills/a/S", "/srv/oc/.openclaw/skills/a/S");
        check(&shortening, "/srv/oc/w/skills/a/S", "~/w/skills/a/S");
        check(&shortening, "/home/u/.openclaw/skills/a/S", "~/.openclaw/skills/a/S");
    }

    #[test]
    fn a_sandboxed_skill_moves_with_its_directory() {
        let map = |writable, separate| {
            let mapping = SandboxMapping::new(
                &to_text("/host/s"),
                &to_text("/workspace/"),
                writable,
                separate,
            );
            let mut skill = super::super::Skill {
                file_path: to_text("/host/s/skills/a/SKILL.md"),
                base_dir: to_text("/host/s/skills/a"),
                ..Default::default()
            };
            mapping.apply(&mut skill);
            (skill.file_path.to_string_lossy(), skill.base_dir.to_string_lossy())
        };
        let root = "/workspace/.openclaw/sandbox-skills/skills/a";
        assert_eq!(map(true, true), (format!("{root}/SKILL.md"), root.to_owned()));
        assert_eq!(map(true, false).1, "/workspace/skills/a");
        assert_eq!(map(false, true).1, "/workspace/skills/a");
        let mapping = SandboxMapping::new(&to_text("/host/s"), &to_text("/w"), false, false);
        assert_eq!(mapping.map(&to_text("/host/sx/a")).to_string_lossy(), "/host/sx/a");
    }
}
