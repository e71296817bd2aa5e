//! The cuts against a twin that is written as plainly as the rules are stated.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::collections::HashMap;

use clawprompt_core::bootstrap::{
    BootstrapFile, BootstrapTexts, Budget, BudgetPolicy, CutStyle, MissingReason,
    build_context_files, truncate_file,
};
use clawprompt_core::text::{Text, U16Str, to_text};
use proptest::prelude::*;

use crate::common::{SHIPPED, texts_with};

/// The rules of the cut, on code units, with marks as format strings. Nothing here is fast.
mod naive {
    pub(crate) struct Marks {
        pub(crate) read: String,
        pub(crate) counts: String,
        pub(crate) compact: String,
        pub(crate) digest_read: String,
        pub(crate) digest_label: String,
        pub(crate) digest_omitted: String,
        pub(crate) digest_counts: String,
    }

    pub(crate) fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn is_space(unit: u16) -> bool {
        // JavaScript's white space is Unicode's with U+FEFF and without U+0085.
        let character = char::from_u32(u32::from(unit)).unwrap_or('x');
        character == '\u{FEFF}' || (character.is_whitespace() && character != '\u{85}')
    }

    fn trim_end(text: &[u16]) -> &[u16] {
        let mut end = text.len();
        while end > 0 && is_space(text[end - 1]) {
            end -= 1;
        }
        &text[..end]
    }

    fn splits_pair(text: &[u16], at: usize) -> bool {
        at > 0
            && at < text.len()
            && (0xD800..0xDC00).contains(&text[at - 1])
            && (0xDC00..0xE000).contains(&text[at])
    }

    fn first(text: &[u16], count: usize) -> &[u16] {
        let count = count.min(text.len());
        if splits_pair(text, count) { &text[..count - 1] } else { &text[..count] }
    }

    fn last(text: &[u16], count: usize) -> &[u16] {
        let start = text.len() - count.min(text.len());
        if splits_pair(text, start) { &text[start + 1..] } else { &text[start..] }
    }

