//! One file cut to a limit: its beginning, a mark, its end.
//!
//! Source of the arithmetic: the peer, whose results the shipped mark texts reproduce unit for unit.
//! It holds for marks of any length: `head + mark + tail` never exceeds the limit. Where the peer's
//! cut leaves half a surrogate pair, the half goes too and the counts in the mark stay.

use super::content::SharedText;
use super::digest::{DigestTexts, cut_policy_file};
use super::texts::{cut, digits, number};
use crate::text::{LF, Template, Text, U16Str, floor_boundary};
use crate::texts::{Lookup, TextError, template};

/// Units the long mark must leave for text; below that the compact one is used.
const LONG_MARK_ROOM: usize = 16;

/// The marks that stand where text was cut.
#[derive(Debug, Clone)]
pub struct CutTexts {
    read: Template,
    counts: Template,
    compact: Template,
    digest: DigestTexts,
}

impl CutTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            read: template(lookup, "bootstrap.marker.cut_read", &["name"])?,
            counts: template(
                lookup,
                "bootstrap.marker.cut_counts",
                &["name", "head", "tail", "total"],
            )?,
            compact: template(lookup, "bootstrap.marker.compact", &["head", "tail", "total"])?,
            digest: DigestTexts::load(lookup)?,
        })
    }
}

/// A file's content after the cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// What goes into the prompt: at most the limit, in UTF-16 code units.
    pub text: SharedText,
    /// Length of the right-trimmed content before the cut, in UTF-16 code units.
    pub raw_chars: usize,
    /// Whether anything but trailing white space was removed.
    pub was_cut: bool,
}

/// Cuts the content of the file called `name` to `limit` code units (0 counts as 1).
///
/// Trailing white space goes first. A file named `AGENTS.md`, in any case, keeps its beginning, a
/// digest of its policy lines and its end; any other keeps three quarters from the beginning and one
/// from the end.
#[must_use]
pub fn truncate_file(name: &U16Str, content: &SharedText, limit: usize, texts: &CutTexts) -> Cut {
    let limit = limit.max(1);
    let text = content.trimmed_end();
    let raw_chars = text.len();
    if raw_chars <= limit {
        return Cut { text, raw_chars, was_cut: false };
    }
    let cut = if is_policy_file(name) {
        cut_policy_file(&text, limit, &texts.digest)
    } else {
        cut_middle(name, &text, limit, texts)
    };
    Cut { text: cut.into(), raw_chars, was_cut: true }
}

/// Whether the file carries policy, which gets a digest.
pub(super) fn is_policy_file(name: &U16Str) -> bool {
    *crate::text::lower_case(name) == *Text::from_str("agents.md")
}

/// The mark of one file: its length depends on the numbers it prints.
struct Mark<'a> {
    lines: Vec<&'a Template>,
    name: &'a U16Str,
    total: Text,
    /// Length without the two counts.
    fixed: usize,
    is_long: bool,
}

impl<'a> Mark<'a> {
    fn new(lines: Vec<&'a Template>, is_long: bool, name: &'a U16Str, total: usize) -> Self {
        let total = number(total);
        let known = [("name", name), ("total", &*total)];
        let lengths: usize = lines.iter().map(|line| line.filled_len(&known)).sum();
        let line_feeds = if is_long { lines.len() + 1 } else { 0 };
        Self { lines, name, total, fixed: lengths + line_feeds, is_long }
    }

    fn len(&self, head: usize, tail: usize) -> usize {
        self.fixed + digits(head) + digits(tail)
    }

    /// Line feeds between the mark and the parts around it.
    fn separators(&self, head: usize, tail: usize) -> usize {
        if self.is_long { usize::from(head > 0) + usize::from(tail > 0) } else { 0 }
    }

    fn total_len(&self, head: usize, tail: usize) -> usize {
        head + self.len(head, tail) + tail + self.separators(head, tail)
    }

    fn write(&self, head: usize, tail: usize, out: &mut Text) {
        let (head, tail) = (number(head), number(tail));
        let values =
            [("name", self.name), ("head", &*head), ("tail", &*tail), ("total", &*self.total)];
        for line in &self.lines {
            if self.is_long {
                out.push_slice([LF]);
            }
            out.push(line.fill(&values));
        }
        if self.is_long {
            out.push_slice([LF]);
        }
    }
}

fn cut_middle(name: &U16Str, text: &U16Str, limit: usize, texts: &CutTexts) -> Text {
    let mark = choose_mark(name, text.len(), limit, texts);
    let (head, tail) = split_room(&mark, limit);
    let mut out = Text::with_capacity(limit);
    let kept_head = cut(text, head);
    out.push(kept_head);
    if mark.is_long && !kept_head.is_empty() {
        out.push_slice([LF]);
    }
    mark.write(head, tail, &mut out);
    let kept_tail = last_units(text, tail);
    if mark.is_long && !kept_tail.is_empty() {
        out.push_slice([LF]);
    }
    out.push(kept_tail);
    out.truncate(floor_boundary(&out, limit));
    out
}

fn choose_mark<'a>(name: &'a U16Str, total: usize, limit: usize, texts: &'a CutTexts) -> Mark<'a> {
    let long = Mark::new(vec![&texts.read, &texts.counts], true, name, total);
    if long.len(0, 0) + 2 + LONG_MARK_ROOM <= limit {
        long
    } else {
        Mark::new(vec![&texts.compact], false, name, total)
    }
}

