//! Which zone names count, and which one a run gets.
//!
//! A name counts exactly when `Intl.DateTimeFormat` of Node takes it: the names of the time zone
//! database in any case, the names that ICU keeps from before it, and offsets such as `+02:00`.

use jiff::civil::Time;
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use serde_json::Value;

use super::super::value::{optional_string, trim_str};

/// Names that ICU knows and the time zone database does not, with a zone of the same rules.
const ICU_NAMES: [(&str, &str); 39] = [
    ("ACT", "Australia/Darwin"),
    ("AET", "Australia/Sydney"),
    ("AGT", "America/Argentina/Buenos_Aires"),
    ("ART", "Africa/Cairo"),
    ("AST", "America/Anchorage"),
    ("BET", "America/Sao_Paulo"),
    ("BST", "Asia/Dhaka"),
    ("CAT", "Africa/Maputo"),
    ("CNT", "America/St_Johns"),
    ("CST", "America/Chicago"),
    ("CTT", "Asia/Shanghai"),
    ("EAT", "Africa/Nairobi"),
    ("ECT", "Europe/Paris"),
    ("IET", "America/Indiana/Indianapolis"),
    ("IST", "Asia/Kolkata"),
    ("JST", "Asia/Tokyo"),
    ("MIT", "Pacific/Apia"),
    ("NET", "Asia/Yerevan"),
    ("NST", "Pacific/Auckland"),
    ("PLT", "Asia/Karachi"),
    ("PNT", "America/Phoenix"),
    ("PRT", "America/Puerto_Rico"),
    ("PST", "America/Los_Angeles"),
    ("SST", "Pacific/Guadalcanal"),
    ("VST", "Asia/Ho_Chi_Minh"),
    ("SystemV/AST4", "Etc/GMT+4"),
    ("SystemV/AST4ADT", "America/Halifax"),
    ("SystemV/CST6", "Etc/GMT+6"),
    ("SystemV/CST6CDT", "America/Chicago"),
    ("SystemV/EST5", "Etc/GMT+5"),
    ("SystemV/EST5EDT", "America/New_York"),
    ("SystemV/HST10", "Etc/GMT+10"),
    ("SystemV/MST7", "Etc/GMT+7"),
    ("SystemV/MST7MDT", "America/Denver"),
    ("SystemV/PST8", "Etc/GMT+8"),
    ("SystemV/PST8PDT", "America/Los_Angeles"),
    ("SystemV/YST9", "Etc/GMT+9"),
    ("SystemV/YST9YDT", "America/Anchorage"),
    ("US/Pacific-New", "America/Los_Angeles"),
];

/// Names that the time zone database library knows and ICU does not.
const NOT_IN_ICU: [&str; 2] = ["Factory", "Etc/Unknown"];

/// The zone of a name as ICU reads it, or `None`. The name is not trimmed.
pub(super) fn find_zone(name: &str) -> Option<TimeZone> {
    if let Some(offset) = parse_offset(name) {
        return Some(TimeZone::fixed(offset));
    }
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if NOT_IN_ICU.iter().any(|known| is(known)) {
        return None;
    }
    let renamed = ICU_NAMES.iter().find(|(known, _)| is(known)).map(|(_, zone)| *zone);
    TimeZoneDatabase::bundled().get(renamed.unwrap_or(name)).ok()
}

/// An offset `+HH`, `+HHMM` or `+HH:MM`, below 24 hours; the sign may be U+2212.
fn parse_offset(name: &str) -> Option<Offset> {
    let (negative, digits) = match name.strip_prefix('+') {
        Some(digits) => (false, digits),
        None => (true, name.strip_prefix(['-', '\u{2212}'])?),
    };
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 if digits.is_ascii() => digits.split_at(2),
        5 => digits.split_once(':')?,
        _ => return None,
    };
    let two_digits = |text: &str| -> Option<i8> {
        let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    let time = Time::new(two_digits(hours)?, two_digits(minutes)?, 0, 0).ok()?;
    let seconds = i32::from(time.hour()) * 3600 + i32::from(time.minute()) * 60;
    Offset::from_seconds(if negative { -seconds } else { seconds }).ok()
}

/// Whether `name`, once trimmed, names a time zone.
#[must_use]
pub fn is_time_zone(name: &str) -> bool {
    find_zone(trim_str(name)).is_some()
}

