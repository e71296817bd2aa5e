//! What a skill asks of its host: the `metadata` value of its header.

use serde_json::{Map, Value};

use super::install::{InstallSpec, install_specs};
use super::script::list_or_csv;
use crate::json5::{NonFinite, parse_json5};

/// The block that a skill's `metadata` holds under `openclaw` (or the older `clawdbot`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkillMetadata {
    /// Whether binaries, variables and config are left unchecked. Absent unless it is a boolean.
    pub always: Option<bool>,
    /// Pictogram for people.
    pub emoji: Option<String>,
    /// Web page for people.
    pub homepage: Option<String>,
    /// Name under which the configuration knows the skill; the skill's name where absent.
    pub skill_key: Option<String>,
    /// The variable that an `apiKey` in the configuration fills.
    pub primary_env: Option<String>,
    /// Platforms by Node's name; empty means any.
    pub os: Vec<String>,
    /// What must be there. Absent where the block has no `requires`.
    pub requires: Option<Requirements>,
    /// Ways to install what is missing, for people. Absent where the block has no list.
    pub install: Option<Vec<InstallSpec>>,
}

/// What must be there for a skill to be of use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Requirements {
    /// Programs that must all be found.
    pub bins: Vec<String>,
    /// Programs of which one must be found.
    pub any_bins: Vec<String>,
    /// Variables that must all be set.
    pub env: Vec<String>,
    /// Paths into the configuration that must all be on.
    pub config: Vec<String>,
}

impl SkillMetadata {
    /// Reads the header's `metadata` text, which is JSON5.
    ///
    /// `None` where the text is not JSON5 or holds no block; the skill then has no requirements.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let root = parse_json5(text, NonFinite::Null).ok()?;
        let root = root.as_object()?;
        let is_block = |value: &&Value| value.is_object() || value.is_array();
        let block =
            ["openclaw", "clawdbot"].iter().find_map(|key| root.get(*key).filter(is_block))?;
        // An array passes for a block, but has none of its names.
        let empty = Map::new();
        Some(Self::from_block(block.as_object().unwrap_or(&empty)))
    }

    /// Takes what it knows out of the block.
    #[must_use]
    pub fn from_block(block: &Map<String, Value>) -> Self {
        let text = |key: &str| block.get(key).and_then(Value::as_str).map(str::to_owned);
        Self {
            always: block.get("always").and_then(Value::as_bool),
            emoji: text("emoji"),
            homepage: text("homepage"),
            skill_key: text("skillKey"),
            primary_env: text("primaryEnv"),
            os: block.get("os").map(list_or_csv).unwrap_or_default(),
            requires: block.get("requires").and_then(requirements),
            install: block.get("install").and_then(Value::as_array).map(|list| install_specs(list)),
        }
    }
}

fn requirements(value: &Value) -> Option<Requirements> {
    if value.is_array() {
        return Some(Requirements::default());
    }
    let block = value.as_object()?;
    let list = |key: &str| block.get(key).map(list_or_csv).unwrap_or_default();
    Some(Requirements {
        bins: list("bins"),
        any_bins: list("anyBins"),
        env: list("env"),
        config: list("config"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> SkillMetadata {
        SkillMetadata::parse(text).unwrap()
    }

    #[test]
    fn metadata_is_json5() {
        let parsed = block("{openclaw: {always: true, os: 'linux',}, /* note */}");
        assert_eq!((parsed.always, parsed.os), (Some(true), vec!["linux".to_owned()]));
        // What YAML would call a flow mapping of plain words is not JSON5, so nothing is required.
        assert_eq!(SkillMetadata::parse("{openclaw: {requires: {bins: [uv]}}}"), None);
    }

    #[test]
    fn the_older_name_counts_where_the_newer_is_no_block() {
        let parsed = block(r#"{"openclaw":null,"clawdbot":{"emoji":"e"}}"#);
        assert_eq!(parsed.emoji.as_deref(), Some("e"));
        assert_eq!(block(r#"{"openclaw":[],"clawdbot":{"emoji":"e"}}"#), SkillMetadata::default());
        for text in ["[]", "null", "{}", "\"x\"", "{openclaw: 'x'}", "{"] {
            assert_eq!(SkillMetadata::parse(text), None, "{text}");
        }
    }

    #[test]
    fn requirements_take_lists_and_commas() {
        let requires = |text: &str| block(text).requires.unwrap();
        assert_eq!(
            requires(r#"{"openclaw":{"requires":{"env":["E",5,null],"anyBins":"x, y ,"}}}"#),
            Requirements {
                env: ["E", "5", "null"].map(str::to_owned).to_vec(),
                any_bins: ["x", "y"].map(str::to_owned).to_vec(),
                ..Requirements::default()
            }
        );
        assert_eq!(requires(r#"{"openclaw":{"requires":[]}}"#), Requirements::default());
        assert_eq!(block(r#"{"openclaw":{"requires":"uv"}}"#).requires, None);
        assert_eq!(block(r#"{"openclaw":{"always":"true","emoji":5}}"#), SkillMetadata::default());
    }

    #[test]
    fn deep_nesting_is_refused_without_a_crash() {
        assert_eq!(SkillMetadata::parse(&"[".repeat(100_000)), None);
        assert_eq!(SkillMetadata::parse(&"{a:".repeat(100_000)), None);
        // Brackets in texts close nothing.
        assert_eq!(SkillMetadata::parse(&"['}',".repeat(50_000)), None);
    }
}
