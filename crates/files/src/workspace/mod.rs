//! Workspace files: `AGENTS.md` and its siblings, extra files, daily notes, the setup state.
//!
//! Every read goes through a guard: a regular file with one name, not above its size limit, and inside
//! the workspace, links included. On Linux the kernel resolves the path below one directory descriptor;
//! elsewhere each part of the path is looked at by itself. Both are tested on Linux.
//!
//! Everything here blocks on the disk and belongs on a thread of its own, never on an event loop.

#[cfg(target_os = "linux")]
mod beneath;
mod cache;
mod daily;
mod decode;
mod extra;
mod guard;
mod load;
mod state;
#[cfg(test)]
mod tests;
mod walk;

use std::path::Path;

use clawprompt_core::bootstrap::{
    BootstrapFile, DailyNote, Diagnostic, MissingReason, PreparedRun, RunFacts, StartupSettings,
    filter_for_run, filter_for_session,
};
use clawprompt_core::text::{Text, U16Str};

use self::cache::ContentCache;
use self::guard::open_root;
use self::load::{Loader, text_path, unopened, unopened_diagnostic};

pub use self::daily::transcript_has_marker;
pub use self::state::SetupState;

/// Files of a workspace, before any filter.
#[derive(Debug, Clone, Default)]
pub struct LoadedWorkspace {
    /// Records of the workspace's own files, in load order.
    pub files: Vec<BootstrapFile>,
    /// Records of extra files, in the order of their patterns.
    pub extra_files: Vec<BootstrapFile>,
    /// How far the first-run setup has come.
    pub setup: SetupState,
    /// What was noticed.
    pub diagnostics: Vec<Diagnostic>,
}

/// A run's files before its hook, and the workspace's setup.
#[derive(Debug, Clone, Default)]
pub struct PreparedWorkspace {
    /// What the hook is given, and what [`finish`](clawprompt_core::bootstrap::finish) takes.
    pub prepared: PreparedRun,
    /// How far the first-run setup has come.
    pub setup: SetupState,
}

/// Reads workspaces and remembers contents. One serves a whole process, on any number of threads.
#[derive(Debug, Default)]
pub struct WorkspaceReader {
    cache: ContentCache,
}

impl WorkspaceReader {
    /// A reader that remembers nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the files of a workspace, given by its absolute path.
    ///
    /// `extra_patterns` name further files below it, by path or by glob. A workspace that is not there,
    /// or is no directory, gives records of missing files and a diagnostic.
    #[must_use]
    pub fn load(&self, workspace_dir: &U16Str, extra_patterns: &[String]) -> LoadedWorkspace {
        let root = match open_root(&text_path(workspace_dir)) {
            Ok(root) => root,
            Err(error) => {
                let diagnostics = vec![unopened_diagnostic(workspace_dir, &error)];
                let files = unopened(workspace_dir, MissingReason::Absent);
                return LoadedWorkspace { files, diagnostics, ..LoadedWorkspace::default() };
            }
        };
        let mut loader = Loader {
            root: &*root,
            cache: &self.cache,
            workspace: workspace_dir,
            diagnostics: Vec::new(),
        };
        let files = loader.load_named();
        let extra_files = extra::load_extra_files(&mut loader, extra_patterns);
        let mut diagnostics = loader.diagnostics;
        let setup = state::read_setup_state(&*root, &self.cache, &mut diagnostics);
        LoadedWorkspace { files, extra_files, setup, diagnostics }
    }

    /// Reads and filters the files of a run: the first half of its resolution.
    ///
    /// Whether setup is completed is read from the workspace; the run's own value does not count. Extra
    /// files join after the filter by context mode, as they do where a hook adds them.
    #[must_use]
    pub fn prepare_run(&self, run: RunFacts, extra_patterns: &[String]) -> PreparedWorkspace {
        let loaded = self.load(&run.workspace_dir, extra_patterns);
        let LoadedWorkspace { files, extra_files, setup, diagnostics } = loaded;
        let run = RunFacts { is_setup_completed: setup.is_completed, ..run };
        let mut files = filter_for_run(files, &run);
        files.extend(filter_for_session(extra_files, run.filter_key()));
        PreparedWorkspace { prepared: PreparedRun { run, files, diagnostics }, setup }
    }

    /// Reads the daily notes of these dates (`YYYY-MM-DD`), newest first.
    #[must_use]
    pub fn load_daily_notes(
        &self,
        workspace_dir: &U16Str,
        dates: &[String],
        settings: &StartupSettings,
    ) -> Vec<DailyNote> {
        let Ok(root) = open_root(&text_path(workspace_dir)) else { return Vec::new() };
        let limit = settings.max_file_bytes as u64;
        daily::load_daily_notes(&*root, &self.cache, dates, limit)
    }

    /// Content of `AGENTS.md` for the refresh after a compaction, whatever its size.
    #[must_use]
    pub fn load_agents_file(&self, workspace_dir: &U16Str) -> Option<Text> {
        let root = open_root(&text_path(workspace_dir)).ok()?;
        let content = self.cache.read(&*root, Path::new("AGENTS.md"), u64::MAX).ok()?;
        Some((*content.text).to_owned())
    }
}
