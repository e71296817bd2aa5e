use super::content::SharedText;
use crate::text::{Text, U16Str};

/// The workspace files that belong in a prompt, in load order, which is also the order in which the
/// total budget is spent. (The prompt shows them in another order.)
pub const BOOTSTRAP_FILE_NAMES: [&str; 8] = [
    "AGENTS.md",
    "SOUL.md",
    "TOOLS.md",
    "IDENTITY.md",
    "USER.md",
    "HEARTBEAT.md",
    "BOOTSTRAP.md",
    "MEMORY.md",
];

/// Largest bootstrap file that is read, in bytes; a file of exactly this size still is.
pub const MAX_FILE_BYTES: u64 = 2 * 1024 * 1024;

/// Why a file has no content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MissingReason {
    /// No such entry.
    Absent,
    /// More bytes than the limit for the file.
    TooLarge,
    /// A symbolic link or a path leads out of the workspace.
    OutsideWorkspace,
    /// The file has a second name, which may lie outside the workspace.
    HardLink,
    /// A directory, pipe, socket or device.
    NotAFile,
    /// The file exists and reading it failed: permissions, an input/output error, a link loop.
    Unreadable,
}

impl MissingReason {
    /// Every reason.
    pub const ALL: [Self; 6] = [
        Self::Absent,
        Self::TooLarge,
        Self::OutsideWorkspace,
        Self::HardLink,
        Self::NotAFile,
        Self::Unreadable,
    ];

    /// The name callers and models see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::TooLarge => "too-large",
            Self::OutsideWorkspace => "outside-workspace",
            Self::HardLink => "hard-link",
            Self::NotAFile => "not-a-file",
            Self::Unreadable => "unreadable",
        }
    }

    /// The reason with this [name](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// One workspace file that was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapFile {
    /// Usually one of [`BOOTSTRAP_FILE_NAMES`]; a hook may use any name.
    pub name: Text,
    /// Where it was looked for; absolute once [resolved](super::resolve_files).
    pub path: Text,
    /// What was found there.
    pub content: Result<SharedText, MissingReason>,
}

impl BootstrapFile {
    /// The content of a file that was read.
    #[must_use]
    pub fn text(&self) -> Option<&SharedText> {
        self.content.as_ref().ok()
    }

    /// Whether the file has no content to inject, whatever the reason.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.content.is_err()
    }

    /// Whether the record has exactly this name.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        equals(&self.name, name)
    }
}

/// What the prompt shows of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextFile {
    /// Path shown in the heading.
    pub path: Text,
    /// The file, cut to budget, or a marker in its place.
    pub content: SharedText,
}

/// Whether a UTF-16 text equals a Rust string.
pub(super) fn equals(text: &U16Str, other: &str) -> bool {
    text.as_slice().iter().copied().eq(other.encode_utf16())
}

/// The part after the last `/`, with backslashes read as slashes.
pub(super) fn base_name(path: &U16Str) -> &U16Str {
    let units = path.as_slice();
    let is_separator = |unit: &u16| *unit == u16::from(b'/') || *unit == u16::from(b'\\');
    let start = units.iter().rposition(is_separator).map_or(0, |at| at + 1);
    U16Str::from_slice(&units[start..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    #[test]
    fn every_reason_is_found_by_its_name() {
        for reason in MissingReason::ALL {
            assert_eq!(MissingReason::from_name(reason.name()), Some(reason));
        }
        assert_eq!(MissingReason::from_name("gone"), None);
    }

    #[test]
    fn a_base_name_ends_the_path_whichever_slash_it_uses() {
        for path in ["USER.md", "/w/USER.md", r"C:\w\USER.md", "a/b\\USER.md"] {
            assert_eq!(base_name(&to_text(path)), &*to_text("USER.md"), "{path}");
        }
        assert_eq!(base_name(&to_text("a/")), &*to_text(""));
    }
}
