//! The short view.

use crate::bootstrap::{
    BudgetAnalysis, CutCause, DEFAULT_MAX_CHARS, DEFAULT_TOTAL_MAX_CHARS, InjectionStat,
    analysis_limit, analyze_budget,
};
use crate::text::{Template, to_text};

use super::super::report::{FileReport, Report, ReportSource};
use super::table::table;
use super::{ReportTexts, SessionFacts, figure, grouped, say, tokens_of};

/// Names of skills that are listed.
const MOST_SKILLS: usize = 20;
/// Names of tools that are listed.
const MOST_TOOLS: usize = 30;

pub(super) fn format(report: &Report, session: &SessionFacts, texts: &ReportTexts) -> String {
    let mut blocks = vec![
        head(report, texts),
        overview(report, texts),
        warning(report, texts),
        files(report, texts),
        names(report, texts),
        session_lines(session, texts),
        vec![say(&texts.shortcuts, &[])],
    ];
    blocks.retain(|block| !block.is_empty());
    blocks.iter().map(|block| block.join("\n")).collect::<Vec<_>>().join("\n\n")
}

pub(super) fn head(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let unknown = say(&texts.unknown, &[]);
    let analysis = analyze(report);
    let limit = |chars: usize| grouped(u64::try_from(chars).unwrap_or(u64::MAX));
    let workspace = report.run.workspace_dir.as_deref().unwrap_or(&unknown);
    let mut lines = vec![
        say(&texts.title, &[]),
        say(&texts.workspace, &[("path", workspace)]),
        say(&texts.file_limit, &[("chars", &limit(analysis.max_chars))]),
        say(&texts.total_limit, &[("chars", &limit(analysis.total_max_chars))]),
    ];
    if let Some(sandbox) = &report.run.sandbox {
        let is_inside = sandbox.sandboxed == Some(true);
        let template = if is_inside { &texts.sandbox_in } else { &texts.sandbox_out };
        lines.push(say(template, &[("mode", sandbox.mode.as_deref().unwrap_or(&unknown))]));
    }
    lines
}

/// The table of sizes, and how tokens were counted.
pub(super) fn overview(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let prompt = &report.system_prompt;
    let title = match report.run.source {
        ReportSource::Run => &texts.prompt_run,
        ReportSource::Estimate => &texts.prompt_estimate,
    };
    let mut rows = vec![heading(&[&texts.column_what, &texts.column_chars, &texts.column_tokens])];
    let mut add = |label: &Template, indent: &str, chars: u64, tokens: u64| {
        let tokens = tokens_of(report, chars, tokens);
        rows.push(vec![format!("{indent}{}", say(label, &[])), grouped(chars), grouped(tokens)]);
    };
    add(title, "", prompt.chars, prompt.tokens);
    add(&texts.project_context, "  ", prompt.project_context_chars, prompt.project_context_tokens);
    if !report.sections.is_empty() {
        let stable = report.sections.iter().filter(|section| section.placement == "stable");
        let tokens = stable.map(|section| section.tokens).sum();
        add(&texts.stable, "  ", prompt.stable_chars, tokens);
    }
    add(&texts.skills, "", report.skills.prompt_chars, report.skills.prompt_tokens);
    add(&texts.tool_list, "", report.tools.list_chars, report.tools.list_tokens);
    add(&texts.tool_schemas, "", report.tools.schema_chars, report.tools.schema_tokens);
    let mut lines = table(&rows);
    lines.push(match report.token_counter.as_str() {
        "estimate" => say(&texts.tokens_estimated, &[]),
        counter => say(&texts.tokens_counted, &[("counter", counter)]),
    });
    lines
}

pub(super) fn warning(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let cut: Vec<&FileReport> =
        report.injected_workspace_files.iter().filter(|file| file.truncated).collect();
    if cut.is_empty() {
        return Vec::new();
    }
    let sum = |chars: fn(&FileReport) -> u64| grouped(cut.iter().map(|file| chars(file)).sum());
    let values =
        [("injected", sum(|file| file.injected_chars)), ("raw", sum(|file| file.raw_chars))];
    let [injected, raw] = &values;
    let values = [(injected.0, injected.1.as_str()), (raw.0, raw.1.as_str())];
    let first = match cut.len() {
        1 => say(&texts.cut_one, &values),
        count => {
            let count = count.to_string();
            say(&texts.cut_many, &[("count", &count), values[0], values[1]])
        }
    };
    let analysis = analyze(report);
    let by = |cause: CutCause| {
        let files = analysis.files.iter().filter(|file| file.causes.contains(&cause));
        files.count().to_string()
    };
    let (file, total) = (by(CutCause::PerFileLimit), by(CutCause::TotalLimit));
    vec![first, say(&texts.causes, &[("file", &file), ("total", &total)]), say(&texts.raise, &[])]
}

