//! A Markdown file cut by sections instead of at fixed places.
//!
//! Lines are taken in this order while they fit, and shown in document order: rule lines with the
//! heading above them; the other headings; whole sections, those with rules first; then, line by line,
//! what else of the text fits, where the last line may be cut. A code fence that is cut gets its closing
//! line, and the mark at the end names the headings of the sections that are not there in full.

use std::ops::Range;

use super::markdown::{LineKind, Outline, RuleWords, heading_text, opening_mark};
use super::texts::{clamp, cut, number};
use crate::text::{LF, Template, Text, U16Str, single_line};
use crate::texts::{Lookup, TextError, plain, template};

/// Largest share of the limit for naming headings, and its largest size in UTF-16 code units.
const HEADING_SHARE: usize = 4;
const HEADING_ROOM: usize = 1_000;
/// Longest name of one heading in the mark, in UTF-16 code units.
const HEADING_LIMIT: usize = 60;
/// Rounds in which room that the mark did not need goes back to the text.
const ROUNDS: usize = 8;

/// Marks and words of the outline cut.
#[derive(Debug, Clone)]
pub struct OutlineTexts {
    named: Template,
    plain: Template,
    compact: Template,
    more: Template,
    words: RuleWords,
}

impl OutlineTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        let marker = "bootstrap.marker";
        Ok(Self {
            named: template(
                lookup,
                &format!("{marker}.outline"),
                &["name", "kept", "total", "headings"],
            )?,
            plain: template(
                lookup,
                &format!("{marker}.outline_plain"),
                &["name", "kept", "total"],
            )?,
            compact: template(lookup, &format!("{marker}.compact"), &["head", "tail", "total"])?,
            more: template(lookup, &format!("{marker}.outline_more"), &["count"])?,
            words: RuleWords::new(&plain(lookup, "bootstrap.words.rule")?),
        })
    }
}

/// Cuts right-trimmed `text`, which is longer than `limit`, to at most `limit` code units.
pub(super) fn cut_outline(
    name: &U16Str,
    text: &U16Str,
    limit: usize,
    texts: &OutlineTexts,
) -> Text {
    let outline = Outline::parse(text, &texts.words);
    let mark = Mark::new(name, text, &outline, limit, texts);
    let Some(room) = limit.checked_sub(mark.longest()) else {
        return clamp(&mark.compact(0), limit).into_owned();
    };
    let mut chosen = Selection::new(text, &outline, room);
    chosen.take_whole_sections();
    let mut best = Text::new();
    let mut extra = 0;
    for _ in 0..ROUNDS {
        let mut selection = chosen.clone();
        selection.room += extra;
        selection.fill_up();
        let mut out = selection.render();
        out.push(mark.render(&selection));
        extra = (extra + limit).saturating_sub(out.len());
        if out.len() <= limit && best.len() < out.len() {
            best = out;
        }
        if best.len() == limit {
            break;
        }
    }
    best
}

/// The lines that are shown.
#[derive(Clone)]
struct Selection<'a> {
    text: &'a U16Str,
    outline: &'a Outline,
    taken: Vec<bool>,
    /// The line that is shown up to this many of its units, then an ellipsis.
    partial: Option<(usize, usize)>,
    /// Units still free; each line costs its length and a line feed.
    room: usize,
}

impl<'a> Selection<'a> {
    fn new(text: &'a U16Str, outline: &'a Outline, room: usize) -> Self {
        Self { text, outline, taken: vec![false; outline.lines.len()], partial: None, room }
    }

    /// Takes rules and headings, then the sections that fit as a whole.
    fn take_whole_sections(&mut self) {
        self.take_rules();
        self.take_headings();
        for section in self.order() {
            self.take_whole(section);
        }
    }

    /// Takes lines of the other sections until nothing more fits.
    fn fill_up(&mut self) {
        for section in self.order() {
            if self.fill(section) {
                break;
            }
        }
    }

    /// The sections by importance: those with rules first, otherwise as in the document.
    fn order(&self) -> Vec<Range<usize>> {
        let has_rule = |section: &Range<usize>| {
            self.outline.lines[section.clone()].iter().any(|line| line.kind == LineKind::Rule)
        };
        let mut order = self.outline.sections.clone();
        order.sort_by_key(|section| !has_rule(section));
        order
    }

