//! The long view: every part with its size. It has no empty lines.

use crate::text::Template;

use super::super::report::Report;
use super::list::{files, head, heading, overview, session_lines, warning};
use super::table::table;
use super::{ReportTexts, SessionFacts, Transcript, figure, grouped, say, tokens_of};

/// Rows of a table of skills or tools.
const MOST_ROWS: usize = 30;

pub(super) fn format(report: &Report, session: &SessionFacts, texts: &ReportTexts) -> String {
    let mut lines = head(report, texts);
    lines.extend(overview(report, texts));
    lines.extend(warning(report, texts));
    lines.extend(files(report, texts));
    lines.extend(sections(report, texts));
    lines.extend(skills(report, texts));
    lines.extend(tools(report, texts));
    lines.extend(session_lines(session, texts));
    lines.extend(usage(report, session, texts));
    lines.extend(transcript(session, texts));
    lines.join("\n")
}

fn sections(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let mut rows = Vec::new();
    for section in &report.sections {
        rows.push(vec![section.id.clone(), grouped(section.chars), grouped(section.tokens)]);
        for part in &section.parts {
            let name = if part.name.is_empty() { &part.kind } else { short(report, &part.name) };
            rows.push(vec![format!("  {name}"), grouped(part.chars), grouped(part.tokens)]);
        }
    }
    let columns = [&texts.column_section, &texts.column_chars, &texts.column_tokens];
    block(&texts.heading_sections, &columns, rows)
}

/// A path below the workspace without the workspace.
fn short<'a>(report: &Report, path: &'a str) -> &'a str {
    let below = report.run.workspace_dir.as_deref().and_then(|root| path.strip_prefix(root));
    below.and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
}

fn skills(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let rows = report.skills.entries.iter().map(|skill| {
        let tokens = tokens_of(report, skill.block_chars, skill.block_tokens);
        (skill.block_chars, vec![skill.name.clone(), grouped(skill.block_chars), grouped(tokens)])
    });
    let columns = [&texts.column_skill, &texts.column_chars, &texts.column_tokens];
    largest(&texts.heading_skills, &columns, rows.collect(), texts)
}

fn tools(report: &Report, texts: &ReportTexts) -> Vec<String> {
    let tools = &report.tools.entries;
    let schemas = tools.iter().map(|tool| {
        let tokens = tokens_of(report, tool.schema_chars, tool.schema_tokens);
        (tool.schema_chars, vec![tool.name.clone(), grouped(tool.schema_chars), grouped(tokens)])
    });
    let summaries = tools
        .iter()
        .map(|tool| (tool.summary_chars, vec![tool.name.clone(), grouped(tool.summary_chars)]));
    let counts = tools.iter().filter_map(|tool| {
        let count = tool.properties_count?;
        Some((count, vec![tool.name.clone(), grouped(count)]))
    });
    let sized = [&texts.column_tool, &texts.column_chars, &texts.column_tokens];
    let counted = [&texts.column_tool, &texts.column_parameters];
    [
        largest(&texts.heading_tool_schemas, &sized, schemas.collect(), texts),
        largest(&texts.heading_tool_summaries, &sized[..2], summaries.collect(), texts),
        largest(&texts.heading_tool_parameters, &counted, counts.collect(), texts),
    ]
    .concat()
}

/// A table of the rows with the largest figures, largest first, equal ones in their order.
fn largest(
    title: &Template,
    columns: &[&Template],
    mut rows: Vec<(u64, Vec<String>)>,
    texts: &ReportTexts,
) -> Vec<String> {
    rows.sort_by_key(|(figure, _)| std::cmp::Reverse(*figure));
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    let shown = rows.into_iter().take(MOST_ROWS).map(|(_, row)| row);
    let mut lines = block(title, columns, shown.collect());
    if left_out > 0 {
        lines.push(say(&texts.more, &[("count", &left_out.to_string())]));
    }
    lines
}

/// A heading and a table; nothing without rows.
fn block(title: &Template, columns: &[&Template], rows: Vec<Vec<String>>) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![say(title, &[])];
    lines.extend(table(&[vec![heading(columns)], rows].concat()));
    lines
}

/// What the report accounts for, against what the provider counted.
fn usage(report: &Report, session: &SessionFacts, texts: &ReportTexts) -> Vec<String> {
    let turn = report.current_turn.as_ref();
    let turn =
        turn.map_or(0, |turn| figure(turn.prompt_chars) + figure(turn.runtime_context_chars));
    let prompt = &report.system_prompt;
    let chars = prompt.chars + report.tools.schema_chars + turn;
    let tokens = tokens_of(report, prompt.chars, prompt.tokens)
        + tokens_of(report, report.tools.schema_chars, report.tools.schema_tokens)
        + turn.div_ceil(4);
    let known = say(&texts.tracked, &[("chars", &grouped(chars)), ("tokens", &grouped(tokens))]);
    let fresh = session.total_tokens.filter(|_| session.total_tokens_fresh == Some(true));
    let Some(actual) = fresh.map(figure) else {
        return vec![known, say(&texts.actual_unknown, &[])];
    };
    let beyond = match actual.saturating_sub(tokens) {
        0 => say(&texts.untracked_none, &[]),
        beyond => say(&texts.untracked, &[("tokens", &grouped(beyond))]),
    };
    vec![known, say(&texts.actual, &[("tokens", &grouped(actual))]), beyond]
}

fn transcript(session: &SessionFacts, texts: &ReportTexts) -> Option<String> {
    Some(match session.transcript.as_ref()? {
        Transcript::Counted { real_messages, all_messages } => {
            let (real, all) = (figure(*real_messages), grouped(figure(*all_messages)));
            if real == 0 {
                say(&texts.transcript_none, &[("all", &all)])
            } else {
                say(&texts.transcript, &[("real", &grouped(real)), ("all", &all)])
            }
        }
        Transcript::Unavailable { reason } => say(&texts.transcript_unknown, &[("reason", reason)]),
    })
}
