//! Finding the directories below a root that are skills.
//!
//! The rules:
//! - A directory with a `SKILL.md` is a skill, and nothing below it is looked at. Without one it is
//!   searched, six levels deep, or two in an extra directory that is not called `skills`.
//! - A root that is itself a skill holds that skill only. A root whose skills lie in its child `skills`
//!   starts there.
//! - Links are followed only as far as the source allows; every count has a limit.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clawprompt_core::skills::{SkillLimits, SkillReason, SkillSource};
use clawprompt_core::text::{Collator, Text};

use super::content::ORIGIN;
use super::listing::{Child, Listing, Listings};
use super::seen::{Opened, Seen};
use crate::file_facts::FileFacts;

const DEEPEST: usize = 6;
const DEEPEST_IN_EXTRA: usize = 2;

/// A place to search.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) dir: PathBuf,
    pub(super) source: SkillSource,
}

impl Root {
    /// Whether what is found must lie inside the root once links are followed.
    fn is_contained(&self) -> bool {
        !matches!(self.source, SkillSource::Managed | SkillSource::AgentsPersonal)
    }

    /// Whether links may also lead to the configured targets.
    fn may_use_targets(&self) -> bool {
        matches!(
            self.source,
            SkillSource::Workspace | SkillSource::Extra | SkillSource::AgentsProject
        )
    }
}

/// A directory with a `SKILL.md`.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Directory as it was reached.
    pub(super) dir: PathBuf,
    /// Directory with all links followed.
    pub(super) real_dir: PathBuf,
    /// What is known of the path of the `SKILL.md` itself.
    pub(super) facts: FileFacts,
    /// Whether there is a record of where the skill was installed from.
    pub(super) has_origin: bool,
    /// Whether the skill is known by its real path.
    pub(super) is_canonical: bool,
    /// Path below the root, by which candidates are ordered.
    pub(super) relative: Text,
}

/// A directory that was passed over, and why.
#[derive(Debug)]
pub(super) struct Passed {
    pub(super) path: PathBuf,
    pub(super) reason: SkillReason,
    pub(super) detail: Option<PathBuf>,
}

/// What a root holds.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    pub(super) passed: Vec<Passed>,
}

/// One search of one root.
pub(super) struct Scan<'a> {
    pub(super) root: &'a Root,
    pub(super) limits: &'a SkillLimits,
    /// Real paths of `skills.load.allowSymlinkTargets`.
    pub(super) targets: &'a [PathBuf],
    pub(super) listings: &'a mut Listings,
    pub(super) turn: u64,
    pub(super) seen: &'a mut Seen,
    /// Whether a directory's `SKILL.md` can be read and describes a skill.
    pub(super) is_loadable: &'a mut dyn FnMut(&Path, &mut Seen) -> bool,
    pub(super) found: Found,
    /// Directories and entries that may still be read.
    budget: (usize, usize),
    base_real: PathBuf,
}

/// A directory on the way down.
struct Level {
    path: PathBuf,
    real: PathBuf,
    relative: Text,
    /// Levels that its children may still go down.
    left: usize,
}

impl<'a> Scan<'a> {
    pub(super) fn new(
        root: &'a Root,
        limits: &'a SkillLimits,
        targets: &'a [PathBuf],
        listings: &'a mut Listings,
        turn: u64,
        seen: &'a mut Seen,
        is_loadable: &'a mut dyn FnMut(&Path, &mut Seen) -> bool,
    ) -> Self {
        let most = limits.max_candidates_per_root;
        let budget =
            (most.saturating_mul(6), entry_limit(most).saturating_mul(most.saturating_add(1)));
        Self {
            root,
            limits,
            targets,
            listings,
            turn,
            seen,
            is_loadable,
            found: Found::default(),
            budget,
            base_real: PathBuf::new(),
        }
    }

    /// Searches the root. Candidates come in the order in which they are loaded.
    pub(super) fn run(mut self, locale: &Collator) -> Found {
        let Some(root_listing) = self.list(&self.root.dir.clone()) else { return self.found };
        let base = self.base(&root_listing);
        let Some(base_real) = self.seen.real_path(&base) else { return self.found };
        self.base_real.clone_from(&base_real);
        let level = Level { path: base, real: base_real, relative: Text::new(), left: DEEPEST };
        if let Some(facts) = self.seen.entry(&level.path.join("SKILL.md")) {
            let has_origin = self.seen.entry(&level.path.join(ORIGIN)).is_some();
            self.add(level, facts, has_origin);
            return self.found;
        }
        self.descend(&level);
        locale.sort_by_key(&mut self.found.candidates, |candidate| &candidate.relative);
        self.found
    }

    fn list(&mut self, dir: &Path) -> Option<std::sync::Arc<Listing>> {
        let most = entry_limit(self.limits.max_candidates_per_root);
        self.listings.list(dir, most, self.turn, self.seen)
    }

    /// The directory to search: the root, or its child `skills` where only that holds skills.
    fn base(&mut self, root_listing: &Listing) -> PathBuf {
        let root = self.root.dir.clone();
        let nested = root.join("skills");
        let has_nested = root_listing.children.iter().any(|child| child.name == "skills");
        if !has_nested || self.seen.directory(&nested).is_none() {
            return root;
        }
        if root_listing.has_skill_file {
            if (self.is_loadable)(&root, self.seen) {
                return root;
            }
        } else if self.holds_skill_elsewhere(&root) {
            return root;
        }
        if self.holds_loadable_skill(&nested) { nested } else { root }
    }

