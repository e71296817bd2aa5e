//! Searching, cutting, case and hashing of UTF-16 text.

use std::borrow::Cow;

use memchr::arch::all::packedpair::HeuristicFrequencyRank;
use memchr::memmem::{Finder, FinderBuilder};
use sha2::{Digest, Sha256};

use super::{LF, Text, U16Str};

/// UTF-16 text of a Rust string.
#[must_use]
pub fn to_text(text: &str) -> Text {
    Text::from_str(text)
}

/// The text as a Rust string; each lone surrogate becomes U+FFFD.
#[must_use]
pub fn to_lossy(text: &U16Str) -> String {
    text.to_string_lossy()
}

/// The bytes that JavaScript's UTF-8 encoder yields: each lone surrogate becomes EF BF BD.
#[must_use]
pub fn utf8_lossy(text: &U16Str) -> Vec<u8> {
    let mut bytes = vec![0; text.len() * MOST_BYTES];
    let len = write_utf8_lossy(text, &mut bytes);
    bytes.truncate(len);
    bytes
}

/// Most bytes of a code unit in UTF-8: a pair has four.
const MOST_BYTES: usize = 3;

/// Writes the bytes of [`utf8_lossy`] to `out`, which has room for [`MOST_BYTES`] of each unit; returns how many.
fn write_utf8_lossy(text: &U16Str, out: &mut [u8]) -> usize {
    let units = text.as_slice();
    let (mut read, mut written) = (0, 0);
    while read < units.len() {
        // Runs of ASCII are most of most texts, and the compiler turns eight units at a time into bytes.
        while let Some(eight) = units[read..].first_chunk::<8>()
            && eight.iter().fold(0, |all, unit| all | unit) < 0x80
        {
            out[written..written + 8].copy_from_slice(&eight.map(ascii));
            read += 8;
            written += 8;
        }
        // Where they end, eight others before the next attempt.
        let end = units.len().min(read + 8);
        while read < end {
            let (character, taken) = character_at(&units[read..]);
            written += character.encode_utf8(&mut out[written..]).len();
            read += taken;
        }
    }
    written
}

/// The first character of a text that is not empty, and its code units; U+FFFD for a lone surrogate.
fn character_at(units: &[u16]) -> (char, usize) {
    let first = u32::from(units[0]);
    if let Some(character) = char::from_u32(first) {
        return (character, 1);
    }
    let second = units.get(1).copied().map_or(0, u32::from);
    if first < 0xDC00 && (0xDC00..0xE000).contains(&second) {
        let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        return (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 2);
    }
    (char::REPLACEMENT_CHARACTER, 1)
}

#[expect(clippy::cast_possible_truncation, reason = "the unit is below 0x80")]
fn ascii(unit: u16) -> u8 {
    unit as u8
}

/// Lower-case hexadecimal SHA-256 of the UTF-8 form, as Node's `createHash` computes it for a string.
#[must_use]
pub fn sha256_hex(text: &U16Str) -> String {
    let mut hash = Utf8Hash::default();
    hash.add(text);
    hash.finish()
}

/// [`sha256_hex`] of a text that comes in pieces, none of which ends within a surrogate pair.
#[derive(Debug, Clone, Default)]
pub struct Utf8Hash(Sha256);

impl Utf8Hash {
    /// Takes the next piece.
    pub fn add(&mut self, text: &U16Str) {
        let mut bytes = vec![0; text.len().min(PIECE) * MOST_BYTES];
        let mut rest = text;
        while !rest.is_empty() {
            // Short runs, so that the bytes stay in the processor's cache.
            let (run, next) = rest.split_at(floor_boundary(rest, PIECE).max(1));
            let len = write_utf8_lossy(run, &mut bytes);
            self.0.update(&bytes[..len]);
            rest = next;
        }
    }

