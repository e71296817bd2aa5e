//! What a provider adds to the prompt.
//!
//! Three sources are merged, left to right: the built-in overlay of the model family, the overlay of
//! the provider's plugin, and the plugin's contribution.

use serde::{Deserialize, Serialize};

use super::utf16;
use crate::text::{LF, Text, U16Str, trim};

/// Text that a provider puts into the prompt. Empty parts are absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptContribution {
    /// A block above the cache boundary, before Safety.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub stable_prefix: Option<Text>,
    /// A block below the cache boundary.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub dynamic_suffix: Option<Text>,
    /// Sections that the provider writes itself.
    #[serde(skip_serializing_if = "SectionOverrides::is_empty")]
    pub section_overrides: SectionOverrides,
}

/// The sections that a provider may write itself; other keys are ignored.
///
/// An empty override is kept while merging, where it undoes an earlier one. The renderer then takes it
/// as no override and shows the section's own text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SectionOverrides {
    /// How to talk.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub interaction_style: Option<Text>,
    /// How to call tools.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub tool_call_style: Option<Text>,
    /// How far to go on one's own.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub execution_bias: Option<Text>,
}

impl SectionOverrides {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Merges contributions in order; `None` when there is none.
///
/// Prefixes and suffixes are joined by a blank line; blank ones and exact repeats are dropped. Of two
/// overrides for a section the later wins, even an empty one.
#[must_use]
pub fn merge_contributions<'a>(
    contributions: impl IntoIterator<Item = &'a PromptContribution>,
) -> Option<PromptContribution> {
    let contributions: Vec<_> = contributions.into_iter().collect();
    if contributions.is_empty() {
        return None;
    }
    let block = |part: fn(&PromptContribution) -> &Option<Text>| {
        join_distinct(contributions.iter().filter_map(|contribution| part(contribution).as_deref()))
    };
    let section = |part: fn(&SectionOverrides) -> &Option<Text>| {
        let overrides = contributions.iter().rev();
        overrides.map(|contribution| part(&contribution.section_overrides)).find_map(Clone::clone)
    };
    Some(PromptContribution {
        stable_prefix: block(|contribution| &contribution.stable_prefix),
        dynamic_suffix: block(|contribution| &contribution.dynamic_suffix),
        section_overrides: SectionOverrides {
            interaction_style: section(|overrides| &overrides.interaction_style),
            tool_call_style: section(|overrides| &overrides.tool_call_style),
            execution_bias: section(|overrides| &overrides.execution_bias),
        },
    })
}

fn join_distinct<'a>(blocks: impl Iterator<Item = &'a U16Str>) -> Option<Text> {
    let mut kept: Vec<&U16Str> = Vec::new();
    for block in blocks {
        if !trim(block).is_empty() && !kept.contains(&block) {
            kept.push(block);
        }
    }
    (!kept.is_empty()).then(|| join_blocks(&kept))
}

/// Joins blocks by a blank line.
pub(super) fn join_blocks(blocks: &[&U16Str]) -> Text {
    let mut out = Text::new();
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            out.push_slice([LF, LF]);
        }
        out.push(block);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn prefix(text: &str) -> PromptContribution {
        PromptContribution { stable_prefix: Some(to_text(text)), ..PromptContribution::default() }
    }

    fn style(text: &str) -> PromptContribution {
        let interaction_style = Some(to_text(text));
        PromptContribution {
            section_overrides: SectionOverrides { interaction_style, ..Default::default() },
            ..PromptContribution::default()
        }
    }

    #[test]
    fn blocks_are_joined_in_order_and_repeats_dropped() {
        let merged = merge_contributions(&[prefix("B"), prefix("OV"), prefix("CO")]).unwrap();
        assert_eq!(merged, prefix("B\n\nOV\n\nCO"));
        assert_eq!(merge_contributions(&[prefix("B"), prefix("B")]).unwrap(), prefix("B"));
        assert_eq!(merge_contributions(&[prefix("B"), prefix(" ")]).unwrap(), prefix("B"));
        assert_eq!(merge_contributions(&[prefix("B"), prefix("B ")]).unwrap(), prefix("B\n\nB "));
        assert_eq!(merge_contributions([]), None);
    }

    #[test]
    fn the_later_override_wins_even_when_it_is_empty() {
        assert_eq!(merge_contributions(&[style("a"), style("b")]).unwrap(), style("b"));
        assert_eq!(merge_contributions(&[style("a"), style("")]).unwrap(), style(""));
        assert_eq!(merge_contributions(&[style("a"), prefix("")]).unwrap(), style("a"));
    }

    #[test]
    fn unknown_sections_are_ignored() {
        let json = r#"{"sectionOverrides": {"safety": "x", "execution_bias": "y"}}"#;
        let contribution: PromptContribution = serde_json::from_str(json).unwrap();
        let overrides = contribution.section_overrides;
        assert_eq!(overrides.execution_bias, Some(to_text("y")));
        assert_eq!(overrides.interaction_style, None);
    }
}
