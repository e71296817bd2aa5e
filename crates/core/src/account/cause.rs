//! What is behind a difference: the parameters that changed and can change the section in question.

use crate::shipped;

use super::dependencies::{lies_below, parameters_of_section};
use super::inputs::{PromptInput, changed_inputs, file_of_input};

/// What is behind a difference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A context file's content changed, or the file came or went. Holds its path.
    File(String),
    /// A parameter changed. Holds its path, such as `runtimeInfo.channel`.
    Parameter(String),
    /// The same parameters gave another text: the definition changed, by an overlay or another version.
    Definition,
}

impl Cause {
    /// The name of the kind in results.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Parameter(_) => "parameter",
            Self::Definition => "definition",
        }
    }

    /// The path of the file or parameter; empty for the definition.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::File(name) | Self::Parameter(name) => name,
            Self::Definition => "",
        }
    }
}

/// What is behind a difference in `section`, of which `file` is the context file it stands in.
///
/// Empty when one of the prompts comes without its inputs.
pub(super) fn causes(
    old: &[PromptInput],
    new: &[PromptInput],
    section: &str,
    file: Option<&str>,
) -> Vec<Cause> {
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let changed = changed_inputs(old, new);
    if changed.is_empty() {
        return vec![Cause::Definition];
    }
    let relevant = parameters_of_section(shipped::definition(), section);
    let mut found: Vec<Cause> = changed
        .iter()
        .filter(|name| match &relevant {
            Some(paths) => paths.iter().any(|path| lies_below(name, path)),
            // A section that only an overlay has may ask for anything.
            None => true,
        })
        .map(|name| match file_of_input(name) {
            Some(path) => Cause::File(path.to_owned()),
            None => Cause::Parameter(name.clone()),
        })
        .collect();
    let first = file.map(|path| Cause::File(path.to_owned()));
    if let Some(first) = first.filter(|first| found.contains(first)) {
        // Other files changed too, but this one comes first in the prompt.
        found.retain(|cause| *cause == first || !matches!(cause, Cause::File(_)));
    }
    if found.is_empty() { vec![Cause::Definition] } else { found }
}
