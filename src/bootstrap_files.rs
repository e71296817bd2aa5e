//! Records of workspace files as JavaScript has them.

use clawprompt_core::bootstrap::{
    BootstrapFile, ContextFile, HookEntry, Loose, MissingReason, SharedText,
};
use clawprompt_core::text::{Text, trim};
use napi::ValueType;
use napi_derive::napi;
use serde::Deserialize;

use crate::error::{self, Code, Error, Result};
use crate::js::Js;
use crate::text::JsText;

/// A workspace file that was looked for.
#[napi(object, object_from_js = false)]
pub struct WorkspaceBootstrapFile {
    /// Usually one of the eight known names; a hook may use any.
    #[napi(ts_type = "string")]
    pub name: JsText,
    /// Where it was looked for.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// The content; absent when the file is missing.
    #[napi(ts_type = "string")]
    pub content: Option<JsText>,
    /// Whether there is no content, whatever the reason.
    pub missing: bool,
    /// Why there is no content; absent when there is.
    #[napi(
        ts_type = "'absent' | 'too-large' | 'outside-workspace' | 'hard-link' | 'not-a-file' | 'unreadable'"
    )]
    pub reason: Option<&'static str>,
}

impl From<&BootstrapFile> for WorkspaceBootstrapFile {
    fn from(file: &BootstrapFile) -> Self {
        Self {
            name: JsText(file.name.clone()),
            path: JsText(file.path.clone()),
            content: file.text().map(|text| JsText((**text).to_owned())),
            missing: file.is_missing(),
            reason: file.content.as_ref().err().map(|reason| reason.name()),
        }
    }
}

/// What the prompt shows of one file.
#[napi(object, object_from_js = false)]
pub struct BootstrapContextFile {
    /// Path shown in the heading.
    #[napi(ts_type = "string")]
    pub path: JsText,
    /// The file, cut to budget, or a marker in its place.
    #[napi(ts_type = "string")]
    pub content: JsText,
}

impl From<&ContextFile> for BootstrapContextFile {
    fn from(file: &ContextFile) -> Self {
        Self { path: JsText(file.path.clone()), content: JsText((*file.content).to_owned()) }
    }
}

/// A context file as an argument.
#[derive(Deserialize)]
pub(crate) struct ContextFileArgument {
    path: JsText,
    content: JsText,
}

impl From<ContextFileArgument> for ContextFile {
    fn from(file: ContextFileArgument) -> Self {
        Self { path: file.path.0, content: file.content.0.into() }
    }
}

/// An array of records as an argument.
///
/// As in the peer, a path that is no text is kept as a blank one, which the budget skips with a warning; an entry
/// that is no object, or whose content is no text, is an error.
pub(crate) fn records(files: Js, name: &str) -> Result<Vec<BootstrapFile>> {
    let items = items(files, name)?.into_iter().enumerate();
    items.map(|(index, item)| record(item, &format!("{name}[{index}]"))).collect()
}

/// The items of an array that `name` stands for in errors.
pub(crate) fn items(js: Js, name: &str) -> Result<Vec<Js>> {
    if !js.is_array().map_err(error::node)? {
        return Err(expected(name, "an array of files"));
    }
    js.items().map_err(error::node)
}

fn record(item: Js, place: &str) -> Result<BootstrapFile> {
    let HookEntry::Record { name, path, content, missing, reason } =
        entry(item).map_err(error::node)?
    else {
        return Err(expected(place, "an object"));
    };
    let path = match path {
        Loose::Text(path) => path,
        _ => Text::new(),
    };
    let Loose::Text(name) = name else {
        return Err(expected(&format!("{place}.name"), "a string"));
    };
    let is_missing = match missing {
        Loose::Absent => false,
        Loose::Bool(missing) => missing,
        Loose::Text(text) => !text.is_empty(),
        Loose::Other => true,
    };
    let content = match content {
        _ if is_missing => Err(missing_reason(&reason)),
        Loose::Text(text) => Ok(SharedText::from(text)),
        Loose::Absent => Ok(SharedText::from("")),
        _ if trim(&path).is_empty() => Ok(SharedText::from("")),
        _ => return Err(expected(&format!("{place}.content"), "a string")),
    };
    Ok(BootstrapFile { name, path, content })
}

fn missing_reason(reason: &Loose) -> MissingReason {
    let name = match reason {
        Loose::Text(name) => name.to_string_lossy(),
        _ => String::new(),
    };
    MissingReason::from_name(&name).unwrap_or(MissingReason::Absent)
}

/// What a hook's list holds at one place.
pub(crate) fn entry(js: Js) -> napi::Result<HookEntry> {
    if js.kind()? != ValueType::Object {
        return Ok(HookEntry::Other);
    }
    js.scoped(|js| {
        let member = |name| loose(js.get(name)?);
        Ok(HookEntry::Record {
            name: member(c"name")?,
            path: member(c"path")?,
            content: member(c"content")?,
            missing: member(c"missing")?,
            reason: member(c"reason")?,
        })
    })
}

fn loose(js: Js) -> napi::Result<Loose> {
    Ok(match js.kind()? {
        ValueType::Undefined | ValueType::Null => Loose::Absent,
        ValueType::String => Loose::Text(js.text()?),
        ValueType::Boolean => Loose::Bool(js.is_truthy()?),
        _ => Loose::Other,
    })
}

fn expected(name: &str, what: &str) -> Error {
    Error::new(Code::InvalidParameter, format!("{name} must be {what}"))
}
