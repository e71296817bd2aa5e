//! The files of a definition, and overlays.

use clawprompt_core::definition::{Definition, DefinitionError, File, Files, Overlay};
use clawprompt_core::prompt::{PARAMS, Value};
use clawprompt_core::shipped;
use serde_json::json;

use crate::check;

/// What stands between the files of one input.
const BETWEEN: &str = "\n=====\n";

/// Overlays on the shipped definition, as TOML and, where the text is JSON, as an object.
pub(crate) fn run_overlays(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut overlays = Vec::new();
    for text in text.split(BETWEEN).take(4) {
        match read_overlay(text) {
            Ok(overlay) => overlays.push(overlay),
            Err(error) => check_error(&error, text),
        }
    }
    if overlays.is_empty() {
        return;
    }
    match shipped::with_overlays(&overlays) {
        Ok((definition, _)) => check_definition(&definition),
        Err(error) => check_error(&error, &text),
    }
}

fn read_overlay(text: &str) -> Result<Overlay, DefinitionError> {
    match serde_json::from_str(text) {
        Ok(object) => Overlay::from_json("object", &object),
        Err(_) => Overlay::parse("overlay.toml", text),
    }
}

/// A definition of its own: the order, the texts, and sections called `a`, `b` and so on.
pub(crate) fn run_definition(data: &[u8]) {
    const IDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    let text = String::from_utf8_lossy(data);
    let mut parts = text.split(BETWEEN);
    let (order, texts) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let file = |name, text| File { name, text };
    let sections: Vec<(&str, File<'_>)> =
        IDS.into_iter().zip(parts).map(|(id, text)| (id, file(id, text))).collect();
    let files = Files {
        order: file("prompt.toml", order),
        texts: file("texts.toml", texts),
        sections: &sections,
    };
    match Definition::load(&files) {
        Ok(definition) => check_definition(&definition),
        Err(error) => check_error(&error, &text),
    }
}

fn check_definition(definition: &Definition) {
    let _ = definition.volatile_lines();
    let params = |mode: &str, channel: &str, extra: &str| {
        let json = json!({
            "workspaceDir": "/ws", "promptMode": mode, "extraSystemPrompt": extra,
            "toolNames": ["read", "exec", "message"], "ownerNumbers": ["+1"],
            "contextFiles": [{"path": "SOUL.md", "content": "x"}],
            "runtimeInfo": {"channel": channel, "model": "m", "capabilities": ["inlineButtons"]},
        });
        Value::from_json(&json, PARAMS)
    };
    for mode in ["full", "minimal", "none"] {
        check::turns(definition, &params(mode, "telegram", ""), &params(mode, "discord", "more"));
    }
}

/// An error names a line that exists.
fn check_error(error: &DefinitionError, text: &str) {
    assert!(error.place.line <= text.split('\n').count(), "{error}");
    assert!(!error.remedy.is_empty() && !error.to_string().is_empty());
}
