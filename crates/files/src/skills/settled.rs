//! Whether what was read of a file or directory may be remembered.

use crate::file_facts::Identity;

/// Longest tick of a kernel's clock, doubled a few times to be safe.
const GRAIN: i128 = 50_000_000;
/// Tick of file systems that keep whole seconds, or every other one.
const COARSE_GRAIN: i128 = 2_000_000_000;

/// Whether a change after `read_at` would show in the identity.
///
/// Two changes within one tick of the clock leave the same times, so what was read less than a tick
/// after the last change must be read again.
pub(super) fn is_settled(identity: &Identity, read_at: i128) -> bool {
    // Nobody can set the time of the last change, so the time of modification counts only where there
    // is no other.
    let last = if identity.changed == 0 { identity.modified } else { identity.changed };
    let grain = if last % 1_000_000_000 == 0 { COARSE_GRAIN } else { GRAIN };
    read_at - last > grain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(changed: i128) -> Identity {
        Identity { device: 1, inode: 1, size: 1, modified: 0, changed }
    }

    #[test]
    fn what_was_read_within_a_tick_of_the_last_change_is_read_again() {
        let fine = changed(10_000_000_001);
        assert!(!is_settled(&fine, 10_000_000_001));
        assert!(!is_settled(&fine, 10_050_000_001));
        assert!(is_settled(&fine, 10_050_000_002));
        // A clock that runs behind the file system's never settles.
        assert!(!is_settled(&fine, 9_000_000_000));
    }

    #[test]
    fn a_file_system_that_keeps_whole_seconds_gets_two_of_them() {
        let coarse = changed(10_000_000_000);
        assert!(!is_settled(&coarse, 12_000_000_000));
        assert!(is_settled(&coarse, 12_000_000_001));
    }

    #[test]
    fn without_a_time_of_change_that_of_modification_counts() {
        let plain = Identity { modified: 10_000_000_001, ..changed(0) };
        assert!(!is_settled(&plain, 10_050_000_001));
        assert!(is_settled(&plain, 10_050_000_002));
    }
}
