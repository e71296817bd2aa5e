//! What is known of an entry on disk before it is trusted, and how that is asked on this platform.

use std::fs::{File, Metadata, OpenOptions, symlink_metadata};
use std::io;
use std::path::Path;

use clawprompt_core::bootstrap::MissingReason;

/// What a file or directory was when it was looked at. Any change of content changes it, save for edits
/// that a file system dates to the same instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) size: u64,
    /// Nanoseconds since 1970.
    pub(crate) modified: i128,
    /// When anything about the entry changed, which nobody can set; nanoseconds since 1970. 0 where the
    /// platform has no such time.
    pub(crate) changed: i128,
}

impl Identity {
    /// Whether both are the same file, whatever its content.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    /// The identity that metadata alone gives; on Windows without device and inode.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        return FileFacts::of(metadata).identity;
        #[cfg(not(unix))]
        return Self {
            device: 0,
            inode: 0,
            size: metadata.len(),
            modified: metadata.modified().map_or(0, nanoseconds),
            changed: 0,
        };
    }
}

/// What the guards must know of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileFacts {
    pub(crate) is_file: bool,
    pub(crate) is_link: bool,
    /// Names that the entry has on disk.
    pub(crate) links: u64,
    pub(crate) identity: Identity,
}

impl FileFacts {
    /// The identity of a regular file with one name and at most `limit` bytes.
    pub(crate) fn check(&self, limit: u64) -> Result<Identity, MissingReason> {
        if !self.is_file {
            return Err(MissingReason::NotAFile);
        }
        if self.links > 1 {
            return Err(MissingReason::HardLink);
        }
        if self.identity.size > limit {
            return Err(MissingReason::TooLarge);
        }
        Ok(self.identity)
    }

    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;

        let nanoseconds =
            |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Self {
            is_file: metadata.is_file(),
            is_link: metadata.is_symlink(),
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

    /// Looks at the entry itself, a link rather than its target.
    #[cfg(unix)]
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        Ok(Self::of(&symlink_metadata(path)?))
    }

    /// Looks at an open file.
    #[cfg(unix)]
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Self::of(&file.metadata()?))
    }

    /// Looks at the entry itself, a link rather than its target. A regular file must be opened for it:
    /// metadata alone does not tell how many names it has.
    #[cfg(windows)]
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let metadata = symlink_metadata(path)?;
        if metadata.is_file() {
            return Self::of_file(&open_without_following(path)?);
        }
        let is_link = metadata.is_symlink();
        Ok(Self { is_file: false, is_link, links: 1, identity: Identity::of(&metadata) })
    }

    /// Looks at an open file.
    #[cfg(windows)]
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        let facts = winapi_util::file::information(file)?;
        Ok(Self {
            is_file: file.metadata()?.is_file(),
            is_link: false,
            links: facts.number_of_links(),
            identity: Identity {
                device: facts.volume_serial_number(),
                inode: facts.file_index(),
                size: facts.file_size(),
                // Units of 100 nanoseconds since 1601.
                modified: facts
                    .last_write_time()
                    .map_or(0, |time| i128::from(time) * 100 - 11_644_473_600_000_000_000),
                changed: 0,
            },
        })
    }
}

/// A directory below which many entries are looked at. On Linux it is open, so that its own path is walked once.
pub(crate) struct LookedThrough<'a> {
    path: &'a Path,
    #[cfg(target_os = "linux")]
    descriptor: Option<rustix::fd::OwnedFd>,
}

impl<'a> LookedThrough<'a> {
    pub(crate) fn open(path: &'a Path) -> Self {
        Self {
            path,
            #[cfg(target_os = "linux")]
            descriptor: open_directory(path),
        }
    }

    /// Looks at the entry itself, a link rather than its target.
    pub(crate) fn at(&self, relative: &Path) -> io::Result<FileFacts> {
        #[cfg(target_os = "linux")]
        if let Some(directory) = &self.descriptor {
            return facts_below(directory, relative);
        }
        FileFacts::at(&self.path.join(relative))
    }
}

#[cfg(target_os = "linux")]
fn open_directory(path: &Path) -> Option<rustix::fd::OwnedFd> {
    use rustix::fs::{CWD, Mode, OFlags, openat};

    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat(CWD, path, flags, Mode::empty()).ok()
}

#[cfg(target_os = "linux")]
fn facts_below(directory: &rustix::fd::OwnedFd, relative: &Path) -> io::Result<FileFacts> {
    use rustix::fs::{AtFlags, FileType, StatxFlags, makedev, statx};

    let wanted = StatxFlags::BASIC_STATS;
    let found = statx(directory, relative, AtFlags::SYMLINK_NOFOLLOW, wanted)?;
    let kind = FileType::from_raw_mode(found.stx_mode.into());
    let nanoseconds = |time: rustix::fs::StatxTimestamp| {
        i128::from(time.tv_sec) * 1_000_000_000 + i128::from(time.tv_nsec)
    };
    Ok(FileFacts {
        is_file: kind.is_file(),
        is_link: kind.is_symlink(),
        links: found.stx_nlink.into(),
        identity: Identity {
            device: makedev(found.stx_dev_major, found.stx_dev_minor),
            inode: found.stx_ino,
            size: found.stx_size,
            modified: nanoseconds(found.stx_mtime),
            changed: nanoseconds(found.stx_ctime),
        },
    })
}

/// Opens the entry itself; a link in its place is refused, and a pipe does not block.
#[cfg(unix)]
pub(crate) fn open_without_following(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

/// Opens the entry itself, a link rather than its target.
#[cfg(windows)]
pub(crate) fn open_without_following(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    OpenOptions::new().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)
}

/// The clock that files are stamped with, in nanoseconds since 1970.
pub(crate) fn now() -> i128 {
    nanoseconds(std::time::SystemTime::now())
}

fn nanoseconds(time: std::time::SystemTime) -> i128 {
    let since = time.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i128::try_from(since.as_nanos()).unwrap_or(i128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_inclusive_and_every_check_counts() {
        let facts = |is_file, links, size| FileFacts {
            is_file,
            is_link: false,
            links,
            identity: Identity { device: 1, inode: 2, size, modified: 3, changed: 4 },
        };
        assert!(facts(true, 1, 10).check(10).is_ok());
        assert_eq!(facts(true, 1, 11).check(10), Err(MissingReason::TooLarge));
        assert_eq!(facts(true, 2, 1).check(10), Err(MissingReason::HardLink));
        assert_eq!(facts(false, 2, 11).check(10), Err(MissingReason::NotAFile));
    }

    #[test]
    fn a_file_has_one_identity_by_path_and_once_open() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("f");
        std::fs::write(&path, "text").unwrap();
        let facts = FileFacts::at(&path).unwrap();
        let open = FileFacts::of_file(&open_without_following(&path).unwrap()).unwrap();
        assert_eq!(facts.identity, open.identity);
        assert_eq!((facts.links, facts.is_file, facts.is_link), (1, true, false));
        let below = LookedThrough::open(dir.path()).at(Path::new("f")).unwrap();
        assert_eq!((below.identity, below.is_file), (facts.identity, true));
        assert!(LookedThrough::open(dir.path()).at(Path::new("absent")).is_err());
        std::fs::hard_link(&path, dir.path().join("g")).unwrap();
        assert_eq!(FileFacts::at(&path).unwrap().links, 2);
    }
}
