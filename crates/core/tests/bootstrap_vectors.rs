//! Recorded cuts, budgets and decisions of the peer.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use clawprompt_core::bootstrap::{
    BootstrapFile, BootstrapTexts, Budget, BudgetedFiles, DEFAULT_DETAIL_FILES, MissingReason,
    WarningHistory, WarningMode, WarningOptions, analyze_budget, build_context_files,
    build_prompt_warning, injection_stats, truncate_file,
};
use clawprompt_core::text::{Collator, Text, U16Str, find, sha256_hex, to_text};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CutVector {
    id: String,
    file_name: String,
    generator: String,
    trimmed_utf16: usize,
    max_chars: usize,
    injected_utf16: usize,
    form: String,
    head: Option<usize>,
    tail: Option<usize>,
    printed_head: Option<usize>,
    printed_tail: Option<usize>,
    digest: Option<usize>,
    digest_lines: Option<usize>,
    omitted_policy_lines: Option<usize>,
    content_sha256: Option<String>,
    head_tail_sha256: Option<String>,
    digest_sha256: Option<String>,
}

/// The first `count` characters of 0123456789 repeated.
fn digits(count: usize) -> String {
    "0123456789".chars().cycle().take(count).collect()
}

fn policy(count: usize) -> String {
    let line = |index: usize| match index % 4 {
        0 => format!("- item {index}"),
        1 => format!("you must keep {index}"),
        2 => format!("filler line {index}"),
        _ => format!("owner of {index}"),
    };
    (0..count).map(line).collect::<Vec<_>>().join("\n")
}

fn generate(generator: &str) -> String {
    let emoji = |count: usize| "😀".repeat(count);
    match generator {
        "G(65)" => digits(65),
        "G(20000)" => digits(20_000),
        "G(20001)" => digits(20_001),
        "G(25000)" => digits(25_000),
        "G(100000)" => digits(100_000),
        "G(19990) + LF x 50" => digits(19_990) + &"\n".repeat(50),
        "E(12500)" => emoji(12_500),
        "\"a\" + E(10000)" => format!("a{}", emoji(10_000)),
        "U+3042 x 20001" => "\u{3042}".repeat(20_001),
        "A(200)" => policy(200),
        "A(2000)" => policy(2_000),
        "A(2000) with CRLF line ends" => policy(2_000).replace('\n', "\r\n"),
        "(\"- \" + \"x\" x 400 + LF) x 100" => format!("- {}\n", "x".repeat(400)).repeat(100),
        "(\"- \" + \"x\" x 236 + E(50) + LF) x 100" => {
            format!("- {}{}\n", "x".repeat(236), emoji(50)).repeat(100)
        }
        _ => panic!("no generator {generator}"),
    }
}

/// What stands before and after `mark`.
fn around<'a>(text: &'a U16Str, mark: &str, id: &str) -> (&'a U16Str, &'a U16Str) {
    let mark = to_text(mark);
    let at = find(text, &mark).unwrap_or_else(|| panic!("{id}: no {mark:?} in the text"));
    (&text[..at], &text[at + mark.len()..])
}

/// Head, digest with its number of omitted lines, and tail of a cut file.
fn parts<'a>(vector: &CutVector, cut: &'a U16Str) -> (&'a U16Str, &'a U16Str, &'a U16Str) {
    let (id, name, total) = (&vector.id, &vector.file_name, vector.trimmed_utf16);
    let head = vector.printed_head.or(vector.head).unwrap();
    let tail = vector.printed_tail.or(vector.tail).unwrap();
    let nothing = &cut[..0];
    match &*vector.form {
        "two-line marker" => {
            let mark = format!(
                "\n[...shortened here; see {name} for the rest...]\n\
                 …({name}: keeps {head}+{tail} of its {total} characters)…\n"
            );
            let (before, after) = around(cut, &mark, id);
            let before = if head > 0 { &before[..before.len() - 1] } else { before };
            (before, nothing, if tail > 0 { &after[1..] } else { after })
        }
        "compact marker" => {
            let (before, after) = around(cut, &format!("[…truncated {head}+{tail}/{total}]"), id);
            (before, nothing, after)
        }
        "policy-digest" => {
            let digest = vector.digest.unwrap();
            let counts = format!(
                "\n…(AGENTS.md: keeps {head}+digest {digest}+{tail} of its {total} characters)…"
            );
            let (before, after) = around(cut, &counts, id);
            let (before, middle) =
                around(before, "\n[...shortened here; see AGENTS.md for the rest...]", id);
            let middle = match vector.omitted_policy_lines.unwrap() {
                0 => middle,
                omitted => {
                    let line = format!("\n[{omitted} more policy lines are not shown]");
                    around(middle, &line, id).0
                }
            };
            let digest = if digest == 0 {
                middle
            } else {
                around(middle, "\n[Policy digest from AGENTS.md]\n", id).1
            };
            (before, digest, if tail > 0 { &after[1..] } else { after })
        }
        form => panic!("{id}: no form {form}"),
    }
}

