//! A session's frozen view of its skills.
//!
//! A session keeps the list it started with, so that the prompt's prefix stays cacheable, until
//! something says that the snapshot is stale.

use sha2::{Digest, Sha256};

use crate::text::{Text, U16Str, hex, trim, utf8_lossy};

use super::entry::SkillEntry;
use super::list::{ListOptions, SkillList, list_skills};
use super::texts::SkillTexts;

/// Version of the snapshot's form; a stored snapshot of another version is made anew.
pub const PROMPT_FORMAT_VERSION: u32 = 1;

/// What is known of one available skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotSkill {
    /// Its name.
    pub name: Text,
    /// The variable that an `apiKey` fills.
    pub primary_env: Option<String>,
    /// Variables it needs; absent where its header requires nothing.
    pub required_env: Option<Vec<String>>,
}

/// A session's frozen view.
#[derive(Debug, Clone, PartialEq)]
pub struct SkillSnapshot {
    /// The list as text.
    pub prompt: Text,
    /// All available skills, hidden ones included, in name order.
    pub skills: Vec<SnapshotSkill>,
    /// The agent's list of skills; `None` allows all.
    pub skill_filter: Option<Vec<String>>,
    /// The caller's version, see [`is_version_stale`].
    pub version: Option<f64>,
    /// See [`PROMPT_FORMAT_VERSION`].
    pub prompt_format_version: u32,
    /// Hash over form, list and available skills: equal digests mean equal content, also in another
    /// process.
    pub digest: String,
}

/// Makes a snapshot of eligible skills, and the list it holds.
pub fn build_skill_snapshot<'a>(
    eligible: impl IntoIterator<Item = &'a SkillEntry>,
    skill_filter: Option<Vec<String>>,
    version: Option<f64>,
    options: &ListOptions<'_>,
    texts: &SkillTexts,
) -> (SkillSnapshot, SkillList) {
    let eligible: Vec<&SkillEntry> = eligible.into_iter().collect();
    // An agent without skills gets no text at all, not even the note about remote nodes.
    let is_none_allowed = skill_filter.as_ref().is_some_and(Vec::is_empty);
    let options = ListOptions {
        remote_note: options.remote_note.filter(|_| !is_none_allowed),
        ..options.clone()
    };
    let list = list_skills(eligible.iter().copied(), &options, texts);
    let skills: Vec<SnapshotSkill> = eligible.iter().map(|entry| snapshot_skill(entry)).collect();
    let snapshot = SkillSnapshot {
        digest: digest(&list.text, &eligible),
        prompt: list.text.clone(),
        skills,
        skill_filter,
        version,
        prompt_format_version: PROMPT_FORMAT_VERSION,
    };
    (snapshot, list)
}

fn snapshot_skill(entry: &SkillEntry) -> SnapshotSkill {
    let metadata = entry.metadata.as_ref();
    SnapshotSkill {
        name: entry.skill.name.clone(),
        primary_env: metadata.and_then(|metadata| metadata.primary_env.clone()),
        required_env: metadata
            .and_then(|metadata| metadata.requires.as_ref())
            .map(|requires| requires.env.clone()),
    }
}

fn digest(prompt: &Text, eligible: &[&SkillEntry]) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &U16Str| {
        let bytes = utf8_lossy(text);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(prompt);
    for entry in eligible {
        add(&entry.skill.name);
        add(entry.skill.prompt_version.as_deref().unwrap_or_default());
    }
    hash.update(PROMPT_FORMAT_VERSION.to_le_bytes());
    format!("sha256:{}", hex(&hash.finalize()))
}

/// Whether a stored snapshot must be made anew: another form, a stale version or another filter.
#[must_use]
pub fn needs_rebuild(
    stored: Option<&SkillSnapshot>,
    next_version: Option<f64>,
    skill_filter: Option<&[String]>,
) -> bool {
    stored.is_none_or(|stored| {
        stored.prompt_format_version != PROMPT_FORMAT_VERSION
            || is_version_stale(stored.version, next_version)
            || normal_filter(stored.skill_filter.as_deref()) != normal_filter(skill_filter)
    })
}

/// Whether `next` supersedes `cached`.
///
/// Missing counts as 0, and a `next` of 0, a counter that was started anew, supersedes any other.
#[must_use]
pub fn is_version_stale(cached: Option<f64>, next: Option<f64>) -> bool {
    let (cached, next) = (cached.unwrap_or(0.0), next.unwrap_or(0.0));
    if next == 0.0 { cached > 0.0 } else { cached < next }
}

