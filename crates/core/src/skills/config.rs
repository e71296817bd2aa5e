//! What the configuration says about skills.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::script::string_entries;
use crate::config::agent_entry;
use crate::config::value::{is_prototype_key, trim_str};

/// Limits of discovery and of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillLimits {
    /// Directories looked at per directory.
    pub max_candidates_per_root: usize,
    /// Skills taken from one source.
    pub max_skills_loaded_per_source: usize,
    /// Skills in the list.
    pub max_skills_in_prompt: usize,
    /// UTF-16 code units of the list, notes included.
    pub max_skills_prompt_chars: usize,
    /// Bytes of one `SKILL.md`; a file of exactly this size is read.
    pub max_skill_file_bytes: u64,
}

impl Default for SkillLimits {
    fn default() -> Self {
        Self {
            max_candidates_per_root: 300,
            max_skills_loaded_per_source: 200,
            max_skills_in_prompt: 150,
            max_skills_prompt_chars: 18_000,
            max_skill_file_bytes: 256_000,
        }
    }
}

/// A view of the gateway's configuration.
#[derive(Debug, Clone, Copy)]
pub struct SkillConfig<'a> {
    root: &'a Value,
}

impl<'a> SkillConfig<'a> {
    /// A view of `config`, the whole configuration; anything but an object counts as empty.
    #[must_use]
    pub fn new(config: &'a Value) -> Self {
        Self { root: config }
    }

    fn skills(self) -> Option<&'a Map<String, Value>> {
        self.root.get("skills")?.as_object()
    }

    /// The limits for an agent. Only the list's size has a value per agent.
    #[must_use]
    pub fn limits(self, agent_id: Option<&str>) -> SkillLimits {
        let defaults = SkillLimits::default();
        let global = self.skills().and_then(|skills| skills.get("limits"));
        let limit = |key: &str, default: usize| {
            global.and_then(|limits| whole(limits.get(key)?)).unwrap_or(default)
        };
        let own = self
            .agent(agent_id)
            .and_then(|agent| whole(agent.get("skillsLimits")?.get("maxSkillsPromptChars")?));
        let bytes = global.and_then(|limits| whole(limits.get("maxSkillFileBytes")?));
        SkillLimits {
            max_candidates_per_root: limit(
                "maxCandidatesPerRoot",
                defaults.max_candidates_per_root,
            ),
            max_skills_loaded_per_source: limit(
                "maxSkillsLoadedPerSource",
                defaults.max_skills_loaded_per_source,
            ),
            max_skills_in_prompt: limit("maxSkillsInPrompt", defaults.max_skills_in_prompt),
            max_skills_prompt_chars: own
                .unwrap_or_else(|| limit("maxSkillsPromptChars", defaults.max_skills_prompt_chars)),
            max_skill_file_bytes: bytes
                .and_then(|bytes| u64::try_from(bytes).ok())
                .unwrap_or(defaults.max_skill_file_bytes),
        }
    }

    /// `skills.load.extraDirs` as written, trimmed.
    #[must_use]
    pub fn extra_dirs(self) -> Vec<&'a str> {
        self.load_list("extraDirs")
    }

    /// `skills.load.allowSymlinkTargets` as written, trimmed.
    #[must_use]
    pub fn allowed_link_targets(self) -> Vec<&'a str> {
        self.load_list("allowSymlinkTargets")
    }

    fn load_list(self, key: &str) -> Vec<&'a str> {
        let load = self.skills().and_then(|skills| skills.get("load"));
        let list = load.and_then(|load| load.get(key)?.as_array());
        let items = list.map_or(&[][..], Vec::as_slice);
        items
            .iter()
            .filter_map(Value::as_str)
            .map(trim_str)
            .filter(|item| !item.is_empty())
            .collect()
    }

    /// `skills.entries[key]`.
    #[must_use]
    pub fn entry(self, key: &str) -> Option<&'a Map<String, Value>> {
        self.skills()?.get("entries")?.get(key)?.as_object()
    }

    /// The bundled skills that are allowed; `None` allows all.
    #[must_use]
    pub fn allowed_bundled(self) -> Option<HashSet<String>> {
        let listed = string_entries(self.skills()?.get("allowBundled")?);
        (!listed.is_empty()).then(|| listed.into_iter().collect())
    }

    /// The agent's list of skills: its own, else the default one, else `None`, which allows all.
    ///
    /// An empty list allows none, and `null` counts as empty. Lists replace each other, never merge.
    #[must_use]
    pub fn agent_filter(self, agent_id: Option<&str>) -> Option<Vec<String>> {
        let agent = self.agent(agent_id).and_then(|agent| agent.get("skills"));
        agent_id?;
        let defaults = || self.root.get("agents")?.get("defaults")?.get("skills");
        agent.or_else(defaults).map(string_entries)
    }

    fn agent(self, agent_id: Option<&str>) -> Option<&'a Map<String, Value>> {
        agent_entry(self.root, agent_id?)?.as_object()
    }

    /// Whether a path such as `browser.enabled` is on.
    ///
    /// Empty segments are skipped, numbers index arrays. `browser.enabled` and
    /// `browser.evaluateEnabled` are on unless set.
    #[must_use]
    pub fn is_on(self, path: &str) -> bool {
        match self.resolve(path) {
            Some(Value::Null) => false,
            Some(Value::Bool(flag)) => *flag,
            Some(Value::Number(number)) => number.as_f64() != Some(0.0),
            Some(Value::String(text)) => !trim_str(text).is_empty(),
            Some(Value::Array(_) | Value::Object(_)) => true,
            None => matches!(path, "browser.enabled" | "browser.evaluateEnabled"),
        }
    }

    fn resolve(self, path: &str) -> Option<&'a Value> {
        let mut segments = path.split('.').filter(|segment| !segment.is_empty());
        segments.try_fold(self.root, |value, segment| match value {
            _ if is_prototype_key(segment) => None,
            Value::Object(object) => object.get(segment),
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?),
            _ => None,
        })
    }
}

