//! The header of an inbound message: who, from where, when, and how long after the one before.

use jiff::ZonedDateTime;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::super::value::{at, optional_string};
use super::zone::{find_zone, resolve_user_timezone};
use super::{Instant, zone::is_time_zone};
use crate::text::{Text, U16Str, is_white_space, to_text, trim};

const SPACE: u16 = b' ' as u16;
const OPENING: u16 = b'[' as u16;
const CLOSING: u16 = b']' as u16;

/// Where the clock of a time stamp stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum EnvelopeZone {
    /// ISO form with a `Z`.
    Utc,
    /// A named zone.
    Named(String),
}

/// What `agents.defaults` says about message headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvelopeOptions {
    zone: EnvelopeZone,
    timestamp: bool,
    elapsed: bool,
}

impl EnvelopeOptions {
    /// Reads `envelopeTimezone`, `envelopeTimestamp` and `envelopeElapsed`.
    ///
    /// The zone is `utc` or `gmt`, `local` or `host` (the default), `user`, or a zone name; an unknown
    /// one is UTC. `off` removes a part, everything else shows it.
    #[must_use]
    pub fn from_config(config: Option<&Value>, host_zone: Option<&str>) -> Self {
        let setting = |key| config.and_then(|config| at(config, &["agents", "defaults", key]));
        let shown = |key| setting(key).and_then(Value::as_str) != Some("off");
        let host = || EnvelopeZone::Named(resolve_user_timezone(None, host_zone).zone);
        let named = optional_string(setting("envelopeTimezone")).unwrap_or("local");
        let zone = match named.to_ascii_lowercase().as_str() {
            "utc" | "gmt" => EnvelopeZone::Utc,
            "local" | "host" => host(),
            "user" => {
                EnvelopeZone::Named(resolve_user_timezone(setting("userTimezone"), host_zone).zone)
            }
            _ if is_time_zone(named) => EnvelopeZone::Named(named.to_owned()),
            _ => EnvelopeZone::Utc,
        };
        Self { zone, timestamp: shown("envelopeTimestamp"), elapsed: shown("envelopeElapsed") }
    }
}

/// `Mon 2026-01-05 23:26:34 GMT+1`, or `Mon 2026-01-05T22:26:34Z` in UTC; `None` when it is off.
#[must_use]
pub fn envelope_timestamp(instant: Instant, options: &EnvelopeOptions) -> Option<String> {
    if !options.timestamp {
        return None;
    }
    let EnvelopeZone::Named(name) = &options.zone else {
        let utc = instant.0.to_zoned_datetime(TimeZone::UTC);
        return Some(utc.strftime("%a %Y-%m-%dT%H:%M:%SZ").to_string());
    };
    let local = instant.0.to_zoned_datetime(find_zone(name)?);
    let time = local.strftime("%a %Y-%m-%d %H:%M:%S");
    Some(format!("{time} {}", short_zone_name(name, &local)))
}

/// The parts of a header; absent ones are left out, except that the channel is then `Channel`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnvelopeParts<'a> {
    /// Channel name.
    pub channel: Option<&'a U16Str>,
    /// Who sent it.
    pub from: Option<&'a U16Str>,
    /// Host of the sender.
    pub host: Option<&'a U16Str>,
    /// Address of the sender.
    pub ip: Option<&'a U16Str>,
    /// When it came.
    pub timestamp: Option<Instant>,
    /// When the one before came.
    pub previous: Option<Instant>,
}

/// The header in brackets, such as `[Telegram Ann +2m Mon 2026-01-05T22:26:34Z]`.
///
/// In the texts `[` and `]` become round brackets and each run of white space becomes a space. The time since the message before is left out when it is negative.
#[must_use]
pub fn envelope_header(parts: &EnvelopeParts<'_>, options: &EnvelopeOptions) -> Text {
    let part = |text: Option<&U16Str>| text.map(clean).filter(|text| !text.is_empty());
    let elapsed = elapsed(parts).filter(|_| options.elapsed);
    let elapsed = elapsed.map(|elapsed| to_text(&format!("+{elapsed}")));
    let time = parts.timestamp.and_then(|instant| envelope_timestamp(instant, options));
    let time = time.map(|time| to_text(&time));
    let shown = [
        Some(part(parts.channel).unwrap_or_else(|| to_text("Channel"))),
        part(parts.from),
        elapsed,
        part(parts.host),
        part(parts.ip),
        time,
    ];
    let mut header = to_text("[");
    for (index, part) in shown.into_iter().flatten().enumerate() {
        if index > 0 {
            header.push_str(" ");
        }
        header.push(part);
    }
    header.push_str("]");
    header
}

