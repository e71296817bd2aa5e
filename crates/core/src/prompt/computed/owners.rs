//! The authorized senders, as they are or hashed.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::text::{U16Str, hex, utf8_lossy};

use super::super::params::Params;
use super::push_str;

/// Hexadecimal digits of a hash that are shown.
const SHOWN_DIGITS: usize = 12;

/// The senders joined by a comma and a blank.
pub(in crate::prompt) fn write(out: &mut Vec<u16>, params: &Params<'_>) {
    for (index, owner) in params.owners.iter().enumerate() {
        if index > 0 {
            push_str(out, ", ");
        }
        match params.owner_hash_key {
            Some(key) => push_str(out, &hashed(owner, key)),
            None => out.extend_from_slice(owner.as_slice()),
        }
    }
}

/// HMAC-SHA256 with a key, plain SHA-256 without one.
fn hashed(owner: &U16Str, key: &U16Str) -> String {
    let owner = utf8_lossy(owner);
    let mut digits = if key.is_empty() {
        hex(&Sha256::digest(&owner))
    } else {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&utf8_lossy(key)).expect("a key of any length");
        mac.update(&owner);
        hex(&mac.finalize().into_bytes())
    };
    digits.truncate(SHOWN_DIGITS);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Text, to_text};

    #[test]
    fn hashes_are_those_of_the_peer() {
        assert_eq!(hashed(&to_text("+15551234567"), &to_text("")), "8a59780bb8cd");
        assert_eq!(hashed(&to_text("+15551234567"), &to_text("s3cret")), "d57f50733cac");
        assert_eq!(hashed(&Text::from_vec(vec![0xD800]), &to_text("")), "83d544ccc223");
    }
}
