//! The overlay for GPT-5 models.
//!
//! It depends on the model's id, not on the provider that serves it. The contract is always added; a
//! friendly interaction style comes on top unless the personality is off.

use serde_json::Value;

use super::contribution::{PromptContribution, SectionOverrides, join_blocks};
use super::texts::Gpt5Texts;
use super::value::{at, optional_string, trim_str};

/// Providers that `plugins.entries.openai` speaks for.
const OPENAI_PROVIDERS: [&str; 5] =
    ["codex", "codex-cli", "openai", "azure-openai", "azure-openai-responses"];

/// How a GPT-5 model talks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gpt5Personality {
    /// Warm and plain.
    Friendly,
    /// As the model does by itself.
    Off,
}

/// What a run says about its model.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gpt5Request<'a> {
    /// Id of the model, with or without its provider.
    pub model_id: Option<&'a str>,
    /// The provider; absent counts as one that the `openai` plugin speaks for.
    pub provider_id: Option<&'a str>,
    /// Personality that a plugin was started with; weakest of the three sources.
    pub plugin_personality: Option<&'a Value>,
    /// Whether a heartbeat started the turn.
    pub heartbeat: bool,
}

/// Whether an id names a GPT-5 model: `gpt-5` at the start or after `/` or `:`, up to the end, a dot
/// or a hyphen. Case and blanks around it do not matter.
#[must_use]
pub fn is_gpt5_model(model_id: &str) -> bool {
    let id = trim_str(model_id).to_lowercase();
    id.match_indices("gpt-5").any(|(start, name)| {
        let before = id[..start].chars().next_back();
        let after = id[start + name.len()..].chars().next();
        matches!(before, None | Some('/' | ':')) && matches!(after, None | Some('.' | '-'))
    })
}

fn personality(value: Option<&Value>) -> Option<Gpt5Personality> {
    match optional_string(value)?.to_lowercase().as_str() {
        "off" => Some(Gpt5Personality::Off),
        "on" | "friendly" => Some(Gpt5Personality::Friendly),
        _ => None,
    }
}

/// The first valid personality of `agents.defaults.promptOverlays.gpt5.personality`, of
/// `plugins.entries.openai.config.personality` (only for its own providers) and of the plugin; else
/// friendly. Valid are `off`, `friendly` and `on`, in any case.
#[must_use]
pub fn gpt5_personality(config: Option<&Value>, request: &Gpt5Request<'_>) -> Gpt5Personality {
    let setting = |path: &[&str]| personality(config.and_then(|config| at(config, path)));
    let provider = request.provider_id.map(|provider| trim_str(provider).to_lowercase());
    let openai = provider
        .filter(|provider| !provider.is_empty())
        .is_none_or(|provider| OPENAI_PROVIDERS.contains(&provider.as_str()));
    setting(&["agents", "defaults", "promptOverlays", "gpt5", "personality"])
        .or_else(|| {
            let plugin = ["plugins", "entries", "openai", "config", "personality"];
            if openai { setting(&plugin) } else { None }
        })
        .or_else(|| personality(request.plugin_personality))
        .unwrap_or(Gpt5Personality::Friendly)
}

