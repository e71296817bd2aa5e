//! The speech hint: how the agent should write what is read aloud.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::agent::agent_entry;
use super::texts::TtsTexts;
use super::value::{at, is_prototype_key, optional_string, truthy};
use crate::text::{Template, Text, U16Str, to_text};

/// Longest spoken text, in characters, when the user set none.
const DEFAULT_MAX_LENGTH: u64 = 1500;

/// When a reply is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AutoMode {
    Off,
    Always,
    Inbound,
    Tagged,
}

impl AutoMode {
    fn parse(value: Option<&Value>) -> Option<Self> {
        match optional_string(value)?.to_ascii_lowercase().as_str() {
            "off" => Some(Self::Off),
            "always" => Some(Self::Always),
            "inbound" => Some(Self::Inbound),
            "tagged" => Some(Self::Tagged),
            _ => None,
        }
    }
}

/// The speech preferences that the user stored, outside the config.
///
/// A value of the wrong type counts as absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TtsPreferences(Map<String, Value>);

impl TtsPreferences {
    /// Takes the `tts` object of a preferences file; anything else is no preference at all.
    #[must_use]
    pub fn from_file(file: &Value) -> Self {
        Self(at(file, &["tts"]).and_then(Value::as_object).cloned().unwrap_or_default())
    }

    fn auto_mode(&self) -> Option<AutoMode> {
        AutoMode::parse(self.0.get("auto")).or_else(|| match self.0.get("enabled")? {
            Value::Bool(true) => Some(AutoMode::Always),
            Value::Bool(false) => Some(AutoMode::Off),
            _ => None,
        })
    }

    fn max_length(&self) -> u64 {
        let positive = self.0.get("maxLength").and_then(Value::as_u64).filter(|max| *max > 0);
        positive.unwrap_or(DEFAULT_MAX_LENGTH)
    }

    fn summarize(&self) -> bool {
        self.0.get("summarize").and_then(Value::as_bool).unwrap_or(true)
    }
}

/// The speech settings of an agent: `messages.tts` with the agent's `tts` merged over it.
///
/// Objects merge key by key, everything else is replaced.
#[must_use]
pub fn tts_config(config: &Value, agent_id: Option<&str>) -> Value {
    let mut merged = at(config, &["messages", "tts"]).cloned().unwrap_or(Value::Null);
    let own = agent_id.and_then(|id| agent_entry(config, id)).and_then(|agent| at(agent, &["tts"]));
    if let Some(own) = own {
        merge(&mut merged, own);
    }
    merged
}

fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over.iter().filter(|(key, _)| !is_prototype_key(key)) {
                merge(base.entry(key).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}

/// The lines of the speech hint; absent when speech is off.
pub(super) fn tts_hint(
    config: &Value,
    agent_id: Option<&str>,
    preferences: &TtsPreferences,
    texts: &TtsTexts,
) -> Option<Text> {
    let settings = tts_config(config, agent_id);
    let configured = || AutoMode::parse(settings.get("auto"));
    let switch = if truthy(settings.get("enabled")) { AutoMode::Always } else { AutoMode::Off };
    let mode = preferences.auto_mode().or_else(configured).unwrap_or(switch);
    let plain = |template: &Template| template.fill(&[]);
    let mut lines = vec![plain(&texts.enabled)];
    match mode {
        AutoMode::Off => return None,
        AutoMode::Always => {}
        AutoMode::Inbound => lines.push(plain(&texts.inbound)),
        AutoMode::Tagged => lines.push(plain(&texts.tagged)),
    }
    lines.extend(persona_line(&settings, preferences, texts));
    let length = if preferences.summarize() { &texts.length_summarized } else { &texts.length_cut };
    lines.push(length.fill(&[("max", &to_text(&preferences.max_length().to_string()))]));
    lines.push(plain(&texts.defer_to_workspace));
    lines.push(plain(&texts.directives));
    Some(join_lines(&lines))
}

/// The persona that the user chose, else the configured one. A choice that names no persona, `null`
/// included, means none.
fn persona_line(settings: &Value, preferences: &TtsPreferences, texts: &TtsTexts) -> Option<Text> {
    let chosen = preferences.0.get("persona").or_else(|| settings.get("persona"));
    let id = optional_string(chosen)?.to_lowercase();
    let personas = at(settings, &["personas"])?.as_object()?;
    let (_, persona) = personas.iter().find(|(known, _)| known.to_lowercase() == id)?;
    let name = to_text(optional_string(persona.get("label")).unwrap_or(&id));
    let Some(description) = optional_string(persona.get("description")) else {
        return Some(texts.persona.fill(&[("name", &name)]));
    };
    let description = to_text(description);
    Some(texts.persona_described.fill(&[("name", &name), ("description", &description)]))
}

fn join_lines(lines: &[Text]) -> Text {
    let mut out = Text::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push(U16Str::from_slice(&[crate::text::LF]));
        }
        out.push(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts::TtsTexts;
    use super::*;

    /// Texts that show only which line it is and what was filled in.
    fn texts() -> TtsTexts {
        let text = |source: &str| Template::parse(source).unwrap();
        TtsTexts {
            enabled: text("on"),
            inbound: text("inbound"),
            tagged: text("tagged"),
            persona: text("as {name}"),
            persona_described: text("as {name}: {description}"),
            length_summarized: text("{max} summarised"),
            length_cut: text("{max} cut"),
            defer_to_workspace: text("defer"),
            directives: text("directives"),
        }
    }

    fn hint(config: &Value, agent_id: Option<&str>, preferences: &Value) -> Option<String> {
        let preferences = TtsPreferences::from_file(&json!({"tts": preferences}));
        let hint = tts_hint(config, agent_id, &preferences, &texts())?;
        let hint = hint.to_string_lossy();
        let tail = "\ndefer\ndirectives";
        Some(hint.strip_suffix(tail).expect("the last two lines never change").replace('\n', ", "))
    }

    #[test]
    fn the_mode_comes_from_preferences_then_config_then_the_switch() {
        let config = |tts: Value| json!({"messages": {"tts": tts}});
        for (tts, preferences, expected) in [
            (json!({"auto": "always"}), json!({}), Some("on, 1500 summarised")),
            (json!({"auto": "inbound"}), json!({}), Some("on, inbound, 1500 summarised")),
            (json!({"auto": " TAGGED "}), json!({}), Some("on, tagged, 1500 summarised")),
            (json!({"auto": "weird", "enabled": true}), json!({}), Some("on, 1500 summarised")),
            (json!({"enabled": "x"}), json!({}), Some("on, 1500 summarised")),
            (json!({"auto": "off", "enabled": true}), json!({}), None),
            (json!({}), json!({}), None),
            (json!({"auto": "always"}), json!({"auto": "off"}), None),
            (json!({"auto": "always"}), json!({"auto": "nope"}), Some("on, 1500 summarised")),
            (json!({"auto": "always"}), json!({"enabled": false}), None),
            (json!({"auto": "always"}), json!({"enabled": "x"}), Some("on, 1500 summarised")),
            (
                json!({"auto": "always"}),
                json!({"enabled": true, "auto": "inbound"}),
                Some("on, inbound, 1500 summarised"),
            ),
            (json!({"auto": "off"}), json!({"enabled": true}), Some("on, 1500 summarised")),
        ] {
            assert_eq!(
                hint(&config(tts.clone()), None, &preferences).as_deref(),
                expected,
                "{tts}"
            );
        }
    }

    #[test]
    fn the_agent_overrides_the_global_settings_only_when_it_is_named() {
        let config = json!({
            "messages": {"tts": {"auto": "off"}},
            "agents": {"list": [{"id": "main", "tts": {"auto": "always"}}]}
        });
        assert_eq!(hint(&config, Some("MAIN"), &json!({})).as_deref(), Some("on, 1500 summarised"));
        assert_eq!(hint(&config, None, &json!({})), None);
    }

    #[test]
    fn the_limit_is_a_positive_number_or_the_default() {
        let config = json!({"messages": {"tts": {"auto": "always"}}});
        for (preferences, expected) in [
            (json!({"maxLength": 10}), "on, 10 summarised"),
            (json!({"maxLength": 0}), "on, 1500 summarised"),
            (json!({"maxLength": -5.5}), "on, 1500 summarised"),
            (json!({"maxLength": "10"}), "on, 1500 summarised"),
            (json!({"summarize": false}), "on, 1500 cut"),
            (json!({"summarize": null}), "on, 1500 summarised"),
        ] {
            assert_eq!(hint(&config, None, &preferences).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_persona_is_found_by_its_id_without_case() {
        let with = |persona: Value, personas: Value| json!({"messages": {"tts": {"auto": "always", "persona": persona, "personas": personas}}});
        let two = json!({"bob": {"label": "B"}, "al": {"label": "A", "description": "Deep"}});
        for (config, preferences, expected) in [
            (with(json!("Bob"), json!({"BOB": {}})), json!({}), "on, as bob, 1500 summarised"),
            (with(json!("bob"), two.clone()), json!({}), "on, as B, 1500 summarised"),
            (
                with(json!("bob"), two.clone()),
                json!({"persona": "al"}),
                "on, as A: Deep, 1500 summarised",
            ),
            (with(json!("bob"), two.clone()), json!({"persona": null}), "on, 1500 summarised"),
            (with(json!("bob"), two.clone()), json!({"persona": "zz"}), "on, 1500 summarised"),
            (with(json!("zed"), two), json!({}), "on, 1500 summarised"),
        ] {
            assert_eq!(hint(&config, None, &preferences).as_deref(), Some(expected), "{config}");
        }
    }
}
