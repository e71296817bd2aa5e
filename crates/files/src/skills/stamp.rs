//! What tells one state of a file from the next without reading it.

use std::fs::Metadata;
use std::time::{SystemTime, UNIX_EPOCH};

/// Longest tick of a kernel's clock, doubled a few times to be safe.
const GRAIN: i128 = 50_000_000;
/// Tick of file systems that keep whole seconds, or every other one.
const COARSE_GRAIN: i128 = 2_000_000_000;

/// Identity, size and times of a file in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    device: u64,
    inode: u64,
    /// Names that the file has on disk.
    pub(super) links: u64,
    pub(super) size: u64,
    modified: i128,
    /// When anything about the file changed; nobody can set it. The modification time elsewhere.
    changed: i128,
}

impl Stamp {
    #[cfg(unix)]
    pub(super) fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds =
            |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            links: metadata.nlink(),
            size: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().map_or(0, nanoseconds);
        Self { device: 0, inode: 0, links: 1, size: metadata.len(), modified, changed: modified }
    }

    /// Whether the two are one file.
    pub(super) fn is_same_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    /// Whether a change after `read_at` would show in the stamp.
    ///
    /// Two changes within one tick of the clock leave the same times, so what was read less than a tick
    /// after the last change must be read again.
    pub(super) fn is_settled(self, read_at: i128) -> bool {
        let grain = if self.changed % 1_000_000_000 == 0 { COARSE_GRAIN } else { GRAIN };
        read_at - self.changed > grain
    }

    pub(super) fn is_settled_now(self) -> bool {
        self.is_settled(now())
    }
}

/// The clock that files are stamped with, in nanoseconds.
pub(super) fn now() -> i128 {
    nanoseconds(SystemTime::now())
}

fn nanoseconds(time: SystemTime) -> i128 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i128::try_from(since.as_nanos()).unwrap_or(i128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(changed: i128) -> Stamp {
        Stamp { device: 1, inode: 1, links: 1, size: 1, modified: 0, changed }
    }

    #[test]
    fn what_was_read_within_a_tick_of_the_last_change_is_read_again() {
        let fine = changed(10_000_000_001);
        assert!(!fine.is_settled(10_000_000_001));
        assert!(!fine.is_settled(10_050_000_001));
        assert!(fine.is_settled(10_050_000_002));
        // A clock that runs behind the file system's never settles.
        assert!(!fine.is_settled(9_000_000_000));
    }

    #[test]
    fn a_file_system_that_keeps_whole_seconds_gets_two_of_them() {
        let coarse = changed(10_000_000_000);
        assert!(!coarse.is_settled(12_000_000_000));
        assert!(coarse.is_settled(12_000_000_001));
    }

    #[test]
    fn any_difference_but_the_reading_makes_another_stamp() {
        let stamp = changed(5);
        assert_ne!(stamp, Stamp { size: 2, ..stamp });
        assert_ne!(stamp, Stamp { links: 2, ..stamp });
        assert_ne!(stamp, Stamp { modified: 1, ..stamp });
        assert_ne!(stamp, changed(6));
        assert!(!stamp.is_same_file(Stamp { inode: 2, ..stamp }));
    }
}
