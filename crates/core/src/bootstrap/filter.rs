//! Which files a run sees.

use serde::Deserialize;

use super::file::{BootstrapFile, equals};
use super::paths::{normalize, path_below, resolve_path};
use crate::config::{SessionKind, session_kind};
use crate::text::{Text, U16Str};

/// How much context a run asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContextMode {
    /// All files.
    #[default]
    Full,
    /// `HEARTBEAT.md` on a heartbeat, otherwise none.
    Lightweight,
}

impl ContextMode {
    /// The mode with this name: `full` or `lightweight`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "full" => Some(Self::Full),
            "lightweight" => Some(Self::Lightweight),
            _ => None,
        }
    }
}

/// What started a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// A message.
    #[default]
    Default,
    /// The periodic heartbeat.
    Heartbeat,
    /// A run that only keeps a commitment.
    CommitmentOnly,
    /// A schedule.
    Cron,
}

impl RunKind {
    /// The kind with this name: `default`, `heartbeat`, `commitment-only` or `cron`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "default" => Some(Self::Default),
            "heartbeat" => Some(Self::Heartbeat),
            "commitment-only" => Some(Self::CommitmentOnly),
            "cron" => Some(Self::Cron),
            _ => None,
        }
    }

    /// Whether the run belongs to the heartbeat: heartbeats and commitments.
    #[must_use]
    pub fn is_heartbeat_lifecycle(self) -> bool {
        matches!(self, Self::Heartbeat | Self::CommitmentOnly)
    }
}

/// Facts of a run that decide which files it sees.
#[derive(Debug, Clone, Default)]
pub struct RunFacts {
    /// Absolute path of the workspace.
    pub workspace_dir: Text,
    /// Session key; the session id counts in its absence.
    pub session_key: Option<Text>,
    /// Session id.
    pub session_id: Option<Text>,
    /// How much context the run asks for.
    pub context_mode: ContextMode,
    /// What started the run.
    pub run_kind: RunKind,
    /// Whether the workspace's setup is recorded as completed.
    pub is_setup_completed: bool,
}

impl RunFacts {
    /// The key by which files are filtered.
    #[must_use]
    pub fn filter_key(&self) -> Option<&U16Str> {
        self.session_key.as_deref().or(self.session_id.as_deref())
    }
}

/// Keeps what the kind of session may see: sub-agents `AGENTS.md` and `TOOLS.md`, schedules those two
/// with `SOUL.md`, `IDENTITY.md` and `USER.md`, every other session all. Records are told by name.
#[must_use]
pub fn filter_for_session(files: Vec<BootstrapFile>, key: Option<&U16Str>) -> Vec<BootstrapFile> {
    keep(files, |file| belongs_to_session(&file.name, key))
}

/// Whether a session of this key sees the record of this name; the rule of [`filter_for_session`].
#[must_use]
pub fn belongs_to_session(name: &U16Str, key: Option<&U16Str>) -> bool {
    let names: &[&str] = match session_kind(key) {
        SessionKind::Subagent => &["AGENTS.md", "TOOLS.md"],
        SessionKind::Cron => &["AGENTS.md", "TOOLS.md", "SOUL.md", "IDENTITY.md", "USER.md"],
        SessionKind::Acp | SessionKind::Main => return true,
    };
    names.iter().any(|known| equals(name, known))
}

/// The files of a run before its hook: session, setup state, context mode, in this order.
#[must_use]
pub fn filter_for_run(files: Vec<BootstrapFile>, run: &RunFacts) -> Vec<BootstrapFile> {
    let files = filter_for_session(files, run.filter_key());
    let files = drop_completed_setup(files, run);
    match (run.context_mode, run.run_kind) {
        (ContextMode::Full, _) => files,
        (ContextMode::Lightweight, RunKind::Heartbeat) => {
            keep(files, |file| file.is_named("HEARTBEAT.md"))
        }
        (ContextMode::Lightweight, _) => Vec::new(),
    }
}

