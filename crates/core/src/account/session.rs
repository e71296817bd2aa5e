//! The last prompt of each session, as hashes: which of its sections broke the cache, without keeping text.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::compare::{
    Comparison, Part, Parting, Side, conclude, first_difference, section_changes,
};
use super::inputs::PromptInput;
use super::price::Price;
use super::size::TokenCounter;
use super::view::{BlockView, PromptView, SectionView};

/// How many sessions are remembered; the one not seen for longest is forgotten first.
pub const MOST_SESSIONS: usize = 1_024;

/// Units between two hashes of the text: how exact the equal prefix is.
pub const PREFIX_STEP: usize = 128;

/// A prompt without its text.
#[derive(Debug)]
struct Fingerprint {
    /// Sections with the hash of their text.
    sections: Vec<(SectionView, u64)>,
    /// Units of the text.
    length: usize,
    /// Hash of each whole step of the text.
    steps: Vec<u64>,
    blocks: Vec<BlockView>,
    inputs: Vec<PromptInput>,
}

/// Where a session's prompt parts from the one before it.
#[derive(Debug)]
pub struct SessionChange(Parting);

impl SessionChange {
    /// The comparison with the prompt before; `prompt` is the one that was remembered. The equal prefix is
    /// rounded down to [`PREFIX_STEP`] units.
    #[must_use]
    pub fn conclude(
        self,
        prompt: &PromptView,
        price: Option<Price>,
        counter: &mut dyn TokenCounter,
    ) -> Comparison {
        conclude(self.0, prompt, price, counter)
    }
}

/// The last fingerprint of each session.
#[derive(Debug, Default)]
pub struct Sessions {
    /// From the one not seen for longest to the latest.
    known: VecDeque<(String, Fingerprint)>,
}

impl Sessions {
    /// Remembers `prompt` as the last one of `session`; when the one before it was another prompt, tells where
    /// they part.
    pub fn remember(&mut self, session: &str, prompt: &PromptView) -> Option<SessionChange> {
        let fingerprint = Fingerprint::of(prompt);
        let found = self.take(session).and_then(|last| last.parting(&fingerprint));
        if self.known.len() == MOST_SESSIONS {
            self.known.pop_front();
        }
        self.known.push_back((session.to_owned(), fingerprint));
        found.map(SessionChange)
    }

    /// Forgets a session; tells whether it was known.
    pub fn forget(&mut self, session: &str) -> bool {
        self.take(session).is_some()
    }

    fn take(&mut self, session: &str) -> Option<Fingerprint> {
        let index = self.known.iter().position(|(known, _)| known == session)?;
        self.known.remove(index).map(|(_, fingerprint)| fingerprint)
    }
}

impl Fingerprint {
    fn of(prompt: &PromptView) -> Self {
        let hashed = |section: &SectionView| (section.clone(), hash(prompt.own_text(section)));
        Self {
            sections: prompt.sections.iter().map(hashed).collect(),
            length: prompt.text.len(),
            steps: prompt.text.as_slice().chunks_exact(PREFIX_STEP).map(hash).collect(),
            blocks: prompt.blocks.clone(),
            inputs: prompt.inputs.clone(),
        }
    }

    fn side(&self) -> Side<'_, u64> {
        let sections = self.sections.iter().map(|(section, content)| Part {
            id: &section.id,
            placement: section.placement,
            range: &section.range,
            content: *content,
        });
        Side { sections: sections.collect(), blocks: &self.blocks, inputs: &self.inputs }
    }

    /// Where the prompt parts from `new`; `None` when they are equal.
    fn parting(&self, new: &Self) -> Option<Parting> {
        let (old_side, new_side) = (self.side(), new.side());
        let (first, start) = first_difference(&old_side, &new_side, None)?;
        let steps = self.steps.iter().zip(&new.steps).take_while(|(old, new)| old == new).count();
        // The prompts are equal at least up to the section in which they part.
        let equal = start.min(self.length).max(steps * PREFIX_STEP);
        Some(Parting { first: Some(first), equal, sections: section_changes(&old_side, &new_side) })
    }
}

fn hash(units: &[u16]) -> u64 {
    let mut hasher = DefaultHasher::new();
    units.hash(&mut hasher);
    hasher.finish()
}
