//! JavaScript values as the core reads them, by schema.

use clawprompt_core::prompt::{Field, Kind, Scalar, ScalarKind, Value};
use clawprompt_core::text::Text;
use napi::{Result, ValueType};

use crate::js::Js;

/// Deepest nesting that a generic value may have; deeper parts read as absent.
const DEEPEST: usize = 16;

/// Reads `js` as `kind` expects it; whatever does not fit keeps its type and its `String(x)`.
pub(crate) fn by_schema(js: Js, kind: Kind) -> Result<Value> {
    match (js.kind()?, kind) {
        (ValueType::Undefined, _) => Ok(Value::Undefined),
        (ValueType::Null, _) => Ok(Value::Null),
        (ValueType::String, Kind::Iterable) => Ok(Value::characters(&js.text()?)),
        (ValueType::String, Kind::TextMap) => indexed(js),
        (ValueType::String, _) => Ok(Value::Text(js.text()?)),
        (ValueType::Object, Kind::Record(fields)) if !js.is_array()? => record(js, fields),
        (ValueType::Object, Kind::TextMap) => map(js),
        (ValueType::Object, Kind::Texts) if js.is_array()? => list(js, Kind::Text),
        (ValueType::Object, Kind::Records(fields)) if js.is_array()? => {
            list(js, Kind::Record(fields))
        }
        (ValueType::Object | ValueType::Function, Kind::Iterable) if js.is_iterable()? => {
            list(js.array_from()?, Kind::Text)
        }
        (kind, _) => scalar(js, kind),
    }
}

fn record(js: Js, fields: &'static [Field]) -> Result<Value> {
    js.scoped(|js| {
        let members = js.members(fields)?.into_iter().zip(fields);
        let read = |(member, field): (Option<Js>, &Field)| match member {
            Some(member) => by_schema(member, field.kind),
            None => Ok(Value::Undefined),
        };
        Ok(Value::Record(members.map(read).collect::<Result<_>>()?))
    })
}

fn list(js: Js, kind: Kind) -> Result<Value> {
    js.scoped(|js| {
        let items = js.items()?;
        let read = |item: Js| item.scoped(|item| by_schema(item, kind));
        Ok(Value::List(items.into_iter().map(read).collect::<Result<_>>()?))
    })
}

/// `Object.entries(js)` with text values.
fn map(js: Js) -> Result<Value> {
    js.scoped(|js| {
        let entry = |key: Js| Ok((key.text()?, by_schema(js.get_key(key)?, Kind::Text)?));
        Ok(Value::Map(js.keys()?.into_iter().map(entry).collect::<Result<_>>()?))
    })
}

/// `Object.entries` of a string: its code units by index.
fn indexed(js: Js) -> Result<Value> {
    let text = js.text()?;
    let unit = |(index, unit): (usize, &u16)| {
        (Text::from_str(&index.to_string()), Value::Text(Text::from_vec(vec![*unit])))
    };
    Ok(Value::Map(text.as_slice().iter().enumerate().map(unit).collect()))
}

fn scalar(js: Js, kind: ValueType) -> Result<Value> {
    let kind = match kind {
        ValueType::Boolean => ScalarKind::Boolean,
        ValueType::Number => ScalarKind::Number,
        ValueType::BigInt => ScalarKind::BigInt,
        ValueType::Symbol => ScalarKind::Symbol,
        ValueType::Function => ScalarKind::Function,
        _ => ScalarKind::Object,
    };
    Ok(Value::Scalar(Scalar { kind, truthy: js.is_truthy()?, text: js.coerced_text()? }))
}

/// Reads `js` with every own property, whatever the schema says: for validation.
pub(crate) fn everything(js: Js) -> Result<Value> {
    nested(js, 0)
}

fn nested(js: Js, depth: usize) -> Result<Value> {
    if depth > DEEPEST {
        return Ok(Value::Undefined);
    }
    js.scoped(|js| match js.kind()? {
        ValueType::Undefined => Ok(Value::Undefined),
        ValueType::Null => Ok(Value::Null),
        ValueType::String => Ok(Value::Text(js.text()?)),
        ValueType::Object if js.is_array()? => {
            let items = js.items()?.into_iter().map(|item| nested(item, depth + 1));
            Ok(Value::List(items.collect::<Result<_>>()?))
        }
        ValueType::Object if js.is_iterable()? => nested(js.array_from()?, depth + 1),
        ValueType::Object => {
            let entry = |key: Js| Ok((key.text()?, nested(js.get_key(key)?, depth + 1)?));
            Ok(Value::Map(js.keys()?.into_iter().map(entry).collect::<Result<_>>()?))
        }
        kind => scalar(js, kind),
    })
}
