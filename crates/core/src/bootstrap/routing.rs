//! Whether the prompt asks for the first-run setup, and whether files are left out of a run.

use serde::Deserialize;
use serde_json::Value;

use super::file::{BootstrapFile, ContextFile, base_name};
use super::filter::{ContextMode, RunKind};
use crate::config::{SessionKind, session_kind};
use crate::text::{U16Str, lower_case, trim};

/// How a run takes part in the setup that `BOOTSTRAP.md` describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BootstrapMode {
    /// Setup is done, or not this run's business.
    #[default]
    None,
    /// Setup is pending and this run cannot finish it.
    Limited,
    /// This run carries the setup out; the prompt includes `BOOTSTRAP.md`.
    Full,
}

impl BootstrapMode {
    /// The name in the prompt's parameters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Limited => "limited",
            Self::Full => "full",
        }
    }
}

/// Facts of a run that decide the [`BootstrapMode`], once it is known whether setup is pending.
#[expect(
    clippy::struct_excessive_bools,
    reason = "five independent facts of a run, each read once by its name"
)]
#[derive(Debug, Clone, Copy)]
pub struct BootstrapModeFacts {
    /// Whether the setup is still to be done.
    pub is_pending: bool,
    /// What started the run.
    pub run_kind: RunKind,
    /// Whether the run is the agent's own, not that of a sub-agent or an ACP session.
    pub is_primary: bool,
    /// Whether a person asked for the run.
    pub is_interactive: bool,
    /// Whether the run can read `BOOTSTRAP.md`.
    pub has_file_access: bool,
    /// Whether the workspace is the agent's own, and the run works in it rather than in a copy.
    pub is_canonical_workspace: bool,
}

/// The mode of a run.
#[must_use]
pub fn resolve_bootstrap_mode(facts: BootstrapModeFacts) -> BootstrapMode {
    let may_ask = facts.run_kind == RunKind::Default && facts.is_primary && facts.is_interactive;
    if !facts.is_pending || !may_ask {
        BootstrapMode::None
    } else if facts.has_file_access && facts.is_canonical_workspace {
        BootstrapMode::Full
    } else {
        BootstrapMode::Limited
    }
}

/// Facts from which [`route_bootstrap`] finds out those of [`BootstrapModeFacts`].
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent facts of a run, each read once by its name"
)]
#[derive(Debug, Clone, Copy)]
pub struct RoutingFacts<'a> {
    /// Whether the workspace counts as not set up.
    pub is_workspace_pending: bool,
    /// What started the run.
    pub run_kind: RunKind,
    /// What triggered the run: only `user` and `manual` may carry out the setup.
    pub trigger: Option<&'a str>,
    /// The run's session key.
    pub session_key: Option<&'a U16Str>,
    /// Whether the run has tools, `read` among them.
    pub has_file_access: bool,
    /// Whether the content of `BOOTSTRAP.md` in the prompt counts as access to it.
    pub content_provides_access: bool,
    /// Whether the workspace is the agent's own, and the run works in it rather than in a copy.
    pub is_canonical_workspace: bool,
}

/// The mode of a run with these resolved files.
///
/// Setup is pending where the workspace says so, and where a `BOOTSTRAP.md` with text is among the files.
#[must_use]
pub fn route_bootstrap(facts: &RoutingFacts<'_>, files: &[BootstrapFile]) -> BootstrapMode {
    let has_content = files.iter().any(|file| {
        file.is_named("BOOTSTRAP.md") && file.text().is_some_and(|text| !trim(text).is_empty())
    });
    let kind = session_kind(facts.session_key);
    resolve_bootstrap_mode(BootstrapModeFacts {
        is_pending: facts.is_workspace_pending || has_content,
        run_kind: facts.run_kind,
        is_primary: !matches!(kind, SessionKind::Subagent | SessionKind::Acp),
        is_interactive: matches!(facts.trigger, Some("user" | "manual")),
        has_file_access: facts.has_file_access || (has_content && facts.content_provides_access),
        is_canonical_workspace: facts.is_canonical_workspace,
    })
}

/// The files the system prompt shows in this mode: outside of `full`, none called `BOOTSTRAP.md`.
///
/// They were cut to budget with the others, so what such a file used is used.
#[must_use]
pub fn context_files_for_mode(
    mut files: Vec<ContextFile>,
    mode: BootstrapMode,
) -> Vec<ContextFile> {
    if mode != BootstrapMode::Full {
        files.retain(|file| !is_bootstrap_path(&file.path));
    }
    files
}