    /// Whether a skill, or a link that may lead to one, lies below the root but not in `skills`.
    fn holds_skill_elsewhere(&mut self, root: &Path) -> bool {
        let mut queue = VecDeque::from([(root.to_owned(), 0)]);
        while let Some((dir, depth)) = queue.pop_front() {
            let Some(listing) = self.list(&dir) else { continue };
            if depth > 0 && listing.has_skill_file {
                return true;
            }
            let searched =
                listing.children.iter().filter(|child| depth > 0 || child.name != "skills");
            for child in searched {
                if child.is_link {
                    return true;
                }
                if depth < DEEPEST {
                    queue.push_back((dir.join(&child.name), depth + 1));
                }
            }
        }
        false
    }

    fn holds_loadable_skill(&mut self, nested: &Path) -> bool {
        let mut queue = VecDeque::from([(nested.to_owned(), 0)]);
        while let Some((dir, depth)) = queue.pop_front() {
            let Some(listing) = self.list(&dir) else { continue };
            if listing.has_skill_file {
                if (self.is_loadable)(&dir, self.seen) {
                    return true;
                }
                continue;
            }
            if depth < DEEPEST {
                let children = listing.children.iter().filter(|child| !child.is_link);
                queue.extend(children.map(|child| (dir.join(&child.name), depth + 1)));
            }
        }
        false
    }

    /// Looks at the children of a directory that is no skill.
    fn descend(&mut self, level: &Level) {
        if self.budget.0 == 0 || self.budget.1 == 0 {
            self.pass(&level.path, SkillReason::ScanLimit, None);
            return;
        }
        let Some(listing) = self.list(&level.path) else { return };
        self.budget.0 -= 1;
        self.budget.1 = self.budget.1.saturating_sub(listing.raw_entries);
        if listing.raw_entries >= entry_limit(self.limits.max_candidates_per_root) {
            self.pass(&level.path, SkillReason::ScanLimit, None);
        }
        if let Some(name) = &listing.wrong_case {
            self.pass(&level.path.join(name), SkillReason::WrongCase, None);
        }
        let most = self.limits.max_candidates_per_root;
        let opened = self.seen.open(&level.path);
        let mut counted = 0;
        for child in &listing.children {
            let path = level.path.join(&child.name);
            // A link that leads nowhere or to a file is no directory, and does not count.
            if child.is_link && self.seen.directory(&path).is_none() {
                continue;
            }
            counted += 1;
            if counted <= most || child.name == "skills" {
                self.visit(level, &opened, child, path);
            } else {
                self.pass(&path, SkillReason::ScanLimit, None);
            }
        }
    }

    fn visit(&mut self, parent: &Level, opened: &Opened<'_>, child: &Child, path: PathBuf) {
        let mut relative = parent.relative.clone();
        if !relative.is_empty() {
            relative.push_str("/");
        }
        relative.push_str(child.name.to_string_lossy());
        let real = if child.is_link {
            let Some(real) = self.seen.real_path(&path) else { return };
            real
        } else {
            parent.real.join(&child.name)
        };
        if child.is_link && !self.is_allowed(&real) {
            self.pass(&path, SkillReason::OutsideRoot, Some(real));
            return;
        }
        let own = Path::new(&child.name);
        let facts = self.seen.below(opened, &own.join("SKILL.md"));
        let left = self.left_below(parent, &child.name, facts.is_some());
        let level = Level { path, real, relative, left };
        match facts {
            Some(facts) => {
                let has_origin = self.seen.below(opened, &own.join(ORIGIN)).is_some();
                self.add(level, facts, has_origin);
            }
            None if level.left > 0 => self.descend(&level),
            None => {}
        }
    }

    fn is_allowed(&self, real: &Path) -> bool {
        let in_target = || {
            self.root.may_use_targets()
                && self.targets.iter().any(|target| real.starts_with(target))
        };
        !self.root.is_contained() || real.starts_with(&self.base_real) || in_target()
    }

    /// Levels that may be searched below a child.
    fn left_below(&self, parent: &Level, child: &OsStr, is_skill: bool) -> usize {
        if !parent.relative.is_empty() {
            return parent.left.saturating_sub(1);
        }
        let base = &parent.path;
        let is_skills = child == "skills";
        let is_shallow = self.root.source == SkillSource::Extra
            && *base == self.root.dir
            && base.file_name() != Some(OsStr::new("skills"))
            && !is_skills;
        let deepest = if is_shallow { DEEPEST_IN_EXTRA } else { DEEPEST };
        // The base's children are on the first level, a plain `skills` among them is not counted.
        if is_skills && !is_skill { deepest } else { deepest - 1 }
    }

    fn add(&mut self, level: Level, facts: FileFacts, has_origin: bool) {
        self.found.candidates.push(Candidate {
            dir: level.path,
            real_dir: level.real,
            facts,
            has_origin,
            is_canonical: !self.root.is_contained(),
            relative: level.relative,
        });
    }

    fn pass(&mut self, path: &Path, reason: SkillReason, detail: Option<PathBuf>) {
        self.found.passed.push(Passed { path: path.to_owned(), reason, detail });
    }
}

/// Entries that are read of one directory.
fn entry_limit(max_candidates: usize) -> usize {
    if max_candidates == 0 {
        return 0;
    }
    max_candidates.saturating_mul(10).clamp(1_000, 10_000)
}
