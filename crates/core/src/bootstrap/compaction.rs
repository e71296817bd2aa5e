//! Sections of `AGENTS.md` that the model is shown again after a compaction.

use serde_json::Value;

use super::startup::StartupTexts;
use super::texts::join_lines;
use crate::config::{at, trim_str};
use crate::text::{Template, Text, U16Str, is_white_space, lower_case, replace_all, split_lines};
use crate::text::{to_text, trim, trim_end};
use crate::texts::{Lookup, TextError, plain, template};

/// The pair that has an older name for each of its sections.
const DEFAULT_PAIR: [&str; 2] = ["session startup", "red lines"];
const OLDER_PAIR: [&str; 2] = ["Every Session", "Safety"];

/// The refresh's sentences.
#[derive(Debug, Clone)]
pub struct CompactionTexts {
    label: Text,
    default_intro: Text,
    default_caption: Text,
    custom_intro: Text,
    custom_caption: Template,
    truncated: Text,
}

impl CompactionTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            label: plain(lookup, "bootstrap.compaction.label")?,
            default_intro: plain(lookup, "bootstrap.compaction.default_intro")?,
            default_caption: plain(lookup, "bootstrap.compaction.default_caption")?,
            custom_intro: plain(lookup, "bootstrap.compaction.custom_intro")?,
            custom_caption: template(lookup, "bootstrap.compaction.custom_caption", &["names"])?,
            truncated: plain(lookup, "bootstrap.excerpt.truncated")?,
        })
    }
}

/// `agents.defaults.compaction.postCompactionSections`; empty turns the refresh off.
#[must_use]
pub fn post_compaction_sections(config: Option<&Value>) -> Vec<String> {
    let path = ["agents", "defaults", "compaction", "postCompactionSections"];
    let list = config.and_then(|config| at(config, &path)?.as_array());
    let names = list.into_iter().flatten().filter_map(Value::as_str).map(trim_str);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Facts of the moment for the refresh.
#[derive(Debug, Clone, Copy)]
pub struct CompactionMoment<'a> {
    /// Today in the user's zone as `YYYY-MM-DD`; takes the place of these letters in the sections.
    pub today: &'a str,
    /// Lines with the current time, shown at the end.
    pub time: &'a U16Str,
}

/// The refresh for these sections of `agents_md`; absent when none of them is there.
///
/// The excerpt holds at most `max_chars` code units and a line that says it was cut.
#[must_use]
pub fn format_post_compaction(
    agents_md: &U16Str,
    sections: &[String],
    max_chars: usize,
    moment: CompactionMoment<'_>,
    texts: &CompactionTexts,
) -> Option<Text> {
    let is_default_pair = is_default_pair(sections);
    let mut found = extract(agents_md, sections.iter().map(String::as_str));
    if found.is_empty() && is_default_pair {
        found = extract(agents_md, OLDER_PAIR.into_iter());
    }
    if found.is_empty() {
        return None;
    }
    let content = replace_all(&paragraphs(&found), &to_text("YYYY-MM-DD"), &to_text(moment.today))
        .into_owned();
    let content = if content.len() > max_chars {
        StartupTexts::cut_text(&content, max_chars, &texts.truncated)
    } else {
        content
    };
    let (intro, caption) = if is_default_pair {
        (&texts.default_intro, texts.default_caption.clone())
    } else {
        let names = to_text(&sections.join(", "));
        (&texts.custom_intro, texts.custom_caption.fill(&[("names", &names)]))
    };
    let time = moment.time.to_owned();
    Some(paragraphs(&[texts.label.clone(), intro.clone(), caption, content, time]))
}

fn paragraphs(parts: &[Text]) -> Text {
    let mut out = Text::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str("\n\n");
        }
        out.push(part);
    }
    out
}

fn is_default_pair(sections: &[String]) -> bool {
    let mut names: Vec<String> =
        sections.iter().map(|name| trim_str(name).to_lowercase()).collect();
    names.sort_unstable();
    let mut pair = DEFAULT_PAIR.to_vec();
    pair.sort_unstable();
    names == pair
}

/// The sections of these names, each trimmed, in the order of the names.
fn extract<'a>(text: &U16Str, names: impl Iterator<Item = &'a str>) -> Vec<Text> {
    let lines: Vec<Line<'_>> = Line::all(text);
    names.filter_map(|name| section(&lines, name)).collect()
}

fn section(lines: &[Line<'_>], name: &str) -> Option<Text> {
    let wanted = lower_case(&to_text(trim_str(name))).into_owned();
    let is_wanted =
        |line: &Line<'_>| line.heading.as_ref().is_some_and(|(_, text)| *text == wanted);
    let start = lines.iter().position(is_wanted)?;
    let level = lines[start].heading.as_ref()?.0;
    let after = &lines[start + 1..];
    let ends = |line: &Line<'_>| line.heading.as_ref().is_some_and(|(other, _)| *other <= level);
    let end = after.iter().position(ends).map_or(lines.len(), |at| start + 1 + at);
    let text: Vec<&U16Str> = lines[start..end].iter().map(|line| line.text).collect();
    let text = join_lines(&text);
    let text = trim(&text);
    (!text.is_empty()).then(|| text.to_owned())
}

struct Line<'a> {
    text: &'a U16Str,
    /// Level 2 or 3 and lower-case text of a heading outside of fences.
    heading: Option<(usize, Text)>,
}

