//! What is in a prompt, as figures that add up.
//!
//! The structure is the peer's, so stored reports of either kind can be read. What this package knows more of
//! stands in fields of its own: `bytes`, `tokens`, `sections`, `tools.listChars`. A report holds no text.

use serde::{Deserialize, Serialize};

use crate::bootstrap::InjectionStat;
use crate::prompt::BlockKind;
use crate::text::{U16Str, sha256_hex, to_lossy, to_text};

use super::blocks::{SkillBlock, claim_files, skill_blocks};
use super::size::{Size, TokenCounter, measure, whole};
use super::tools::{Tool, ToolsReport, report_tools};
use super::view::{PromptView, SectionView};

/// Sections that hold context files.
pub const PROJECT_CONTEXT: [&str; 2] = ["project_context", "dynamic_project_context"];

/// What is in a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What the caller said about the run.
    #[serde(flatten)]
    pub run: RunFacts,
    /// How tokens were counted: `estimate`, or the name of the counter.
    #[serde(default = "estimate")]
    pub token_counter: String,
    /// The prompt as a whole.
    pub system_prompt: PromptReport,
    /// Its sections, in order. Their sizes add up to that of the prompt.
    #[serde(default)]
    pub sections: Vec<SectionReport>,
    /// What the turn adds to the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_turn: Option<TurnReport>,
    /// Files of the workspace: what they hold and what was injected.
    pub injected_workspace_files: Vec<FileReport>,
    /// The skills list.
    pub skills: SkillsReport,
    /// The tools.
    pub tools: ToolsReport,
}

fn estimate() -> String {
    "estimate".to_owned()
}

/// What the caller says about a run; the report passes it on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunFacts {
    /// `run` for the prompt of a run, `estimate` for one that was rendered to look at.
    pub source: ReportSource,
    /// When the report was made, in milliseconds since 1970.
    pub generated_at: f64,
    /// Id of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Key of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_key: Option<String>,
    /// Provider of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The workspace's directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace_dir: Option<String>,
    /// Limit for one file, in UTF-16 code units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bootstrap_max_chars: Option<f64>,
    /// Limit for all files, in UTF-16 code units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bootstrap_total_max_chars: Option<f64>,
    /// What was said about cuts, as the warning's own report has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bootstrap_truncation: Option<serde_json::Value>,
    /// Whether the run was sandboxed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxReport>,
}

/// Where a report comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportSource {
    /// The prompt of a run.
    Run,
    /// A prompt that was rendered to look at.
    #[default]
    Estimate,
}

impl ReportSource {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Estimate => "estimate",
        }
    }
}

/// The sandbox of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// The configured mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Whether this run was in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandboxed: Option<bool>,
}

/// The prompt as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptReport {
    /// UTF-16 code units.
    pub chars: u64,
    /// Bytes in UTF-8.
    #[serde(default)]
    pub bytes: u64,
    /// Tokens.
    #[serde(default)]
    pub tokens: u64,
    /// SHA-256 in UTF-8, in hexadecimal.
    #[serde(default)]
    pub hash: String,
    /// UTF-16 code units of the sections that hold context files.
    pub project_context_chars: u64,
    /// UTF-16 code units of all other sections.
    pub non_project_context_chars: u64,
    /// Tokens of the sections that hold context files.
    #[serde(default)]
    pub project_context_tokens: u64,
    /// UTF-16 code units above the cache boundary.
    #[serde(default)]
    pub stable_chars: u64,
    /// UTF-16 code units below the cache boundary.
    #[serde(default)]
    pub dynamic_chars: u64,
}

/// A section of the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionReport {
    /// Name of the section.
    pub id: String,
    /// On which side of the cache boundary it stands.
    pub placement: String,
    /// Where its words come from.
    pub source: String,
    /// UTF-16 code units.
    pub chars: u64,
    /// Bytes in UTF-8.
    pub bytes: u64,
    /// Tokens.
    pub tokens: u64,
    /// Files and lists within the section; what they leave is its own text.
    pub parts: Vec<PartReport>,
}

/// A file or list within a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartReport {
    /// What it is.
    pub kind: String,
    /// Path of the file; empty for lists.
    pub name: String,
    /// UTF-16 code units, heading included.
    pub chars: u64,
    /// Bytes in UTF-8.
    pub bytes: u64,
    /// Tokens.
    pub tokens: u64,
}

/// What the turn adds to the prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnReport {
    /// What started the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// UTF-16 code units of the message to the model.
    pub prompt_chars: f64,
    /// UTF-16 code units of the runtime context put before it.
    pub runtime_context_chars: f64,
}

/// A file of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReport {
    /// Name of the file.
    pub name: String,
    /// Path of the file.
    pub path: String,
    /// Whether it has no content.
    pub missing: bool,
    /// UTF-16 code units of its content without trailing white space.
    pub raw_chars: u64,
    /// UTF-16 code units that were injected.
    pub injected_chars: u64,
    /// Whether it was injected in part, or not at all.
    pub truncated: bool,
    /// UTF-16 code units that it takes in the prompt, heading included; 0 when it is not there.
    #[serde(default)]
    pub prompt_chars: u64,
    /// Tokens that it takes in the prompt.
    #[serde(default)]
    pub prompt_tokens: u64,
}

