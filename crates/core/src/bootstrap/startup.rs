//! Daily memory notes for a session that starts without a message (`/new`, `/reset`).

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::Value;

use super::texts::{cut, join_lines};
use crate::config::at;
use crate::text::{Template, Text, U16Str, replace_all, to_text, trim};
use crate::texts::{Lookup, TextError, plain, template};

/// Files of one date beside `<date>.md` that are read at most.
pub const MAX_SLUG_FILES: usize = 4;

/// What starts the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartupAction {
    /// `/new`.
    New,
    /// `/reset`, and a soft reset.
    Reset,
}

/// `agents.defaults.startupContext`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartupSettings {
    /// Whether `/new` loads notes.
    pub on_new: bool,
    /// Whether `/reset` loads notes.
    pub on_reset: bool,
    /// Days that are looked at, today included; 1 to 14.
    pub days: usize,
    /// Largest file in bytes; a larger one is left out.
    pub max_file_bytes: usize,
    /// Limit for one file, in UTF-16 code units.
    pub max_file_chars: usize,
    /// Limit for all blocks, in UTF-16 code units.
    pub max_total_chars: usize,
}

impl StartupSettings {
    /// Reads the settings. Numbers lose their fraction and are brought into their ranges.
    #[must_use]
    pub fn from_config(config: Option<&Value>) -> Self {
        let section =
            config.and_then(|config| at(config, &["agents", "defaults", "startupContext"]));
        let get = |name: &str| section?.get(name);
        let number = |name: &str, default, most| clamped(get(name), default, most);
        let is_enabled = get("enabled") != Some(&Value::Bool(false));
        let actions = get("applyOn").and_then(Value::as_array).filter(|list| !list.is_empty());
        let applies = |action: &str| {
            is_enabled && actions.is_none_or(|list| list.iter().any(|item| item == action))
        };
        Self {
            on_new: applies("new"),
            on_reset: applies("reset"),
            days: number("dailyMemoryDays", 2, 14),
            max_file_bytes: number("maxFileBytes", 16_384, 65_536),
            max_file_chars: number("maxFileChars", 1_200, 10_000),
            max_total_chars: number("maxTotalChars", 2_800, 50_000),
        }
    }

    /// Whether the action loads notes.
    #[must_use]
    pub fn applies_to(&self, action: StartupAction) -> bool {
        match action {
            StartupAction::New => self.on_new,
            StartupAction::Reset => self.on_reset,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the value lies between 1 and 65,536"
)]
fn clamped(value: Option<&Value>, default: usize, most: usize) -> usize {
    let number = value.and_then(Value::as_f64).filter(|number| number.is_finite());
    number.map_or(default, |number| number.floor().clamp(1.0, most as f64) as usize)
}

/// The dates whose notes are read, newest first.
///
/// They are the user's `days` days up to `local`. Where the date in UTC is none of them, because the
/// zone is behind or ahead, it joins at its end of the list.
#[must_use]
pub fn startup_dates(local: Date, utc: Date, days: usize) -> Vec<Date> {
    let mut dates = vec![local];
    while dates.len() < days {
        match dates.last().and_then(|date| date.yesterday().ok()) {
            Some(date) => dates.push(date),
            None => break,
        }
    }
    if utc > local {
        dates.insert(0, utc);
    } else if !dates.contains(&utc) {
        dates.push(utc);
    }
    dates
}

/// The start-up context's sentences.
#[derive(Debug, Clone)]
pub struct StartupTexts {
    header: Text,
    label: Template,
    truncated: Text,
    more: Text,
}

impl StartupTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        Ok(Self {
            header: plain(lookup, "bootstrap.startup.header")?,
            label: template(lookup, "bootstrap.startup.label", &["path"])?,
            truncated: plain(lookup, "bootstrap.excerpt.truncated")?,
            more: plain(lookup, "bootstrap.startup.more")?,
        })
    }

    /// The first `chars` units of `text` and, on a line of its own, that it goes on.
    pub(super) fn cut_text(text: &U16Str, chars: usize, truncated: &U16Str) -> Text {
        join_lines(&[cut(text, chars), truncated])
    }
}

