//! What a prompt was made from, as hashes: enough to tell which parameter changed, and no text.

use crate::prompt::{Field, Kind, PARAMS, Value};
use crate::text::{Text, U16Str, sha256_hex, single_line, to_lossy, to_text};

/// A parameter that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptInput {
    /// Path of the parameter, such as `runtimeInfo.channel`; for a context file `contextFiles[PATH]`.
    pub name: String,
    /// SHA-256 of its value, in hexadecimal; see [`prompt_inputs`] for the exceptions.
    pub sha256: String,
}

/// Prefix of the names of context files.
const FILE: &str = "contextFiles[";
/// The list whose members stand for themselves.
const FILES: &str = "contextFiles";
/// Hexadecimal digits of a secret's hash that are kept: enough to see that it changed, too few to guess it.
const SECRET_DIGITS: usize = 4;

/// The parameters that are given, in the order of their definition.
///
/// A hash must not give away what the prompt itself hides. Of `ownerDisplaySecret` only 16 bits are kept; the
/// senders are hashed together with it; of `sandboxInfo.browserBridgeUrl`, which the prompt never shows, the
/// hash says only whether it is set.
#[must_use]
pub fn prompt_inputs(params: &Value<'_>) -> Vec<PromptInput> {
    let mut inputs = Vec::new();
    if let (Kind::Record(fields), Value::Record(values)) = (PARAMS, params) {
        let secret = fields.iter().position(|field| field.name == "ownerDisplaySecret");
        let secret = secret.and_then(|index| values.get(index)).map(canonical).unwrap_or_default();
        add_record(&mut inputs, "", fields, values, &secret);
    }
    inputs
}

/// The path in the name of a context file.
#[must_use]
pub fn file_of_input(name: &str) -> Option<&str> {
    name.strip_prefix(FILE)?.strip_suffix(']')
}

/// Name of the input for the context file at `path`.
fn file_input(path: &U16Str) -> String {
    format!("{FILE}{}]", to_lossy(&single_line(path)))
}

/// Name of the input for the context file that a map calls `path`.
pub(super) fn file_input_of(path: &str) -> String {
    file_input(&to_text(path))
}

