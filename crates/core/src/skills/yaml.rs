//! The header as YAML 1.2 with the core schema.
//!
//! The parser finds the structure; what a plain scalar means is decided here, because the core schema
//! of JavaScript's `yaml` library is what skill authors test against: `yes` is text, `0o17` is 15,
//! `0123` is 123, dates are text, and a merge key is a key like any other.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::mem::discriminant;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError};

use super::script::number_text;

/// Most nodes a header may expand to through aliases before it counts as an attack.
const MAX_NODES: usize = 20_000;
/// Most closing brackets that are moved to where strict YAML wants them.
const MAX_REPAIRS: usize = 16;

/// A parsed node.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    /// In source order; keys are unique unless they are lists or mappings.
    Mapping(Vec<(Node, Node)>),
}

/// The block's single document, or `None` where it is not well-formed YAML.
///
/// Strict YAML forbids what JSON writers do all the time: closing a multi-line mapping at the column of
/// its key. The `yaml` library lets such a closing bracket pass, so it is moved right and read again.
pub(super) fn parse(block: &str) -> Option<Node> {
    let mut source = shield_controls(block);
    for _ in 0..=MAX_REPAIRS {
        match compose(&source) {
            Ok(node) => return node,
            Err(error) => {
                let at = misplaced_bracket(&source, &error)?;
                source.to_mut().insert(at, ' ');
            }
        }
    }
    None
}

/// Where control characters wait while the parser, which refuses them, reads the rest.
const SHIELD: u32 = 0xF_0000;

/// `yaml` takes control characters as text; text mis-read from another encoding is full of them.
fn shield_controls(block: &str) -> Cow<'_, str> {
    let is_refused = |character: char| character.is_control() && !"\t\n\u{85}".contains(character);
    if !block.contains(is_refused) {
        return Cow::Borrowed(block);
    }
    let shield = |character: char| {
        let shielded = char::from_u32(SHIELD + u32::from(character));
        shielded.filter(|_| is_refused(character)).unwrap_or(character)
    };
    Cow::Owned(block.chars().map(shield).collect())
}

fn unshield_controls(text: Cow<'_, str>) -> String {
    let is_shielded = |character: char| (SHIELD..SHIELD + 0xA0).contains(&u32::from(character));
    if !text.contains(is_shielded) {
        return text.into_owned();
    }
    let unshield = |character: char| {
        let original = u32::from(character).checked_sub(SHIELD).and_then(char::from_u32);
        original.filter(|_| is_shielded(character)).unwrap_or(character)
    };
    text.chars().map(unshield).collect()
}

/// Byte index of a closing bracket that starts its line and is too far left.
fn misplaced_bracket(source: &str, error: &ScanError) -> Option<usize> {
    if !matches!(error.kind(), ErrorKind::InvalidIndentation) {
        return None;
    }
    let at = error.marker().byte_offset()?;
    let line_start = source[..at].rfind('\n').map_or(0, |end| end + 1);
    let starts_line = source[line_start..at].bytes().all(|byte| byte == b' ');
    (starts_line && source[at..].starts_with(['}', ']'])).then_some(at)
}

fn compose(source: &str) -> Result<Option<Node>, ScanError> {
    let options = granit_parser::options! {
        strict_indentation: true,
        bom_inside_document_as_content: true,
    };
    let mut composer = Composer {
        parser: Parser::new_from_str_with_options(source, options),
        anchors: HashMap::new(),
        left: MAX_NODES,
    };
    let mut root = None;
    let mut documents = 0;
    while let Some(event) = composer.next()? {
        match event {
            Event::DocumentStart(..) => documents += 1,
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            event => match composer.node(event)? {
                Some(node) => root = Some(node),
                None => return Ok(None),
            },
        }
    }
    Ok(if documents > 1 { None } else { Some(root.unwrap_or(Node::Null)) })
}

struct Composer<'a> {
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    /// Anchored nodes with the number of nodes each stands for.
    anchors: HashMap<usize, (Node, usize)>,
    /// Nodes that may still be made.
    left: usize,
}

