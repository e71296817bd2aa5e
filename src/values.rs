//! JavaScript values, by a schema or whole, where speed does not matter; a render goes through `collect.js`.

use std::borrow::Cow;

use clawprompt_core::prompt::{Field, Kind, Scalar, ScalarKind, Value};
use napi::{Result, ValueType};

use crate::js::Js;

/// Deepest nesting that a generic value may have; deeper parts read as absent.
const DEEPEST: usize = 16;

/// Reads a record of plain members; whatever does not fit keeps its type and its `String(x)`.
pub(crate) fn record(js: Js, fields: &[Field]) -> Result<Value<'static>> {
    let member = |field: &Field| {
        let member = js.member(field.name)?;
        match (member.kind()?, field.kind) {
            (ValueType::Undefined, _) => Ok(Value::Undefined),
            (ValueType::Null, _) => Ok(Value::Null),
            (ValueType::String, _) => Ok(Value::Text(Cow::Owned(member.text()?))),
            (ValueType::Object, Kind::Texts) if member.is_array()? => nested(member, 0),
            (kind, _) => scalar(member, kind),
        }
    };
    if js.kind()? != ValueType::Object {
        return nested(js, 0);
    }
    Ok(Value::Record(fields.iter().map(member).collect::<Result<_>>()?))
}

/// Reads `js` whole, whatever the schema says.
pub(crate) fn everything(js: Js) -> Result<Value<'static>> {
    nested(js, 0)
}

fn nested(js: Js, depth: usize) -> Result<Value<'static>> {
    if depth > DEEPEST {
        return Ok(Value::Undefined);
    }
    js.scoped(|js| match js.kind()? {
        ValueType::Undefined => Ok(Value::Undefined),
        ValueType::Null => Ok(Value::Null),
        ValueType::String => Ok(Value::Text(Cow::Owned(js.text()?))),
        ValueType::Object if js.is_array()? => {
            let items = js.items()?.into_iter().map(|item| nested(item, depth + 1));
            Ok(Value::List(items.collect::<Result<_>>()?))
        }
        ValueType::Object if js.is_iterable()? => nested(js.array_from()?, depth + 1),
        ValueType::Object => {
            let entry =
                |key: Js| Ok((Cow::Owned(key.text()?), nested(js.get_key(key)?, depth + 1)?));
            Ok(Value::Map(js.keys()?.into_iter().map(entry).collect::<Result<_>>()?))
        }
        kind => scalar(js, kind),
    })
}

fn scalar(js: Js, kind: ValueType) -> Result<Value<'static>> {
    let kind = match kind {
        ValueType::Boolean => ScalarKind::Boolean,
        ValueType::Number => ScalarKind::Number,
        ValueType::BigInt => ScalarKind::BigInt,
        ValueType::Symbol => ScalarKind::Symbol,
        ValueType::Function => ScalarKind::Function,
        _ => ScalarKind::Object,
    };
    Ok(Value::Scalar(Scalar {
        kind,
        truthy: js.is_truthy()?,
        text: Cow::Owned(js.coerced_text()?),
    }))
}
