//! Local time for people: `Monday, January 5th, 2026 - 16:26`.

use jiff::ZonedDateTime;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::super::texts::TimeTexts;
use super::Instant;
use super::zone::find_zone;
use crate::text::{LF, Piece, Template, Text, U16Str, find, to_text, trim, trim_end};

/// Whether hours run to 12 or to 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeFormat {
    /// `4:26 PM`; noon and midnight are 12.
    Hour12,
    /// `16:26`; midnight is 00.
    Hour24,
}

/// `agents.defaults.timeFormat`: the strings `12` and `24` decide, everything else, numbers included,
/// is automatic and follows `host`, the format of the operating system.
#[must_use]
pub fn resolve_time_format(configured: Option<&Value>, host: TimeFormat) -> TimeFormat {
    match configured.and_then(Value::as_str) {
        Some("12") => TimeFormat::Hour12,
        Some("24") => TimeFormat::Hour24,
        _ => host,
    }
}

/// Weekday, month, day with its suffix, year and time, in English; `None` when `zone` names no zone.
///
/// The year has no leading zeros.
#[must_use]
pub fn format_user_time(instant: Instant, zone: &str, format: TimeFormat) -> Option<String> {
    let local = instant.0.to_zoned_datetime(find_zone(zone)?);
    let day = local.day();
    let date = local.strftime("%A, %B");
    Some(format!("{date} {day}{}, {} - {}", suffix(day), local.year(), clock(&local, format)))
}

fn suffix(day: i8) -> &'static str {
    match (day, day % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

fn clock(local: &ZonedDateTime, format: TimeFormat) -> String {
    match format {
        TimeFormat::Hour24 => local.strftime("%H:%M").to_string(),
        TimeFormat::Hour12 => local.strftime("%-I:%M %p").to_string(),
    }
}

/// The two lines that a status card, a cron prompt or a heartbeat prompt shows: local time with its
/// zone, and the same instant in UTC. `None` when `zone` names no zone.
#[must_use]
pub fn current_time_lines(
    instant: Instant,
    zone: &str,
    format: TimeFormat,
    texts: &TimeTexts,
) -> Option<Text> {
    let local = to_text(&format_user_time(instant, zone, format)?);
    let utc = instant.0.to_zoned_datetime(TimeZone::UTC).strftime("%Y-%m-%d %H:%M UTC").to_string();
    let mut lines = texts.current.fill(&[("time", &local), ("zone", &to_text(zone))]);
    lines.push_slice([LF]);
    lines.push(texts.reference.fill(&[("time", &to_text(&utc))]));
    Some(lines)
}

/// The date at an instant in a zone; in UTC when `zone` names no zone.
#[must_use]
pub fn local_date(instant: Instant, zone: &str) -> Date {
    let zone = find_zone(zone).unwrap_or(TimeZone::UTC);
    instant.0.to_zoned_datetime(zone).date()
}

/// `text` with `lines` of [`current_time_lines`]: the first pair of such lines is replaced, further
/// ones become blank, and without one the pair is appended. A blank text stays blank.
///
/// The end of the text is trimmed.
#[must_use]
pub fn with_current_time(text: &U16Str, lines: &U16Str, texts: &TimeTexts) -> Text {
    let text = trim_end(text);
    if trim(text).is_empty() {
        return Text::new();
    }
    let mut out = Text::new();
    let mut rest = text;
    let mut placed = false;
    while let Some((before, after)) = split_at_pair(rest, texts) {
        out.push(before);
        if !placed {
            out.push(lines);
        }
        placed = true;
        rest = after;
    }
    out.push(rest);
    if !placed {
        out.push_slice([LF]);
        out.push(lines);
    }
    trim_end(&out).to_owned()
}

/// What stands before and after the first pair of time lines.
fn split_at_pair<'a>(text: &'a U16Str, texts: &TimeTexts) -> Option<(&'a U16Str, &'a U16Str)> {
    let mut start = 0;
    while start <= text.len() {
        let end = line_end(text, start);
        let next = (end + 1).min(text.len());
        let next_end = line_end(text, next);
        if end < text.len()
            && matches(&text[start..end], &texts.current, |_| true)
            && matches(&text[next..next_end], &texts.reference, is_utc_minute)
        {
            return Some((&text[..start], &text[next_end..]));
        }
        start = end + 1;
    }
    None
}

fn line_end(text: &U16Str, start: usize) -> usize {
    text.as_slice()[start..].iter().position(|unit| *unit == LF).map_or(text.len(), |at| start + at)
}

/// Whether `line` is `template` with some text, that `accepts` takes, in each of its places.
fn matches(line: &U16Str, template: &Template, accepts: fn(&U16Str) -> bool) -> bool {
    let mut rest = line;
    let mut filling = false;
    for piece in &*template.pieces {
        let Piece::Units(units) = piece else {
            filling = true;
            continue;
        };
        let literal = U16Str::from_slice(units);
        let Some(at) = find(rest, literal) else { return false };
        if (filling && !(at > 0 && accepts(&rest[..at]))) || (!filling && at != 0) {
            return false;
        }
        filling = false;
        rest = &rest[at + literal.len()..];
    }
    if filling { !rest.is_empty() && accepts(rest) } else { rest.is_empty() }
}

