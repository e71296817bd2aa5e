//! The sentences of this layer: a struct for each table of `prompt/texts.toml`, a field for each text.

use std::sync::LazyLock;

use crate::shipped;
use crate::texts::{Lookup, TextError, texts};

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
    use super::*;
    use crate::text::Template;
    use crate::texts::tests::shipped_tables;

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
}
