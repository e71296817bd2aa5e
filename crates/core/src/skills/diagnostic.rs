//! Why a directory that looks like a skill is not in the list.

use crate::text::Text;

use super::entry::{HeaderFault, SkillSource};

/// The closed set of reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SkillReason {
    /// The file does not start with a header.
    NoHeader,
    /// The file has keys and a closing fence, but no opening one.
    NoOpeningFence,
    /// The header is never closed.
    UnterminatedHeader,
    /// The header is a list or a plain text.
    NotAMapping,
    /// The header has no description.
    NoDescription,
    /// Neither header nor directory has a name.
    NoName,
    /// The file is empty.
    EmptyFile,
    /// The file is larger than the limit.
    TooLarge,
    /// The directory or the file lies outside the place it was listed in.
    OutsideRoot,
    /// The file has more than one name on disk.
    HardLink,
    /// The path is not a regular file.
    NotAFile,
    /// The file cannot be read, or changed while it was.
    Unreadable,
    /// The file's name differs from `SKILL.md` in case.
    WrongCase,
    /// The skill was archived.
    Archived,
    /// A skill of the same name won.
    Shadowed,
    /// The source holds more directories or skills than the limits allow.
    ScanLimit,
    /// The configuration turns it off.
    Disabled,
    /// The configuration allows other bundled skills only.
    BundledNotAllowed,
    /// It is meant for other platforms.
    Os,
    /// A program is missing.
    Bins,
    /// None of several programs is there.
    AnyBins,
    /// A variable is not set.
    Env,
    /// A configuration path is not on.
    Config,
    /// The agent's list of skills does not name it.
    NotInAllowlist,
    /// It asks not to be shown to the model.
    Hidden,
    /// The list's limits leave no room for it.
    ListLimit,
}

impl SkillReason {
    /// The name that callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoHeader => "no-header",
            Self::NoOpeningFence => "no-opening-fence",
            Self::UnterminatedHeader => "unterminated-header",
            Self::NotAMapping => "not-a-mapping",
            Self::NoDescription => "no-description",
            Self::NoName => "no-name",
            Self::EmptyFile => "empty-file",
            Self::TooLarge => "too-large",
            Self::OutsideRoot => "outside-root",
            Self::HardLink => "hard-link",
            Self::NotAFile => "not-a-file",
            Self::Unreadable => "unreadable",
            Self::WrongCase => "wrong-case",
            Self::Archived => "archived",
            Self::Shadowed => "shadowed",
            Self::ScanLimit => "scan-limit",
            Self::Disabled => "disabled",
            Self::BundledNotAllowed => "bundled-not-allowed",
            Self::Os => "os",
            Self::Bins => "bins",
            Self::AnyBins => "any-bins",
            Self::Env => "env",
            Self::Config => "config",
            Self::NotInAllowlist => "not-in-allowlist",
            Self::Hidden => "hidden",
            Self::ListLimit => "list-limit",
        }
    }
}

impl From<HeaderFault> for SkillReason {
    fn from(fault: HeaderFault) -> Self {
        match fault {
            HeaderFault::NoHeader => Self::NoHeader,
            HeaderFault::NoOpeningFence => Self::NoOpeningFence,
            HeaderFault::Unterminated => Self::UnterminatedHeader,
            HeaderFault::NotAMapping => Self::NotAMapping,
            HeaderFault::NoDescription => Self::NoDescription,
            HeaderFault::NoName => Self::NoName,
        }
    }
}

/// One directory that looks like a skill and is not in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillDiagnostic {
    /// Why.
    pub reason: SkillReason,
    /// The skill's name where its header could be read.
    pub name: Option<Text>,
    /// The `SKILL.md`, or the directory where there is none.
    pub path: Text,
    /// Where it was found.
    pub source: SkillSource,
    /// What the reason is about: the path that won, the missing programs, variables or paths.
    pub details: Vec<Text>,
}
