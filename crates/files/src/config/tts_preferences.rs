//! The speech preferences that a user stored outside the config.

use std::path::Path;

use clawprompt_core::config::TtsPreferences;
use serde_json::Value;

/// The stored preferences; a file that is missing, unreadable or no JSON holds none.
#[must_use]
pub fn read_tts_preferences(path: &Path) -> TtsPreferences {
    let file = std::fs::read(path).ok();
    let file = file.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    file.map(|file| TtsPreferences::from_file(&file)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

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