/// Drops the workspace's own `BOOTSTRAP.md` once setup is completed. One below it stays.
pub(super) fn drop_completed_setup(
    files: Vec<BootstrapFile>,
    run: &RunFacts,
) -> Vec<BootstrapFile> {
    if !run.is_setup_completed {
        return files;
    }
    keep(files, |file| {
        !(file.is_named("BOOTSTRAP.md") && is_root_file(&file.path, &run.workspace_dir))
    })
}

fn is_root_file(path: &U16Str, workspace_dir: &U16Str) -> bool {
    let path = resolve_path(path, workspace_dir, None);
    path_below(&path, &normalize(workspace_dir)).is_some_and(|rest| equals(rest, "BOOTSTRAP.md"))
}

pub(super) fn keep(
    mut files: Vec<BootstrapFile>,
    accept: impl Fn(&BootstrapFile) -> bool,
) -> Vec<BootstrapFile> {
    files.retain(|file| accept(file));
    files
}

#[cfg(test)]
mod tests {
    use super::super::file::{BOOTSTRAP_FILE_NAMES, MissingReason};
    use super::*;
    use crate::text::to_text;

    fn all() -> Vec<BootstrapFile> {
        BOOTSTRAP_FILE_NAMES
            .iter()
            .map(|name| BootstrapFile {
                name: to_text(name),
                path: to_text(&format!("/w/{name}")),
                content: Err(MissingReason::Absent),
            })
            .collect()
    }

    fn names(files: &[BootstrapFile]) -> Vec<String> {
        files.iter().map(|file| file.name.to_string_lossy()).collect()
    }

    fn run(key: &str) -> RunFacts {
        RunFacts {
            workspace_dir: to_text("/w"),
            session_key: Some(to_text(key)),
            ..RunFacts::default()
        }
    }

    #[test]
    fn sub_agents_and_schedules_see_fewer_files() {
        assert_eq!(names(&filter_for_run(all(), &run("subagent:1"))), ["AGENTS.md", "TOOLS.md"]);
        assert_eq!(
            names(&filter_for_run(all(), &run("agent:main:cron:1"))),
            ["AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md"]
        );
        for key in ["acp:1", "cron:1", "agent:main:main"] {
            assert_eq!(filter_for_run(all(), &run(key)).len(), 8, "{key}");
        }
        let by_id =
            RunFacts { session_key: None, session_id: Some(to_text("subagent:1")), ..run("") };
        assert_eq!(filter_for_run(all(), &by_id).len(), 2);
    }

    #[test]
    fn a_lightweight_run_sees_the_heartbeat_file_or_nothing() {
        for (run_kind, expected) in [
            (RunKind::Heartbeat, vec!["HEARTBEAT.md"]),
            (RunKind::Default, vec![]),
            (RunKind::CommitmentOnly, vec![]),
            (RunKind::Cron, vec![]),
        ] {
            let run = RunFacts {
                context_mode: ContextMode::Lightweight,
                run_kind,
                ..run("agent:main:main")
            };
            assert_eq!(names(&filter_for_run(all(), &run)), expected);
        }
    }

    #[test]
    fn a_completed_setup_drops_the_workspaces_own_bootstrap_file_only() {
        let mut files = all();
        let nested = to_text("/w/packages/BOOTSTRAP.md");
        files.push(BootstrapFile { path: nested, ..files[6].clone() });
        let run = RunFacts { is_setup_completed: true, ..run("agent:main:main") };
        let kept = filter_for_run(files, &run);
        let paths: Vec<_> = kept.iter().map(|file| file.path.to_string_lossy()).collect();
        assert!(!paths.contains(&"/w/BOOTSTRAP.md".to_owned()));
        assert!(paths.contains(&"/w/packages/BOOTSTRAP.md".to_owned()));
    }
}
