//! Paths as text: what can be said of them without a disk.

use std::borrow::Cow;

use crate::text::{Text, U16Str};

const SLASH: u16 = b'/' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// An absolute path: from the root, a drive or a network share.
pub(super) fn is_absolute(path: &U16Str) -> bool {
    let units = path.as_slice();
    match units {
        [SLASH, ..] | [BACKSLASH, BACKSLASH, ..] => true,
        [drive, colon, SLASH | BACKSLASH, ..] => {
            *colon == u16::from(b':')
                && u8::try_from(*drive).is_ok_and(|drive| drive.is_ascii_alphabetic())
        }
        _ => false,
    }
}

/// Whether backslashes separate in paths below this root.
fn has_backslashes(path: &U16Str) -> bool {
    path.as_slice().first() != Some(&SLASH) && is_absolute(path)
}

/// The absolute path without `.`, `..` and doubled or final separators.
///
/// Backslashes separate only where the path starts with a drive or a share: elsewhere they are part of
/// a name.
pub(super) fn normalize(path: &U16Str) -> Text {
    let windows = has_backslashes(path);
    let separator = if windows { BACKSLASH } else { SLASH };
    let is_separator = |unit: &u16| *unit == SLASH || (windows && *unit == BACKSLASH);
    let mut parts: Vec<&[u16]> = Vec::new();
    // A drive or a share's host is never left.
    let root = usize::from(windows);
    for part in path.as_slice().split(is_separator) {
        match part {
            [] | [0x2E] => {}
            [0x2E, 0x2E] => {
                if parts.len() > root {
                    parts.pop();
                }
            }
            _ => parts.push(part),
        }
    }
    let mut out = Text::new();
    if !windows {
        out.push_slice([SLASH]);
    } else if path.as_slice().starts_with(&[BACKSLASH, BACKSLASH]) {
        out.push_slice([BACKSLASH, BACKSLASH]);
    }
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_slice([separator]);
        }
        out.push_slice(part);
    }
    if windows && parts.len() == 1 {
        out.push_slice([separator]);
    }
    out
}

/// `path` as an absolute, normalised path: `~` is `home`, a relative path lies below `base`.
///
/// Without a home, `~` is an ordinary name.
#[must_use]
pub fn resolve_path(path: &U16Str, base: &U16Str, home: Option<&U16Str>) -> Text {
    let expanded = expand_home(path, home);
    if is_absolute(&expanded) {
        return normalize(&expanded);
    }
    let mut joined = base.to_owned();
    joined.push_slice([SLASH]);
    joined.push(&*expanded);
    normalize(&joined)
}

fn expand_home<'a>(path: &'a U16Str, home: Option<&U16Str>) -> Cow<'a, U16Str> {
    let (Some(home), [0x7E, rest @ ..]) = (home, path.as_slice()) else {
        return Cow::Borrowed(path);
    };
    if !matches!(rest, [] | [SLASH | BACKSLASH, ..]) {
        return Cow::Borrowed(path);
    }
    let mut out = home.to_owned();
    out.push_slice(rest);
    Cow::Owned(out)
}

/// The part of a normalised path below a normalised directory, without a leading separator.
#[must_use]
pub fn path_below<'a>(path: &'a U16Str, directory: &U16Str) -> Option<&'a U16Str> {
    let rest = path.as_slice().strip_prefix(directory.as_slice())?;
    match rest {
        [] => Some(U16Str::from_slice(rest)),
        [SLASH | BACKSLASH, below @ ..] => Some(U16Str::from_slice(below)),
        _ if directory.as_slice().ends_with(&[SLASH]) => Some(U16Str::from_slice(rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn resolved(path: &str, base: &str) -> String {
        let home = to_text("/home/u");
        resolve_path(&to_text(path), &to_text(base), Some(&home)).to_string_lossy()
    }

    #[test]
    fn paths_resolve_against_home_and_workspace() {
        for (path, base, expected) in [
            ("/w/./a//b/../USER.md", "/x", "/w/a/USER.md"),
            ("USER.md", "/w/", "/w/USER.md"),
            ("../USER.md", "/w/a", "/w/USER.md"),
            ("~/USER.md", "/w", "/home/u/USER.md"),
            ("~", "/w", "/home/u"),
            ("~other/x", "/w", "/w/~other/x"),
            ("/../..", "/w", "/"),
            (r"C:\w\..\USER.md", "/w", r"C:\USER.md"),
            ("USER.md", r"C:\w", r"C:\w\USER.md"),
            (r"a\b", "/w", r"/w/a\b"),
        ] {
            assert_eq!(resolved(path, base), expected, "{path}");
        }
    }

    #[test]
    fn below_counts_whole_segments() {
        let path_below = |path: &str, directory: &str| {
            super::path_below(&to_text(path), &to_text(directory)).map(U16Str::to_string_lossy)
        };
        assert_eq!(path_below("/w/a", "/w"), Some("a".to_owned()));
        assert_eq!(path_below("/wide/a", "/w"), None);
        assert_eq!(path_below("/a", "/"), Some("a".to_owned()));
    }
}
