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

use std::io;
use std::path::Path;

use clawprompt_core::bootstrap::{
    BootstrapFile, DailyNote, Diagnostic, PreparedRun, RunFacts, StartupSettings, filter_for_run,
    filter_for_session,
};
use clawprompt_core::text::{Text, U16Str};
use thiserror::Error;

use self::cache::ContentCache;
use self::guard::{GuardedRoot, open_root};
use self::load::{Loader, text_path};

pub use self::daily::transcript_has_marker;
pub use self::state::SetupState;

/// A workspace cannot be opened.
#[derive(Debug, Error)]
pub enum WorkspaceError {
    /// There is nothing at its path.
    #[error("workspace {path} does not exist; create it, or pass the agent's workspace directory")]
    Missing {
        /// The path as given.
        path: String,
    },
    /// It is a file, or the like.
    #[error("workspace {path} is not a directory; pass the agent's workspace directory")]
    NotADirectory {
        /// The path as given.
        path: String,
    },
    /// The system does not let us in.
    #[error("workspace {path} cannot be opened ({source}); check its permissions")]
    Unreadable {
        /// The path as given.
        path: String,
        /// What the system says.
        source: io::Error,
    },
}

impl WorkspaceError {
    fn new(path: &U16Str, source: io::Error) -> Self {
        let path = path.to_string_lossy();
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing { path },
            io::ErrorKind::NotADirectory => Self::NotADirectory { path },
            _ => Self::Unreadable { path, source },
        }
    }
}

fn open(workspace_dir: &U16Str) -> Result<Box<dyn GuardedRoot>, WorkspaceError> {
    let root = open_root(&text_path(workspace_dir));
    root.map_err(|error| WorkspaceError::new(workspace_dir, error))
}

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
    /// `extra_patterns` name further files below it, by path or by glob.
    pub fn load(
        &self,
        workspace_dir: &U16Str,
        extra_patterns: &[String],
    ) -> Result<LoadedWorkspace, WorkspaceError> {
        let root = open(workspace_dir)?;
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
        Ok(LoadedWorkspace { files, extra_files, setup, diagnostics })
    }

    /// Reads and filters the files of a run: the first half of its resolution.
    ///
    /// Whether setup is completed is read from the workspace; the run's own value does not count. Extra
    /// files join after the filter by context mode, as they do where a hook adds them.
    pub fn prepare_run(
        &self,
        run: RunFacts,
        extra_patterns: &[String],
    ) -> Result<PreparedWorkspace, WorkspaceError> {
        let loaded = self.load(&run.workspace_dir, extra_patterns)?;
        let LoadedWorkspace { files, extra_files, setup, diagnostics } = loaded;
        let run = RunFacts { is_setup_completed: setup.is_completed, ..run };
        let mut left_out = Vec::new();
        let mut files = filter_for_run(files, &run, &mut left_out);
        files.extend(filter_for_session(extra_files, run.filter_key()));
        let prepared = PreparedRun { run, files, left_out, diagnostics };
        Ok(PreparedWorkspace { prepared, setup })
    }

    /// Reads the daily notes of these dates (`YYYY-MM-DD`), newest first.
    pub fn load_daily_notes(
        &self,
        workspace_dir: &U16Str,
        dates: &[String],
        settings: &StartupSettings,
    ) -> Result<Vec<DailyNote>, WorkspaceError> {
        let root = open(workspace_dir)?;
        let limit = settings.max_file_bytes as u64;
        Ok(daily::load_daily_notes(&*root, &self.cache, dates, limit))
    }

    /// Content of `AGENTS.md` for the refresh after a compaction, whatever its size; absent when it
    /// cannot be read.
    pub fn load_agents_file(&self, workspace_dir: &U16Str) -> Result<Option<Text>, WorkspaceError> {
        let root = open(workspace_dir)?;
        let content = self.cache.read(&*root, Path::new("AGENTS.md"), u64::MAX).ok();
        Ok(content.map(|content| (*content.text).to_owned()))
    }
}
