//! The white space that JavaScript's `trim` removes.
//!
//! It is exactly 25 code points. Unlike Rust's `str::trim` it includes U+FEFF and leaves U+0085.

use super::U16Str;

/// Whether `String.prototype.trim` removes this code unit.
#[must_use]
pub fn is_white_space(unit: u16) -> bool {
    matches!(
        unit,
        0x09..=0x0D
            | 0x20
            | 0xA0
            | 0x1680
            | 0x2000..=0x200A
            | 0x2028
            | 0x2029
            | 0x202F
            | 0x205F
            | 0x3000
            | 0xFEFF
    )
}

/// `text.trim()`.
#[must_use]
pub fn trim(text: &U16Str) -> &U16Str {
    trim_end(trim_start(text))
}

/// `text.trimStart()`.
#[must_use]
pub fn trim_start(text: &U16Str) -> &U16Str {
    let units = text.as_slice();
    let start = units.iter().position(|unit| !is_white_space(*unit)).unwrap_or(units.len());
    U16Str::from_slice(&units[start..])
}

/// `text.trimEnd()`.
#[must_use]
pub fn trim_end(text: &U16Str) -> &U16Str {
    let units = text.as_slice();
    let end = units.iter().rposition(|unit| !is_white_space(*unit)).map_or(0, |last| last + 1);
    U16Str::from_slice(&units[..end])
}

#[cfg(test)]
mod tests {
    use super::super::to_text;
    use super::*;

    #[test]
    fn the_set_has_the_25_members_of_ecmascript() {
        assert_eq!((0..=u16::MAX).filter(|unit| is_white_space(*unit)).count(), 25);
    }

    #[test]
    fn a_byte_order_mark_is_trimmed_and_next_line_is_not() {
        assert_eq!(trim(&to_text("\u{FEFF} a\u{85}\u{3000}")), &*to_text("a\u{85}"));
        assert_eq!(trim(&to_text("\u{FEFF}")), &*to_text(""));
        assert_eq!(trim_start(&to_text(" a ")), &*to_text("a "));
        assert_eq!(trim_end(&to_text(" a ")), &*to_text(" a"));
    }
}
