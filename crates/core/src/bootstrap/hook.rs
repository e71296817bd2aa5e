//! What an `agent:bootstrap` hook hands back, made safe.
//!
//! The hook is the gateway's or a plugin's own code, so its result may be anything. What can be used is
//! used; the rest is left out and named in a diagnostic. Nothing here fails the run.

use std::collections::HashSet;

use thiserror::Error;

use super::content::SharedText;
use super::file::{BootstrapFile, MissingReason, base_name};
use super::paths::{normalize, path_below, resolve_path};
use crate::text::{Text, U16Str, trim};

/// A value of unknown type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loose {
    /// `undefined` or `null`.
    Absent,
    /// A string.
    Text(Text),
    /// A boolean.
    Bool(bool),
    /// Anything else.
    Other,
}

/// One entry of a hook's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookEntry {
    /// An object with the fields of a record.
    Record {
        /// `name`; the last part of the path when it is absent.
        name: Loose,
        /// `path`.
        path: Loose,
        /// `content`; an absent one is empty.
        content: Loose,
        /// `missing`; absent means false.
        missing: Loose,
        /// `reason`, one of the [names](MissingReason::name); anything else means absent.
        reason: Loose,
    },
    /// Not an object.
    Other,
}

/// How a hook ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookOutcome {
    /// It returned a list.
    Returned(Vec<HookEntry>),
    /// It returned something else.
    NotAList,
    /// It threw or rejected.
    Failed {
        /// What its error says.
        message: Text,
    },
    /// It did not finish within its time limit.
    TimedOut,
}

/// Milliseconds a hook has when the caller names no limit.
pub const DEFAULT_HOOK_TIMEOUT_MS: u32 = 5_000;
/// Longest limit that a timer of JavaScript can hold, in milliseconds.
const MAX_HOOK_TIMEOUT_MS: u32 = 2_147_483_647;

/// A hook's time limit is no number of milliseconds.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "hookTimeoutMs must be a number of milliseconds from 1 to {MAX_HOOK_TIMEOUT_MS} \
     (leave it out for {DEFAULT_HOOK_TIMEOUT_MS})"
)]
pub struct HookTimeoutError;

/// The time limit of a hook in milliseconds, without its fraction.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value lies between 1 and the longest limit"
)]
pub fn hook_timeout(milliseconds: Option<f64>) -> Result<u32, HookTimeoutError> {
    match milliseconds {
        None => Ok(DEFAULT_HOOK_TIMEOUT_MS),
        Some(limit) if (1.0..=f64::from(MAX_HOOK_TIMEOUT_MS)).contains(&limit) => Ok(limit as u32),
        Some(_) => Err(HookTimeoutError),
    }
}

/// Something the caller should know; the run goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What happened.
    pub reason: DiagnosticReason,
    /// Name of the record, or of the pattern, where there is one.
    pub name: Text,
    /// Path concerned; empty when there is none.
    pub path: Text,
    /// What a failed hook's error says; empty otherwise.
    pub detail: Text,
}

/// What a [`Diagnostic`] reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagnosticReason {
    /// A file was found and not read.
    File(MissingReason),
    /// The file is not valid UTF-8; what is not became U+FFFD.
    InvalidUtf8,
    /// The file holds NUL characters, as binary files do; they were kept.
    NulCharacters,
    /// An extra file's name is not one of [`BOOTSTRAP_FILE_NAMES`](super::BOOTSTRAP_FILE_NAMES).
    InvalidFileName,
    /// A pattern for extra files is not a valid glob.
    InvalidPattern,
    /// A pattern for extra files met too many directories; the rest was not searched.
    SearchLimit,
    /// The setup state could not be read; setup counts as pending.
    InvalidState,
    /// The hook threw or rejected; its input was used.
    HookFailed,
    /// The hook took too long; its input was used.
    HookTimedOut,
    /// The hook returned no list; its input was used.
    HookResult,
    /// An entry of the hook's list is not an object.
    HookEntryType,
    /// An entry has no path, or one that is not a string.
    HookEntryPath,
    /// An entry's name, content or missing flag has the wrong type.
    HookEntryField,
    /// Another record has the same path.
    Duplicate,
}

impl DiagnosticReason {
    /// The name callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File(reason) => reason.name(),
            Self::InvalidUtf8 => "invalid-utf8",
            Self::NulCharacters => "nul-characters",
            Self::InvalidFileName => "invalid-bootstrap-filename",
            Self::InvalidPattern => "invalid-pattern",
            Self::SearchLimit => "search-limit",
            Self::InvalidState => "invalid-state",
            Self::HookFailed => "hook-failed",
            Self::HookTimedOut => "hook-timed-out",
            Self::HookResult => "hook-result",
            Self::HookEntryType => "hook-entry-type",
            Self::HookEntryPath => "hook-entry-path",
            Self::HookEntryField => "hook-entry-field",
            Self::Duplicate => "duplicate",
        }
    }

    /// The diagnostic of this reason for one record.
    #[must_use]
    pub fn about(self, name: &U16Str, path: &U16Str) -> Diagnostic {
        Diagnostic {
            reason: self,
            name: name.to_owned(),
            path: path.to_owned(),
            detail: Text::new(),
        }
    }
}

