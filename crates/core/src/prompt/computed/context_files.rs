//! Context files: their order, their side of the cache boundary, and their content.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::LazyLock;

use crate::text::{
    Collator, LF, Needle, Text, U16Str, lower_case, single_line, sort_like_v8, to_text, trim,
};

use super::super::output::Output;
use super::super::params::{Content, ContextFile};
use super::push_str;

/// Context files in the order of the prompt.
#[derive(Debug, Default)]
pub(in crate::prompt) struct ContextFiles<'a> {
    /// Above the boundary.
    pub(in crate::prompt) stable: Vec<SortedFile<'a>>,
    /// Below the boundary: files that often change.
    pub(in crate::prompt) dynamic: Vec<SortedFile<'a>>,
    /// Whether BOOTSTRAP.md is among them.
    pub(in crate::prompt) bootstrap_listed: bool,
}

#[derive(Debug)]
pub(in crate::prompt) struct SortedFile<'a> {
    file: &'a ContextFile<'a>,
    /// Position among the well-known names.
    rank: usize,
    /// Lower-case last segment of the path.
    base_name: Text,
    normalized_path: Text,
}

/// Rank of well-known files; all others come after them.
const RANKS: [&str; 7] =
    ["agents.md", "soul.md", "identity.md", "user.md", "tools.md", "bootstrap.md", "memory.md"];
const DYNAMIC: &str = "heartbeat.md";
const BOOTSTRAP: &str = "bootstrap.md";

impl<'a> ContextFiles<'a> {
    pub(in crate::prompt) fn sort(files: &'a [ContextFile<'a>], collator: &Collator) -> Self {
        let mut sorted: Vec<SortedFile<'a>> = files.iter().map(SortedFile::new).collect();
        sort_like_v8(&mut sorted, |left, right| left.compare(right, collator));
        let bootstrap_listed = files.iter().any(|file| names_bootstrap(trim(file.path)));
        let (dynamic, stable) = sorted.into_iter().partition(|file| file.is_named(DYNAMIC));
        Self { stable, dynamic, bootstrap_listed }
    }

    /// Whether a stable file has this lower-case name.
    pub(in crate::prompt) fn has_stable(&self, name: &str) -> bool {
        self.stable.iter().any(|file| file.is_named(name))
    }
}

impl<'a> SortedFile<'a> {
    fn new(file: &'a ContextFile<'a>) -> Self {
        let slash = u16::from(b'/');
        let backslash = u16::from(b'\\');
        let units = trim(file.path).as_slice().iter();
        let normalized: Vec<u16> =
            units.map(|unit| if *unit == backslash { slash } else { *unit }).collect();
        let last = normalized.rsplit(|unit| *unit == slash).next().unwrap_or_default();
        let base_name = lower_case(trim(U16Str::from_slice(last))).into_owned();
        let rank = RANKS.iter().position(|name| is_text(&base_name, name)).unwrap_or(RANKS.len());
        Self { file, rank, base_name, normalized_path: Text::from_vec(normalized) }
    }

    /// The path as the caller gave it.
    pub(in crate::prompt) fn path(&self) -> Text {
        self.file.path.to_owned()
    }

    fn is_named(&self, name: &str) -> bool {
        is_text(&self.base_name, name)
    }

    /// By rank, then by name, then by path; names that differ but collate as equal end the comparison.
    fn compare(&self, other: &Self, collator: &Collator) -> Ordering {
        let names = self
            .rank
            .cmp(&other.rank)
            .then_with(|| collator.compare(&self.base_name, &other.base_name));
        if names.is_eq() && self.base_name == other.base_name {
            return collator.compare(&self.normalized_path, &other.normalized_path);
        }
        names
    }
}

fn is_text(text: &U16Str, ascii: &str) -> bool {
    text.as_slice().iter().copied().eq(ascii.encode_utf16())
}

/// Whether the path ends in BOOTSTRAP.md in any case, as a segment of its own.
///
/// The comparison folds like a case-insensitive Unicode pattern, which takes U+017F for an s.
fn names_bootstrap(path: &U16Str) -> bool {
    let units = path.as_slice();
    let Some(start) = units.len().checked_sub(BOOTSTRAP.len()) else { return false };
    let fold = |unit: &u16| if *unit == 0x17F { u16::from(b's') } else { *unit };
    let tail = units[start..].iter().map(fold);
    let separated = start == 0 || matches!(units[start - 1], 0x2F | 0x5C);
    separated
        && tail.zip(BOOTSTRAP.bytes()).all(|(unit, byte)| {
            u8::try_from(unit).is_ok_and(|unit| unit.eq_ignore_ascii_case(&byte))
        })
}

