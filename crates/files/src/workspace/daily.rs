//! Daily memory notes, and the end of a transcript.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clawprompt_core::bootstrap::{
    DailyNote, MARKER_SCAN_BYTES, MAX_SLUG_FILES, has_completion_marker,
};
use clawprompt_core::text::to_text;

use super::cache::ContentCache;
use super::guard::GuardedRoot;

/// The notes of these dates (`YYYY-MM-DD`), in their order: `memory/<date>.md`, then up to four
/// `memory/<date>-*.md`, the most recently changed first. A file above the limit is left out.
pub(super) fn load_daily_notes(
    root: &dyn GuardedRoot,
    cache: &ContentCache,
    dates: &[String],
    max_file_bytes: u64,
) -> Vec<DailyNote> {
    let listed = list_notes(&root.path().join("memory"), dates);
    let mut notes = Vec::new();
    for date in dates {
        let prefix = format!("{date}-");
        let slugs = listed.iter().filter(|(name, _)| name.starts_with(&prefix));
        let names = std::iter::once(format!("{date}.md"))
            .chain(slugs.take(MAX_SLUG_FILES).map(|(name, _)| name.clone()));
        for name in names {
            let path = PathBuf::from("memory").join(&name);
            if let Ok(content) = cache.read(root, &path, max_file_bytes) {
                let path = to_text(&format!("memory/{name}"));
                notes.push(DailyNote { path, content: (*content.text).to_owned() });
            }
        }
    }
    notes
}

/// Regular entries `<date>-*.md`, the most recently changed first, then by name, last first.
fn list_notes(directory: &Path, dates: &[String]) -> Vec<(String, SystemTime)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let slug = dates
            .iter()
            .any(|date| name.strip_prefix(&**date).is_some_and(|rest| rest.starts_with('-')));
        let is_markdown = Path::new(&name).extension().is_some_and(|extension| extension == "md");
        if !slug || !is_markdown || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(modified) = entry.metadata().and_then(|metadata| metadata.modified()) {
            found.push((name, modified));
        }
    }
    found.sort_by(|(left_name, left), (right_name, right)| {
        right.cmp(left).then_with(|| right_name.cmp(left_name))
    });
    found
}

/// Whether a transcript ends in a valid completion marker. A transcript that is a symbolic link or
/// cannot be read has none. Blocks; reads at most [`MARKER_SCAN_BYTES`].
#[must_use]
pub fn transcript_has_marker(path: &Path) -> bool {
    read_tail(path).is_some_and(|(tail, is_whole)| has_completion_marker(&tail, is_whole))
}

fn read_tail(path: &Path) -> Option<(Vec<u8>, bool)> {
    let seen = std::fs::symlink_metadata(path).ok()?;
    if !seen.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let len = file.metadata().ok()?.len();
    let start = len.saturating_sub(MARKER_SCAN_BYTES);
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut tail = Vec::new();
    file.take(MARKER_SCAN_BYTES).read_to_end(&mut tail).ok()?;
    Some((tail, start == 0))
}
