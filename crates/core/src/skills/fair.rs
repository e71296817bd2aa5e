//! The fair policy for a list that does not fit.
//!
//! The rules, in order; the first list that fits is printed:
//! - All descriptions whole.
//! - Long descriptions cut to one common length, the longest that fits.
//! - No descriptions.
//! - No descriptions and fewer skills: by rank, each one that still fits, and the note names the rest.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::text::{Text, U16Str, floor_boundary, single_line, to_text, trim_end};

use super::catalog::{SkillLayout, escaped_len};
use super::list::{Choice, Room, largest_fit};

/// Shortest length to which a description is cut; below that a name says as much.
const SHORTEST: usize = 40;
/// Most names in the note.
const MOST_NAMES: usize = 16;

pub(super) fn list_fairly(room: &Room<'_>, pinned: &[Text], recent: &[Text]) -> Choice {
    let ranked = rank(room, pinned, recent);
    let allowed = ranked.len().min(room.options.max_skills);
    let (candidates, surplus) = ranked.split_at(allowed);
    let surplus_note = left_out_note(room, surplus, MOST_NAMES);

    let full: usize = candidates.iter().map(|index| room.full[*index]).sum();
    if room.fits(SkillLayout::Full, full, surplus_note.as_ref()) {
        return choice(SkillLayout::Full, candidates, surplus_note);
    }
    if let Some(shortened) = shorten(room, candidates, surplus_note.as_ref()) {
        return shortened;
    }
    let compact = candidates.iter().map(|index| room.compact[*index]).sum();
    let note = surplus_note.unwrap_or_else(|| room.texts.compact.fill(&[]));
    if room.fits(SkillLayout::Compact, compact, Some(&note)) {
        return choice(SkillLayout::Compact, candidates, Some(note));
    }
    drop_by_rank(room, &ranked, allowed)
}

fn choice(layout: SkillLayout, kept: &[usize], note: Option<Text>) -> Choice {
    let mut kept = kept.to_vec();
    kept.sort_unstable();
    Choice { layout, kept, note, descriptions: None }
}

/// Indexes of the visible skills, first the last to go.
fn rank(room: &Room<'_>, pinned: &[Text], recent: &[Text]) -> Vec<usize> {
    let places = |names: &[Text]| -> HashMap<Text, usize> {
        names.iter().cloned().enumerate().rev().map(|(place, name)| (name, place)).collect()
    };
    let (pinned, recent) = (places(pinned), places(recent));
    let place = |places: &HashMap<Text, usize>, index: usize| {
        places.get(room.visible[index].printed.name).copied().unwrap_or(usize::MAX)
    };
    let mut ranked: Vec<usize> = (0..room.visible.len()).collect();
    ranked.sort_by_key(|index| {
        let source = Reverse(room.visible[*index].entry.source);
        (place(&pinned, *index), place(&recent, *index), source, *index)
    });
    ranked
}

fn shorten(room: &Room<'_>, candidates: &[usize], surplus_note: Option<&Text>) -> Option<Choice> {
    let note = match surplus_note {
        Some(note) => note.clone(),
        None => room.texts.shortened.fill(&[]),
    };
    let cut = room.texts.cut.fill(&[]);
    let description = |index: usize| &*room.visible[index].printed.description;
    let fits = |most: usize| {
        let len = |index: &usize| {
            let whole = description(*index);
            let shorter = shortened(whole, most, &cut);
            room.full[*index] - escaped_len(whole) + escaped_len(&shorter)
        };
        room.fits(SkillLayout::Full, candidates.iter().map(len).sum(), Some(&note))
    };
    let longest = candidates.iter().map(|index| description(*index).len()).max()?;
    let spare = longest.checked_sub(SHORTEST)?;
    if !fits(SHORTEST) {
        return None;
    }
    let most = SHORTEST + largest_fit(spare, |spare| fits(SHORTEST + spare));
    let mut chosen = choice(SkillLayout::Full, candidates, Some(note));
    let texts = chosen.kept.iter().map(|index| shortened(description(*index), most, &cut));
    chosen.descriptions = Some(texts.collect());
    Some(chosen)
}