fn check_cut(vector: &CutVector) {
    let id = &vector.id;
    let content = generate(&vector.generator);
    let texts = BootstrapTexts::shipped();
    let cut = truncate_file(
        &to_text(&vector.file_name),
        &content.as_str().into(),
        vector.max_chars,
        &texts.budget.cut,
    );
    assert_eq!(cut.raw_chars, vector.trimmed_utf16, "{id}");
    assert_eq!(cut.text.len(), vector.injected_utf16, "{id}");
    assert!(cut.text.to_string().is_ok(), "{id}: half a pair");
    if let Some(hash) = &vector.content_sha256 {
        assert_eq!(sha256_hex(&cut.text), *hash, "{id}");
    }
    let Some(hash) = &vector.head_tail_sha256 else { return };
    let (head, digest, tail) = parts(vector, &cut.text);
    assert_eq!((head.len(), tail.len()), (vector.head.unwrap(), vector.tail.unwrap()), "{id}");
    let mut kept = head.to_owned();
    kept.push(tail);
    assert_eq!(sha256_hex(&kept), *hash, "{id}");
    assert_eq!(digest.len(), vector.digest.unwrap_or(0), "{id}");
    if let Some(hash) = &vector.digest_sha256 {
        assert_eq!(sha256_hex(digest), *hash, "{id}");
        let lines = digest.to_string_lossy().lines().count();
        assert_eq!(Some(lines), vector.digest_lines, "{id}");
    }
}

#[test]
fn every_recorded_cut_is_reproduced() {
    let vectors: Vec<CutVector> =
        serde_json::from_str(include_str!("fixtures/bootstrap/cuts.json")).unwrap();
    assert_eq!(vectors.len(), 31);
    vectors.iter().for_each(check_cut);
}

#[test]
fn the_name_of_the_policy_file_counts_in_any_case() {
    let texts = BootstrapTexts::shipped();
    let content = policy(200).as_str().into();
    for limit in [1_000, 150] {
        let cut = |name: &str| truncate_file(&to_text(name), &content, limit, &texts.budget.cut);
        assert_eq!(cut("agents.md"), cut("AGENTS.md"));
    }
}