    /// A share in double arithmetic.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "the peer's own arithmetic, on small numbers"
    )]
    fn share(whole: usize, ratio: f64) -> usize {
        (whole as f64 * ratio).floor() as usize
    }

    fn filled(mark: &str, values: &[(&str, usize)], name: &str) -> Vec<u16> {
        let mut out = mark.replace("{name}", name);
        for (slot, value) in values {
            out = out.replace(&format!("{{{slot}}}"), &value.to_string());
        }
        units(&out)
    }

    pub(crate) fn cut(name: &str, content: &[u16], limit: usize, marks: &Marks) -> Vec<u16> {
        let text = trim_end(content);
        if text.len() <= limit {
            text.to_vec()
        } else if name.eq_ignore_ascii_case("agents.md") {
            cut_policy(text, limit, marks)
        } else {
            cut_middle(name, text, limit, marks)
        }
    }

    fn cut_middle(name: &str, text: &[u16], limit: usize, marks: &Marks) -> Vec<u16> {
        let total = text.len();
        let long = |head: usize, tail: usize| {
            let values = [("head", head), ("tail", tail), ("total", total)];
            let mut out = units("\n");
            out.extend(filled(&marks.read, &values, name));
            out.extend(units("\n"));
            out.extend(filled(&marks.counts, &values, name));
            out.extend(units("\n"));
            out
        };
        let compact = |head: usize, tail: usize| {
            filled(&marks.compact, &[("head", head), ("tail", tail), ("total", total)], name)
        };
        let is_long = limit >= long(0, 0).len() + 2 + 16;
        let mark =
            |head: usize, tail: usize| if is_long { long(head, tail) } else { compact(head, tail) };
        let separators = |head: usize, tail: usize| {
            if is_long { usize::from(head > 0) + usize::from(tail > 0) } else { 0 }
        };
        let (mut head, mut tail) = (0, 0);
        for _ in 0..3 {
            let room = limit.saturating_sub(mark(head, tail).len() + separators(head, tail));
            let next = (share(room, 0.75), share(room, 0.25));
            if next == (head, tail) {
                break;
            }
            (head, tail) = next;
        }
        let len = |head, tail| head + tail + mark(head, tail).len() + separators(head, tail);
        while len(head, tail) > limit && head + tail > 0 {
            let overflow = len(head, tail) - limit;
            if tail > 0 {
                tail = tail.saturating_sub(overflow);
            } else {
                head = head.saturating_sub(overflow);
            }
        }
        if head + tail == 0 && len(1, 0) <= limit {
            head = 1;
        }
        let mut out = first(text, head).to_vec();
        if is_long && !out.is_empty() {
            out.extend(units("\n"));
        }
        out.extend(mark(head, tail));
        let end = last(text, tail);
        if is_long && !end.is_empty() {
            out.extend(units("\n"));
        }
        out.extend(end);
        first(&out, limit).to_vec()
    }

    fn cut_policy(text: &[u16], limit: usize, marks: &Marks) -> Vec<u16> {
        let (mut head, mut room, mut tail) =
            (share(limit, 0.45), share(limit, 0.35), share(limit, 0.15));
        let lines = policy_lines(text);
        loop {
            let (digest, omitted) = digest(&lines, room);
            let render = |head: &[u16], head_count: usize, tail: &[u16], tail_count: usize| {
                let mut parts = vec![head.to_vec(), units(&marks.digest_read)];
                if !digest.is_empty() {
                    parts.extend([units(&marks.digest_label), digest.clone()]);
                }
                if omitted > 0 {
                    parts.push(filled(&marks.digest_omitted, &[("count", omitted)], ""));
                }
                let counts = [
                    ("head", head_count),
                    ("digest", digest.len()),
                    ("tail", tail_count),
                    ("total", text.len()),
                ];
                parts.push(filled(&marks.digest_counts, &counts, ""));
                parts.push(tail.to_vec());
                parts.retain(|part| !part.is_empty());
                parts.join(&u16::from(b'\n'))
            };
            // The length is that of plain slices; only what is shown respects pairs.
            let len = render(&text[..head], head, &text[text.len() - tail..], tail).len();
            if len <= limit || (tail == 0 && head <= 1 && room == 0) {
                let out = render(first(text, head), head, last(text, tail), tail);
                return first(&out, limit).to_vec();
            }
            let overflow = len - limit;
            if tail > 0 {
                tail = tail.saturating_sub(overflow);
            } else if head > 1 {
                head = head.saturating_sub(overflow).max(1);
            } else {
                room = room.saturating_sub(overflow);
            }
        }
    }

    fn policy_lines(text: &[u16]) -> Vec<(Vec<u16>, bool)> {
        let mut out = Vec::new();
        for line in text.split(|unit| *unit == u16::from(b'\n')) {
            let words: Vec<&[u16]> =
                line.split(|unit| is_space(*unit)).filter(|word| !word.is_empty()).collect();
            let mut line = words.join(&u16::from(b' '));
            if line.len() > 240 {
                line = first(&line, 239).to_vec();
                line.extend(units("…"));
            }
            let lower = String::from_utf16_lossy(&line).to_ascii_lowercase();
            let high = "agents.md|scoped|required|must|never|do not|before subtree|read scoped|\
                security|secret|credential";
            let low = "owner|test|validation|command|commit|push|github|pr";
            let has = |list: &str| list.split('|').any(|word| stands_alone(&lower, word));
            if has(high) {
                out.push((line, true));
            } else if has(low) || is_item(&lower) {
                out.push((line, false));
            }
        }
        out
    }

    fn stands_alone(line: &str, word: &str) -> bool {
        line.match_indices(word).any(|(at, _)| {
            let is_word = |character: Option<char>| {
                character.is_some_and(|one| one.is_ascii_alphanumeric() || one == '_')
            };
            !is_word(line[..at].chars().next_back())
                && !is_word(line[at + word.len()..].chars().next())
        })
    }

    fn is_item(line: &str) -> bool {
        let Some((mark, rest)) = line.split_once(' ') else { return false };
        let is_heading = mark.len() <= 6 && !mark.is_empty() && mark.chars().all(|one| one == '#');
        let is_bullet = ["-", "*", "+"].contains(&mark);
        let number = mark.strip_suffix(['.', ')']).unwrap_or("");
        let is_number = !number.is_empty() && number.chars().all(|one| one.is_ascii_digit());
        !rest.is_empty() && (is_heading || is_bullet || is_number)
    }

    fn digest(lines: &[(Vec<u16>, bool)], room: usize) -> (Vec<u16>, usize) {
        if room == 0 {
            return (Vec::new(), 0);
        }
        let mut chosen: Vec<usize> = Vec::new();
        for wanted in [true, false] {
            for (index, (line, is_high)) in lines.iter().enumerate() {
                let used: usize = chosen.iter().map(|at| lines[*at].0.len()).sum::<usize>()
                    + chosen.len().saturating_sub(1);
                let cost = line.len() + usize::from(!chosen.is_empty());
                if *is_high == wanted && used + cost <= room {
                    chosen.push(index);
                }
            }
        }
        chosen.sort_unstable();
        let text: Vec<&[u16]> = chosen.iter().map(|at| &*lines[*at].0).collect();
        (text.join(&u16::from(b'\n')), lines.len() - chosen.len())
    }
}

/// Marks whose texts are longer than the shipped ones by these fillers.
fn padded_marks(filler: &[String]) -> (BootstrapTexts, naive::Marks) {
    let names = [
        "cut_read",
        "cut_counts",
        "compact",
        "digest_read",
        "digest_label",
        "digest_omitted",
        "digest_counts",
    ];
    let padded = names.iter().zip(filler).map(|(name, filler)| {
        let name = format!("bootstrap.marker.{name}");
        let text = SHIPPED[&name].clone() + filler;
        (name, text)
    });
    let padded: HashMap<String, String> = padded.collect();
    let text = |name: &str| padded[&format!("bootstrap.marker.{name}")].clone();
    let marks = naive::Marks {
        read: text("cut_read"),
        counts: text("cut_counts"),
        compact: text("compact"),
        digest_read: text("digest_read"),
        digest_label: text("digest_label"),
        digest_omitted: text("digest_omitted"),
        digest_counts: text("digest_counts"),
    };
    (texts_with(&padded), marks)
}