pub(super) fn files(report: &Report, texts: &ReportTexts) -> Vec<String> {
    if report.injected_workspace_files.is_empty() {
        return vec![say(&texts.no_files, &[])];
    }
    let mut rows = vec![heading(&[
        &texts.column_file,
        &texts.column_state,
        &texts.column_raw,
        &texts.column_injected,
        &texts.column_tokens,
    ])];
    for file in &report.injected_workspace_files {
        let state = match (file.missing, file.truncated) {
            (true, _) => &texts.state_missing,
            (false, true) if file.injected_chars == 0 => &texts.state_dropped,
            (false, true) => &texts.state_cut,
            (false, false) => &texts.state_ok,
        };
        let figures = if file.missing { [0; 3] } else { figures(report, file) };
        let mut row = vec![file.name.clone(), say(state, &[])];
        row.extend(figures.map(grouped));
        rows.push(row);
    }
    table(&rows)
}

fn figures(report: &Report, file: &FileReport) -> [u64; 3] {
    let tokens = tokens_of(report, file.injected_chars, file.prompt_tokens);
    [file.raw_chars, file.injected_chars, tokens]
}

fn names(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let mut skills: Vec<&str> = Vec::new();
    for skill in &report.skills.entries {
        if !skills.contains(&skill.name.as_str()) {
            skills.push(&skill.name);
        }
    }
    let tools: Vec<&str> = report.tools.entries.iter().map(|tool| tool.name.as_str()).collect();
    let named = |names: &[&str], most: usize, some: &Template, none: &Template| {
        if names.is_empty() {
            return say(none, &[]);
        }
        let mut shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
        if names.len() > most {
            let more = say(&texts.more, &[("count", &(names.len() - most).to_string())]);
            shown = format!("{shown}, {more}");
        }
        say(some, &[("count", &names.len().to_string()), ("names", &shown)])
    };
    vec![
        named(&skills, MOST_SKILLS, &texts.skill_names, &texts.no_skills),
        named(&tools, MOST_TOOLS, &texts.tool_names, &texts.no_tools),
    ]
}

pub(super) fn session_lines(session: &SessionFacts, texts: &ReportTexts) -> Vec<String> {
    let shown = |number: Option<f64>| number.map_or_else(|| "?".to_owned(), |n| grouped(figure(n)));
    let (tokens, window) = (shown(session.total_tokens), shown(session.context_tokens));
    vec![say(&texts.session, &[("tokens", &tokens), ("window", &window)])]
}

pub(super) fn heading(texts: &[&Template]) -> Vec<String> {
    texts.iter().map(|text| say(text, &[])).collect()
}

/// The files against the limits of the report, or the defaults where it names none.
pub(super) fn analyze(report: &Report) -> BudgetAnalysis {
    let limit = |value: Option<f64>, default: usize| {
        value.filter(|limit| limit.is_finite() && *limit > 0.0).map_or(default, analysis_limit)
    };
    let stats: Vec<InjectionStat> = report.injected_workspace_files.iter().map(stat).collect();
    analyze_budget(
        &stats,
        limit(report.run.bootstrap_max_chars, DEFAULT_MAX_CHARS),
        limit(report.run.bootstrap_total_max_chars, DEFAULT_TOTAL_MAX_CHARS),
        None,
    )
}

fn stat(file: &FileReport) -> InjectionStat {
    let units = |chars: u64| usize::try_from(chars).unwrap_or(usize::MAX);
    InjectionStat {
        name: to_text(&file.name),
        path: to_text(&file.path),
        missing: file.missing,
        raw_chars: units(file.raw_chars),
        injected_chars: units(file.injected_chars),
        truncated: file.truncated,
    }
}
