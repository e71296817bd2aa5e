//! The cache boundary: everything above it is the same from turn to turn.

use std::sync::LazyLock;

use crate::text::{
    Needle, Text, U16Str, find, normalize_structured, to_text, trim, trim_end, trim_start,
};

/// The marker between the stable prefix and the dynamic suffix; it stands on a line of its own.
pub const MARKER: &str = "<!-- OPENCLAW_CACHE_BOUNDARY -->";

/// The marker with the line feeds around it: what splits a prompt.
fn boundary() -> Text {
    to_text(&format!("\n{MARKER}\n"))
}

/// A prompt cut at its first boundary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// What stands above, without trailing white space.
    pub stable_prefix: Text,
    /// What stands below, without leading white space. Later markers stay in it.
    pub dynamic_suffix: Text,
}

/// Cuts `prompt` at its first boundary; `None` when it has none.
#[must_use]
pub fn split(prompt: &U16Str) -> Option<Split> {
    let boundary = boundary();
    let at = find(prompt, &boundary)?;
    Some(Split {
        stable_prefix: trim_end(&prompt[..at]).to_owned(),
        dynamic_suffix: trim_start(&prompt[at + boundary.len()..]).to_owned(),
    })
}

/// Replaces each boundary by a line feed.
#[must_use]
pub fn strip(prompt: &U16Str) -> Text {
    crate::text::replace_all(prompt, &boundary(), &to_text("\n")).into_owned()
}

/// Appends a boundary to a prompt that has none; a blank prompt stays as it is.
#[must_use]
pub fn ensure(prompt: &U16Str) -> Text {
    let boundary = boundary();
    let mut out = prompt.to_owned();
    if !trim(prompt).is_empty() && find(prompt, &boundary).is_none() {
        out.push(&boundary);
    }
    out
}

/// Puts `addition` first below the boundary; without a boundary, in front of the prompt.
///
/// `None` and an addition that is blank after normalisation leave the prompt as it is.
#[must_use]
pub fn prepend_after(prompt: &U16Str, addition: Option<&U16Str>) -> Text {
    let addition = addition.map(normalize_structured).unwrap_or_default();
    if addition.is_empty() {
        return prompt.to_owned();
    }
    if trim(prompt).is_empty() {
        return addition;
    }
    let boundary = boundary();
    let gap = to_text("\n\n");
    let Some(at) = find(prompt, &boundary) else {
        return [&addition, &gap, prompt].into_iter().collect::<Joined>().0;
    };
    let tail = normalize_structured(&prompt[at + boundary.len()..]);
    let head: &U16Str = trim_end(&prompt[..at]);
    let with_tail: [&U16Str; 5] = [head, &boundary, &addition, &gap, &tail];
    let parts = if tail.is_empty() { &with_tail[..3] } else { &with_tail[..] };
    parts.iter().copied().collect::<Joined>().0
}

/// Texts written one after the other.
struct Joined(Text);

impl<'a> FromIterator<&'a U16Str> for Joined {
    fn from_iter<I: IntoIterator<Item = &'a U16Str>>(parts: I) -> Self {
        let mut out = Text::new();
        for part in parts {
            out.push(part);
        }
        Self(out)
    }
}

/// Offset, within the marker, of the underscore that [`neutralize`] changes.
const WEAK_SPOT: usize = "<!-- OPENCLAW_CACHE".len();

/// Makes every marker except the one at `own` harmless: content must not move the boundary.
///
/// One underscore becomes a hyphen, so the text keeps its length and the map its ranges, and a reader
/// still sees what the content said.
pub(super) fn neutralize(units: &mut [u16], own: Option<usize>) {
    static NEEDLE: LazyLock<Needle> = LazyLock::new(|| Needle::new(&to_text(MARKER)));
    let mut from = 0;
    while let Some(at) = NEEDLE.find_from(U16Str::from_slice(units), from) {
        if own != Some(at) {
            units[at + WEAK_SPOT] = u16::from(b'-');
        }
        from = at + MARKER.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(text: &str) -> Text {
        to_text(&text.replace('|', &format!("\n{MARKER}\n")))
    }

    #[test]
    fn a_prompt_is_split_at_its_first_boundary() {
        let parts = split(&prompt("a \n|\n b|c")).unwrap();
        assert_eq!(parts.stable_prefix, to_text("a"));
        assert_eq!(parts.dynamic_suffix, prompt("b|c"));
        assert_eq!(split(&to_text("a")), None);
        assert_eq!(split(&to_text(&format!("a\r\n{MARKER}\r\nb"))), None);
    }

    #[test]
    fn stripping_leaves_a_line_feed_for_each_boundary() {
        assert_eq!(strip(&prompt("a\n|\nb")), to_text("a\n\n\nb"));
        // Two markers that share a line feed: the second has lost its own.
        let shared = to_text(&format!("a\n{MARKER}\n{MARKER}\nb"));
        assert_eq!(strip(&shared), to_text(&format!("a\n{MARKER}\nb")));
    }

    #[test]
    fn a_boundary_is_added_only_where_one_is_missing() {
        assert_eq!(ensure(&to_text("a")), prompt("a|"));
        assert_eq!(ensure(&prompt("a|b")), prompt("a|b"));
        assert_eq!(ensure(&to_text(" \n")), to_text(" \n"));
    }

    #[test]
    fn an_addition_goes_first_below_the_boundary() {
        let add =
            |text: &str, addition: &str| prepend_after(&prompt(text), Some(&to_text(addition)));
        assert_eq!(add("a\n|\nb", " x \r\n"), prompt("a|x\n\nb"));
        assert_eq!(add("a|", "x"), prompt("a|x"));
        assert_eq!(add("a", "x"), to_text("x\n\na"));
        assert_eq!(add(" ", "x"), to_text("x"));
        assert_eq!(add("a", " "), to_text("a"));
        assert_eq!(prepend_after(&to_text("a"), None), to_text("a"));
    }

    #[test]
    fn markers_in_content_lose_their_effect_and_nothing_else() {
        let text = format!("{MARKER} x\n{MARKER}\ny");
        let mut units = to_text(&text).into_vec();
        neutralize(&mut units, Some(MARKER.len() + 3));
        let expected = format!("<!-- OPENCLAW_CACHE-BOUNDARY --> x\n{MARKER}\ny");
        assert_eq!(Text::from_vec(units), to_text(&expected));
    }
}