    /// The hash as [`sha256_hex`] has it.
    #[must_use]
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Units that [`Utf8Hash`] takes at once.
const PIECE: usize = 4096;

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Index of the first occurrence of `needle`, in code units.
#[must_use]
pub fn find(text: &U16Str, needle: &U16Str) -> Option<usize> {
    Needle::new(needle).find_from(text, 0)
}

/// Units of a needle that are searched for; the rest is compared. The library searches short needles fastest, and
/// prepares them fastest.
const SEARCHED: usize = 16;

/// A text to search for many times.
#[derive(Debug)]
pub struct Needle {
    /// Finds the first [`SEARCHED`] units.
    finder: Finder<'static>,
    /// What must follow them.
    rest: Vec<u16>,
    /// Length in code units.
    len: usize,
}

/// How common each byte is in UTF-16: a zero is every other byte of Latin text, which the library, made for
/// UTF-8, takes for rare.
struct Utf16Frequency;

impl HeuristicFrequencyRank for Utf16Frequency {
    fn rank(&self, byte: u8) -> u8 {
        match byte {
            0 => 255,
            b' ' | b'a'..=b'z' => 200,
            b'\n' | b'-' | b'.' | b',' | b'0'..=b'9' => 150,
            _ => 50,
        }
    }
}

impl Needle {
    /// Prepares the search for `needle`.
    #[must_use]
    pub fn new(needle: &U16Str) -> Self {
        let (searched, rest) = needle.as_slice().split_at(needle.len().min(SEARCHED));
        let bytes = little_endian(searched);
        let finder =
            FinderBuilder::new().build_forward_with_ranker(Utf16Frequency, &bytes[..]).into_owned();
        Self { finder, rest: rest.to_vec(), len: needle.len() }
    }

    /// Whether this is the search for `needle`.
    #[must_use]
    pub fn is_for(&self, needle: &U16Str) -> bool {
        let (searched, rest) = needle.as_slice().split_at(needle.len().min(SEARCHED));
        self.finder.needle() == &*little_endian(searched) && self.rest == rest
    }

    /// Length of the text, in code units.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Index of the first occurrence at or after `start`, in code units.
    ///
    /// Scans bytes with SIMD and keeps only hits on a code unit's first byte: a plain loop over the units
    /// would cost more than the rest of a render (60 KB: 28 against 3 microseconds).
    #[must_use]
    pub fn find_from(&self, text: &U16Str, start: usize) -> Option<usize> {
        let units = text.as_slice().get(start..)?;
        let haystack = little_endian(units);
        let mut from = 0;
        loop {
            let hit = from + self.finder.find(haystack.get(from..)?)?;
            let at = hit / 2;
            if hit % 2 == 0 && units[at + self.len - self.rest.len()..].starts_with(&self.rest) {
                return Some(start + at);
            }
            from = hit + 1;
        }
    }

    /// `text.replaceAll(needle, replacement)`; borrowed when nothing matches.
    #[must_use]
    pub fn replace_all<'a>(&self, text: &'a U16Str, replacement: &U16Str) -> Cow<'a, U16Str> {
        let mut next = self.find_from(text, 0);
        if next.is_none() {
            return Cow::Borrowed(text);
        }
        let mut out = Text::with_capacity(text.len());
        let mut done = 0;
        while let Some(at) = next {
            out.push(&text[done..at]);
            out.push(replacement);
            done = at + self.len;
            next = self.find_from(text, done);
        }
        out.push(&text[done..]);
        Cow::Owned(out)
    }
}

/// The units' bytes in little-endian order; borrowed where the machine already has that order.
fn little_endian(units: &[u16]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(zerocopy_bytes(units))
    } else {
        Cow::Owned(units.iter().flat_map(|unit| unit.to_le_bytes()).collect())
    }
}

fn zerocopy_bytes(units: &[u16]) -> &[u8] {
    bytemuck::cast_slice(units)
}

/// `text.replaceAll(needle, replacement)` for a non-empty `needle`; borrowed when nothing matches.
#[must_use]
pub fn replace_all<'a>(text: &'a U16Str, needle: &U16Str, replacement: &U16Str) -> Cow<'a, U16Str> {
    Needle::new(needle).replace_all(text, replacement)
}

/// The text between line feeds, as `text.split("\n")` gives it; a carriage return stays on its line.
pub fn split_lines(text: &U16Str) -> impl Iterator<Item = &U16Str> {
    text.as_slice().split(|unit| *unit == LF).map(U16Str::from_slice)
}

/// `text.toLowerCase()`: full Unicode lower-casing that ignores the locale. Lone surrogates stay.
#[must_use]
pub fn lower_case(text: &U16Str) -> Cow<'_, U16Str> {
    let units = text.as_slice();
    if units.iter().all(|unit| *unit < 0x80) {
        if !units.iter().any(|unit| (0x41..=0x5A).contains(unit)) {
            return Cow::Borrowed(text);
        }
        let ascii = |unit: &u16| if (0x41..=0x5A).contains(unit) { unit + 32 } else { *unit };
        return Cow::Owned(Text::from_vec(units.iter().map(ascii).collect::<Vec<_>>()));
    }
    // Rust lower-cases well-formed text only, so each run between lone surrogates goes by itself.
    let mut out = Text::with_capacity(text.len());
    let mut run = String::new();
    for item in char::decode_utf16(units.iter().copied()) {
        match item {
            Ok(character) => run.push(character),
            Err(lone) => {
                out.push_str(run.to_lowercase());
                run.clear();
                out.push_slice([lone.unpaired_surrogate()]);
            }
        }
    }
    out.push_str(run.to_lowercase());
    Cow::Owned(out)
}

