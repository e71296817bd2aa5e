//! What earlier loads read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawprompt_core::skills::{
    HeaderFault, SkillEntry, SkillLocation, SkillReason, SkillSource, skill_entry,
};

use super::content::{self, Admitted, Content, Remembered};
use super::listing::Listings;
use super::scan::Candidate;
use super::seen::Seen;

/// Remembered files beyond which those of other workspaces are forgotten.
const MOST_REMEMBERED: usize = 4_096;

/// Listings, contents and entries by path.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) listings: Listings,
    contents: HashMap<PathBuf, Used<Remembered>>,
    entries: HashMap<PathBuf, Used<CachedEntry>>,
    /// Number of the current load.
    pub(super) turn: u64,
}

#[derive(Debug)]
struct Used<T> {
    value: T,
    turn: u64,
}

/// An entry and what it was made of.
#[derive(Debug)]
struct CachedEntry {
    content: Arc<Content>,
    slug: Option<String>,
    source: SkillSource,
    entry: Result<Arc<SkillEntry>, HeaderFault>,
}

impl State {
    /// Keeps what this load used once too much is remembered.
    pub(super) fn forget(&mut self) {
        let turn = self.turn;
        if self.contents.len() + self.listings.len() > MOST_REMEMBERED {
            self.contents.retain(|_, known| known.turn == turn);
            self.entries.retain(|_, known| known.turn == turn);
            self.listings.forget_unused(turn);
        }
    }

    /// What the directory's `SKILL.md` says.
    pub(super) fn content(
        &mut self,
        real_dir: &Path,
        max_bytes: u64,
        seen: &mut Seen,
    ) -> Result<Arc<Content>, SkillReason> {
        let facts = seen.entry(&real_dir.join("SKILL.md")).ok_or(SkillReason::Unreadable)?;
        let admitted = content::admit(real_dir, &facts, max_bytes, seen)?;
        if let Some(known) = self.known(&admitted) {
            return Ok(known);
        }
        let read = content::read(&admitted, max_bytes);
        let read = read.inspect_err(|reason| seen.judge(*reason))?;
        Ok(self.remember(admitted, read))
    }

    pub(super) fn known(&mut self, admitted: &Admitted) -> Option<Arc<Content>> {
        let known = self.contents.get_mut(&admitted.path)?;
        known.turn = self.turn;
        known.value.holds_for(&admitted.identity).then(|| Arc::clone(&known.value.content))
    }

    pub(super) fn remember(&mut self, admitted: Admitted, mut read: Remembered) -> Arc<Content> {
        let turn = self.turn;
        // A file that was read again but says the same keeps what was made of it.
        if let Some(known) = self.contents.get(&admitted.path)
            && known.value.content == read.content
        {
            read.content = Arc::clone(&known.value.content);
        }
        let content = Arc::clone(&read.content);
        self.contents.insert(admitted.path, Used { value: read, turn });
        content
    }

    pub(super) fn entry(
        &mut self,
        candidate: &Candidate,
        source: SkillSource,
        content: &Arc<Content>,
        seen: &mut Seen,
    ) -> Result<Arc<SkillEntry>, HeaderFault> {
        let turn = self.turn;
        let slug =
            candidate.has_origin.then(|| content::origin_slug(&candidate.real_dir, seen)).flatten();
        if let Some(known) = self.entries.get_mut(&candidate.dir)
            && Arc::ptr_eq(&known.value.content, content)
            && known.value.slug == slug
            && known.value.source == source
        {
            known.turn = turn;
            return known.value.entry.clone();
        }
        let base_dir = if candidate.is_canonical { &candidate.real_dir } else { &candidate.dir };
        let file_path = base_dir.join("SKILL.md");
        // A skill without a name has that of the directory it was reached by, be it a link.
        let dir_name = candidate.dir.file_name().unwrap_or_default().to_string_lossy();
        let location = SkillLocation {
            file_path: &file_path.to_string_lossy(),
            base_dir: &base_dir.to_string_lossy(),
            dir_name: &dir_name,
            source,
            slug: slug.as_deref(),
        };
        let entry = skill_entry(&content.header, &content.version, location).map(Arc::new);
        let cached =
            CachedEntry { content: Arc::clone(content), slug, source, entry: entry.clone() };
        self.entries.insert(candidate.dir.clone(), Used { value: cached, turn });
        entry
    }
}
