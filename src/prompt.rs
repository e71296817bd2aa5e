//! Rendering: the drop-in functions and the builder with overlays.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::CStr;
use std::sync::Arc;

use clawprompt_core::account::{self, Sessions};
use clawprompt_core::definition::{Change, Definition, Overlay};
use clawprompt_core::prompt::{self, Block, Outcome, Rendered};
use clawprompt_core::shipped;
use napi::bindgen_prelude::{JsValue, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;

use crate::bound::BoundWorkspace;
use crate::build::{self, Memory, PromptParts, halves, with_value};
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::Js;
use crate::text::{JsText, SameText};
use crate::values;

/// A rendered prompt and the map of what stands where in it.
#[napi(object, object_from_js = false)]
pub struct RenderedPrompt {
    /// The whole prompt, as `buildAgentSystemPrompt` returns it.
    #[napi(ts_type = "string")]
    pub text: JsText,
    /// What stands above the cache boundary, without trailing white space; in mode `none` the whole text.
    #[napi(ts_type = "string")]
    pub stable_prefix: JsText,
    /// What stands below the cache boundary, without leading white space; in mode `none` empty.
    #[napi(ts_type = "string")]
    pub dynamic_suffix: JsText,
    /// Every section that appears, in order. Their ranges are disjoint and cover `text`.
    pub sections: Vec<PromptSection>,
    /// Context files, the skills list and the tool list, in order. Each lies within a section.
    pub blocks: Vec<PromptBlock>,
    /// The parameters that were given, as hashes: what `compareRenderedPrompts` needs to name a cause.
    pub inputs: Vec<PromptInput>,
}

/// A file or list within a section.
#[napi(object, object_from_js = false)]
pub struct PromptBlock {
    /// What it is.
    #[napi(ts_type = "'file' | 'skills' | 'tools'")]
    pub kind: &'static str,
    /// Path of the file as given; empty for lists.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// First UTF-16 code unit in `text`, of the heading for a file.
    pub start: u32,
    /// One past the last code unit.
    pub end: u32,
}

/// A parameter that was given.
#[napi(object, object_from_js = false)]
pub struct PromptInput {
    /// Path of the parameter, such as `runtimeInfo.channel`; for a context file `contextFiles[PATH]`.
    pub name: String,
    /// SHA-256 of the value in hexadecimal. Not comparable with other hashes of the same text. Of
    /// `ownerDisplaySecret` only the first 4 digits.
    pub sha256: String,
}

/// A section of a rendered prompt.
#[napi(object, object_from_js = false)]
pub struct PromptSection {
    /// Name of the section; the boundary's own entry is `cache_boundary`.
    pub id: String,
    /// On which side of the cache boundary the section stands.
    #[napi(ts_type = "'stable' | 'boundary' | 'dynamic'")]
    pub placement: &'static str,
    /// Where the section's words come from.
    #[napi(
        ts_type = "'definition' | 'overlay' | 'provider' | 'host' | 'workspace' | 'skills' | 'caller'"
    )]
    pub source: &'static str,
    /// First UTF-16 code unit of the section in `text`.
    pub start: u32,
    /// One past its last code unit. The line feed before the next section belongs to this one.
    pub end: u32,
    /// Length in UTF-16 code units: `end - start`.
    pub length: u32,
    /// SHA-256 of `text.slice(start, end)` in UTF-8, as 64 lower-case hexadecimal digits.
    pub sha256: String,
}

/// What the renderer would ignore, coerce or refuse.
#[napi(object, object_from_js = false)]
pub struct ParameterProblem {
    /// Path of the field, such as `runtimeInfo.capabilities[0]`.
    pub field: String,
    /// What is wrong with it. Never contains the value.
    pub message: String,
    /// What is allowed: values of a closed set, known keys, or the expected type.
    pub allowed: Vec<String>,
}

