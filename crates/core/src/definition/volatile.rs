//! Which parts of a definition would change the stable prefix from turn to turn.

use super::fact::{Family, NAMED, Named, Term};
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
            for line in section.lines.iter().chain(section.fragments.iter()) {
                if whole_section || self.is_volatile(line) {
                    keys.push(key(section, line));
                }
            }
        }
        keys
    }

    /// Whether the dynamic suffix can be rendered by itself while the stable prefix is kept: nothing volatile
    /// stands above the boundary, and no long stable text below it.
    #[must_use]
    pub fn suffix_stands_alone(&self) -> bool {
        let sections = &self.sections[self.first_dynamic..];
        let lines =
            sections.iter().flat_map(|section| section.lines.iter().chain(&*section.fragments));
        self.volatile_lines().is_empty()
            && lines.into_iter().all(|line| has_no_stable_text(&line.body))
    }

    fn is_volatile(&self, line: &Line) -> bool {
        let body = match &line.body {
            Body::Computed(computed) => COMPUTED.contains(computed),
            Body::Text(pieces) => {
                let volatile = |piece: &LinePiece| matches!(piece, LinePiece::Slot(slot) if SLOTS.contains(slot));
                pieces.iter().any(volatile)
            }
        };
        body || self.depends_on_turn(&line.when)
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
