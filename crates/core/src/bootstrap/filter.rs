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

/// Why a filter left a file out of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOutReason {
    /// The kind of session does not see it.
    Session,
    /// The workspace's setup is completed, so its `BOOTSTRAP.md` has no more business.
    SetupCompleted,
    /// The run asks for less context.
    ContextMode,
    /// The run's agent has no heartbeats.
    Heartbeat,
}

impl LeftOutReason {
    /// The name callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::SetupCompleted => "setup-completed",
            Self::ContextMode => "context-mode",
            Self::Heartbeat => "heartbeat",
        }
    }
}

/// A file that a filter left out of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutFile {
    /// The record.
    pub file: BootstrapFile,
    /// What left it out.
    pub reason: LeftOutReason,
}

/// Keeps what the kind of session may see: sub-agents `AGENTS.md` and `TOOLS.md`, schedules those two
/// with `SOUL.md`, `IDENTITY.md` and `USER.md`, every other session all. Records are told by name.
#[must_use]
pub fn filter_for_session(files: Vec<BootstrapFile>, key: Option<&U16Str>) -> Vec<BootstrapFile> {
    sort_out(files, &mut Vec::new(), |file| {
        (!belongs_to_session(&file.name, key)).then_some(LeftOutReason::Session)
    })
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

/// The files of a run before its hook, by session, setup state and context mode. What is left out goes
/// to `left_out`.
#[must_use]
pub fn filter_for_run(
    files: Vec<BootstrapFile>,
    run: &RunFacts,
    left_out: &mut Vec<LeftOutFile>,
) -> Vec<BootstrapFile> {
    sort_out(files, left_out, |file| {
        let is_wanted = match (run.context_mode, run.run_kind) {
            (ContextMode::Full, _) => true,
            (ContextMode::Lightweight, RunKind::Heartbeat) => file.is_named("HEARTBEAT.md"),
            (ContextMode::Lightweight, _) => false,
        };
        lasting_reason(file, run).or((!is_wanted).then_some(LeftOutReason::ContextMode))
    })
}

/// What leaves a file out before the hook and after it: the session, then the setup. Only the
/// workspace's own `BOOTSTRAP.md` goes once setup is completed; one below it stays.
pub(super) fn lasting_reason(file: &BootstrapFile, run: &RunFacts) -> Option<LeftOutReason> {
    if !belongs_to_session(&file.name, run.filter_key()) {
        return Some(LeftOutReason::Session);
    }
    let is_done = run.is_setup_completed
        && file.is_named("BOOTSTRAP.md")
        && is_root_file(&file.path, &run.workspace_dir);
    is_done.then_some(LeftOutReason::SetupCompleted)
}

/// The files for which there is no reason to leave them out; the others go to `left_out`.
pub(super) fn sort_out(
    files: Vec<BootstrapFile>,
    left_out: &mut Vec<LeftOutFile>,
    reason: impl Fn(&BootstrapFile) -> Option<LeftOutReason>,
) -> Vec<BootstrapFile> {
    let mut kept = Vec::with_capacity(files.len());
    for file in files {
        match reason(&file) {
            Some(reason) => left_out.push(LeftOutFile { file, reason }),
            None => kept.push(file),
        }
    }
    kept
}

fn is_root_file(path: &U16Str, workspace_dir: &U16Str) -> bool {
    let path = resolve_path(path, workspace_dir, None);
    path_below(&path, &normalize(workspace_dir)).is_some_and(|rest| equals(rest, "BOOTSTRAP.md"))
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

    fn kept(files: Vec<BootstrapFile>, run: &RunFacts) -> Vec<BootstrapFile> {
        filter_for_run(files, run, &mut Vec::new())
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
        assert_eq!(names(&kept(all(), &run("subagent:1"))), ["AGENTS.md", "TOOLS.md"]);
        assert_eq!(
            names(&kept(all(), &run("agent:main:cron:1"))),
            ["AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md"]
        );
        for key in ["acp:1", "cron:1", "agent:main:main"] {
            assert_eq!(kept(all(), &run(key)).len(), 8, "{key}");
        }
        let by_id =
            RunFacts { session_key: None, session_id: Some(to_text("subagent:1")), ..run("") };
        assert_eq!(kept(all(), &by_id).len(), 2);
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
            assert_eq!(names(&kept(all(), &run)), expected);
        }
    }

    #[test]
    fn a_completed_setup_drops_the_workspaces_own_bootstrap_file_only() {
        let mut files = all();
        let nested = to_text("/w/packages/BOOTSTRAP.md");
        files.push(BootstrapFile { path: nested, ..files[6].clone() });
        let run = RunFacts { is_setup_completed: true, ..run("agent:main:main") };
        let kept = kept(files, &run);
        let paths: Vec<_> = kept.iter().map(|file| file.path.to_string_lossy()).collect();
        assert!(!paths.contains(&"/w/BOOTSTRAP.md".to_owned()));
        assert!(paths.contains(&"/w/packages/BOOTSTRAP.md".to_owned()));
    }

    #[test]
    fn what_is_left_out_has_its_first_reason() {
        let mut left_out = Vec::new();
        let run = RunFacts {
            is_setup_completed: true,
            context_mode: ContextMode::Lightweight,
            run_kind: RunKind::Heartbeat,
            ..run("agent:main:main")
        };
        assert_eq!(names(&filter_for_run(all(), &run, &mut left_out)), ["HEARTBEAT.md"]);
        let reason = |name: &str| {
            let found = left_out.iter().find(|one| one.file.is_named(name));
            found.map(|one| one.reason.name())
        };
        assert_eq!(reason("BOOTSTRAP.md"), Some("setup-completed"));
        assert_eq!(reason("SOUL.md"), Some("context-mode"));
        assert_eq!(reason("HEARTBEAT.md"), None);
    }
}
