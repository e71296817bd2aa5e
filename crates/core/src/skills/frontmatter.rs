//! The header of a `SKILL.md`.
//!
//! The rules:
//! - The header is the block between a first line `---` and the next line `---`; blanks after the
//!   dashes do not matter, blanks before them do. Only this block is read: later rules are body.
//! - It is read twice, as YAML 1.2 and line by line. A block that is not YAML still yields the lines
//!   that look like `key: value`, so one bad value never takes the name and description with it.
//! - Every value is text: numbers and flags as JavaScript prints them, lists and mappings as JSON.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::script::{trim_end, trim_start};
use super::yaml::{self, Node};
use crate::config::value::trim_str;

/// The one key that a JavaScript object cannot hold as a plain property.
const PROTOTYPE: &str = "__proto__";

/// How much of a header a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderState {
    /// The block is a YAML mapping.
    Mapping,
    /// The block is YAML, but not a mapping; the values are those the line reader found.
    NotAMapping,
    /// The block is not YAML; the values are those the line reader found.
    NotYaml,
    /// The file does not start with a header.
    Missing,
    /// The file starts with `key: value` and has a closing fence, but no opening one.
    NoOpeningFence,
    /// The opening fence is never closed.
    Unterminated,
}

/// A header's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frontmatter {
    /// Whether there is a header and how it was read.
    pub state: HeaderState,
    /// Keys and values in reading order; keys are unique, values are trimmed.
    pub values: Vec<(String, String)>,
}

impl Frontmatter {
    /// The value of `key`, which may be empty.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == key).map(|(_, value)| &**value)
    }

    /// Reads the header of `content`, the whole text of the file.
    #[must_use]
    pub fn parse(content: &str) -> Self {
        match fenced_block(content) {
            Ok(block) => parse_block(&block),
            Err(state) => Self { state, values: Vec::new() },
        }
    }

    /// `key` as a flag: `true 1 yes on` and `false 0 no off` in any case, anything else is `default`.
    #[must_use]
    pub fn flag(&self, key: &str, default: bool) -> bool {
        match self.get(key).map(|value| trim_str(value).to_lowercase()).as_deref() {
            Some("true" | "1" | "yes" | "on") => true,
            Some("false" | "0" | "no" | "off") => false,
            _ => default,
        }
    }
}

/// The lines of `content` without their ends; CRLF, LF and a lone CR all end a line.
fn lines(content: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(content);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            rest = None;
            return Some(text);
        };
        let width = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + width..]);
        Some(&text[..end])
    })
}

/// The text between the fences, its lines joined by line feeds.
fn fenced_block(content: &str) -> Result<String, HeaderState> {
    let content = content.strip_prefix('\u{FEFF}').unwrap_or(content);
    let is_fence = |line: &str| trim_end(line) == "---";
    let mut rest = lines(content);
    if !rest.next().is_some_and(is_fence) {
        let first = lines(content).find(|line| !trim_str(line).is_empty());
        let looks_like_header = first.is_some_and(|line| split_key(line).is_some());
        let unopened = looks_like_header && lines(content).any(is_fence);
        return Err(if unopened { HeaderState::NoOpeningFence } else { HeaderState::Missing });
    }
    let mut block = String::new();
    for line in rest {
        if is_fence(line) {
            block.pop();
            return Ok(block);
        }
        block.push_str(line);
        block.push('\n');
    }
    Err(HeaderState::Unterminated)
}

fn parse_block(block: &str) -> Frontmatter {
    let lines = read_lines(block);
    let (state, mut values) = match yaml::parse(block) {
        Some(Node::Mapping(pairs)) => (HeaderState::Mapping, from_mapping(&pairs, &lines)),
        Some(_) => (HeaderState::NotAMapping, Vec::new()),
        None => (HeaderState::NotYaml, Vec::new()),
    };
    let known: HashSet<String> = values.iter().map(|(key, _)| key.clone()).collect();
    let others = lines.into_iter().filter(|line| !known.contains(&line.key));
    values.extend(others.map(|line| (line.key, line.value)));
    Frontmatter { state, values }
}

