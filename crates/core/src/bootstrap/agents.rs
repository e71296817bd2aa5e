//! What the gateway's configuration says about agents.

use serde_json::Value;

use super::session::{agent_id_of_key, normalize_agent_id};

/// The entry of `agents.list[]` for this normalised id; the first one counts.
pub(super) fn agent_entry<'a>(config: Option<&'a Value>, agent_id: &str) -> Option<&'a Value> {
    agent_list(config).find(|entry| entry_id(entry) == agent_id)
}

/// `agents.defaults`.
pub(super) fn agent_defaults(config: Option<&Value>) -> Option<&Value> {
    config?.get("agents")?.get("defaults")
}

pub(super) fn agent_list(config: Option<&Value>) -> impl Iterator<Item = &Value> {
    let list = config.and_then(|config| config.get("agents")?.get("list")?.as_array());
    list.into_iter().flatten().filter(|entry| entry.is_object())
}

pub(super) fn entry_id(entry: &Value) -> String {
    normalize_agent_id(entry.get("id").and_then(Value::as_str).unwrap_or_default())
}

/// The first entry marked as default, else the first entry, else `main`.
pub(super) fn default_agent_id(config: Option<&Value>) -> String {
    let is_default = |entry: &&Value| entry.get("default").is_some_and(is_truthy);
    agent_list(config)
        .find(is_default)
        .or_else(|| agent_list(config).next())
        .map_or_else(|| "main".to_owned(), entry_id)
}

/// The agent of a run: given, else named by the session key, else the default agent.
#[must_use]
pub fn session_agent_id(
    config: Option<&Value>,
    agent_id: Option<&str>,
    session_key: Option<&str>,
) -> String {
    agent_id
        .filter(|id| !id.trim().is_empty())
        .map(normalize_agent_id)
        .or_else(|| agent_id_of_key(session_key?))
        .unwrap_or_else(|| default_agent_id(config))
}

/// Whether JavaScript takes the value for true.
pub(super) fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_agent_of_a_run_is_found_in_three_steps() {
        let config = json!({"agents": {"list": [{"id": "a"}, {"id": "B", "default": 1}]}});
        let agent = |id, key| session_agent_id(Some(&config), id, key);
        assert_eq!(agent(Some("Ops"), Some("agent:x:main")), "ops");
        assert_eq!(agent(None, Some("agent:X:main")), "x");
        assert_eq!(agent(Some(" "), Some("main")), "b");
        assert_eq!(session_agent_id(None, None, None), "main");
        assert!(agent_entry(Some(&config), "b").is_some());
    }
}
