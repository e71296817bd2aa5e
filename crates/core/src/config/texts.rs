//! The sentences of this layer, as the prompt definition has them.
//!
//! Each table of `prompt/texts.toml` is a struct with a field per text. Loading checks that every text
//! is there and uses exactly the placeholders that the code fills.

use std::sync::LazyLock;

use thiserror::Error;

use crate::shipped;
use crate::text::Template;

/// Finds a text by `table.name`.
pub type Lookup<'a> = dyn Fn(&str) -> Option<&'a Template> + 'a;

/// Why the texts of a prompt definition cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TextError {
    /// The text is not defined.
    #[error("text {key} is missing; add it to the prompt definition")]
    Missing {
        /// `table.name`.
        key: String,
    },
    /// The text has other placeholders than the code fills.
    #[error("text {key} must use the placeholders [{expected}], each once, and no others")]
    Placeholders {
        /// `table.name`.
        key: String,
        /// The placeholders, separated by commas.
        expected: String,
    },
}

pub(crate) fn load(lookup: &Lookup<'_>, key: &str, slots: &[&str]) -> Result<Template, TextError> {
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

macro_rules! texts {
    ($(#[$about:meta])* $name:ident, $table:literal,
     { $($(#[$text:meta])* $field:ident($($slot:literal),*)),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name { $($(#[$text])* pub $field: $crate::text::Template),+ }

        impl $name {
            /// Takes the texts out of a prompt definition.
            pub fn load(
                lookup: &$crate::config::Lookup<'_>,
            ) -> Result<Self, $crate::config::TextError> {
                use $crate::config::texts::load;
                Ok(Self {
                    $($field: load(lookup, concat!($table, ".", stringify!($field)), &[$($slot),*])?),+
                })
            }
        }
    };
}
pub(crate) use texts;

texts!(
    /// Texts of the speech hint, one line each.
    TtsTexts, "tts", {
        /// Speech is on.
        enabled(),
        /// Speak only when spoken to.
        inbound(),
        /// Speak only when tagged.
        tagged(),
        /// The voice's name.
        persona("name"),
        /// The voice's name and character.
        persona_described("name", "description"),
        /// The limit, longer text is summarised.
        length_summarized("max"),
        /// The limit, longer text is cut.
        length_cut("max"),
        /// What the workspace says about speech wins.
        defer_to_workspace(),
        /// How to write a speech directive.
        directives(),
    }
);

texts!(
    /// Texts of the GPT-5 overlay.
    Gpt5Texts, "gpt5", {
        /// The contract in five tagged blocks.
        contract(),
        /// The friendly interaction style.
        friendly(),
        /// What it adds on a heartbeat.
        heartbeat(),
    }
);

texts!(
    /// Texts of the memory section.
    MemoryTexts, "memory", {
        /// The heading.
        heading(),
        /// Both tools are there.
        search_and_get(),
        /// Only the search is there.
        search_only(),
        /// Only reading is there.
        get_only(),
        /// Citations are off.
        citations_off(),
        /// Citations are on.
        citations_on(),
    }
);

texts!(
    /// Notes below the workspace line.
    WorkspaceNoteTexts, "workspace_notes", {
        /// Commit the workspace while it is being set up.
        commit(),
        /// The run has no gateway around it.
        embedded(),
    }
);

texts!(
    /// The current time, for text that is made at call time.
    TimeTexts, "time", {
        /// Local time and zone.
        current("time", "zone"),
        /// The same instant in UTC.
        reference("time"),
    }
);

texts!(
    /// The heartbeat prompt of a config that has none.
    HeartbeatTexts, "heartbeat", {
        /// The prompt.
        default_prompt(),
    }
);

texts!(
    /// What fences system text that a plugin adds.
    HookTexts, "hooks", {
        /// Says where the text comes from.
        provenance(),
    }
);

/// Every text of this layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigTexts {
    /// Speech hint.
    pub tts: TtsTexts,
    /// GPT-5 overlay.
    pub gpt5: Gpt5Texts,
    /// Memory section.
    pub memory: MemoryTexts,
    /// Workspace notes.
    pub workspace_notes: WorkspaceNoteTexts,
    /// Current time.
    pub time: TimeTexts,
    /// Heartbeat.
    pub heartbeat: HeartbeatTexts,
    /// Plugin hooks.
    pub hooks: HookTexts,
}

impl ConfigTexts {
    /// The texts of the shipped definition.
    ///
    /// # Panics
    ///
    /// When the definition lacks one, which a test rules out.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static TEXTS: LazyLock<ConfigTexts> = LazyLock::new(|| {
            let load = ConfigTexts::load(&|key| shipped::definition().text(key));
            load.unwrap_or_else(|error| {
                panic!("the shipped definition is checked by a test: {error}")
            })
        });
        &TEXTS
    }

    /// Takes the texts out of a prompt definition.
    pub fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            tts: TtsTexts::load(lookup)?,
            gpt5: Gpt5Texts::load(lookup)?,
            memory: MemoryTexts::load(lookup)?,
            workspace_notes: WorkspaceNoteTexts::load(lookup)?,
            time: TimeTexts::load(lookup)?,
            heartbeat: HeartbeatTexts::load(lookup)?,
            hooks: HookTexts::load(lookup)?,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use super::*;

    pub(crate) fn shipped_tables() -> HashMap<String, Template> {
        let source = include_str!("../../../../prompt/texts.toml");
        let tables: toml::Table = source.parse().unwrap();
        let mut texts = HashMap::new();
        for (table, entries) in tables {
            for (name, text) in entries.as_table().into_iter().flatten() {
                if let Some(text) = text.as_str() {
                    texts.insert(format!("{table}.{name}"), Template::parse(text).unwrap());
                }
            }
        }
        texts
    }

    /// The shipped texts, from the file.
    pub(crate) fn shipped() -> ConfigTexts {
        let tables = shipped_tables();
        ConfigTexts::load(&|key| tables.get(key)).unwrap()
    }

    /// Texts that say only which text they are and what was filled in, for tests that must not change
    /// with a sentence.
    pub(crate) fn synthetic() -> ConfigTexts {
        let mut tables = shipped_tables();
        for (key, template) in &mut tables {
            let slots: Vec<String> = template.slots().map(|slot| format!("{{{slot}}}")).collect();
            *template = Template::parse(&format!("<{key} {}>", slots.join(" "))).unwrap();
        }
        ConfigTexts::load(&|key| tables.get(key)).unwrap()
    }

    #[test]
    fn the_shipped_texts_load() {
        assert!(!shipped().tts.enabled.pieces.is_empty());
        assert_eq!(*ConfigTexts::shipped(), shipped());
    }

    #[test]
    fn a_missing_text_and_a_wrong_placeholder_are_named() {
        let mut tables = shipped_tables();
        tables.insert("tts.persona".to_owned(), Template::parse("{nome}").unwrap());
        let error = ConfigTexts::load(&|key| tables.get(key)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "text tts.persona must use the placeholders [name], each once, and no others"
        );
        tables.remove("tts.persona");
        let error = ConfigTexts::load(&|key| tables.get(key)).unwrap_err();
        assert_eq!(error, TextError::Missing { key: "tts.persona".to_owned() });
    }
}
