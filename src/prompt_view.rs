//! A rendered prompt as an argument: what `render` returned, or the same read back from JSON.

use clawprompt_core::account::{BlockView, PromptInput, PromptView, SectionView};
use clawprompt_core::prompt::{BlockKind, Placement};
use napi::bindgen_prelude::{JsValue, Unknown};
use napi::{Env, ValueType};
use serde::Deserialize;

use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::Js;
use crate::prompt::Mapped;

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Stable,
    Boundary,
    Dynamic,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    File,
    Skills,
    Tools,
}

#[derive(Deserialize)]
struct Section {
    id: String,
    placement: Side,
    source: Option<String>,
    start: f64,
    end: f64,
}

#[derive(Deserialize)]
struct Block {
    kind: Kind,
    name: Option<String>,
    start: f64,
    end: f64,
}

#[derive(Deserialize)]
struct Input {
    name: String,
    sha256: String,
}

/// Reads the argument `name`.
pub(crate) fn read(env: Env, name: &str, value: &Unknown<'_>) -> Result<PromptView> {
    read_js(name, Js::new(&env, value.raw()))
}

/// Reads a rendered prompt that `name` stands for in errors.
pub(crate) fn read_js(name: &str, js: Js) -> Result<PromptView> {
    if js.kind().map_err(error::node)? != ValueType::Object {
        return Err(Error::new(
            Code::InvalidParameter,
            format!("{name} must be a rendered prompt, as render returns it"),
        ));
    }
    let member = |name| js.get(name).map_err(error::node);
    let text = member(c"text")?;
    if text.kind().map_err(error::node)? != ValueType::String {
        return Err(wrong(name, "text must be a string; render returns one"));
    }
    let field = |member: &str| format!("{name}.{member}");
    let sections: Vec<Section> = from_js::read_js(&field("sections"), member(c"sections")?)?;
    let blocks: Option<Vec<Block>> = from_js::read_js(&field("blocks"), member(c"blocks")?)?;
    let inputs: Option<Vec<Input>> = from_js::read_js(&field("inputs"), member(c"inputs")?)?;
    let input = |input: Input| PromptInput { name: input.name, sha256: input.sha256 };
    let view = PromptView {
        text: text.text().map_err(error::node)?,
        sections: sections.into_iter().map(section).collect(),
        blocks: blocks.unwrap_or_default().into_iter().map(block).collect(),
        inputs: inputs.unwrap_or_default().into_iter().map(input).collect(),
    };
    view.check().map_err(|error| wrong(name, &error.to_string()))?;
    Ok(view)
}

fn wrong(name: &str, message: &str) -> Error {
    Error::new(Code::InvalidParameter, format!("{name}.{message}"))
}

fn section(section: Section) -> SectionView {
    SectionView {
        id: section.id,
        placement: match section.placement {
            Side::Stable => Placement::Stable,
            Side::Boundary => Placement::Boundary,
            Side::Dynamic => Placement::Dynamic,
        },
        source: section.source.unwrap_or_default(),
        range: offset(section.start)..offset(section.end),
    }
}

fn block(block: Block) -> BlockView {
    BlockView {
        kind: match block.kind {
            Kind::File => BlockKind::File,
            Kind::Skills => BlockKind::Skills,
            Kind::Tools => BlockKind::Tools,
        },
        name: block.name.unwrap_or_default(),
        range: offset(block.start)..offset(block.end),
    }
}

/// An offset; what is none lies past any text, where the check of the map finds it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole, not negative and within 2^53"
)]
fn offset(number: f64) -> usize {
    let is_offset = number.fract() == 0.0 && (0.0..9_007_199_254_740_991.0).contains(&number);
    if is_offset { number as usize } else { usize::MAX }
}

impl From<&Mapped> for PromptView {
    fn from(mapped: &Mapped) -> Self {
        Self::new(&mapped.rendered, &mapped.blocks, mapped.inputs.clone())
    }
}
