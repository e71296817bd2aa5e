//! The content version that the list carries for each skill.
//!
//! A model that read a skill in an earlier turn compares this marker to notice an edit. It is taken
//! over the file's text exactly as decoded: mark, line ends and body count.

use sha2::{Digest, Sha256};

use crate::text::{U16Str, hex, utf8_lossy};

/// Length of a version in UTF-16 code units: `sha256:` and 16 digits.
pub const VERSION_LEN: usize = 23;

fn version(utf8: &[u8]) -> String {
    format!("sha256:{}", &hex(&Sha256::digest(utf8))[..VERSION_LEN - "sha256:".len()])
}

/// Version of a text; a lone surrogate counts as U+FFFD.
#[must_use]
pub fn compute_skill_prompt_version(content: &U16Str) -> String {
    version(&utf8_lossy(content))
}

/// Version of a file's bytes; what is not UTF-8 counts as U+FFFD, as it does once decoded.
#[must_use]
pub fn compute_skill_prompt_version_of_bytes(content: &[u8]) -> String {
    version(String::from_utf8_lossy(content).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Text, to_text};

    #[test]
    fn a_version_is_the_head_of_the_hash_of_the_text() {
        for (content, digits) in [
            ("", "e3b0c44298fc1c14"),
            ("abc", "ba7816bf8f01cfea"),
            ("é", "4a99557e4033c353"),
            ("\u{FEFF}x", "84144a41283d6dc3"),
            ("---\nname: a\ndescription: b\n---\n", "a98e4e3c65910060"),
            ("---\r\nname: a\r\ndescription: b\r\n---\r\n", "e856516014316716"),
        ] {
            let expected = format!("sha256:{digits}");
            assert_eq!(expected.len(), VERSION_LEN);
            assert_eq!(compute_skill_prompt_version(&to_text(content)), expected);
            assert_eq!(compute_skill_prompt_version_of_bytes(content.as_bytes()), expected);
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_count_as_replacement_characters() {
        let bytes = [b"---\nname: u\ndescription: d\n---\n".as_slice(), &[0xFF, 0xFE]].concat();
        assert_eq!(compute_skill_prompt_version_of_bytes(&bytes), "sha256:04d25befbad27573");
        let lone = Text::from_vec(vec![0xD800]);
        assert_eq!(
            compute_skill_prompt_version(&lone),
            compute_skill_prompt_version(&to_text("\u{FFFD}"))
        );
    }

    #[test]
    fn a_change_of_one_byte_in_the_body_changes_the_version() {
        let header = "---\nname: a\ndescription: d\n---\n";
        let version =
            |body: &str| compute_skill_prompt_version(&to_text(&format!("{header}{body}")));
        assert_ne!(version("one"), version("onf"));
    }
}