/// Adds heading and content of each file.
///
/// A path stays on its line: a line break in it could otherwise start a heading of its own.
pub(in crate::prompt) fn add(
    output: &mut Output,
    files: &[SortedFile<'_>],
    default_heartbeat: &U16Str,
) {
    thread_local! {
        /// The search that the last prompt used: the block is the same until the definition changes.
        static SEARCH: RefCell<Option<Needle>> = const { RefCell::new(None) };
    }
    SEARCH.with_borrow_mut(|search| {
        if search.as_ref().is_some_and(|search| !search.is_for(default_heartbeat)) {
            *search = None;
        }
        let search = search.get_or_insert_with(|| Needle::new(default_heartbeat));
        for sorted in files {
            output.element(|out| {
                push_str(out, "## ");
                out.extend_from_slice(single_line(sorted.file.path).as_slice());
            });
            output.element(|out| write_content(out, sorted.file.content, search));
        }
    });
}

/// The content without the default heartbeat block, and with at most one blank line in a row.
///
/// It is put in its place first and cleaned there, for most contents are clean.
fn write_content(out: &mut Vec<u16>, content: Content<'_>, default_heartbeat: &Needle) {
    static BLANK_LINES: LazyLock<Needle> = LazyLock::new(|| Needle::new(&to_text("\n\n\n")));
    let start = out.len();
    content.append_to(out);
    if !default_heartbeat.is_empty() {
        remove_each(out, start, default_heartbeat, |_| (0, default_heartbeat.len()));
    }
    remove_each(out, start, &BLANK_LINES, |found| {
        (2, found.iter().take_while(|unit| **unit == LF).count())
    });
}

/// Removes a part of each occurrence at or after `start`: `part` gets the text from where it starts, and says
/// where within it the part starts and ends.
fn remove_each(
    out: &mut Vec<u16>,
    start: usize,
    needle: &Needle,
    part: impl Fn(&[u16]) -> (usize, usize),
) {
    let find = |out: &[u16], from| needle.find_from(U16Str::from_slice(out), from);
    let Some(mut found) = find(out, start) else { return };
    let mut kept = found;
    let mut next = found;
    loop {
        let (first, last) = part(&out[found..]);
        out.copy_within(next..found + first, kept);
        kept += found + first - next;
        next = found + last;
        match find(out, next) {
            Some(later) => found = later,
            None => break,
        }
    }
    out.copy_within(next.., kept);
    out.truncate(kept + out.len() - next);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(paths: &[&str]) -> Vec<String> {
        let paths: Vec<Text> = paths.iter().map(|path| to_text(path)).collect();
        let empty = Text::new();
        let files: Vec<ContextFile<'_>> =
            paths.iter().map(|path| ContextFile { path, content: Content::Text(&empty) }).collect();
        let collator = Collator::new("en-US").unwrap();
        let sorted = ContextFiles::sort(&files, &collator);
        let all = sorted.stable.iter().chain(&sorted.dynamic);
        all.map(|file| file.file.path.to_string_lossy()).collect()
    }

    #[test]
    fn files_are_ranked_then_sorted_by_name_then_by_path() {
        assert_eq!(
            order(&[
                "z.md",
                "b/a.md",
                "a/a.md",
                "MEMORY.md",
                "x\\soul.MD ",
                "HEARTBEAT.md",
                "dir/",
                "AGENTS.md"
            ]),
            [
                "AGENTS.md",
                "x\\soul.MD ",
                "MEMORY.md",
                "dir/",
                "a/a.md",
                "b/a.md",
                "z.md",
                "HEARTBEAT.md"
            ]
        );
    }

    #[test]
    fn names_that_collate_equal_keep_the_callers_order() {
        let composed = ["b/\u{e9}.md", "a/e\u{301}.md"];
        assert_eq!(order(&composed), composed);
        assert_eq!(order(&["x\u{1}/a.md", "x/a.md"]), ["x\u{1}/a.md", "x/a.md"]);
    }

    #[test]
    fn bootstrap_is_found_in_any_case_and_folder() {
        for path in ["BOOTSTRAP.md", "a\\Bootstrap.MD", "a/BOOT\u{17F}TRAP.md"] {
            assert!(names_bootstrap(&to_text(path)), "{path}");
        }
        assert!(!names_bootstrap(&to_text("MYBOOTSTRAP.md")));
    }

    #[test]
    fn content_loses_default_blocks_and_extra_blank_lines_only() {
        let written = |content: &str| {
            let mut out = Vec::new();
            write_content(
                &mut out,
                Content::Text(&to_text(content)),
                &Needle::new(&to_text("L\n`x`")),
            );
            String::from_utf16(&out).unwrap()
        };
        assert_eq!(written("a\n\n\n\n\nL\n`x`b\n\n\n"), "a\n\nb\n\n");
        assert_eq!(written("\n\n\nL\r\n`x`\r\n\r\n\r\n\r\n"), "\n\nL\r\n`x`\r\n\r\n\r\n\r\n");
        assert_eq!(written("a\nL\n`x`\n\nb"), "a\n\nb");
    }
}
