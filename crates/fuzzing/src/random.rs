//! Values and texts made of bytes.

use std::borrow::Cow;

use arbitrary::{Result, Unstructured};
use clawprompt_core::prompt::{Field, Kind, Scalar, ScalarKind, Value};
use clawprompt_core::text::{Text, to_text};

/// What texts are often made of: what the rules look for, and characters that are easy to get wrong.
const PIECES: [&str; 40] = [
    "a",
    " ",
    "\n",
    "\r\n",
    "\n\n\n",
    "\t",
    "# Heading",
    "## Safety",
    "- you must never",
    "```",
    "~~~~",
    "| a | b |",
    "---",
    "1. ",
    "{model}",
    "{{",
    "$&",
    "é",
    "日本",
    "😀",
    "\u{FEFF}",
    "\u{200B}",
    "\u{2028}",
    "\u{85}",
    "\0",
    "<!-- OPENCLAW_CACHE_BOUNDARY -->",
    "\n<!-- OPENCLAW_CACHE_BOUNDARY -->\n",
    "Current model identity: x",
    "AGENTS.md",
    "x/soul.md",
    "HEARTBEAT.md",
    "BOOTSTRAP.md",
    "read",
    "Exec",
    "message",
    "sessions_spawn",
    "telegram",
    "threadbound-acp-spawn",
    "__proto__",
    "constructor",
];

/// A text of pieces, single code units and repetitions.
pub(crate) fn text(bytes: &mut Unstructured<'_>) -> Result<Text> {
    let mut out = Text::new();
    for _ in 0..bytes.int_in_range(0..=6_u8)? {
        match bytes.int_in_range(0..=7_u8)? {
            // Any unit, and so half a surrogate pair too.
            0 => out.push_slice([bytes.arbitrary::<u16>()?]),
            1 => out.push_slice([bytes.int_in_range(0xD800..=0xDFFF_u16)?]),
            2 => {
                let piece = to_text(bytes.choose(&PIECES)?);
                for _ in 0..bytes.arbitrary::<u8>()? {
                    out.push(&piece);
                }
            }
            _ => out.push_str(bytes.choose(&PIECES)?),
        }
    }
    Ok(out)
}

/// A value of `kind`, or now and then anything else.
pub(crate) fn value(bytes: &mut Unstructured<'_>, kind: Kind) -> Result<Value<'static>> {
    if bytes.ratio(1_u8, 8)? {
        return other(bytes);
    }
    Ok(match kind {
        Kind::Text => Value::Text(Cow::Owned(text(bytes)?)),
        Kind::OneOf(allowed) => Value::Text(Cow::Owned(to_text(bytes.choose(allowed)?))),
        Kind::Flag => boolean(bytes.arbitrary()?),
        Kind::Number => number(bytes.arbitrary()?),
        Kind::Texts | Kind::Iterable => Value::List(list(bytes, Kind::Text)?),
        Kind::Records(fields) => Value::List(list(bytes, Kind::Record(fields))?),
        Kind::Record(fields) => Value::Record(record(bytes, fields)?),
        Kind::TextMap => {
            let mut entries = Vec::new();
            for _ in 0..bytes.int_in_range(0..=4_u8)? {
                entries.push((Cow::Owned(text(bytes)?), value(bytes, Kind::Text)?));
            }
            Value::Map(entries)
        }
    })
}

/// `value`, a record of `fields`, with other values for what a turn may change.
pub(crate) fn next_turn(
    bytes: &mut Unstructured<'_>,
    value: &Value<'static>,
    fields: &'static [Field],
) -> Result<Value<'static>> {
    let Value::Record(members) = value else { return Ok(value.clone()) };
    let mut changed = Vec::new();
    for (field, member) in fields.iter().zip(members) {
        changed.push(match field.kind {
            _ if field.turn => absent_or(bytes, field.kind)?,
            Kind::Record(inner) => next_turn(bytes, member, inner)?,
            _ => member.clone(),
        });
    }
    Ok(Value::Record(changed))
}

fn list(bytes: &mut Unstructured<'_>, kind: Kind) -> Result<Vec<Value<'static>>> {
    let count = bytes.int_in_range(0..=4_u8)?;
    (0..count).map(|_| value(bytes, kind)).collect()
}

/// One value for each field, as the reader expects it.
fn record(bytes: &mut Unstructured<'_>, fields: &'static [Field]) -> Result<Vec<Value<'static>>> {
    fields.iter().map(|field| absent_or(bytes, field.kind)).collect()
}

fn absent_or(bytes: &mut Unstructured<'_>, kind: Kind) -> Result<Value<'static>> {
    // Half of the fields are absent, and all that come after the last byte.
    if bytes.arbitrary()? { value(bytes, kind) } else { Ok(Value::Undefined) }
}

/// What a schema does not expect.
fn other(bytes: &mut Unstructured<'_>) -> Result<Value<'static>> {
    Ok(match bytes.int_in_range(0..=7_u8)? {
        0 => Value::Undefined,
        1 => Value::Null,
        2 => Value::Text(Cow::Owned(text(bytes)?)),
        3 => boolean(bytes.arbitrary()?),
        4 => number(bytes.arbitrary()?),
        5 => Value::List(list(bytes, Kind::Text)?),
        6 => scalar(ScalarKind::Symbol, true, "Symbol(a)"),
        _ => scalar(ScalarKind::Object, true, "[object Object]"),
    })
}

fn boolean(value: bool) -> Value<'static> {
    scalar(ScalarKind::Boolean, value, if value { "true" } else { "false" })
}

fn number(value: f64) -> Value<'static> {
    scalar(ScalarKind::Number, value != 0.0 && !value.is_nan(), &value.to_string())
}

fn scalar(kind: ScalarKind, truthy: bool, text: &str) -> Value<'static> {
    Value::Scalar(Scalar { kind, truthy, text: Cow::Owned(to_text(text)) })
}
