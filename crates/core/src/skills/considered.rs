//! Every skill that was considered, as the rows of a table.

use crate::text::Text;

use super::diagnostic::{SkillDiagnostic, SkillReason};
use super::entry::{SkillEntry, SkillSource};
use super::list::SkillList;

/// What became of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkillState {
    /// In the list.
    Listed,
    /// Eligible, but the list's limits leave no room.
    NoRoom,
    /// Eligible, but asks not to be shown to the model.
    Hidden,
    /// Loaded, but this host, configuration or agent does not allow it.
    Ineligible,
    /// Not a skill that could be loaded.
    NotLoaded,
}

impl SkillState {
    /// The name that callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::NoRoom => "no-room",
            Self::Hidden => "hidden",
            Self::Ineligible => "ineligible",
            Self::NotLoaded => "not-loaded",
        }
    }

    fn after(reason: SkillReason) -> Self {
        use SkillReason as Reason;
        match reason {
            Reason::ListLimit => Self::NoRoom,
            Reason::Hidden => Self::Hidden,
            Reason::Disabled
            | Reason::BundledNotAllowed
            | Reason::Os
            | Reason::Bins
            | Reason::AnyBins
            | Reason::Env
            | Reason::Config
            | Reason::NotInAllowlist => Self::Ineligible,
            Reason::NoHeader
            | Reason::NoOpeningFence
            | Reason::UnterminatedHeader
            | Reason::NotAMapping
            | Reason::NoDescription
            | Reason::NoName
            | Reason::EmptyFile
            | Reason::TooLarge
            | Reason::OutsideRoot
            | Reason::HardLink
            | Reason::NotAFile
            | Reason::Unreadable
            | Reason::WrongCase
            | Reason::Archived
            | Reason::Shadowed
            | Reason::ScanLimit => Self::NotLoaded,
        }
    }
}

/// One skill, or one directory that looks like a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsideredSkill {
    /// Its name where its header could be read.
    pub name: Option<Text>,
    /// Where it was found.
    pub source: SkillSource,
    /// The `SKILL.md`, or the directory where there is none.
    pub path: Text,
    /// What became of it.
    pub state: SkillState,
    /// Content version where its header could be read.
    pub version: Option<Text>,
    /// UTF-16 code units that it takes in the list; 0 outside it.
    pub units: usize,
    /// Why it is not in the list.
    pub reason: Option<SkillReason>,
    /// What the reason is about, see [`SkillDiagnostic::details`].
    pub details: Vec<Text>,
}

/// One row for each skill: the list's in its order, then those that the list left out, those that were
/// not eligible, and those that could not be loaded.
#[must_use]
pub fn considered_skills<E: AsRef<SkillEntry>>(
    list: &SkillList,
    entries: &[E],
    diagnostics: &[SkillDiagnostic],
) -> Vec<ConsideredSkill> {
    let listed = list.included.iter().map(|listed| {
        let entry = entries[listed.entry].as_ref();
        ConsideredSkill {
            name: Some(entry.skill.name.clone()),
            source: entry.source,
            path: entry.skill.file_path.clone(),
            state: SkillState::Listed,
            version: entry.skill.prompt_version.clone(),
            units: listed.units,
            reason: None,
            details: Vec::new(),
        }
    });
    let mut rows: Vec<ConsideredSkill> = listed.collect();
    let start = rows.len();
    rows.extend(diagnostics.iter().map(left_out));
    rows[start..].sort_by_key(|row| row.state as u8);
    rows
}

fn left_out(diagnostic: &SkillDiagnostic) -> ConsideredSkill {
    ConsideredSkill {
        name: diagnostic.name.clone(),
        source: diagnostic.source,
        path: diagnostic.path.clone(),
        state: SkillState::after(diagnostic.reason),
        version: diagnostic.version.clone(),
        units: 0,
        reason: Some(diagnostic.reason),
        details: diagnostic.details.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::tests::{entries, options};
    use super::super::list::{ListOptions, list_skills};
    use super::super::texts::shipped;
    use super::*;

    #[test]
    fn every_skill_has_one_row_and_the_listed_ones_come_first() {
        let mut entries = entries(3);
        entries[0].skill.hidden = true;
        let one = ListOptions { max_skills: 1, ..options(18_000) };
        let list = list_skills(&entries, &one, &shipped());
        let file = SkillDiagnostic { reason: SkillReason::TooLarge, ..list.diagnostics[0].clone() };
        let gate = SkillDiagnostic { reason: SkillReason::Os, ..list.diagnostics[0].clone() };
        let diagnostics = [vec![file, gate], list.diagnostics.clone()].concat();
        let rows = considered_skills(&list, &entries, &diagnostics);
        let states: Vec<_> = rows.iter().map(|row| row.state.name()).collect();
        assert_eq!(states, ["listed", "no-room", "hidden", "ineligible", "not-loaded"]);
        assert_eq!(rows[0].units, list.included[0].units);
        assert!(rows[1..].iter().all(|row| row.units == 0 && row.reason.is_some()));
        assert!(rows.iter().all(|row| row.version.is_some()));
    }
}