/// What the overlay adds for this model; `None` when it is not a GPT-5 model.
#[must_use]
pub fn resolve_gpt5_system_prompt_contribution(
    config: Option<&Value>,
    request: &Gpt5Request<'_>,
    texts: &Gpt5Texts,
) -> Option<PromptContribution> {
    if !request.model_id.is_some_and(is_gpt5_model) {
        return None;
    }
    let friendly = texts.friendly.fill(&[]);
    let heartbeat = texts.heartbeat.fill(&[]);
    let interaction_style = match gpt5_personality(config, request) {
        Gpt5Personality::Off => None,
        Gpt5Personality::Friendly if request.heartbeat => {
            Some(join_blocks(&[&friendly, &heartbeat]))
        }
        Gpt5Personality::Friendly => Some(friendly),
    };
    Some(PromptContribution {
        stable_prefix: Some(texts.contract.fill(&[])),
        dynamic_suffix: None,
        section_overrides: SectionOverrides { interaction_style, ..SectionOverrides::default() },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts::tests::shipped;
    use super::*;

    #[test]
    fn a_gpt5_model_is_known_by_its_id() {
        for id in [
            "gpt-5",
            "GPT-5.4",
            "gpt-5-mini",
            "openai/gpt-5.5",
            "x:gpt-5",
            " gpt-5 ",
            "openrouter/openai/gpt-5-codex",
            "gpt-5o/gpt-5",
        ] {
            assert!(is_gpt5_model(id), "{id}");
        }
        for id in
            ["gpt-5o", "gpt-50", "gpt-5_1", "gpt-5:free", "my-gpt-5", "openai/gpt-5/x", "gpt5", ""]
        {
            assert!(!is_gpt5_model(id), "{id}");
        }
    }

    fn resolve(config: &Value, plugin: &Value, provider: Option<&str>) -> Gpt5Personality {
        let request = Gpt5Request {
            provider_id: provider,
            plugin_personality: Some(plugin),
            ..Gpt5Request::default()
        };
        gpt5_personality(Some(config), &request)
    }

    #[test]
    fn the_first_valid_personality_wins() {
        use Gpt5Personality::{Friendly, Off};
        let config = |overlay: &str, plugin: &str| {
            json!({
                "agents": {"defaults": {"promptOverlays": {"gpt5": {"personality": overlay}}}},
                "plugins": {"entries": {"openai": {"config": {"personality": plugin}}}}
            })
        };
        let none = json!(null);
        for (config, legacy, provider, expected) in [
            (config("weird", "off"), &none, None, Off),
            (config("weird", "off"), &none, Some("openrouter"), Friendly),
            (config("weird", "off"), &none, Some("azure-openai"), Off),
            (config("weird", "off"), &none, Some(" OpenAI "), Off),
            (config("friendly", "off"), &json!("off"), None, Friendly),
            (config("on", "off"), &json!("off"), None, Friendly),
            (config(" OFF ", "on"), &none, None, Off),
            (config("", ""), &json!("off"), Some("openrouter"), Off),
            (json!({}), &json!(5), None, Friendly),
        ] {
            assert_eq!(resolve(&config, legacy, provider), expected, "{config} {provider:?}");
        }
    }

    fn overlay(config: &Value, heartbeat: bool) -> PromptContribution {
        let request =
            Gpt5Request { model_id: Some("openai/gpt-5"), heartbeat, ..Gpt5Request::default() };
        resolve_gpt5_system_prompt_contribution(Some(config), &request, &shipped().gpt5).unwrap()
    }

    #[test]
    fn the_contract_has_its_five_blocks_whatever_the_personality() {
        let off = json!({
            "agents": {"defaults": {"promptOverlays": {"gpt5": {"personality": "off"}}}}
        });
        let contract = overlay(&off, true);
        assert_eq!(contract.section_overrides, SectionOverrides::default());
        let text = contract.stable_prefix.unwrap().to_string_lossy();
        let tags: Vec<&str> =
            text.lines().filter(|line| line.starts_with('<') && line.ends_with('>')).collect();
        assert_eq!(
            tags,
            [
                "<persona_latch>",
                "</persona_latch>",
                "<execution_policy>",
                "</execution_policy>",
                "<tool_discipline>",
                "</tool_discipline>",
                "<output_contract>",
                "</output_contract>",
                "<completion_contract>",
                "</completion_contract>"
            ]
        );
        assert_eq!(overlay(&json!({}), false).stable_prefix.unwrap().to_string_lossy(), text);
    }

    #[test]
    fn the_friendly_style_grows_on_a_heartbeat() {
        let style =
            |heartbeat| overlay(&json!({}), heartbeat).section_overrides.interaction_style.unwrap();
        let (plain, heartbeat) = (style(false).to_string_lossy(), style(true).to_string_lossy());
        assert!(plain.starts_with("## Interaction Style\n"));
        assert!(heartbeat.starts_with(&format!("{plain}\n\n")));
    }

    #[test]
    fn other_models_get_nothing() {
        let texts = shipped().gpt5;
        for model_id in [None, Some("claude"), Some("gpt-5o")] {
            let request = Gpt5Request { model_id, ..Gpt5Request::default() };
            assert_eq!(resolve_gpt5_system_prompt_contribution(None, &request, &texts), None);
        }
    }
}