/// A number as a limit: cut to a whole number, negative ones to zero.
fn whole(value: &Value) -> Option<usize> {
    let number = value.as_f64()?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is what a limit beyond all sizes means"
    )]
    Some(number.max(0.0) as usize)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_size_of_the_list_has_a_value_per_agent() {
        let config = json!({
            "skills": {"limits": {"maxSkillsPromptChars": 500, "maxSkillsInPrompt": 0, "maxSkillFileBytes": "big"}},
            "agents": {"list": [{"id": "Ops", "skillsLimits": {"maxSkillsPromptChars": 70, "maxSkillsInPrompt": 9}}]}
        });
        let config = SkillConfig::new(&config);
        let expected = SkillLimits {
            max_skills_in_prompt: 0,
            max_skills_prompt_chars: 500,
            ..SkillLimits::default()
        };
        assert_eq!(config.limits(None), expected);
        assert_eq!(config.limits(Some("other")), expected);
        assert_eq!(config.limits(Some("ops")).max_skills_prompt_chars, 70);
        assert_eq!(config.limits(Some("ops")).max_skills_in_prompt, 0);
    }

    #[test]
    fn an_agents_list_replaces_the_default_and_an_empty_one_allows_none() {
        let config = json!({"agents": {
            "defaults": {"skills": ["d", " e "]},
            "list": [{"id": "own", "skills": ["a"]}, {"id": "none", "skills": []}, {"id": "null", "skills": null}, {"id": "plain"}]
        }});
        let filter = |id| SkillConfig::new(&config).agent_filter(id);
        assert_eq!(filter(None), None);
        assert_eq!(filter(Some("own")).unwrap(), ["a"]);
        assert!(filter(Some("none")).unwrap().is_empty());
        assert!(filter(Some("null")).unwrap().is_empty());
        assert_eq!(filter(Some("plain")).unwrap(), ["d", "e"]);
        assert_eq!(filter(Some("unknown")).unwrap(), ["d", "e"]);
        assert_eq!(SkillConfig::new(&json!({})).agent_filter(Some("own")), None);
    }

    #[test]
    fn a_path_is_on_as_javascript_would_say() {
        let on = |config: Value, path: &str| SkillConfig::new(&config).is_on(path);
        assert!(on(json!({}), "browser.enabled"));
        assert!(!on(json!({"browser": {"enabled": null}}), "browser.enabled"));
        assert!(!on(json!({}), "browser..enabled"));
        assert!(on(json!({"a": []}), "a"));
        assert!(!on(json!({"a": " "}), "a"));
        assert!(on(json!({"a": ["x"]}), "a.0"));
        assert!(on(json!({"a": {"b": 1}}), ".a..b."));
        assert!(!on(json!({"a": {"b": 0}}), "a.b"));
        assert!(!on(json!({"a": "text"}), "a.length"));
        assert!(!on(json!({"constructor": {"x": 1}}), "constructor.x"));
    }
}
