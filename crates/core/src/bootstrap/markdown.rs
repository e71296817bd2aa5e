//! The parts of a Markdown text that a cut must respect: sections, code fences, rule lines.

use std::collections::HashMap;
use std::ops::Range;

use crate::text::{LF, Text, U16Str, is_white_space, lower_case, trim};

/// A Markdown text by lines.
pub(super) struct Outline {
    /// In document order.
    pub(super) lines: Vec<Line>,
    /// The lines of each section. The first is what stands before the first heading and may be empty.
    pub(super) sections: Vec<Range<usize>>,
    /// In document order.
    pub(super) fences: Vec<Fence>,
}

pub(super) struct Line {
    /// Code units of the line, its line feed excluded.
    pub(super) units: Range<usize>,
    pub(super) kind: LineKind,
    /// Index into [`Outline::fences`] of the fence that the line belongs to.
    pub(super) fence: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Heading,
    Rule,
    Other,
}

pub(super) struct Fence {
    /// Opening line to closing line; to the end of the text when nothing closes it.
    pub(super) lines: Range<usize>,
    /// The run that closes it.
    pub(super) mark: Mark,
    pub(super) is_closed: bool,
}

/// A run of at least three backticks or tildes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    unit: u16,
    pub(super) len: usize,
}

impl Mark {
    pub(super) fn text(self) -> Text {
        Text::from_vec(vec![self.unit; self.len])
    }

    /// Whether the line ends a fence that this mark opened.
    pub(super) fn is_closed_by(self, line: &U16Str) -> bool {
        opening_run(line).is_some_and(|(mark, rest)| {
            mark.unit == self.unit && mark.len >= self.len && rest.is_empty()
        })
    }
}

/// The fence that this line opens, outside of any other.
pub(super) fn opening_mark(line: &U16Str) -> Option<Mark> {
    let (mark, info) = opening_run(line)?;
    let is_inline_code = mark.unit == u16::from(b'`') && info.as_slice().contains(&mark.unit);
    (!is_inline_code).then_some(mark)
}

fn opening_run(line: &U16Str) -> Option<(Mark, &U16Str)> {
    let line = trim(line);
    let unit = *line.as_slice().first()?;
    let len = line.as_slice().iter().take_while(|next| **next == unit).count();
    let is_mark = (unit == u16::from(b'`') || unit == u16::from(b'~')) && len >= 3;
    is_mark.then(|| (Mark { unit, len }, trim(&line[len..])))
}

/// Text of an ATX heading without its marks; `None` for any other line.
pub(super) fn heading_text(line: &U16Str) -> Option<&U16Str> {
    let indent = line.as_slice().iter().take_while(|unit| **unit == u16::from(b' ')).count();
    let rest = &line[indent..];
    let hashes = rest.as_slice().iter().take_while(|unit| **unit == u16::from(b'#')).count();
    let after = &rest[hashes..];
    let is_apart = after.as_slice().first().is_none_or(|unit| is_white_space(*unit));
    (indent <= 3 && (1..=6).contains(&hashes) && is_apart).then(|| trim(after))
}

/// The words that make a line a rule, by their first code unit.
#[derive(Debug, Clone)]
pub(super) struct RuleWords {
    by_first_unit: HashMap<u16, Vec<Text>>,
}

impl RuleWords {
    /// Reads a comma-separated list of words.
    pub(super) fn new(list: &U16Str) -> Self {
        let mut by_first_unit: HashMap<u16, Vec<Text>> = HashMap::new();
        for word in list.as_slice().split(|unit| *unit == u16::from(b',')) {
            let word = lower_case(trim(U16Str::from_slice(word))).into_owned();
            if let Some(first) = word.as_slice().first().copied() {
                by_first_unit.entry(first).or_default().push(word);
            }
        }
        Self { by_first_unit }
    }