/// How many units stay at the beginning and at the end.
///
/// The mark's length depends on the counts and the counts on its length, so a few rounds find them;
/// what still overflows comes off the end first.
fn split_room(mark: &Mark<'_>, limit: usize) -> (usize, usize) {
    let (mut head, mut tail) = (0, 0);
    for _ in 0..3 {
        let room = limit.saturating_sub(mark.len(head, tail) + mark.separators(head, tail));
        let next = (room * 3 / 4, room / 4);
        if next == (head, tail) {
            break;
        }
        (head, tail) = next;
    }
    while mark.total_len(head, tail) > limit && (head > 0 || tail > 0) {
        let overflow = mark.total_len(head, tail) - limit;
        let part = if tail > 0 { &mut tail } else { &mut head };
        *part = part.saturating_sub(overflow);
    }
    if (head, tail) == (0, 0) && mark.total_len(1, 0) <= limit {
        head = 1;
    }
    (head, tail)
}

/// The last `count` code units, one fewer when that would begin inside a character.
pub(super) fn last_units(text: &U16Str, count: usize) -> &U16Str {
    let start = text.len() - count.min(text.len());
    let boundary = floor_boundary(text, start);
    if boundary == start { &text[start..] } else { &text[start + 1..] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;
    use crate::text::to_text;

    fn texts() -> CutTexts {
        CutTexts::load(&|key| shipped::definition().text(key)).unwrap()
    }

    fn cut_to(name: &str, content: &str, limit: usize) -> Cut {
        truncate_file(&to_text(name), &content.into(), limit, &texts())
    }

    #[test]
    fn the_shipped_marks_have_the_lengths_of_the_peers() {
        let texts = texts();
        let name = to_text("SOUL.md");
        let long = Mark::new(vec![&texts.read, &texts.counts], true, &name, 25_000);
        assert_eq!(long.len(14_920, 4_973), 76 + 2 * 7 + 5 + 4 + 5);
        let compact = Mark::new(vec![&texts.compact], false, &name, 25_000);
        assert_eq!(compact.len(67, 22), 15 + 2 + 2 + 5);
    }

    /// Report B003: the mark's own length counts, for every limit.
    #[test]
    fn no_limit_is_exceeded_and_a_larger_one_never_keeps_less_of_a_file() {
        let content = "x".repeat(1_000);
        let limits = [1, 2, 3, 10, 30, 63, 64, 65, 100, 120, 150, 200];
        let lengths = limits.map(|limit| cut_to("SOUL.md", &content, limit).text.len());
        assert_eq!(lengths, [1, 2, 3, 10, 29, 63, 63, 64, 99, 119, 149, 200]);
        for limit in [9_999, 10_000] {
            assert_eq!(cut_to("SOUL.md", &content, limit).text.len(), 1_000);
        }
        let mark = |limit| cut_to("SOUL.md", &content, limit).text.to_string_lossy();
        assert!(mark(64).contains("[…truncated") && mark(150).contains("see SOUL.md"));
    }

    /// Report B034: limits count UTF-16 units, and no limit divides a character.
    #[test]
    fn a_file_of_three_byte_characters_is_cut_between_characters() {
        let content = "あ".repeat(8_400);
        for limit in (8_390..=8_410).chain(24_990..=25_010) {
            let cut = cut_to("MEMORY.md", &content, limit);
            assert_eq!(cut.was_cut, limit < 8_400);
            assert!(cut.text.len() <= limit);
            assert!(cut.text.to_string().is_ok());
        }
    }

    /// Report B036: a lone surrogate passes through, and lengths and hashes count it as given.
    #[test]
    fn a_lone_surrogate_in_the_file_stays() {
        let lone = Text::from_vec(vec![0x61, 0xD83D, 0x62]);
        let whole = truncate_file(&to_text("SOUL.md"), &lone.clone().into(), 3, &texts());
        assert_eq!((&*whole.text, whole.was_cut), (&*lone, false));
        let hash = crate::text::sha256_hex(&whole.text);
        assert_eq!(hash, crate::text::sha256_hex(&to_text("a\u{FFFD}b")));
        assert_eq!(truncate_file(&to_text("SOUL.md"), &lone.into(), 2, &texts()).text.len(), 2);
    }

    /// Report B038: only JavaScript's white space comes off the end.
    #[test]
    fn the_end_is_trimmed_as_javascript_does() {
        let ends = "\u{FEFF}\u{A0}\u{3000}\u{85}\u{2028}\u{200B}\u{180E}\u{1C}\0";
        let lengths: Vec<usize> =
            ends.chars().map(|end| cut_to("SOUL.md", &format!("a{end}"), 9).text.len()).collect();
        assert_eq!(lengths, [1, 1, 1, 2, 1, 2, 2, 2, 2]);
    }

    /// Report B067: the size is that of this one file, call after call.
    #[test]
    fn repeated_cuts_of_one_content_agree_and_leave_it_alone() {
        let content = SharedText::from("x".repeat(30_000).as_str());
        let before = content.clone();
        let first = truncate_file(&to_text("USER.md"), &content, 20_000, &texts());
        for _ in 0..7 {
            assert_eq!(truncate_file(&to_text("USER.md"), &content, 20_000, &texts()), first);
        }
        assert_eq!((first.raw_chars, &content), (30_000, &before));
    }

    #[test]
    fn a_file_that_fits_is_not_copied() {
        let content = SharedText::from("rules\n\n");
        let cut = truncate_file(&to_text("AGENTS.md"), &content, 5, &texts());
        assert!(cut.text.is_same(&content.prefix(5)));
    }
}
