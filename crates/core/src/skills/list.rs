//! The list of skills within its limits.
//!
//! The rules of the default policy, all measured on the finished text with its notes:
//! - Hidden skills go, paths are shortened, what is left is sorted by name (English order).
//! - Of these the first `max_skills` may stay. If they fit with descriptions, that is the list; else
//!   without descriptions; else the most that fit without descriptions, found by halving.
//! - A note tells what was left out. A list of no skills is printed even where its note is too long.
//!
//! The fair policy is in [`super::fair`].

use std::borrow::Cow;

use crate::text::{Collator, LF, Text, U16Str, to_text, trim};

use super::catalog::{PrintedSkill, SkillLayout, frame_len, print_skills, skill_len};
use super::diagnostic::{SkillDiagnostic, SkillReason};
use super::entry::SkillEntry;
use super::fair::list_fairly;
use super::paths::HomeShortening;
use super::texts::SkillTexts;

/// What gives way when the list does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Overflow {
    /// All descriptions, then the last names of the alphabet. The default.
    #[default]
    Alphabetical,
    /// Long descriptions are cut evenly, then all descriptions go, then skills by rank; the note names
    /// them. Rank: `pinned` in its order, then `recent` in its order, then workspace before the other
    /// sources in falling precedence, then by name.
    Fair {
        /// Names that must be last to go.
        pinned: Vec<Text>,
        /// Names used lately, latest first.
        recent: Vec<Text>,
    },
}

/// How the list is made.
#[derive(Debug, Clone)]
pub struct ListOptions<'a> {
    /// Most skills in the list.
    pub max_skills: usize,
    /// Most UTF-16 code units of the list, notes included.
    pub max_chars: usize,
    /// A line that stands above the list; trimmed, counts towards the limit.
    pub remote_note: Option<&'a U16Str>,
    /// Whether content versions are printed.
    pub versions: bool,
    /// What gives way.
    pub overflow: &'a Overflow,
    /// How paths in the home directory are shortened; `None` prints them as they are.
    pub home: Option<&'a HomeShortening>,
}

/// A skill in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedSkill {
    /// Its place among the entries given.
    pub entry: usize,
    /// UTF-16 code units it takes.
    pub units: usize,
}

/// The list and its account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillList {
    /// Notes and list, joined by line feeds; empty where there is nothing to say.
    pub text: Text,
    /// What is said about each skill.
    pub layout: SkillLayout,
    /// The skills in the list, in order.
    pub included: Vec<ListedSkill>,
    /// Visible skills, in the list or not.
    pub total: usize,
    /// One for each skill that is hidden or for which there was no room.
    pub diagnostics: Vec<SkillDiagnostic>,
}

/// Makes the list.
///
/// The order of `entries` does not matter, except between skills of one name, which stay in it.
pub fn list_skills<'a>(
    entries: impl IntoIterator<Item = &'a SkillEntry>,
    options: &ListOptions<'_>,
    texts: &SkillTexts,
) -> SkillList {
    let mut diagnostics = Vec::new();
    let mut visible: Vec<Visible<'_>> = Vec::new();
    for (place, entry) in entries.into_iter().enumerate() {
        if entry.skill.hidden {
            diagnostics.push(left_out(entry, SkillReason::Hidden));
            continue;
        }
        let mut printed = PrintedSkill::from(&entry.skill);
        if let Some(home) = options.home {
            printed.file_path = Cow::Owned(home.shorten(&printed.file_path));
        }
        visible.push(Visible { place, entry, printed });
    }
    by_name(&mut visible, |one| one.printed.name);

    let room = Room::new(&visible, options, texts);
    let choice = match options.overflow {
        Overflow::Alphabetical => choose_alphabetically(&room),
        Overflow::Fair { pinned, recent } => list_fairly(&room, pinned, recent),
    };
    finish(choice, &room, diagnostics)
}

