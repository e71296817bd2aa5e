//! What plugin hooks add before a prompt is built, and how it is applied.
//!
//! Five sources are asked in order: queued injections, `agent_turn_prepare`,
//! `heartbeat_prompt_contribution`, `before_prompt_build` and the deprecated `before_agent_start`. The
//! `systemPrompt` field is the legacy one: it replaces the whole system prompt.

use serde::{Deserialize, Serialize};

use super::contribution::join_blocks;
use super::texts::HookTexts;
use super::utf16;
use crate::text::{Text, U16Str, normalize_structured, to_text, trim};

/// What one handler returned, or what several came to. `null` is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HookResult {
    /// Replaces the system prompt (legacy).
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<Text>,
    /// Goes before the user prompt.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub prepend_context: Option<Text>,
    /// Goes after the user prompt.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub append_context: Option<Text>,
    /// Goes before the system prompt, fenced.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub prepend_system_context: Option<Text>,
    /// Goes after the system prompt, fenced.
    #[serde(with = "utf16", skip_serializing_if = "Option::is_none")]
    pub append_system_context: Option<Text>,
}

/// What several results come to, in the order in which they ran: the handlers of one hook, or the hooks
/// in the order of this module's head. The first `systemPrompt` wins; contexts are joined by a blank
/// line, empty ones are skipped, blanks are kept.
#[must_use]
pub fn merge_hook_results(results: &[HookResult]) -> HookResult {
    let context = |part: fn(&HookResult) -> &Option<Text>| {
        let texts: Vec<&U16Str> = results
            .iter()
            .filter_map(|result| part(result).as_deref())
            .filter(|text| !text.is_empty())
            .collect();
        (!texts.is_empty()).then(|| join_blocks(&texts))
    };
    HookResult {
        system_prompt: results.iter().find_map(|result| result.system_prompt.clone()),
        prepend_context: context(|result| &result.prepend_context),
        append_context: context(|result| &result.append_context),
        prepend_system_context: context(|result| &result.prepend_system_context),
        append_system_context: context(|result| &result.append_system_context),
    }
}

/// The system prompt with what the hooks say: replaced if they replace it, then the fenced contexts
/// before and after it. Without any of these the prompt is unchanged.
#[must_use]
pub fn apply_hooks(system_prompt: &U16Str, hooks: &HookResult, texts: &HookTexts) -> Text {
    let replacement = hooks.system_prompt.as_deref().filter(|text| !trim(text).is_empty());
    let prompt = replacement.map_or(system_prompt, trim);
    let before = fence(hooks.prepend_system_context.as_deref(), texts);
    let after = fence(hooks.append_system_context.as_deref(), texts);
    if before.is_none() && after.is_none() {
        return prompt.to_owned();
    }
    let parts = [before.as_deref(), Some(trim(prompt)), after.as_deref()];
    let parts: Vec<&U16Str> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    join_blocks(&parts)
}

/// A plugin's text between rules, under a line that says where it comes from.
fn fence(text: Option<&U16Str>, texts: &HookTexts) -> Option<Text> {
    let text = normalize_structured(text?);
    if text.is_empty() {
        return None;
    }
    let rule = to_text("---");
    let provenance = texts.provenance.fill(&[]);
    Some(join_blocks(&[&rule, &provenance, &text, &rule]))
}

/// The user prompt with the contexts of the hooks before and after it, joined by a blank line.
#[must_use]
pub fn apply_hooks_to_user_prompt(user_prompt: &U16Str, hooks: &HookResult) -> Text {
    let parts =
        [hooks.prepend_context.as_deref(), Some(user_prompt), hooks.append_context.as_deref()];
    let parts: Vec<&U16Str> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    join_blocks(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Template;

    fn hook(json: &str) -> HookResult {
        serde_json::from_str(json).unwrap()
    }

    fn texts() -> HookTexts {
        HookTexts { provenance: Template::parse("From a plugin.").unwrap() }
    }

    fn applied(prompt: &str, hooks: &str) -> String {
        apply_hooks(&to_text(prompt), &hook(hooks), &texts()).to_string_lossy()
    }

    #[test]
    fn the_first_replacement_wins_and_contexts_add_up() {
        let merged = merge_hook_results(&[
            hook(r#"{"prependContext": "a", "systemPrompt": null}"#),
            hook(r#"{"prependContext": "b", "systemPrompt": "first"}"#),
            hook(r#"{"systemPrompt": "second"}"#),
        ]);
        assert_eq!(merged, hook(r#"{"prependContext": "a\n\nb", "systemPrompt": "first"}"#));
    }

    #[test]
    fn an_empty_context_takes_nothing_away_and_blanks_stay() {
        let merged = merge_hook_results(&[
            hook(r#"{"appendContext": "queued "}"#),
            hook(r#"{"appendContext": ""}"#),
            hook(r#"{"appendContext": " start"}"#),
        ]);
        assert_eq!(merged, hook(r#"{"appendContext": "queued \n\n start"}"#));
    }

    #[test]
    fn a_hook_replaces_the_prompt_before_the_fences_go_around_it() {
        assert_eq!(applied(" p\n", "{}"), " p\n");
        assert_eq!(applied("p", r#"{"systemPrompt": " "}"#), "p");
        assert_eq!(applied("p", r#"{"systemPrompt": " q "}"#), "q");
        assert_eq!(
            applied(" p\n", r#"{"systemPrompt": "q", "prependSystemContext": "x \r\ny"}"#),
            "---\n\nFrom a plugin.\n\nx\ny\n\n---\n\nq"
        );
        assert_eq!(
            applied(" p\n", r#"{"prependSystemContext": " ", "appendSystemContext": "z"}"#),
            "p\n\n---\n\nFrom a plugin.\n\nz\n\n---"
        );
    }

    #[test]
    fn the_other_contexts_go_to_the_user_prompt() {
        let hooks = hook(r#"{"prependContext": "a", "appendContext": "c"}"#);
        let prompt = apply_hooks_to_user_prompt(&to_text("b"), &hooks);
        assert_eq!(prompt.to_string_lossy(), "a\n\nb\n\nc");
        assert_eq!(
            apply_hooks_to_user_prompt(&to_text("b"), &HookResult::default()).to_string_lossy(),
            "b"
        );
    }
}