#[test]
fn a_limit_too_small_for_the_mark_leaves_its_beginning() {
    let texts = BootstrapTexts::shipped();
    let content = digits(25_000).as_str().into();
    let cut = |limit| {
        truncate_file(&to_text("SOUL.md"), &content, limit, &texts.budget.cut)
            .text
            .to_string_lossy()
    };
    assert_eq!([cut(1), cut(10)], ["[", "[…truncate"]);
    assert_eq!(cut(22), "[…truncated 0+0/25000]");
    assert_eq!(cut(23), "0[…truncated 1+0/25000]");
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListVector {
    id: String,
    files: Vec<ListFile>,
    max_chars: usize,
    total_max_chars: usize,
    injected: Vec<Option<usize>>,
    log_warnings: usize,
    near_files: usize,
    total_near: bool,
    truncated: std::collections::BTreeMap<String, Vec<String>>,
    signature_sha256: Option<String>,
}

#[derive(Deserialize)]
struct ListFile {
    name: String,
    chars: Option<usize>,
}

impl ListFile {
    fn record(&self) -> BootstrapFile {
        BootstrapFile {
            name: to_text(&self.name),
            path: to_text(&format!("/w/{}", self.name)),
            content: match self.chars {
                Some(chars) => Ok(digits(chars).as_str().into()),
                None => Err(MissingReason::Absent),
            },
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "the vectors' limits are small")]
fn budget(max_chars: usize, total_max_chars: usize) -> Budget {
    Budget::new(Some(max_chars as f64), Some(total_max_chars as f64)).unwrap()
}

fn check_list(vector: &ListVector) {
    let (id, texts) = (&vector.id, BootstrapTexts::shipped());
    let files: Vec<BootstrapFile> = vector.files.iter().map(ListFile::record).collect();
    let budget = budget(vector.max_chars, vector.total_max_chars);
    let BudgetedFiles { context_files, outcomes, warnings } =
        build_context_files(&files, &budget, &texts.budget);
    let injected: Vec<Option<usize>> = files
        .iter()
        .map(|file| {
            let shown = context_files.iter().find(|shown| shown.path == file.path);
            shown.map(|shown| shown.content.len())
        })
        .collect();
    assert_eq!(injected, vector.injected, "{id}");
    let reported: Vec<usize> = outcomes.iter().map(|outcome| outcome.injected_chars).collect();
    assert_eq!(reported, injected.iter().map(|len| len.unwrap_or(0)).collect::<Vec<_>>(), "{id}");
    assert_eq!(warnings.len(), vector.log_warnings, "{id}");
    let stats = injection_stats(&files, &context_files);
    let analysis = analyze_budget(&stats, budget.max_chars, budget.total_max_chars, None);
    assert_eq!(analysis.near_limit_files().count(), vector.near_files, "{id}");
    assert_eq!(analysis.total_near_limit, vector.total_near, "{id}");
    let truncated = analysis.truncated_files().map(|file| {
        let causes = file.causes.iter().map(|cause| cause.name().to_owned()).collect();
        (file.stat.name.to_string_lossy(), causes)
    });
    assert_eq!(truncated.collect::<std::collections::BTreeMap<_, _>>(), vector.truncated, "{id}");
    let collator = Collator::new("en-US").unwrap();
    let options = WarningOptions {
        mode: WarningMode::Once,
        history: WarningHistory::default(),
        max_files: DEFAULT_DETAIL_FILES,
        collator: &collator,
    };
    let warning = build_prompt_warning(&analysis, &options, &texts.warning);
    let hash = warning.signature.as_deref().map(sha256_hex);
    assert_eq!(hash, vector.signature_sha256, "{id}");
}

#[test]
fn every_recorded_list_is_reproduced() {
    let vectors: Vec<ListVector> =
        serde_json::from_str(include_str!("fixtures/bootstrap/lists.json")).unwrap();
    assert_eq!(vectors.len(), 12);
    vectors.iter().for_each(check_list);
}

fn record(name: &str, content: &str) -> BootstrapFile {
    BootstrapFile {
        name: to_text(name),
        path: to_text(&format!("/w/{name}")),
        content: Ok(content.into()),
    }
}

fn missing(name: &str, reason: MissingReason) -> BootstrapFile {
    BootstrapFile { content: Err(reason), ..record(name, "") }
}

/// Report B005: the order and the floor of 64 units are a contract.
#[test]
fn a_file_that_would_start_below_the_floor_is_left_out() {
    let texts = BootstrapTexts::shipped();
    let files = [
        record("AGENTS.md", &digits(60)),
        record("SOUL.md", &digits(50)),
        missing("USER.md", MissingReason::Absent),
        record("MEMORY.md", "m"),
    ];
    let out = build_context_files(&files, &budget(20_000, 150), &texts.budget);
    let lengths: Vec<usize> = out.context_files.iter().map(|file| file.content.len()).collect();
    assert_eq!(lengths, [60, 50, 33]);
    let messages: Vec<Text> = out.warnings.iter().map(|one| one.message(&texts.budget)).collect();
    assert_eq!(messages.len(), 1);
    let message = messages[0].to_string_lossy();
    assert!(message.contains("MEMORY.md") && message.contains(" 7 "), "{message}");
    assert_eq!(out.outcomes[3].state.name(), "dropped");
}

/// Report B063: what decides is the size, not which files there are.
#[test]
fn a_policy_file_alone_is_cut_and_announced() {
    let files = [record("AGENTS.md", &digits(26_359))];
    let out =
        build_context_files(&files, &budget(20_000, 60_000), &BootstrapTexts::shipped().budget);
    let outcome = out.outcomes[0];
    assert_eq!((outcome.state.name(), outcome.raw_chars), ("cut", 26_359));
    assert!(outcome.injected_chars <= 20_000);
    assert_eq!(out.warnings.len(), 1);
}

/// Report B065: sizes and states are in the result; nobody has to parse the prompt.
#[test]
fn the_result_tells_of_a_cut_without_its_text() {
    let files =
        [record("SOUL.md", &digits(300)), record("USER.md", " \n"), record("TOOLS.md", "t")];
    let out = build_context_files(&files, &budget(200, 1_000), &BootstrapTexts::shipped().budget);
    let told: Vec<_> = out
        .outcomes
        .iter()
        .map(|one| (one.state.name(), one.raw_chars, one.injected_chars))
        .collect();
    assert_eq!(told, [("cut", 300, 199), ("empty", 0, 0), ("whole", 1, 1)]);
}

/// Report B068: the model can tell a file that is not there from one that was refused.
#[test]
fn a_refused_file_is_named_as_such() {
    for reason in MissingReason::ALL {
        let files = [missing("SOUL.md", reason)];
        let out =
            build_context_files(&files, &budget(20_000, 60_000), &BootstrapTexts::shipped().budget);
        let text = out.context_files[0].content.to_string_lossy();
        if reason == MissingReason::Absent {
            assert_eq!(text, "[MISSING] Expected at: /w/SOUL.md");
        } else {
            assert!(text.starts_with("[UNREADABLE]") && text.contains(reason.name()), "{text}");
        }
    }
}

/// Report B083: a byte-order mark and CRLF stay as they are.
#[test]
fn a_file_that_fits_keeps_its_bytes() {
    let content = "\u{FEFF}a\r\n\r\n\r\nb";
    let files = [record("SOUL.md", &format!("{content}\r\n"))];
    let out =
        build_context_files(&files, &budget(20_000, 60_000), &BootstrapTexts::shipped().budget);
    assert_eq!(out.context_files[0].content.to_string_lossy(), content);
}

/// Report B114: no files, no context.
#[test]
fn an_empty_list_gives_no_context_and_no_warning() {
    let out = build_context_files(&[], &budget(20_000, 60_000), &BootstrapTexts::shipped().budget);
    assert_eq!(out, BudgetedFiles::default());
}

#[test]
fn a_record_without_a_path_is_skipped_and_costs_nothing() {
    let files = [
        BootstrapFile { path: to_text(" \t"), ..record("SOUL.md", "lost") },
        record("USER.md", &digits(70)),
    ];
    let out = build_context_files(&files, &budget(20_000, 70), &BootstrapTexts::shipped().budget);
    assert_eq!(out.outcomes[0].state.name(), "no-path");
    assert_eq!(out.outcomes[1].injected_chars, 70);
    let message = out.warnings[0].message(&BootstrapTexts::shipped().budget).to_string_lossy();
    assert!(message.contains("SOUL.md"), "{message}");
}

#[test]
fn odd_limits_are_whole_or_refused() {
    let limits = |max, total| {
        let budget = Budget::new(Some(max), Some(total)).unwrap();
        (budget.max_chars, budget.total_max_chars)
    };
    assert_eq!(limits(0.0, -5.0), (1, 1));
    assert_eq!(limits(12.9, 1e12), (12, 1_000_000_000_000));
    assert!(limits(f64::INFINITY, 1.0).0 > 1 << 40);
    let default = Budget::new(Some(70_000.0), None).unwrap();
    assert_eq!(default.total_max_chars, 70_000);
    let error = Budget::new(None, Some(f64::NAN)).unwrap_err().to_string();
    assert!(error.starts_with("totalMaxChars must be a number"), "{error}");
    let files = [record("SOUL.md", &digits(100)), record("USER.md", "u")];
    for (max, total) in [(1.0, 1.0), (1.0, 1e12), (1e12, 1.0)] {
        let budget = Budget::new(Some(max), Some(total)).unwrap();
        let out = build_context_files(&files, &budget, &BootstrapTexts::shipped().budget);
        let sum: usize = out.outcomes.iter().map(|one| one.injected_chars).sum();
        assert!(sum <= budget.total_max_chars);
        assert_eq!(out.outcomes.len(), 2);
    }
}