    /// Whether one of the words is in the line. In Latin letters it must stand on its own; in other
    /// scripts, many of which set no blanks, it counts wherever it stands.
    fn match_line(&self, line: &U16Str) -> bool {
        let line = lower_case(line);
        let units = line.as_slice();
        units.iter().enumerate().any(|(at, unit)| {
            let words = self.by_first_unit.get(unit);
            words.into_iter().flatten().any(|word| {
                units[at..].starts_with(word.as_slice())
                    && (!is_latin(*unit) || is_alone(&line, at..at + word.len()))
            })
        })
    }
}

fn is_latin(unit: u16) -> bool {
    unit < 0x250
}

fn is_alone(line: &U16Str, range: Range<usize>) -> bool {
    let is_letter = |at: usize| {
        let unit = line.as_slice().get(at);
        unit.and_then(|unit| char::from_u32(u32::from(*unit)))
            .is_some_and(|character| character.is_alphanumeric() && is_latin(character as u16))
    };
    !range.start.checked_sub(1).is_some_and(is_letter) && !is_letter(range.end)
}

impl Outline {
    pub(super) fn parse(text: &U16Str, words: &RuleWords) -> Self {
        let mut out = Self {
            lines: Vec::new(),
            sections: vec![Range { start: 0, end: 0 }],
            fences: Vec::new(),
        };
        let mut start = 0;
        for units in text.as_slice().split(|unit| *unit == LF) {
            out.push_line(U16Str::from_slice(units), start, words);
            start += units.len() + 1;
        }
        out
    }

    fn push_line(&mut self, line: &U16Str, start: usize, words: &RuleWords) {
        let index = self.lines.len();
        let open = self.fences.last().is_some_and(|fence| !fence.is_closed);
        if !open && let Some(mark) = opening_mark(line) {
            self.fences.push(Fence { lines: index..index, mark, is_closed: false });
        } else if open && let Some(fence) = self.fences.last_mut() {
            fence.is_closed = fence.mark.is_closed_by(line);
        }
        let in_fence = open || self.fences.last().is_some_and(|fence| fence.lines.start == index);
        let fence = if in_fence { self.fences.len().checked_sub(1) } else { None };
        if let Some(fence) = fence {
            self.fences[fence].lines.end = index + 1;
        }
        let kind = match fence {
            None if heading_text(line).is_some() => LineKind::Heading,
            None if words.match_line(line) => LineKind::Rule,
            _ => LineKind::Other,
        };
        if kind == LineKind::Heading {
            self.sections.push(index..index);
        }
        if let Some(section) = self.sections.last_mut() {
            section.end = index + 1;
        }
        self.lines.push(Line { units: start..start + line.len(), kind, fence });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn parse(text: &str) -> Outline {
        Outline::parse(&to_text(text), &RuleWords::new(&to_text("must, do not, 必须, запрещ")))
    }

    #[test]
    fn headings_inside_fences_start_no_section() {
        let outline = parse("intro\n# A\n```sh\n# not one\n```\n## B ##\n~~~\n```\n~~~\nend");
        assert_eq!(outline.sections, [0..1, 1..5, 5..10]);
        let fences: Vec<_> = outline.fences.iter().map(|fence| fence.lines.clone()).collect();
        assert_eq!(fences, [2..5, 6..9]);
    }

    #[test]
    fn a_fence_without_an_end_reaches_the_end() {
        let outline = parse("````md\n```\n# x\n```");
        assert_eq!(outline.fences[0].lines, 0..4);
        assert!(!outline.fences[0].is_closed);
    }

    #[test]
    fn rule_words_stand_alone_in_latin_and_anywhere_in_other_scripts() {
        let is_rule = |line: &str| parse(line).lines[0].kind == LineKind::Rule;
        for line in ["You MUST ask", "do not push", "你必须先问", "Это ЗАПРЕЩЕНО", "(must)"]
        {
            assert!(is_rule(line), "{line}");
        }
        for line in ["mustard", "remust", "musté", "plain"] {
            assert!(!is_rule(line), "{line}");
        }
    }
}
