//! Which agent a run belongs to, and where the config speaks about it.

use serde_json::Value;

use super::session_key::SessionKey;
use super::value::{at, optional_string, trim_str, truthy};
use crate::text::U16Str;

/// The agent of a gateway that names none.
pub const MAIN_AGENT: &str = "main";

/// Longest agent id, in characters.
const MAX_AGENT_ID: usize = 64;

/// The id under which the gateway knows an agent.
///
/// An id of up to 64 ASCII letters, digits, `_` and `-` that starts with a letter or digit is only
/// lower-cased. Any other is lower-cased, each run of other characters becomes one `-`, the `-` at
/// the ends go, and then it is cut to 64; a cut may leave a `-` at the end. Blank is `main`.
#[must_use]
pub fn normalize_agent_id(id: &str) -> String {
    let id = trim_str(id);
    let allowed = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    let well_formed = id.starts_with(|character: char| character.is_ascii_alphanumeric())
        && id.len() <= MAX_AGENT_ID
        && id.chars().all(allowed);
    if well_formed {
        return id.to_ascii_lowercase();
    }
    let mut out = String::new();
    for character in id.to_lowercase().chars() {
        if allowed(character) {
            out.push(character);
        } else if !out.ends_with('\0') {
            out.push('\0');
        }
    }
    let out = out.replace('\0', "-");
    let out: String = out.trim_matches('-').chars().take(MAX_AGENT_ID).collect();
    if out.is_empty() { MAIN_AGENT.to_owned() } else { out }
}

/// The setting `agents.defaults.<key>`; `null` counts as absent.
#[must_use]
pub fn default_setting<'a>(config: &'a Value, key: &str) -> Option<&'a Value> {
    at(config, &["agents", "defaults", key])
}

/// The objects of `agents.list`, in order.
fn agents(config: &Value) -> impl Iterator<Item = &Value> {
    let list = at(config, &["agents", "list"]).and_then(Value::as_array);
    list.into_iter().flatten().filter(|entry| entry.is_object())
}

fn agent_id_of(entry: &Value) -> String {
    normalize_agent_id(optional_string(entry.get("id")).unwrap_or_default())
}

/// The first entry of `agents.list` for this id; ids are compared in their normal form.
#[must_use]
pub fn agent_entry<'a>(config: &'a Value, agent_id: &str) -> Option<&'a Value> {
    let wanted = normalize_agent_id(agent_id);
    agents(config).find(|entry| agent_id_of(entry) == wanted)
}

/// The agent that speaks when nobody is named: the first entry with a true `default`, else the first
/// entry, else `main`.
#[must_use]
pub fn default_agent_id(config: Option<&Value>) -> String {
    let Some(config) = config else { return MAIN_AGENT.to_owned() };
    agents(config)
        .find(|entry| truthy(entry.get("default")))
        .or_else(|| agents(config).next())
        .map_or_else(|| MAIN_AGENT.to_owned(), agent_id_of)
}

/// The agent of a session: the explicit id, else the one in an `agent:<id>:...` key, else the default.
#[must_use]
pub fn session_agent_id(
    config: Option<&Value>,
    explicit: Option<&str>,
    session_key: Option<&U16Str>,
) -> String {
    if let Some(id) = explicit.map(trim_str).filter(|id| !id.is_empty()) {
        return normalize_agent_id(id);
    }
    let from_key = session_key.and_then(|key| SessionKey::parse(key).agent_id);
    from_key.map_or_else(|| default_agent_id(config), |id| normalize_agent_id(&id))
}

/// The model that the config gives an agent: its own `model`, else `agents.defaults.model`; each a text,
/// or an object with a `primary` one. Without an agent the default agent's.
#[must_use]
pub fn agent_model<'a>(config: &'a Value, agent_id: Option<&str>) -> Option<&'a str> {
    let agent_id = agent_id.map_or_else(|| default_agent_id(Some(config)), str::to_owned);
    let own = agent_entry(config, &agent_id).and_then(|agent| agent.get("model"));
    let named = |model: Option<&'a Value>| {
        optional_string(model).or_else(|| optional_string(at(model?, &["primary"])))
    };
    named(own).or_else(|| named(at(config, &["agents", "defaults", "model"])))
}

/// Agent entries that carry a true `heartbeat`.
pub(crate) fn agents_with_heartbeat(config: &Value) -> impl Iterator<Item = String> {
    agents(config).filter(|entry| truthy(entry.get("heartbeat"))).map(agent_id_of)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::text::to_text;

    #[test]
    fn ids_are_normalised() {
        for (id, expected) in [
            ("Main", "main"),
            ("  A B ", "a-b"),
            ("---", "main"),
            ("a--b", "a--b"),
            ("-x-", "x"),
            ("_x", "_x"),
            ("a.b@c", "a-b-c"),
            ("日本", "main"),
            ("", "main"),
            ("A__-", "a__-"),
            ("a -b", "a--b"),
        ] {
            assert_eq!(normalize_agent_id(id), expected, "{id}");
        }
        assert_eq!(normalize_agent_id(&"a".repeat(70)), "a".repeat(64));
        assert_eq!(normalize_agent_id(&format!("{} b", "a".repeat(63))), "a".repeat(63) + "-");
    }

    #[test]
    fn the_first_matching_entry_speaks_for_an_agent() {
        let config = json!({"agents": {"list": [
            null, 5, {"id": "A b", "n": 1}, {"id": "a-b", "n": 2}, {"n": 3}
        ]}});
        let number = |id| agent_entry(&config, id).map(|entry| entry["n"].clone());
        assert_eq!(number("a-B"), Some(json!(1)));
        assert_eq!(number("main"), Some(json!(3)));
        assert_eq!(number("other"), None);
    }

    #[test]
    fn the_default_agent_is_the_marked_then_the_first_then_main() {
        assert_eq!(default_agent_id(None), "main");
        assert_eq!(default_agent_id(Some(&json!({}))), "main");
        let marked = json!({"agents": {"list": [{"id": "a"}, {"id": "B", "default": "yes"}]}});
        assert_eq!(default_agent_id(Some(&marked)), "b");
        let first = json!({"agents": {"list": [{"id": "a"}, {"id": "b", "default": 0}]}});
        assert_eq!(default_agent_id(Some(&first)), "a");
    }

    #[test]
    fn the_agents_model_beats_that_of_the_defaults() {
        let config = json!({"agents": {
            "defaults": {"model": {"primary": " p/shared "}},
            "list": [{"id": "a", "model": "p/own"}, {"id": "b", "model": {"fallbacks": []}}]
        }});
        assert_eq!(agent_model(&config, Some(" A ")), Some("p/own"));
        assert_eq!(agent_model(&config, Some("b")), Some("p/shared"));
        assert_eq!(agent_model(&config, None), Some("p/own"));
        assert_eq!(agent_model(&json!({}), None), None);
    }

    #[test]
    fn an_explicit_agent_beats_the_session_key_and_the_key_beats_the_default() {
        let config = json!({"agents": {"list": [{"id": "first"}]}});
        let key = to_text("agent:Work:main");
        let agent = |explicit, key| session_agent_id(Some(&config), explicit, key);
        assert_eq!(agent(Some(" X "), Some(&*key)), "x");
        assert_eq!(agent(Some(" "), Some(&*key)), "work");
        assert_eq!(agent(None, Some(&*to_text("cron:j"))), "first");
    }
}