/// A note that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyNote {
    /// Path below the workspace, such as `memory/2026-07-15.md`.
    pub path: Text,
    /// Content as read.
    pub content: Text,
}

/// The context for notes in reading order; absent when none holds text.
///
/// The blocks, without what joins them, never exceed `max_total_chars`; the first that does not fit is
/// cut, and one that does not fit at all ends the list.
#[must_use]
pub fn format_startup_context(
    notes: &[DailyNote],
    settings: &StartupSettings,
    texts: &StartupTexts,
) -> Option<Text> {
    let mut blocks: Vec<Text> = Vec::new();
    let mut remaining = settings.max_total_chars;
    for note in notes {
        let content = trim(&note.content);
        if content.is_empty() {
            continue;
        }
        let content = if content.len() > settings.max_file_chars {
            StartupTexts::cut_text(content, settings.max_file_chars, &texts.truncated)
        } else {
            content.to_owned()
        };
        let Some(block) = fit_block(&note.path, &content, remaining, texts) else {
            if !blocks.is_empty() {
                blocks.push(texts.more.clone());
            }
            break;
        };
        remaining -= block.len();
        blocks.push(block);
    }
    if blocks.is_empty() {
        return None;
    }
    blocks.insert(0, texts.header.clone());
    blocks.insert(1, Text::new());
    Some(join_lines(&blocks))
}