impl<'a> Composer<'a> {
    fn next(&mut self) -> Result<Option<Event<'a>>, ScanError> {
        self.parser.next_event().transpose().map(|found| found.map(|(event, _)| event))
    }

    /// The node that starts with `event`; `None` where the structure is refused.
    fn node(&mut self, event: Event<'a>) -> Result<Option<Node>, ScanError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let before = self.left;
        let (anchor, node) = match event {
            Event::Alias(anchor) => return Ok(self.alias(anchor)),
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.as_deref().map(|tag| tag.core_suffix().unwrap_or("other"));
                (anchor, Some(scalar(unshield_controls(text), style, tag)))
            }
            Event::SequenceStart(_, anchor, _) => (anchor, self.list()?),
            Event::MappingStart(_, anchor, _) => (anchor, self.mapping()?),
            _ => return Ok(None),
        };
        if let (true, Some(node)) = (anchor != 0, &node) {
            self.anchors.insert(anchor, (node.clone(), before - self.left + 1));
        }
        Ok(node)
    }

    fn alias(&mut self, anchor: usize) -> Option<Node> {
        // An anchor that is still open has no entry yet: a node cannot hold itself.
        let (node, count) = self.anchors.get(&anchor)?;
        self.left = self.left.checked_sub(*count)?;
        Some(node.clone())
    }

    fn list(&mut self) -> Result<Option<Node>, ScanError> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                Some(Event::SequenceEnd) => return Ok(Some(Node::List(items))),
                Some(event) => match self.node(event)? {
                    Some(item) => items.push(item),
                    None => return Ok(None),
                },
                None => return Ok(None),
            }
        }
    }

    fn mapping(&mut self) -> Result<Option<Node>, ScanError> {
        let mut pairs: Vec<(Node, Node)> = Vec::new();
        let mut seen = HashSet::new();
        loop {
            let key = match self.next()? {
                Some(Event::MappingEnd) => return Ok(Some(Node::Mapping(pairs))),
                Some(event) => self.node(event)?,
                None => None,
            };
            let Some(key) = key else { return Ok(None) };
            if key.is_plain() && !seen.insert((discriminant(&key), key.key_text())) {
                return Ok(None);
            }
            let Some(event) = self.next()? else { return Ok(None) };
            let Some(value) = self.node(event)? else { return Ok(None) };
            pairs.push((key, value));
        }
    }
}

fn scalar(text: String, style: ScalarStyle, tag: Option<&str>) -> Node {
    let typed = match tag {
        None => style == ScalarStyle::Plain,
        Some(tag) => matches!(tag, "int" | "bool"),
    };
    if typed { core_schema(text) } else { Node::Text(text) }
}

fn core_schema(text: String) -> Node {
    match text.as_str() {
        "" | "~" | "null" | "Null" | "NULL" => return Node::Null,
        "true" | "True" | "TRUE" => return Node::Bool(true),
        "false" | "False" | "FALSE" => return Node::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Node::Number(f64::NAN),
        _ => {}
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(number) = text.strip_prefix(prefix).and_then(|digits| whole(digits, radix)) {
            return Node::Number(number);
        }
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let magnitude = match unsigned {
        ".inf" | ".Inf" | ".INF" => Some(f64::INFINITY),
        _ if is_decimal(unsigned) => unsigned.parse().ok(),
        _ => None,
    };
    match magnitude {
        Some(number) if text.starts_with('-') => Node::Number(-number),
        Some(number) => Node::Number(number),
        None => Node::Text(text),
    }
}

fn whole(digits: &str, radix: u32) -> Option<f64> {
    if digits.is_empty() {
        return None;
    }
    let add =
        |sum: f64, digit: char| Some(sum * f64::from(radix) + f64::from(digit.to_digit(radix)?));
    digits.chars().try_fold(0.0, add)
}

/// Digits with at most one point and an optional exponent; at least one digit before the exponent.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let exponent_fits = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !digits.is_empty() && is_digits(digits)
    });
    has_digits && is_digits(whole) && is_digits(fraction) && exponent_fits
}

impl Node {
    /// Whether an equal key in one mapping is a mistake; nothing equals NaN.
    fn is_plain(&self) -> bool {
        match self {
            Node::Null | Node::Bool(_) | Node::Text(_) => true,
            Node::Number(number) => !number.is_nan(),
            Node::List(_) | Node::Mapping(_) => false,
        }
    }

    /// The property name a JavaScript object has for this key.
    pub(super) fn key_text(&self) -> String {
        match self {
            Node::Null => String::new(),
            Node::Bool(flag) => flag.to_string(),
            Node::Number(number) => number_text(*number),
            Node::Text(text) => text.clone(),
            Node::List(_) | Node::Mapping(_) => self.flow_text(),
        }
    }

    /// A list or mapping in flow notation, as the `yaml` library spells such a key.
    fn flow_text(&self) -> String {
        match self {
            Node::List(items) => {
                let items: Vec<_> = items.iter().map(Node::flow_text).collect();
                if items.is_empty() { "[]".to_owned() } else { format!("[ {} ]", items.join(", ")) }
            }
            Node::Mapping(pairs) => {
                let pair = |(key, value): &(Node, Node)| match value {
                    Node::Null => key.flow_text(),
                    value => format!("{}: {}", key.flow_text(), value.flow_text()),
                };
                let pairs: Vec<_> = pairs.iter().map(pair).collect();
                if pairs.is_empty() {
                    "{}".to_owned()
                } else {
                    format!("{{ {} }}", pairs.join(", "))
                }
            }
            Node::Null => "null".to_owned(),
            plain => plain.key_text(),
        }
    }

