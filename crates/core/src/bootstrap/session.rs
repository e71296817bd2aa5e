//! What a session key says about a run.

use crate::text::is_white_space;

/// The kinds of session that see fewer files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    /// A sub-agent: `subagent:...` or `agent:<id>:subagent:...`.
    Subagent,
    /// A scheduled run: `agent:<id>:cron:...`; a bare `cron:...` is none.
    Cron,
    /// An ACP session: `acp:...` or `agent:<id>:acp:...`.
    Acp,
    /// Any other.
    Main,
}

/// The kind of session that a key names. Case and white space around the key do not count.
#[must_use]
pub fn session_kind(key: Option<&str>) -> SessionKind {
    let key = trim_js(key.unwrap_or_default()).to_lowercase();
    let rest = agent_form(&key).map(|(_, rest)| rest);
    let starts = |prefix: &str| rest.is_some_and(|rest| rest.starts_with(prefix));
    if key.starts_with("subagent:") || starts("subagent:") {
        SessionKind::Subagent
    } else if starts("cron:") {
        SessionKind::Cron
    } else if key.starts_with("acp:") || starts("acp:") {
        SessionKind::Acp
    } else {
        SessionKind::Main
    }
}

/// Agent id in a key of the form `agent:<id>:<rest>`.
#[must_use]
pub fn agent_id_of_key(key: &str) -> Option<String> {
    agent_form(&trim_js(key).to_lowercase()).map(|(id, _)| normalize_agent_id(id))
}

/// Id and rest of a lower-case key.
fn agent_form(key: &str) -> Option<(&str, &str)> {
    let (id, rest) = key.strip_prefix("agent:")?.split_once(':')?;
    (!id.is_empty() && !rest.is_empty()).then_some((id, rest))
}

/// The form in which agent ids are compared: ASCII lower case, digits, `_` and `-`, at most 64.
///
/// Source: the peer. A blank id is `main`, and so is one of which nothing remains.
#[must_use]
pub fn normalize_agent_id(id: &str) -> String {
    let id = trim_js(id);
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || character == '_' || character == '-';
    let starts_well = id.starts_with(|character: char| character.is_ascii_alphanumeric());
    if id.len() <= 64 && starts_well && id.chars().all(is_plain) {
        return id.to_ascii_lowercase();
    }
    let mut out = String::new();
    let mut in_run = false;
    for character in id.to_lowercase().chars() {
        if is_plain(character) {
            out.push(character);
        } else if !in_run {
            out.push('-');
        }
        in_run = !is_plain(character);
    }
    let out: String = out.trim_matches('-').chars().take(64).collect();
    if out.is_empty() { "main".to_owned() } else { out }
}

/// `text.trim()` in JavaScript.
pub(super) fn trim_js(text: &str) -> &str {
    text.trim_matches(|character: char| {
        u16::try_from(u32::from(character)).is_ok_and(is_white_space)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_classified_whatever_their_case() {
        for (key, kind) in [
            ("subagent:x", SessionKind::Subagent),
            (" Agent:Main:SUBAGENT:1 ", SessionKind::Subagent),
            ("agent:main:cron:job", SessionKind::Cron),
            ("cron:job", SessionKind::Main),
            ("agent::cron:job", SessionKind::Main),
            ("acp:1", SessionKind::Acp),
            ("agent:a:acp:1", SessionKind::Acp),
            ("agent:main:discord:subagent:q", SessionKind::Main),
            ("agent:main:", SessionKind::Main),
            ("", SessionKind::Main),
        ] {
            assert_eq!(session_kind(Some(key)), kind, "{key}");
        }
        assert_eq!(session_kind(None), SessionKind::Main);
        assert_eq!(agent_id_of_key("agent:Ops Team:x"), Some("ops-team".to_owned()));
        assert_eq!(agent_id_of_key("agent:x"), None);
    }

    #[test]
    fn agent_ids_are_normalised_as_the_peer_does() {
        for (id, normal) in [
            ("Main", "main"),
            ("  A B ", "a-b"),
            ("---", "main"),
            ("a--b", "a--b"),
            ("_x", "_x"),
            ("-x-", "x"),
            ("a.b@c", "a-b-c"),
            ("日本", "main"),
            ("", "main"),
        ] {
            assert_eq!(normalize_agent_id(id), normal, "{id}");
        }
        assert_eq!(normalize_agent_id(&"a".repeat(70)), "a".repeat(64));
    }
}
