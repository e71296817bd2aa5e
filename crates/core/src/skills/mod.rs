//! Skills: what a `SKILL.md` says, who may see it, and the list that the prompt carries.
//!
//! The way of a skill: its header is read ([`Frontmatter`]) into an entry ([`skill_entry`]), entries
//! are filtered ([`filter_skill_entries`]), and what is left is rendered within a budget
//! ([`SkillList`]). Nothing is dropped in silence: whoever is left out has a [`SkillDiagnostic`].

mod catalog;
mod config;
mod diagnostic;
mod eligibility;
mod entry;
mod fair;
mod frontmatter;
mod install;
mod list;
mod metadata;
mod paths;
mod script;
mod snapshot;
mod texts;
mod version;
mod yaml;

pub use catalog::{SkillLayout, escape_xml, format_skills, formatted_len};
pub use config::{SkillConfig, SkillLimits};
pub use diagnostic::{SkillDiagnostic, SkillReason};
pub use eligibility::{Eligibility, EligibleSkills, RemoteHost, SkillHost, filter_skill_entries};
pub use entry::{HeaderFault, Skill, SkillEntry, SkillLocation, SkillSource, skill_entry};
pub use frontmatter::{Frontmatter, HeaderState};
pub use install::{InstallKind, InstallSpec};
pub use list::{ListOptions, ListedSkill, Overflow, SkillList, list_skills};
pub use metadata::{Requirements, SkillMetadata};
pub use paths::{HomeShortening, SandboxMapping};
pub use snapshot::{
    PROMPT_FORMAT_VERSION, SkillSnapshot, SnapshotSkill, build_skill_snapshot, is_version_stale,
    needs_rebuild, resolve_skills_prompt_for_run,
};
pub use texts::SkillTexts;
pub use version::{
    VERSION_LEN, compute_skill_prompt_version, compute_skill_prompt_version_of_bytes,
};