/// The fate of one line of the prompt definition.
#[napi(object, object_from_js = false)]
pub struct ExplainedLine {
    /// Section of the line.
    pub section: String,
    /// Key of the line within its section.
    pub key: String,
    /// Whether the line is in the prompt.
    pub shown: bool,
    /// What decided against it: the first entry of its section's or its own `when` that does not hold, `empty`
    /// when it has nothing to say, `mode:none` when the mode leaves it out. Absent when the line is shown.
    pub decided_by: Option<String>,
    /// The conditions of its section and then its own, all of which must hold.
    pub when: Vec<String>,
    /// First UTF-16 code unit of the line in the rendered prompt. Absent when it is not shown.
    pub start: Option<u32>,
    /// One past its last code unit. Absent when it is not shown.
    pub end: Option<u32>,
    /// How the line reads; empty when it is not shown.
    #[napi(ts_type = "string")]
    pub text: JsText,
}

/// One thing that an overlay changed.
#[napi(object, object_from_js = false)]
pub struct OverlayChange {
    /// Name of the overlay.
    pub overlay: String,
    /// Dotted path of what it changed, such as `skills.scan`.
    pub key: String,
    /// What it did, such as `line dropped`.
    pub action: String,
}

/// Renders the system prompt of an agent.
///
/// A drop-in for the peer's function of the same name: what that coerces is coerced here, and where it throws
/// this throws too, with the field's name. docs/parity.md lists what differs on purpose.
///
/// @throws `ERR_INVALID_PARAMETER` when a field has a type that cannot be used
/// @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
#[napi(catch_unwind, ts_args_type = "params: AgentSystemPromptParams", ts_return_type = "string")]
pub fn build_agent_system_prompt(env: Env, params: Unknown<'_>) -> Result<SameText> {
    build::build(env, Memory::shipped(), shipped::definition(), &params)
}

/// Renders the system prompt together with the map of its sections.
///
/// @throws `ERR_INVALID_PARAMETER` when a field has a type that cannot be used
/// @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
#[napi(catch_unwind, ts_args_type = "params: AgentSystemPromptParams")]
pub fn render_agent_system_prompt(env: Env, params: Unknown<'_>) -> Result<RenderedPrompt> {
    render_with_map(env, shipped::definition(), &params).map(with_map)
}

/// The strict twin of `buildAgentSystemPrompt`, for callers' tests: lists every unknown key, every value outside
/// a closed set and every wrong type. Never throws for what it finds.
#[napi(catch_unwind, ts_args_type = "params: unknown")]
pub fn validate_agent_system_prompt_params(
    env: Env,
    params: Unknown<'_>,
) -> Result<Vec<ParameterProblem>> {
    let value = values::everything(Js::new(&env, params.raw())).map_err(error::node)?;
    let problems = prompt::validate(&value).into_iter();
    Ok(problems
        .map(|problem| ParameterProblem {
            field: problem.field,
            message: problem.message,
            allowed: problem.allowed,
        })
        .collect())
}

/// Renders prompts from the shipped definition with overlays applied.
///
/// Overlays are checked and compiled once, by the constructor.
#[napi]
pub struct PromptBuilder {
    pub(crate) wording: Arc<Wording>,
    changes: Vec<Change>,
    pub(crate) sessions: RefCell<Sessions>,
    pub(crate) workspace: Option<Arc<BoundWorkspace>>,
}

/// What a builder renders from; a turn that waits for the disk keeps it alive.
pub(crate) struct Wording {
    pub(crate) memory: Cow<'static, Memory>,
    pub(crate) definition: Cow<'static, Definition>,
}

#[napi]
impl PromptBuilder {
    /// @throws `ERR_INVALID_OVERLAY` with file, line, key and remedy when an overlay is wrong
    /// @throws `ERR_INVALID_PARAMETER` when the options are no object or `overlays` is no array
    #[napi(constructor, catch_unwind, ts_args_type = "options?: PromptBuilderOptions | null")]
    pub fn new(env: Env, options: Unknown<'_>) -> Result<Self> {
        let options = Js::new(&env, options.raw());
        let (wording, changes) = wording(&read_overlays(member(options, c"overlays")?)?)?;
        let workspace = member(options, c"workspace")?
            .map(|workspace| {
                BoundWorkspace::read(env, &workspace.unknown(&env), &wording.definition)
            })
            .transpose()?
            .flatten();
        Ok(Self {
            wording: Arc::new(wording),
            changes,
            sessions: RefCell::default(),
            workspace: workspace.map(Arc::new),
        })
    }

