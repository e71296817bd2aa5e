//! Snapshots and reports as JavaScript sees them.

use clawprompt_core::skills as core;
use clawprompt_core::text::Text;
use clawprompt_files::skills::WorkspaceSnapshot;
use napi_derive::napi;
use serde::Serialize;

use super::entry::{Skill, skill};
use crate::json::ToJson;
use crate::text::JsText;

/// What a session keeps of its skills.
#[napi(object, object_from_js = false)]
pub struct WorkspaceSkillSnapshot {
    /// The list as text; empty where there is nothing to say.
    #[napi(ts_type = "string")]
    pub prompt: JsText,
    /// All available skills, hidden ones included, in name order.
    #[napi(ts_type = "AvailableSkill[]")]
    pub skills: ToJson,
    /// The names that were allowed. Absent where all are.
    pub skill_filter: Option<Vec<String>>,
    /// The available skills that are not hidden, with their whole paths. Not meant to be stored.
    #[napi(ts_type = "Skill[]")]
    pub resolved_skills: ToJson,
    /// The caller's version.
    pub version: Option<f64>,
    /// Version of the snapshot's form.
    pub prompt_format_version: u32,
    /// Hash over form, list and available skills, `sha256:` and 64 digits: equal digests mean equal content,
    /// also in another process.
    pub digest: String,
}

/// An available skill.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AvailableSkill {
    /// Its name.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// The variable that an `apiKey` fills.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_env: Option<String>,
    /// Variables that it needs. Absent where its header requires nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required_env: Option<Vec<String>>,
}

impl From<&WorkspaceSnapshot> for WorkspaceSkillSnapshot {
    fn from(made: &WorkspaceSnapshot) -> Self {
        let visible = made.entries.iter().filter(|entry| !entry.skill.hidden);
        let resolved_skills: Vec<Skill> =
            visible.map(|entry| skill(&entry.skill, entry.source)).collect();
        let skills = made.snapshot.skills.iter().cloned().map(|skill| AvailableSkill {
            name: JsText(skill.name),
            primary_env: skill.primary_env,
            required_env: skill.required_env,
        });
        Self {
            prompt: JsText(made.snapshot.prompt.clone()),
            skills: ToJson::of(&skills.collect::<Vec<_>>()),
            skill_filter: made.snapshot.skill_filter.clone(),
            resolved_skills: ToJson::of(&resolved_skills),
            version: made.snapshot.version,
            prompt_format_version: made.snapshot.prompt_format_version,
            digest: made.snapshot.digest.clone(),
        }
    }
}

/// The list of a workspace's skills and its account.
#[napi(object, object_from_js = false)]
pub struct SkillsReport {
    /// Every skill considered, and every directory that looks like one: the list's in its order, then those
    /// without room, hidden ones, those that are not eligible, and what could not be loaded.
    #[napi(ts_type = "ConsideredSkill[]")]
    pub skills: ToJson,
    /// The list as text.
    #[napi(ts_type = "string")]
    pub prompt: JsText,
    /// Length of `prompt` in UTF-16 code units.
    pub units: u32,
    /// Most code units that the limits allow.
    pub max_units: f64,
    /// Skills in the list.
    pub listed: u32,
    /// Skills that would be in the list if it had no limits.
    pub total: u32,
    /// Most skills that the limits allow.
    pub max_skills: f64,
    /// Whether the list has descriptions.
    #[napi(ts_type = "'full' | 'compact'")]
    pub layout: &'static str,
}

/// One skill, or one directory that looks like a skill.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsideredSkill {
    /// Its name. Absent where its header could not be read.
    #[napi(ts_type = "string")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<JsText>,
    /// Where it was found.
    #[napi(ts_type = "SkillSource")]
    pub source: &'static str,
    /// The `SKILL.md`, or the directory where there is none.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// What became of it.
    #[napi(ts_type = "'listed' | 'no-room' | 'hidden' | 'ineligible' | 'not-loaded'")]
    pub state: &'static str,
    /// Content version. Absent where its header could not be read.
    #[napi(ts_type = "string")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<JsText>,
    /// UTF-16 code units that it takes in the list; 0 outside it.
    pub units: u32,
    /// Why it is not in the list. Absent for those that are.
    #[napi(ts_type = "SkillReason")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// What the reason is about: the path that won, missing programs, variables or config paths.
    #[napi(ts_type = "string[]")]
    pub details: Vec<JsText>,
}

impl From<&WorkspaceSnapshot> for SkillsReport {
    fn from(made: &WorkspaceSnapshot) -> Self {
        let skills: Vec<ConsideredSkill> = made.considered().into_iter().map(Into::into).collect();
        Self {
            skills: ToJson::of(&skills),
            units: count(made.list.text.len()),
            max_units: number(made.limits.max_skills_prompt_chars),
            listed: count(made.list.included.len()),
            total: count(made.list.total),
            max_skills: number(made.limits.max_skills_in_prompt),
            layout: made.list.layout.name(),
            prompt: JsText(made.list.text.clone()),
        }
    }
}

impl From<core::ConsideredSkill> for ConsideredSkill {
    fn from(row: core::ConsideredSkill) -> Self {
        let text = |text: Option<Text>| text.map(JsText);
        Self {
            name: text(row.name),
            source: row.source.name(),
            path: JsText(row.path),
            state: row.state.name(),
            version: text(row.version),
            units: count(row.units),
            reason: row.reason.map(core::SkillReason::name),
            details: row.details.into_iter().map(JsText).collect(),
        }
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A limit may be any number that a config holds.
#[expect(clippy::cast_precision_loss, reason = "JavaScript numbers are what they are")]
fn number(limit: usize) -> f64 {
    limit as f64
}
