//! What a load asked the disk, so that the same questions tell later whether anything changed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clawprompt_core::skills::SkillReason;

use super::host::HostFacts;
use super::settled::is_settled;
use crate::file_facts::{FileFacts, Identity, LookedThrough, now};

/// The disk's answers to one load, in the order of its questions.
#[derive(Debug)]
pub struct Seen {
    answers: Vec<Answer>,
    /// When the load began, in nanoseconds since 1970.
    began: i128,
    /// Whether what was found may change without another answer: something changed a moment ago, or a reading failed.
    is_doubtful: bool,
}

#[derive(Debug)]
enum Answer {
    /// An entry itself, a link rather than its target.
    Entry(PathBuf, Option<FileFacts>),
    /// Entries below a directory, which is opened once for all of them.
    Below(PathBuf, Vec<(PathBuf, Option<FileFacts>)>),
    /// A directory, links followed.
    Directory(PathBuf, Option<Identity>),
    /// A path with all links followed.
    RealPath(PathBuf, Option<PathBuf>),
    /// Whether the process may execute a path.
    Program(PathBuf, bool),
    /// Where the gateway's own skills are.
    BundledDir(Option<PathBuf>),
}

/// A directory below which a load looks at entries.
pub(super) struct Opened<'a> {
    directory: LookedThrough<'a>,
    /// Place of its answers.
    answer: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self { answers: Vec::new(), began: now(), is_doubtful: false }
    }
}

impl Seen {
    /// Whether the disk still answers as it did.
    pub(super) fn still_holds(&self, host: &HostFacts) -> bool {
        !self.is_doubtful && self.answers.iter().all(|answer| answer.still_holds(host))
    }

    /// Notes that what was found must be looked for again.
    pub(super) fn doubt(&mut self) {
        self.is_doubtful = true;
    }

    /// Notes why a file's content is not to be had; a failure may pass.
    pub(super) fn judge(&mut self, reason: SkillReason) {
        if reason == SkillReason::Unreadable {
            self.doubt();
        }
    }

    pub(super) fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }

    /// Looks at the entry itself, a link rather than its target.
    pub(super) fn entry(&mut self, path: &Path) -> Option<FileFacts> {
        let facts = FileFacts::at(path).ok();
        self.doubt_recent(facts.map(|facts| facts.identity));
        self.answers.push(Answer::Entry(path.to_owned(), facts));
        facts
    }

    pub(super) fn open<'a>(&mut self, dir: &'a Path) -> Opened<'a> {
        self.answers.push(Answer::Below(dir.to_owned(), Vec::new()));
        Opened { directory: LookedThrough::open(dir), answer: self.answers.len() - 1 }
    }

    /// Looks at an entry below the directory, a link rather than its target.
    pub(super) fn below(&mut self, opened: &Opened<'_>, relative: &Path) -> Option<FileFacts> {
        let facts = opened.directory.at(relative).ok();
        self.doubt_recent(facts.map(|facts| facts.identity));
        if let Answer::Below(_, entries) = &mut self.answers[opened.answer] {
            entries.push((relative.to_owned(), facts));
        }
        facts
    }

    /// What the directory is, links followed; `None` where there is none.
    pub(super) fn directory(&mut self, path: &Path) -> Option<Identity> {
        let found = directory(path);
        self.doubt_recent(found);
        self.answers.push(Answer::Directory(path.to_owned(), found));
        found
    }

    /// The path with all links followed.
    pub(super) fn real_path(&mut self, path: &Path) -> Option<PathBuf> {
        let found = fs::canonicalize(path).ok();
        self.answers.push(Answer::RealPath(path.to_owned(), found.clone()));
        found
    }

    /// Whether the process may execute the path. `is_entry` where its directory was asked for: what is not there
    /// cannot come without changing it, so nothing is noted.
    pub(super) fn program(&mut self, path: &Path, is_entry: bool) -> bool {
        let absent = fs::symlink_metadata(path)
            .is_err_and(|fault| matches!(fault.kind(), ErrorKind::NotFound));
        if absent && is_entry {
            return false;
        }
        let found = is_executable(path);
        self.answers.push(Answer::Program(path.to_owned(), found));
        found
    }

    pub(super) fn bundled_dir(&mut self, host: &HostFacts) -> Option<PathBuf> {
        let found = host.bundled_dir();
        self.answers.push(Answer::BundledDir(found.clone()));
        found
    }

    /// What changed a moment ago may change again without a trace.
    fn doubt_recent(&mut self, found: Option<Identity>) {
        if found.is_some_and(|identity| !is_settled(&identity, self.began)) {
            self.doubt();
        }
    }
}

impl Answer {
    fn still_holds(&self, host: &HostFacts) -> bool {
        match self {
            Self::Entry(path, facts) => FileFacts::at(path).ok() == *facts,
            Self::Below(dir, entries) => {
                let opened = LookedThrough::open(dir);
                entries.iter().all(|(relative, facts)| opened.at(relative).ok() == *facts)
            }
            Self::Directory(path, identity) => directory(path) == *identity,
            Self::RealPath(path, real) => fs::canonicalize(path).ok() == *real,
            Self::Program(path, found) => is_executable(path) == *found,
            Self::BundledDir(dir) => host.bundled_dir() == *dir,
        }
    }
}

fn directory(path: &Path) -> Option<Identity> {
    let metadata = fs::metadata(path).ok()?;
    metadata.is_dir().then(|| Identity::of(&metadata))
}

/// Whether the process may execute the path; what kind of file it is does not matter.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Whether the path is there: Windows has no permission to execute.
#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.exists()
}