    /// Renders the prompt as text; see `buildAgentSystemPrompt`.
    ///
    /// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
    #[napi(
        catch_unwind,
        ts_args_type = "params: AgentSystemPromptParams",
        ts_return_type = "string"
    )]
    pub fn build(&self, env: Env, params: Unknown<'_>) -> Result<SameText> {
        build::build(env, &self.wording.memory, &self.wording.definition, &params)
    }

    /// Renders the prompt with the map of its sections; see `renderAgentSystemPrompt`.
    ///
    /// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
    #[napi(catch_unwind, ts_args_type = "params: AgentSystemPromptParams")]
    pub fn render(&self, env: Env, params: Unknown<'_>) -> Result<RenderedPrompt> {
        render_with_map(env, &self.wording.definition, &params).map(with_map)
    }

    /// Renders the two halves of the prompt, for providers that cache the first one.
    ///
    /// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
    #[napi(catch_unwind, ts_args_type = "params: AgentSystemPromptParams")]
    pub fn parts(&self, env: Env, params: Unknown<'_>) -> Result<PromptParts> {
        build::parts(env, &self.wording.memory, &self.wording.definition, &params)
    }

    /// Lists what the overlays changed, in the order in which they changed it.
    #[napi(catch_unwind)]
    pub fn describe(&self) -> Vec<OverlayChange> {
        let changes = self.changes.iter().cloned();
        changes
            .map(|Change { overlay, key, action }| OverlayChange {
                overlay,
                key,
                action: action.to_owned(),
            })
            .collect()
    }

    /// Lists the lines above the cache boundary that depend on what a turn may change, as `section.key`.
    ///
    /// The shipped definition has none. One that an overlay adds makes the provider's cache miss whenever the
    /// channel, the model, the senders or the like change.
    #[napi(catch_unwind)]
    pub fn volatile_lines(&self) -> Vec<String> {
        self.wording.definition.volatile_lines()
    }

    /// Tells for every line of the definition whether it is in the prompt, and if not, why not.
    ///
    /// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
    #[napi(catch_unwind, ts_args_type = "params: AgentSystemPromptParams")]
    pub fn explain(&self, env: Env, params: Unknown<'_>) -> Result<Vec<ExplainedLine>> {
        let lines = with_value(env, &params, |value| prompt::explain(self.definition(), value))?;
        Ok(lines.into_iter().map(explained).collect())
    }
}

impl PromptBuilder {
    /// The definition with the overlays applied.
    pub(crate) fn definition(&self) -> &Definition {
        &self.wording.definition
    }
}

fn wording(overlays: &[Overlay]) -> Result<(Wording, Vec<Change>)> {
    if overlays.is_empty() {
        let definition = Cow::Borrowed(shipped::definition());
        return Ok((Wording { memory: Cow::Borrowed(Memory::shipped()), definition }, Vec::new()));
    }
    let (definition, changes) = shipped::with_overlays(overlays).map_err(error::overlay)?;
    let memory = Cow::Owned(Memory::of(&definition));
    Ok((Wording { memory, definition: Cow::Owned(definition) }, changes))
}

/// A member of options that may be absent, as may the member.
fn member(options: Js, name: &CStr) -> Result<Option<Js>> {
    if from_js::is_absent(options)? {
        return Ok(None);
    }
    if options.kind().map_err(error::node)? != ValueType::Object {
        return Err(Error::new(Code::InvalidParameter, "options must be an object"));
    }
    let value = options.get(name).map_err(error::node)?;
    Ok((!from_js::is_absent(value)?).then_some(value))
}

