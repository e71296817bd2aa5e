//! A skill as it was found.

use crate::text::{Text, to_text};

use super::frontmatter::{Frontmatter, HeaderState};
use super::metadata::SkillMetadata;
use crate::config::value::trim_str;

/// Where a skill came from, in rising precedence: of two skills with one name the later source wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkillSource {
    /// A configured extra directory or an enabled plugin.
    Extra,
    /// The gateway's own skills.
    Bundled,
    /// `<config dir>/skills`.
    Managed,
    /// `~/.agents/skills`.
    AgentsPersonal,
    /// `<workspace>/.agents/skills`.
    AgentsProject,
    /// `<workspace>/skills`.
    Workspace,
}

impl SkillSource {
    /// The label that callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Extra => "openclaw-extra",
            Self::Bundled => "openclaw-bundled",
            Self::Managed => "openclaw-managed",
            Self::AgentsPersonal => "agents-skills-personal",
            Self::AgentsProject => "agents-skills-project",
            Self::Workspace => "openclaw-workspace",
        }
    }
}

/// What the list says about a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Skill {
    /// Name from the header, else the directory's.
    pub name: Text,
    /// Description from the header.
    pub description: Text,
    /// Path of the `SKILL.md`, printed as given.
    pub file_path: Text,
    /// Directory that relative paths in the skill are resolved against.
    pub base_dir: Text,
    /// Content version, see [`super::compute_skill_prompt_version`]; absent ones are not printed.
    pub prompt_version: Option<Text>,
    /// Whether the skill is left out of the list. It still counts as available.
    pub hidden: bool,
}

/// A skill with everything its header says.
#[derive(Debug, Clone, PartialEq)]
pub struct SkillEntry {
    /// What the list says.
    pub skill: Skill,
    /// Where it came from.
    pub source: SkillSource,
    /// The header's values in reading order.
    pub frontmatter: Vec<(String, String)>,
    /// What it asks of its host.
    pub metadata: Option<SkillMetadata>,
    /// Whether people may call it by a slash command.
    pub user_invocable: bool,
    /// The plugin's own directory where `skill` names a generated link to it.
    pub sync_source_dir: Option<Text>,
}

impl SkillEntry {
    /// The name under which the configuration knows the skill.
    #[must_use]
    pub fn key(&self) -> String {
        let configured = self.metadata.as_ref().and_then(|metadata| metadata.skill_key.as_deref());
        let configured = configured.filter(|key| !key.is_empty());
        configured.map_or_else(|| self.skill.name.to_string_lossy(), str::to_owned)
    }
}

/// Where a skill's file lies.
#[derive(Debug, Clone, Copy)]
pub struct SkillLocation<'a> {
    /// Path of the `SKILL.md`.
    pub file_path: &'a str,
    /// Path of its directory.
    pub base_dir: &'a str,
    /// Name of its directory, for headers without a name.
    pub dir_name: &'a str,
    /// Where it came from.
    pub source: SkillSource,
    /// Name in the record of where the skill was installed from; names the skill's key.
    pub slug: Option<&'a str>,
}

/// Why a header does not make a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderFault {
    /// No header.
    NoHeader,
    /// Keys and a closing fence, but no opening one.
    NoOpeningFence,
    /// No closing fence.
    Unterminated,
    /// The block is a list or a plain text.
    NotAMapping,
    /// No description, or a blank one.
    NoDescription,
    /// No name, and the directory has none either.
    NoName,
}

/// Makes an entry of a file's header and version.
pub fn skill_entry(
    header: &Frontmatter,
    version: &str,
    location: SkillLocation<'_>,
) -> Result<SkillEntry, HeaderFault> {
    let value = |key: &str| header.get(key).map(trim_str).filter(|value| !value.is_empty());
    let Some(description) = value("description") else {
        return Err(match header.state {
            HeaderState::Missing => HeaderFault::NoHeader,
            HeaderState::NoOpeningFence => HeaderFault::NoOpeningFence,
            HeaderState::Unterminated => HeaderFault::Unterminated,
            HeaderState::NotAMapping => HeaderFault::NotAMapping,
            HeaderState::Mapping | HeaderState::NotYaml => HeaderFault::NoDescription,
        });
    };
    let name = value("name").unwrap_or_else(|| trim_str(location.dir_name));
    if name.is_empty() {
        return Err(HeaderFault::NoName);
    }
    Ok(SkillEntry {
        skill: Skill {
            name: to_text(name),
            description: to_text(description),
            file_path: to_text(location.file_path),
            base_dir: to_text(location.base_dir),
            prompt_version: Some(to_text(version)),
            hidden: header.flag("disable-model-invocation", false),
        },
        source: location.source,
        metadata: metadata(header, location.slug),
        user_invocable: header.flag("user-invocable", true),
        frontmatter: header.values.clone(),
        sync_source_dir: None,
    })
}

fn metadata(header: &Frontmatter, slug: Option<&str>) -> Option<SkillMetadata> {
    let parsed = header.get("metadata").and_then(SkillMetadata::parse);
    let Some(slug) = slug.map(trim_str).filter(|slug| !slug.is_empty()) else { return parsed };
    let mut metadata = parsed.unwrap_or_default();
    metadata.skill_key.get_or_insert_with(|| slug.to_owned());
    Some(metadata)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(content: &str, slug: Option<&str>) -> Result<SkillEntry, HeaderFault> {
        let location = SkillLocation {
            file_path: "/w/skills/tea/SKILL.md",
            base_dir: "/w/skills/tea",
            dir_name: "tea",
            source: SkillSource::Workspace,
            slug,
        };
        skill_entry(&Frontmatter::parse(content), "sha256:0", location)
    }

    #[test]
    fn a_missing_or_blank_name_is_the_directorys() {
        for header in ["description: d", "name:\ndescription: d", "name: ' '\ndescription: d"] {
            let entry = entry(&format!("---\n{header}\n---\n"), None).unwrap();
            assert_eq!(entry.skill.name.to_string_lossy(), "tea");
        }
    }

    #[test]
    fn each_fault_of_a_header_has_its_own_reason() {
        for (content, fault) in [
            ("# Heading\n", HeaderFault::NoHeader),
            ("name: x\n---", HeaderFault::NoOpeningFence),
            ("---\nname: x\n", HeaderFault::Unterminated),
            ("---\nname: x\n---\n", HeaderFault::NoDescription),
            ("---\nname: x\ndescription: '  '\n---\n", HeaderFault::NoDescription),
            ("---\n- name\n---\n", HeaderFault::NotAMapping),
            ("---\nName: x\nDescription: y\n---\n", HeaderFault::NoDescription),
        ] {
            assert_eq!(entry(content, None).unwrap_err(), fault, "{content:?}");
        }
    }

    #[test]
    fn the_key_is_the_headers_then_the_origins_then_the_name() {
        let plain = "---\nname: n\ndescription: d\n---\n";
        let keyed = "---\nname: n\ndescription: d\nmetadata: {openclaw: {skillKey: 'k'}}\n---\n";
        assert_eq!(entry(plain, None).unwrap().key(), "n");
        assert_eq!(entry(plain, Some(" slug ")).unwrap().key(), "slug");
        assert_eq!(entry(keyed, Some("slug")).unwrap().key(), "k");
    }
}