/// Whether the path's last part is `BOOTSTRAP.md`, in any case.
#[must_use]
pub fn is_bootstrap_path(path: &U16Str) -> bool {
    *lower_case(base_name(trim(path))) == *crate::text::to_text("bootstrap.md")
}

/// When a session's files enter its prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContextInjection {
    /// On every run.
    #[default]
    Always,
    /// Not on a run that continues one which had them.
    ContinuationSkip,
    /// On no run.
    Never,
}

impl ContextInjection {
    /// The name in settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::ContinuationSkip => "continuation-skip",
            Self::Never => "never",
        }
    }

    /// The setting with this name: `always`, `continuation-skip` or `never`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "always" => Some(Self::Always),
            "continuation-skip" => Some(Self::ContinuationSkip),
            "never" => Some(Self::Never),
            _ => None,
        }
    }
}

/// Whether a run's files are left out.
///
/// `has_marker` tells whether the session's transcript holds a valid [`COMPLETION_MARKER`]. A raw model
/// run, without prompt, counts as [`ContextInjection::Never`] and is the caller's to tell.
#[must_use]
pub fn skips_files(
    injection: ContextInjection,
    run_kind: RunKind,
    mode: BootstrapMode,
    has_marker: bool,
) -> bool {
    match injection {
        ContextInjection::Always => false,
        ContextInjection::Never => true,
        ContextInjection::ContinuationSkip => {
            !run_kind.is_heartbeat_lifecycle() && mode != BootstrapMode::Full && has_marker
        }
    }
}

/// Whether a run that ended without error, abort or compaction leaves a [`COMPLETION_MARKER`].
#[must_use]
pub fn leaves_completion_marker(
    were_files_skipped: bool,
    context_mode: ContextMode,
    run_kind: RunKind,
    mode: BootstrapMode,
) -> bool {
    !were_files_skipped
        && context_mode == ContextMode::Full
        && !run_kind.is_heartbeat_lifecycle()
        && mode == BootstrapMode::Full
}

/// `customType` of the transcript entry that says the session had its files.
pub const COMPLETION_MARKER: &str = "openclaw:bootstrap-context:full";
/// Bytes at the end of a transcript in which the marker is looked for.
pub const MARKER_SCAN_BYTES: u64 = 256 * 1024;
/// Lines at the end of a transcript in which the marker is looked for.
const MARKER_SCAN_LINES: usize = 500;

