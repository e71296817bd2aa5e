//! The line that names the model, kept unique in a prompt.

use crate::definition::Definition;
use crate::text::{LF, Text, U16Str, trim, trim_end, trim_start};

use super::render::model_line;

/// Section and key of the line that names the model.
const SECTION: &str = "runtime";
const KEY: &str = "model_identity";

/// Appends the model identity line to `prompt`, or replaces the first one it has and deletes the rest.
///
/// A blank model leaves the prompt as it is. When a line is replaced, every CRLF becomes LF.
#[must_use]
pub fn append_model_identity(definition: &Definition, prompt: &U16Str, model: &U16Str) -> Text {
    let model = trim(model);
    if model.is_empty() {
        return prompt.to_owned();
    }
    let line = model_line(definition, SECTION, KEY, model);
    let prefix =
        definition.text("model_identity.prefix").map(|text| text.fill(&[])).unwrap_or_default();
    let is_identity = |line: &U16Str| {
        !prefix.is_empty() && trim_start(line).as_slice().starts_with(prefix.as_slice())
    };
    let lines: Vec<&U16Str> = lines_without_returns(prompt);
    if !lines.iter().any(|line| is_identity(line)) {
        return appended(prompt, &line);
    }
    let mut out = Text::new();
    let mut replaced = false;
    let mut first = true;
    for old in lines {
        let kept = if !is_identity(old) {
            old
        } else if replaced {
            continue;
        } else {
            replaced = true;
            &line
        };
        if !first {
            out.push_slice([LF]);
        }
        first = false;
        out.push(kept);
    }
    out
}

fn appended(prompt: &U16Str, line: &U16Str) -> Text {
    let mut out = trim_end(prompt).to_owned();
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    out.push(line);
    out
}

/// The lines between LF or CRLF.
fn lines_without_returns(text: &U16Str) -> Vec<&U16Str> {
    const CR: u16 = b'\r' as u16;
    let mut lines: Vec<&[u16]> = text.as_slice().split(|unit| *unit == LF).collect();
    if let Some((_last, ended)) = lines.split_last_mut() {
        for line in ended {
            *line = line.strip_suffix(&[CR]).unwrap_or(line);
        }
    }
    lines.into_iter().map(U16Str::from_slice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn append(prompt: &str, model: &str) -> String {
        let definition = crate::shipped::definition();
        append_model_identity(definition, &to_text(prompt), &to_text(model)).to_string_lossy()
    }

    #[test]
    fn the_line_is_appended_after_a_blank_line() {
        let line = append("", "m/1");
        assert!(line.starts_with("Current model identity: m/1"), "{line}");
        assert_eq!(append("a \n", "m/1"), format!("a\n\n{line}"));
        assert_eq!(append("a", " "), "a");
    }

    #[test]
    fn the_first_line_is_replaced_and_the_others_go() {
        let line = append("", "m/2");
        let old = append("", "m/1");
        let prompt = format!("a\r\n\u{FEFF} {old}\r\nb\n{old}");
        assert_eq!(append(&prompt, " m/2 "), format!("a\n{line}\nb"));
        // U+0085 is not white space to JavaScript, so this is no identity line.
        assert_eq!(append(&format!("\u{85}{old}"), "m/2"), format!("\u{85}{old}\n\n{line}"));
    }
}