fn fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("```\n".to_owned()),
        3 => "[a-z]{1,12} ",
        2 => prop::sample::select(vec![
            "- ", "# ", "## Heading ", "1. ", "must ", "Never ", "do  not ", "musts ", "test ",
            "github", "pr-1 ", "AGENTS.md ", "\u{3000}", "\u{FEFF}", "\u{85}", "必须", "禁止",
        ]).prop_map(str::to_owned),
        2 => "[あ-お]{1,8}",
        2 => "(😀|🦀|👩‍💻){1,6}",
        1 => "x{100,260}",
    ]
}

/// UTF-16 content, now and then with a lone surrogate.
fn content() -> impl Strategy<Value = Vec<u16>> {
    (prop::collection::vec(fragment(), 0..60), prop::option::weighted(0.1, 0xD800_u16..0xE000))
        .prop_map(|(fragments, lone)| {
            let mut units = naive::units(&fragments.concat());
            if let Some(lone) = lone {
                units.insert(units.len() / 2, lone);
            }
            units
        })
}

fn halves(text: &U16Str) -> usize {
    char::decode_utf16(text.as_slice().iter().copied()).filter(Result::is_err).count()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn every_cut_equals_the_plain_twins(
        content in content(),
        name in prop::sample::select(vec!["SOUL.md", "AGENTS.md", "agents.md", "docs/AGENTS.md"]),
        limit in prop_oneof![1_usize..300, 1_usize..3_000],
        filler in prop::collection::vec("[ -z]{0,40}|[あ-ん😀]{0,9}", 7),
    ) {
        let filler: Vec<String> = filler.iter().map(|text| text.replace(['{', '}'], "")).collect();
        let (texts, marks) = padded_marks(&filler);
        let text = Text::from_vec(content.clone());
        let halves_before = halves(&text);
        let cut = truncate_file(&to_text(name), &text.into(), limit, &texts.budget.cut);
        prop_assert!(cut.text.len() <= limit);
        prop_assert!(halves(&cut.text) <= halves_before);
        prop_assert_eq!(cut.text.as_slice(), &*naive::cut(name, &content, limit, &marks));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    /// Report B003: two units are lost to rounding at most, and one to each pair at an inner edge.
    #[test]
    fn an_ordinary_file_fills_its_limit(content in content(), limit in 23_usize..3_000) {
        let text = Text::from_vec(content);
        let texts = BootstrapTexts::shipped();
        let cut = truncate_file(&to_text("SOUL.md"), &text.into(), limit, &texts.budget.cut);
        if cut.was_cut {
            prop_assert!(cut.text.len() + 5 >= limit, "{} of {}", cut.text.len(), limit);
        }
    }

    #[test]
    fn a_list_never_exceeds_its_total(
        files in prop::collection::vec((content(), any::<bool>()), 0..7),
        max_chars in 1_u32..3_000,
        total in 1_u32..6_000,
        is_fair in any::<bool>(),
        is_outline in any::<bool>(),
    ) {
        let records: Vec<BootstrapFile> = files
            .into_iter()
            .enumerate()
            .map(|(index, (content, is_missing))| BootstrapFile {
                name: to_text("AGENTS.md"),
                path: to_text(&format!("/w/{index}/AGENTS.md")),
                content: if is_missing {
                    Err(MissingReason::Absent)
                } else {
                    Ok(Text::from_vec(content).into())
                },
            })
            .collect();
        let mut budget = Budget::new(Some(f64::from(max_chars)), Some(f64::from(total))).unwrap();
        if is_fair {
            budget.policy = BudgetPolicy::Fair;
        }
        if is_outline {
            budget.cut = CutStyle::Outline;
        }
        let out = build_context_files(&records, &budget, &BootstrapTexts::shipped().budget);
        let sum: usize = out.context_files.iter().map(|file| file.content.len()).sum();
        prop_assert!(sum <= budget.total_max_chars);
        prop_assert_eq!(out.outcomes.len(), records.len());
        let told: usize = out.outcomes.iter().map(|outcome| outcome.injected_chars).sum();
        prop_assert_eq!(told, sum);
        for (record, outcome) in records.iter().zip(&out.outcomes) {
            if record.text().is_some() {
                prop_assert!(outcome.injected_chars <= budget.max_chars);
            }
            if is_fair && records.len() <= budget.total_max_chars && outcome.raw_chars > 0 {
                prop_assert!(outcome.injected_chars > 0, "{:?}", out.outcomes);
            }
        }
    }
}
