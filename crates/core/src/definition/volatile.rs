//! Which parts of a definition would change the stable prefix from turn to turn.

use super::fact::{FactSet, Family, NAMED, Named, Term};
use super::vocabulary::{Computed, Slot};
use super::{Body, Condition, Definition, Line, LinePiece, Section};

const FACTS: [Named; 14] = [
    Named::Channel,
    Named::ChannelOptions,
    Named::ExplicitTarget,
    Named::ExtraContext,
    Named::GroupChat,
    Named::Heartbeat,
    Named::Model,
    Named::NativeApproval,
    Named::Owners,
    Named::Reactions,
    Named::ReactionsMinimal,
    Named::Sessions,
    Named::VoiceHint,
    Named::DynamicContextFiles,
];
const SLOTS: [Slot; 7] = [
    Slot::Channel,
    Slot::ChannelOptions,
    Slot::HeartbeatPrompt,
    Slot::Model,
    Slot::OwnerList,
    Slot::ReactionChannel,
    Slot::ReasoningLevel,
];
const COMPUTED: [Computed; 7] = [
    Computed::DynamicProjectFiles,
    Computed::ExtraContext,
    Computed::MessageToolHints,
    Computed::ProcessSessions,
    Computed::ProviderDynamicSuffix,
    Computed::RuntimeLine,
    Computed::VoiceHint,
];

impl Definition {
    /// Dotted keys of the lines above the cache boundary that depend on what a turn may change.
    ///
    /// Each of them makes the provider's prompt cache miss whenever the channel, the model, the senders or
    /// another volatile parameter changes.
    #[must_use]
    pub fn volatile_lines(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for section in &self.sections[..self.first_dynamic] {
            let whole_section = self.depends_on_turn(&section.when);
            for line in section.all_lines() {
                if whole_section || self.is_volatile(line) {
                    keys.push(key(section, line));
                }
            }
        }
        keys
    }

    /// What must stay the same for the stable prefix of an earlier prompt to be right for a later turn.
    ///
    /// `None` when a suffix cannot be rendered by itself: a value that a turn may change is printed above the
    /// boundary, or a long stable text below it.
    #[must_use]
    pub fn prefix_guard(&self) -> Option<PrefixGuard> {
        let (stable, dynamic) = self.sections.split_at(self.first_dynamic);
        let below = dynamic.iter().flat_map(Section::all_lines);
        if !below.into_iter().all(|line| has_no_stable_text(&line.body)) {
            return None;
        }
        let mut conditions = Vec::new();
        for section in stable {
            if self.depends_on_turn(&section.when) {
                conditions.push(section.when.clone());
            }
            for line in section.all_lines() {
                if prints_turn(&line.body) {
                    return None;
                }
                if self.depends_on_turn(&line.when) {
                    conditions.push(line.when.clone());
                }
            }
        }
        (conditions.len() <= PrefixGuard::MOST).then_some(PrefixGuard { conditions })
    }

    fn is_volatile(&self, line: &Line) -> bool {
        prints_turn(&line.body) || self.depends_on_turn(&line.when)
    }

    fn depends_on_turn(&self, condition: &Condition) -> bool {
        let volatile = |term: &Term| {
            let index = usize::from(term.fact);
            if let Some((named, _, _)) = NAMED.get(index) {
                return FACTS.contains(named);
            }
            let family = self.open_facts[index - NAMED.len()].family;
            matches!(family, Family::Channel | Family::Capability)
        };
        condition.terms.iter().any(volatile)
    }
}

impl Section {
    fn all_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().chain(self.fragments.iter())
    }
}

/// Conditions above the boundary that ask about the turn.
#[derive(Debug, Clone)]
pub struct PrefixGuard {
    conditions: Vec<Condition>,
}

impl PrefixGuard {
    /// Conditions that a signature has room for.
    const MOST: usize = 32;

    /// Bit `i` says whether condition `i` holds: equal signatures mean equal prefixes, all else being equal.
    #[must_use]
    pub fn signature(&self, facts: &FactSet) -> u32 {
        let bits = self.conditions.iter().enumerate();
        bits.fold(0, |bits, (index, condition)| bits | u32::from(condition.holds(facts)) << index)
    }
}

fn prints_turn(body: &Body) -> bool {
    match body {
        Body::Computed(computed) => COMPUTED.contains(computed),
        Body::Text(pieces) => pieces
            .iter()
            .any(|piece| matches!(piece, LinePiece::Slot(slot) if SLOTS.contains(slot))),
    }
}

fn has_no_stable_text(body: &Body) -> bool {
    match body {
        Body::Computed(computed) => COMPUTED.contains(computed),
        Body::Text(pieces) => pieces.iter().all(|piece| match piece {
            LinePiece::Slot(slot) => {
                SLOTS.contains(slot) || matches!(slot, Slot::SilentToken | Slot::IdentityPrefix)
            }
            LinePiece::Units(_) | LinePiece::Fragment(_) => true,
        }),
    }
}

fn key(section: &Section, line: &Line) -> String {
    format!("{}.{}", section.id, line.key)
}
