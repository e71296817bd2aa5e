//! Directories as discovery sees them.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::seen::Seen;
use super::settled::is_settled;
use crate::file_facts::{Identity, now};

/// The directories inside a directory, and what it says about being a skill.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Directories and links by name, those with a leading dot and `node_modules` left out, in the order
    /// of their UTF-16 names.
    pub(super) children: Vec<Child>,
    /// Whether there is an entry `SKILL.md`.
    pub(super) has_skill_file: bool,
    /// An entry that differs from `SKILL.md` in case only.
    pub(super) wrong_case: Option<OsString>,
    /// Entries of any kind.
    pub(super) raw_entries: usize,
}

/// A directory, or a link that may lead to one.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) name: OsString,
    pub(super) is_link: bool,
}

#[derive(Debug)]
struct Remembered {
    identity: Identity,
    is_settled: bool,
    listing: Arc<Listing>,
    used: u64,
}

/// Listings by path, valid as long as the directory is what it was.
#[derive(Debug, Default)]
pub(super) struct Listings {
    known: HashMap<PathBuf, Remembered>,
}

impl Listings {
    /// The listing of a directory, of which at most `max_entries` are read. `None` where it cannot be
    /// listed. `turn` marks it as used.
    pub(super) fn list(
        &mut self,
        dir: &Path,
        max_entries: usize,
        turn: u64,
        seen: &mut Seen,
    ) -> Option<Arc<Listing>> {
        let identity = seen.directory(dir)?;
        if let Some(known) = self.known.get_mut(dir)
            && known.is_settled
            && known.identity == identity
            && known.listing.raw_entries < max_entries
        {
            known.used = turn;
            return Some(Arc::clone(&known.listing));
        }
        let read_at = now();
        let Some((listing, is_whole)) = read(dir, max_entries) else {
            seen.doubt();
            return None;
        };
        let listing = Arc::new(listing);
        if !is_whole {
            seen.doubt();
            return Some(listing);
        }
        let is_settled = is_settled(&identity, read_at);
        let remembered =
            Remembered { identity, is_settled, listing: Arc::clone(&listing), used: turn };
        self.known.insert(dir.to_owned(), remembered);
        Some(listing)
    }

    pub(super) fn forget_unused(&mut self, turn: u64) {
        self.known.retain(|_, known| known.used == turn);
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }
}

/// The listing, and whether it has all that it should.
fn read(dir: &Path, max_entries: usize) -> Option<(Listing, bool)> {
    let mut listing = Listing::default();
    let mut is_whole = true;
    for entry in fs::read_dir(dir).ok()? {
        if listing.raw_entries == max_entries {
            break;
        }
        listing.raw_entries += 1;
        let Ok((name, kind)) = entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?)))
        else {
            is_whole = false;
            continue;
        };
        if name == "SKILL.md" {
            listing.has_skill_file = true;
        } else if name.eq_ignore_ascii_case("SKILL.md") && !kind.is_dir() {
            listing.wrong_case = Some(name);
        } else if (kind.is_dir() || kind.is_symlink()) && is_searched(&name) {
            listing.children.push(Child { name, is_link: kind.is_symlink() });
        }
    }
    listing.children.sort_by_cached_key(|child| {
        child.name.to_string_lossy().encode_utf16().collect::<Vec<_>>()
    });
    Some((listing, is_whole))
}

fn is_searched(name: &OsString) -> bool {
    name != "node_modules" && !name.to_string_lossy().starts_with('.')
}
