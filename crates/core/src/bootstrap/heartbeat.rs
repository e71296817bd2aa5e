//! Whether `HEARTBEAT.md` belongs in a run.

use serde_json::Value;

use super::agents::{
    agent_defaults, agent_entry, agent_list, default_agent_id, entry_id, is_truthy,
};
use super::filter::RunKind;
use super::session::trim_js;

/// Whether files named `HEARTBEAT.md` are left out.
///
/// `agent_id` is the normalised id of the run's agent. A commitment never has the file; a heartbeat
/// always does, as do agents that are not the default one. For the default agent the configuration
/// must ask for heartbeats (`agents.defaults.heartbeat`, overlaid by the agent's entry): the agent is
/// one of those with an entry of their own, if there are any; the section is not turned off; and the
/// cadence `every` (default 30 minutes) is above zero.
#[must_use]
pub fn excludes_heartbeat_file(config: Option<&Value>, agent_id: &str, run_kind: RunKind) -> bool {
    match run_kind {
        RunKind::CommitmentOnly => return true,
        RunKind::Heartbeat => return false,
        RunKind::Default | RunKind::Cron => {}
    }
    if config.is_none() || agent_id != default_agent_id(config) {
        return false;
    }
    let own = agent_entry(config, agent_id).and_then(|entry| entry.get("heartbeat"));
    let defaults = agent_defaults(config).and_then(|defaults| defaults.get("heartbeat"));
    let setting = |name: &str| {
        let own = own.and_then(|heartbeat| heartbeat.get(name));
        own.or_else(|| defaults?.get(name))
    };
    let is_shown = setting("includeSystemPromptSection") != Some(&Value::Bool(false));
    !(has_heartbeat(config, agent_id) && is_shown && is_cadence_on(setting("every")))
}

/// Whether the default agent `agent_id` is among the agents that have heartbeats.
fn has_heartbeat(config: Option<&Value>, agent_id: &str) -> bool {
    let mut chosen =
        agent_list(config).filter(|entry| entry.get("heartbeat").is_some_and(is_truthy)).peekable();
    chosen.peek().is_none() || chosen.any(|entry| entry_id(entry) == agent_id)
}

fn is_cadence_on(every: Option<&Value>) -> bool {
    match every {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => parse_minutes(text).is_some_and(|minutes| minutes > 0.0),
        Some(Value::Number(number)) => number.as_f64().is_some_and(|minutes| minutes > 0.0),
        Some(_) => false,
    }
}

/// Minutes in a duration such as `30m`, `1h30m`, `90s` or `5`, which means minutes.
fn parse_minutes(text: &str) -> Option<f64> {
    let text = trim_js(text).to_ascii_lowercase();
    if let Ok(minutes) = text.parse::<f64>() {
        return text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.').then_some(minutes);
    }
    let mut rest = text.as_str();
    let mut minutes = 0.0;
    while !rest.is_empty() {
        let unit =
            rest.find(|character: char| !(character.is_ascii_digit() || character == '.'))?;
        let (count, after) = rest.split_at(unit);
        let end = after.find(|character: char| character.is_ascii_digit()).unwrap_or(after.len());
        let factor = match &after[..end] {
            "ms" => 1.0 / 60_000.0,
            "s" => 1.0 / 60.0,
            "m" => 1.0,
            "h" => 60.0,
            "d" => 1_440.0,
            _ => return None,
        };
        minutes += count.parse::<f64>().ok()? * factor;
        rest = &after[end..];
    }
    (!text.is_empty()).then_some(minutes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn excluded(config: &Value, agent: &str) -> bool {
        excludes_heartbeat_file(Some(config), agent, RunKind::Default)
    }

    #[test]
    fn cadences_are_read_with_minutes_as_the_unit() {
        for (text, minutes) in [
            ("30m", Some(30.0)),
            (" 1H30m ", Some(90.0)),
            ("5", Some(5.0)),
            ("1.5h", Some(90.0)),
            ("0m", Some(0.0)),
            ("", None),
            ("soon", None),
            ("5x", None),
            ("m", None),
            ("-5", None),
        ] {
            assert_eq!(parse_minutes(text), minutes, "{text}");
        }
    }

    /// Report B070: the file is there only when the run asks for it.
    #[test]
    fn the_default_agent_needs_a_heartbeat_that_is_on() {
        assert!(!excluded(&json!({}), "main"));
        for every in [json!("0m"), json!(""), json!("soon"), json!(true)] {
            let config = json!({"agents": {"defaults": {"heartbeat": {"every": every}}}});
            assert!(excluded(&config, "main"), "{every}");
            assert!(!excluded(&config, "other"));
            assert!(!excludes_heartbeat_file(Some(&config), "main", RunKind::Heartbeat));
        }
        for every in [json!("5"), json!(null), json!("1h")] {
            let config = json!({"agents": {"defaults": {"heartbeat": {"every": every}}}});
            assert!(!excluded(&config, "main"), "{every}");
        }
    }

    #[test]
    fn the_section_switch_and_other_agents_heartbeats_count() {
        let off = json!({"includeSystemPromptSection": false});
        let on = json!({"includeSystemPromptSection": true});
        let hidden = json!({"agents": {"defaults": {"heartbeat": off}}});
        assert!(excluded(&hidden, "main"));
        let shown = json!({"agents": {
            "defaults": {"heartbeat": off},
            "list": [{"id": "main", "heartbeat": on}],
        }});
        assert!(!excluded(&shown, "main"));
        let elsewhere = json!({"agents": {"list": [{"id": "main"}, {"id": "x", "heartbeat": on}]}});
        assert!(excluded(&elsewhere, "main"));
        assert!(!excluded(&elsewhere, "x"));
    }

    #[test]
    fn a_commitment_never_has_the_file_and_no_configuration_keeps_it() {
        assert!(excludes_heartbeat_file(None, "main", RunKind::CommitmentOnly));
        assert!(!excludes_heartbeat_file(None, "main", RunKind::Cron));
    }
}