/// Whether this is `YYYY-MM-DD HH:MM UTC`.
fn is_utc_minute(text: &U16Str) -> bool {
    let shape = b"0000-00-00 00:00 UTC";
    text.len() == shape.len()
        && text.as_slice().iter().zip(shape).all(|(unit, expected)| match expected {
            b'0' => (0x30..=0x39).contains(unit),
            other => *unit == u16::from(*other),
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::super::texts::tests::shipped;
    use super::super::tests::instant;
    use super::*;

    fn local(iso: &str, zone: &str, format: TimeFormat) -> String {
        format_user_time(instant(iso), zone, format).unwrap()
    }

    #[test]
    fn local_times_are_written_in_english() {
        use TimeFormat::{Hour12, Hour24};
        for (iso, zone, format, expected) in [
            (
                "2026-01-05T22:26:34Z",
                "America/Chicago",
                Hour24,
                "Monday, January 5th, 2026 - 16:26",
            ),
            (
                "2026-01-05T22:26:34Z",
                "America/Chicago",
                Hour12,
                "Monday, January 5th, 2026 - 4:26 PM",
            ),
            ("2026-01-01T00:05:00Z", "UTC", Hour12, "Thursday, January 1st, 2026 - 12:05 AM"),
            ("2026-01-01T00:05:00Z", "UTC", Hour24, "Thursday, January 1st, 2026 - 00:05"),
            ("2026-01-01T12:00:00Z", "UTC", Hour12, "Thursday, January 1st, 2026 - 12:00 PM"),
            (
                "2026-11-11T23:59:59Z",
                "Asia/Kathmandu",
                Hour24,
                "Thursday, November 12th, 2026 - 05:44",
            ),
            ("2026-03-29T01:00:00Z", "Europe/Paris", Hour24, "Sunday, March 29th, 2026 - 03:00"),
            ("0099-03-02T12:00:00Z", "UTC", Hour24, "Monday, March 2nd, 99 - 12:00"),
        ] {
            assert_eq!(local(iso, zone, format), expected);
        }
        assert_eq!(format_user_time(instant("2026-01-01T00:00:00Z"), "Bad/Zone", Hour24), None);
    }

    #[test]
    fn days_have_their_suffix() {
        let suffixes: Vec<String> = (1..=31).map(|day| format!("{day}{}", suffix(day))).collect();
        assert_eq!(
            suffixes.join(" "),
            "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th \
             20th 21st 22nd 23rd 24th 25th 26th 27th 28th 29th 30th 31st"
        );
    }

    #[test]
    fn only_the_strings_12_and_24_decide_the_format() {
        use TimeFormat::{Hour12, Hour24};
        assert_eq!(resolve_time_format(Some(&json!("12")), Hour24), Hour12);
        assert_eq!(resolve_time_format(Some(&json!("24")), Hour12), Hour24);
        for value in [json!(12), json!("auto"), json!(null), json!(" 12")] {
            assert_eq!(resolve_time_format(Some(&value), Hour24), Hour24, "{value}");
        }
        assert_eq!(resolve_time_format(None, Hour12), Hour12);
    }

    #[test]
    fn a_status_card_shows_the_local_time_and_utc() {
        let texts = shipped().time;
        let lines = |zone| {
            let lines = current_time_lines(
                instant("2026-01-05T22:26:34Z"),
                zone,
                TimeFormat::Hour24,
                &texts,
            );
            lines.map(|lines| lines.to_string_lossy())
        };
        assert_eq!(
            lines("America/Chicago").unwrap(),
            "Current time: Monday, January 5th, 2026 - 16:26 (America/Chicago)\n\
             Reference UTC: 2026-01-05 22:26 UTC"
        );
        assert_eq!(lines("Bad/Zone"), None);
    }

    #[test]
    fn the_first_pair_of_time_lines_is_refreshed_and_others_go() {
        let texts = shipped().time;
        let with = |text: &str| {
            with_current_time(&to_text(text), &to_text("NOW"), &texts).to_string_lossy()
        };
        let pair = "Current time: a (b)\nReference UTC: 2020-01-01 00:00 UTC";
        for (text, expected) in [
            (String::new(), ""),
            (" \n".to_owned(), ""),
            ("x".to_owned(), "x\nNOW"),
            ("x\n\n".to_owned(), "x\nNOW"),
            (format!("x\n{pair}"), "x\nNOW"),
            (format!("x\n{pair}\n\nmore"), "x\nNOW\n\nmore"),
            (format!("a\n{pair}\nb\n{pair}\nc"), "a\nNOW\nb\n\nc"),
            (pair.to_owned(), "NOW"),
            ("Current time: foo".to_owned(), "Current time: foo\nNOW"),
        ] {
            assert_eq!(with(&text), expected, "{text:?}");
        }
        for near in [
            "x\nCurrent time: foo\nReference UTC: 2020-01-01 00:00 UTC\nz",
            "x\nCurrent time: a (b)\nz",
            "x\nCurrent time: a (b)\n\nReference UTC: 2020-01-01 00:00 UTC\nz",
            "x\n Current time: a (b)\n  Reference UTC: 2020-01-01 00:00 UTC \nz",
            "x\nReference UTC: 2020-01-01 00:00 UTC",
            "current time: a (b)\nReference UTC: 2020-01-01 00:00 UTC",
        ] {
            assert_eq!(with(near), format!("{near}\nNOW"), "{near:?}");
        }
    }
}
