//! Sorting as `localeCompare` does it.
//!
//! Plain ASCII under English rules is answered from a table; everything else goes to ICU4X, whose data
//! the addon carries. The peer sorts by the locale of its process; here the locale is an argument.

use std::cmp::Ordering;
use std::sync::OnceLock;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator as IcuCollator, CollatorBorrowed};
use icu_locale_core::Locale;
use thiserror::Error;

use super::U16Str;

/// Order of the ASCII characters that are not ignored, lowest first; letters are folded.
const ASCII_ORDER: &[u8; 74] =
    b"\t\n\x0B\x0C\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

/// Primary weight of each ASCII character under English rules; 0 is ignored.
const ASCII_WEIGHT: [u8; 128] = ascii_weights();

const fn ascii_weights() -> [u8; 128] {
    let mut weights = [0; 128];
    let mut weight: u8 = 0;
    while (weight as usize) < ASCII_ORDER.len() {
        let character = ASCII_ORDER[weight as usize];
        weights[character as usize] = weight + 1;
        weights[character.to_ascii_uppercase() as usize] = weight + 1;
        weight += 1;
    }
    weights
}

/// The locale of a caller who names none.
pub const DEFAULT_LOCALE: &str = "en-US";

/// The locale is not a well-formed language tag.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("locale must be a language tag such as \"en-US\" or \"sv\"")]
pub struct UnknownLocale;

/// Compares texts in one locale.
#[derive(Debug)]
pub struct Collator {
    english: bool,
    locale: Locale,
    /// Made at the first text beyond ASCII, which most prompts never have.
    icu: OnceLock<CollatorBorrowed<'static>>,
}

impl PartialEq for Collator {
    fn eq(&self, other: &Self) -> bool {
        self.locale == other.locale
    }
}

impl Collator {
    /// A collator for a language tag such as `en-US`.
    pub fn new(tag: &str) -> Result<Self, UnknownLocale> {
        let locale: Locale = tag.parse().map_err(|_| UnknownLocale)?;
        Ok(Self { english: tag == "en" || tag == "en-US", locale, icu: OnceLock::new() })
    }

    /// A collator for a tag that may be absent or empty, which is [`DEFAULT_LOCALE`].
    pub fn or_default(tag: Option<&str>) -> Result<Self, UnknownLocale> {
        Self::new(tag.filter(|tag| !tag.is_empty()).unwrap_or(DEFAULT_LOCALE))
    }

    /// Sorts in place; items that compare equal keep their order.
    pub fn sort_by_key<T>(&self, items: &mut [T], key: impl Fn(&T) -> &U16Str) {
        if items.len() < 2 {
            return;
        }
        if self.english && items.iter().all(|item| is_ascii(key(item))) {
            items.sort_by_cached_key(|item| ascii_key(key(item)));
            return;
        }
        let collator = self.icu();
        items.sort_by(|left, right| {
            collator.compare_utf16(key(left).as_slice(), key(right).as_slice())
        });
    }

    /// How `left.localeCompare(right)` orders the two.
    #[must_use]
    pub fn compare(&self, left: &U16Str, right: &U16Str) -> Ordering {
        if self.english && is_ascii(left) && is_ascii(right) {
            return compare_ascii(left, right);
        }
        self.icu().compare_utf16(left.as_slice(), right.as_slice())
    }

    /// The data is compiled in; a locale that ICU does not know falls back to the root order, as in Node.
    fn icu(&self) -> &CollatorBorrowed<'static> {
        self.icu.get_or_init(|| {
            IcuCollator::try_new((&self.locale).into(), CollatorOptions::default())
                .expect("the root collation is part of the binary")
        })
    }
}

fn is_ascii(text: &U16Str) -> bool {
    text.as_slice().iter().all(|unit| *unit < 0x80)
}

fn compare_ascii(left: &U16Str, right: &U16Str) -> Ordering {
    ascii_key(left).cmp(&ascii_key(right))
}

/// Weights of the characters that are not ignored, then which of them are upper-case.
fn ascii_key(text: &U16Str) -> (Vec<u8>, Vec<bool>) {
    let weigh = |unit: &u16| (ASCII_WEIGHT[usize::from(*unit)], (0x41..=0x5A).contains(unit));
    text.as_slice().iter().map(weigh).filter(|(weight, _)| *weight != 0).unzip()
}

#[cfg(test)]
mod tests {
    use super::super::{Text, to_text};
    use super::*;

    fn sorted(locale: &str, items: &[&str]) -> Vec<String> {
        let mut items: Vec<Text> = items.iter().map(|item| to_text(item)).collect();
        Collator::new(locale).unwrap().sort_by_key(&mut items, |item| item);
        items.iter().map(|item| item.to_string_lossy()).collect()
    }

    #[test]
    fn the_table_agrees_with_icu_for_every_pair_of_ascii_characters() {
        let collator = Collator::new("en-US").unwrap();
        let icu = collator.icu();
        for left in 0..128_u16 {
            for right in 0..128_u16 {
                for prefix in ["", "a"] {
                    let text = |unit: u16| {
                        let mut text = to_text(prefix);
                        text.push_slice([unit]);
                        text
                    };
                    let (left, right) = (text(left), text(right));
                    assert_eq!(
                        compare_ascii(&left, &right),
                        icu.compare_utf16(left.as_slice(), right.as_slice()),
                        "{left:?} {right:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn locales_differ_as_they_do_in_node() {
        assert_eq!(sorted("en-US", &["z", "ö", "o", "10", "9"]), ["10", "9", "o", "ö", "z"]);
        assert_eq!(sorted("sv-SE", &["ö", "z", "o"]), ["o", "z", "ö"]);
        assert_eq!(sorted("da-DK", &["a", "A", "ö", "z"]), ["A", "a", "z", "ö"]);
    }

    #[test]
    fn equal_keys_keep_their_order() {
        assert_eq!(sorted("en-US", &["é", "e\u{301}"]), ["é", "e\u{301}"]);
        assert_eq!(sorted("en-US", &["x\u{1}", "x"]), ["x\u{1}", "x"]);
    }

    #[test]
    fn a_malformed_tag_is_refused() {
        assert_eq!(Collator::new("not a tag").unwrap_err(), UnknownLocale);
    }
}
