//! Prompts under a wording in which each line reads as its own name, so that exact lines can be asserted
//! whatever the shipped sentences say.

use std::sync::LazyLock;

use clawprompt_core::definition::{Definition, Overlay};
use clawprompt_core::prompt::Rendered;
use clawprompt_core::shipped;
use serde_json::{Value as Json, json};

use crate::rendering::{rendered, with};

/// The shipped definition under the wording of the render vectors.
pub(crate) static DEFINITION: LazyLock<Definition> = LazyLock::new(|| {
    let wording = include_str!("../fixtures/synthetic-2026.7.1.toml");
    shipped::with_overlays(&[Overlay::parse("synthetic", wording).unwrap()]).unwrap().0
});

pub(crate) fn render(change: &Json) -> Rendered {
    rendered(&DEFINITION, &with(&json!({"workspaceDir": "/ws"}), change))
}

/// The lines of a section, cut at line feeds only; none when the section is absent.
pub(crate) fn lines_of(section: &str, change: &Json) -> Vec<String> {
    let prompt = render(change);
    let Some(section) = prompt.sections.iter().find(|candidate| candidate.id == section) else {
        return Vec::new();
    };
    let text = prompt.text[section.start..section.end].to_string_lossy();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    text.split('\n').map(str::to_owned).collect()
}

/// The lines of the section that start with `start`.
pub(crate) fn lines_from(section: &str, start: &str, change: &Json) -> Vec<String> {
    let mut lines = lines_of(section, change);
    lines.retain(|line| line.starts_with(start));
    lines
}