    /// `JSON.stringify(value)`: keys that are array indexes come first, infinities become `null`.
    pub(super) fn json(&self) -> String {
        match self {
            Node::Bool(flag) => flag.to_string(),
            Node::Number(number) if number.is_finite() => number_text(*number),
            Node::Null | Node::Number(_) => "null".to_owned(),
            Node::Text(text) => quoted(text),
            Node::List(items) => {
                let items: Vec<_> = items.iter().map(Node::json).collect();
                format!("[{}]", items.join(","))
            }
            Node::Mapping(pairs) => {
                let properties = properties(pairs);
                let properties: Vec<_> = properties
                    .iter()
                    .map(|(key, value)| format!("{}:{}", quoted(key), value.json()))
                    .collect();
                format!("{{{}}}", properties.join(","))
            }
        }
    }
}

/// The pairs as a JavaScript object holds them: a repeated name keeps its place and takes the later
/// value, and array indexes come first in rising order.
pub(super) fn properties(pairs: &[(Node, Node)]) -> Vec<(String, &Node)> {
    let mut properties: Vec<(String, &Node)> = Vec::with_capacity(pairs.len());
    let mut places: HashMap<String, usize> = HashMap::new();
    for (key, value) in pairs {
        let key = key.key_text();
        match places.entry(key.clone()) {
            Entry::Occupied(place) => properties[*place.get()].1 = value,
            Entry::Vacant(place) => {
                place.insert(properties.len());
                properties.push((key, value));
            }
        }
    }
    properties.sort_by_key(|(key, _)| array_index(key).map_or((1, 0), |index| (0, index)));
    properties
}

fn array_index(key: &str) -> Option<u32> {
    let index: u32 = key.parse().ok()?;
    (index != u32::MAX && index.to_string() == key).then_some(index)
}

fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(block: &str, json: &str) {
        assert_eq!(parse(block).map(|node| node.json()).as_deref(), Some(json), "{block:?}");
    }

    #[test]
    fn the_core_schema_types_plain_scalars_only() {
        check(
            "[1.50, 1e3, 0x1F, 0o17, 0123, +12, .inf, yes, True, ~, 2026-01-02, .5, 5., -0, 0b1, 1_0]",
            r#"[1.5,1000,31,15,123,12,null,"yes",true,null,"2026-01-02",0.5,5,0,"0b1","1_0"]"#,
        );
        check(r#"["1", '2', !!str 3, !!int "4", !x 5]"#, r#"["1","2","3",4,"5"]"#);
    }

    #[test]
    fn objects_are_ordered_as_in_javascript() {
        check(
            "{b: 1, 2: x, 1: y, [k]: l, {a: }: m, \"2\": z}",
            r#"{"1":"y","2":"z","b":1,"[ k ]":"l","{ a }":"m"}"#,
        );
    }

    #[test]
    fn a_bracket_may_close_at_the_column_of_its_key() {
        check("k: {\n  a: b\n}\nl: [\n  c\n]", r#"{"k":{"a":"b"},"l":["c"]}"#);
        assert_eq!(parse("k: {\na: b\n}"), None);
    }

    #[test]
    fn what_the_library_refuses_is_refused() {
        for block in [
            "a: 1\na: 2",
            "a: b: c",
            "a: [",
            "a: @x",
            "a: %x",
            "a: \n\tb: c",
            "a: *n",
            "a: &x [*x]",
        ] {
            assert_eq!(parse(block), None, "{block:?}");
        }
        assert_eq!(parse("a: 1\n...\nb: 2"), None);
        assert_eq!(parse(""), Some(Node::Null));
    }

    #[test]
    fn aliases_cannot_blow_a_header_up() {
        let level = |level: usize| {
            let below = format!("*a{}", level - 1);
            format!("a{level}: &a{level} [{}]\n", [&*below; 9].join(", "))
        };
        let levels: Vec<String> = (1..12).map(level).collect();
        let bomb = format!("a0: &a0 [x]\n{}", levels.concat());
        assert_eq!(parse(&bomb), None);
    }

    #[test]
    fn deep_nesting_is_refused_without_a_crash() {
        assert_eq!(parse(&format!("a: {}", "[".repeat(100_000))), None);
        let level = |depth: usize| format!("{}k:\n", " ".repeat(depth));
        let levels: Vec<String> = (0..2000).map(level).collect();
        assert_eq!(parse(&levels.concat()), None);
    }
}
