//! Why each line is in the prompt or not.

use std::ops::Range;

use crate::definition::{Condition, Definition, Term};
use crate::text::Text;

use super::outline::{OutlinedLine, outline};
use super::output::Output;
use super::params::{Mode, Params};
use super::render::{Context, write_line};
use super::{ParamsError, Value};

/// One line of the definition and its fate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedLine {
    /// Section of the line.
    pub section: String,
    /// Key of the line within its section.
    pub key: String,
    /// The entries of its section's and then its own `when`, as the definition spells them.
    pub when: Vec<String>,
    /// Where it stands in the rendered prompt, in UTF-16 code units; `None` when it is not shown.
    pub range: Option<Range<usize>>,
    /// Whether it is shown, or what decided against it.
    pub outcome: Outcome,
    /// What the line reads; empty when it is not shown.
    pub text: Text,
}

/// The fate of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the prompt.
    Shown,
    /// The first entry of its section's or its own `when` that does not hold.
    Failed(String),
    /// Its condition holds, but it has nothing to say.
    Empty,
    /// Prompt mode `none` renders only the bare lines.
    ModeNone,
}

/// The fate of every line of the definition, in the order of the prompt.
pub fn explain(
    definition: &Definition,
    params: &Value<'_>,
) -> Result<Vec<ExplainedLine>, ParamsError> {
    let shown = outline(definition, params)?;
    let params = Params::read(params)?;
    let context = Context::new(definition, &params)?;
    let mut explained = Vec::new();
    for (section_index, section) in definition.sections.iter().enumerate() {
        for (line_index, line) in section.lines.iter().enumerate() {
            let mut output = Output::default();
            let is_bare = definition
                .bare
                .iter()
                .any(|bare| bare.section == section_index && bare.line == line_index);
            // Mode `none` renders its lines whatever their section's condition says.
            let section_failure = match params.mode {
                Mode::None => None,
                Mode::Full | Mode::Minimal => first_failure(&context, &section.when),
            };
            let failure = section_failure.or_else(|| first_failure(&context, &line.when));
            let outcome = match failure {
                _ if params.mode == Mode::None && !is_bare => Outcome::ModeNone,
                Some(fact) => Outcome::Failed(fact),
                None if write_line(&mut output, &context, section, line) => Outcome::Shown,
                None => Outcome::Empty,
            };
            let own =
                |shown: &&OutlinedLine| (shown.section, shown.line) == (section_index, line_index);
            let terms = section.when.terms.iter().chain(line.when.terms.iter());
            explained.push(ExplainedLine {
                section: section.id.clone().into_owned(),
                key: line.key.clone().into_owned(),
                when: terms.map(|term| spelling(definition, *term)).collect(),
                range: shown.lines.iter().find(own).map(|shown| shown.range.clone()),
                outcome,
                text: Text::from_vec(output.into_units()),
            });
        }
    }
    Ok(explained)
}

/// The deciding entry as the definition spells it.
fn first_failure(context: &Context<'_>, condition: &Condition) -> Option<String> {
    let term = condition.first_failure(&context.facts)?;
    Some(spelling(context.definition, term))
}

fn spelling(definition: &Definition, term: Term) -> String {
    let name = definition.fact_name(term.fact);
    if term.negated { format!("!{name}") } else { name }
}
