//! The cut by Markdown sections, and the fair budget.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use clawprompt_core::bootstrap::{
    BootstrapFile, BootstrapTexts, Budget, BudgetPolicy, BudgetedFiles, CutStyle,
    build_context_files,
};
use clawprompt_core::text::{Text, to_text};
use proptest::prelude::*;

fn record(name: &str, content: &str) -> BootstrapFile {
    BootstrapFile {
        name: to_text(name),
        path: to_text(&format!("/w/{name}")),
        content: Ok(content.into()),
    }
}

fn build(
    files: &[BootstrapFile],
    max: u32,
    total: u32,
    fair: bool,
    outline: bool,
) -> BudgetedFiles {
    let mut budget = Budget::new(Some(f64::from(max)), Some(f64::from(total))).unwrap();
    if fair {
        budget.policy = BudgetPolicy::Fair;
    }
    if outline {
        budget.cut = CutStyle::Outline;
    }
    build_context_files(files, &budget, &BootstrapTexts::shipped().budget)
}

fn outline(content: &str, limit: u32) -> Text {
    let out = build(&[record("AGENTS.md", content)], limit, 60_000, false, true);
    out.context_files.first().map(|file| (*file.content).to_owned()).unwrap_or_default()
}

fn shown(content: &str, limit: u32) -> String {
    outline(content, limit).to_string().unwrap()
}

/// Whether every fence that the text opens is closed, as Markdown has it.
fn fences_are_closed(text: &str) -> bool {
    let mut open: Option<&str> = None;
    for line in text.lines().map(str::trim) {
        let first = line.chars().next().filter(|one| ['`', '~'].contains(one)).unwrap_or(' ');
        let info = line.trim_start_matches(first);
        let mark = &line[..line.len() - info.len()];
        match open {
            _ if mark.len() < 3 => {}
            Some(opened) if info.is_empty() && mark.starts_with(opened) => open = None,
            None if first == '~' || !info.contains('`') => open = Some(mark),
            _ => {}
        }
    }
    open.is_none()
}

#[test]
fn rules_and_headings_come_before_prose() {
    let prose = "Some plain prose that says little.\n".repeat(40);
    let text = format!(
        "# Guide\n{prose}## Style\n{prose}## Safety\n{prose}You must ask before you delete.\n{prose}"
    );
    let cut = shown(&text, 1_000);
    for line in ["# Guide", "## Style", "## Safety", "You must ask before you delete."] {
        assert!(cut.lines().any(|shown| shown == line), "{line} in {cut}");
    }
}

/// Report B001: with this cut, a rule counts in any script.
#[test]
fn a_rule_in_chinese_japanese_or_korean_survives() {
    for rule in
        ["禁止直接推送到主分支。", "本番では必ず確認してください。", "절대 삭제하지 마세요."]
    {
        let filler = "这里只是说明文字，没有要求。\n".repeat(300);
        let text = format!("# 指南\n{filler}{rule}\nNever push on Friday.\n{filler}");
        let cut = shown(&text, 900);
        assert!(cut.lines().any(|line| line == rule), "{rule}");
        assert!(cut.lines().any(|line| line == "Never push on Friday."));
    }
}

#[test]
fn sections_that_fit_are_kept_whole_and_the_others_are_named() {
    let long = "word ".repeat(400);
    let text = format!("# A\nshort a\n# B\n{long}\n# C\nshort c\n# D\n{long}");
    let cut = shown(&text, 1_000);
    assert!(cut.contains("# A\nshort a\n") && cut.contains("# C\nshort c\n"));
    let mark = cut.lines().last().unwrap();
    assert!(mark.ends_with("Left out or cut: B; D]"), "{mark}");
    assert!(mark.starts_with("[…AGENTS.md: outline, "), "{mark}");
}

#[test]
fn headings_that_have_no_room_in_the_mark_are_counted() {
    let sections: Vec<String> =
        (0..200).map(|at| format!("## Heading number {at}\nbody")).collect();
    let cut = shown(&sections.join("\n"), 600);
    let mark = cut.lines().last().unwrap();
    assert!(mark.contains("Heading number") && mark.ends_with(" more]"), "{mark}");
}

