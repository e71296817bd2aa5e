//! The sentences of a layer, taken out of a prompt definition.
//!
//! Loading checks that every text is there and uses exactly the placeholders that the code fills.

use thiserror::Error;

use crate::text::{Template, Text};

/// Finds a text by its dotted name, such as `bootstrap.marker.missing`.
pub type Lookup<'a> = dyn Fn(&str) -> Option<&'a Template> + 'a;

/// Why the texts of a prompt definition cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TextError {
    /// The text is not defined.
    #[error("text {key} is missing; add it to the prompt definition")]
    Missing {
        /// Dotted name.
        key: String,
    },
    /// The text has other placeholders than the code fills.
    #[error("text {key} must use the placeholders [{expected}], each once, and no others")]
    Placeholders {
        /// Dotted name.
        key: String,
        /// The placeholders, separated by commas.
        expected: String,
    },
}

/// The text `key`, which must have exactly the placeholders `slots`, each once.
pub(crate) fn template(
    lookup: &Lookup<'_>,
    key: &str,
    slots: &[&str],
) -> Result<Template, TextError> {
    let template = lookup(key).ok_or_else(|| TextError::Missing { key: key.to_owned() })?;
    let mut found: Vec<&str> = template.slots().collect();
    let mut wanted = slots.to_vec();
    found.sort_unstable();
    wanted.sort_unstable();
    if found != wanted {
        let expected = slots.join(", ");
        return Err(TextError::Placeholders { key: key.to_owned(), expected });
    }
    Ok(template.clone())
}

/// The text `key`, which must have no placeholders.
pub(crate) fn plain(lookup: &Lookup<'_>, key: &str) -> Result<Text, TextError> {
    Ok(template(lookup, key, &[])?.fill(&[]))
}

/// Declares a struct with a field for each text of one table, and its constructor.
macro_rules! texts {
    ($(#[$about:meta])* $name:ident, $table:literal,
     { $($(#[$text:meta])* $field:ident($($slot:literal),*)),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name { $($(#[$text])* pub $field: $crate::text::Template),+ }

        impl $name {
            /// Takes the texts out of a prompt definition.
            pub fn load(
                lookup: &$crate::texts::Lookup<'_>,
            ) -> Result<Self, $crate::texts::TextError> {
                Ok(Self {
                    $($field: $crate::texts::template(
                        lookup,
                        concat!($table, ".", stringify!($field)),
                        &[$($slot),*],
                    )?),+
                })
            }
        }
    };
}

pub(crate) use texts;

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Every text of `prompt/texts.toml` by its dotted name.
    pub(crate) fn shipped_tables() -> HashMap<String, Template> {
        let source = include_str!("../../../prompt/texts.toml");
        let mut texts = HashMap::new();
        flatten("", &toml::Value::Table(source.parse().unwrap()), &mut texts);
        texts
    }

    fn flatten(prefix: &str, value: &toml::Value, out: &mut HashMap<String, Template>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    let dot = if prefix.is_empty() { "" } else { "." };
                    flatten(&format!("{prefix}{dot}{key}"), value, out);
                }
            }
            toml::Value::String(text) => {
                out.insert(prefix.to_owned(), Template::parse(text).unwrap());
            }
            _ => {}
        }
    }

    #[test]
    fn a_missing_text_and_a_wrong_placeholder_are_named() {
        let mut tables = shipped_tables();
        tables.insert("tts.persona".to_owned(), Template::parse("{nome} {nome}").unwrap());
        let error = template(&|key| tables.get(key), "tts.persona", &["name"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "text tts.persona must use the placeholders [name], each once, and no others"
        );
        tables.remove("tts.persona");
        let error = template(&|key| tables.get(key), "tts.persona", &["name"]).unwrap_err();
        assert_eq!(error, TextError::Missing { key: "tts.persona".to_owned() });
    }

    #[test]
    fn a_text_that_uses_its_placeholder_twice_is_refused() {
        let twice = Template::parse("{a} {a}").unwrap();
        assert!(template(&|_| Some(&twice), "x", &["a"]).is_err());
    }
}
