//! The directories and variables that discovery depends on.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use clawprompt_core::skills::HomeShortening;
use clawprompt_core::text::{Text, to_text};

use super::seen::Seen;
use crate::home::{expand_home, usable};
use crate::reference_paths::{PackageHints, package_root};

/// What the process around us looks like.
///
/// The caller gathers it on its own thread, because a gateway may change its environment at any time
/// and file work runs on other threads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostFacts {
    /// The environment.
    pub env: HashMap<String, String>,
    /// Node's name of the platform, such as `linux`, `darwin` or `win32`.
    pub platform: String,
    /// The home directory that the operating system names (`os.homedir()`).
    pub native_home: Option<PathBuf>,
    /// The current directory.
    pub cwd: PathBuf,
    /// The running executable; a directory `skills` beside it holds bundled skills.
    pub executable: Option<PathBuf>,
    /// The gateway's package, whose `skills` directory holds bundled skills; looked for around the script
    /// and the current directory where it is not given.
    pub package_root: Option<PathBuf>,
    /// The script that Node runs.
    pub script: Option<PathBuf>,
}

impl HostFacts {
    /// The value of a variable, where it is set to something.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        let value = self.env.get(name).or_else(|| {
            // Windows does not tell the case of a variable's name apart.
            let same = |(key, _): &(&String, &String)| key.eq_ignore_ascii_case(name);
            self.env.iter().filter(|_| self.platform == "win32").find(same).map(|(_, value)| value)
        });
        value.map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A variable that can name a home.
    fn home_variable(&self, name: &str) -> Option<&str> {
        usable(self.variable(name)?)
    }

    /// `HOME`, `USERPROFILE`, the home of Termux or the operating system's, whichever is first.
    #[must_use]
    pub fn os_home(&self) -> Option<PathBuf> {
        let named = ["HOME", "USERPROFILE"].iter().find_map(|name| self.home_variable(name));
        let home = named.map(PathBuf::from).or_else(|| self.termux_home());
        let home = home.or_else(|| self.native_home.clone());
        home.map(|home| resolve(&self.cwd, &home))
    }

    fn termux_home(&self) -> Option<PathBuf> {
        let prefix = self.variable("PREFIX")?;
        self.variable("ANDROID_DATA")?;
        prefix.ends_with("com.termux/files/usr").then(|| Path::new(prefix).join("../home"))
    }

    /// `OPENCLAW_HOME`, else the home of the operating system, else the current directory.
    #[must_use]
    pub fn effective_home(&self) -> PathBuf {
        let os_home = self.os_home();
        let own = self.home_variable("OPENCLAW_HOME");
        let own = own.and_then(|own| self.expand(own, os_home.as_deref()));
        own.or(os_home).unwrap_or_else(|| self.cwd.clone())
    }

    /// The path made absolute; `None` where it needs a home that is not known.
    fn expand(&self, path: &str, home: Option<&Path>) -> Option<PathBuf> {
        let path = match home {
            Some(home) => expand_home(path, home),
            None if path.starts_with('~') => return None,
            None => PathBuf::from(path),
        };
        Some(resolve(&self.cwd, &path))
    }

    /// A path that a person wrote: `~` is the effective home, the rest is made absolute.
    #[must_use]
    pub fn user_path(&self, path: &str) -> Option<PathBuf> {
        let path = path.trim();
        if path.is_empty() {
            return None;
        }
        self.expand(path, Some(&self.effective_home()))
    }

    /// Where the gateway keeps its state.
    #[must_use]
    pub fn config_dir(&self) -> PathBuf {
        let state = self.variable("OPENCLAW_STATE_DIR").and_then(|dir| self.user_path(dir));
        let beside = || {
            let file = self.user_path(self.variable("OPENCLAW_CONFIG_PATH")?)?;
            file.parent().map(Path::to_owned)
        };
        state.or_else(beside).unwrap_or_else(|| self.effective_home().join(".openclaw"))
    }

    /// The gateway's own skills: `OPENCLAW_BUNDLED_SKILLS_DIR`, else beside the executable, else in the
    /// package, where the latter must hold a skill or a Markdown file.
    #[must_use]
    pub fn bundled_dir(&self) -> Option<PathBuf> {
        let own = self.variable("OPENCLAW_BUNDLED_SKILLS_DIR").map(str::trim);
        if let Some(own) = own.filter(|own| !own.is_empty()) {
            return Some(resolve(&self.cwd, Path::new(own)));
        }
        let beside =
            self.executable.as_deref().and_then(Path::parent).map(|dir| dir.join("skills"));
        let packaged = || {
            let hints = PackageHints {
                module_dir: None,
                script: self.script.as_deref(),
                current_dir: Some(&self.cwd),
            };
            let root = self.package_root.clone().or_else(|| package_root(&hints))?;
            let dir = root.join("skills");
            looks_like_skills(&dir).then_some(dir)
        };
        beside.filter(|dir| dir.exists()).or_else(packaged)
    }

    /// Which paths the list may shorten with `~`.
    #[must_use]
    pub fn home_shortening(&self, seen: &mut Seen) -> HomeShortening {
        let config_dir = self.config_dir();
        let native: Vec<PathBuf> = self.native_home.iter().cloned().collect();
        let homes: Vec<PathBuf> = self.os_home().into_iter().chain(native.clone()).collect();
        // A container whose home is its state volume: the read tool expands `~` to another place.
        let is_volume = native
            .iter()
            .any(|home| home == Path::new("/data") && config_dir.starts_with("/data/.openclaw"));
        HomeShortening {
            homes: with_real_paths(&homes, seen),
            kept_roots: with_real_paths(
                &["skills", "plugin-skills"].map(|name| config_dir.join(name)),
                seen,
            ),
            native_homes: if is_volume { Vec::new() } else { with_real_paths(&native, seen) },
        }
    }
}

