//! The guard on Linux: the kernel resolves each path below one directory descriptor.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use clawprompt_core::bootstrap::MissingReason;
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat, openat2};
use rustix::io::Errno;

use super::guard::{FileFacts, GuardedRoot, Identity, Refusal};
use super::walk::WalkedRoot;

/// Set once the kernel, or a sandbox around it, turned out not to have `openat2`.
static IS_UNSUPPORTED: AtomicBool = AtomicBool::new(false);

/// A workspace held by a descriptor: renaming it or swapping a part of its path changes nothing here.
pub(crate) struct BeneathRoot {
    directory: OwnedFd,
    walked: WalkedRoot,
}

impl BeneathRoot {
    /// Opens a directory; `None` where `openat2` is missing.
    pub(crate) fn open(directory: &Path) -> io::Result<Option<Self>> {
        if IS_UNSUPPORTED.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let descriptor = openat(CWD, directory, flags, Mode::empty())?;
        let root = Self { directory: descriptor, walked: WalkedRoot::unresolved(directory) };
        match root.resolve(Path::new("."), OFlags::PATH) {
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL | Errno::ACCESS) => {
                IS_UNSUPPORTED.store(true, Ordering::Relaxed);
                Ok(None)
            }
            _ => Ok(Some(root)),
        }
    }

    fn resolve(&self, relative: &Path, flags: OFlags) -> rustix::io::Result<OwnedFd> {
        let within = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        openat2(&self.directory, relative, flags | OFlags::CLOEXEC, Mode::empty(), within)
    }

    /// A link with an absolute target is refused by the kernel even when it leads back inside; such a
    /// path is resolved step by step to one without links, which the kernel then checks.
    fn resolve_inside(&self, relative: &Path, flags: OFlags) -> Result<OwnedFd, Refusal> {
        match self.resolve(relative, flags) {
            Ok(descriptor) => Ok(descriptor),
            Err(Errno::XDEV) => {
                let path = self.walked.resolve(relative)?;
                let inside = path
                    .strip_prefix(self.walked.path())
                    .map_err(|_| MissingReason::OutsideWorkspace)?;
                Ok(self.resolve(inside, flags).map_err(io::Error::from)?)
            }
            Err(error) => Err(io::Error::from(error).into()),
        }
    }
}

impl GuardedRoot for BeneathRoot {
    fn identify(&self, relative: &Path, limit: u64) -> Result<Identity, Refusal> {
        let entry = File::from(self.resolve_inside(relative, OFlags::PATH)?);
        FileFacts::of(&entry.metadata()?).check(limit)
    }

    fn open(&self, relative: &Path, limit: u64) -> Result<(File, Identity), Refusal> {
        // Looking first keeps a pipe or a device from being opened at all.
        let seen = self.identify(relative, limit)?;
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = File::from(self.resolve_inside(relative, flags)?);
        let opened = FileFacts::of(&file.metadata()?).check(limit)?;
        if !opened.is_same_file(&seen) {
            return Err(Refusal::Transient);
        }
        Ok((file, opened))
    }

    fn entry(&self, relative: &Path) -> Option<Identity> {
        let entry = File::from(self.resolve(relative, OFlags::PATH | OFlags::NOFOLLOW).ok()?);
        Some(FileFacts::of(&entry.metadata().ok()?).identity)
    }

    fn path(&self) -> &Path {
        self.walked.path()
    }
}