fn clean(text: &U16Str) -> Text {
    let mut out: Vec<u16> = Vec::with_capacity(text.len());
    for &unit in trim(text).as_slice() {
        let unit = match unit {
            OPENING => u16::from(b'('),
            CLOSING => u16::from(b')'),
            _ if is_white_space(unit) => SPACE,
            other => other,
        };
        if unit != SPACE || out.last() != Some(&SPACE) {
            out.push(unit);
        }
    }
    Text::from_vec(out)
}

/// Seconds up to a minute, minutes up to an hour, hours up to two days, then days; each rounded from
/// the one before, so 30 seconds are already a minute.
fn elapsed(parts: &EnvelopeParts<'_>) -> Option<String> {
    let millis = parts.timestamp?.0.as_millisecond() - parts.previous?.0.as_millisecond();
    if millis < 0 {
        return None;
    }
    let rounded = |amount: i64, unit: i64| (amount + unit / 2) / unit;
    let seconds = rounded(millis, 1000);
    let minutes = rounded(seconds, 60);
    let hours = rounded(minutes, 60);
    Some(if minutes < 1 {
        format!("{seconds}s")
    } else if minutes < 60 {
        format!("{minutes}m")
    } else if hours < 48 {
        format!("{hours}h")
    } else {
        format!("{}d", rounded(hours, 24))
    })
}

/// Abbreviations that English uses for zones of North America.
const AMERICAN: [&str; 13] =
    ["AST", "ADT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AKST", "AKDT", "HST"];

/// Zones whose database abbreviation is in [`AMERICAN`] and that English has no abbreviation for.
const WITHOUT_ABBREVIATION: [&str; 8] = [
    "America/Dawson",
    "America/Havana",
    "America/Hermosillo",
    "America/Mazatlan",
    "America/Whitehorse",
    "Canada/Yukon",
    "Cuba",
    "Mexico/BajaSur",
];

/// First segments of zones in [`AMERICAN`] country; a name without a slash is one too, except these.
const AMERICAN_REGIONS: [&str; 6] = ["America", "Atlantic", "Canada", "Mexico", "Pacific", "US"];
const NOT_AMERICAN: [&str; 2] = ["PRC", "ROC"];

const ALEUTIAN: [&str; 3] = ["America/Adak", "America/Atka", "US/Aleutian"];
/// Names that show `UTC`; the other zones level with Greenwich show `GMT`.
const UTC_NAMES: [&str; 13] = [
    "Etc/GMT",
    "Etc/UCT",
    "Etc/Universal",
    "Etc/UTC",
    "Etc/Zulu",
    "GMT",
    "GMT+0",
    "GMT-0",
    "GMT0",
    "UCT",
    "Universal",
    "UTC",
    "Zulu",
];

/// Zones that show `GMT+0` while they are level with Greenwich, where others show `GMT`.
const PLUS_ZERO: [&str; 11] = [
    "Africa/Casablanca",
    "Africa/El_Aaiun",
    "America/Scoresbysund",
    "Atlantic/Azores",
    "Atlantic/Canary",
    "Atlantic/Faeroe",
    "Atlantic/Faroe",
    "Atlantic/Madeira",
    "Europe/Lisbon",
    "Portugal",
    "WET",
];

