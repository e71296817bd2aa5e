//! Contents that were read, as long as the files stay what they were.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clawprompt_core::bootstrap::{MissingReason, SharedText};

use super::decode::{Decoded, decode};
use super::guard::{GuardedRoot, Identity, Refusal};

/// Files that are kept.
const MAX_ENTRIES: usize = 1_024;
/// UTF-16 code units that are kept, 64 MiB.
const MAX_UNITS: usize = 32 * 1024 * 1024;
/// Attempts at one read, and the pause between them.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(50);
/// A file younger than this is not kept: the clocks of file systems are coarse, and a second edit could
/// carry the same time.
const SETTLED_AFTER: i128 = 2_000_000_000;

/// A file's content and what was noticed in it.
#[derive(Debug, Clone)]
pub(crate) struct Content {
    pub(crate) text: SharedText,
    pub(crate) is_valid_utf8: bool,
    pub(crate) has_nul: bool,
}

#[derive(Debug)]
struct Entry {
    identity: Identity,
    content: Content,
    /// Value of the counter when the entry was last used.
    used: u64,
}

#[derive(Debug, Default)]
struct Entries {
    by_path: HashMap<PathBuf, Entry>,
    units: usize,
    counter: u64,
}

/// Keeps contents by path. An entry counts only while the file has the same device, inode, size and
/// times, to the nanosecond, as when it was read.
#[derive(Debug, Default)]
pub(crate) struct ContentCache {
    entries: Mutex<Entries>,
}

impl ContentCache {
    /// Reads a file below the root, from memory when it has not changed.
    ///
    /// A read that the system asks to repeat is repeated. Blocks; not for an event loop.
    pub(crate) fn read(
        &self,
        root: &dyn GuardedRoot,
        relative: &Path,
        limit: u64,
    ) -> Result<Content, MissingReason> {
        let key = root.path().join(relative);
        let result = retry(|is_last| self.read_once(root, relative, limit, &key, is_last));
        if result.is_err() {
            self.lock().forget(&key);
        }
        result
    }

    fn read_once(
        &self,
        root: &dyn GuardedRoot,
        relative: &Path,
        limit: u64,
        key: &Path,
        is_last: bool,
    ) -> Result<Content, Refusal> {
        let identity = root.identify(relative, limit)?;
        if let Some(content) = self.lock().find(key, &identity) {
            return Ok(content);
        }
        let (mut file, before) = root.open(relative, limit)?;
        let capacity = usize::try_from(before.size).unwrap_or(0);
        let mut bytes = Vec::with_capacity(capacity.saturating_add(1));
        file.by_ref().take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(MissingReason::TooLarge.into());
        }
        let is_stable = root.identify(relative, limit).is_ok_and(|after| after == before);
        if !is_stable && !is_last {
            return Err(Refusal::Transient);
        }
        let Decoded { text, is_valid_utf8, has_nul } = decode(&bytes);
        let content = Content { text: text.into(), is_valid_utf8, has_nul };
        if is_stable && is_settled(&before) {
            self.lock().keep(key, before, content.clone());
        }
        Ok(content)
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // An entry is complete or absent, so a panic elsewhere leaves nothing to distrust.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tries until an attempt ends otherwise than with "try again"; the last one is told so.
pub(crate) fn retry<T>(
    mut attempt: impl FnMut(bool) -> Result<T, Refusal>,
) -> Result<T, MissingReason> {
    for number in 1..=ATTEMPTS {
        match attempt(number == ATTEMPTS) {
            Ok(value) => return Ok(value),
            Err(Refusal::Reason(reason)) => return Err(reason),
            Err(Refusal::Transient) if number < ATTEMPTS => std::thread::sleep(PAUSE),
            Err(Refusal::Transient) => {}
        }
    }
    Err(MissingReason::Unreadable)
}

fn is_settled(identity: &Identity) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
    let now = i128::try_from(now).unwrap_or(i128::MAX);
    now - identity.modified.max(identity.changed) >= SETTLED_AFTER
}

impl Entries {
    fn find(&mut self, path: &Path, identity: &Identity) -> Option<Content> {
        self.counter += 1;
        let entry = self.by_path.get_mut(path).filter(|entry| entry.identity == *identity)?;
        entry.used = self.counter;
        Some(entry.content.clone())
    }

    fn keep(&mut self, path: &Path, identity: Identity, content: Content) {
        self.forget(path);
        self.units += content.text.len();
        self.counter += 1;
        let entry = Entry { identity, content, used: self.counter };
        self.by_path.insert(path.to_owned(), entry);
        while self.by_path.len() > MAX_ENTRIES || self.units > MAX_UNITS {
            let oldest = self.by_path.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(path, _)| path.clone()) else { break };
            self.forget(&oldest);
        }
    }

    fn forget(&mut self, path: &Path) {
        if let Some(entry) = self.by_path.remove(path) {
            self.units -= entry.content.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(size: u64) -> Identity {
        Identity { device: 1, inode: 2, size, modified: 3, changed: 4 }
    }

    fn content(units: usize) -> Content {
        let text = "x".repeat(units).as_str().into();
        Content { text, is_valid_utf8: true, has_nul: false }
    }

    #[test]
    fn an_entry_counts_only_for_the_same_file() {
        let mut entries = Entries::default();
        let path = Path::new("/w/SOUL.md");
        entries.keep(path, identity(5), content(5));
        assert!(entries.find(path, &identity(5)).is_some());
        assert!(entries.find(path, &Identity { changed: 5, ..identity(5) }).is_none());
        assert!(entries.find(Path::new("/w/USER.md"), &identity(5)).is_none());
    }

    #[test]
    fn the_least_recently_used_entries_make_room() {
        let mut entries = Entries::default();
        let path = |number: usize| PathBuf::from(format!("/w/{number}"));
        for number in 0..MAX_ENTRIES {
            entries.keep(&path(number), identity(1), content(1));
        }
        entries.find(&path(0), &identity(1));
        entries.keep(&path(MAX_ENTRIES), identity(1), content(1));
        assert_eq!((entries.by_path.len(), entries.units), (MAX_ENTRIES, MAX_ENTRIES));
        assert!(entries.by_path.contains_key(&path(0)));
        assert!(!entries.by_path.contains_key(&path(1)));
        entries.keep(&path(1), identity(1), content(MAX_UNITS));
        assert_eq!((entries.by_path.len(), entries.units), (1, MAX_UNITS));
    }

    #[test]
    fn a_transient_failure_is_tried_three_times() {
        let mut attempts = Vec::new();
        let result: Result<(), _> = retry(|is_last| {
            attempts.push(is_last);
            Err(Refusal::Transient)
        });
        assert_eq!(result, Err(MissingReason::Unreadable));
        assert_eq!(attempts, [false, false, true]);
        let mut count = 0;
        let second = retry(|_| {
            count += 1;
            if count == 2 { Ok(count) } else { Err(Refusal::Transient) }
        });
        assert_eq!(second, Ok(2));
        let mut once = 0;
        let absent: Result<(), _> = retry(|_| {
            once += 1;
            Err(MissingReason::Absent.into())
        });
        assert_eq!((absent, once), (Err(MissingReason::Absent), 1));
    }

    #[test]
    fn a_file_that_was_just_written_is_not_kept() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
        let now = i128::try_from(now).unwrap();
        assert!(!is_settled(&Identity { modified: now, ..identity(1) }));
        assert!(!is_settled(&Identity { modified: 0, changed: now, ..identity(1) }));
        assert!(is_settled(&Identity { modified: now - 3_000_000_000, ..identity(1) }));
    }
}