#[test]
fn a_cut_fence_is_closed_again() {
    let code = "let answer = 42;\n".repeat(200);
    for (open, close) in [("```rust", "```"), ("~~~~", "~~~~"), ("  ```", "```")] {
        let text = format!("# Code\n{open}\n{code}{close}\nafter\n");
        let cut = shown(&text, 500);
        assert!(fences_are_closed(&cut), "{cut}");
        assert!(cut.contains(open) && cut.contains("let answer"));
    }
    assert!(fences_are_closed(&shown(&format!("```\n{code}"), 500)));
}

#[test]
fn a_small_limit_still_gives_text_and_a_tiny_one_the_marks_beginning() {
    let text = "x".repeat(3_000);
    assert_eq!(shown(&text, 5).chars().count(), 5);
    for limit in [40, 64, 100, 200] {
        let cut = shown(&text, limit);
        assert!(cut.starts_with("xxx") && cut.ends_with(']'), "{cut}");
        assert!(cut.encode_utf16().count() + 2 > limit as usize, "{cut}");
    }
}

#[test]
fn a_file_that_fits_is_left_alone() {
    assert_eq!(shown("# A\n```\nopen\n", 500), "# A\n```\nopen");
}

fn block() -> impl Strategy<Value = String> {
    let prose = "([a-z]{1,9} |[あ-お]{1,6}|😀){1,40}";
    prop_oneof![
        3 => "#{1,4} [A-Z][a-z ]{0,20}".prop_map(|line| line + "\n"),
        6 => prose.prop_map(|line| line + "\n"),
        2 => prose.prop_map(|line| format!("- you must {line}\n")),
        1 => Just("\n".to_owned()),
        1 => "[a-z]{0,4}".prop_map(|line| format!("``{line}`\n")),
        2 => ("(```|````|~~~)", "[a-z]{0,4}", prop::collection::vec("[a-z `~]{0,30}", 0..12))
            .prop_map(|(mark, info, lines)| {
                format!("{mark}{info}\n{}\n{mark}\n", lines.join("\n"))
            }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_500) })]

    #[test]
    fn an_outline_fills_its_limit_and_closes_its_fences(
        blocks in prop::collection::vec(block(), 1..80),
        limit in 400_u32..4_000,
    ) {
        let text = blocks.concat();
        let cut = outline(&text, limit);
        let raw = to_text(text.trim_end()).len();
        prop_assert!(cut.len() <= limit as usize);
        if raw > limit as usize {
            let least = f64::from(limit) * 0.97;
            prop_assert!(f64::from(u32::try_from(cut.len()).unwrap()) >= least, "{} of {limit}", cut.len());
            prop_assert!(fences_are_closed(&cut.to_string().unwrap()), "{}", cut.to_string_lossy());
        }
    }
}

/// Three long files ahead: what the default policy leaves to the last files, and what the fair one does.
#[test]
fn no_file_vanishes_under_the_fair_policy() {
    let text = |chars: usize| "0123456789".chars().cycle().take(chars).collect::<String>();
    let sizes = [
        ("AGENTS.md", 19_000),
        ("SOUL.md", 19_000),
        ("TOOLS.md", 19_000),
        ("IDENTITY.md", 500),
        ("USER.md", 5_000),
        ("MEMORY.md", 3_000),
    ];
    let files = sizes.map(|(name, chars)| record(name, &text(chars)));
    let lengths = |fair| -> Vec<usize> {
        let out = build(&files, 20_000, 60_000, fair, false);
        out.outcomes.iter().map(|outcome| outcome.injected_chars).collect()
    };
    assert_eq!(lengths(false), [19_000, 19_000, 19_000, 500, 2_499, 0]);
    let fair = lengths(true);
    assert_eq!(fair[3..], [500, 5_000, 3_000]);
    assert!(fair[..3].iter().all(|len| *len > 10_000), "{fair:?}");
}

#[test]
fn the_fair_policy_gives_away_what_is_not_used() {
    let files = [
        record("AGENTS.md", &"x".repeat(30_000)),
        record("SOUL.md", "short"),
        record("USER.md", &"y".repeat(30_000)),
    ];
    let out = build(&files, 30_000, 40_000, true, false);
    let lengths: Vec<usize> = out.outcomes.iter().map(|outcome| outcome.injected_chars).collect();
    assert_eq!(lengths[1], 5);
    // The policy file cannot fill its share without policy lines; the other long file gets the rest.
    assert!(lengths[0] < 13_000 && lengths[2] > 27_000, "{lengths:?}");
    assert!(lengths.iter().sum::<usize>() <= 40_000);
}
