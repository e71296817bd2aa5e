//! Lists, headers and versions of texts at hand.

use clawprompt_core::skills::{
    self, SkillLayout, compute_skill_prompt_version_of_bytes, format_skills,
};
use napi::bindgen_prelude::{FromNapiValue, JsValue, Uint8Array, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;
use serde::Deserialize;

use super::entry::Frontmatter;
use super::given::GivenSkill;
use super::request;
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::Js;
use crate::json::ToJson;
use crate::text::JsText;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct FormatOptions {
    layout: Option<Layout>,
    versions: Option<bool>,
    #[serde(rename = "builder")]
    _builder: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Layout {
    Full,
    Compact,
}

/// Writes a list of skills, in the given order and with every given skill, whatever its size.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_OVERLAY`
#[napi(
    catch_unwind,
    ts_args_type = "skills: readonly SkillLine[], options?: SkillFormatOptions | null",
    ts_return_type = "string"
)]
pub fn format_skills_for_prompt(
    env: Env,
    skills: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<JsText> {
    let texts = request::texts(env, "options", &options)?;
    let options: Option<FormatOptions> = from_js::read(env, "options", &options)?;
    let FormatOptions { layout, versions, .. } = options.unwrap_or_default();
    let skills: Vec<GivenSkill> = from_js::read(env, "skills", &skills)?;
    let skills: Vec<skills::Skill> = skills.into_iter().map(Into::into).collect();
    let layout = match layout {
        Some(Layout::Compact) => SkillLayout::Compact,
        Some(Layout::Full) | None => SkillLayout::Full,
    };
    Ok(JsText(format_skills(&skills, layout, versions.unwrap_or(true), &texts)))
}

/// The values in the header of a `SKILL.md`, as text; empty where it has none. A drop-in for the peer's function.
///
/// The header is read as YAML 1.2 and line by line: a block that is not YAML still yields the lines that look
/// like `key: value`.
///
/// @throws `ERR_INVALID_PARAMETER` when `content` is not a string
#[napi(catch_unwind, ts_args_type = "content: string", ts_return_type = "Record<string, string>")]
pub fn parse_frontmatter_block(env: Env, content: Unknown<'_>) -> Result<ToJson> {
    let content: JsText = from_js::read(env, "content", &content)?;
    let header = skills::Frontmatter::parse(&content.0.to_string_lossy());
    Ok(ToJson::of(&Frontmatter(header.values)))
}

/// The version of a skill's text: `sha256:` and the first 16 digits of its SHA-256. Every character counts; what
/// is not UTF-8 counts as U+FFFD.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "content: string | Uint8Array")]
pub fn compute_skill_prompt_version(env: Env, content: Unknown<'_>) -> Result<String> {
    let js = Js::new(&env, content.raw());
    if js.kind().map_err(error::node)? == ValueType::String {
        let text = js.text().map_err(error::node)?;
        return Ok(skills::compute_skill_prompt_version(&text));
    }
    bytes(env, &content).map(|bytes| compute_skill_prompt_version_of_bytes(&bytes))
}

#[expect(unsafe_code, reason = "the handle is the caller's argument")]
fn bytes(env: Env, content: &Unknown<'_>) -> Result<Uint8Array> {
    // SAFETY: the value belongs to this environment and this call.
    let bytes = unsafe { Uint8Array::from_napi_value(env.raw(), content.raw()) };
    bytes.map_err(|_| {
        let message = "content must be a string or a Uint8Array, such as a Buffer";
        Error::new(Code::InvalidParameter, message.to_owned())
    })
}
