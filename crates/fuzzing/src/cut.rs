//! Files cut to budget, in both policies and both styles, and excerpts.

use arbitrary::{Result, Unstructured};
use clawprompt_core::bootstrap::{
    BootstrapFile, BootstrapTexts, Budget, BudgetPolicy, BudgetedFiles, CompactionMoment,
    ContextLimits, CutStyle, MissingReason, SharedText, build_context_files,
    format_post_compaction, memory_excerpt, truncate_file,
};
use clawprompt_core::text::{Text, U16Str, to_text};

use crate::random;

pub(crate) fn run(data: &[u8]) {
    // The bytes may end in the middle of a file.
    let _ = cut(&mut Unstructured::new(data));
}

fn cut(bytes: &mut Unstructured<'_>) -> Result<()> {
    let texts = BootstrapTexts::shipped();
    let budget = Budget {
        max_chars: limit(bytes)?,
        total_max_chars: limit(bytes)?,
        policy: *bytes.choose(&[BudgetPolicy::InOrder, BudgetPolicy::Fair])?,
        cut: *bytes.choose(&[CutStyle::Middle, CutStyle::Outline])?,
    };
    let count = bytes.int_in_range(1..=4_u8)?;
    let files = (0..count).map(|_| file(bytes)).collect::<Result<Vec<_>>>()?;
    let result = build_context_files(&files, &budget, &texts.budget);
    check_budget(&files, &budget, &result);
    assert_eq!(result, build_context_files(&files, &budget, &texts.budget));
    for warning in &result.warnings {
        assert!(!warning.message(&texts.budget).is_empty());
    }
    for content in files.iter().filter_map(BootstrapFile::text) {
        check_single_cuts(bytes, content, texts)?;
    }
    Ok(())
}

fn limit(bytes: &mut Unstructured<'_>) -> Result<usize> {
    Ok(match bytes.int_in_range(0..=3_u8)? {
        0 => bytes.int_in_range(0..=100)?,
        1 => bytes.int_in_range(100..=1_000)?,
        2 => bytes.int_in_range(1_000..=20_000)?,
        _ => usize::MAX,
    })
}

fn file(bytes: &mut Unstructured<'_>) -> Result<BootstrapFile> {
    let name = match bytes.int_in_range(0..=3_u8)? {
        0 => random::text(bytes)?,
        1 => to_text("SOUL.md"),
        _ => to_text("AGENTS.md"),
    };
    let path = if bytes.ratio(1_u8, 8)? { Text::new() } else { name.clone() };
    let content = if bytes.ratio(1_u8, 8)? {
        Err(*bytes.choose(&MissingReason::ALL)?)
    } else {
        let mut content = random::text(bytes)?;
        for _ in 0..bytes.int_in_range(0..=5_u8)? {
            content.push(random::text(bytes)?);
        }
        Ok(content.into())
    };
    Ok(BootstrapFile { name, path, content })
}

fn check_budget(files: &[BootstrapFile], budget: &Budget, result: &BudgetedFiles) {
    assert_eq!(result.outcomes.len(), files.len());
    let mut total = 0;
    let mut shown = result.context_files.iter();
    for (file, outcome) in files.iter().zip(&result.outcomes) {
        total += outcome.injected_chars;
        if outcome.injected_chars == 0 {
            continue;
        }
        let content = shown.next().map(|file| &file.content);
        let content = content.unwrap_or_else(|| panic!("every file with an outcome is shown"));
        assert_eq!(content.len(), outcome.injected_chars);
        if let Some(original) = file.text() {
            assert!(content.len() <= budget.max_chars.max(1));
            assert!(outcome.injected_chars <= outcome.limit.unwrap_or(usize::MAX));
            // The mark of a cut names the file.
            check_pairs(&[original, &file.name], content);
        }
    }
    assert!(shown.next().is_none());
    assert!(total <= budget.total_max_chars.max(1), "{total} of {}", budget.total_max_chars);
}

/// A cut makes no lone surrogate of a whole character.
fn check_pairs(originals: &[&U16Str], cut: &U16Str) {
    let halves = |text: &U16Str| {
        char::decode_utf16(text.as_slice().iter().copied()).filter(Result::is_err).count()
    };
    if originals.iter().all(|original| halves(original) == 0) {
        assert_eq!(halves(cut), 0, "a character was divided");
    }
}

fn check_single_cuts(
    bytes: &mut Unstructured<'_>,
    content: &SharedText,
    texts: &BootstrapTexts,
) -> Result<()> {
    let limit = limit(bytes)?;
    for name in ["AGENTS.md", "USER.md"] {
        let cut = truncate_file(&to_text(name), content, limit, &texts.budget.cut);
        assert!(cut.text.len() <= limit.max(1));
        assert_eq!(cut.was_cut, cut.raw_chars > limit.max(1));
        check_pairs(&[content], &cut.text);
    }
    let limits =
        ContextLimits { memory_get_max_chars: limit, ..ContextLimits::from_config(None, None) };
    let (from, lines) = (bytes.arbitrary()?, bytes.arbitrary()?);
    let excerpt = memory_excerpt(content, from, lines, &limits, &texts.excerpt);
    assert!(excerpt.text.len() <= limit);
    check_pairs(&[content], &excerpt.text);
    let headings = [to_text("Heading").to_string_lossy(), "Safety".to_owned()];
    let moment = CompactionMoment { today: "2026-01-01", time: &to_text("now") };
    let _ = format_post_compaction(content, &headings, limit, moment, &texts.compaction);
    Ok(())
}
