//! What the gateway's configuration sets for workspace files.

use serde_json::Value;

use super::budget::{Budget, BudgetPolicy, CutStyle, DEFAULT_MAX_CHARS, DEFAULT_TOTAL_MAX_CHARS};
use super::routing::ContextInjection;
use super::warning::WarningMode;
use crate::config::{agent_entry, at, trim_str};

/// Settings of one agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BootstrapSettings {
    /// `bootstrapMaxChars`, in UTF-16 code units; 0 counts as 1 in a budget.
    pub max_chars: usize,
    /// `bootstrapTotalMaxChars`, in UTF-16 code units; 0 counts as 1 in a budget.
    pub total_max_chars: usize,
    /// `bootstrapPromptTruncationWarning`; it has no form for one agent.
    pub warning_mode: WarningMode,
    /// `contextInjection`.
    pub context_injection: ContextInjection,
}

impl BootstrapSettings {
    /// Reads the agent's entry of `agents.list[]`, else `agents.defaults`; without an agent, these alone.
    ///
    /// A value that is not a number above 0 means the built-in default; for the agent too, whose 0 does
    /// not inherit.
    #[must_use]
    pub fn from_config(config: Option<&Value>, agent_id: Option<&str>) -> Self {
        let defaults = agent_defaults(config);
        let own = agent_entry_of(config, agent_id);
        let setting = |name: &str| {
            let own = own.and_then(|entry| entry.get(name)).filter(|value| !value.is_null());
            own.or_else(|| defaults?.get(name))
        };
        let limit = |name: &str, default| positive(setting(name)).unwrap_or(default);
        let text =
            |source: Option<&'_ Value>, name: &str| source?.get(name)?.as_str().map(str::to_owned);
        let injection = |source| {
            ContextInjection::from_name(&text(source, "contextInjection").unwrap_or_default())
        };
        Self {
            max_chars: limit("bootstrapMaxChars", DEFAULT_MAX_CHARS),
            total_max_chars: limit("bootstrapTotalMaxChars", DEFAULT_TOTAL_MAX_CHARS),
            warning_mode: WarningMode::from_setting(
                text(defaults, "bootstrapPromptTruncationWarning").as_deref(),
            ),
            context_injection: injection(own).or_else(|| injection(defaults)).unwrap_or_default(),
        }
    }

    /// The budget of these limits, with the default policy and cut.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget {
            max_chars: self.max_chars.max(1),
            total_max_chars: self.total_max_chars.max(1),
            policy: BudgetPolicy::default(),
            cut: CutStyle::default(),
        }
    }
}

/// Patterns of the bundled hook `bootstrap-extra-files`: the first of its lists `paths`, `patterns` and
/// `files` that is not empty. Empty when the hook is turned off.
#[must_use]
pub fn extra_file_patterns(config: Option<&Value>) -> Vec<String> {
    let path = ["hooks", "internal", "entries", EXTRA_FILES_HOOK];
    let entry = config.and_then(|config| at(config, &path));
    let Some(entry) = entry.filter(|entry| entry.get("enabled") != Some(&Value::Bool(false)))
    else {
        return Vec::new();
    };
    let list = |name: &str| -> Vec<String> {
        let items = entry.get(name).and_then(Value::as_array).into_iter().flatten();
        let items = items.filter_map(Value::as_str).map(trim_str);
        items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
    };
    let lists = ["paths", "patterns", "files"].map(list);
    lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
}

/// Name of the bundled hook in the configuration.
const EXTRA_FILES_HOOK: &str = "bootstrap-extra-files";

/// `contextLimits` of one agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContextLimits {
    /// `memoryGetMaxChars`: longest excerpt of `memory_get`, in UTF-16 code units.
    pub memory_get_max_chars: usize,
    /// `memoryGetDefaultLines`: lines of `memory_get` when a call names no number.
    pub memory_get_default_lines: usize,
    /// `toolResultMaxChars`, in UTF-16 code units; by context window when absent.
    pub tool_result_max_chars: Option<usize>,
    /// `postCompactionMaxChars`: longest excerpt of `AGENTS.md` after a compaction, in UTF-16 code
    /// units.
    pub post_compaction_max_chars: usize,
}

impl ContextLimits {
    /// Reads the agent's `contextLimits`, field by field over `agents.defaults.contextLimits`; without an
    /// agent, these alone. A value outside the documented range is brought into it.
    #[must_use]
    pub fn from_config(config: Option<&Value>, agent_id: Option<&str>) -> Self {
        let section = |source: Option<&'_ Value>, name: &str| -> Option<Value> {
            source?.get("contextLimits")?.get(name).filter(|value| !value.is_null()).cloned()
        };
        let own = agent_entry_of(config, agent_id);
        let limit = |name: &str, most: usize| {
            let value = section(own, name).or_else(|| section(agent_defaults(config), name));
            positive(value.as_ref()).map(|value| value.clamp(1, most))
        };
        Self {
            memory_get_max_chars: limit("memoryGetMaxChars", 250_000).unwrap_or(12_000),
            memory_get_default_lines: limit("memoryGetDefaultLines", 5_000).unwrap_or(120),
            tool_result_max_chars: limit("toolResultMaxChars", 1_000_000),
            post_compaction_max_chars: limit("postCompactionMaxChars", 50_000).unwrap_or(1_800),
        }
    }
}