    fn line(&self, index: usize) -> &'a U16Str {
        &self.text[self.outline.lines[index].units.clone()]
    }

    fn cost(&self, lines: impl Iterator<Item = usize>) -> usize {
        lines.filter(|line| !self.taken[*line]).map(|line| self.line(line).len() + 1).sum()
    }

    /// Takes the lines if all of them fit.
    fn take(&mut self, lines: impl Iterator<Item = usize> + Clone) -> bool {
        let cost = self.cost(lines.clone());
        let fits = cost <= self.room;
        if fits {
            self.room -= cost;
            lines.for_each(|line| self.taken[line] = true);
        }
        fits
    }

    fn take_rules(&mut self) {
        for section in &self.outline.sections {
            let heading = section.start;
            for line in section.clone() {
                if self.outline.lines[line].kind == LineKind::Rule {
                    let with_heading = [heading, line];
                    let from = usize::from(self.outline.lines[heading].kind != LineKind::Heading);
                    self.take(with_heading[from..].iter().copied());
                }
            }
        }
    }

    fn take_headings(&mut self) {
        for section in &self.outline.sections {
            if self.outline.lines[section.start].kind == LineKind::Heading {
                self.take(std::iter::once(section.start));
            }
        }
    }

    /// Takes a section that fits as a whole. One whose fence never closes is left to [`Self::fill`],
    /// which accounts for the closing line.
    fn take_whole(&mut self, section: Range<usize>) {
        let is_open = |line: &usize| {
            self.outline.lines[*line]
                .fence
                .is_some_and(|fence| !self.outline.fences[fence].is_closed)
        };
        if !section.clone().any(|line| is_open(&line)) {
            self.take(section);
        }
    }

    /// Takes lines of the section in order. True once nothing more fits anywhere.
    fn fill(&mut self, section: Range<usize>) -> bool {
        let mut index = section.start;
        while index < section.end {
            let fence = self.outline.lines[index].fence;
            let Some(fence) = fence.map(|fence| &self.outline.fences[fence]) else {
                if !self.take(std::iter::once(index)) && self.take_part(index) {
                    return true;
                }
                index += 1;
                continue;
            };
            index = fence.lines.end;
            let closing = fence.mark.len + 1;
            let is_whole = fence.is_closed && self.take(fence.lines.clone());
            if !is_whole && self.fill_fence(fence.lines.clone(), closing) {
                return true;
            }
        }
        false
    }

    /// Takes the beginning of a fence, keeping room for a closing line. True when a line was cut.
    fn fill_fence(&mut self, lines: Range<usize>, closing: usize) -> bool {
        let opening = self.line(lines.start).len() + 1;
        if self.taken[lines.start] || self.room < opening + closing + 2 {
            return false;
        }
        self.room -= closing;
        for line in lines {
            if !self.take(std::iter::once(line)) {
                return self.take_part(line);
            }
        }
        false
    }

    /// Takes as much of the line as fits. False when that is nothing, or would open or close a fence.
    fn take_part(&mut self, index: usize) -> bool {
        if self.taken[index] || self.room < 3 {
            return false;
        }
        let part = cut(self.line(index), self.room - 2);
        let fence = self.outline.lines[index].fence.map(|fence| &self.outline.fences[fence]);
        let mut shown = part.to_owned();
        shown.push_char('…');
        let is_fence = match fence {
            Some(fence) => fence.mark.is_closed_by(&shown),
            None => opening_mark(&shown).is_some(),
        };
        if part.is_empty() || is_fence {
            return false;
        }
        self.room -= part.len() + 2;
        self.partial = Some((index, part.len()));
        true
    }

    fn is_shown(&self, line: usize) -> bool {
        self.taken[line] || self.partial.is_some_and(|(partial, _)| partial == line)
    }

    /// Every shown line with its line feed.
    fn render(&self) -> Text {
        let mut out = Text::new();
        for index in 0..self.outline.lines.len() {
            if !self.is_shown(index) {
                continue;
            }
            match self.partial {
                Some((partial, len)) if partial == index => {
                    out.push(&self.line(index)[..len]);
                    out.push_char('…');
                }
                _ => out.push(self.line(index)),
            }
            out.push_slice([LF]);
            if let Some(closing) = self.closing_line(index) {
                out.push(closing);
                out.push_slice([LF]);
            }
        }
        out
    }

    /// The line that closes the fence when `index` is the last of its lines that is shown.
    fn closing_line(&self, index: usize) -> Option<Text> {
        let fence = &self.outline.fences[self.outline.lines[index].fence?];
        let is_last = index + 1 == fence.lines.end || !self.is_shown(index + 1);
        let is_closed = fence.is_closed && index + 1 == fence.lines.end && self.taken[index];
        (is_last && !is_closed).then(|| fence.mark.text())
    }

    /// Units of the original that are shown, its line feeds excluded.
    fn kept(&self) -> usize {
        let whole: usize = (0..self.taken.len())
            .filter(|line| self.taken[*line])
            .map(|line| self.line(line).len())
            .sum();
        whole + self.partial.map_or(0, |(_, len)| len)
    }
}

