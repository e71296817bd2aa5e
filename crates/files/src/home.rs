//! Home directories in variables and paths that people wrote.

use std::path::{Path, PathBuf};

/// A variable's value where it can name a home: blank ones and the words that failed scripts leave cannot.
pub(crate) fn usable(value: &str) -> Option<&str> {
    let value = value.trim();
    (!matches!(value, "" | "undefined" | "null")).then_some(value)
}

/// The path, trimmed, with a leading `~` replaced by `home`. `~name` is a name like any other.
pub(crate) fn expand_home(path: &str, home: &Path) -> PathBuf {
    let path = path.trim();
    match path.strip_prefix('~') {
        Some("") => home.to_owned(),
        Some(rest) if rest.starts_with(['/', '\\']) => home.join(&rest[1..]),
        _ => PathBuf::from(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home_only_by_itself_or_before_a_separator() {
        for (path, expanded) in [
            (" ~ ", "/h"),
            ("~/x", "/h/x"),
            ("~\\x", "/h/x"),
            ("~x", "~x"),
            ("a/~", "a/~"),
            ("", ""),
        ] {
            assert_eq!(expand_home(path, Path::new("/h")), Path::new(expanded), "{path}");
        }
    }

    #[test]
    fn words_of_failed_scripts_are_no_home() {
        assert_eq!(usable(" /h "), Some("/h"));
        for value in ["", "  ", "undefined", " null "] {
            assert_eq!(usable(value), None);
        }
    }
}
