//! What the tools of a run cost: their line in the prompt and their schema beside it.

use serde::{Deserialize, Serialize, Serializer};

use crate::prompt::BlockKind;
use crate::text::{Text, sha256_hex, to_lossy};

use super::size::{TokenCounter, whole};
use super::view::PromptView;

/// A tool as the report needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// Name of the tool.
    pub name: Text,
    /// What it says about itself: its trimmed description, else its trimmed label.
    pub summary: Text,
    /// Its parameters as JSON; empty when it has none or they cannot be written.
    pub schema: Text,
    /// How many properties the schema has, when it is an object schema.
    pub properties: Option<u64>,
}

/// The tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolsReport {
    /// UTF-16 code units of the tool list in the prompt. The peer always says 0.
    pub list_chars: u64,
    /// Tokens of the tool list.
    #[serde(default)]
    pub list_tokens: u64,
    /// UTF-16 code units of all schemas, which the provider gets beside the prompt.
    pub schema_chars: u64,
    /// Tokens of all schemas.
    #[serde(default)]
    pub schema_tokens: u64,
    /// The tools, in order.
    pub entries: Vec<ToolReport>,
}

/// A tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolReport {
    /// Name of the tool.
    pub name: String,
    /// UTF-16 code units of what it says about itself.
    pub summary_chars: u64,
    /// SHA-256 of that, in hexadecimal.
    #[serde(default)]
    pub summary_hash: String,
    /// UTF-16 code units of its schema.
    pub schema_chars: u64,
    /// Tokens of its schema.
    #[serde(default)]
    pub schema_tokens: u64,
    /// SHA-256 of its schema, in hexadecimal.
    #[serde(default)]
    pub schema_hash: String,
    /// How many properties the schema has; `null` when it is no object schema.
    #[serde(default, serialize_with = "or_null")]
    pub properties_count: Option<u64>,
}

/// JavaScript tells `null` from an absent member, and the peer writes `null`.
#[expect(clippy::ref_option, reason = "serde hands the field over like this")]
fn or_null<S: Serializer>(count: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match count {
        Some(count) => serializer.serialize_u64(*count),
        None => serializer.serialize_unit(),
    }
}

pub(super) fn report_tools(
    tools: &[Tool],
    prompt: &PromptView,
    counter: &mut dyn TokenCounter,
) -> ToolsReport {
    let list = prompt.blocks.iter().find(|block| block.kind == BlockKind::Tools);
    let (list_chars, list_tokens) = list.map_or((0, 0), |block| {
        let text = &prompt.text[block.range.clone()];
        (whole(text.len()), counter.count(text))
    });
    let report = |tool: &Tool| ToolReport {
        name: to_lossy(&tool.name),
        summary_chars: whole(tool.summary.len()),
        summary_hash: sha256_hex(&tool.summary),
        schema_chars: whole(tool.schema.len()),
        schema_tokens: counter.count(&tool.schema),
        schema_hash: sha256_hex(&tool.schema),
        properties_count: tool.properties,
    };
    let entries: Vec<ToolReport> = tools.iter().map(report).collect();
    ToolsReport {
        list_chars,
        list_tokens,
        schema_chars: entries.iter().map(|tool| tool.schema_chars).sum(),
        schema_tokens: entries.iter().map(|tool| tool.schema_tokens).sum(),
        entries,
    }
}
