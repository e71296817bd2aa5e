//! What a session key says about a run.
//!
//! A key is `agent:<id>:<rest>` or a bare `<rest>`; the first segment of the rest names the kind of
//! session: `acp:`, `subagent:`, `cron:`, or anything else. Case does not matter, blanks around the
//! key and around the rest do not either.

use super::params::{PromptMode, PromptSurface};
use super::value::trim_str;
use crate::text::{U16Str, lower_case, to_lossy, trim};

/// A session key taken apart.
pub(super) struct SessionKey {
    /// The id between `agent:` and the next colon, lower-cased; absent in a bare key.
    pub(super) agent_id: Option<String>,
    rest: String,
}

impl SessionKey {
    pub(super) fn parse(key: &U16Str) -> Self {
        let key = to_lossy(&lower_case(trim(key)));
        let scoped = key.strip_prefix("agent:").and_then(|scoped| scoped.split_once(':'));
        // A rest that starts with a colon is none, though one of blanks and colons would be.
        let scoped = scoped.filter(|(_, rest)| !rest.starts_with(':'));
        let scoped = scoped.map(|(id, rest)| (trim_str(id), trim_str(rest)));
        match scoped.filter(|(id, rest)| !id.is_empty() && !rest.is_empty()) {
            Some((id, rest)) => Self { agent_id: Some(id.to_owned()), rest: rest.to_owned() },
            None => Self { agent_id: None, rest: key },
        }
    }
}

/// The kinds of session that the gateway treats in their own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    /// A sub-agent: `subagent:...` or `agent:<id>:subagent:...`.
    Subagent,
    /// A scheduled run: `agent:<id>:cron:...`; a bare `cron:...` is none.
    Cron,
    /// An ACP session: `acp:...` or `agent:<id>:acp:...`.
    Acp,
    /// Any other, and a session without a key.
    Main,
}

/// The kind of session that a key names.
#[must_use]
pub fn session_kind(session_key: Option<&U16Str>) -> SessionKind {
    let Some(key) = session_key.map(SessionKey::parse) else { return SessionKind::Main };
    if key.rest.starts_with("subagent:") {
        SessionKind::Subagent
    } else if key.rest.starts_with("acp:") {
        SessionKind::Acp
    } else if key.agent_id.is_some() && key.rest.starts_with("cron:") {
        SessionKind::Cron
    } else {
        SessionKind::Main
    }
}

/// The surface that a session's prompt is for.
///
/// An ACP key is the ACP backend, a sub-agent key a sub-agent, everything else the main surface.
#[must_use]
pub fn surface_for_session(session_key: Option<&U16Str>) -> PromptSurface {
    match session_kind(session_key) {
        SessionKind::Acp => PromptSurface::AcpBackend,
        SessionKind::Subagent => PromptSurface::Subagent,
        SessionKind::Cron | SessionKind::Main => PromptSurface::OpenclawMain,
    }
}

/// The mode of a session's prompt: minimal for sub-agents and for cron runs of an agent, else full.
///
/// A bare `cron:...` key is full, as in the peer.
#[must_use]
pub fn prompt_mode_for_session(session_key: Option<&U16Str>) -> PromptMode {
    match session_kind(session_key) {
        SessionKind::Cron | SessionKind::Subagent => PromptMode::Minimal,
        SessionKind::Acp | SessionKind::Main => PromptMode::Full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    #[test]
    fn subagents_and_scoped_cron_runs_get_the_minimal_prompt() {
        let mode = |key: &str| prompt_mode_for_session(Some(&to_text(key)));
        for key in [
            "agent:main:cron:j",
            "AGENT:main:CRON:j",
            "agent:main:cron:",
            "SUBAGENT:x",
            "subagent:",
            " agent:main:subagent:x ",
            "agent:a b:subagent:x",
            "agent:a: subagent:1",
            "agent:a:subagent:1:acp:z",
        ] {
            assert_eq!(mode(key), PromptMode::Minimal, "{key}");
        }
        for key in [
            "",
            "cron:j",
            "agent:main",
            "agent:main:cron",
            "agent:main:subagent",
            "agent:main:discord:subagent:q",
            "agent::subagent:x",
            "agent: :subagent:x",
            "xagent:a:subagent:1",
            "agent:a:acp:x",
        ] {
            assert_eq!(mode(key), PromptMode::Full, "{key}");
        }
        assert_eq!(prompt_mode_for_session(None), PromptMode::Full);
    }

    #[test]
    fn only_the_first_segment_names_the_surface() {
        let surface = |key: &str| surface_for_session(Some(&to_text(key)));
        for key in ["acp:x", "ACP:", "agent:a:acp:x", "agent:a:ACP:"] {
            assert_eq!(surface(key), PromptSurface::AcpBackend, "{key}");
        }
        for key in ["subagent:", " subagent:1", "agent:a: subagent:1", "agent:a:subagent:1:acp:z"] {
            assert_eq!(surface(key), PromptSurface::Subagent, "{key}");
        }
        for key in
            ["agent:a::acp:x", "agent::acp:x", "agent: :subagent:x", "agent:a:acp", "a:acp:x"]
        {
            assert_eq!(surface(key), PromptSurface::OpenclawMain, "{key}");
        }
        assert_eq!(surface_for_session(None), PromptSurface::OpenclawMain);
    }
}