fn from_mapping(pairs: &[(Node, Node)], lines: &[LineValue]) -> Vec<(String, String)> {
    let prose: HashMap<&str, &LineValue> =
        lines.iter().filter(|line| line.is_prose()).map(|line| (&*line.key, line)).collect();
    let mut values: Vec<(String, String)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (key, node) in yaml::properties(pairs) {
        let key = trim_str(&key).to_owned();
        let value = match node {
            Node::Null => continue,
            Node::Text(text) => trim_str(text).to_owned(),
            Node::Bool(_) | Node::Number(_) => node.key_text(),
            Node::List(_) | Node::Mapping(_) => {
                // Prose such as `[TODO: x]` or `Use when: this` is meant as text, and one-line JSON is
                // read as JSON5 later, so what stands on the key's own line wins.
                let written = prose.get(&*key);
                written.map_or_else(|| node.json(), |line| line.value.clone())
            }
        };
        if key.is_empty() || key == PROTOTYPE {
            continue;
        }
        match places.entry(key.clone()) {
            Entry::Occupied(place) => values[*place.get()].1 = value,
            Entry::Vacant(place) => {
                place.insert(values.len());
                values.push((key, value));
            }
        }
    }
    values
}

/// What the line reader found for one key.
struct LineValue {
    key: String,
    value: String,
    /// Whether the value stands on the line of its key.
    inline: bool,
}

impl LineValue {
    fn is_prose(&self) -> bool {
        self.inline && self.value.contains(':') && !is_block_indicator(&self.value)
    }
}

/// `|` or `>` with at most a chomping sign and an indentation digit.
fn is_block_indicator(value: &str) -> bool {
    let Some(rest) = value.strip_prefix(['|', '>']) else { return false };
    rest.len() <= 2 && rest.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'))
}

/// The key and the rest of a line `key: rest` whose key is made of letters, digits, `_` and `-`.
fn split_key(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    // JavaScript's dot stops at the two Unicode line separators, so such a line is not read.
    let ends_here = !trim_start(rest).contains(['\u{2028}', '\u{2029}']);
    (!key.is_empty() && key.bytes().all(is_key) && ends_here).then(|| (key, trim_str(rest)))
}

/// The later of two lines with one key wins; keys without a value are not there.
fn read_lines(block: &str) -> Vec<LineValue> {
    let mut found: Vec<LineValue> = Vec::new();
    let mut lines = block.split('\n').peekable();
    while let Some(line) = lines.next() {
        let Some((key, rest)) = split_key(line) else { continue };
        let continues = |line: &&str| line.starts_with([' ', '\t']);
        let inline = !(rest.is_empty() && lines.peek().is_some_and(continues));
        let value = if inline {
            unquoted(rest).to_owned()
        } else {
            let mut gathered = Vec::new();
            while let Some(next) = lines.next_if(|line| line.is_empty() || continues(line)) {
                gathered.push(next);
            }
            trim_str(&gathered.join("\n")).to_owned()
        };
        if value.is_empty() || key == PROTOTYPE {
            continue;
        }
        found.push(LineValue { key: key.to_owned(), value, inline });
    }
    let mut later = HashSet::new();
    found.reverse();
    found.retain(|line| later.insert(line.key.clone()));
    found.reverse();
    found
}

/// The text without one pair of quotes around it; escapes inside stay as they are.
fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_three_dashes_at_the_start_of_a_line() {
        let state = |content| Frontmatter::parse(content).state;
        assert_eq!(state("---\nname: a\n---"), HeaderState::Mapping);
        assert_eq!(state("---  \t\nname: a\n---\u{A0}\n"), HeaderState::Mapping);
        assert_eq!(state("# A heading\n"), HeaderState::Missing);
        assert_eq!(state("\n---\nname: a\n---\n"), HeaderState::Missing);
        assert_eq!(state("----\nname: a\n----\n"), HeaderState::Missing);
        assert_eq!(state("name: x\n---"), HeaderState::NoOpeningFence);
        assert_eq!(state("---\nname: x\n ---\n"), HeaderState::Unterminated);
        assert_eq!(state("---\n- a\n---\n"), HeaderState::NotAMapping);
        assert_eq!(state("---\na: b: c\n---\n"), HeaderState::NotYaml);
    }

    #[test]
    fn the_last_of_equal_keys_counts_in_its_place() {
        let header = Frontmatter::parse("---\na: 1\nb: 2\na: 3\nc: [\n---\n");
        let values: Vec<_> =
            header.values.iter().map(|(key, value)| format!("{key}{value}")).collect();
        assert_eq!(values, ["b2", "a3", "c["]);
    }

    #[test]
    fn a_flag_has_eight_spellings() {
        let header = Frontmatter::parse("---\na: YES\nb: off\nc: 'maybe'\nd: 1\n---\n");
        assert!(header.flag("a", false) && header.flag("d", false));
        assert!(!header.flag("b", true));
        assert!(header.flag("c", true) && !header.flag("c", false));
    }
}
