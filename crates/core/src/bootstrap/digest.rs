//! `AGENTS.md` cut to a limit: its beginning, a digest of its policy lines, its end.
//!
//! Source: the peer. Which lines are policy is decided with English words and ASCII word boundaries
//! alone, so a rule in another script is kept only when it is a heading or a list item; the cut named
//! "outline" has no such limit. Lines that were not kept are counted in the text.

use std::sync::LazyLock;

use super::texts::{cut, digits, join_lines, number};
use super::truncate::last_units;
use crate::text::{LF, Template, Text, U16Str, floor_boundary, is_white_space, trim};
use crate::texts::{Lookup, TextError, plain, template};

/// Longest digest line, in UTF-16 code units.
const LINE_LIMIT: usize = 240;

/// Words that put a line into the digest before others.
const HIGH_PRIORITY: [&str; 11] = [
    "agents.md",
    "scoped",
    "required",
    "must",
    "never",
    "do not",
    "before subtree",
    "read scoped",
    "security",
    "secret",
    "credential",
];

/// Further words that make a line a candidate.
const NORMAL_PRIORITY: [&str; 8] =
    ["owner", "test", "validation", "command", "commit", "push", "github", "pr"];

#[derive(Debug, Clone)]
pub(super) struct DigestTexts {
    read: Text,
    label: Text,
    omitted: Template,
    counts: Template,
}

impl DigestTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            read: plain(lookup, "bootstrap.marker.digest_read")?,
            label: plain(lookup, "bootstrap.marker.digest_label")?,
            omitted: template(lookup, "bootstrap.marker.digest_omitted", &["count"])?,
            counts: template(
                lookup,
                "bootstrap.marker.digest_counts",
                &["head", "digest", "tail", "total"],
            )?,
        })
    }
}

/// Cuts right-trimmed `text`, which is longer than `limit`.
pub(super) fn cut_policy_file(text: &U16Str, limit: usize, texts: &DigestTexts) -> Text {
    let candidates = policy_lines(text);
    let mut head = limit.saturating_mul(45) / 100;
    let mut tail = limit.saturating_mul(15) / 100;
    let mut room = digest_room(limit);
    let mut digest = select(&candidates, room);
    loop {
        let len = digest.rendered_len(head, tail, text.len(), texts);
        if len <= limit || (tail == 0 && head <= 1 && room == 0) {
            break;
        }
        let overflow = len - limit;
        if tail > 0 {
            tail = tail.saturating_sub(overflow);
        } else if head > 1 {
            head = head.saturating_sub(overflow).max(1);
        } else {
            room = room.saturating_sub(overflow);
            digest = select(&candidates, room);
        }
    }
    let mut out = digest.render(text, head, tail, texts);
    out.truncate(floor_boundary(&out, limit));
    out
}

/// 35 % of the limit in double arithmetic, as the peer computes it: whole numbers differ at 180, 340
/// and some nine thousand other limits up to a million.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit below the length of a text in memory is far below 2^53, and not negative"
)]
fn digest_room(limit: usize) -> usize {
    (limit as f64 * 0.35).floor() as usize
}

/// What a word makes of the line that it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Priority {
    High,
    Normal,
}

struct PolicyLine {
    text: Text,
    is_high: bool,
}

/// The candidate lines, in document order.
fn policy_lines(text: &U16Str) -> Vec<PolicyLine> {
    let mut out = Vec::new();
    for line in text.as_slice().split(|unit| *unit == LF) {
        let line = collapse(U16Str::from_slice(line));
        if line.is_empty() {
            continue;
        }
        let priority = priority(&line);
        if priority.is_some() || is_heading_or_item(&line) {
            out.push(PolicyLine { text: line, is_high: priority == Some(Priority::High) });
        }
    }
    out
}

/// The line on its own: trimmed, runs of white space as one space, at most [`LINE_LIMIT`] units.
fn collapse(line: &U16Str) -> Text {
    let line = trim(line).as_slice();
    let mut units: Vec<u16> = Vec::with_capacity(line.len());
    for unit in line {
        if !is_white_space(*unit) {
            units.push(*unit);
        } else if units.last() != Some(&u16::from(b' ')) {
            units.push(u16::from(b' '));
        }
    }
    let mut out = Text::from_vec(units);
    if out.len() > LINE_LIMIT {
        out.truncate(floor_boundary(&out, LINE_LIMIT - 1));
        out.push_char('…');
    }
    out
}