fn add_record(
    inputs: &mut Vec<PromptInput>,
    prefix: &str,
    fields: &'static [Field],
    values: &[Value<'_>],
    secret: &U16Str,
) {
    for (field, value) in fields.iter().zip(values) {
        if value.is_absent() {
            continue;
        }
        let name = format!("{prefix}{}", field.name);
        match (field.kind, value) {
            (Kind::Record(fields), Value::Record(values)) => {
                add_record(inputs, &format!("{name}."), fields, values, secret);
            }
            (Kind::Records(_), Value::List(files)) if name == FILES => add_files(inputs, files),
            _ => {
                let sha256 = hash(&name, value, secret);
                inputs.push(PromptInput { name, sha256 });
            }
        }
    }
}

fn hash(name: &str, value: &Value<'_>, secret: &U16Str) -> String {
    match name {
        "ownerDisplaySecret" => {
            let mut digits = sha256_hex(&canonical(value));
            digits.truncate(SECRET_DIGITS);
            digits
        }
        "ownerNumbers" => {
            let mut text = canonical(value);
            text.push(secret);
            sha256_hex(&text)
        }
        "sandboxInfo.browserBridgeUrl" => {
            sha256_hex(&Text::from_str(if value.is_truthy() { "set" } else { "" }))
        }
        _ => sha256_hex(&canonical(value)),
    }
}

/// One input for each path; files of one path are hashed one after the other.
fn add_files(inputs: &mut Vec<PromptInput>, files: &[Value<'_>]) {
    let mut contents: Vec<(String, Text)> = Vec::new();
    for file in files {
        let Value::Record(members) = file else { continue };
        let [path, content, ..] = &members[..] else { continue };
        let Some(path) = path.as_text() else { continue };
        let (name, content) = (file_input(path), canonical(content));
        match contents.iter_mut().find(|(known, _)| *known == name) {
            Some((_, text)) => text.push(content),
            None => contents.push((name, content)),
        }
    }
    let hashed =
        |(name, content): (String, Text)| PromptInput { name, sha256: sha256_hex(&content) };
    inputs.extend(contents.into_iter().map(hashed));
}

/// A text that differs whenever the value does: kinds are marked, and texts carry their length.
fn canonical(value: &Value<'_>) -> Text {
    let mut out = Text::new();
    write(&mut out, value);
    out
}

fn write(out: &mut Text, value: &Value<'_>) {
    match value {
        Value::Undefined | Value::Null => out.push_str("-"),
        Value::Text(text) => {
            out.push_str(format!("t{}:", text.len()));
            out.push(text);
        }
        Value::Deferred(text) => {
            let mut units = Vec::with_capacity(text.0.length());
            text.0.append_to(&mut units);
            out.push_str(format!("t{}:", units.len()));
            out.push_slice(units);
        }
        Value::Scalar(scalar) => {
            out.push_str(format!("s{}:", scalar.text.len()));
            out.push(&scalar.text);
        }
        Value::List(items) | Value::Record(items) => {
            out.push_str(format!("l{}:", items.len()));
            for item in items {
                write(out, item);
            }
        }
        Value::Map(entries) => {
            out.push_str(format!("m{}:", entries.len()));
            for (key, item) in entries {
                out.push_str(format!("t{}:", key.len()));
                out.push(key);
                write(out, item);
            }
        }
    }
}

/// Names of the inputs that differ, in the order of `new`, then of `old` for those that are gone.
///
/// Senders are hashed together with how they are shown, so they do not count when that changed.
pub(super) fn changed_inputs(old: &[PromptInput], new: &[PromptInput]) -> Vec<String> {
    let find = |inputs: &[PromptInput], name: &str| {
        inputs.iter().find(|input| input.name == name).map(|input| input.sha256.clone())
    };
    let is_changed = |name: &str| find(old, name) != find(new, name);
    let gone = old.iter().filter(|input| find(new, &input.name).is_none());
    let names = new.iter().chain(gone).map(|input| input.name.as_str());
    let mut changed: Vec<String> =
        names.filter(|name| is_changed(name)).map(str::to_owned).collect();
    if is_changed("ownerDisplaySecret") {
        changed.retain(|name| name != "ownerNumbers");
    }
    changed
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn inputs(json: &serde_json::Value) -> Vec<PromptInput> {
        prompt_inputs(&Value::from_json(json, PARAMS))
    }

    fn changed(old: &serde_json::Value, new: &serde_json::Value) -> Vec<String> {
        changed_inputs(&inputs(old), &inputs(new))
    }

    #[test]
    fn inputs_are_named_by_their_path_and_files_by_theirs() {
        let given = inputs(&json!({
            "workspaceDir": "/w",
            "runtimeInfo": { "channel": "irc", "capabilities": ["a"] },
            "contextFiles": [{ "path": "a\n.md", "content": "x" }, { "path": "b", "content": "" }],
        }));
        let names: Vec<&str> = given.iter().map(|input| input.name.as_str()).collect();
        let expected = [
            "workspaceDir",
            "contextFiles[a .md]",
            "contextFiles[b]",
            "runtimeInfo.channel",
            "runtimeInfo.capabilities",
        ];
        assert_eq!(names, expected);
        assert_eq!(file_of_input(names[1]), Some("a .md"));
        assert_eq!(file_of_input(names[0]), None);
    }

    #[test]
    fn changed_added_and_removed_inputs_are_named() {
        let old = json!({ "workspaceDir": "/w", "docsPath": "/d", "ttsHint": "x" });
        let new = json!({ "workspaceDir": "/v", "ttsHint": "x", "locale": "de" });
        assert_eq!(changed(&old, &new), ["workspaceDir", "locale", "docsPath"]);
        assert_eq!(changed(&new, &new), Vec::<String>::new());
    }

    #[test]
    fn lists_that_join_to_the_same_text_differ() {
        assert_eq!(
            changed(&json!({ "toolNames": ["ab", "c"] }), &json!({ "toolNames": ["a", "bc"] })),
            ["toolNames"]
        );
    }

    #[test]
    fn a_hash_gives_no_secret_away() {
        let owners = |secret: &str| json!({ "ownerNumbers": ["+1"], "ownerDisplaySecret": secret });
        let [senders, secret] = &inputs(&owners("s"))[..] else { panic!("two inputs") };
        assert_eq!(secret.sha256.len(), 4);
        let plain = &inputs(&json!({ "ownerNumbers": ["+1"] }))[0];
        assert_ne!(senders.sha256, plain.sha256);
        assert_eq!(changed(&owners("s"), &owners("t")), ["ownerDisplaySecret"]);
        let bridge = |url: &str| json!({ "sandboxInfo": { "browserBridgeUrl": url } });
        assert_eq!(inputs(&bridge("http://a?token=1")), inputs(&bridge("http://b")));
    }
}