/// A filter as a set in one order; no filter differs from an empty one.
fn normal_filter(filter: Option<&[String]>) -> Option<Vec<&str>> {
    let mut names: Vec<&str> =
        filter?.iter().map(|name| crate::config::value::trim_str(name)).collect();
    names.retain(|name| !name.is_empty());
    names.sort_unstable();
    names.dedup();
    Some(names)
}

/// The list for one run: the snapshot's where it has one, else made from `entries`, else empty.
pub fn resolve_skills_prompt_for_run<'a>(
    snapshot_prompt: Option<&U16Str>,
    entries: impl IntoIterator<Item = &'a SkillEntry>,
    options: &ListOptions<'_>,
    texts: &SkillTexts,
) -> Text {
    match snapshot_prompt.map(trim) {
        Some(prompt) if !prompt.is_empty() => prompt.to_owned(),
        _ => trim(&list_skills(entries, options, texts).text).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::tests::{entries, options};
    use super::super::texts::shipped;
    use super::*;
    use crate::text::to_text;

    fn snapshot(count: usize, filter: Option<Vec<String>>) -> SkillSnapshot {
        let note = to_text("N");
        let options = ListOptions { remote_note: Some(&note), ..options(18_000) };
        build_skill_snapshot(&entries(count), filter, Some(5.0), &options, &shipped()).0
    }

    #[test]
    fn a_version_is_stale_when_the_next_is_newer_or_the_counter_started_anew() {
        let stale = is_version_stale;
        assert!(!stale(None, Some(0.0)));
        assert!(stale(Some(5.0), Some(0.0)));
        assert!(stale(Some(0.0), Some(5.0)));
        assert!(!stale(Some(5.0), Some(5.0)));
        assert!(!stale(Some(6.0), Some(5.0)));
    }

    #[test]
    fn filters_are_compared_as_sets_and_none_differs_from_empty() {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let stored = snapshot(1, Some(list(&["b", "a"])));
        let rebuild = |filter: Option<&[String]>| needs_rebuild(Some(&stored), Some(5.0), filter);
        assert!(!rebuild(Some(&list(&["a", " b ", "a"]))));
        assert!(rebuild(Some(&list(&["a"]))));
        assert!(rebuild(None));
        assert!(needs_rebuild(Some(&snapshot(1, None)), Some(5.0), Some(&[])));
        assert!(needs_rebuild(None, None, None));
        let older = SkillSnapshot { prompt_format_version: 0, ..snapshot(1, None) };
        assert!(needs_rebuild(Some(&older), Some(5.0), None));
    }

    #[test]
    fn a_third_skill_changes_the_digest_and_a_second_process_does_not() {
        assert_ne!(snapshot(2, None).digest, snapshot(3, None).digest);
        assert_eq!(snapshot(2, None).digest, snapshot(2, None).digest);
        let mut edited = entries(2);
        edited[1].skill.prompt_version = Some(to_text("sha256:fedcba9876543210"));
        let off = ListOptions { versions: false, ..options(18_000) };
        let digest = |entries: &[SkillEntry]| {
            build_skill_snapshot(entries, None, None, &off, &shipped()).0.digest
        };
        assert_ne!(digest(&entries(2)), digest(&edited));
    }

    #[test]
    fn no_allowed_skill_means_no_text_and_a_note_alone_stands_by_itself() {
        assert!(snapshot(0, Some(Vec::new())).prompt.is_empty());
        assert_eq!(snapshot(0, None).prompt, to_text("N"));
    }

    #[test]
    fn hidden_skills_are_available_but_not_printed() {
        let mut list = entries(2);
        list[0].skill.hidden = true;
        let snapshot = build_skill_snapshot(&list, None, None, &options(18_000), &shipped()).0;
        assert_eq!(snapshot.skills.len(), 2);
        assert!(!snapshot.prompt.to_string_lossy().contains("<name>s0</name>"));
    }

    #[test]
    fn a_run_takes_the_snapshots_list_before_it_makes_one() {
        let resolve = |stored: Option<&str>, count: usize| {
            let stored = stored.map(to_text);
            let list = entries(count);
            resolve_skills_prompt_for_run(stored.as_deref(), &list, &options(18_000), &shipped())
                .to_string_lossy()
        };
        assert_eq!(resolve(Some("  kept \n"), 1), "kept");
        assert!(resolve(Some(" \n"), 1).ends_with("</available_skills>"));
        assert_eq!(resolve(None, 0), "");
    }
}
