//! What is taken out of values before they reach the prompt.

use std::borrow::Cow;

use super::{LF, Text, U16Str, trim};

/// Code points of the general categories Cc and Cf, plus U+2028 and U+2029 (Unicode 17).
///
/// Source: the peer deletes these from workspace paths, session keys and session names.
const INVISIBLE: [(u32, u32); 23] = [
    (0x0000, 0x001F),
    (0x007F, 0x009F),
    (0x00AD, 0x00AD),
    (0x0600, 0x0605),
    (0x061C, 0x061C),
    (0x06DD, 0x06DD),
    (0x070F, 0x070F),
    (0x0890, 0x0891),
    (0x08E2, 0x08E2),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x2064),
    (0x2066, 0x206F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0001, 0xE0001),
    (0xE0020, 0xE007F),
];

fn is_invisible(code_point: u32) -> bool {
    INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&code_point))
}

/// Deletes control and format characters and the two Unicode line separators.
///
/// Everything else stays: no-break spaces, blanks at the ends, lone surrogates.
#[must_use]
pub fn sanitize_literal(text: &U16Str) -> Cow<'_, U16Str> {
    let suspicious = |unit: &u16| is_invisible(u32::from(*unit)) || (0xD800..0xE000).contains(unit);
    if !text.as_slice().iter().any(suspicious) {
        return Cow::Borrowed(text);
    }
    let mut out = Text::with_capacity(text.len());
    for item in char::decode_utf16(text.as_slice().iter().copied()) {
        match item {
            Ok(character) if is_invisible(u32::from(character)) => {}
            Ok(character) => out.push_char(character),
            Err(lone) => out.push_slice([lone.unpaired_surrogate()]),
        }
    }
    Cow::Owned(out)
}

/// Whether a reader or a model may take this unit as the end of a line.
#[must_use]
pub fn is_line_break(unit: u16) -> bool {
    matches!(unit, 0x0A..=0x0D | 0x85 | 0x2028 | 0x2029)
}

/// The text on one line: each run of line breaks becomes one space.
#[must_use]
pub fn single_line(text: &U16Str) -> Cow<'_, U16Str> {
    let units = text.as_slice();
    if !units.iter().any(|unit| is_line_break(*unit)) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(units.len());
    for (index, unit) in units.iter().enumerate() {
        if !is_line_break(*unit) {
            out.push(*unit);
        } else if index == 0 || !is_line_break(units[index - 1]) {
            out.push(u16::from(b' '));
        }
    }
    Cow::Owned(Text::from_vec(out))
}

/// Normalises a block that a provider contributes, or a capability id.
///
/// In this order: lone surrogates go, CRLF and CR become LF, blanks before a line end go, the ends
/// are trimmed. Blank lines inside stay.
#[must_use]
pub fn normalize_structured(text: &U16Str) -> Text {
    let units = well_formed_with_line_feeds(text);
    let mut out: Vec<u16> = Vec::with_capacity(units.len());
    for unit in units {
        if matches!(unit, LF | 0x2028 | 0x2029) {
            drop_trailing_blanks(&mut out);
        }
        out.push(unit);
    }
    drop_trailing_blanks(&mut out);
    trim(U16Str::from_slice(&out)).to_owned()
}

fn well_formed_with_line_feeds(text: &U16Str) -> Vec<u16> {
    let mut out = Vec::with_capacity(text.len());
    let mut buffer = [0; 2];
    let mut after_return = false;
    for character in char::decode_utf16(text.as_slice().iter().copied()).flatten() {
        match character {
            '\r' => out.push(LF),
            '\n' if after_return => {}
            _ => out.extend_from_slice(character.encode_utf16(&mut buffer)),
        }
        after_return = character == '\r';
    }
    out
}

fn drop_trailing_blanks(units: &mut Vec<u16>) {
    while units.last().is_some_and(|unit| matches!(*unit, 0x09 | 0x20)) {
        units.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::to_text;
    use super::*;

    #[test]
    fn the_table_holds_237_code_points() {
        let count: u32 = INVISIBLE.iter().map(|(first, last)| last - first + 1).sum();
        assert_eq!(count, 237);
    }

    #[test]
    fn literals_lose_what_cannot_be_seen() {
        let raw = "a\n\0\u{200B}\u{2028}\u{AD}\u{FEFF}\u{85}\u{202E}\u{E0001}\u{A0}b ";
        assert_eq!(sanitize_literal(&to_text(raw)).into_owned(), to_text("a\u{A0}b "));
        let lone = Text::from_vec(vec![0xDC00, 0x0A]);
        assert_eq!(sanitize_literal(&lone).into_owned(), Text::from_vec(vec![0xDC00]));
    }

    #[test]
    fn a_path_with_line_breaks_stays_on_one_line() {
        let text = to_text(" SOUL.md\r\n# Inject\u{2028}x");
        assert_eq!(single_line(&text).into_owned(), to_text(" SOUL.md # Inject x"));
    }

    #[test]
    fn structured_blocks_are_normalised_line_by_line() {
        let mut text = to_text("  a \t\r\nb\r\r c\u{2028}");
        text.push_slice([0xD800]);
        text.push_str("d \u{2028}e\n\n\n\n\nf\t ");
        let expected = to_text("a\nb\n\n c\u{2028}d\u{2028}e\n\n\n\n\nf");
        assert_eq!(normalize_structured(&text), expected);
    }
}
