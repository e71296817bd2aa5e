use std::borrow::Cow;

use thiserror::Error;

use crate::text::{Template, Text, U16Str};

/// A text of the prompt definition is not usable.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TextsError {
    /// The definition has no text of this name.
    #[error("text \"{name}\" is missing (add it to prompt/texts.toml)")]
    Missing {
        /// Dotted name.
        name: String,
    },
    /// A placeholder is missing, unknown, or used twice.
    #[error("text \"{name}\" must use each of these placeholders once and no other: {expected}")]
    Placeholders {
        /// Dotted name.
        name: String,
        /// Comma-separated names; empty for none.
        expected: String,
    },
}

/// Finds texts by dotted name and checks their placeholders.
pub(super) struct Lookup<'a> {
    find: &'a dyn Fn(&str) -> Option<Template>,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(find: &'a dyn Fn(&str) -> Option<Template>) -> Self {
        Self { find }
    }

    /// The text `name`, which must have exactly the placeholders `slots`, each once.
    pub(super) fn template(&self, name: &str, slots: &[&str]) -> Result<Template, TextsError> {
        let template =
            (self.find)(name).ok_or_else(|| TextsError::Missing { name: name.to_owned() })?;
        let mut present: Vec<&str> = template.slots().collect();
        let mut expected = slots.to_vec();
        present.sort_unstable();
        expected.sort_unstable();
        if present == expected {
            Ok(template)
        } else {
            let (name, expected) = (name.to_owned(), slots.join(", "));
            Err(TextsError::Placeholders { name, expected })
        }
    }

    /// The text `name`, which must have no placeholders.
    pub(super) fn plain(&self, name: &str) -> Result<Text, TextsError> {
        Ok(self.template(name, &[])?.fill(&[]))
    }
}

/// Decimal digits of a count as text.
pub(super) fn number(value: usize) -> Text {
    Text::from_str(&value.to_string())
}

/// Number of decimal digits.
pub(super) fn digits(value: usize) -> usize {
    value.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// `lines` joined by line feeds.
pub(super) fn join_lines<T: AsRef<U16Str>>(lines: &[T]) -> Text {
    let mut out = Text::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_char('\n');
        }
        out.push(line.as_ref());
    }
    out
}

/// `text` cut to `limit` code units, whole characters only.
pub(super) fn cut(text: &U16Str, limit: usize) -> &U16Str {
    &text[..crate::text::floor_boundary(text, limit)]
}

/// `text` within `budget` code units; what was cut is shown by a final ellipsis where there is room.
///
/// Source: the peer's clamp. Up to three units there is no ellipsis.
pub(super) fn clamp(text: &U16Str, budget: usize) -> Cow<'_, U16Str> {
    if text.len() <= budget {
        return Cow::Borrowed(text);
    }
    if budget <= 3 {
        return Cow::Borrowed(cut(text, budget));
    }
    let mut out = cut(text, budget - 1).to_owned();
    out.push_char('…');
    Cow::Owned(out)
}

#[cfg(test)]
pub(super) mod shipped {
    use std::collections::HashMap;

    use super::*;

    fn flatten(prefix: &str, value: &toml::Value, out: &mut HashMap<String, Template>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    let name =
                        if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    flatten(&name, value, out);
                }
            }
            toml::Value::String(text) => {
                if let Ok(template) = Template::parse(text) {
                    out.insert(prefix.to_owned(), template);
                }
            }
            _ => {}
        }
    }

    /// Looks up the texts of `prompt/texts.toml`.
    pub(in crate::bootstrap) fn find() -> impl Fn(&str) -> Option<Template> {
        let source = include_str!("../../../../prompt/texts.toml");
        let mut texts = HashMap::new();
        flatten("", &toml::Value::Table(toml::from_str(source).unwrap()), &mut texts);
        move |name| texts.get(name).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    #[test]
    fn a_text_needs_exactly_its_placeholders() {
        let find = |name: &str| (name != "gone").then(|| Template::parse("{a} {a}").unwrap());
        let lookup = Lookup::new(&find);
        assert_eq!(
            lookup.template("gone", &[]).unwrap_err(),
            TextsError::Missing { name: "gone".to_owned() }
        );
        let error = lookup.template("x", &["a"]).unwrap_err().to_string();
        assert!(error.contains("each of these placeholders once"), "{error}");
    }

    #[test]
    fn a_clamped_marker_ends_in_an_ellipsis_once_there_is_room() {
        let marker = to_text("[MISSING] Expected at: /w/USER.md");
        let clamped = |budget| clamp(&marker, budget).to_string_lossy();
        assert_eq!([0, 1, 2, 3, 4, 10].map(clamped), ["", "[", "[M", "[MI", "[MI…", "[MISSING]…"]);
        assert_eq!(clamp(&marker, 33).len(), 33);
        assert!(matches!(clamp(&marker, 33), Cow::Borrowed(_)));
    }

    #[test]
    fn a_clamp_never_splits_a_pair() {
        let marker = to_text("[MISSING] Expected at: /😀😀😀/U.md");
        for budget in [27, 28] {
            let clamped = clamp(&marker, budget);
            assert_eq!(clamped.len(), 27);
            assert!(clamped.to_string().unwrap().ends_with("😀…"));
        }
    }

    #[test]
    fn digits_are_counted_without_rounding() {
        assert_eq!([0, 9, 10, 99, 100, 99_999, 100_000].map(digits), [1, 1, 2, 2, 3, 5, 6]);
    }
}
