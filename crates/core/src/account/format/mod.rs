//! A report as text for people: the views of `/context` and the size check of a doctor command.

mod detail;
mod json;
mod list;
mod size_check;
mod table;
mod texts;

use serde::{Deserialize, Serialize};

use crate::shipped;
use crate::text::{Template, to_lossy, to_text};
use crate::texts::TextError;

use super::report::Report;

pub use size_check::{Finding, Severity, size_findings};
pub use texts::{ReportTexts, SizeTexts};

/// What is known of a session beside its prompt. Absent figures show as unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionFacts {
    /// Tokens of the session, as the provider counted them.
    pub total_tokens: Option<f64>,
    /// Whether that figure belongs to the present prompt.
    pub total_tokens_fresh: Option<bool>,
    /// Input tokens of the last request.
    pub input_tokens: Option<f64>,
    /// Output tokens of the last request.
    pub output_tokens: Option<f64>,
    /// Size of the model's context window, in tokens.
    pub context_tokens: Option<f64>,
    /// The transcript.
    #[serde(skip_serializing)]
    pub transcript: Option<Transcript>,
}

/// The messages of a session.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all_fields = "camelCase", untagged)]
pub enum Transcript {
    /// It was read.
    Counted {
        /// Messages that people and the model wrote.
        real_messages: f64,
        /// All messages.
        all_messages: f64,
    },
    /// It was not.
    Unavailable {
        /// Why not.
        reason: String,
    },
}

/// A way to show a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// What a person wants to know first.
    List,
    /// Every part with its size.
    Detail,
    /// The report as it is.
    Json,
    /// The files that do not fit or almost do not; empty when all is well.
    Size,
}

impl View {
    /// Every view with its name.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::List, "list"),
        (Self::Detail, "detail"),
        (Self::Json, "json"),
        (Self::Size, "size"),
    ];

    /// The view with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(view, _)| *view)
    }
}

/// The texts of the shipped definition.
pub fn shipped_texts() -> Result<(ReportTexts, SizeTexts), TextError> {
    let find = |key: &str| shipped::definition().text(key);
    Ok((ReportTexts::load(&find)?, SizeTexts::load(&find)?))
}

/// Shows a report; lines end with a line feed, except the last.
pub fn format_report(
    report: &Report,
    view: View,
    session: &SessionFacts,
) -> Result<String, TextError> {
    let (texts, size) = shipped_texts()?;
    Ok(match view {
        View::List => list::format(report, session, &texts),
        View::Detail => detail::format(report, session, &texts),
        View::Json => json::format(report, session),
        View::Size => size_check::format(report, &size),
    })
}

/// The text with its placeholders filled.
fn say(template: &Template, values: &[(&str, &str)]) -> String {
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, to_text(value))).collect();
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, &**value)).collect();
    to_lossy(&template.fill(&values))
}

/// A number with a comma between each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A figure that JavaScript gave, as a whole number; what is none counts as 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is finite and not negative, and figures beyond 2^64 do not occur"
)]
fn figure(number: f64) -> u64 {
    if number.is_finite() && number > 0.0 { number.round() as u64 } else { 0 }
}

/// Tokens of a part. A report of the peer has none, and its own estimate is a quarter of the units.
fn tokens_of(report: &Report, chars: u64, tokens: u64) -> u64 {
    if report.sections.is_empty() { chars.div_ceil(4) } else { tokens }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_figure_that_is_none_counts_as_nothing() {
        assert_eq!([f64::NAN, -1.0, f64::INFINITY, 2.4].map(figure), [0, 0, 0, 2]);
    }
}
