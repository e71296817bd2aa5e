//! Zones, local times and time stamps.
//!
//! No clock is read here: the instant is an argument, and so is the zone of the host.

mod envelope;
mod local;
mod zone;

pub use envelope::{EnvelopeOptions, EnvelopeParts, envelope_header, envelope_timestamp};
pub use local::{
    TimeFormat, current_time_lines, format_user_time, local_date, resolve_time_format,
    with_current_time,
};
pub use zone::{ResolvedTimeZone, TimeZoneSource, is_time_zone, resolve_user_timezone};

use jiff::Timestamp;
use thiserror::Error;

/// The instant lies outside the years that the calendar covers.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "instant must be a whole number of milliseconds since 1970 between the years -9999 and 9999; \
     pass Date.now()"
)]
pub struct InstantError;

/// An instant, as milliseconds since 1970 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Timestamp);

impl Instant {
    /// An instant of a JavaScript `Date`, in milliseconds since 1970 UTC.
    pub fn from_epoch_millis(millis: f64) -> Result<Self, InstantError> {
        let whole = millis.fract() == 0.0 && millis.abs() < 1e15;
        if !whole {
            return Err(InstantError);
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 1e15")]
        Timestamp::from_millisecond(millis as i64).map(Self).map_err(|_| InstantError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The instant of an ISO date and time.
    pub(super) fn instant(iso: &str) -> Instant {
        let timestamp: Timestamp = iso.parse().unwrap();
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of a date fit")]
        Instant::from_epoch_millis(timestamp.as_millisecond() as f64).unwrap()
    }

    #[test]
    fn an_instant_is_a_whole_number_in_range() {
        for millis in [f64::NAN, f64::INFINITY, 1.5, 1e15, -1e15, 8.64e15] {
            assert_eq!(Instant::from_epoch_millis(millis), Err(InstantError), "{millis}");
        }
        assert!(Instant::from_epoch_millis(-0.0).is_ok());
    }
}