/// Whether a collapsed line is a Markdown heading or list item with text after its mark.
fn is_heading_or_item(line: &U16Str) -> bool {
    let units = line.as_slice();
    let run = |accept: fn(u16) -> bool| units.iter().take_while(|unit| accept(**unit)).count();
    let hashes = run(|unit| unit == u16::from(b'#'));
    let numerals = run(|unit| (0x30..=0x39).contains(&unit));
    let is = |at: usize, marks: &[u8]| {
        units.get(at).is_some_and(|unit| marks.iter().any(|mark| u16::from(*mark) == *unit))
    };
    let mark = if (1..=6).contains(&hashes) {
        hashes
    } else if is(0, b"-*+") {
        1
    } else if numerals > 0 && is(numerals, b".)") {
        numerals + 1
    } else {
        return false;
    };
    units.get(mark).is_some_and(|unit| is_white_space(*unit)) && units.len() > mark + 1
}

/// The higher priority of the words that stand in the line between ASCII word boundaries. Each word is of lower-case
/// ASCII, and begins and ends with a letter.
fn priority(line: &U16Str) -> Option<Priority> {
    let units = line.as_slice();
    let mut found = None;
    let mut is_within = false;
    for (at, unit) in units.iter().enumerate() {
        let starts = !is_within;
        is_within = is_word_unit(*unit);
        if !is_within || !starts {
            continue;
        }
        for (word, priority) in words_with(fold(*unit)) {
            if is_at(units, at, word) {
                if *priority == Priority::High {
                    return Some(Priority::High);
                }
                found = Some(Priority::Normal);
            }
        }
    }
    found
}

/// The words that begin with this letter, if it is one: a policy file has thousands of words, so each is compared
/// with a few of them only.
fn words_with(letter: u16) -> &'static [(&'static str, Priority)] {
    static BY_LETTER: LazyLock<[Vec<(&str, Priority)>; 26]> = LazyLock::new(|| {
        let high = HIGH_PRIORITY.map(|word| (word, Priority::High));
        let normal = NORMAL_PRIORITY.map(|word| (word, Priority::Normal));
        let all = [&high[..], &normal[..]].concat();
        let begins =
            |(word, _): &&(&str, _), letter| usize::from(word.as_bytes()[0] - b'a') == letter;
        std::array::from_fn(|letter| {
            all.iter().filter(|word| begins(word, letter)).copied().collect()
        })
    });
    let index = usize::from(letter).wrapping_sub(usize::from(b'a'));
    BY_LETTER.get(index).map_or(&[], |words| words)
}

/// Whether the word stands at `at` and ends there.
fn is_at(units: &[u16], at: usize, word: &str) -> bool {
    let end = at + word.len();
    units.get(at..end).is_some_and(|part| {
        part.iter().zip(word.bytes()).all(|(unit, byte)| fold(*unit) == u16::from(byte))
    }) && !units.get(end).is_some_and(|after| is_word_unit(*after))
}

fn fold(unit: u16) -> u16 {
    if (0x41..=0x5A).contains(&unit) { unit + 32 } else { unit }
}

fn is_word_unit(unit: u16) -> bool {
    matches!(unit, 0x30..=0x39 | 0x41..=0x5A | 0x5F | 0x61..=0x7A)
}

struct Digest {
    text: Text,
    omitted: usize,
}

/// The lines that fit into `room`: high priority first, then the rest, each in document order. A line
/// that does not fit is passed over, and a later, shorter one may still be taken.
fn select(candidates: &[PolicyLine], room: usize) -> Digest {
    if room == 0 {
        return Digest { text: Text::new(), omitted: 0 };
    }
    let mut taken = vec![false; candidates.len()];
    let (mut used, mut count) = (0, 0);
    for wanted in [true, false] {
        for (candidate, taken) in candidates.iter().zip(&mut taken) {
            let cost = candidate.text.len() + usize::from(count > 0);
            if candidate.is_high == wanted && used + cost <= room {
                *taken = true;
                used += cost;
                count += 1;
            }
        }
    }
    let lines: Vec<&U16Str> = candidates
        .iter()
        .zip(&taken)
        .filter(|(_, taken)| **taken)
        .map(|(candidate, _)| &*candidate.text)
        .collect();
    Digest { text: join_lines(&lines), omitted: candidates.len() - count }
}