/// The description, or its beginning and the mark where it is longer than `most` units.
fn shortened(description: &U16Str, most: usize, cut: &U16Str) -> Text {
    if description.len() <= most {
        return description.to_owned();
    }
    let end = floor_boundary(description, most.saturating_sub(cut.len()));
    let mut out = trim_end(&description[..end]).to_owned();
    out.push(cut);
    out
}

fn drop_by_rank(room: &Room<'_>, ranked: &[usize], allowed: usize) -> Choice {
    for most_names in [MOST_NAMES, MOST_NAMES / 4, 1, 0] {
        // The note's length depends on who is left out, and who is left out on the note's length: the
        // reserve grows until both agree.
        let mut reserve = 0;
        loop {
            let kept = keep_what_fits(room, ranked, allowed, reserve);
            let rest: Vec<usize> =
                ranked.iter().copied().filter(|index| !kept.contains(index)).collect();
            let note = left_out_note(room, &rest, most_names);
            let skills = kept.iter().map(|index| room.compact[*index]).sum();
            let len = room.len(SkillLayout::Compact, skills, note.as_ref());
            let excess = len.saturating_sub(room.options.max_chars);
            if excess == 0 {
                return choice(SkillLayout::Compact, &kept, note);
            }
            if kept.is_empty() {
                break;
            }
            reserve += excess;
        }
    }
    choice(SkillLayout::Compact, &[], left_out_note(room, ranked, 0))
}

/// By rank, each skill that still fits beside `reserve` units for the note.
fn keep_what_fits(room: &Room<'_>, ranked: &[usize], allowed: usize, reserve: usize) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut skills = 0;
    for index in ranked {
        let with = skills + room.compact[*index];
        let len = room.len(SkillLayout::Compact, with, None).saturating_add(reserve);
        if kept.len() < allowed && len <= room.options.max_chars {
            kept.push(*index);
            skills = with;
        }
    }
    kept
}

