//! How much of a memory file or of a tool's result the model gets at once.

use super::settings::ContextLimits;
use super::texts::{cut, join_lines, number};
use crate::text::{Template, Text, U16Str, split_lines};
use crate::texts::{Lookup, TextError, plain, template};

/// The notice below an excerpt that goes on.
#[derive(Debug, Clone)]
pub struct ExcerptTexts {
    more: Template,
    cut: Text,
}

impl ExcerptTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            more: template(lookup, "bootstrap.excerpt.more", &["from"])?,
            cut: plain(lookup, "bootstrap.excerpt.cut")?,
        })
    }
}

/// Lines of a memory file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryExcerpt {
    /// The lines, without the notice.
    pub text: Text,
    /// Notice that more follows; absent when nothing does, or when there is no text.
    pub notice: Option<Text>,
    /// First line, counted from 1.
    pub from: usize,
    /// Number of lines; a line that was cut counts.
    pub lines: usize,
    /// Whether text was left out.
    pub truncated: bool,
    /// Line to continue from; absent when nothing follows or a line was cut.
    pub next_from: Option<usize>,
}

impl MemoryExcerpt {
    /// The lines, with the notice below a blank line.
    #[must_use]
    pub fn with_notice(&self) -> Text {
        match &self.notice {
            Some(notice) => join_lines(&[&*self.text, &Text::new(), notice]),
            None => self.text.clone(),
        }
    }
}

/// Whole lines of `content` from line `from` on, as many as both limits allow.
///
/// `from` counts from 1 and defaults to 1; `lines` defaults to the limits' number. What is not finite
/// takes the default, fractions are dropped, and less than 1 counts as 1. A first line beyond the limit
/// is cut between characters.
#[must_use]
pub fn memory_excerpt(
    content: &U16Str,
    from: Option<f64>,
    lines: Option<f64>,
    limits: &ContextLimits,
    texts: &ExcerptTexts,
) -> MemoryExcerpt {
    let from = whole(from, 1);
    let wanted = whole(lines, limits.memory_get_default_lines);
    let all: Vec<&U16Str> = split_lines(content).collect();
    let window: Vec<&U16Str> = all.iter().copied().skip(from - 1).take(wanted).collect();
    let mut len = 0;
    let mut fitting = 0;
    for line in &window {
        len += line.len() + usize::from(fitting > 0);
        if len > limits.memory_get_max_chars {
            break;
        }
        fitting += 1;
    }
    let is_cut = fitting == 0 && !window.is_empty();
    let text = if is_cut {
        cut(window[0], limits.memory_get_max_chars).to_owned()
    } else {
        join_lines(&window[..fitting])
    };
    let lines = fitting.max(usize::from(is_cut));
    let has_more = all.len() > from - 1 + lines;
    let truncated = is_cut || has_more && !window.is_empty();
    let next_from = (has_more && !is_cut && lines > 0).then_some(from + lines);
    let notice = (truncated && !text.is_empty()).then(|| match next_from {
        Some(next) => texts.more.fill(&[("from", &number(next))]),
        None => texts.cut.clone(),
    });
    MemoryExcerpt { text, notice, from, lines, truncated, next_from }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is finite and at least 1; a line beyond memory does not exist"
)]
fn whole(value: Option<f64>, default: usize) -> usize {
    match value {
        Some(value) if value.is_finite() => value.floor().max(1.0) as usize,
        _ => default.max(1),
    }
}

/// Limits for tool results, in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolResultLimits {
    /// For one result.
    pub one: usize,
    /// For all results together.
    pub all: usize,
}

/// The limits for a model with a context window of `tokens`.
///
/// Without a configured limit it is 16,000, from 100,000 tokens 32,000, from 200,000 tokens 64,000; in
/// any case at most 30 % of the window, at four units a token. All together may fill half the window.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is finite and not negative, and a limit beyond memory is no limit"
)]
pub fn tool_result_limits(tokens: f64, configured: Option<usize>) -> ToolResultLimits {
    let automatic = match tokens {
        tokens if !tokens.is_finite() => 16_000,
        tokens if tokens >= 200_000.0 => 64_000,
        tokens if tokens >= 100_000.0 => 32_000,
        _ => 16_000,
    };
    let wanted = configured.unwrap_or(automatic).max(1);
    if !tokens.is_finite() {
        return ToolResultLimits { one: wanted, all: wanted.saturating_mul(4) };
    }
    let tokens = tokens.max(0.0);
    let one = wanted.min(((tokens * 0.3).floor() as usize).saturating_mul(4));
    ToolResultLimits { one, all: one.saturating_mul(4).max((tokens * 4.0 * 0.5).floor() as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;
    use crate::text::to_text;

    fn excerpt(content: &str, from: Option<f64>, lines: Option<f64>) -> MemoryExcerpt {
        let texts = ExcerptTexts::load(&|key| shipped::definition().text(key)).unwrap();
        let limits = ContextLimits::from_config(None, None);
        memory_excerpt(&to_text(content), from, lines, &limits, &texts)
    }

    fn numbered(count: usize) -> String {
        let lines: Vec<String> = (0..count).map(|line| format!("L{line:08}")).collect();
        lines.join("\n")
    }

    #[test]
    fn the_window_is_120_lines_and_says_where_it_goes_on() {
        let part = excerpt(&numbered(200), None, None);
        assert_eq!((part.lines, part.next_from, part.text.len()), (120, Some(121), 1_199));
        assert!(part.truncated && part.with_notice().to_string_lossy().contains("121"));
        let whole = excerpt(&numbered(120), None, None);
        assert_eq!((whole.truncated, whole.notice, whole.next_from), (false, None, None));
    }

    #[test]
    fn whole_lines_fill_the_limit() {
        let part = excerpt(&numbered(5_000), None, Some(2_000.0));
        assert_eq!((part.lines, part.next_from, part.text.len()), (1_200, Some(1_201), 11_999));
        let rest = excerpt(&numbered(200), Some(150.9), None);
        assert_eq!((rest.from, rest.lines, rest.truncated), (150, 51, false));
    }

    #[test]
    fn a_line_beyond_the_limit_is_cut_without_a_place_to_continue() {
        let part = excerpt(&"x".repeat(13_000), None, None);
        assert_eq!((part.lines, part.text.len(), part.next_from), (1, 12_000, None));
        assert!(part.truncated && part.notice.is_some());
        let pairs = excerpt(&format!("x{}", "😀".repeat(6_500)), None, None);
        assert_eq!(pairs.text.len(), 11_999);
    }

    #[test]
    fn a_window_past_the_end_is_empty() {
        let part = excerpt(&numbered(5), Some(99.0), Some(f64::NAN));
        assert_eq!((part.text.len(), part.lines, part.truncated), (0, 0, false));
    }

    #[test]
    fn tool_results_are_limited_by_the_context_window() {
        let limit = |tokens| tool_result_limits(tokens, None).one;
        let tokens = [8_000.0, 32_000.0, 99_999.0, 100_000.0, 200_000.0, f64::NAN];
        assert_eq!(tokens.map(limit), [9_600, 16_000, 16_000, 32_000, 64_000, 16_000]);
        let configured = tool_result_limits(200_000.0, Some(1_000_000));
        assert_eq!((configured.one, configured.all), (240_000, 960_000));
        assert_eq!(tool_result_limits(200_000.0, None).all, 400_000);
        let most = ToolResultLimits { one: usize::MAX, all: usize::MAX };
        assert_eq!(tool_result_limits(f64::MAX, Some(usize::MAX)), most);
        assert_eq!(tool_result_limits(f64::NAN, Some(usize::MAX)), most);
    }
}