impl Digest {
    fn rendered_len(&self, head: usize, tail: usize, total: usize, texts: &DigestTexts) -> usize {
        let part = |len: usize| if len > 0 { len + 1 } else { 0 };
        let count_digits = digits(head) + digits(self.text.len()) + digits(tail) + digits(total);
        let counts = texts.counts.filled_len(&[]) + count_digits;
        let label = if self.text.is_empty() { 0 } else { part(texts.label.len()) };
        let omitted = match self.omitted {
            0 => 0,
            count => texts.omitted.filled_len(&[]) + digits(count) + 1,
        };
        let read = part(texts.read.len());
        part(head) + read + label + part(self.text.len()) + omitted + counts + part(tail)
    }

    fn render(&self, text: &U16Str, head: usize, tail: usize, texts: &DigestTexts) -> Text {
        let [head_count, digest_count, tail_count, total] =
            [head, self.text.len(), tail, text.len()].map(number);
        let counts = texts.counts.fill(&[
            ("head", &head_count),
            ("digest", &digest_count),
            ("tail", &tail_count),
            ("total", &total),
        ]);
        let omitted = texts.omitted.fill(&[("count", &number(self.omitted))]);
        let mut parts = vec![cut(text, head), &*texts.read];
        if !self.text.is_empty() {
            parts.extend([&*texts.label, &*self.text]);
        }
        if self.omitted > 0 {
            parts.push(&omitted);
        }
        parts.extend([&*counts, last_units(text, tail)]);
        parts.retain(|part| !part.is_empty());
        join_lines(&parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;
    use crate::text::to_text;

    fn texts() -> DigestTexts {
        DigestTexts::load(&|key| shipped::definition().text(key)).unwrap()
    }

    #[test]
    fn the_shipped_texts_have_the_lengths_of_the_peers() {
        let texts = texts();
        assert_eq!((texts.read.len(), texts.label.len()), (50, 30));
        assert_eq!((texts.omitted.filled_len(&[]), texts.counts.filled_len(&[])), (34, 49));
    }

    #[test]
    fn words_count_between_ascii_boundaries_only() {
        let is_policy = |line: &str| !policy_lines(&to_text(line)).is_empty();
        for line in ["pr-12", "security-first", "GitHub.com", ">must", "émust", "DO  NOT", "# a"] {
            assert!(is_policy(line), "{line}");
        }
        for line in ["musts", "must_x", "tests", "prs", "####### a", "#a", "-", "1.", "必须", "12"]
        {
            assert!(!is_policy(line), "{line}");
        }
        for line in ["1) a", "12. a", "* a", "+ a", "- a"] {
            assert!(is_policy(line), "{line}");
        }
    }

    #[test]
    fn a_long_line_is_cut_to_240_units_without_half_a_pair() {
        let line = collapse(&to_text(&format!("- {}{}", "x".repeat(236), "😀".repeat(50))));
        assert_eq!(line.len(), 239);
        assert!(line.to_string().unwrap().ends_with("x…"));
    }

    #[test]
    fn the_share_of_the_digest_follows_double_arithmetic() {
        assert_eq!([180, 340, 360, 20_000].map(digest_room), [62, 118, 125, 7_000]);
    }

    /// Report B001: the pinned rule knows English words only; the count of omitted lines covers
    /// candidates, and a bare Chinese rule is none. The outline cut keeps it.
    #[test]
    fn a_bare_chinese_rule_in_the_middle_is_lost_and_an_english_one_kept() {
        let filler = "这是一些没有规则的普通文字\n".repeat(160);
        let text = format!("{filler}禁止直接推送到主分支\nNever deploy on Friday\n{filler}");
        let cut = cut_policy_file(&to_text(&text), 900, &texts()).to_string_lossy();
        assert!(cut.contains("Never deploy on Friday"));
        assert!(!cut.contains("禁止直接推送"));
    }

    /// Report B004: a rule in the middle of AGENTS.md survives; any other file loses it.
    #[test]
    fn a_rule_in_the_middle_survives_the_cut() {
        let lines: Vec<String> = (0..400)
            .map(|line| match line {
                200 => "- you must ask first".to_owned(),
                _ => format!("{line} is a plain line of prose"),
            })
            .collect();
        let text = to_text(&lines.join("\n"));
        let cut = cut_policy_file(&text, 3_000, &texts());
        assert!(cut.len() <= 3_000);
        assert!(cut.to_string_lossy().contains("- you must ask first"));
    }
}
