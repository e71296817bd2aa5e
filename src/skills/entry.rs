//! Loaded skills as JavaScript sees them, in the peer's shape.

use clawprompt_core::skills as core;
use clawprompt_files::skills::LoadedSkills;
use napi_derive::napi;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::json::ToJson;
use crate::text::JsText;
use crate::to_js::ToJs;

/// A skill as the list shows it.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// Name from the header, else the directory's.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// Description from the header.
    #[napi(ts_type = "string")]
    pub description: JsText,
    /// Path of the `SKILL.md`.
    #[napi(ts_type = "string")]
    pub file_path: JsText,
    /// Directory that relative paths in the skill are resolved against.
    #[napi(ts_type = "string")]
    pub base_dir: JsText,
    /// Content version, see `computeSkillPromptVersion`.
    #[napi(ts_type = "string")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_version: Option<JsText>,
    /// Where it was found.
    #[napi(ts_type = "SkillSource")]
    pub source: &'static str,
    /// The same for user interfaces.
    pub source_info: SkillSourceInfo,
    /// Whether the skill is left out of the list. It still counts as available.
    pub disable_model_invocation: bool,
}

/// Where a skill was found, for user interfaces.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillSourceInfo {
    /// Path of the `SKILL.md`.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// Where it was found.
    #[napi(ts_type = "SkillSource")]
    pub source: &'static str,
    /// Always `project`.
    #[napi(ts_type = "'project'")]
    pub scope: &'static str,
    /// Always `top-level`.
    #[napi(ts_type = "'top-level'")]
    pub origin: &'static str,
    /// Directory of the skill.
    #[napi(ts_type = "string")]
    pub base_dir: JsText,
}

/// A skill with everything its header says.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillEntry {
    /// What the list shows.
    pub skill: Skill,
    /// The header's values as text, in reading order.
    #[napi(ts_type = "Record<string, string>")]
    #[serde(serialize_with = "header")]
    pub frontmatter: ToJs<Frontmatter>,
    /// What it asks of its host. Absent without a readable `metadata` block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<SkillMetadata>,
    /// Who may call it.
    pub invocation: SkillInvocation,
    /// Where it is shown.
    pub exposure: SkillExposure,
    /// The plugin's own directory where `skill` names a generated link to it.
    #[napi(ts_type = "string")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sync_source_dir: Option<JsText>,
}

/// Who may call a skill.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillInvocation {
    /// Whether people may, by a slash command.
    pub user_invocable: bool,
    /// Whether the model may not.
    pub disable_model_invocation: bool,
}

/// Where a skill is shown.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillExposure {
    /// Always true.
    pub include_in_runtime_registry: bool,
    /// Whether the list may show it.
    pub include_in_available_skills_prompt: bool,
    /// Whether people may call it.
    pub user_invocable: bool,
}

/// What a skill asks of its host.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillMetadata {
    /// Whether programs, variables and config paths are left unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub always: Option<bool>,
    /// Pictogram for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<String>,
    /// Web page for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homepage: Option<String>,
    /// Name under which the configuration knows the skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_key: Option<String>,
    /// The variable that an `apiKey` fills.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_env: Option<String>,
    /// Platforms by Node's name. Absent means any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub os: Option<Vec<String>>,
    /// What must be there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires: Option<SkillRequirements>,
    /// Ways to install what is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub install: Option<Vec<SkillInstall>>,
}

/// What must be there for a skill to be of use.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillRequirements {
    /// Programs that must all be found.
    pub bins: Vec<String>,
    /// Programs of which one must be found.
    pub any_bins: Vec<String>,
    /// Variables that must all be set.
    pub env: Vec<String>,
    /// Paths into the configuration that must all be on.
    pub config: Vec<String>,
}