/// Where a run's time zone comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeZoneSource {
    /// `agents.defaults.userTimezone`.
    Config,
    /// The zone of the host.
    Host,
    /// Neither was usable.
    Utc,
}

/// The time zone of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTimeZone {
    /// The name, in the spelling it was given.
    pub zone: String,
    /// Where it comes from.
    pub source: TimeZoneSource,
    /// Whether a configured zone was refused; the caller reports it as `unknown-time-zone`.
    pub refused: bool,
}

/// The user's zone: the configured one when it names a zone, else the host's, else `UTC`.
///
/// This is the only place where an unusable zone falls back. The name keeps the user's spelling and is
/// trimmed. A configured value that is absent or blank is not refused.
#[must_use]
pub fn resolve_user_timezone(
    configured: Option<&Value>,
    host_zone: Option<&str>,
) -> ResolvedTimeZone {
    let configured = optional_string(configured);
    if let Some(zone) = configured.filter(|zone| is_time_zone(zone)) {
        let zone = zone.to_owned();
        return ResolvedTimeZone { zone, source: TimeZoneSource::Config, refused: false };
    }
    let refused = configured.is_some();
    match host_zone.map(trim_str).filter(|zone| is_time_zone(zone)) {
        Some(zone) => {
            ResolvedTimeZone { zone: zone.to_owned(), source: TimeZoneSource::Host, refused }
        }
        None => ResolvedTimeZone { zone: "UTC".to_owned(), source: TimeZoneSource::Utc, refused },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn zones_are_those_that_node_takes() {
        for name in [
            "Europe/Paris",
            "europe/paris",
            "US/Pacific",
            "EST",
            "PST",
            "pst",
            "IST",
            "SystemV/PST8PDT",
            "US/Pacific-New",
            "Etc/GMT+8",
            "GMT+0",
            "GMT-0",
            "GMT0",
            "Zulu",
            "UTC",
            "gmt",
            "ROC",
            "+02:00",
            "+0200",
            "+02",
            "-05:30",
            "+23:59",
            "-00:00",
            "\u{2212}02:00",
            " Europe/Paris ",
        ] {
            assert!(is_time_zone(name), "{name}");
        }
        for name in [
            "",
            "  ",
            "Bad/Zone",
            "Not/AZone",
            "Europe/Paris\n## X",
            "GMT+8",
            "UTC+8",
            "EDT",
            "Z",
            "Etc/GMT+13",
            "Etc/Unknown",
            "Factory",
            "localtime",
            "posix/Europe/Paris",
            "+24:00",
            "+23:59:30",
            "+2:00",
            "+02:0",
            "+02:60",
            "+0",
            "+",
            "GMT+02:00",
            "+é",
            "+ééé",
        ] {
            assert!(!is_time_zone(name), "{name}");
        }
    }

    #[test]
    fn every_name_that_only_icu_knows_has_rules() {
        for (name, zone) in ICU_NAMES {
            assert!(TimeZoneDatabase::bundled().get(name).is_err(), "{name}");
            assert!(TimeZoneDatabase::bundled().get(zone).is_ok(), "{zone}");
        }
    }

    #[test]
    fn a_zone_keeps_its_spelling_and_falls_back_in_one_place() {
        let resolve = |configured: Value, host| {
            let resolved = resolve_user_timezone(Some(&configured), host);
            (resolved.zone, resolved.source, resolved.refused)
        };
        let zone = |name: &str, source, refused| (name.to_owned(), source, refused);
        let host = Some("Asia/Tokyo");
        let (config, from_host, utc) =
            (TimeZoneSource::Config, TimeZoneSource::Host, TimeZoneSource::Utc);
        assert_eq!(resolve(json!("europe/paris"), host), zone("europe/paris", config, false));
        assert_eq!(resolve(json!(" Europe/Paris "), host), zone("Europe/Paris", config, false));
        assert_eq!(resolve(json!("+02:00"), host), zone("+02:00", config, false));
        assert_eq!(resolve(json!("Bad/Zone"), host), zone("Asia/Tokyo", from_host, true));
        assert_eq!(resolve(json!("Bad/Zone"), Some("Worse")), zone("UTC", utc, true));
        assert_eq!(resolve(json!(" "), None), zone("UTC", utc, false));
        assert_eq!(resolve(json!(2), host), zone("Asia/Tokyo", from_host, false));
        let absent = resolve_user_timezone(None, host);
        assert_eq!((absent.zone.as_str(), absent.refused), ("Asia/Tokyo", false));
    }
}
