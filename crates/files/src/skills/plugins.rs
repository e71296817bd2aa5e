//! Skills that plugins bring.
//!
//! Each skill of an enabled plugin has a link of its name in `<config dir>/plugin-skills`, and the list
//! shows the link's path, so that a prompt does not change when a plugin is installed elsewhere.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clawprompt_core::text::to_text;

use super::content::ORIGIN;
use super::scan::{Candidate, Found};
use super::seen::Seen;

/// Name of the directory of links in the configuration directory.
pub const PLUGIN_LINKS: &str = "plugin-skills";

/// Makes the links in `links` agree with the skills of the plugin directories.
///
/// A directory with a `SKILL.md` is a skill, else its child directories are looked at. Of two skills
/// with one directory name the first wins. Links that belong to no skill go; whatever is no link stays.
pub fn publish_plugin_links(links: &Path, plugin_dirs: &[PathBuf]) -> io::Result<()> {
    let mut wanted: HashMap<OsString, PathBuf> = HashMap::new();
    for dir in plugin_dirs.iter().filter_map(|dir| fs::canonicalize(dir).ok()) {
        let skills = if is_skill(&dir) { vec![dir] } else { child_skills(&dir) };
        for skill in skills {
            if let Some(name) = skill.file_name() {
                wanted.entry(name.to_owned()).or_insert(skill);
            }
        }
    }
    if !wanted.is_empty() {
        fs::create_dir_all(links)?;
    }
    for entry in fs::read_dir(links).into_iter().flatten().flatten() {
        if !entry.file_type()?.is_symlink() {
            wanted.remove(&entry.file_name());
            continue;
        }
        let is_right = wanted
            .get(&entry.file_name())
            .is_some_and(|skill| fs::read_link(entry.path()).is_ok_and(|target| target == *skill));
        if is_right {
            wanted.remove(&entry.file_name());
        } else {
            remove_link(&entry.path())?;
        }
    }
    wanted.iter().try_for_each(|(name, skill)| make_link(skill, &links.join(name)))
}

fn is_skill(dir: &Path) -> bool {
    fs::symlink_metadata(dir.join("SKILL.md")).is_ok_and(|metadata| metadata.is_file())
}

fn child_skills(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let dirs = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut skills: Vec<PathBuf> =
        dirs.map(|entry| entry.path()).filter(|dir| is_skill(dir)).collect();
    skills.sort();
    skills
}

#[cfg(unix)]
fn make_link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn make_link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(target, link)
}

#[cfg(unix)]
fn remove_link(link: &Path) -> io::Result<()> {
    fs::remove_file(link)
}

#[cfg(windows)]
fn remove_link(link: &Path) -> io::Result<()> {
    fs::remove_dir(link)
}

/// The links that lead into one of the plugin directories, in name order, at most `most`.
pub(super) fn linked_skills(
    links: &Path,
    plugin_dirs: &[PathBuf],
    most: usize,
    seen: &mut Seen,
) -> Found {
    if seen.directory(links).is_none() {
        return Found::default();
    }
    let Ok(entries) = fs::read_dir(links) else {
        seen.doubt();
        return Found::default();
    };
    let mut paths = Vec::new();
    for entry in entries {
        match entry.and_then(|entry| Ok((entry.file_type()?, entry.path()))) {
            Ok((kind, path)) if kind.is_symlink() => paths.push(path),
            Ok(_) => {}
            Err(_) => seen.doubt(),
        }
    }
    paths.sort();
    let candidates = paths.into_iter().filter_map(|dir| {
        let real_dir = seen.real_path(&dir)?;
        let facts = seen.entry(&real_dir.join("SKILL.md"))?;
        let has_origin = seen.entry(&real_dir.join(ORIGIN)).is_some();
        let belongs = plugin_dirs.iter().any(|plugin| real_dir.starts_with(plugin));
        let relative = to_text(&dir.file_name()?.to_string_lossy());
        (belongs && facts.is_file).then_some(Candidate {
            dir,
            real_dir,
            facts,
            has_origin,
            is_canonical: false,
            relative,
        })
    });
    Found { candidates: candidates.take(most).collect(), passed: Vec::new() }
}
