//! Two renders of a prompt: where they part, what caused it, and what the provider's cache loses.
//!
//! A provider reads a prompt from its cache up to the first difference. Everything after it, as far as the
//! cache boundary, is processed anew; what stands below the boundary always is.

use std::ops::Range;

use crate::prompt::{BlockKind, Placement};
use crate::text::{U16Str, floor_boundary};

use super::cause::{Cause, causes};
use super::inputs::{PromptInput, changed_inputs, file_input_of};
use super::price::{Cost, Price};
use super::size::{Size, TokenCounter, measure};
use super::view::{BlockView, PromptView, SectionView};

/// How a section differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Only the second prompt has it.
    Added,
    /// Both have it, with different text.
    Changed,
    /// Both have it, in another order.
    Moved,
    /// Only the first prompt has it.
    Removed,
}

impl Change {
    /// The name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::Removed => "removed",
        }
    }
}

/// A section that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionChange {
    /// Name of the section.
    pub id: String,
    /// How it differs.
    pub change: Change,
}

/// Where two prompts part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstDifference {
    /// The first section that differs, and how.
    pub section: SectionChange,
    /// On which side of the cache boundary the section stands.
    pub placement: Placement,
    /// The context file in which the prompts part.
    pub file: Option<String>,
    /// What is behind it; empty when nothing is known about the prompts' parameters.
    pub causes: Vec<Cause>,
}

/// What [`compare`] found.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Where the prompts part; `None` when they are equal.
    pub first_difference: Option<FirstDifference>,
    /// What both start with.
    pub equal_prefix: Size,
    /// What the cache no longer serves: from the first difference to the cache boundary of the second prompt.
    pub missed: Size,
    /// Every section that differs, in the order of the second prompt; removed ones last.
    pub sections: Vec<SectionChange>,
    /// What the stable prefix costs, when prices are given.
    pub cost: Option<Cost>,
}

/// Compares `new` with `old`.
pub fn compare(
    old: &PromptView,
    new: &PromptView,
    price: Option<Price>,
    counter: &mut dyn TokenCounter,
) -> Comparison {
    let equal = equal_units(&old.text, &new.text);
    let (old, new_side) = (Side::of_view(old), Side::of_view(new));
    let first = first_difference(&old, &new_side, Some(equal)).map(|(first, _)| first);
    let sections = section_changes(&old, &new_side);
    conclude(Parting { first, equal, sections }, new, price, counter)
}

/// Where two prompts part, before sizes are taken.
#[derive(Debug)]
pub(super) struct Parting {
    pub(super) first: Option<FirstDifference>,
    /// Units that both start with.
    pub(super) equal: usize,
    pub(super) sections: Vec<SectionChange>,
}

/// Adds sizes and cost.
pub(super) fn conclude(
    parting: Parting,
    new: &PromptView,
    price: Option<Price>,
    counter: &mut dyn TokenCounter,
) -> Comparison {
    let end = stable_end(&new.sections);
    let equal = floor_boundary(&new.text, parting.equal);
    let equal_prefix = measure(&new.text[..equal], counter);
    let missed = if parting.first.is_some() && equal < end {
        measure(&new.text[equal..end], counter)
    } else {
        Size::default()
    };
    let cost = price.map(|price| {
        let served = if equal < end {
            equal_prefix.tokens
        } else {
            measure(&new.text[..end], counter).tokens
        };
        price.cost(served, missed.tokens)
    });
    let Parting { first, sections, .. } = parting;
    Comparison { first_difference: first, equal_prefix, missed, sections, cost }
}

/// Where the part that a provider caches ends: at the boundary, or at the end of a prompt without one.
fn stable_end(sections: &[SectionView]) -> usize {
    let stable = sections.iter().take_while(|section| section.placement == Placement::Stable);
    stable.last().map_or(0, |section| section.range.end)
}

fn equal_units(old: &U16Str, new: &U16Str) -> usize {
    old.as_slice().iter().zip(new.as_slice()).take_while(|(old, new)| old == new).count()
}

/// One of two prompts: sections with something to compare their text by.
pub(super) struct Side<'a, T> {
    pub(super) sections: Vec<Part<'a, T>>,
    pub(super) blocks: &'a [BlockView],
    pub(super) inputs: &'a [PromptInput],
}