/// The block within `room`, with as much of the content as fits.
fn fit_block(path: &U16Str, content: &U16Str, room: usize, texts: &StartupTexts) -> Option<Text> {
    let whole = block(path, content, texts);
    if whole.len() <= room {
        return Some(whole);
    }
    let shortened = |chars: usize| {
        block(path, &StartupTexts::cut_text(content, chars, &texts.truncated), texts)
    };
    if shortened(0).len() > room {
        return None;
    }
    let (mut fits, mut too_long) = (0, content.len() + 1);
    while too_long - fits > 1 {
        let middle = fits + (too_long - fits) / 2;
        if shortened(middle).len() <= room {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    Some(shortened(fits))
}

fn block(path: &U16Str, content: &U16Str, texts: &StartupTexts) -> Text {
    let fence = to_text("```");
    let label = texts.label.fill(&[("path", &safe_label(path))]);
    join_lines(&[
        &*label,
        &*to_text("BEGIN_QUOTED_NOTES"),
        &*to_text("```text"),
        &*replace_all(content, &fence, &to_text("\\`\\`\\`")),
        &*fence,
        &*to_text("END_QUOTED_NOTES"),
    ])
}

/// The path as a label that cannot break out of its brackets.
fn safe_label(path: &U16Str) -> Text {
    let mut out = Vec::new();
    let mut last = LabelUnit::Safe;
    for unit in path.as_slice() {
        let kind = LabelUnit::of(*unit);
        match kind {
            LabelUnit::Safe => out.push(*unit),
            LabelUnit::Bracket => out.push(u16::from(b'_')),
            LabelUnit::Break if last != kind => out.push(u16::from(b' ')),
            LabelUnit::Other if last != kind => out.push(u16::from(b'_')),
            LabelUnit::Break | LabelUnit::Other => {}
        }
        last = kind;
    }
    trim(U16Str::from_slice(&out)).to_owned()
}

/// What a code unit of a path is in a label. A run of breaks becomes a space, a run of others a `_`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelUnit {
    Safe,
    Bracket,
    Break,
    Other,
}

impl LabelUnit {
    fn of(unit: u16) -> Self {
        match u8::try_from(unit) {
            Ok(b'\t' | b'\n' | b'\r') => Self::Break,
            Ok(b'[' | b']') => Self::Bracket,
            Ok(byte) if byte.is_ascii_alphanumeric() || b"._/- ".contains(&byte) => Self::Safe,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;
    use crate::shipped;

    fn texts() -> StartupTexts {
        StartupTexts::load(&|key| shipped::definition().text(key)).unwrap()
    }

    fn settings(section: &Value) -> StartupSettings {
        let config = json!({"agents": {"defaults": {"startupContext": section}}});
        StartupSettings::from_config(Some(&config))
    }

    fn note(path: &str, content: &str) -> DailyNote {
        DailyNote { path: to_text(path), content: to_text(content) }
    }

    fn digits(count: usize) -> String {
        "0123456789".chars().cycle().take(count).collect()
    }

    #[test]
    fn settings_are_brought_into_range() {
        let plain = settings(&json!({}));
        assert_eq!((plain.days, plain.max_file_bytes), (2, 16_384));
        assert_eq!((plain.max_file_chars, plain.max_total_chars), (1_200, 2_800));
        assert!(plain.applies_to(StartupAction::New) && plain.applies_to(StartupAction::Reset));
        let odd = settings(&json!({"dailyMemoryDays": 99, "maxFileBytes": 0, "maxFileChars": "x",
            "maxTotalChars": 7.9, "applyOn": ["reset"]}));
        assert_eq!((odd.days, odd.max_file_bytes, odd.max_file_chars), (14, 1, 1_200));
        assert_eq!((odd.max_total_chars, odd.on_new, odd.on_reset), (7, false, true));
        assert!(!settings(&json!({"enabled": false})).on_reset);
        assert!(settings(&json!({"applyOn": []})).on_new);
    }

    #[test]
    fn the_utc_date_joins_the_users_dates() {
        let dates = |local, utc, days| -> Vec<String> {
            startup_dates(local, utc, days).iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            dates(date(2026, 7, 14), date(2026, 7, 15), 2),
            ["2026-07-15", "2026-07-14", "2026-07-13"]
        );
        assert_eq!(dates(date(2026, 7, 15), date(2026, 7, 14), 1), ["2026-07-15", "2026-07-14"]);
        assert_eq!(dates(date(2026, 3, 1), date(2026, 2, 28), 2), ["2026-03-01", "2026-02-28"]);
    }

    #[test]
    fn the_third_note_is_cut_to_what_is_left() {
        let content = digits(1_300);
        let notes = ["memory/2026-07-15.md", "memory/2026-07-15-a.md", "memory/2026-07-14.md"]
            .map(|path| note(path, &content));
        let text = format_startup_context(&notes, &settings(&json!({})), &texts()).unwrap();
        let text = text.to_string_lossy();
        let start = text.find("\n\n").unwrap() + 2;
        assert_eq!(text[..start].trim_end().lines().count(), 5);
        assert_eq!(text[start..].len(), 1_313 + 1_315 + 172 + 2);
        assert!(text.ends_with("8\n...[truncated]...\n```\nEND_QUOTED_NOTES"));
    }

    #[test]
    fn a_note_without_room_ends_the_list() {
        let room = |max_total_chars| StartupSettings { max_total_chars, ..settings(&json!({})) };
        let one = [note("memory/2026-07-15.md", "a longer note than fits")];
        assert_eq!(block(&one[0].path, &Text::new(), &texts()).len(), 95);
        assert!(format_startup_context(&one, &room(112), &texts()).is_none());
        assert!(format_startup_context(&one, &room(113), &texts()).is_some());
        let two = [note("memory/2026-07-15.md", "x"), one[0].clone()];
        let text = format_startup_context(&two, &room(100), &texts()).unwrap().to_string_lossy();
        assert!(text.ends_with("END_QUOTED_NOTES\n...[additional memory truncated]..."));
        assert_eq!(format_startup_context(&[note("a", " \n")], &room(500), &texts()), None);
    }

    #[test]
    fn quotes_and_labels_cannot_break_out() {
        let escaped = block(&to_text("a"), &to_text("```` x ```"), &texts()).to_string_lossy();
        assert!(escaped.contains("\\`\\`\\`` x \\`\\`\\`\n```\nEND"));
        let label = |path: &str| safe_label(&to_text(path)).to_string_lossy();
        assert_eq!(label("memory/a]\r\n[b.md"), "memory/a_ _b.md");
        assert_eq!(label(" mé😀é.md "), "m_.md");
    }
}
