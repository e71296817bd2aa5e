//! Further files that the configuration names, by path or by glob.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use clawprompt_core::bootstrap::{
    BOOTSTRAP_FILE_NAMES, BootstrapFile, DiagnosticReason, MissingReason,
};
use clawprompt_core::text::{Text, to_text};
use globset::{GlobBuilder, GlobMatcher};

use super::guard::GuardedRoot;
use super::load::Loader;

/// Directories that one pattern may look into.
const MAX_DIRECTORIES: usize = 10_000;

/// Files named by the patterns, in the order of the patterns and, for a glob, of the paths. A pattern
/// with one of `? * { }` is a glob relative to the workspace; any other is a path. Links to directories
/// are not searched, and a wildcard does not stand for a leading dot.
///
/// Files that are not there or refused are not in the list: they become diagnostics.
pub(super) fn load_extra_files(loader: &mut Loader<'_>, patterns: &[String]) -> Vec<BootstrapFile> {
    let mut seen = HashSet::new();
    let mut files = Vec::new();
    for pattern in patterns {
        for path in expand(loader, pattern) {
            if seen.insert(path.clone()) {
                files.extend(load_one(loader, &path));
            }
        }
    }
    files
}

fn load_one(loader: &mut Loader<'_>, path: &Path) -> Option<BootstrapFile> {
    let shown = to_text(&path.to_string_lossy());
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if !BOOTSTRAP_FILE_NAMES.contains(&name) {
        loader.diagnostics.push(DiagnosticReason::InvalidFileName.about(&to_text(name), &shown));
        return None;
    }
    let file = loader.load(name, path);
    file.text().is_some().then_some(file)
}

/// Paths that a pattern stands for, relative to the workspace where they are inside as written.
fn expand(loader: &mut Loader<'_>, pattern: &str) -> Vec<PathBuf> {
    if !pattern.contains(['?', '*', '{', '}']) {
        return vec![PathBuf::from(pattern)];
    }
    let report = |reason: DiagnosticReason| reason.about(&to_text(pattern), &Text::new());
    let relative = pattern.strip_prefix("./").unwrap_or(pattern);
    let is_inside =
        Path::new(relative).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside {
        let reason = DiagnosticReason::File(MissingReason::OutsideWorkspace);
        loader.diagnostics.push(report(reason));
        return Vec::new();
    }
    let glob = GlobBuilder::new(relative).literal_separator(true).build();
    let Ok(glob) = glob else {
        loader.diagnostics.push(report(DiagnosticReason::InvalidPattern));
        return Vec::new();
    };
    let mut search = Search::new(loader.root, relative, &glob.compile_matcher());
    search.run();
    if search.is_cut_short {
        loader.diagnostics.push(report(DiagnosticReason::SearchLimit));
    }
    search.found.sort();
    search.found
}

struct Search<'a> {
    root: &'a dyn GuardedRoot,
    matcher: GlobMatcher,
    /// Levels below the starting directory that can match; none for `**`.
    depth: Option<usize>,
    takes_hidden: bool,
    start: PathBuf,
    found: Vec<PathBuf>,
    is_cut_short: bool,
}

impl<'a> Search<'a> {
    fn new(root: &'a dyn GuardedRoot, pattern: &str, matcher: &GlobMatcher) -> Self {
        let parts: Vec<&str> = pattern.split('/').collect();
        let literal = parts.iter().take_while(|part| !part.contains(['?', '*', '{', '}', '[']));
        let literal = literal.count().min(parts.len().saturating_sub(1));
        // A brace may hold a slash, so its parts do not tell the depth.
        let is_open = pattern.contains("**") || pattern.contains('{');
        Self {
            root,
            matcher: matcher.clone(),
            depth: (!is_open).then(|| parts.len() - literal),
            takes_hidden: pattern.split(['/', '{', ',']).any(|part| part.starts_with('.')),
            start: parts[..literal].iter().collect(),
            found: Vec::new(),
            is_cut_short: false,
        }
    }

    fn run(&mut self) {
        let mut pending = vec![(self.start.clone(), 1)];
        let mut visited = 0;
        while let Some((directory, level)) = pending.pop() {
            visited += 1;
            if visited > MAX_DIRECTORIES {
                self.is_cut_short = true;
                return;
            }
            let entries = std::fs::read_dir(self.root.path().join(&directory));
            for entry in entries.into_iter().flatten().flatten() {
                let name = entry.file_name();
                if name.as_encoded_bytes().starts_with(b".") && !self.takes_hidden {
                    continue;
                }
                let path = directory.join(&name);
                // The type of the entry itself: a link to a directory is not entered.
                let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_directory && self.depth.is_none_or(|depth| level < depth) {
                    pending.push((path, level + 1));
                } else if !is_directory && self.matcher.is_match(&path) {
                    self.found.push(path);
                }
            }
        }
    }
}
