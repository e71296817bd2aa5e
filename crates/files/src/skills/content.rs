//! Reading a `SKILL.md` and remembering what it said.
//!
//! What is refused: anything but a regular file, a file with a second name on disk, one that lies
//! outside its skill's directory once links are followed, one that is too large or empty, and one that
//! is not the same file before and after it is opened.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clawprompt_core::skills::{Frontmatter, SkillReason, compute_skill_prompt_version_of_bytes};

use super::stamp::{Stamp, now};

/// Fewest files that are worth a thread.
const FILES_PER_THREAD: usize = 16;

/// What a `SKILL.md` said.
#[derive(Debug, PartialEq)]
pub(super) struct Content {
    pub(super) header: Frontmatter,
    pub(super) version: String,
}

/// What was found the last time.
#[derive(Debug, Clone)]
pub(super) struct Remembered {
    stamp: Stamp,
    is_settled: bool,
    pub(super) content: Arc<Content>,
}

impl Remembered {
    /// Whether the file is certain to be as it was.
    pub(super) fn holds_for(&self, stamp: Stamp) -> bool {
        self.is_settled && self.stamp == stamp
    }
}

/// A file that may be read: no link, one name, of acceptable size.
#[derive(Debug, Clone)]
pub(super) struct Admitted {
    pub(super) path: PathBuf,
    pub(super) stamp: Stamp,
}

/// Checks a skill's file without opening it.
///
/// `real_dir` is the real path of its directory, `metadata` what is known of the path itself.
pub(super) fn admit(
    real_dir: &Path,
    metadata: &Metadata,
    max_bytes: u64,
) -> Result<Admitted, SkillReason> {
    let named = real_dir.join("SKILL.md");
    if !metadata.is_symlink() {
        return check(named, metadata, max_bytes);
    }
    let path = fs::canonicalize(named).map_err(|_| SkillReason::Unreadable)?;
    if !path.starts_with(real_dir) {
        return Err(SkillReason::OutsideRoot);
    }
    let metadata = fs::symlink_metadata(&path).map_err(|_| SkillReason::Unreadable)?;
    check(path, &metadata, max_bytes)
}

fn check(path: PathBuf, metadata: &Metadata, max_bytes: u64) -> Result<Admitted, SkillReason> {
    let stamp = Stamp::of(metadata);
    if !metadata.is_file() {
        Err(SkillReason::NotAFile)
    } else if stamp.links > 1 {
        Err(SkillReason::HardLink)
    } else if stamp.size > max_bytes {
        Err(SkillReason::TooLarge)
    } else {
        Ok(Admitted { path, stamp })
    }
}

/// Reads an admitted file.
pub(super) fn read(admitted: &Admitted, max_bytes: u64) -> Result<Remembered, SkillReason> {
    let read_at = now();
    let (bytes, stamp) = read_bytes(admitted, max_bytes).map_err(|_| SkillReason::Unreadable)?;
    if bytes.len() as u64 > max_bytes {
        return Err(SkillReason::TooLarge);
    }
    if bytes.is_empty() {
        return Err(SkillReason::EmptyFile);
    }
    let content = Content {
        header: Frontmatter::parse(&String::from_utf8_lossy(&bytes)),
        version: compute_skill_prompt_version_of_bytes(&bytes),
    };
    Ok(Remembered { stamp, is_settled: stamp.is_settled(read_at), content: Arc::new(content) })
}

/// Reads files on the cores there are, in order.
pub(super) fn read_all(
    files: &[&Admitted],
    max_bytes: u64,
) -> Vec<Result<Remembered, SkillReason>> {
    let read_part = |files: &[&Admitted]| -> Vec<_> {
        files.iter().map(|file| read(file, max_bytes)).collect()
    };
    let wanted = files.len() / FILES_PER_THREAD;
    if wanted < 2 {
        return read_part(files);
    }
    let workers = thread::available_parallelism().map_or(1, usize::from).min(wanted);
    let mut parts = files.chunks(files.len().div_ceil(workers));
    let own = parts.next().unwrap_or_default();
    thread::scope(|scope| {
        let start =
            |part| (part, thread::Builder::new().spawn_scoped(scope, move || read_part(part)));
        let others: Vec<_> = parts.map(start).collect();
        let mut all = read_part(own);
        for (part, worker) in others {
            // A system that gives no more threads still gets its skills.
            let done = worker.map_or_else(|_| Ok(read_part(part)), thread::ScopedJoinHandle::join);
            all.extend(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    })
}

fn read_bytes(admitted: &Admitted, max_bytes: u64) -> io::Result<(Vec<u8>, Stamp)> {
    let file = open_without_links(&admitted.path)?;
    let metadata = file.metadata()?;
    let stamp = Stamp::of(&metadata);
    if !metadata.is_file() || stamp.links > 1 || !stamp.is_same_file(admitted.stamp) {
        return Err(io::Error::other("another file took its place"));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(stamp.size).unwrap_or(0) + 1);
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes, stamp))
}

/// Opens a path whose last part must not be a link; a pipe in its place does not block.
fn open_without_links(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    options.open(path)
}

/// The slug in the record of where a skill was installed from.
///
/// The record is `.openclaw/source-origin.json` in the skill's directory: a regular file inside it and
/// no link, of at most 16 KiB.
pub(super) fn origin_slug(real_dir: &Path) -> Option<String> {
    const MOST_BYTES: u64 = 16_384;
    let path = real_dir.join(".openclaw/source-origin.json");
    let metadata = fs::symlink_metadata(&path).ok()?;
    if metadata.is_symlink() || !fs::canonicalize(&path).ok()?.starts_with(real_dir) {
        return None;
    }
    let admitted = check(path, &metadata, MOST_BYTES).ok()?;
    let (bytes, _) = read_bytes(&admitted, MOST_BYTES).ok()?;
    let record: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
    let slug = record.get("slug")?.as_str()?.trim();
    (!slug.is_empty()).then(|| slug.to_owned())
}