fn with_real_paths(paths: &[PathBuf], seen: &mut Seen) -> Vec<Text> {
    let real: Vec<PathBuf> = paths.iter().filter_map(|path| seen.real_path(path)).collect();
    let mut texts: Vec<Text> = Vec::new();
    for path in paths.iter().chain(&real) {
        let text = to_text(&path.to_string_lossy());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn looks_like_skills(dir: &Path) -> bool {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_markdown = Path::new(&*name).extension().is_some_and(|end| end == "md");
        !name.starts_with('.')
            && (is_markdown && entry.path().is_file() || entry.path().join("SKILL.md").exists())
    })
}

/// `path` against `base`, with `.` and `..` taken out by their text, as Node's `path.resolve` does.
#[must_use]
pub fn resolve(base: &Path, path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in base.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(env: &[(&str, &str)]) -> HostFacts {
        HostFacts {
            env: env.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            cwd: "/cwd".into(),
            native_home: Some("/native".into()),
            ..HostFacts::default()
        }
    }

    #[test]
    fn the_home_is_the_first_usable_one() {
        let home = |env| host(env).os_home().unwrap();
        assert_eq!(home(&[("HOME", "/h"), ("USERPROFILE", "/u")]), Path::new("/h"));
        assert_eq!(home(&[("HOME", " "), ("USERPROFILE", "/u/./x/..")]), Path::new("/u"));
        assert_eq!(home(&[("HOME", "undefined")]), Path::new("/native"));
        let prefix = "/data/data/com.termux/files/usr";
        let termux = [("PREFIX", prefix), ("ANDROID_DATA", "/data")];
        assert_eq!(home(&termux), Path::new("/data/data/com.termux/files/home"));
    }

    #[test]
    fn the_state_directory_follows_its_variables() {
        let dir = |env| host(env).config_dir();
        assert_eq!(dir(&[("HOME", "/h")]), Path::new("/h/.openclaw"));
        assert_eq!(dir(&[("HOME", "/h"), ("OPENCLAW_HOME", "~/o")]), Path::new("/h/o/.openclaw"));
        assert_eq!(dir(&[("HOME", "/h"), ("OPENCLAW_STATE_DIR", "~/s")]), Path::new("/h/s"));
        assert_eq!(dir(&[("OPENCLAW_CONFIG_PATH", "c/x.json")]), Path::new("/cwd/c"));
    }

    #[test]
    fn a_home_on_the_state_volume_is_not_one_that_the_read_tool_knows() {
        let mut facts = host(&[("HOME", "/data")]);
        facts.native_home = Some("/data".into());
        let skill = to_text("/data/.openclaw/skills/a/SKILL.md");
        assert_eq!(facts.home_shortening(&mut Seen::default()).shorten(&skill), skill);
        facts.native_home = Some("/home/u".into());
        facts.env.insert("HOME".into(), "/home/u".into());
        let skill = to_text("/home/u/.openclaw/skills/a/SKILL.md");
        let short = facts.home_shortening(&mut Seen::default()).shorten(&skill);
        assert_eq!(short, to_text("~/.openclaw/skills/a/SKILL.md"));
    }
}
