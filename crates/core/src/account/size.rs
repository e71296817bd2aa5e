//! The size of a text in the three units that matter.

use std::ops::AddAssign;

use super::tokens::estimate_tokens;
use crate::text::U16Str;

/// The size of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// UTF-16 code units, JavaScript's `length`. Sizes of parts add up to that of the whole.
    pub chars: u64,
    /// Bytes in UTF-8. Sizes of parts add up to that of the whole.
    pub bytes: u64,
    /// Tokens: estimated, or what the caller's counter says. Each part is counted by itself, so parts can
    /// differ from the whole by a few.
    pub tokens: u64,
}

impl AddAssign for Size {
    fn add_assign(&mut self, more: Self) {
        self.chars += more.chars;
        self.bytes += more.bytes;
        self.tokens += more.tokens;
    }
}

/// Counts the tokens of a text.
pub trait TokenCounter {
    /// The number of tokens of `text`.
    fn count(&mut self, text: &U16Str) -> u64;
}

/// The counter that needs no tokenizer; see [`estimate_tokens`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Estimate;

impl TokenCounter for Estimate {
    fn count(&mut self, text: &U16Str) -> u64 {
        estimate_tokens(text)
    }
}

/// The size of `text`.
pub fn measure(text: &U16Str, counter: &mut dyn TokenCounter) -> Size {
    Size { chars: whole(text.len()), bytes: whole(utf8_len(text)), tokens: counter.count(text) }
}

/// Bytes of the text in UTF-8, a lone surrogate as the three of U+FFFD.
#[must_use]
pub fn utf8_len(text: &U16Str) -> usize {
    let characters = char::decode_utf16(text.as_slice().iter().copied());
    characters.map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER).len_utf8()).sum()
}

pub(super) fn whole(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Text, to_text, utf8_lossy};

    #[test]
    fn bytes_are_those_of_utf_8() {
        for text in [to_text("aé日😀"), Text::from_vec(vec![0xD83D, 0x61, 0xDE00])] {
            assert_eq!(utf8_len(&text), utf8_lossy(&text).len());
        }
    }
}
