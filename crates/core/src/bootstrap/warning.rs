//! What a run says about files that were cut, and when.

use serde::Deserialize;

use super::stats::{BudgetAnalysis, CutCause, FileAnalysis, percent};
use super::texts::{join_lines, number};
use super::truncate::is_policy_file;
use crate::text::{Collator, Template, Text, U16Str, trim};
use crate::texts::{Lookup, TextError, plain, template};

/// Signatures that are remembered.
const HISTORY: usize = 32;
/// Files named in the detailed warning when the caller names no number.
pub const DEFAULT_DETAIL_FILES: usize = 3;

/// When a cut is announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningMode {
    /// Never.
    Off,
    /// Once for each combination of files and sizes.
    Once,
    /// On every run.
    #[default]
    Always,
}

impl WarningMode {
    /// The mode with this name; any other value means [`Always`](Self::Always).
    ///
    /// Report B112: a misspelt mode must not hide cuts.
    #[must_use]
    pub fn from_setting(value: Option<&str>) -> Self {
        match value {
            Some("off") => Self::Off,
            Some("once") => Self::Once,
            _ => Self::Always,
        }
    }

    /// The name in settings and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Once => "once",
            Self::Always => "always",
        }
    }
}

/// The notice's sentences.
#[derive(Debug, Clone)]
pub struct WarningTexts {
    /// The block for the system prompt.
    pub notice: Text,
    label: Text,
    partial: Text,
    read: Text,
    file: Template,
    file_plain: Template,
    file_dropped: Template,
    more: Template,
    agents: Text,
    config: Text,
}

impl WarningTexts {
    pub(super) fn load(lookup: &Lookup<'_>) -> Result<Self, TextError> {
        let sizes = ["name", "raw", "injected", "percent"];
        let with_causes = [sizes.as_slice(), &["causes"]].concat();
        Ok(Self {
            notice: plain(lookup, "bootstrap.notice.prompt")?,
            label: plain(lookup, "bootstrap.notice.label")?,
            partial: plain(lookup, "bootstrap.notice.partial")?,
            read: plain(lookup, "bootstrap.notice.read")?,
            file: template(lookup, "bootstrap.notice.file", &with_causes)?,
            file_plain: template(lookup, "bootstrap.notice.file_plain", &sizes)?,
            file_dropped: template(lookup, "bootstrap.notice.file_dropped", &["name", "raw"])?,
            more: template(lookup, "bootstrap.notice.more", &["count"])?,
            agents: plain(lookup, "bootstrap.notice.agents")?,
            config: plain(lookup, "bootstrap.notice.config")?,
        })
    }
}

/// What is known of earlier warnings of the session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WarningHistory {
    /// Signatures that were seen, oldest first.
    pub seen: Vec<Text>,
    /// The signature of the run before.
    pub previous: Option<Text>,
}

/// When and how a warning is given.
#[derive(Debug, Clone)]
pub struct WarningOptions<'a> {
    /// When a cut is announced.
    pub mode: WarningMode,
    /// Earlier warnings of the session.
    pub history: WarningHistory,
    /// Most files that the detailed warning names; the others are counted.
    pub max_files: usize,
    /// Order of paths in the signature.
    pub collator: &'a Collator,
}

impl WarningHistory {
    /// Restores the history from the report of an earlier run: its `warningSignaturesSeen`; if that is
    /// empty and its mode was not `off`, its `promptWarningSignature`.
    #[must_use]
    pub fn from_report(
        seen: Vec<Text>,
        mode: Option<WarningMode>,
        signature: Option<Text>,
    ) -> Self {
        let signature = signature.filter(|signature| !trim(signature).is_empty());
        let seen = match (seen.is_empty(), mode) {
            (false, _) => seen,
            (true, Some(WarningMode::Off)) => Vec::new(),
            (true, _) => signature.into_iter().collect(),
        };
        Self { previous: seen.last().cloned(), seen }
    }
}

