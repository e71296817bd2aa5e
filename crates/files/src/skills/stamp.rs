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