/// The list after the hook: its own where it returned one, else `input`.
pub(super) fn apply_hook(
    input: Vec<BootstrapFile>,
    outcome: HookOutcome,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<BootstrapFile> {
    let (reason, detail) = match outcome {
        HookOutcome::Returned(entries) => return sanitize_entries(entries, diagnostics),
        HookOutcome::NotAList => (DiagnosticReason::HookResult, Text::new()),
        HookOutcome::Failed { message } => (DiagnosticReason::HookFailed, message),
        HookOutcome::TimedOut => (DiagnosticReason::HookTimedOut, Text::new()),
    };
    diagnostics.push(Diagnostic { detail, ..reason.about(&Text::new(), &Text::new()) });
    input
}

/// The entries that are records; the others become diagnostics.
#[must_use]
pub fn sanitize_entries(
    entries: Vec<HookEntry>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<BootstrapFile> {
    let mut files = Vec::with_capacity(entries.len());
    for entry in entries {
        match sanitize_entry(entry) {
            Ok(file) => files.push(file),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    files
}

fn sanitize_entry(entry: HookEntry) -> Result<BootstrapFile, Diagnostic> {
    let HookEntry::Record { name, path, content, missing, reason } = entry else {
        return Err(DiagnosticReason::HookEntryType.about(&Text::new(), &Text::new()));
    };
    let shown_name = match &name {
        Loose::Text(name) => name.clone(),
        _ => Text::new(),
    };
    let path = match path {
        Loose::Text(path) if !trim(&path).is_empty() => trim(&path).to_owned(),
        _ => return Err(DiagnosticReason::HookEntryPath.about(&shown_name, &Text::new())),
    };
    let wrong_field = || DiagnosticReason::HookEntryField.about(&shown_name, &path);
    let name = match name {
        Loose::Text(name) => name,
        Loose::Absent => base_name(&path).to_owned(),
        _ => return Err(wrong_field()),
    };
    let content = match (missing, content) {
        (Loose::Bool(true), _) => Err(missing_reason(&reason)),
        (Loose::Absent | Loose::Bool(false), Loose::Text(text)) => Ok(SharedText::from(text)),
        (Loose::Absent | Loose::Bool(false), Loose::Absent) => Ok(SharedText::from("")),
        _ => return Err(wrong_field()),
    };
    Ok(BootstrapFile { name, path, content })
}

fn missing_reason(reason: &Loose) -> MissingReason {
    match reason {
        Loose::Text(name) => MissingReason::from_name(&name.to_string_lossy()),
        _ => None,
    }
    .unwrap_or(MissingReason::Absent)
}

/// Makes every path absolute and keeps the first record of each path.
///
/// `~` stands for `home`; a relative path lies below the workspace. Paths are compared as written, in
/// their case: two files whose names differ only in case are two files.
pub fn resolve_files(
    files: Vec<BootstrapFile>,
    workspace_dir: &U16Str,
    home: Option<&U16Str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<BootstrapFile> {
    let root = normalize(workspace_dir);
    let mut seen = HashSet::new();
    let mut out = Vec::with_capacity(files.len());
    for mut file in files {
        if trim(&file.path).is_empty() {
            diagnostics.push(DiagnosticReason::HookEntryPath.about(&file.name, &Text::new()));
            continue;
        }
        file.path = resolve_path(trim(&file.path), &root, home);
        let key = path_below(&file.path, &root).unwrap_or(&file.path).to_owned();
        if seen.insert(key) {
            out.push(file);
        } else {
            diagnostics.push(DiagnosticReason::Duplicate.about(&file.name, &file.path));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn text(text: &str) -> Loose {
        Loose::Text(to_text(text))
    }

    fn entry(name: Loose, path: Loose, content: Loose, missing: Loose) -> HookEntry {
        HookEntry::Record { name, path, content, missing, reason: Loose::Absent }
    }

    fn sanitized(entries: Vec<HookEntry>) -> (Vec<BootstrapFile>, Vec<&'static str>) {
        let mut diagnostics = Vec::new();
        let files = sanitize_entries(entries, &mut diagnostics);
        (files, diagnostics.iter().map(|diagnostic| diagnostic.reason.name()).collect())
    }

    /// Report B011: an entry without a usable path is skipped and named, and the others stay.
    #[test]
    fn one_bad_entry_does_not_spoil_the_list() {
        let mut diagnostics = Vec::new();
        let files = sanitize_entries(
            vec![
                entry(text("S.md"), Loose::Absent, text("s"), Loose::Absent),
                entry(text("A.md"), text("  "), text("a"), Loose::Absent),
                entry(text("B.md"), text("/w/B.md"), text("b"), Loose::Absent),
            ],
            &mut diagnostics,
        );
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].name, to_text("B.md"));
        let names: Vec<_> = diagnostics.iter().map(|one| one.name.to_string_lossy()).collect();
        assert_eq!(names, ["S.md", "A.md"]);
    }

    #[test]
    fn a_time_limit_is_a_number_of_milliseconds_that_a_timer_can_hold() {
        assert_eq!(hook_timeout(None), Ok(DEFAULT_HOOK_TIMEOUT_MS));
        assert_eq!([1.0, 20.9, 2_147_483_647.0].map(hook_timeout_of), [1, 20, 2_147_483_647]);
        for limit in [f64::NAN, 0.0, 0.9, -1.0, 1e12, f64::INFINITY] {
            assert_eq!(hook_timeout(Some(limit)), Err(HookTimeoutError), "{limit}");
        }
    }

    fn hook_timeout_of(limit: f64) -> u32 {
        hook_timeout(Some(limit)).unwrap()
    }

    #[test]
    fn wrong_types_are_diagnostics() {
        let (files, reasons) = sanitized(vec![
            HookEntry::Other,
            entry(text("a"), Loose::Other, text(""), Loose::Absent),
            entry(Loose::Other, text("/w/a"), text(""), Loose::Absent),
            entry(text("a"), text("/w/a"), Loose::Other, Loose::Absent),
            entry(text("a"), text("/w/a"), text(""), text("yes")),
        ]);
        assert_eq!(files, []);
        let field = "hook-entry-field";
        assert_eq!(reasons, ["hook-entry-type", "hook-entry-path", field, field, field]);
    }

    #[test]
    fn absent_fields_have_plain_meanings() {
        let (files, reasons) = sanitized(vec![
            entry(Loose::Absent, text("docs/USER.md"), Loose::Absent, Loose::Absent),
            HookEntry::Record {
                name: text("SOUL.md"),
                path: text("SOUL.md"),
                content: Loose::Absent,
                missing: Loose::Bool(true),
                reason: text("hard-link"),
            },
            entry(text("X"), text("X"), text("kept?"), Loose::Bool(true)),
        ]);
        assert_eq!(reasons, [""; 0]);
        assert_eq!((&files[0].name, files[0].text().unwrap().len()), (&to_text("USER.md"), 0));
        assert_eq!(files[1].content, Err(MissingReason::HardLink));
        assert_eq!(files[2].content, Err(MissingReason::Absent));
    }

    #[test]
    fn a_hook_that_fails_leaves_the_list_as_it_was() {
        let (input, _) = sanitized(vec![entry(text("a"), text("/a"), text("x"), Loose::Absent)]);
        for (outcome, reason) in [
            (HookOutcome::Failed { message: to_text("no") }, "hook-failed"),
            (HookOutcome::TimedOut, "hook-timed-out"),
            (HookOutcome::NotAList, "hook-result"),
        ] {
            let mut diagnostics = Vec::new();
            assert_eq!(apply_hook(input.clone(), outcome, &mut diagnostics), input);
            assert_eq!(diagnostics[0].reason.name(), reason);
        }
    }

    /// Report B008: one path is one file; two names that differ in case are two.
    #[test]
    fn the_first_record_of_a_path_wins() {
        let record = |path: &str, content: &str| BootstrapFile {
            name: to_text("MEMORY.md"),
            path: to_text(path),
            content: Ok(content.into()),
        };
        let files = vec![
            record("/w/MEMORY.md", "first"),
            record("MEMORY.md", "second"),
            record("/w/./MEMORY.md", "third"),
            record("/w/memory.md", "other"),
            record("  ", "nowhere"),
        ];
        let mut diagnostics = Vec::new();
        let kept = resolve_files(files, &to_text("/w"), None, &mut diagnostics);
        let paths: Vec<_> = kept.iter().map(|file| file.path.to_string_lossy()).collect();
        assert_eq!(paths, ["/w/MEMORY.md", "/w/memory.md"]);
        assert_eq!(kept[0].text().unwrap().to_string_lossy(), "first");
        let reasons: Vec<_> = diagnostics.iter().map(|one| one.reason.name()).collect();
        assert_eq!(reasons, ["duplicate", "duplicate", "hook-entry-path"]);
    }
}