/// Sorts by name in English order; skills of one name keep theirs.
pub(super) fn by_name<T>(items: &mut [T], name: impl Fn(&T) -> &U16Str) {
    Collator::new("en").expect("\"en\" is a language tag").sort_by_key(items, name);
}

fn left_out(entry: &SkillEntry, reason: SkillReason) -> SkillDiagnostic {
    SkillDiagnostic {
        reason,
        name: Some(entry.skill.name.clone()),
        path: entry.skill.file_path.clone(),
        source: entry.source,
        details: Vec::new(),
    }
}

/// A skill that may be printed.
pub(super) struct Visible<'a> {
    /// Its place among the entries given.
    place: usize,
    pub(super) entry: &'a SkillEntry,
    pub(super) printed: PrintedSkill<'a>,
}

/// What a policy decided.
pub(super) struct Choice {
    pub(super) layout: SkillLayout,
    /// Indexes of the skills that stay, rising.
    pub(super) kept: Vec<usize>,
    pub(super) note: Option<Text>,
    /// The description of each kept skill where it is not its own.
    pub(super) descriptions: Option<Vec<Text>>,
}

impl Choice {
    fn all(count: usize, note: Option<Text>) -> Self {
        let kept = (0..count).collect();
        Self { layout: SkillLayout::Full, kept, note, descriptions: None }
    }
}

/// The visible skills and what each way of printing them costs.
pub(super) struct Room<'a> {
    pub(super) visible: &'a [Visible<'a>],
    pub(super) options: &'a ListOptions<'a>,
    pub(super) texts: &'a SkillTexts,
    /// Units of each skill with and without its description.
    pub(super) full: Vec<usize>,
    pub(super) compact: Vec<usize>,
    frames: [usize; 2],
    remote: usize,
}

impl<'a> Room<'a> {
    fn new(
        visible: &'a [Visible<'a>],
        options: &'a ListOptions<'a>,
        texts: &'a SkillTexts,
    ) -> Self {
        let lens = |layout| -> Vec<usize> {
            visible.iter().map(|one| skill_len(&one.printed, layout, options.versions)).collect()
        };
        let frame = |layout| frame_len(layout, options.versions, texts);
        Self {
            visible,
            options,
            texts,
            full: lens(SkillLayout::Full),
            compact: lens(SkillLayout::Compact),
            frames: [frame(SkillLayout::Full), frame(SkillLayout::Compact)],
            remote: options.remote_note.map_or(0, |note| trim(note).len()),
        }
    }

    /// Units of the finished text with skills that take `skills` units.
    pub(super) fn len(&self, layout: SkillLayout, skills: usize, note: Option<&Text>) -> usize {
        let frame = self.frames[usize::from(layout == SkillLayout::Compact)];
        let list = if skills == 0 { 0 } else { frame + skills };
        let parts = [self.remote, note.map_or(0, |note| note.len()), list];
        let joints = parts.iter().filter(|len| **len > 0).count().saturating_sub(1);
        parts.iter().sum::<usize>() + joints
    }

    pub(super) fn fits(&self, layout: SkillLayout, skills: usize, note: Option<&Text>) -> bool {
        self.len(layout, skills, note) <= self.options.max_chars
    }
}

fn choose_alphabetically(room: &Room<'_>) -> Choice {
    let total = room.visible.len();
    let allowed = total.min(room.options.max_skills);
    let note = |included, layout| limit_note(included, total, layout, room.texts);

    let full_note = note(allowed, SkillLayout::Full);
    if room.fits(SkillLayout::Full, room.full[..allowed].iter().sum(), full_note.as_ref()) {
        return Choice::all(allowed, full_note);
    }
    let fits = |count: usize| {
        let skills = room.compact[..count].iter().sum();
        room.fits(SkillLayout::Compact, skills, note(count, SkillLayout::Compact).as_ref())
    };
    let count = if fits(allowed) { allowed } else { largest_fit(allowed, fits) };
    let note = note(count, SkillLayout::Compact);
    Choice { layout: SkillLayout::Compact, ..Choice::all(count, note) }
}

