//! Lays the config's prompt settings over what an adapter passes.
//!
//! The peer lets the config win even where it says nothing: with an empty config a caller's speech
//! hint, aliases or owner display are gone. That stays the default, because a gateway relies on it.
//! The result lists the fields that were lost, and [`Precedence::Caller`] turns the rule around.

use super::params::RenderParams;
use super::resolve::AgentPromptConfig;

/// Who wins a field that both the caller and the config can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precedence {
    /// The config, even where it is silent. `configWins: true`, the default.
    #[default]
    Config,
    /// The caller where it gave a value, else the config. `configWins: false`.
    Caller,
}

/// Puts the seven settings into `params`; returns the names of the caller's fields that were lost
/// although they held another value, in the order of [`AgentPromptConfig`].
pub fn apply_prompt_config(
    params: &mut RenderParams,
    settings: AgentPromptConfig,
    precedence: Precedence,
) -> Vec<&'static str> {
    let mut lost = Vec::new();
    let mut field = Field { precedence, lost: &mut lost };
    field.set("ownerDisplay", &mut params.owner_display, settings.owner_display);
    field.set(
        "ownerDisplaySecret",
        &mut params.owner_display_secret,
        settings.owner_display_secret,
    );
    field.set(
        "subagentDelegationMode",
        &mut params.subagent_delegation_mode,
        Some(settings.subagent_delegation_mode),
    );
    field.set("ttsHint", &mut params.tts_hint, settings.tts_hint);
    field.set("modelAliasLines", &mut params.model_alias_lines, Some(settings.model_alias_lines));
    field.set(
        "memoryCitationsMode",
        &mut params.memory_citations_mode,
        settings.memory_citations_mode,
    );
    field.set("fsWorkspaceOnly", &mut params.fs_workspace_only, Some(settings.fs_workspace_only));
    lost
}

struct Field<'a> {
    precedence: Precedence,
    lost: &'a mut Vec<&'static str>,
}

impl Field<'_> {
    fn set<T: PartialEq>(&mut self, name: &'static str, caller: &mut Option<T>, config: Option<T>) {
        if caller.is_some() && self.precedence == Precedence::Caller {
            return;
        }
        if caller.is_some() && *caller != config {
            self.lost.push(name);
        }
        *caller = config;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn caller() -> RenderParams {
        RenderParams {
            owner_display: Some(to_text("hash")),
            owner_display_secret: Some(to_text("s")),
            subagent_delegation_mode: Some(to_text("prefer")),
            tts_hint: Some(to_text("speak")),
            model_alias_lines: Some(vec![to_text("- a: b")]),
            memory_citations_mode: Some(to_text("off")),
            fs_workspace_only: Some(true),
            ..RenderParams::default()
        }
    }

    fn empty_config() -> AgentPromptConfig {
        AgentPromptConfig {
            subagent_delegation_mode: to_text("suggest"),
            ..AgentPromptConfig::default()
        }
    }

    #[test]
    fn an_empty_config_erases_what_the_caller_gave_and_says_which() {
        let mut params = caller();
        let lost = apply_prompt_config(&mut params, empty_config(), Precedence::default());
        assert_eq!(
            lost,
            [
                "ownerDisplay",
                "ownerDisplaySecret",
                "subagentDelegationMode",
                "ttsHint",
                "modelAliasLines",
                "memoryCitationsMode",
                "fsWorkspaceOnly"
            ]
        );
        assert_eq!(params.tts_hint, None);
        assert_eq!(params.owner_display, None);
        assert_eq!(params.subagent_delegation_mode, Some(to_text("suggest")));
        assert_eq!(params.fs_workspace_only, Some(false));
    }

    #[test]
    fn nothing_is_lost_when_both_agree_or_the_caller_is_silent() {
        let mut params = RenderParams {
            subagent_delegation_mode: Some(to_text("suggest")),
            ..RenderParams::default()
        };
        assert!(apply_prompt_config(&mut params, empty_config(), Precedence::Config).is_empty());
    }

    #[test]
    fn a_caller_who_wins_keeps_every_value_and_gets_the_rest_from_the_config() {
        let mut params = RenderParams { tts_hint: None, ..caller() };
        let settings =
            AgentPromptConfig { tts_hint: Some(to_text("from config")), ..empty_config() };
        let lost = apply_prompt_config(&mut params, settings, Precedence::Caller);
        assert!(lost.is_empty());
        assert_eq!(params, RenderParams { tts_hint: Some(to_text("from config")), ..caller() });
    }
}