/// The skills list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillsReport {
    /// UTF-16 code units of the list.
    pub prompt_chars: u64,
    /// Tokens of the list.
    #[serde(default)]
    pub prompt_tokens: u64,
    /// SHA-256 of the list in UTF-8, in hexadecimal.
    #[serde(default)]
    pub hash: String,
    /// The skills, in order.
    pub entries: Vec<SkillReport>,
}

/// A skill of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillReport {
    /// Name of the skill.
    pub name: String,
    /// UTF-16 code units of its element.
    pub block_chars: u64,
    /// Tokens of its element.
    #[serde(default)]
    pub block_tokens: u64,
}

/// What a report is made of.
#[derive(Debug)]
pub struct ReportInput<'a> {
    /// What the caller says about the run.
    pub run: RunFacts,
    /// The prompt with its map.
    pub prompt: &'a PromptView,
    /// The workspace's files and what was injected of them.
    pub files: &'a [InjectionStat],
    /// The tools of the run.
    pub tools: &'a [Tool],
    /// What the turn adds.
    pub current_turn: Option<TurnReport>,
    /// How the counter calls itself.
    pub token_counter: String,
}

/// Makes the report.
pub fn build_report(input: ReportInput<'_>, counter: &mut dyn TokenCounter) -> Report {
    let ReportInput { run, prompt, files, tools, current_turn, token_counter } = input;
    let sections: Vec<SectionReport> =
        prompt.sections.iter().map(|section| report_section(prompt, section, counter)).collect();
    Report {
        run,
        token_counter,
        system_prompt: report_prompt(prompt, &sections, counter),
        injected_workspace_files: report_files(prompt, files, &sections),
        skills: report_skills(prompt, counter),
        tools: report_tools(tools, prompt, counter),
        sections,
        current_turn,
    }
}

fn report_section(
    prompt: &PromptView,
    section: &SectionView,
    counter: &mut dyn TokenCounter,
) -> SectionReport {
    let size = measure(&prompt.text[section.range.clone()], counter);
    let mut parts = Vec::new();
    for block in prompt.blocks.iter().filter(|block| section.range.contains(&block.range.start)) {
        let size = measure(&prompt.text[block.range.clone()], counter);
        parts.push(PartReport {
            kind: block.kind.name().to_owned(),
            name: block.name.clone(),
            chars: size.chars,
            bytes: size.bytes,
            tokens: size.tokens,
        });
    }
    SectionReport {
        id: section.id.clone(),
        placement: section.placement.name().to_owned(),
        source: section.source.clone(),
        chars: size.chars,
        bytes: size.bytes,
        tokens: size.tokens,
        parts,
    }
}

fn report_prompt(
    prompt: &PromptView,
    sections: &[SectionReport],
    counter: &mut dyn TokenCounter,
) -> PromptReport {
    let Size { chars, bytes, tokens } = measure(&prompt.text, counter);
    let is_project = |section: &&SectionReport| PROJECT_CONTEXT.contains(&section.id.as_str());
    let sum = |placement: &str| {
        let side = sections.iter().filter(|section| section.placement == placement);
        side.map(|section| section.chars).sum()
    };
    let project_context_chars =
        sections.iter().filter(is_project).map(|section| section.chars).sum();
    PromptReport {
        chars,
        bytes,
        tokens,
        hash: sha256_hex(&prompt.text),
        project_context_chars,
        non_project_context_chars: chars - project_context_chars,
        project_context_tokens: sections
            .iter()
            .filter(is_project)
            .map(|section| section.tokens)
            .sum(),
        stable_chars: sum("stable"),
        dynamic_chars: sum("dynamic"),
    }
}

fn report_files(
    prompt: &PromptView,
    files: &[InjectionStat],
    sections: &[SectionReport],
) -> Vec<FileReport> {
    let parts = sections.iter().flat_map(|section| &section.parts);
    let parts: Vec<&PartReport> =
        parts.filter(|part| part.kind == BlockKind::File.name()).collect();
    let claimed = claim_files(files, prompt);
    let report = |(file, claimed): (&InjectionStat, Option<usize>)| {
        let part = claimed.and_then(|index| parts.get(index));
        FileReport {
            name: to_lossy(&file.name),
            path: to_lossy(&file.path),
            missing: file.missing,
            raw_chars: whole(file.raw_chars),
            injected_chars: whole(file.injected_chars),
            truncated: file.truncated,
            prompt_chars: part.map_or(0, |part| part.chars),
            prompt_tokens: part.map_or(0, |part| part.tokens),
        }
    };
    files.iter().zip(claimed).map(report).collect()
}

fn report_skills(prompt: &PromptView, counter: &mut dyn TokenCounter) -> SkillsReport {
    let empty = to_text("");
    let block = prompt.blocks.iter().find(|block| block.kind == BlockKind::Skills);
    let list: &U16Str = block.map_or(&*empty, |block| &prompt.text[block.range.clone()]);
    let size = measure(list, counter);
    let entry = |SkillBlock { name, text }: SkillBlock<'_>| SkillReport {
        name: name.map_or_else(|| "(unknown)".to_owned(), to_lossy),
        block_chars: whole(text.len()),
        block_tokens: counter.count(text),
    };
    SkillsReport {
        prompt_chars: size.chars,
        prompt_tokens: size.tokens,
        hash: sha256_hex(list),
        entries: skill_blocks(list).into_iter().map(entry).collect(),
    }
}
