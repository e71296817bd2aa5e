//! The strict twin of the reader: everything a caller's test would want to know.

use std::borrow::Cow;

use crate::text::{U16Str, to_lossy};

use super::schema::{Field, IGNORED, Kind, PARAMS};
use super::value::{Scalar, ScalarKind, Value};

/// Something that the renderer would ignore, coerce or refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path of the field, such as `runtimeInfo.capabilities[0]`.
    pub field: String,
    /// What is wrong; never the content.
    pub message: String,
    /// What is allowed.
    pub allowed: Vec<String>,
}

/// Lists unknown keys, values outside a closed set and wrong types.
///
/// `params` holds every property: objects are [`Value::Map`]s, whatever the schema says.
#[must_use]
pub fn validate(params: &Value<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    check(params, PARAMS, "", &mut problems);
    if let Value::Map(entries) = params
        && !entries.iter().any(|(key, value)| is_name(key, "workspaceDir") && !value.is_absent())
    {
        problems.push(problem("workspaceDir", "is required".to_owned(), Kind::Text));
    }
    problems
}

fn check(value: &Value<'_>, kind: Kind, path: &str, problems: &mut Vec<Problem>) {
    if value.is_absent() && !path.is_empty() {
        return;
    }
    let fits = match (kind, value) {
        (Kind::Text, Value::Text(_)) => true,
        (Kind::OneOf(allowed), Value::Text(_)) => {
            if !allowed.iter().any(|name| value.is_text(name)) {
                problems.push(problem(path, "is not a known value".to_owned(), kind));
            }
            true
        }
        (Kind::Flag, _) => has_kind(value, ScalarKind::Boolean),
        (Kind::Number, _) => has_kind(value, ScalarKind::Number),
        (Kind::Texts | Kind::Iterable, Value::List(items)) => {
            check_items(items, Kind::Text, path, problems);
            true
        }
        (Kind::Records(fields), Value::List(items)) => {
            check_items(items, Kind::Record(fields), path, problems);
            true
        }
        (Kind::TextMap, Value::Map(entries)) => {
            for (key, value) in entries {
                check(value, Kind::Text, &member(path, &to_lossy(key)), problems);
            }
            true
        }
        (Kind::Record(fields), Value::Map(entries)) => {
            check_members(entries, fields, path, problems);
            true
        }
        _ => false,
    };
    if !fits {
        let message = format!("is {}, not {}", value.type_name(), describe(kind));
        problems.push(problem(path, message, kind));
    }
}

fn check_items(items: &[Value<'_>], kind: Kind, path: &str, problems: &mut Vec<Problem>) {
    for (index, item) in items.iter().enumerate() {
        let path = format!("{path}[{index}]");
        if item.is_absent() {
            let message = format!("is {}, not {}", item.type_name(), describe(kind));
            problems.push(problem(&path, message, kind));
        } else {
            check(item, kind, &path, problems);
        }
    }
}

fn check_members(
    entries: &[(Cow<'_, U16Str>, Value<'_>)],
    fields: &'static [Field],
    path: &str,
    problems: &mut Vec<Problem>,
) {
    for (key, value) in entries {
        let name = to_lossy(key);
        match fields.iter().find(|field| field.name == name) {
            Some(field) => check(value, field.kind, &member(path, &name), problems),
            None if path.is_empty() && IGNORED.contains(&name.as_str()) => {}
            None => problems.push(Problem {
                field: member(path, &name),
                message: "is not a known key".to_owned(),
                allowed: fields.iter().map(|field| field.name.to_owned()).collect(),
            }),
        }
    }
}

fn member(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn is_name(key: &U16Str, name: &str) -> bool {
    key.as_slice().iter().copied().eq(name.encode_utf16())
}

fn has_kind(value: &Value<'_>, kind: ScalarKind) -> bool {
    matches!(value, Value::Scalar(Scalar { kind: own, .. }) if *own == kind)
}

fn problem(path: &str, message: String, kind: Kind) -> Problem {
    let field = if path.is_empty() { "params" } else { path };
    let allowed = match kind {
        Kind::OneOf(allowed) => allowed.iter().map(|name| (*name).to_owned()).collect(),
        _ => vec![describe(kind).to_owned()],
    };
    Problem { field: field.to_owned(), message, allowed }
}

fn describe(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::OneOf(_) => "a string",
        Kind::Flag => "a boolean",
        Kind::Number => "a number",
        Kind::Texts => "an array of strings",
        Kind::Iterable => "an iterable of strings",
        Kind::TextMap => "an object with string values",
        Kind::Record(_) => "an object",
        Kind::Records(_) => "an array of objects",
    }
}
