//! One pass over a workspace.

use std::path::{Path, PathBuf};

use clawprompt_core::bootstrap::{
    BOOTSTRAP_FILE_NAMES, BootstrapFile, Diagnostic, DiagnosticReason, MAX_FILE_BYTES,
    MissingReason, resolve_path,
};
use clawprompt_core::text::{U16Str, to_text};

use super::cache::{Content, ContentCache};
use super::guard::{GuardedRoot, relative_path};

/// Reads files of one workspace and notes what it meets.
pub(super) struct Loader<'a> {
    pub(super) root: &'a dyn GuardedRoot,
    pub(super) cache: &'a ContentCache,
    /// Absolute path of the workspace, as shown.
    pub(super) workspace: &'a U16Str,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Loader<'_> {
    /// The files of [`BOOTSTRAP_FILE_NAMES`]. Each has a record, but for `MEMORY.md`, which has one only
    /// if the directory holds an entry of exactly that name.
    pub(super) fn load_named(&mut self) -> Vec<BootstrapFile> {
        let mut files = Vec::with_capacity(BOOTSTRAP_FILE_NAMES.len());
        for name in BOOTSTRAP_FILE_NAMES {
            if name != "MEMORY.md" || self.root.has_exact_entry(name) {
                files.push(self.load(name, Path::new(name)));
            }
        }
        files
    }

    /// The record of one file, at a path relative to the workspace or absolute.
    pub(super) fn load(&mut self, name: &str, path: &Path) -> BootstrapFile {
        let shown = resolve_path(&to_text(&path.to_string_lossy()), self.workspace, None);
        let content = self.read(&shown);
        let mut report = |reason: DiagnosticReason| {
            self.diagnostics.push(reason.about(&to_text(name), &shown));
        };
        match &content {
            Ok(content) => {
                if !content.is_valid_utf8 {
                    report(DiagnosticReason::InvalidUtf8);
                }
                if content.has_nul {
                    report(DiagnosticReason::NulCharacters);
                }
            }
            // That an ordinary file is not there is no news; that a named one is, is.
            Err(MissingReason::Absent) if path == Path::new(name) => {}
            Err(reason) => report(DiagnosticReason::File(*reason)),
        }
        let content = content.map(|content| content.text);
        BootstrapFile { name: to_text(name), path: shown, content }
    }

    /// Reads the file at an absolute, normalised path.
    fn read(&self, path: &U16Str) -> Result<Content, MissingReason> {
        let workspace = text_path(&resolve_path(self.workspace, &to_text("/"), None));
        let relative = relative_path(&workspace, self.root.path(), &text_path(path))?;
        self.cache.read(self.root, &relative, MAX_FILE_BYTES)
    }
}

/// A path as the system takes it. A lone surrogate cannot be part of a path here.
pub(super) fn text_path(path: &U16Str) -> PathBuf {
    PathBuf::from(path.to_string_lossy())
}
