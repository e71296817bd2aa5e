//! Small readers for one value: text, lists, and JavaScript's coercions.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::text::{U16Str, lower_case, to_text, trim};

use super::super::value::Value;
use super::ParamError;

pub(super) const ARRAY_OF_STRINGS: &str = "an array of strings";

pub(super) fn empty<'a>() -> &'a U16Str {
    U16Str::from_slice(&[])
}

pub(super) fn wrong(
    field: impl Into<String>,
    expected: &'static str,
    got: &Value<'_>,
) -> ParamError {
    ParamError { field: field.into(), expected, got: got.type_name() }
}

pub(super) fn required_text<'a>(
    field: &str,
    value: &'a Value<'a>,
) -> Result<&'a U16Str, ParamError> {
    value.as_text().ok_or_else(|| wrong(field, "a string", value))
}

/// Like [`required_text`], for a value whose name is put together only when it is of use.
pub(super) fn item_text<'a>(
    value: &'a Value<'a>,
    field: impl FnOnce() -> String,
) -> Result<&'a U16Str, ParamError> {
    value.as_text().ok_or_else(|| wrong(field(), "a string", value))
}

/// Trimmed text; empty when absent.
pub(super) fn text<'a>(field: &str, value: &'a Value<'a>) -> Result<&'a U16Str, ParamError> {
    if value.is_absent() {
        return Ok(empty());
    }
    required_text(field, value).map(trim)
}

/// `String(value)`
pub(super) fn string<'a>(value: &'a Value<'a>) -> Cow<'a, U16Str> {
    match value {
        Value::Text(text) => Cow::Borrowed(text),
        Value::Scalar(scalar) => Cow::Borrowed(&scalar.text),
        Value::Undefined => Cow::Owned(to_text("undefined")),
        Value::Null => Cow::Owned(to_text("null")),
        Value::Deferred(_) | Value::List(_) | Value::Record(_) | Value::Map(_) => {
            Cow::Owned(to_text("[object Object]"))
        }
    }
}

/// `String(value)` as `Array.prototype.join` has it: nothing for an absent value.
pub(super) fn string_or_empty<'a>(value: &'a Value<'a>) -> Cow<'a, U16Str> {
    if value.is_absent() { Cow::Borrowed(empty()) } else { string(value) }
}

/// `String(value)` of a truthy value.
pub(super) fn shown<'a>(value: &'a Value<'a>) -> Option<Cow<'a, U16Str>> {
    value.is_truthy().then(|| string(value))
}

pub(super) fn or_off<'a>(value: &'a Value<'a>) -> Cow<'a, U16Str> {
    if value.is_absent() { Cow::Owned(to_text("off")) } else { string(value) }
}

/// The items of an array; none when absent.
pub(super) fn list<'a>(
    field: &str,
    expected: &'static str,
    value: &'a Value<'a>,
) -> Result<&'a [Value<'a>], ParamError> {
    match value {
        Value::Undefined | Value::Null => Ok(&[]),
        Value::List(items) => Ok(items),
        _ => Err(wrong(field, expected, value)),
    }
}

/// The items as trimmed text, without blank ones.
pub(super) fn trimmed_items<'a>(
    field: &str,
    expected: &'static str,
    value: &'a Value<'a>,
) -> Result<Vec<Cow<'a, U16Str>>, ParamError> {
    let items = list(field, expected, value)?.iter().map(|item| trim_cow(string(item)));
    Ok(items.filter(|item| !item.is_empty()).collect())
}

pub(super) fn trim_cow(text: Cow<'_, U16Str>) -> Cow<'_, U16Str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
        Cow::Owned(text) => Cow::Owned(trim(&text).to_owned()),
    }
}

pub(super) fn lower_cow(text: Cow<'_, U16Str>) -> Cow<'_, U16Str> {
    match text {
        Cow::Borrowed(text) => lower_case(text),
        Cow::Owned(text) => Cow::Owned(lower_case(&text).into_owned()),
    }
}

/// The code units, borrowed where the text is.
pub(super) fn units_of(text: Cow<'_, U16Str>) -> Cow<'_, [u16]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_slice()),
        Cow::Owned(text) => Cow::Owned(text.into_vec()),
    }
}

/// First occurrences only.
pub(super) fn distinct(items: Vec<Cow<'_, U16Str>>) -> Vec<Cow<'_, U16Str>> {
    let mut seen = FxHashSet::default();
    items.into_iter().filter(|item| seen.insert(item.as_slice().to_vec())).collect()
}

/// The text of a truthy value that must be a string.
pub(super) fn shown_text<'a>(
    field: &str,
    value: &'a Value<'a>,
) -> Result<Option<&'a U16Str>, ParamError> {
    if value.is_truthy() { required_text(field, value).map(Some) } else { Ok(None) }
}