fn agent_entry_of<'a>(config: Option<&'a Value>, agent_id: Option<&str>) -> Option<&'a Value> {
    agent_entry(config?, agent_id?)
}

fn agent_defaults(config: Option<&Value>) -> Option<&Value> {
    config.and_then(|config| at(config, &["agents", "defaults"]))
}

/// A number above 0, without its fraction.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is positive, and a limit beyond memory is no limit"
)]
pub(super) fn positive(value: Option<&Value>) -> Option<usize> {
    let number = value?.as_f64().filter(|number| number.is_finite() && *number > 0.0)?;
    Some(number.floor() as usize)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn limits(own: &Value, defaults: &Value) -> (usize, usize) {
        let config = json!({"agents": {
            "defaults": {"bootstrapMaxChars": defaults, "bootstrapTotalMaxChars": defaults},
            "list": [{"id": "Ops", "bootstrapMaxChars": own}],
        }});
        let settings = BootstrapSettings::from_config(Some(&config), Some("ops"));
        (settings.max_chars, settings.total_max_chars)
    }

    #[test]
    fn an_agents_limit_wins_even_when_it_is_not_usable() {
        assert_eq!(limits(&json!(7), &json!(9)), (7, 9));
        assert_eq!(limits(&json!(null), &json!(9)), (9, 9));
        assert_eq!(limits(&json!(0), &json!(9)), (20_000, 9));
        assert_eq!(limits(&json!("7"), &json!("9")), (20_000, 60_000));
        assert_eq!(limits(&json!(12.9), &json!(0.5)), (12, 0));
        assert_eq!(limits(&json!(-4), &json!(-4)), (20_000, 60_000));
        let tiny = json!({"agents": {"defaults": {"bootstrapTotalMaxChars": 0.5}}});
        let budget = BootstrapSettings::from_config(Some(&tiny), Some("main")).budget();
        assert_eq!((budget.max_chars, budget.total_max_chars), (20_000, 1));
    }

    #[test]
    fn without_an_agent_the_defaults_speak_alone() {
        let config = json!({"agents": {
            "defaults": {"bootstrapMaxChars": 9, "contextLimits": {"memoryGetMaxChars": 8}},
            "list": [{"id": "main", "bootstrapMaxChars": 7, "contextLimits": {"memoryGetMaxChars": 6}}],
        }});
        let limits = |agent| {
            let settings = BootstrapSettings::from_config(Some(&config), agent);
            let context = ContextLimits::from_config(Some(&config), agent);
            (settings.max_chars, context.memory_get_max_chars)
        };
        assert_eq!((limits(None), limits(Some("main"))), ((9, 8), (7, 6)));
    }

    #[test]
    fn modes_fall_back_to_always() {
        let settings = |own: &str, defaults: &str| {
            let config = json!({"agents": {
                "defaults": {
                    "contextInjection": defaults,
                    "bootstrapPromptTruncationWarning": defaults,
                },
                "list": [{"id": "a", "contextInjection": own}],
            }});
            BootstrapSettings::from_config(Some(&config), Some("a"))
        };
        assert_eq!(settings("never", "always").context_injection, ContextInjection::Never);
        assert_eq!(settings("x", "never").context_injection, ContextInjection::Never);
        assert_eq!(settings("x", "y").context_injection, ContextInjection::Always);
        assert_eq!(settings("x", "once").warning_mode, WarningMode::Once);
        assert_eq!(settings("x", "y").warning_mode, WarningMode::Always);
    }

    #[test]
    fn the_first_list_that_is_not_empty_names_the_extra_files() {
        let patterns = |entry: Value| {
            let config =
                json!({"hooks": {"internal": {"entries": {"bootstrap-extra-files": entry}}}});
            extra_file_patterns(Some(&config))
        };
        assert_eq!(
            patterns(json!({"paths": [" "], "patterns": [" a ", 1], "files": ["b"]})),
            ["a"]
        );
        assert_eq!(patterns(json!({"enabled": false, "paths": ["a"]})), [""; 0]);
        assert_eq!(extra_file_patterns(Some(&json!({}))), [""; 0]);
    }

    #[test]
    fn context_limits_overlay_field_by_field() {
        let config = json!({"agents": {
            "defaults": {"contextLimits": {"memoryGetMaxChars": 5, "toolResultMaxChars": 9e9}},
            "list": [{"id": "a", "contextLimits": {"memoryGetDefaultLines": 7}}],
        }});
        let limits = ContextLimits::from_config(Some(&config), Some("a"));
        assert_eq!((limits.memory_get_max_chars, limits.memory_get_default_lines), (5, 7));
        assert_eq!(limits.tool_result_max_chars, Some(1_000_000));
        assert_eq!(limits.post_compaction_max_chars, 1_800);
        let none = ContextLimits::from_config(None, Some("a"));
        assert_eq!((none.memory_get_max_chars, none.memory_get_default_lines), (12_000, 120));
        assert_eq!(none.tool_result_max_chars, None);
    }
}
