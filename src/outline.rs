//! The prompt definition as plain objects.

use clawprompt_core::definition::{Outline, OutlineBody, OutlineLine, OutlineSection};
use napi_derive::napi;

use crate::prompt::PromptBuilder;

/// Everything that a prompt definition says, overlays included, spelled as docs/prompt.md has it.
#[napi(object, object_from_js = false)]
pub struct PromptDefinition {
    /// All sections in the order of the prompt.
    pub sections: Vec<DefinitionSection>,
    /// Texts outside sections, sorted by key.
    pub texts: Vec<DefinitionText>,
    /// The lines of prompt mode `none`, as `section.key`.
    pub bare: Vec<String>,
}

/// A section of a prompt definition.
#[napi(object, object_from_js = false)]
pub struct DefinitionSection {
    /// Name of the section.
    pub id: String,
    /// On which side of the cache boundary the section stands.
    #[napi(ts_type = "'stable' | 'dynamic'")]
    pub placement: &'static str,
    /// First element; empty when the section has none.
    pub heading: String,
    /// Facts that must hold for the section to show; `!` negates one.
    pub when: Vec<String>,
    /// The lines in reading order.
    pub lines: Vec<DefinitionLine>,
    /// Texts that lines of this section use as placeholders.
    pub fragments: Vec<DefinitionLine>,
}

/// A line or fragment of a section; either `text` or `computed` is present.
#[napi(object, object_from_js = false)]
pub struct DefinitionLine {
    /// Name of the line within its section.
    pub key: String,
    /// Facts that must hold for the line to show, given that its section does; `!` negates one.
    pub when: Vec<String>,
    /// Text that joins the line to the one before it; without it, a line feed does.
    pub glue: Option<String>,
    /// The sentence, with `{placeholder}`s and doubled literal braces.
    pub text: Option<String>,
    /// Name of what the renderer makes.
    pub computed: Option<String>,
}

/// A text outside sections.
#[napi(object, object_from_js = false)]
pub struct DefinitionText {
    /// Dotted key, such as `token.silent`.
    pub key: String,
    /// The text, with `{placeholder}`s and doubled literal braces.
    pub text: String,
}

#[napi]
impl PromptBuilder {
    /// Returns the definition that this builder renders, overlays included.
    #[napi(js_name = "definition", catch_unwind)]
    pub fn outline(&self) -> PromptDefinition {
        let Outline { sections, texts, bare } = self.definition().outline();
        let texts = texts.into_iter().map(|(key, text)| DefinitionText { key, text });
        PromptDefinition {
            sections: sections.into_iter().map(section).collect(),
            texts: texts.collect(),
            bare,
        }
    }
}

fn section(section: OutlineSection) -> DefinitionSection {
    let OutlineSection { id, stable, heading, when, lines, fragments } = section;
    DefinitionSection {
        id,
        placement: if stable { "stable" } else { "dynamic" },
        heading,
        when,
        lines: lines.into_iter().map(line).collect(),
        fragments: fragments.into_iter().map(line).collect(),
    }
}

fn line(line: OutlineLine) -> DefinitionLine {
    let OutlineLine { key, when, glue, body } = line;
    let (text, computed) = match body {
        OutlineBody::Text(text) => (Some(text), None),
        OutlineBody::Computed(name) => (None, Some(name.to_owned())),
    };
    DefinitionLine { key, when, glue, text, computed }
}