/// One way to install what a skill needs. Checked to be safe to show, never run.
#[napi(object, object_from_js = false)]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillInstall {
    /// How.
    #[napi(ts_type = "'brew' | 'node' | 'go' | 'uv' | 'download'")]
    pub kind: &'static str,
    /// Identifier for user interfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Text for user interfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Programs that it brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bins: Option<Vec<String>>,
    /// Platforms by Node's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub os: Option<Vec<String>>,
    /// Homebrew formula, for `brew`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Package, for `node` and `uv`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// Go module, for `go`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Address, for `download`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Archive format of a download.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<String>,
    /// Whether a download is unpacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extract: Option<bool>,
    /// Leading directories to drop when it is unpacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip_components: Option<f64>,
    /// Where it is unpacked to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_dir: Option<String>,
}

/// A header's values in reading order.
pub struct Frontmatter(pub(super) Vec<(String, String)>);

impl Serialize for Frontmatter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

fn header<S: Serializer>(header: &ToJs<Frontmatter>, serializer: S) -> Result<S::Ok, S::Error> {
    header.0.serialize(serializer)
}

pub(super) fn entries(loaded: &LoadedSkills) -> ToJson {
    ToJson::of(&loaded.entries.iter().map(|entry| entry_of(entry)).collect::<Vec<_>>())
}

fn entry_of(entry: &core::SkillEntry) -> SkillEntry {
    let (user_invocable, hidden) = (entry.user_invocable, entry.skill.hidden);
    SkillEntry {
        skill: skill(&entry.skill, entry.source),
        frontmatter: ToJs(Frontmatter(entry.frontmatter.clone())),
        metadata: entry.metadata.clone().map(metadata),
        invocation: SkillInvocation { user_invocable, disable_model_invocation: hidden },
        exposure: SkillExposure {
            include_in_runtime_registry: true,
            include_in_available_skills_prompt: !hidden,
            user_invocable,
        },
        sync_source_dir: entry.sync_source_dir.clone().map(JsText),
    }
}

pub(super) fn skill(skill: &core::Skill, source: core::SkillSource) -> Skill {
    let text = |text: &clawprompt_core::text::Text| JsText(text.clone());
    Skill {
        name: text(&skill.name),
        description: text(&skill.description),
        file_path: text(&skill.file_path),
        base_dir: text(&skill.base_dir),
        prompt_version: skill.prompt_version.as_ref().map(text),
        source: source.name(),
        source_info: SkillSourceInfo {
            path: text(&skill.file_path),
            source: source.name(),
            scope: "project",
            origin: "top-level",
            base_dir: text(&skill.base_dir),
        },
        disable_model_invocation: skill.hidden,
    }
}

fn some(list: Vec<String>) -> Option<Vec<String>> {
    (!list.is_empty()).then_some(list)
}

fn metadata(metadata: core::SkillMetadata) -> SkillMetadata {
    let install = metadata.install.unwrap_or_default();
    let install: Vec<SkillInstall> = install.into_iter().map(install_way).collect();
    SkillMetadata {
        always: metadata.always,
        emoji: metadata.emoji,
        homepage: metadata.homepage,
        skill_key: metadata.skill_key,
        primary_env: metadata.primary_env,
        os: some(metadata.os),
        requires: metadata.requires.map(|requires| SkillRequirements {
            bins: requires.bins,
            any_bins: requires.any_bins,
            env: requires.env,
            config: requires.config,
        }),
        install: (!install.is_empty()).then_some(install),
    }
}

fn install_way(spec: core::InstallSpec) -> SkillInstall {
    use core::InstallKind as Kind;
    let target = |kinds: &[Kind]| kinds.contains(&spec.kind).then(|| spec.target.clone());
    SkillInstall {
        formula: target(&[Kind::Brew]),
        package: target(&[Kind::Node, Kind::Uv]),
        module: target(&[Kind::Go]),
        url: target(&[Kind::Download]),
        kind: spec.kind.name(),
        id: spec.id,
        label: spec.label,
        bins: some(spec.bins),
        os: some(spec.os),
        archive: spec.archive,
        extract: spec.extract,
        strip_components: spec.strip_components,
        target_dir: spec.target_dir,
    }
}