/// The note that names up to `most` of the skills left out, best rank first; `None` for no skills.
fn left_out_note(room: &Room<'_>, rest: &[usize], most: usize) -> Option<Text> {
    if rest.is_empty() {
        return None;
    }
    let shown = rest.len().min(most);
    let more = to_text(&(rest.len() - shown).to_string());
    let mut names = Text::new();
    for (place, index) in rest[..shown].iter().enumerate() {
        if place > 0 {
            names.push_str(", ");
        }
        names.push(&*single_line(room.visible[*index].printed.name));
    }
    let template = match (shown, rest.len() - shown) {
        (0, _) => &room.texts.left_out_count,
        (_, 0) => &room.texts.left_out,
        _ => &room.texts.left_out_more,
    };
    Some(template.fill(&[("names", &names), ("more", &more)]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::entry::{SkillEntry, SkillSource};
    use super::super::list::tests::{entry, names, options};
    use super::super::list::{ListOptions, Overflow, SkillList, list_skills};
    use super::super::texts::shipped;
    use super::*;

    fn fair(
        entries: &[SkillEntry],
        max_chars: usize,
        pinned: &[&str],
        recent: &[&str],
    ) -> SkillList {
        let names = |names: &[&str]| names.iter().map(|name| to_text(name)).collect();
        let overflow = Overflow::Fair { pinned: names(pinned), recent: names(recent) };
        let options = ListOptions { overflow: &overflow, ..options(max_chars) };
        list_skills(entries, &options, &shipped())
    }

    fn sample() -> Vec<SkillEntry> {
        let long = "long ".repeat(80);
        vec![
            entry("alpha", &long, SkillSource::Bundled),
            entry("beta", "short", SkillSource::Bundled),
            entry("gamma", &long, SkillSource::Workspace),
            entry("delta", &"word ".repeat(30), SkillSource::Managed),
        ]
    }

    #[test]
    fn what_fits_is_the_same_under_both_policies() {
        let list = sample();
        let usual = list_skills(&list, &options(18_000), &shipped());
        assert_eq!(fair(&list, 18_000, &[], &[]), usual);
    }

    #[test]
    fn long_descriptions_are_cut_to_one_length_and_short_ones_stay() {
        let list = sample();
        let whole = fair(&list, 18_000, &[], &[]).text.len();
        let cut = fair(&list, whole - 300, &[], &[]);
        assert_eq!(names(&cut, &list), ["alpha", "beta", "delta", "gamma"]);
        assert!(
            cut.text.len() <= whole - 300 && cut.text.len() > whole - 320,
            "{}",
            cut.text.len()
        );
        let text = cut.text.to_string_lossy();
        let descriptions: Vec<&str> = text
            .split("<description>")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once("</description>")?.0))
            .collect();
        assert_eq!(descriptions[1], "short");
        assert!(descriptions[0].len().abs_diff(descriptions[3].len()) <= 1);
        assert!(descriptions[0].ends_with("..."));
        assert!(cut.diagnostics.is_empty());
    }

    #[test]
    fn names_come_before_descriptions_and_rank_decides_who_goes() {
        let list = sample();
        let compact = fair(&list, 1_150, &[], &[]);
        assert_eq!((compact.layout, compact.included.len()), (SkillLayout::Compact, 4));
        let room = compact.text.len() - 200;
        let few = fair(&list, room, &[], &[]);
        assert_eq!(names(&few, &list), ["delta", "gamma"]);
        assert!(few.text.to_string_lossy().contains("alpha, beta"));
        assert_eq!(few.diagnostics.len(), 2);
        assert_eq!(names(&fair(&list, room, &["beta"], &["alpha"]), &list), ["alpha", "beta"]);
    }

    #[test]
    fn a_smaller_skill_takes_the_room_that_a_larger_one_left() {
        let mut list = sample();
        let room = fair(&list, 1_150, &[], &[]).text.len();
        list[2].skill.file_path = to_text(&format!("/{}/SKILL.md", "x".repeat(2_000)));
        assert_eq!(names(&fair(&list, room, &["gamma"], &[]), &list), ["alpha", "beta", "delta"]);
    }

    proptest! {
        #[test]
        fn every_skill_is_listed_or_reported_and_the_limit_holds(
            lens in prop::collection::vec((1..30_usize, 0..300_usize, 0..6_usize), 1..20),
            max_chars in 0..6_000_usize,
            max_skills in 0..25_usize,
        ) {
            let sources = [
                SkillSource::Extra, SkillSource::Bundled, SkillSource::Managed,
                SkillSource::AgentsPersonal, SkillSource::AgentsProject, SkillSource::Workspace,
            ];
            let list: Vec<_> = lens.iter().enumerate().map(|(at, (name, description, source))| {
                entry(&format!("{}{at}", "n".repeat(*name)), &"é😀 &".repeat(*description), sources[*source])
            }).collect();
            let overflow = Overflow::Fair { pinned: Vec::new(), recent: Vec::new() };
            let options = ListOptions { overflow: &overflow, max_skills, ..options(max_chars) };
            let made = list_skills(&list, &options, &shipped());
            prop_assert!(made.text.len() <= max_chars || made.included.is_empty());
            prop_assert!(made.included.len() <= max_skills);
            prop_assert_eq!(made.included.len() + made.diagnostics.len(), list.len());
            let entries: usize = made.included.iter().map(|one| one.units).sum();
            prop_assert!(entries <= made.text.len());
            let is_whole = !made.text.to_string_lossy().contains('\u{FFFD}');
            prop_assert!(is_whole, "a character was cut in half");
        }
    }
}
