//! What a prompt consists of and what it costs: sizes that add up, the cause of a cache miss, the report.
//!
//! Every figure comes from the map of the rendered prompt, never from a search in its text, so content that
//! looks like a heading or a tag of ours changes nothing.

mod blocks;
mod cause;
mod compare;
mod dependencies;
mod format;
mod inputs;
mod price;
mod report;
mod script;
mod session;
mod size;
mod tokens;
mod tools;
mod view;

pub use cause::Cause;
pub use compare::{Change, Comparison, FirstDifference, SectionChange, compare};
pub use format::{
    Finding, ReportTexts, SessionFacts, Severity, SizeTexts, Transcript, View, format_report,
    shipped_texts, size_findings,
};
pub use inputs::{PromptInput, file_of_input, prompt_inputs};
pub use price::{Cost, Price, PriceError};
pub use report::{
    FileReport, PROJECT_CONTEXT, PartReport, PromptReport, Report, ReportInput, ReportSource,
    RunFacts, SandboxReport, SectionReport, SkillReport, SkillsReport, TurnReport, build_report,
};
pub use session::{MOST_SESSIONS, PREFIX_STEP, SessionChange, Sessions};
pub use size::{Estimate, Size, TokenCounter, measure, utf8_len};
pub use tokens::estimate_tokens;
pub use tools::{Tool, ToolReport, ToolsReport};
pub use view::{BlockView, PromptView, SectionView, ViewError};
