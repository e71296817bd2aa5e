//! Whether an agent's prompt explains heartbeats, and with which prompt they come.

use serde_json::Value;

use super::agent::{agent_entry, agents_with_heartbeat, default_agent_id, normalize_agent_id};
use super::texts::HeartbeatTexts;
use super::value::{at, optional_string, trim_str};
use crate::text::{Text, to_text};

/// The heartbeat prompt of `agent_id`, or `None` when the agent has no heartbeats.
///
/// All of these must hold: the agent is the default agent; when any agent of the list has a
/// `heartbeat`, it is one of them; `includeSystemPromptSection` is not `false`; the cadence `every`
/// (default `30m`) is longer than nothing. The agent's `heartbeat` beats the one of the defaults field
/// by field. The prompt is the configured one, else the default text.
#[must_use]
pub fn heartbeat_prompt(
    config: Option<&Value>,
    agent_id: Option<&str>,
    texts: &HeartbeatTexts,
) -> Option<Text> {
    let default_prompt = || texts.default_prompt.fill(&[]);
    let agent_id = agent_id.map_or_else(|| default_agent_id(config), normalize_agent_id);
    if agent_id != default_agent_id(config) {
        return None;
    }
    let Some(config) = config else { return Some(default_prompt()) };
    if !has_heartbeats(config, &agent_id) {
        return None;
    }
    let setting = heartbeat_settings(config, &agent_id);
    Some(optional_string(setting("prompt")).map_or_else(default_prompt, to_text))
}

/// Whether the config gives the default agent, of this id, heartbeats; the rule of [`heartbeat_prompt`].
pub(crate) fn has_heartbeats(config: &Value, agent_id: &str) -> bool {
    let mut chosen = agents_with_heartbeat(config).peekable();
    if chosen.peek().is_some() && !chosen.any(|id| id == agent_id) {
        return false;
    }
    let setting = heartbeat_settings(config, agent_id);
    setting("includeSystemPromptSection") != Some(&Value::Bool(false))
        && is_cadence(setting("every"))
}

/// Looks up fields of `heartbeat`: the agent's, else the defaults'.
fn heartbeat_settings<'a>(
    config: &'a Value,
    agent_id: &str,
) -> impl Fn(&str) -> Option<&'a Value> + use<'a> {
    let own = agent_entry(config, agent_id).and_then(|agent| agent.get("heartbeat"));
    let defaults = at(config, &["agents", "defaults", "heartbeat"]);
    move |key| {
        let own = own.and_then(|own| own.get(key));
        own.or_else(|| defaults.and_then(|defaults| defaults.get(key)))
    }
}

/// Whether the cadence is longer than nothing; absent means the default of 30 minutes.
fn is_cadence(every: Option<&Value>) -> bool {
    match every {
        None | Some(Value::Null) => true,
        Some(every) => every.as_str().and_then(duration_millis).is_some_and(|millis| millis > 0.0),
    }
}

/// Milliseconds of a duration such as `30m`, `1h30m` or `5`, rounded; a bare number is minutes.
///
/// Units are `ms`, `s`, `m`, `h` and `d`, in any case. Blanks inside, signs and a number without unit
/// next to one with are not a duration.
fn duration_millis(text: &str) -> Option<f64> {
    let text = trim_str(text).to_ascii_lowercase();
    if let Some((minutes, "")) = leading_number(&text) {
        return in_range(minutes * 60_000.0);
    }
    let mut rest = text.as_str();
    let mut total = 0.0;
    while let Some((number, after)) = leading_number(rest) {
        let digits = after.find(|character: char| character.is_ascii_digit() || character == '.');
        let (unit, next) = after.split_at(digits.unwrap_or(after.len()));
        total += number * unit_millis(unit)?;
        rest = next;
    }
    if rest.is_empty() && !text.is_empty() { in_range(total) } else { None }
}

fn unit_millis(unit: &str) -> Option<f64> {
    match unit {
        "ms" => Some(1.0),
        "s" => Some(1_000.0),
        "m" => Some(60_000.0),
        "h" => Some(3_600_000.0),
        "d" => Some(86_400_000.0),
        _ => None,
    }
}