fn read_overlays(overlays: Option<Js>) -> Result<Vec<Overlay>> {
    let Some(overlays) = overlays else { return Ok(Vec::new()) };
    if !overlays.is_array().map_err(error::node)? {
        return Err(Error::new(Code::InvalidParameter, "overlays must be an array"));
    }
    let items = overlays.items().map_err(error::node)?.into_iter().enumerate();
    items.map(|(index, overlay)| read_overlay(index, overlay)).collect()
}

/// Reads TOML text with a name, or an object of the same shape.
fn read_overlay(index: usize, overlay: Js) -> Result<Overlay> {
    let name = format!("overlays[{index}]");
    if overlay.kind().map_err(error::node)? == ValueType::Object {
        // One after the other: once a getter has thrown, no value may be made; see `release` in `text.rs`.
        let (name, toml) = (text_member(overlay, "name")?, text_member(overlay, "toml")?);
        if let (Some(name), Some(toml)) = (name, toml) {
            return Overlay::parse(&name, &toml).map_err(error::overlay);
        }
    }
    let json: serde_json::Value =
        from_js::read_js(&name, overlay).map_err(|error| match error.status {
            Code::InvalidParameter => Error::new(Code::InvalidOverlay, error.reason),
            _ => error,
        })?;
    Overlay::from_json(&name, &json).map_err(error::overlay)
}

/// The member, if it is a string.
fn text_member(object: Js, name: &str) -> Result<Option<String>> {
    let read = || {
        let member = object.member(name)?;
        let is_text = member.kind()? == ValueType::String;
        is_text.then(|| Ok(member.text()?.to_string_lossy())).transpose()
    };
    read().map_err(error::node)
}

/// What a render returns, before it is handed over.
pub(crate) struct Mapped {
    pub(crate) rendered: Rendered,
    pub(crate) blocks: Vec<Block>,
    pub(crate) inputs: Vec<account::PromptInput>,
}

/// The prompt and its map; nothing is remembered.
pub(crate) fn render_with_map(
    env: Env,
    definition: &Definition,
    params: &Unknown<'_>,
) -> Result<Mapped> {
    with_value(env, params, |value| {
        Ok(Mapped {
            rendered: prompt::render(definition, value)?,
            blocks: prompt::outline(definition, value)?.blocks,
            inputs: account::prompt_inputs(value),
        })
    })
}

pub(crate) fn with_map(Mapped { rendered, blocks, inputs }: Mapped) -> RenderedPrompt {
    let sections = rendered.sections.iter().map(|section| PromptSection {
        id: section.id.to_string(),
        placement: section.placement.name(),
        source: section.source.name(),
        start: offset(section.start),
        end: offset(section.end),
        length: offset(section.end - section.start),
        sha256: rendered.hash(section),
    });
    let sections = sections.collect();
    let blocks = blocks.into_iter().map(|block| PromptBlock {
        kind: block.kind.name(),
        name: JsText(block.name),
        start: offset(block.range.start),
        end: offset(block.range.end),
    });
    let inputs =
        inputs.into_iter().map(|input| PromptInput { name: input.name, sha256: input.sha256 });
    let (stable_prefix, dynamic_suffix) = halves(rendered.text.clone());
    RenderedPrompt {
        text: JsText(rendered.text),
        stable_prefix: JsText(stable_prefix),
        dynamic_suffix: JsText(dynamic_suffix),
        sections,
        blocks: blocks.collect(),
        inputs: inputs.collect(),
    }
}

fn offset(units: usize) -> u32 {
    u32::try_from(units).unwrap_or(u32::MAX)
}

fn explained(line: prompt::ExplainedLine) -> ExplainedLine {
    let decided_by = match &line.outcome {
        Outcome::Shown => None,
        Outcome::Failed(fact) => Some(fact.clone()),
        Outcome::Empty => Some("empty".to_owned()),
        Outcome::ModeNone => Some("mode:none".to_owned()),
    };
    ExplainedLine {
        section: line.section,
        key: line.key,
        shown: line.outcome == Outcome::Shown,
        decided_by,
        when: line.when,
        start: line.range.as_ref().map(|range| offset(range.start)),
        end: line.range.map(|range| offset(range.end)),
        text: JsText(line.text),
    }
}