/// The short zone name that ICU has in English: `CST`, `UTC` or `GMT+5:45`.
fn short_zone_name(name: &str, local: &ZonedDateTime) -> String {
    let among = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if among(&UTC_NAMES) {
        return "UTC".to_owned();
    }
    let info = local.time_zone().to_offset_info(local.timestamp());
    if among(&ALEUTIAN) {
        return if info.dst().is_dst() { "HADT" } else { "HAST" }.to_owned();
    }
    let region = name.split_once('/').map(|(region, _)| region);
    let american = match region {
        Some(region) => AMERICAN_REGIONS.iter().any(|known| known.eq_ignore_ascii_case(region)),
        None => !among(&NOT_AMERICAN),
    };
    let abbreviation = info.abbreviation();
    if american && AMERICAN.contains(&abbreviation) && !among(&WITHOUT_ABBREVIATION) {
        return abbreviation.to_owned();
    }
    let seconds = info.offset().seconds();
    if seconds == 0 {
        return if among(&PLUS_ZERO) { "GMT+0" } else { "GMT" }.to_owned();
    }
    let sign = if seconds < 0 { '-' } else { '+' };
    let (hours, minutes) = (seconds.abs() / 3600, seconds.abs() / 60 % 60);
    let minutes = if minutes == 0 { String::new() } else { format!(":{minutes:02}") };
    format!("GMT{sign}{hours}{minutes}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests::instant;
    use super::*;

    const MONDAY: &str = "2026-01-05T22:26:34Z";

    fn options(defaults: &Value) -> EnvelopeOptions {
        EnvelopeOptions::from_config(Some(&json!({"agents": {"defaults": defaults}})), Some("UTC"))
    }

    fn stamp(zone: &str) -> String {
        envelope_timestamp(instant(MONDAY), &options(&json!({"envelopeTimezone": zone}))).unwrap()
    }

    #[test]
    fn time_stamps_name_their_zone() {
        for (zone, expected) in [
            ("utc", "Mon 2026-01-05T22:26:34Z"),
            ("GMT", "Mon 2026-01-05T22:26:34Z"),
            ("Bad/Zone", "Mon 2026-01-05T22:26:34Z"),
            ("", "Mon 2026-01-05 22:26:34 UTC"),
            (" Local ", "Mon 2026-01-05 22:26:34 UTC"),
            ("host", "Mon 2026-01-05 22:26:34 UTC"),
            ("user", "Mon 2026-01-05 22:26:34 UTC"),
            ("Etc/UTC", "Mon 2026-01-05 22:26:34 UTC"),
            ("GMT+0", "Mon 2026-01-05 22:26:34 UTC"),
            ("Etc/GMT+0", "Mon 2026-01-05 22:26:34 GMT"),
            ("Asia/Kathmandu", "Tue 2026-01-06 04:11:34 GMT+5:45"),
            ("+05:45", "Tue 2026-01-06 04:11:34 GMT+5:45"),
            (" Europe/Paris ", "Mon 2026-01-05 23:26:34 GMT+1"),
            ("Europe/Lisbon", "Mon 2026-01-05 22:26:34 GMT+0"),
            ("Europe/London", "Mon 2026-01-05 22:26:34 GMT"),
            ("America/Adak", "Mon 2026-01-05 12:26:34 HAST"),
            ("America/Chicago", "Mon 2026-01-05 16:26:34 CST"),
            ("america/chicago", "Mon 2026-01-05 16:26:34 CST"),
            ("America/Havana", "Mon 2026-01-05 17:26:34 GMT-5"),
            ("Asia/Shanghai", "Tue 2026-01-06 06:26:34 GMT+8"),
            ("PST", "Mon 2026-01-05 14:26:34 PST"),
        ] {
            assert_eq!(stamp(zone), expected, "{zone}");
        }
        let user = options(&json!({"envelopeTimezone": "user", "userTimezone": "Europe/Paris"}));
        assert_eq!(envelope_timestamp(instant(MONDAY), &user).unwrap(), stamp("Europe/Paris"));
    }

    #[test]
    fn a_header_has_its_parts_in_order() {
        let utc = options(&json!({"envelopeTimezone": "utc"}));
        let text = |text: &'static str| Text::from_str(text);
        let header = |parts: &EnvelopeParts<'_>, options: &EnvelopeOptions| {
            envelope_header(parts, options).to_string_lossy()
        };
        let [channel, from, host, ip] =
            ["Whats[App]", "Bob\n[x] \t\u{a0}y", "h", "1.2.3.4"].map(text);
        let parts = EnvelopeParts {
            channel: Some(&channel),
            from: Some(&from),
            host: Some(&host),
            ip: Some(&ip),
            timestamp: Some(instant(MONDAY)),
            previous: Some(instant("2026-01-05T22:25:04Z")),
        };
        assert_eq!(
            header(&parts, &utc),
            "[Whats(App) Bob (x) y +2m h 1.2.3.4 Mon 2026-01-05T22:26:34Z]"
        );
        let blank = text(" ");
        let bare =
            EnvelopeParts { channel: Some(&blank), from: Some(&blank), ..Default::default() };
        assert_eq!(header(&bare, &utc), "[Channel]");
        let quiet = options(&json!({"envelopeTimestamp": "off", "envelopeElapsed": "off"}));
        let f = text("F");
        let parts = EnvelopeParts { from: Some(&f), host: None, ip: None, ..parts };
        assert_eq!(header(&parts, &quiet), "[Whats(App) F]");
    }

    #[test]
    fn the_time_since_the_message_before_is_rounded_step_by_step() {
        for (millis, expected) in [
            (0, Some("0s")),
            (499, Some("0s")),
            (500, Some("1s")),
            (29_499, Some("29s")),
            (29_500, Some("1m")),
            (90_000, Some("2m")),
            (3_570_000, Some("1h")),
            (5_400_000, Some("2h")),
            (171_000_000, Some("2d")),
            (172_800_000, Some("2d")),
            (-1, None),
        ] {
            let at = |millis: i32| Some(Instant::from_epoch_millis(f64::from(millis)).unwrap());
            let parts = EnvelopeParts {
                timestamp: at(500_000_000),
                previous: at(500_000_000 - millis),
                ..Default::default()
            };
            assert_eq!(elapsed(&parts).as_deref(), expected, "{millis}");
        }
    }
}