/// Whether the last bytes of a transcript hold a completion marker with no compaction after it.
///
/// `is_whole` tells whether they are the whole transcript; otherwise the first line is taken for a
/// fragment and left out. Lines that are not JSON do not count.
#[must_use]
pub fn has_completion_marker(tail: &[u8], is_whole: bool) -> bool {
    let complete = if is_whole {
        tail
    } else {
        match tail.iter().position(|byte| *byte == b'\n') {
            Some(at) => &tail[at + 1..],
            None => return false,
        }
    };
    let lines = complete.split(|byte| *byte == b'\n').rev();
    let texts = lines.map(String::from_utf8_lossy);
    for line in texts.filter(|line| !line.trim().is_empty()).take(MARKER_SCAN_LINES) {
        let Ok(entry) = serde_json::from_str::<Value>(&line) else { continue };
        let field = |name: &str| entry.get(name).and_then(Value::as_str);
        match field("type") {
            Some("compaction") => return false,
            Some("custom") if field("customType") == Some(COMPLETION_MARKER) => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn facts() -> RoutingFacts<'static> {
        RoutingFacts {
            is_workspace_pending: true,
            run_kind: RunKind::Default,
            trigger: Some("user"),
            session_key: None,
            has_file_access: true,
            content_provides_access: true,
            is_canonical_workspace: true,
        }
    }

    fn bootstrap(content: &str) -> BootstrapFile {
        BootstrapFile {
            name: to_text("BOOTSTRAP.md"),
            path: to_text("/w/BOOTSTRAP.md"),
            content: Ok(content.into()),
        }
    }

    fn mode(facts: RoutingFacts<'_>) -> &'static str {
        route_bootstrap(&facts, &[]).name()
    }

    #[test]
    fn a_user_carries_out_the_setup_where_it_is_possible() {
        assert_eq!(mode(facts()), "full");
        assert_eq!(mode(RoutingFacts { trigger: Some("manual"), ..facts() }), "full");
        for trigger in [None, Some("cron"), Some("heartbeat")] {
            assert_eq!(mode(RoutingFacts { trigger, ..facts() }), "none");
        }
        for run_kind in [RunKind::Heartbeat, RunKind::CommitmentOnly, RunKind::Cron] {
            assert_eq!(mode(RoutingFacts { run_kind, ..facts() }), "none");
        }
        for (key, expected) in
            [("subagent:1", "none"), ("acp:1", "none"), ("agent:main:main", "full")]
        {
            let key = to_text(key);
            let facts = RoutingFacts { session_key: Some(&key), ..facts() };
            assert_eq!(mode(facts), expected);
        }
        assert_eq!(mode(RoutingFacts { has_file_access: false, ..facts() }), "limited");
        let copy = RoutingFacts { is_canonical_workspace: false, ..facts() };
        assert_eq!(mode(copy), "limited");
        assert_eq!(mode(RoutingFacts { is_workspace_pending: false, ..facts() }), "none");
    }

    #[test]
    fn the_file_itself_makes_setup_pending_and_accessible() {
        let facts = RoutingFacts { is_workspace_pending: false, has_file_access: false, ..facts() };
        assert_eq!(route_bootstrap(&facts, &[bootstrap("go")]), BootstrapMode::Full);
        let strict = RoutingFacts { content_provides_access: false, ..facts };
        assert_eq!(route_bootstrap(&strict, &[bootstrap("go")]), BootstrapMode::Limited);
        assert_eq!(route_bootstrap(&facts, &[bootstrap(" \n")]), BootstrapMode::None);
    }

    #[test]
    fn outside_of_full_mode_the_file_is_not_shown() {
        let files = |paths: &[&str]| -> Vec<ContextFile> {
            let file = |path: &&str| ContextFile { path: to_text(path), content: "x".into() };
            paths.iter().map(file).collect()
        };
        let all =
            files(&["/w/a/bootstrap.MD", r"C:\w\BOOTSTRAP.md", "BOOTSTRAP.md", "/w/xBOOTSTRAP.md"]);
        assert_eq!(context_files_for_mode(all.clone(), BootstrapMode::Full), all);
        let shown = context_files_for_mode(all, BootstrapMode::Limited);
        assert_eq!(shown, files(&["/w/xBOOTSTRAP.md"]));
    }

    #[test]
    fn a_continuation_is_skipped_after_a_marker_only() {
        let skip =
            |injection, run_kind, mode, marker| skips_files(injection, run_kind, mode, marker);
        let continuation = ContextInjection::ContinuationSkip;
        assert!(skip(continuation, RunKind::Default, BootstrapMode::None, true));
        assert!(!skip(continuation, RunKind::Default, BootstrapMode::None, false));
        assert!(!skip(continuation, RunKind::Default, BootstrapMode::Full, true));
        assert!(!skip(continuation, RunKind::Heartbeat, BootstrapMode::None, true));
        assert!(skip(ContextInjection::Never, RunKind::Heartbeat, BootstrapMode::Full, false));
        assert!(!skip(ContextInjection::Always, RunKind::Default, BootstrapMode::None, true));
    }

    #[test]
    fn only_a_full_run_with_its_files_leaves_a_marker() {
        let leaves = leaves_completion_marker;
        assert!(leaves(false, ContextMode::Full, RunKind::Default, BootstrapMode::Full));
        assert!(!leaves(true, ContextMode::Full, RunKind::Default, BootstrapMode::Full));
        assert!(!leaves(false, ContextMode::Lightweight, RunKind::Default, BootstrapMode::Full));
        assert!(!leaves(false, ContextMode::Full, RunKind::Heartbeat, BootstrapMode::Full));
        assert!(!leaves(false, ContextMode::Full, RunKind::Default, BootstrapMode::None));
    }

    #[test]
    fn the_marker_counts_within_500_lines_and_until_a_compaction() {
        let marker =
            r#"{"type":"custom","customType":"openclaw:bootstrap-context:full","data":{}}"#;
        let scan = |lines: &[&str]| has_completion_marker(lines.join("\n").as_bytes(), true);
        let message = r#"{"type":"message"}"#;
        let followed_by = |count: usize| {
            let mut lines = vec![marker];
            lines.extend(vec![message; count]);
            lines
        };
        assert!(scan(&followed_by(499)));
        assert!(!scan(&followed_by(500)));
        let compaction = r#"{"type":"compaction"}"#;
        assert!(!scan(&[marker, compaction]));
        assert!(scan(&[compaction, marker, "not json", "", " "]));
        assert!(!scan(&[message]));
        let tail = format!("{marker}\n{message}");
        assert!(!has_completion_marker(tail.as_bytes(), false));
        assert!(has_completion_marker(format!("x\n{tail}").as_bytes(), false));
        assert!(!has_completion_marker(marker.as_bytes(), false));
    }
}