/// The largest index at or below `index` that does not stand between the halves of a pair.
///
/// `index` may lie past the end; the result never does.
#[must_use]
pub fn floor_boundary(text: &U16Str, index: usize) -> usize {
    let units = text.as_slice();
    let index = index.min(units.len());
    let splits = index > 0
        && index < units.len()
        && (0xD800..0xDC00).contains(&units[index - 1])
        && (0xDC00..0xE000).contains(&units[index]);
    if splits { index - 1 } else { index }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    #[test]
    fn find_ignores_hits_that_straddle_two_units() {
        // 0x6161 0x6261: the bytes 61 61 61 62 contain the unit 0x6161 at an odd offset too.
        let text = Text::from_vec(vec![0x6100, 0x0061, 0x6161]);
        assert_eq!(find(&text, &Text::from_vec(vec![0x6161])), Some(2));
        assert_eq!(find(&to_text("abc"), &to_text("d")), None);
        let needle = Needle::new(&to_text("a"));
        assert_eq!(needle.find_from(&to_text("aba"), 1), Some(2));
        assert_eq!(needle.find_from(&to_text("aba"), 4), None);
    }

    proptest! {
        #[test]
        fn find_agrees_with_a_plain_search(
            units in vec(select(&[0x61, 0x100, 0x6161, 0][..]), 0..200),
            start in 0..200_usize,
            length in 1..40_usize,
            changed in any::<bool>(),
        ) {
            let mut needle: Vec<u16> = units.iter().skip(start).take(length).copied().collect();
            if let (true, Some(last)) = (changed, needle.last_mut()) {
                *last = 0x61;
            }
            prop_assume!(!needle.is_empty());
            let expected = units.windows(needle.len()).position(|window| window == needle);
            prop_assert_eq!(find(&Text::from_vec(units), &Text::from_vec(needle)), expected);
        }
    }

    #[test]
    fn replace_all_is_one_pass() {
        let replaced = replace_all(&to_text("a-b-c"), &to_text("-"), &to_text("--")).into_owned();
        assert_eq!(replaced, to_text("a--b--c"));
    }

    #[test]
    fn lower_case_keeps_lone_surrogates_and_knows_the_final_sigma() {
        let mut text = to_text("ΑΣ");
        text.push_slice([0xD800]);
        let mut expected = to_text("ας");
        expected.push_slice([0xD800]);
        assert_eq!(lower_case(&text).into_owned(), expected);
        assert_eq!(lower_case(&to_text("İx")).into_owned(), to_text("i\u{307}x"));
        assert_eq!(lower_case(&to_text("EXEC")).into_owned(), to_text("exec"));
    }

    #[test]
    fn a_cut_never_splits_a_pair() {
        let text = to_text("a😀b");
        assert_eq!(
            [0, 1, 2, 3, 4, 9].map(|index| floor_boundary(&text, index)),
            [0, 1, 1, 3, 4, 4]
        );
    }

    proptest! {
        #[test]
        fn utf8_is_what_the_library_makes_of_it(
            units in vec(prop_oneof![8 => 0x20..0x7F_u16, 2 => any::<u16>(), 1 => 0xD7F0..0xE010_u16], 0..80),
        ) {
            prop_assert_eq!(utf8_lossy(&Text::from_vec(units.clone())), String::from_utf16_lossy(&units).into_bytes());
        }
    }

    #[test]
    fn a_text_hashes_the_same_in_pieces() {
        let text = to_text(&"a😀é".repeat(3_000));
        let mut hash = Utf8Hash::default();
        hash.add(&text[..4]);
        hash.add(&text[4..]);
        assert_eq!(hash.finish(), hex(&Sha256::digest(utf8_lossy(&text))));
    }

    #[test]
    fn a_lone_surrogate_hashes_as_the_replacement_character() {
        let lone = Text::from_vec(vec![0xD800]);
        assert_eq!(&sha256_hex(&lone)[..12], "83d544ccc223");
        assert_eq!(utf8_lossy(&lone), [0xEF, 0xBF, 0xBD]);
    }
}