/// A section and what stands for its text.
pub(super) struct Part<'a, T> {
    pub(super) id: &'a str,
    pub(super) placement: Placement,
    pub(super) range: &'a Range<usize>,
    pub(super) content: T,
}

impl<'a> Side<'a, &'a [u16]> {
    fn of_view(view: &'a PromptView) -> Self {
        let sections = view.sections.iter().map(|section| Part {
            id: &section.id,
            placement: section.placement,
            range: &section.range,
            content: view.own_text(section),
        });
        Self { sections: sections.collect(), blocks: &view.blocks, inputs: &view.inputs }
    }
}

/// The first section that differs, and where it starts. `at` is the first unit that does, when it is known.
pub(super) fn first_difference<T: PartialEq>(
    old: &Side<'_, T>,
    new: &Side<'_, T>,
    at: Option<usize>,
) -> Option<(FirstDifference, usize)> {
    let same =
        |(old, new): &(&Part<'_, T>, &Part<'_, T>)| old.id == new.id && old.content == new.content;
    let index = old.sections.iter().zip(&new.sections).take_while(same).count();
    let (was, is) = (old.sections.get(index), new.sections.get(index));
    let later = |side: &Side<'_, T>, part: &Part<'_, T>| {
        side.sections.iter().skip(index).any(|other| other.id == part.id)
    };
    let (part, change) = match (was, is) {
        (None, None) => return None,
        (Some(was), Some(is)) if was.id == is.id => (is, Change::Changed),
        (Some(was), Some(is)) => match (later(old, is), later(new, was)) {
            (true, true) => (is, Change::Moved),
            (false, _) => (is, Change::Added),
            (true, false) => (was, Change::Removed),
        },
        (None, Some(is)) => (is, Change::Added),
        (Some(was), None) => (was, Change::Removed),
    };
    let file = first_file(old, new, part, at);
    let first = FirstDifference {
        section: SectionChange { id: part.id.to_owned(), change },
        placement: part.placement,
        causes: causes(old.inputs, new.inputs, part.id, file.as_deref()),
        file,
    };
    Some((first, part.range.start))
}

/// The first file of the section that changed, by the prompts' inputs; without them the one at unit `at`.
fn first_file<T>(
    old: &Side<'_, T>,
    new: &Side<'_, T>,
    part: &Part<'_, T>,
    at: Option<usize>,
) -> Option<String> {
    let files = |side: &Side<'_, T>| {
        let range = side.sections.iter().find(|other| other.id == part.id).map(|other| other.range);
        let is_own = |block: &&BlockView| {
            let is_inside = range.is_some_and(|range| range.contains(&block.range.start));
            block.kind == BlockKind::File && is_inside
        };
        side.blocks.iter().filter(is_own).cloned().collect::<Vec<_>>()
    };
    let mut files = [files(new), files(old)].concat();
    files.sort_by_key(|file| file.range.start);
    let changed = changed_inputs(old.inputs, new.inputs);
    let is_first = |file: &&BlockView| {
        if old.inputs.is_empty() || new.inputs.is_empty() {
            at.is_some_and(|at| file.range.contains(&at))
        } else {
            changed.contains(&file_input_of(&file.name))
        }
    };
    files.iter().find(is_first).map(|file| file.name.clone())
}

/// Every section that differs.
pub(super) fn section_changes<T: PartialEq>(
    old: &Side<'_, T>,
    new: &Side<'_, T>,
) -> Vec<SectionChange> {
    let change_of = |part: &Part<'_, T>| match old.sections.iter().find(|other| other.id == part.id)
    {
        None => Some(Change::Added),
        Some(other) if other.content != part.content => Some(Change::Changed),
        Some(_) => None,
    };
    let change = |part: &Part<'_, T>, change| SectionChange { id: part.id.to_owned(), change };
    let of_new = new.sections.iter().filter_map(|part| Some(change(part, change_of(part)?)));
    let is_gone = |part: &&Part<'_, T>| new.sections.iter().all(|other| other.id != part.id);
    let gone = old.sections.iter().filter(is_gone).map(|part| change(part, Change::Removed));
    of_new.chain(gone).collect()
}
