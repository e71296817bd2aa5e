//! Bytes of a file as UTF-16 text.

use clawprompt_core::text::Text;

/// A decoded file.
pub(crate) struct Decoded {
    pub(crate) text: Text,
    pub(crate) is_valid_utf8: bool,
    pub(crate) has_nul: bool,
}

/// Decodes UTF-8. What is not valid becomes U+FFFD, as in Node; a byte-order mark stays.
pub(crate) fn decode(bytes: &[u8]) -> Decoded {
    let has_nul = bytes.contains(&0);
    if bytes.is_ascii() {
        let units: Vec<u16> = bytes.iter().copied().map(u16::from).collect();
        return Decoded { text: Text::from_vec(units), is_valid_utf8: true, has_nul };
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut is_valid_utf8 = true;
    for chunk in bytes.utf8_chunks() {
        units.extend(chunk.valid().encode_utf16());
        if !chunk.invalid().is_empty() {
            units.push(0xFFFD);
            is_valid_utf8 = false;
        }
    }
    Decoded { text: Text::from_vec(units), is_valid_utf8, has_nul }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_decoded_as_node_decodes_it() {
        let decoded = |bytes: &[u8]| decode(bytes).text.to_string_lossy();
        assert_eq!(decoded("plain\r\n".as_bytes()), "plain\r\n");
        assert_eq!(decoded("\u{FEFF}é😀".as_bytes()), "\u{FEFF}é😀");
        // Recorded from Node: a truncated sequence is one replacement, each stray byte its own.
        assert_eq!(
            decoded(b"a\xF0\x9F\x98b\xFF\xFEc\xED\xA0\x80"),
            "a\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}"
        );
    }

    #[test]
    fn what_is_odd_is_noticed() {
        let odd = |bytes: &[u8]| (decode(bytes).is_valid_utf8, decode(bytes).has_nul);
        assert_eq!(odd(b"plain"), (true, false));
        assert_eq!(odd(b"a\0b"), (true, true));
        assert_eq!(odd("é\0".as_bytes()), (true, true));
        assert_eq!(odd(b"\x89PNG\0"), (false, true));
    }
}