/// The mark below the text, in the longest form that leaves room for text.
struct Mark<'a> {
    name: &'a U16Str,
    total: usize,
    headings: Vec<(Range<usize>, Text)>,
    /// Units for naming headings; 0 when the form has none.
    heading_room: usize,
    form: &'a Template,
    texts: &'a OutlineTexts,
}

impl<'a> Mark<'a> {
    fn new(
        name: &'a U16Str,
        text: &U16Str,
        outline: &Outline,
        limit: usize,
        texts: &'a OutlineTexts,
    ) -> Self {
        let headings = outline.sections.iter().filter_map(|section| {
            let line = outline.lines.get(section.start)?;
            let heading = heading_text(&text[line.units.clone()])?;
            let is_heading = line.kind == LineKind::Heading && !heading.is_empty();
            let name = clamp(&single_line(heading), HEADING_LIMIT).into_owned();
            is_heading.then(|| (section.clone(), name))
        });
        let headings = headings.collect();
        let heading_room = (limit / HEADING_SHARE).min(HEADING_ROOM);
        let mut mark =
            Self { name, total: text.len(), headings, heading_room, form: &texts.named, texts };
        if mark.longest() * 2 > limit || mark.headings.is_empty() {
            mark.heading_room = 0;
            mark.form = &texts.plain;
        }
        if mark.longest() * 2 > limit {
            mark.form = &texts.compact;
        }
        mark
    }

    fn longest(&self) -> usize {
        self.fill(self.form, self.total, &Text::new()).len() + self.heading_room
    }

    fn fill(&self, form: &Template, kept: usize, headings: &U16Str) -> Text {
        let (kept, total) = (number(kept), number(self.total));
        let none = number(0);
        form.fill(&[
            ("name", self.name),
            ("kept", &kept),
            ("head", &kept),
            ("tail", &none),
            ("total", &total),
            ("headings", headings),
        ])
    }

    fn compact(&self, kept: usize) -> Text {
        self.fill(&self.texts.compact, kept, &Text::new())
    }

    fn render(&self, selection: &Selection<'_>) -> Text {
        let headings = self.heading_list(selection);
        let form = if self.heading_room > 0 && headings.is_empty() {
            &self.texts.plain
        } else {
            self.form
        };
        self.fill(form, selection.kept(), &headings)
    }

    /// Headings of the sections that are not shown in full; how many more when not all have room.
    fn heading_list(&self, selection: &Selection<'_>) -> Text {
        let mut out = Text::new();
        let mut rest: Vec<&U16Str> = self
            .headings
            .iter()
            .filter(|(section, _)| section.clone().any(|line| !selection.taken[line]))
            .map(|(_, name)| &**name)
            .collect();
        rest.reverse();
        let separator = Text::from_str("; ");
        while let Some(name) = rest.pop() {
            let after = self.texts.more.fill(&[("count", &number(rest.len()))]);
            let reserve = if rest.is_empty() { 0 } else { separator.len() + after.len() };
            let joint = if out.is_empty() { 0 } else { separator.len() };
            let fits = out.len() + joint + name.len() + reserve <= self.heading_room;
            if joint > 0 {
                out.push(&separator);
            }
            if !fits {
                out.push(self.texts.more.fill(&[("count", &number(rest.len() + 1))]));
                break;
            }
            out.push(name);
        }
        if out.len() > self.heading_room { Text::new() } else { out }
    }
}