/// The largest count in `0..=most` that fits, found by halving; 0 where none does.
pub(super) fn largest_fit(most: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

fn limit_note(
    included: usize,
    total: usize,
    layout: SkillLayout,
    texts: &SkillTexts,
) -> Option<Text> {
    let counts = [included, total].map(|count| to_text(&count.to_string()));
    let counts: [(&str, &U16Str); 2] = [("included", &counts[0]), ("total", &counts[1])];
    let template = match layout {
        SkillLayout::Full if included < total => &texts.some,
        SkillLayout::Full => return None,
        SkillLayout::Compact if included < total => &texts.some_compact,
        SkillLayout::Compact => &texts.compact,
    };
    Some(template.fill(&counts))
}

fn finish(choice: Choice, room: &Room<'_>, mut diagnostics: Vec<SkillDiagnostic>) -> SkillList {
    let Choice { layout, kept, note, descriptions } = choice;
    let versions = room.options.versions;
    let mut printed: Vec<PrintedSkill<'_>> =
        kept.iter().map(|index| room.visible[*index].printed.clone()).collect();
    for (skill, description) in printed.iter_mut().zip(descriptions.into_iter().flatten()) {
        skill.description = Cow::Owned(description);
    }
    let included = kept.iter().zip(&printed).map(|(index, skill)| ListedSkill {
        entry: room.visible[*index].place,
        units: skill_len(skill, layout, versions),
    });
    let included = included.collect();
    let mut is_kept = vec![false; room.visible.len()];
    for index in &kept {
        is_kept[*index] = true;
    }
    let missing = room.visible.iter().zip(&is_kept).filter(|(_, kept)| !**kept);
    diagnostics.extend(missing.map(|(one, _)| left_out(one.entry, SkillReason::ListLimit)));

    let list = print_skills(&printed, layout, versions, room.texts);
    let remote = room.options.remote_note.map(|note| trim(note).to_owned());
    let text = join([remote, note, Some(list)].into_iter().flatten());
    SkillList { text, layout, included, total: room.visible.len(), diagnostics }
}

/// The parts that are not empty, joined by line feeds.
fn join(parts: impl Iterator<Item = Text>) -> Text {
    let mut out = Text::new();
    for part in parts.filter(|part| !part.is_empty()) {
        if !out.is_empty() {
            out.push_slice([LF]);
        }
        out.push(part);
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::super::frontmatter::Frontmatter;
    use super::super::texts::shipped;
    use super::super::{Skill, SkillLocation, SkillSource, format_skills, skill_entry};
    use super::*;
    use crate::text::Template;

    const DEFAULT: Overflow = Overflow::Alphabetical;

    pub(in super::super) fn options(max_chars: usize) -> ListOptions<'static> {
        ListOptions {
            max_skills: 150,
            max_chars,
            remote_note: None,
            versions: true,
            overflow: &DEFAULT,
            home: None,
        }
    }

    pub(in super::super) fn entry(
        name: &str,
        description: &str,
        source: SkillSource,
    ) -> SkillEntry {
        let header = Frontmatter::parse("---\ndescription: d\n---\n");
        let location = SkillLocation {
            file_path: &format!("/s/{name}/SKILL.md"),
            base_dir: &format!("/s/{name}"),
            dir_name: name,
            source,
            slug: None,
        };
        let mut entry = skill_entry(&header, "sha256:0123456789abcdef", location).unwrap();
        entry.skill.description = to_text(description);
        entry
    }

    /// Names in the list, in order.
    pub(in super::super) fn names(list: &SkillList, entries: &[SkillEntry]) -> Vec<String> {
        let name = |one: &ListedSkill| entries[one.entry].skill.name.to_string_lossy();
        list.included.iter().map(name).collect()
    }

    /// `s0`, `s1` and so on, each with a description of 50 units.
    pub(in super::super) fn entries(count: usize) -> Vec<SkillEntry> {
        let description = "x".repeat(50);
        let one = |at| entry(&format!("s{at}"), &description, SkillSource::Workspace);
        (0..count).map(one).collect()
    }

    /// Texts of given lengths: frames of 459 and 452 units, notes of 100 and 115.
    fn measured() -> SkillTexts {
        let text = |len: usize| Template::parse(&"x".repeat(len)).unwrap();
        let counted = |len: usize| {
            let filled = len - "10 10".len();
            Template::parse(&format!("{}{{included}} {{total}}", "x".repeat(filled))).unwrap()
        };
        SkillTexts {
            purpose: text(100),
            load_by_description: text(107),
            load_by_name: text(100),
            read_again: text(100),
            relative_paths: text(107),
            compact: text(100),
            // One digit less where fewer than ten skills are included.
            some_compact: counted(116),
            ..{
                let mut rest = shipped();
                rest.some = counted(83);
                rest
            }
        }
    }

    #[test]
    fn ten_skills_within_falling_budgets() {
        let list = |max_chars, max_skills| {
            let options = ListOptions { max_skills, ..options(max_chars) };
            let list = list_skills(&entries(10), &options, &measured());
            (list.layout.name(), list.included.len(), list.text.len())
        };
        for (budget, layout, kept, len) in [
            (2559, "full", 10, 2559),
            (2558, "compact", 10, 1833),
            (1700, "compact", 8, 1592),
            (1600, "compact", 8, 1592),
            (1500, "compact", 7, 1464),
            (1000, "compact", 3, 952),
            (700, "compact", 1, 696),
            (600, "compact", 0, 115),
            (0, "compact", 0, 115),
        ] {
            assert_eq!(list(budget, 150), (layout, kept, len), "{budget}");
        }
        let (layout, kept, _) = list(18_000, 9);
        assert_eq!((layout, kept), ("full", 9));
    }

    #[test]
    fn many_skills_stay_within_the_default_budget_and_the_note_counts_them() {
        for count in [60, 149, 150, 151, 200, 400] {
            let list = list_skills(&entries(count), &options(18_000), &shipped());
            let text = list.text.to_string_lossy();
            assert!(list.text.len() <= 18_000, "{count}");
            let printed = text.matches("<name>").count();
            assert_eq!(printed, list.included.len());
            let is_whole = printed == count;
            assert_eq!(text.contains(&format!("{printed} of {count}")), !is_whole, "{count}");
            assert_eq!(list.diagnostics.len(), count - printed);
            if count == 60 {
                assert_eq!((list.layout, printed), (SkillLayout::Full, 60));
            }
        }
    }

    #[test]
    fn the_order_is_by_name_in_english_whatever_the_order_given() {
        let given = "zebra Apple äpfel apple _x 10 9 item-2 item-10 日本 éclair Zoo".split(' ');
        let mut list: Vec<_> = given.map(|name| entry(name, "d", SkillSource::Extra)).collect();
        let made = list_skills(&list, &options(18_000), &shipped());
        let order = names(&made, &list);
        let expected = "_x 10 9 äpfel apple Apple éclair item-10 item-2 zebra Zoo 日本";
        assert_eq!(order.join(" "), expected);
        for turn in 1..12 {
            list.rotate_left(turn);
            assert_eq!(list_skills(&list, &options(18_000), &shipped()).text, made.text);
        }
    }

    #[test]
    fn names_of_every_kind_sort_as_in_the_peer() {
        let order = [
            "_x", "-x", ".x", "10", "2", "a", "A", "ä", "a b", "a_b", "a-b", "ab", "aB", "b", "B",
            "e", "E", "é", "ss", "ß", "z", "Z", "Ж", "日本",
        ];
        let list: Vec<_> =
            order.iter().rev().map(|name| entry(name, "d", SkillSource::Extra)).collect();
        let made = list_skills(&list, &options(18_000), &shipped());
        assert_eq!(names(&made, &list), order);
    }

    #[test]
    fn skills_of_one_name_stay_in_the_order_given() {
        let mut list =
            vec![entry("a", "first", SkillSource::Extra), entry("a", "second", SkillSource::Extra)];
        let text = |list: &[SkillEntry]| list_skills(list, &options(18_000), &shipped()).text;
        let forward = text(&list).to_string_lossy();
        assert!(forward.find("first").unwrap() < forward.find("second").unwrap());
        list.reverse();
        assert_ne!(text(&list).to_string_lossy(), forward);
    }

    #[test]
    fn paths_are_mapped_and_shortened_before_they_are_measured() {
        use super::super::{HomeShortening, SandboxMapping};
        let mut list = entries(10);
        let mapping = SandboxMapping::new(&to_text("/s"), &to_text("/w"), true, true);
        for entry in &mut list {
            mapping.apply(&mut entry.skill);
        }
        let mapped = list_skills(&list, &options(18_000), &shipped());
        let text = mapped.text.to_string_lossy();
        assert!(text.contains("<location>/w/.openclaw/sandbox-skills/s0/SKILL.md<"));
        assert!(!text.contains("<location>/s/"));
        let exact = list_skills(&list, &options(mapped.text.len()), &shipped());
        assert_eq!(exact.layout, SkillLayout::Full);
        let home = HomeShortening { homes: vec![to_text("/w/.openclaw")], ..Default::default() };
        let shorter = ListOptions { home: Some(&home), ..options(mapped.text.len() - 1) };
        let shorter = list_skills(&list, &shorter, &shipped());
        assert_eq!(shorter.layout, SkillLayout::Full);
        assert_eq!(mapped.text.len() - shorter.text.len(), 10 * "/w/.openclaw".len() - 10);
    }

    /// The same decision made by printing every candidate.
    fn naive(list: &[SkillEntry], options: &ListOptions<'_>) -> Text {
        let mut skills: Vec<Skill> = list.iter().map(|entry| entry.skill.clone()).collect();
        Collator::new("en").unwrap().sort_by_key(&mut skills, |skill| &skill.name);
        let total = skills.len();
        skills.truncate(options.max_skills);
        let print = |count: usize, layout| {
            let body = format_skills(&skills[..count], layout, options.versions, &shipped());
            let remote = options.remote_note.map(ToOwned::to_owned);
            join(
                [remote, limit_note(count, total, layout, &shipped()), Some(body)]
                    .into_iter()
                    .flatten(),
            )
        };
        let full = print(skills.len(), SkillLayout::Full);
        if full.len() <= options.max_chars {
            return full;
        }
        let compact = |count| print(count, SkillLayout::Compact);
        let fitting =
            (0..=skills.len()).rev().map(compact).find(|text| text.len() <= options.max_chars);
        fitting.unwrap_or_else(|| compact(0))
    }

    proptest! {
        #[test]
        fn the_list_is_the_one_that_printing_every_candidate_finds(
            lens in prop::collection::vec((1..40_usize, 0..200_usize), 1..25),
            max_chars in 0..7_000_usize,
            max_skills in 0..30_usize,
            noted: bool,
            versions: bool,
        ) {
            let list: Vec<_> = lens.iter().enumerate().map(|(at, (name, description))| {
                entry(&format!("{}{at}", "n".repeat(*name)), &"<d".repeat(*description), SkillSource::Extra)
            }).collect();
            let note = to_text("note");
            let remote_note = noted.then_some(&*note);
            let options = ListOptions { max_skills, remote_note, versions, ..options(max_chars) };
            let made = list_skills(&list, &options, &shipped());
            prop_assert_eq!(made.text, naive(&list, &options));
        }
    }
}
