//! The list of skills as text.
//!
//! The form is the one that models are used to: guidance lines, then `<available_skills>` with one
//! `<skill>` each. Its size is exact and can be told without rendering: [`formatted_len`].

use std::borrow::Cow;

use crate::text::{Template, Text, U16Str, to_text};

use super::entry::Skill;
use super::texts::SkillTexts;

/// What is said about each skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkillLayout {
    /// Name, description, location, version.
    Full,
    /// Name, location, version.
    Compact,
}

impl SkillLayout {
    /// The name that callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Compact => "compact",
        }
    }
}

const OPEN: &str = "<available_skills>\n";
const CLOSE: &str = "</available_skills>";
const OPEN_SKILL: &str = "  <skill>\n";
const CLOSE_SKILL: &str = "  </skill>\n";

/// The five characters that XML reserves, and what stands for each.
const ESCAPES: [(u8, &str); 5] =
    [(b'&', "&amp;"), (b'<', "&lt;"), (b'>', "&gt;"), (b'"', "&quot;"), (b'\'', "&apos;")];

fn escape(unit: u16) -> Option<&'static str> {
    ESCAPES.iter().find(|(byte, _)| u16::from(*byte) == unit).map(|(_, escaped)| *escaped)
}

fn push_escaped(out: &mut Text, text: &U16Str) {
    let units = text.as_slice();
    let mut done = 0;
    for (index, unit) in units.iter().enumerate() {
        if let Some(escaped) = escape(*unit) {
            out.push_slice(&units[done..index]);
            out.push_str(escaped);
            done = index + 1;
        }
    }
    out.push_slice(&units[done..]);
}

/// Units that `text` takes once escaped.
pub(super) fn escaped_len(text: &U16Str) -> usize {
    let len = |unit: &u16| escape(*unit).map_or(1, str::len);
    text.as_slice().iter().map(len).sum()
}

/// The text with XML's five reserved characters escaped. Line ends and control characters stay.
#[must_use]
pub fn escape_xml(text: &U16Str) -> Text {
    let mut out = Text::new();
    push_escaped(&mut out, text);
    out
}

/// A skill as it is printed; its path and description may differ from the skill's own.
#[derive(Debug, Clone)]
pub(super) struct PrintedSkill<'a> {
    pub(super) name: &'a U16Str,
    pub(super) description: Cow<'a, U16Str>,
    pub(super) file_path: Cow<'a, U16Str>,
    pub(super) version: Option<&'a U16Str>,
}

impl<'a> From<&'a Skill> for PrintedSkill<'a> {
    fn from(skill: &'a Skill) -> Self {
        Self {
            name: &skill.name,
            description: Cow::Borrowed(&skill.description),
            file_path: Cow::Borrowed(&skill.file_path),
            version: skill.prompt_version.as_deref(),
        }
    }
}

/// The elements of a skill, in order.
fn elements<'a>(
    skill: &'a PrintedSkill<'_>,
    layout: SkillLayout,
    versions: bool,
) -> impl Iterator<Item = (&'static str, &'a U16Str)> {
    let description = (layout == SkillLayout::Full).then_some(&*skill.description);
    let version = skill.version.filter(|_| versions);
    [
        ("name", Some(skill.name)),
        ("description", description),
        ("location", Some(&*skill.file_path)),
        ("version", version),
    ]
    .into_iter()
    .filter_map(|(tag, text)| Some((tag, text?)))
}

/// Units that one skill takes in the list.
pub(super) fn skill_len(skill: &PrintedSkill<'_>, layout: SkillLayout, versions: bool) -> usize {
    // "    <tag>", "</tag>" and a line end.
    let element = |(tag, text): (&str, &U16Str)| 2 * tag.len() + 10 + escaped_len(text);
    let elements: usize = elements(skill, layout, versions).map(element).sum();
    OPEN_SKILL.len() + elements + CLOSE_SKILL.len()
}

/// Two line ends, the guidance lines, an empty line and the opening tag.
fn head(layout: SkillLayout, versions: bool, texts: &SkillTexts) -> Text {
    let load = match layout {
        SkillLayout::Full => &texts.load_by_description,
        SkillLayout::Compact => &texts.load_by_name,
    };
    let read_again = versions.then_some(&texts.read_again);
    let lines = [Some(&texts.purpose), Some(load), read_again, Some(&texts.relative_paths)];
    let mut out = to_text("\n");
    for line in lines.into_iter().flatten().map(|line: &Template| line.fill(&[])) {
        if !line.is_empty() {
            out.push_str("\n");
            out.push(line);
        }
    }
    out.push_str("\n\n");
    out.push_str(OPEN);
    out
}

/// Units around the skills of a list that is not empty.
pub(super) fn frame_len(layout: SkillLayout, versions: bool, texts: &SkillTexts) -> usize {
    head(layout, versions, texts).len() + CLOSE.len()
}

