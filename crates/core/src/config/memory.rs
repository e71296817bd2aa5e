//! The lines of the memory section.
//!
//! The bundled memory gives the section; supplements of plugins follow, sorted by plugin id. A gateway
//! with another memory plugin passes that one's lines instead.

use serde::Deserialize;

use super::texts::MemoryTexts;
use super::utf16;
use crate::text::{Collator, Text, U16Str, lower_case, trim};

/// What a plugin adds to the memory section.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MemorySupplement {
    /// Id of the plugin.
    #[serde(with = "utf16")]
    pub plugin_id: Text,
    /// Its lines.
    #[serde(with = "utf16")]
    pub lines: Vec<Text>,
}

/// The section of the bundled memory: heading, guidance for the tools that are there, citations, and
/// an empty line that separates supplements. Without `memory_search` and `memory_get` it has no lines.
///
/// Tool names are compared without case and blanks. Only the citation mode `off` turns citations off.
#[must_use]
pub fn bundled_memory_lines(
    available_tools: &[Text],
    citations_mode: Option<&U16Str>,
    texts: &MemoryTexts,
) -> Vec<Text> {
    let has = |name: &str| {
        let is = |tool: &Text| lower_case(trim(tool)).to_string_lossy() == name;
        available_tools.iter().any(is)
    };
    let guidance = match (has("memory_search"), has("memory_get")) {
        (true, true) => &texts.search_and_get,
        (true, false) => &texts.search_only,
        (false, true) => &texts.get_only,
        (false, false) => return Vec::new(),
    };
    let off = citations_mode.is_some_and(|mode| mode.to_string_lossy() == "off");
    let citations = if off { &texts.citations_off } else { &texts.citations_on };
    let mut lines: Vec<Text> =
        [&texts.heading, guidance, citations].map(|text| text.fill(&[])).into();
    lines.push(Text::new());
    lines
}

/// The lines of the memory section: `primary`, then the supplements sorted by plugin id; those of one
/// plugin keep their order.
#[must_use]
pub fn memory_lines(
    primary: Vec<Text>,
    mut supplements: Vec<MemorySupplement>,
    collator: &Collator,
) -> Vec<Text> {
    collator.sort_by_key(&mut supplements, |supplement| &supplement.plugin_id);
    let mut lines = primary;
    lines.extend(supplements.into_iter().flat_map(|supplement| supplement.lines));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Template, to_text};

    fn texts() -> MemoryTexts {
        let text = |source: &str| Template::parse(source).unwrap();
        MemoryTexts {
            heading: text("## Memory Recall"),
            search_and_get: text("both"),
            search_only: text("search"),
            get_only: text("get"),
            citations_off: text("no sources"),
            citations_on: text("sources"),
        }
    }

    fn lines(tools: &[&str], citations: Option<&str>) -> Vec<String> {
        let tools: Vec<Text> = tools.iter().map(|tool| to_text(tool)).collect();
        let citations = citations.map(to_text);
        let lines = bundled_memory_lines(&tools, citations.as_deref(), &texts());
        lines.iter().map(|line| line.to_string_lossy()).collect()
    }

    #[test]
    fn the_guidance_fits_the_tools_that_are_there() {
        let section = |guidance: &'static str| vec!["## Memory Recall", guidance, "sources", ""];
        assert_eq!(lines(&["memory_search", " Memory_Get "], None), section("both"));
        assert_eq!(lines(&["memory_search"], None), section("search"));
        assert_eq!(lines(&["memory_get"], None), section("get"));
        assert_eq!(lines(&["read"], None), Vec::<String>::new());
    }

    #[test]
    fn only_off_turns_citations_off() {
        let citation = |mode| lines(&["memory_get"], mode)[2].clone();
        assert_eq!(citation(Some("off")), "no sources");
        for mode in [None, Some("on"), Some("auto"), Some("OFF"), Some("")] {
            assert_eq!(citation(mode), "sources", "{mode:?}");
        }
    }

    #[test]
    fn supplements_follow_in_the_order_of_their_plugins() {
        let supplement = |id: &str, line: &str| MemorySupplement {
            plugin_id: to_text(id),
            lines: vec![to_text(line)],
        };
        let supplements = vec![
            supplement("wiki", "1"),
            supplement("Notes", "2"),
            supplement("notes", "3"),
            supplement("wiki", "4"),
        ];
        let collator = Collator::new("en-US").unwrap();
        let lines = memory_lines(vec![to_text("0")], supplements, &collator);
        let lines: Vec<String> = lines.iter().map(|line| line.to_string_lossy()).collect();
        assert_eq!(lines, ["0", "3", "2", "1", "4"]);
    }
}
