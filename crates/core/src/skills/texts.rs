//! The sentences around the list.

use thiserror::Error;

use crate::text::Template;

/// A text that the prompt definition must have under `skills`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TextsError {
    /// It is not there.
    #[error("text \"skills.{0}\" is missing from the prompt definition")]
    Missing(&'static str),
    /// Its placeholders are not those that are filled.
    #[error("text \"skills.{0}\" must use the placeholders {1:?} and no others")]
    Placeholders(&'static str, &'static [&'static str]),
}

/// The sentences around the list. Each guidance line may be left empty to drop it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillTexts {
    /// Guidance: what the list is.
    pub purpose: Template,
    /// Guidance: when to load a skill, judging by its description.
    pub load_by_description: Template,
    /// Guidance: when to load a skill, judging by its name.
    pub load_by_name: Template,
    /// Guidance: when to read a skill again. Only where versions are printed.
    pub read_again: Template,
    /// Guidance: what relative paths in a skill are resolved against.
    pub relative_paths: Template,
    /// Note: some skills are left out. `{included}`, `{total}`.
    pub some: Template,
    /// Note: descriptions are left out.
    pub compact: Template,
    /// Note: some skills and all descriptions are left out. `{included}`, `{total}`.
    pub some_compact: Template,
    /// Note of the fair policy: descriptions are shortened.
    pub shortened: Template,
    /// Note of the fair policy: names of what is left out. `{names}`.
    pub left_out: Template,
    /// Note of the fair policy: some names of what is left out. `{names}`, `{more}`.
    pub left_out_more: Template,
    /// Note of the fair policy: how many are left out, where no name fits. `{more}`.
    pub left_out_count: Template,
    /// What stands at the end of a shortened description.
    pub cut: Template,
}

impl SkillTexts {
    /// Collects the texts from `find`, which looks a key up in the table `skills`.
    pub fn new<'a>(find: impl Fn(&str) -> Option<&'a Template>) -> Result<Self, TextsError> {
        let text = |key: &'static str, slots: &'static [&'static str]| {
            let template = find(key).ok_or(TextsError::Missing(key))?;
            let uses_all = slots.iter().all(|slot| template.slots().any(|used| used == *slot));
            let knows_all = template.slots().all(|used| slots.contains(&used));
            if uses_all && knows_all {
                Ok(template.clone())
            } else {
                Err(TextsError::Placeholders(key, slots))
            }
        };
        Ok(Self {
            purpose: text("purpose", &[])?,
            load_by_description: text("load_by_description", &[])?,
            load_by_name: text("load_by_name", &[])?,
            read_again: text("read_again", &[])?,
            relative_paths: text("relative_paths", &[])?,
            some: text("some", &["included", "total"])?,
            compact: text("compact", &[])?,
            some_compact: text("some_compact", &["included", "total"])?,
            shortened: text("shortened", &[])?,
            left_out: text("left_out", &["names"])?,
            left_out_more: text("left_out_more", &["names", "more"])?,
            left_out_count: text("left_out_count", &["more"])?,
            cut: text("cut", &[])?,
        })
    }
}

/// The shipped texts, for tests in this crate.
#[cfg(test)]
pub(super) fn shipped() -> SkillTexts {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../prompt/texts.toml");
    let texts: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let parse = |(key, text): (&String, &toml::Value)| {
        (key.clone(), Template::parse(text.as_str().unwrap()).unwrap())
    };
    let table: std::collections::HashMap<String, Template> =
        texts["skills"].as_table().unwrap().iter().map(parse).collect();
    SkillTexts::new(|key| table.get(key)).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_text_or_a_wrong_placeholder_is_an_error() {
        let none = |_: &str| None;
        assert_eq!(SkillTexts::new(none).unwrap_err(), TextsError::Missing("purpose"));
        let plain = Template::parse("x").unwrap();
        let error = SkillTexts::new(|_| Some(&plain)).unwrap_err();
        assert_eq!(error, TextsError::Placeholders("some", &["included", "total"]));
    }

    #[test]
    fn the_shipped_texts_are_complete() {
        assert!(shipped().purpose.filled_len(&[]) > 0);
    }
}