/// Largest integer that JavaScript's numbers hold exactly; the peer refuses a longer duration.
const MAX_MILLIS: f64 = 9_007_199_254_740_991.0;

fn in_range(millis: f64) -> Option<f64> {
    let millis = millis.round();
    (millis <= MAX_MILLIS).then_some(millis)
}

/// The number at the start of `text`, such as `5` or `1.5`, and what follows it.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit() && character != '.');
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let well_formed = match number.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(number),
    };
    if well_formed { Some((number.parse().ok()?, rest)) } else { None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts::tests::shipped;
    use super::*;

    fn prompt(config: &Value, agent_id: Option<&str>) -> Option<String> {
        let prompt = heartbeat_prompt(Some(config), agent_id, &shipped().heartbeat);
        prompt.map(|prompt| prompt.to_string_lossy())
    }

    fn included(config: &Value, agent_id: Option<&str>) -> bool {
        prompt(config, agent_id).is_some()
    }

    #[test]
    fn the_cadence_must_be_longer_than_nothing() {
        let every = |every: &Value| {
            included(&json!({"agents": {"defaults": {"heartbeat": {"every": every}}}}), None)
        };
        for text in [
            "5", "1h30m", "1H30M", "1.5h", "00.5h", "30m1h", "1h1h", "1d", "5ms", "5 ", "  7m  ",
            "5s", "1h0m", "0h1m",
        ] {
            assert!(every(&json!(text)), "{text}");
        }
        for text in [
            "0m",
            "",
            " ",
            "soon",
            "30 m",
            "-5m",
            "0",
            "0h0m",
            "1h 30m",
            "1h30",
            "0.0001ms",
            "0.4ms",
            ".5h",
            "1.h",
            "1e3",
            "5m!",
            "+5m",
            "1_0m",
            "1hr",
            "2min",
            "m",
            "1h-5m",
            "٣m",
            "1,5h",
            "1.2.3m",
            ".",
            "99999999999999999999d",
        ] {
            assert!(!every(&json!(text)), "{text}");
        }
        assert!(every(&json!(null)));
        for value in [json!(5), json!(0), json!(true), json!({})] {
            assert!(!every(&value), "{value}");
        }
    }

    #[test]
    fn only_the_default_agent_has_heartbeats() {
        assert!(included(&json!({}), None));
        assert!(included(&json!({}), Some("MAIN")));
        assert!(!included(&json!({}), Some("other")));
        let two = json!({"agents": {"list": [{"id": "a"}, {"id": "b", "default": true}]}});
        assert!(!included(&two, Some("a")));
        assert!(included(&two, Some("b")));
        assert!(heartbeat_prompt(None, Some("x"), &shipped().heartbeat).is_none());
        assert!(heartbeat_prompt(None, None, &shipped().heartbeat).is_some());
    }

    #[test]
    fn an_agent_with_its_own_heartbeat_takes_it_from_the_others() {
        let other = json!({"agents": {"list": [
            {"id": "a", "heartbeat": {}}, {"id": "main", "default": true}
        ]}});
        assert!(!included(&other, Some("main")));
        assert!(!included(&other, Some("a")));
        assert!(included(&json!({"agents": {"list": [{"heartbeat": {}}]}}), Some("main")));
    }

    #[test]
    fn the_agent_overrides_the_defaults_field_by_field() {
        let config = |defaults: Value, own: Value| {
            json!({"agents": {"defaults": {"heartbeat": defaults},
                "list": [{"id": "main", "heartbeat": own}]}})
        };
        let section = |include: bool| json!({"includeSystemPromptSection": include});
        assert!(included(&config(section(false), section(true)), None));
        assert!(!included(&config(section(true), section(false)), None));
        assert!(included(&config(json!({"every": "0m"}), json!({"every": "5m"})), None));
        assert!(!included(&config(json!({"every": "0m"}), json!({"prompt": "p"})), None));
        assert!(included(&config(json!({"every": "0m"}), json!({"every": null})), None));
        let prompts = |defaults, own| prompt(&config(defaults, own), None);
        assert_eq!(prompts(json!({"prompt": " x "}), json!({})).as_deref(), Some("x"));
        let default = prompt(&json!({}), None);
        assert_eq!(prompts(json!({"prompt": "x"}), json!({"prompt": ""})), default);
    }
}
