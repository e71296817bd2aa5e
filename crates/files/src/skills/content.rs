//! Reading a `SKILL.md` and remembering what it said.
//!
//! What is refused: anything but a regular file, a file with a second name on disk, one that lies
//! outside its skill's directory once links are followed, one that is too large or empty, and one that
//! is not the same file before and after it is opened.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clawprompt_core::bootstrap::MissingReason;
use clawprompt_core::skills::{Frontmatter, SkillReason, compute_skill_prompt_version_of_bytes};

use super::seen::Seen;
use super::settled::is_settled;
use crate::file_facts::{FileFacts, Identity, now, open_without_following};

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
    identity: Identity,
    is_settled: bool,
    pub(super) content: Arc<Content>,
}

impl Remembered {
    /// Whether the file is certain to be as it was.
    pub(super) fn holds_for(&self, identity: &Identity) -> bool {
        self.is_settled && self.identity == *identity
    }
}

/// A file that may be read: no link, one name, of acceptable size.
#[derive(Debug, Clone)]
pub(super) struct Admitted {
    pub(super) path: PathBuf,
    pub(super) identity: Identity,
}

/// Checks a skill's file without reading it.
///
/// `real_dir` is the real path of its directory, `facts` what is known of the path itself.
pub(super) fn admit(
    real_dir: &Path,
    facts: &FileFacts,
    max_bytes: u64,
    seen: &mut Seen,
) -> Result<Admitted, SkillReason> {
    let named = real_dir.join("SKILL.md");
    if !facts.is_link {
        return check(named, facts, max_bytes);
    }
    let path = seen.real_path(&named).ok_or(SkillReason::Unreadable)?;
    if !path.starts_with(real_dir) {
        return Err(SkillReason::OutsideRoot);
    }
    let facts = seen.entry(&path).ok_or(SkillReason::Unreadable)?;
    check(path, &facts, max_bytes)
}

fn check(path: PathBuf, facts: &FileFacts, max_bytes: u64) -> Result<Admitted, SkillReason> {
    match facts.check(max_bytes) {
        Ok(identity) => Ok(Admitted { path, identity }),
        Err(reason) => Err(skill_reason(reason)),
    }
}

fn skill_reason(reason: MissingReason) -> SkillReason {
    match reason {
        MissingReason::NotAFile => SkillReason::NotAFile,
        MissingReason::HardLink => SkillReason::HardLink,
        MissingReason::TooLarge => SkillReason::TooLarge,
        MissingReason::OutsideWorkspace => SkillReason::OutsideRoot,
        MissingReason::Absent | MissingReason::Unreadable => SkillReason::Unreadable,
    }
}

/// Reads an admitted file.
pub(super) fn read(admitted: &Admitted, max_bytes: u64) -> Result<Remembered, SkillReason> {
    let read_at = now();
    let (bytes, identity) = read_bytes(admitted, max_bytes).map_err(|_| SkillReason::Unreadable)?;
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
    let is_settled = is_settled(&identity, read_at);
    Ok(Remembered { identity, is_settled, content: Arc::new(content) })
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

fn read_bytes(admitted: &Admitted, max_bytes: u64) -> io::Result<(Vec<u8>, Identity)> {
    let file = open_without_following(&admitted.path)?;
    let another = || io::Error::other("another file took its place");
    let identity = FileFacts::of_file(&file)?.check(u64::MAX).map_err(|_| another())?;
    if !identity.is_same_file(&admitted.identity) {
        return Err(another());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(identity.size).unwrap_or(0) + 1);
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes, identity))
}

/// The record of where a skill was installed from, in the skill's directory.
pub(super) const ORIGIN: &str = ".openclaw/source-origin.json";

/// The slug in that record, which is a regular file inside the directory and no link, of at most 16 KiB.
pub(super) fn origin_slug(real_dir: &Path, seen: &mut Seen) -> Option<String> {
    const MOST_BYTES: u64 = 16_384;
    let path = real_dir.join(ORIGIN);
    let facts = seen.entry(&path)?;
    if facts.is_link || !seen.real_path(&path)?.starts_with(real_dir) {
        return None;
    }
    let admitted = check(path, &facts, MOST_BYTES).ok()?;
    let Ok((bytes, _)) = read_bytes(&admitted, MOST_BYTES) else {
        seen.doubt();
        return None;
    };
    let record: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
    let slug = record.get("slug")?.as_str()?.trim();
    (!slug.is_empty()).then(|| slug.to_owned())
}
