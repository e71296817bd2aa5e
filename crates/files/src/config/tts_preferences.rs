//! The speech preferences that a user stored outside the config.

use std::path::{Path, PathBuf};

use clawprompt_core::config::{TtsPreferences, tts_config};
use serde_json::Value;

/// Where the preferences are: `prefsPath` of the agent's speech settings, else `from_environment` (the
/// variable `OPENCLAW_TTS_PREFS`), else `settings/tts.json` in the gateway's config folder.
///
/// A leading `~` stands for `home`.
#[must_use]
pub fn tts_preferences_path(
    config: &Value,
    agent_id: Option<&str>,
    from_environment: Option<&str>,
    home: &Path,
    config_dir: &Path,
) -> PathBuf {
    let settings = tts_config(config, agent_id);
    let configured = settings.get("prefsPath").and_then(Value::as_str);
    let chosen = [configured, from_environment].into_iter().flatten().map(str::trim);
    match chosen.into_iter().find(|path| !path.is_empty()) {
        Some(path) => user_path(path, home),
        None => config_dir.join("settings").join("tts.json"),
    }
}

fn user_path(path: &str, home: &Path) -> PathBuf {
    match path.strip_prefix('~') {
        Some("") => home.to_owned(),
        Some(rest) if rest.starts_with(['/', '\\']) => home.join(&rest[1..]),
        _ => PathBuf::from(path),
    }
}

/// The stored preferences; a file that is missing, unreadable or no JSON holds none.
#[must_use]
pub fn read_tts_preferences(path: &Path) -> TtsPreferences {
    let file = std::fs::read(path).ok();
    let file = file.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    file.map(|file| TtsPreferences::from_file(&file)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_agents_path_beats_the_environment_and_that_the_default() {
        let path = |config: &Value, environment| {
            tts_preferences_path(config, Some("a"), environment, Path::new("/h"), Path::new("/c"))
        };
        let own = json!({
            "messages": {"tts": {"prefsPath": "/global.json"}},
            "agents": {"list": [{"id": "a", "tts": {"prefsPath": " ~/own.json "}}]}
        });
        assert_eq!(path(&own, Some("/env.json")), Path::new("/h/own.json"));
        let none = json!({"messages": {"tts": {"prefsPath": " "}}});
        assert_eq!(path(&none, Some("~")), Path::new("/h"));
        assert_eq!(path(&none, Some("/env.json")), Path::new("/env.json"));
        assert_eq!(path(&none, None), Path::new("/c/settings/tts.json"));
    }

    #[test]
    fn a_broken_file_holds_no_preferences() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tts.json");
        assert_eq!(read_tts_preferences(&file), TtsPreferences::default());
        for text in ["{bad", "[]", r#"{"tts": 5}"#, r#"{"auto": "always"}"#] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(read_tts_preferences(&file), TtsPreferences::default(), "{text}");
        }
        std::fs::write(&file, r#"{"tts": {"auto": "always"}}"#).unwrap();
        assert_ne!(read_tts_preferences(&file), TtsPreferences::default());
    }
}