impl<'a> Line<'a> {
    fn all(text: &'a U16Str) -> Vec<Self> {
        let mut in_fence = false;
        let mut lines = Vec::new();
        for line in split_lines(text) {
            // Any line that starts with three backticks opens or closes, as the peer has it.
            if trim(line).as_slice().starts_with(&[0x60, 0x60, 0x60]) {
                in_fence = !in_fence;
            }
            let heading = if in_fence { None } else { sub_heading(line) };
            lines.push(Self { text: line, heading });
        }
        lines
    }
}

fn sub_heading(line: &U16Str) -> Option<(usize, Text)> {
    let units = line.as_slice();
    let level = units.iter().take_while(|unit| **unit == u16::from(b'#')).count();
    let rest = &line[level..];
    let is_apart = rest.as_slice().first().is_some_and(|unit| is_white_space(*unit));
    let text = trim(trim_end(rest));
    ((2..=3).contains(&level) && is_apart && !text.is_empty())
        .then(|| (level, lower_case(text).into_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shipped;

    fn refresh(text: &str, sections: &[&str], max_chars: usize) -> Option<String> {
        let texts = CompactionTexts::load(&|key| shipped::definition().text(key)).unwrap();
        let sections: Vec<String> = sections.iter().map(|name| (*name).to_owned()).collect();
        let time = to_text("Current time: noon\nReference UTC: 12:00");
        let moment = CompactionMoment { today: "2026-07-15", time: &time };
        format_post_compaction(&to_text(text), &sections, max_chars, moment, &texts)
            .map(|text| text.to_string_lossy())
    }

    const AGENTS: &str = "# Top\n## Session Startup\nRead memory/YYYY-MM-DD.md\n### Deep\nx\n\
        # Other\nstill\n## Red Lines\nNever leak.\n## Last\nend\n";

    #[test]
    fn sections_are_shown_in_the_order_of_the_setting() {
        let text = refresh(AGENTS, &["Red Lines", "session startup"], 1_800).unwrap();
        let parts: Vec<&str> = text.split("\n\n").collect();
        assert_eq!(parts[0], "[Post-compaction context refresh]");
        assert_eq!(parts[3], "## Red Lines\nNever leak.");
        let startup = "## Session Startup\nRead memory/2026-07-15.md\n### Deep\nx\n# Other\nstill";
        assert_eq!(parts[4], startup);
        assert_eq!(parts[5], "Current time: noon\nReference UTC: 12:00");
    }

    #[test]
    fn other_names_are_listed_and_must_match_as_a_whole() {
        let text = refresh(AGENTS, &["Last", "Deep"], 1_800).unwrap();
        assert!(text.contains("(Last, Deep)") && text.contains("## Last\nend\n\n### Deep\nx"));
        assert_eq!(refresh("## Red Lines ##\nx", &["Red Lines"], 1_800), None);
        assert_eq!(refresh("# Red Lines\nx", &["Red Lines"], 1_800), None);
    }

    #[test]
    fn headings_in_fences_do_not_count() {
        let text = "## A\n```\n## B\n```\nrest\n## B\nreal";
        assert!(refresh(text, &["A"], 1_800).unwrap().contains("## B\n```\nrest"));
        assert!(refresh(text, &["B"], 1_800).unwrap().contains("## B\nreal"));
    }

    #[test]
    fn the_default_pair_has_older_names() {
        let text = "## Every Session\nold\n## Safety\ncareful";
        let shown = refresh(text, &["red lines", "Session Startup"], 1_800).unwrap();
        assert!(shown.contains("## Every Session\nold\n\n## Safety\ncareful"));
        assert_eq!(refresh(text, &["Session Startup"], 1_800), None);
        assert_eq!(refresh(text, &["Session Startup", "Session Startup"], 1_800), None);
    }

    #[test]
    fn a_long_excerpt_is_cut_between_characters() {
        let text = format!("## A\n{}", "😀".repeat(40));
        let shown = refresh(&text, &["A"], 10).unwrap();
        assert!(shown.contains("## A\n😀😀\n...[truncated]..."));
    }

    #[test]
    fn the_refresh_is_off_without_a_list() {
        let sections = |value: Value| {
            let config = json!({"agents": {"defaults": {"compaction": value}}});
            post_compaction_sections(Some(&config))
        };
        assert_eq!(sections(json!({})), [""; 0]);
        assert_eq!(sections(json!({"postCompactionSections": [" A ", 7, ""]})), ["A"]);
    }
}