/// Whether and what to warn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptWarning {
    /// Whether this run shows a warning.
    pub shown: bool,
    /// Names the files, sizes and causes; absent when nothing was cut.
    pub signature: Option<Text>,
    /// Signatures seen so far, oldest first, at most 32.
    pub seen: Vec<Text>,
    /// Lines of the detailed warning; empty unless shown.
    pub lines: Vec<Text>,
}

/// The block for the system prompt; absent when there are no lines of a warning.
#[must_use]
pub fn prompt_notice<'a>(lines: &[Text], texts: &'a WarningTexts) -> Option<&'a U16Str> {
    (!lines.is_empty()).then_some(&*texts.notice)
}

/// `prompt` with the detailed block below it, for backends that take no system prompt.
///
/// Unchanged when there are no lines, or when the prompt is exactly `exact_prompt`: the heartbeat's,
/// which the gateway must recognise again.
#[must_use]
pub fn append_prompt_warning(
    prompt: &U16Str,
    lines: &[Text],
    exact_prompt: Option<&U16Str>,
    texts: &WarningTexts,
) -> Text {
    if lines.is_empty() || exact_prompt == Some(prompt) {
        return prompt.to_owned();
    }
    let mut block = vec![texts.label.clone(), texts.partial.clone(), texts.read.clone()];
    for line in lines {
        let mut item = Text::from_str("- ");
        item.push(line);
        block.push(item);
    }
    let block = join_lines(&block);
    if prompt.is_empty() {
        return block;
    }
    join_lines(&[prompt, &Text::new(), &block])
}

/// Decides whether to warn of what the analysis found.
#[must_use]
pub fn build_prompt_warning(
    analysis: &BudgetAnalysis,
    options: &WarningOptions<'_>,
    texts: &WarningTexts,
) -> PromptWarning {
    let mode = options.mode;
    let signature = signature(analysis, options.collator);
    let mut seen = unique_seen(&options.history);
    let is_new = signature.as_ref().is_some_and(|signature| !seen.contains(signature));
    let shown = signature.is_some()
        && match mode {
            WarningMode::Off => false,
            WarningMode::Once => is_new,
            WarningMode::Always => true,
        };
    if mode != WarningMode::Off && is_new {
        seen.extend(signature.clone());
        seen.drain(..seen.len().saturating_sub(HISTORY));
    }
    let lines = if shown { detail_lines(analysis, options.max_files, texts) } else { Vec::new() };
    PromptWarning { shown, signature, seen, lines }
}

fn unique_seen(history: &WarningHistory) -> Vec<Text> {
    let mut seen: Vec<Text> = Vec::new();
    for signature in history.seen.iter().chain(&history.previous) {
        let signature = trim(signature);
        if !signature.is_empty() && !seen.iter().any(|known| **known == *signature) {
            seen.push(signature.to_owned());
        }
    }
    seen
}

/// JSON text of limits and cut files, in the form stored reports hold.
fn signature(analysis: &BudgetAnalysis, collator: &Collator) -> Option<Text> {
    let mut files: Vec<(&FileAnalysis, Text)> = analysis
        .truncated_files()
        .map(|file| (file, Text::from_str(&cause_names(file).join("+"))))
        .collect();
    if files.is_empty() {
        return None;
    }
    files.sort_by(|(left, left_causes), (right, right_causes)| {
        collator
            .compare(&left.stat.path, &right.stat.path)
            .then(left.stat.raw_chars.cmp(&right.stat.raw_chars))
            .then(left.stat.injected_chars.cmp(&right.stat.injected_chars))
            .then_with(|| collator.compare(left_causes, right_causes))
    });
    let mut out = Text::from_str(&format!(
        "{{\"bootstrapMaxChars\":{},\"bootstrapTotalMaxChars\":{},\"files\":[",
        analysis.max_chars, analysis.total_max_chars
    ));
    for (index, (file, _)) in files.iter().enumerate() {
        out.push_str(if index > 0 { ",{\"path\":" } else { "{\"path\":" });
        push_json_string(&file.stat.path, &mut out);
        let causes: Vec<String> =
            cause_names(file).iter().map(|name| format!("\"{name}\"")).collect();
        out.push_str(format!(
            ",\"rawChars\":{},\"injectedChars\":{},\"causes\":[{}]}}",
            file.stat.raw_chars,
            file.stat.injected_chars,
            causes.join(",")
        ));
    }
    out.push_str("]}");
    Some(out)
}

