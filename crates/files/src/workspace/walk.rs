//! The guard for any platform: each part of a path is looked at on its own, and links are followed by
//! hand as long as they stay inside.

use std::fs::{File, OpenOptions, symlink_metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use clawprompt_core::bootstrap::MissingReason;

use super::guard::{FileFacts, GuardedRoot, Identity, Refusal};

/// Links followed in one path, as on Linux.
const MAX_LINKS: usize = 40;

/// A workspace known by its path.
pub(crate) struct WalkedRoot {
    given: PathBuf,
    canonical: OnceLock<PathBuf>,
}

impl WalkedRoot {
    /// Opens a directory.
    pub(crate) fn open(directory: &Path) -> io::Result<Self> {
        let canonical = directory.canonicalize()?;
        if !canonical.metadata()?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self { given: directory.to_owned(), canonical: OnceLock::from(canonical) })
    }

    /// The root of a directory that is known to exist; its links are resolved when first needed.
    #[cfg(target_os = "linux")]
    pub(crate) fn unresolved(directory: &Path) -> Self {
        Self { given: directory.to_owned(), canonical: OnceLock::new() }
    }

    /// The path of the entry with every link followed; each step stays inside the root.
    pub(crate) fn resolve(&self, relative: &Path) -> Result<PathBuf, Refusal> {
        let root = self.path();
        let mut cursor = root.to_owned();
        let mut pending: Vec<PathBuf> = parts(relative);
        let mut links = 0;
        while let Some(part) = pending.pop() {
            if part == Path::new("..") {
                if cursor == root || !cursor.pop() {
                    return Err(MissingReason::OutsideWorkspace.into());
                }
                continue;
            }
            let next = cursor.join(&part);
            if !symlink_metadata(&next)?.is_symlink() {
                cursor = next;
                continue;
            }
            links += 1;
            if links > MAX_LINKS {
                return Err(MissingReason::Unreadable.into());
            }
            let target = std::fs::read_link(&next)?;
            let target = if target.is_absolute() {
                root.clone_into(&mut cursor);
                self.inside(&target)?
            } else {
                target
            };
            pending.extend(parts(&target));
        }
        Ok(cursor)
    }

    /// What an absolute link names below the root: as written, or below the root's resolved path.
    fn inside(&self, target: &Path) -> Result<PathBuf, Refusal> {
        let below = [self.path(), &self.given].map(|root| target.strip_prefix(root).ok());
        if let Some(below) = below.into_iter().flatten().next() {
            return Ok(below.to_owned());
        }
        let resolved = target.canonicalize().map_err(|_| MissingReason::OutsideWorkspace)?;
        let below = resolved.strip_prefix(self.path());
        Ok(below.map_err(|_| MissingReason::OutsideWorkspace)?.to_owned())
    }
}

/// The parts of a relative path, last one first; roots and `.` do not count.
fn parts(path: &Path) -> Vec<PathBuf> {
    let mut parts: Vec<PathBuf> = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
        .map(|part| PathBuf::from(part.as_os_str()))
        .collect();
    parts.reverse();
    parts
}

impl GuardedRoot for WalkedRoot {
    fn identify(&self, relative: &Path, limit: u64) -> Result<Identity, Refusal> {
        let path = self.resolve(relative)?;
        facts_at(&path)?.check(limit)
    }

    fn open(&self, relative: &Path, limit: u64) -> Result<(File, Identity), Refusal> {
        let path = self.resolve(relative)?;
        let seen = facts_at(&path)?.check(limit)?;
        let file = open_without_following(&path)?;
        let opened = facts_of(&file)?.check(limit)?;
        if !opened.is_same_file(&seen) {
            return Err(Refusal::Transient);
        }
        Ok((file, opened))
    }

    fn entry(&self, relative: &Path) -> Option<Identity> {
        let path = self.path().join(relative);
        let facts = facts_at(&path).ok()?;
        Some(facts.identity)
    }

    fn path(&self) -> &Path {
        self.canonical
            .get_or_init(|| self.given.canonicalize().unwrap_or_else(|_| self.given.clone()))
    }
}

#[cfg(unix)]
fn open_without_following(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(unix)]
fn facts_at(path: &Path) -> io::Result<FileFacts> {
    Ok(FileFacts::of(&symlink_metadata(path)?))
}

#[cfg(unix)]
fn facts_of(file: &File) -> io::Result<FileFacts> {
    Ok(FileFacts::of(&file.metadata()?))
}

/// Opens the entry itself, a link rather than its target.
#[cfg(windows)]
fn open_without_following(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    OpenOptions::new().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)
}

#[cfg(windows)]
fn facts_at(path: &Path) -> io::Result<FileFacts> {
    if symlink_metadata(path)?.is_file() {
        return facts_of(&open_without_following(path)?);
    }
    let identity = Identity { device: 0, inode: 0, size: 0, modified: 0, changed: 0 };
    Ok(FileFacts { is_file: false, links: 1, identity })
}

#[cfg(windows)]
fn facts_of(file: &File) -> io::Result<FileFacts> {
    let facts = winapi_util::file::information(file)?;
    Ok(FileFacts {
        is_file: file.metadata()?.is_file(),
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
