//! What a guarded read refuses, and how it is done on this platform.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use clawprompt_core::bootstrap::MissingReason;

use super::walk::WalkedRoot;

/// Why a read was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// For good.
    Reason(MissingReason),
    /// The system asked to try again.
    Transient,
}

impl From<MissingReason> for Refusal {
    fn from(reason: MissingReason) -> Self {
        Self::Reason(reason)
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => MissingReason::Absent.into(),
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Self::Transient,
            io::ErrorKind::CrossesDevices => MissingReason::OutsideWorkspace.into(),
            // Some file systems hand out the bare codes of "try again" and "interrupted".
            _ if matches!(error.raw_os_error(), Some(-11 | -4)) => Self::Transient,
            _ => MissingReason::Unreadable.into(),
        }
    }
}

/// What a file was when it was looked at. Any change of content changes it, save for edits that a file
/// system dates to the same instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) size: u64,
    /// Nanoseconds since 1970.
    pub(crate) modified: i128,
    /// Nanoseconds since 1970; 0 where the platform has no such time.
    pub(crate) changed: i128,
}

impl Identity {
    /// Whether both are the same file, whatever its content.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

/// What the guard must know of a file.
pub(crate) struct FileFacts {
    pub(crate) is_file: bool,
    pub(crate) links: u64,
    pub(crate) identity: Identity,
}

impl FileFacts {
    /// The identity of a regular file with one name and at most `limit` bytes.
    pub(crate) fn check(&self, limit: u64) -> Result<Identity, Refusal> {
        if !self.is_file {
            return Err(MissingReason::NotAFile.into());
        }
        if self.links > 1 {
            return Err(MissingReason::HardLink.into());
        }
        if self.identity.size > limit {
            return Err(MissingReason::TooLarge.into());
        }
        Ok(self.identity)
    }

    #[cfg(unix)]
    pub(crate) fn of(metadata: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;

        let nanoseconds =
            |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Self {
            is_file: metadata.is_file(),
            links: metadata.nlink(),
            identity: Identity {
                device: metadata.dev(),
                inode: metadata.ino(),
                size: metadata.size(),
                modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
                changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            },
        }
    }
}

/// A directory below which files are read. No path leads out of it, symbolic links included.
pub(crate) trait GuardedRoot {
    /// The file's identity, without opening it for reading.
    fn identify(&self, relative: &Path, limit: u64) -> Result<Identity, Refusal>;

    /// The file open for reading, and its identity once open.
    fn open(&self, relative: &Path, limit: u64) -> Result<(File, Identity), Refusal>;

    /// Identity of the entry itself, links not followed.
    fn entry(&self, relative: &Path) -> Option<Identity>;

    /// The directory with symbolic links resolved.
    fn path(&self) -> &Path;

    /// Whether the directory has an entry of exactly this name, in this case.
    ///
    /// The directory is listed only where another spelling of the name opens the same entry, which is
    /// how a file system that folds case shows itself.
    fn has_exact_entry(&self, name: &str) -> bool {
        let Some(entry) = self.entry(Path::new(name)) else { return false };
        let other_case: String = name
            .chars()
            .map(|one| {
                if one.is_ascii_lowercase() {
                    one.to_ascii_uppercase()
                } else {
                    one.to_ascii_lowercase()
                }
            })
            .collect();
        if self.entry(Path::new(&other_case)).is_none_or(|other| !other.is_same_file(&entry)) {
            return true;
        }
        let entries = std::fs::read_dir(self.path()).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.file_name() == name)
    }
}

/// Opens a workspace with the guard of this platform.
pub(crate) fn open_root(directory: &Path) -> io::Result<Box<dyn GuardedRoot>> {
    #[cfg(target_os = "linux")]
    if let Some(root) = super::beneath::BeneathRoot::open(directory)? {
        return Ok(Box::new(root));
    }
    Ok(Box::new(WalkedRoot::open(directory)?))
}

/// The part of a normalised `path` below the workspace, for one that is inside as written, or once its
/// links are followed.
pub(crate) fn relative_path(
    workspace: &Path,
    canonical: &Path,
    path: &Path,
) -> Result<PathBuf, MissingReason> {
    if let Ok(relative) = path.strip_prefix(workspace) {
        return Ok(relative.to_owned());
    }
    let resolved = path.canonicalize().map_err(|_| MissingReason::OutsideWorkspace)?;
    let inside = resolved.strip_prefix(canonical).map_err(|_| MissingReason::OutsideWorkspace)?;
    Ok(inside.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_have_their_reasons() {
        let refusal = |code: i32| Refusal::from(io::Error::from_raw_os_error(code));
        assert_eq!(refusal(2), MissingReason::Absent.into());
        assert_eq!(refusal(20), MissingReason::Absent.into());
        assert_eq!(refusal(18), MissingReason::OutsideWorkspace.into());
        assert_eq!(refusal(13), MissingReason::Unreadable.into());
        for code in [4, 11, -4, -11] {
            assert_eq!(refusal(code), Refusal::Transient, "{code}");
        }
    }

    #[test]
    fn the_limit_is_inclusive_and_every_check_counts() {
        let facts = |is_file, links, size| FileFacts {
            is_file,
            links,
            identity: Identity { device: 1, inode: 2, size, modified: 3, changed: 4 },
        };
        assert!(facts(true, 1, 10).check(10).is_ok());
        assert_eq!(facts(true, 1, 11).check(10), Err(MissingReason::TooLarge.into()));
        assert_eq!(facts(true, 2, 1).check(10), Err(MissingReason::HardLink.into()));
        assert_eq!(facts(false, 2, 11).check(10), Err(MissingReason::NotAFile.into()));
    }
}