/// Sorted names of the causes.
fn cause_names(file: &FileAnalysis) -> Vec<&'static str> {
    let mut names: Vec<&str> = file.causes.iter().map(|cause| cause.name()).collect();
    names.sort_unstable();
    names
}

/// `JSON.stringify(text)`: lone surrogates are escaped, other text beyond ASCII is not.
fn push_json_string(text: &U16Str, out: &mut Text) {
    out.push_char('"');
    for item in char::decode_utf16(text.as_slice().iter().copied()) {
        match item {
            Ok('"') => out.push_str("\\\""),
            Ok('\\') => out.push_str("\\\\"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{C}') => out.push_str("\\f"),
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok(control) if control < ' ' => out.push_str(format!("\\u{:04x}", u32::from(control))),
            Ok(character) => out.push_char(character),
            Err(lone) => out.push_str(format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    out.push_char('"');
}

fn detail_lines(analysis: &BudgetAnalysis, max_files: usize, texts: &WarningTexts) -> Vec<Text> {
    let files: Vec<&FileAnalysis> = analysis.truncated_files().collect();
    let named = files.iter().take(max_files);
    let mut lines: Vec<Text> = named.map(|file| file_line(file, &files, texts)).collect();
    if files.len() > max_files {
        lines.push(texts.more.fill(&[("count", &number(files.len() - max_files))]));
    }
    if files.iter().any(|file| is_policy_file(&file.stat.name)) {
        lines.push(texts.agents.clone());
    }
    lines.push(texts.config.clone());
    lines
}

fn file_line(file: &FileAnalysis, files: &[&FileAnalysis], texts: &WarningTexts) -> Text {
    let stat = &file.stat;
    let is_ambiguous = files.iter().filter(|other| other.stat.name == stat.name).count() > 1;
    let mut name = stat.name.clone();
    if is_ambiguous {
        name.push_str(" (");
        name.push(&stat.path);
        name.push_char(')');
    }
    let removed = stat.raw_chars.saturating_sub(stat.injected_chars);
    let [raw, injected, percent] =
        [stat.raw_chars, stat.injected_chars, percent(removed, stat.raw_chars)].map(number);
    let labels = file.causes.iter().map(|cause| match cause {
        CutCause::PerFileLimit => "max/file",
        CutCause::TotalLimit => "max/total",
    });
    let causes = Text::from_str(&labels.collect::<Vec<_>>().join(", "));
    let form = match (stat.is_dropped(), causes.is_empty()) {
        (true, _) => &texts.file_dropped,
        (false, true) => &texts.file_plain,
        (false, false) => &texts.file,
    };
    form.fill(&[
        ("name", &name),
        ("raw", &raw),
        ("injected", &injected),
        ("percent", &percent),
        ("causes", &causes),
    ])
}

/// What a run's report says about cuts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TruncationReport {
    /// The mode that applied.
    pub warning_mode: WarningMode,
    /// Whether a warning was shown.
    pub warning_shown: bool,
    /// The run's signature.
    pub prompt_warning_signature: Option<Text>,
    /// Signatures seen so far; reports leave an empty list out.
    pub warning_signatures_seen: Vec<Text>,
    /// Number of files that were cut or dropped.
    pub truncated_files: usize,
    /// Number of files near the limit for one file.
    pub near_limit_files: usize,
    /// Whether all files together are near the total.
    pub total_near_limit: bool,
}

/// The report's part about cuts.
#[must_use]
pub fn truncation_report(
    analysis: &BudgetAnalysis,
    mode: WarningMode,
    warning: &PromptWarning,
) -> TruncationReport {
    TruncationReport {
        warning_mode: mode,
        warning_shown: warning.shown,
        prompt_warning_signature: warning.signature.clone(),
        warning_signatures_seen: warning.seen.clone(),
        truncated_files: analysis.truncated_files().count(),
        near_limit_files: analysis.near_limit_files().count(),
        total_near_limit: analysis.total_near_limit,
    }
}

#[cfg(test)]
mod tests {
    use super::super::stats::{InjectionStat, analyze_budget};
    use super::*;
    use crate::shipped;
    use crate::text::to_text;

    fn texts() -> WarningTexts {
        WarningTexts::load(&|key| shipped::definition().text(key)).unwrap()
    }

    fn analysis(files: &[(&str, usize, usize)]) -> BudgetAnalysis {
        let stats = files.iter().map(|(path, raw_chars, injected_chars)| InjectionStat {
            name: super::super::file::base_name(&to_text(path)).to_owned(),
            path: to_text(path),
            missing: false,
            raw_chars: *raw_chars,
            injected_chars: *injected_chars,
            truncated: injected_chars < raw_chars,
        });
        analyze_budget(&stats.collect::<Vec<_>>(), 20_000, 60_000, None)
    }

    fn warn(
        files: &[(&str, usize, usize)],
        mode: WarningMode,
        history: WarningHistory,
    ) -> PromptWarning {
        let collator = &Collator::new("en-US").unwrap();
        let max_files = DEFAULT_DETAIL_FILES;
        let options = WarningOptions { mode, history, max_files, collator };
        build_prompt_warning(&analysis(files), &options, &texts())
    }

    fn decide(files: &[(&str, usize, usize)], mode: WarningMode, seen: &[Text]) -> PromptWarning {
        warn(files, mode, WarningHistory { seen: seen.to_vec(), previous: None })
    }

    const CUT: &[(&str, usize, usize)] = &[("/w/AGENTS.md", 25_000, 12_116)];

    #[test]
    fn the_signature_is_the_json_of_limits_and_cut_files() {
        let expected = r#"{"bootstrapMaxChars":20000,"bootstrapTotalMaxChars":60000,"files":[{"path":"/w/AGENTS.md","rawChars":25000,"injectedChars":12116,"causes":["per-file-limit"]}]}"#;
        let warning = decide(CUT, WarningMode::Always, &[]);
        assert_eq!(warning.signature.unwrap().to_string_lossy(), expected);
        assert_eq!(decide(&[("/w/A", 5, 5)], WarningMode::Always, &[]).signature, None);
    }

    #[test]
    fn strings_are_escaped_as_json_stringify_does() {
        let mut text = to_text("\"\\\u{8}\u{C}\n\r\t\u{1}\u{7F}é😀\u{2028}");
        text.push_slice([0xD83D]);
        let mut out = Text::new();
        push_json_string(&text, &mut out);
        let expected = "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\u{7F}é😀\u{2028}\\ud83d\"";
        assert_eq!(out.to_string_lossy(), expected);
    }

    #[test]
    fn once_warns_until_the_signature_was_seen() {
        let first = decide(CUT, WarningMode::Once, &[]);
        assert!(first.shown);
        assert_eq!(first.seen, [first.signature.clone().unwrap()]);
        let second = decide(CUT, WarningMode::Once, &first.seen);
        assert_eq!((second.shown, &second.seen), (false, &first.seen));
        assert!(decide(&[("/w/SOUL.md", 21_000, 1)], WarningMode::Once, &first.seen).shown);
    }

    /// Report B112: the default announces every cut, and only `off` hides them.
    #[test]
    fn an_unknown_mode_is_always_and_off_is_silent() {
        for setting in [Some("sometimes"), Some("ALWAYS"), None] {
            assert_eq!(WarningMode::from_setting(setting), WarningMode::Always);
        }
        let always = decide(CUT, WarningMode::Always, &[]);
        let again = decide(CUT, WarningMode::Always, &always.seen);
        assert_eq!((again.shown, &again.seen), (true, &always.seen));
        assert!(prompt_notice(&again.lines, &texts()).is_some());
        let off = decide(CUT, WarningMode::Off, &[]);
        assert_eq!((off.shown, off.seen.len(), off.signature), (false, 0, always.signature));
        assert!(off.lines.is_empty());
    }

    #[test]
    fn the_previous_signature_counts_as_seen_and_the_history_is_bounded() {
        let signature = decide(CUT, WarningMode::Always, &[]).signature;
        let history = WarningHistory { seen: Vec::new(), previous: signature };
        let again = warn(CUT, WarningMode::Once, history);
        assert!(!again.shown);
        let old: Vec<Text> = (0..40).map(|at| to_text(&format!(" old {at} "))).collect();
        let bounded = decide(CUT, WarningMode::Once, &old).seen;
        assert_eq!((bounded.len(), &bounded[0]), (32, &to_text("old 9")));
    }

    #[test]
    fn a_history_is_restored_from_the_stored_report() {
        let seen = vec![to_text("a"), to_text("b")];
        let restored = WarningHistory::from_report(seen.clone(), None, Some(to_text("c")));
        assert_eq!((restored.seen, restored.previous), (seen, Some(to_text("b"))));
        let signature = || Some(to_text("c"));
        let off = WarningHistory::from_report(Vec::new(), Some(WarningMode::Off), signature());
        assert_eq!((off.seen.len(), off.previous), (0, None));
        let on = WarningHistory::from_report(Vec::new(), Some(WarningMode::Once), signature());
        assert_eq!((on.seen, on.previous), (vec![to_text("c")], signature()));
        let blank = WarningHistory::from_report(Vec::new(), None, Some(to_text(" ")));
        assert_eq!(blank.previous, None);
    }

    #[test]
    fn the_detailed_block_names_three_files_then_counts() {
        let files = [
            ("/w/AGENTS.md", 30_000, 19_000),
            ("/w/x/AGENTS.md", 500, 0),
            ("/w/SOUL.md", 1_000, 995),
            ("/w/USER.md", 900, 63),
        ];
        let lines: Vec<String> = decide(&files, WarningMode::Always, &[])
            .lines
            .iter()
            .map(|line| line.to_string_lossy())
            .collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(
            lines[0],
            "AGENTS.md (/w/AGENTS.md): 30000 raw, 19000 injected, 37% removed (max/file)"
        );
        assert!(lines[1].starts_with("AGENTS.md (/w/x/AGENTS.md): 500 raw, left out"));
        assert_eq!(lines[2], "SOUL.md: 1000 raw, 995 injected, 1% removed");
        assert!(lines[3].starts_with("+1 more"));
        assert!(lines[5].contains("agents.defaults.bootstrapTotalMaxChars"));
    }

    #[test]
    fn the_block_goes_below_the_prompt_except_for_a_heartbeat() {
        let (warning, texts) = (decide(CUT, WarningMode::Always, &[]), texts());
        let appended = |prompt: &str, heartbeat: Option<&U16Str>| {
            append_prompt_warning(&to_text(prompt), &warning.lines, heartbeat, &texts)
                .to_string_lossy()
        };
        assert!(appended("hi", None).starts_with("hi\n\n[Bootstrap truncation warning]\n"));
        assert!(appended("", None).starts_with("[Bootstrap truncation warning]\n"));
        assert_eq!(appended("beat", Some(&to_text("beat"))), "beat");
        assert_eq!(texts.notice.to_string_lossy().lines().count(), 3);
    }
}
