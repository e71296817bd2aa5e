//! Small things that the texts of files are made with.

use std::borrow::Cow;

use crate::text::{Text, U16Str};

/// Decimal digits of a count as text.
pub(super) fn number(value: usize) -> Text {
    Text::from_str(&value.to_string())
}

/// Number of decimal digits.
pub(super) fn digits(value: usize) -> usize {
    value.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// `lines` joined by line feeds.
pub(super) fn join_lines<T: AsRef<U16Str>>(lines: &[T]) -> Text {
    let mut out = Text::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_char('\n');
        }
        out.push(line.as_ref());
    }
    out
}

/// `text` cut to `limit` code units, whole characters only.
pub(super) fn cut(text: &U16Str, limit: usize) -> &U16Str {
    &text[..crate::text::floor_boundary(text, limit)]
}

/// `text` within `budget` code units; what was cut is shown by a final ellipsis where there is room.
///
/// Source: the peer's clamp. Up to three units there is no ellipsis.
pub(super) fn clamp(text: &U16Str, budget: usize) -> Cow<'_, U16Str> {
    if text.len() <= budget {
        return Cow::Borrowed(text);
    }
    if budget <= 3 {
        return Cow::Borrowed(cut(text, budget));
    }
    let mut out = cut(text, budget - 1).to_owned();
    out.push_char('…');
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    #[test]
    fn a_clamped_marker_ends_in_an_ellipsis_once_there_is_room() {
        let marker = to_text("[MISSING] Expected at: /w/USER.md");
        let clamped = |budget| clamp(&marker, budget).to_string_lossy();
        assert_eq!([0, 1, 2, 3, 4, 10].map(clamped), ["", "[", "[M", "[MI", "[MI…", "[MISSING]…"]);
        assert_eq!(clamp(&marker, 33).len(), 33);
        assert!(matches!(clamp(&marker, 33), Cow::Borrowed(_)));
    }

    #[test]
    fn a_clamp_never_splits_a_pair() {
        let marker = to_text("[MISSING] Expected at: /😀😀😀/U.md");
        for budget in [27, 28] {
            let clamped = clamp(&marker, budget);
            assert_eq!(clamped.len(), 27);
            assert!(clamped.to_string().unwrap().ends_with("😀…"));
        }
    }

    #[test]
    fn digits_are_counted_without_rounding() {
        assert_eq!([0, 9, 10, 99, 100, 99_999, 100_000].map(digits), [1, 1, 2, 2, 3, 5, 6]);
    }
}
