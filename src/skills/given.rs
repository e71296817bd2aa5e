//! Skills that come from JavaScript: entries of an earlier load, stored snapshots.

use clawprompt_core::skills::{self, SkillMetadata, SkillSource};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::Result;
use crate::from_js;
use crate::text::JsText;

/// A skill as the list shows it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GivenSkill {
    name: JsText,
    description: JsText,
    file_path: JsText,
    base_dir: Option<JsText>,
    prompt_version: Option<JsText>,
    source: Option<Source>,
    disable_model_invocation: Option<bool>,
}

#[derive(Clone, Copy, Deserialize)]
enum Source {
    #[serde(rename = "openclaw-extra")]
    Extra,
    #[serde(rename = "openclaw-bundled")]
    Bundled,
    #[serde(rename = "openclaw-managed")]
    Managed,
    #[serde(rename = "agents-skills-personal")]
    AgentsPersonal,
    #[serde(rename = "agents-skills-project")]
    AgentsProject,
    #[serde(rename = "openclaw-workspace")]
    Workspace,
}

impl From<Source> for SkillSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Extra => Self::Extra,
            Source::Bundled => Self::Bundled,
            Source::Managed => Self::Managed,
            Source::AgentsPersonal => Self::AgentsPersonal,
            Source::AgentsProject => Self::AgentsProject,
            Source::Workspace => Self::Workspace,
        }
    }
}

impl From<GivenSkill> for skills::Skill {
    fn from(given: GivenSkill) -> Self {
        let text = |text: Option<JsText>| text.map(|JsText(text)| text);
        Self {
            name: given.name.0,
            description: given.description.0,
            file_path: given.file_path.0,
            base_dir: text(given.base_dir).unwrap_or_default(),
            prompt_version: text(given.prompt_version),
            hidden: given.disable_model_invocation.unwrap_or(false),
        }
    }
}

/// An entry of an earlier load.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GivenEntry {
    skill: GivenSkill,
    metadata: Option<Map<String, Value>>,
    invocation: Option<Invocation>,
    exposure: Option<Exposure>,
    sync_source_dir: Option<JsText>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    user_invocable: Option<bool>,
    disable_model_invocation: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Exposure {
    include_in_available_skills_prompt: Option<bool>,
}

impl GivenEntry {
    /// What is said about the list counts before what is said about the model, and that before the skill.
    fn is_hidden(&self) -> bool {
        if let Some(exposure) = &self.exposure {
            return exposure.include_in_available_skills_prompt == Some(false);
        }
        let invocation = self.invocation.as_ref();
        let flag = invocation.map_or(self.skill.disable_model_invocation, |invocation| {
            invocation.disable_model_invocation
        });
        flag.unwrap_or(false)
    }
}

impl From<GivenEntry> for skills::SkillEntry {
    fn from(given: GivenEntry) -> Self {
        let hidden = given.is_hidden();
        let user_invocable = given.invocation.as_ref().and_then(|one| one.user_invocable);
        let source = given.skill.source.map_or(SkillSource::Extra, Into::into);
        Self {
            source,
            skill: skills::Skill { hidden, ..given.skill.into() },
            frontmatter: Vec::new(),
            metadata: given.metadata.as_ref().map(SkillMetadata::from_block),
            user_invocable: user_invocable.unwrap_or(true),
            sync_source_dir: given.sync_source_dir.map(|JsText(dir)| dir),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredSnapshot {
    prompt_format_version: Option<f64>,
    version: Option<f64>,
    skill_filter: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Question {
    stored: Option<StoredSnapshot>,
    snapshot_version: Option<f64>,
    skill_filter: Option<Vec<String>>,
}

pub(super) fn needs_rebuild(env: Env, params: &Unknown<'_>) -> Result<bool> {
    let Question { stored, snapshot_version, skill_filter } = from_js::read(env, "params", params)?;
    let stored = stored.map(|stored| skills::StoredSnapshot {
        prompt_format_version: stored.prompt_format_version,
        version: stored.version,
        skill_filter: stored.skill_filter,
    });
    Ok(skills::needs_rebuild(stored.as_ref(), snapshot_version, skill_filter.as_deref()))
}