/// Units of the list: nothing for no skills, else the frame and each skill's share.
///
/// A skill's share in the full layout is 97 and its escaped name, description and location, and 24
/// more and its version where that is printed; the compact layout saves 32 and the description.
#[must_use]
pub fn formatted_len(
    skills: &[Skill],
    layout: SkillLayout,
    versions: bool,
    texts: &SkillTexts,
) -> usize {
    if skills.is_empty() {
        return 0;
    }
    let share = |skill: &Skill| skill_len(&skill.into(), layout, versions);
    let shares: usize = skills.iter().map(share).sum();
    frame_len(layout, versions, texts) + shares
}

/// The list as text, in the given order and with every given skill; empty for no skills.
///
/// `versions` prints each skill's version and the line that tells what it is for. The line is printed
/// even where no skill has a version.
#[must_use]
pub fn format_skills<'a>(
    skills: impl IntoIterator<Item = &'a Skill>,
    layout: SkillLayout,
    versions: bool,
    texts: &SkillTexts,
) -> Text {
    let printed: Vec<_> = skills.into_iter().map(PrintedSkill::from).collect();
    print_skills(&printed, layout, versions, texts)
}

pub(super) fn print_skills(
    skills: &[PrintedSkill<'_>],
    layout: SkillLayout,
    versions: bool,
    texts: &SkillTexts,
) -> Text {
    if skills.is_empty() {
        return Text::new();
    }
    let mut out = head(layout, versions, texts);
    let shares = skills.iter().map(|skill| skill_len(skill, layout, versions));
    out.reserve(shares.sum::<usize>() + CLOSE.len());
    for skill in skills {
        out.push_str(OPEN_SKILL);
        for (tag, text) in elements(skill, layout, versions) {
            out.push_str("    <");
            out.push_str(tag);
            out.push_str(">");
            push_escaped(&mut out, text);
            out.push_str("</");
            out.push_str(tag);
            out.push_str(">\n");
        }
        out.push_str(CLOSE_SKILL);
    }
    out.push_str(CLOSE);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::texts::shipped;
    use super::*;

    fn skill(name: &str, description: &str, version: Option<&str>) -> Skill {
        Skill {
            name: to_text(name),
            description: to_text(description),
            file_path: to_text("/s/SKILL.md"),
            prompt_version: version.map(to_text),
            ..Skill::default()
        }
    }

    fn body(text: &Text) -> String {
        let text = text.to_string_lossy();
        text.split_once("\n\n<available_skills>").unwrap().1.to_owned()
    }

    #[test]
    fn reserved_characters_are_escaped_and_line_ends_are_not() {
        let list = [skill("a&<b>\"c'", "&amp;\nsecond", Some("sha256:0"))];
        let text = format_skills(&list, SkillLayout::Full, true, &shipped());
        assert_eq!(
            body(&text),
            "\n  <skill>\n    <name>a&amp;&lt;b&gt;&quot;c&apos;</name>\n    \
             <description>&amp;amp;\nsecond</description>\n    \
             <location>/s/SKILL.md</location>\n    <version>sha256:0</version>\n  \
             </skill>\n</available_skills>"
        );
    }

    #[test]
    fn without_versions_neither_marker_nor_reminder_is_printed() {
        let texts = shipped();
        let with = |version: &str| [skill("a", "d", Some(version))];
        let off = format_skills(&with("sha256:0"), SkillLayout::Full, false, &texts);
        assert_eq!(off, format_skills(&with("sha256:1"), SkillLayout::Full, false, &texts));
        assert!(!off.to_string_lossy().contains("version"));
        let on = format_skills(&with("sha256:0"), SkillLayout::Full, true, &texts);
        assert_ne!(on, format_skills(&with("sha256:1"), SkillLayout::Full, true, &texts));
        let absent = format_skills(&[skill("a", "d", None)], SkillLayout::Full, true, &texts);
        assert!(!body(&absent).contains("version"));
    }

    #[test]
    fn no_skills_are_no_text() {
        assert!(format_skills(&[], SkillLayout::Full, true, &shipped()).is_empty());
        assert_eq!(formatted_len(&[], SkillLayout::Full, true, &shipped()), 0);
    }

    #[test]
    fn a_skill_costs_what_the_manual_says() {
        let version = "sha256:0123456789abcdef";
        let plain = skill("", "", Some(version));
        let own = "/s/SKILL.md".len();
        assert_eq!(skill_len(&(&plain).into(), SkillLayout::Full, true), 144 + own);
        assert_eq!(skill_len(&(&plain).into(), SkillLayout::Full, false), 97 + own);
        assert_eq!(skill_len(&(&plain).into(), SkillLayout::Compact, true), 112 + own);
    }

    proptest! {
        #[test]
        fn the_size_is_the_length_of_the_text(
            list in prop::collection::vec((".{0,20}", ".{0,80}", prop::option::of("[a-f]{0,9}")), 0..6),
            compact: bool,
            versions: bool,
        ) {
            let skills: Vec<Skill> =
                list.iter().map(|(n, d, v)| skill(n, d, v.as_deref())).collect();
            let layout = if compact { SkillLayout::Compact } else { SkillLayout::Full };
            let text = format_skills(&skills, layout, versions, &shipped());
            prop_assert_eq!(text.len(), formatted_len(&skills, layout, versions, &shipped()));
        }
    }
}
