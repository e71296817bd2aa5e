//! What `collect.js` hands over when a prompt must be rendered, decoded into the core's [`Value`].
//!
//! There are two rows, one for what a turn may change and one for the rest. A row is one string: the length
//! of its shape as two units, the shape (a tag for each leaf, with lengths, and one for a run of `undefined`),
//! then the text of the short strings.

use std::borrow::Cow;

use clawprompt_core::prompt::{
    Deferred, DeferredText, Field, Kind, PARAMS, Scalar, ScalarKind, Value,
};
use clawprompt_core::text::{Text, U16Str, trim};
use napi::Result;
use widestring::u16str;

use crate::js::Js;

/// Tag of a long string.
const LONG: u16 = 5;
/// Plus `n`: a run of `n` leaves that are `undefined`.
const ABSENT: u16 = 16;

/// Tags of the shape; `collect.js` gets the same table.
pub(crate) const TAGS: [(&str, u16); 11] = [
    ("absent", ABSENT),
    ("null", 1),
    ("true", 2),
    ("false", 3),
    ("text", 4),
    ("long", LONG),
    ("number", 6),
    ("bigint", 7),
    ("symbol", 8),
    ("function", 9),
    ("object", 10),
];

/// A stable text that the suffix does not show is read up to here, which is enough for every condition.
const GLANCE: usize = 512;

/// Which texts are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// All of them.
    Everything,
    /// Those that the dynamic suffix shows; of other long ones only the start.
    Suffix,
}

/// The parameters of a call.
pub(crate) fn decode<'a>(stable: &'a Row, turn: &'a Row, need: Need) -> Result<Value<'a>> {
    Decoder { rows: [Cursor::new(stable), Cursor::new(turn)], need }.value(
        PARAMS,
        false,
        Fetch::Whole,
    )
}

/// How much of a long text is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fetch {
    Whole,
    Glance,
}

/// One string of `collect.js` and the long strings that belong to it.
pub(crate) struct Row {
    units: Vec<u16>,
    long: Vec<Js>,
}

impl Row {
    /// Reads a row.
    pub(crate) fn new(row: Js, long: &[Js]) -> Result<Self> {
        Ok(Self { units: row.short_text()?, long: long.to_vec() })
    }
}

/// Where the decoder stands in a row.
struct Cursor<'a> {
    row: &'a Row,
    shape: usize,
    text: usize,
    long: usize,
    /// Leaves of the current run of `undefined` that are still to come.
    absent: u16,
}

impl<'a> Cursor<'a> {
    fn new(row: &'a Row) -> Self {
        let mut cursor = Self { row, shape: 0, text: 0, long: 0, absent: 0 };
        cursor.text = cursor.length();
        cursor
    }

    /// Whether the next leaf is `undefined`; if so, it is read.
    fn is_absent(&mut self) -> bool {
        if self.absent == 0 {
            match self.row.units.get(self.shape) {
                Some(tag) if *tag > ABSENT => self.absent = tag - ABSENT,
                _ => return false,
            }
            self.shape += 1;
        }
        self.absent -= 1;
        true
    }

    fn tag(&mut self) -> u16 {
        self.shape += 1;
        self.row.units[self.shape - 1]
    }

    fn length(&mut self) -> usize {
        let (low, high) = (self.tag(), self.tag());
        usize::from(low) | usize::from(high) << 16
    }

    fn text(&mut self) -> &'a U16Str {
        let length = self.length();
        self.text += length;
        U16Str::from_slice(&self.row.units[self.text - length..self.text])
    }

    fn next_is_long(&self) -> bool {
        self.absent == 0 && self.row.units.get(self.shape) == Some(&LONG)
    }

    fn long(&mut self) -> Option<&'a Js> {
        self.long += 1;
        self.row.long.get(self.long - 1)
    }
}

struct Decoder<'a> {
    rows: [Cursor<'a>; 2],
    need: Need,
}

impl<'a> Decoder<'a> {
    fn value(&mut self, kind: Kind, turn: bool, fetch: Fetch) -> Result<Value<'a>> {
        match kind {
            Kind::Text | Kind::OneOf(_) | Kind::Flag | Kind::Number => self.leaf(turn, fetch),
            Kind::Texts | Kind::Iterable => match self.marker(turn) {
                None => self.leaf(turn, fetch),
                Some(length) => {
                    let mut items = Vec::with_capacity(length);
                    for _ in 0..length {
                        items.push(self.leaf(turn, fetch)?);
                    }
                    Ok(Value::List(items))
                }
            },
            Kind::TextMap => match self.marker(turn) {
                None => self.leaf(turn, fetch),
                Some(length) => {
                    let entries = (0..length).map(|_| {
                        let key = match self.leaf(turn, Fetch::Whole)? {
                            Value::Text(key) => key,
                            _ => Cow::Owned(Text::new()),
                        };
                        Ok((key, self.leaf(turn, fetch)?))
                    });
                    Ok(Value::Map(entries.collect::<Result<_>>()?))
                }
            },
            Kind::Records(fields) => match self.marker(turn) {
                None => self.leaf(turn, fetch),
                Some(length) => {
                    let mut items = Vec::with_capacity(length);
                    for _ in 0..length {
                        items.push(self.value(Kind::Record(fields), turn, fetch)?);
                    }
                    Ok(Value::List(items))
                }
            },
            Kind::Record(fields) => match self.marker(turn) {
                None => self.leaf(turn, fetch),
                Some(_) => self.members(fields, turn),
            },
        }
    }

    fn members(&mut self, fields: &[Field], turn: bool) -> Result<Value<'a>> {
        let mut values: Vec<Value<'a>> = Vec::with_capacity(fields.len());
        for field in fields {
            let turn = turn || field.turn;
            let unseen = self.need == Need::Suffix
                && match field.name {
                    "skillsPrompt" => true,
                    // The path, which comes first, says on which side of the boundary a file stands.
                    "content" => !values.first().is_some_and(names_dynamic_file),
                    _ => false,
                };
            let fetch = if unseen { Fetch::Glance } else { Fetch::Whole };
            let value = match self.deferred(*field, turn, fetch) {
                Some(text) => Value::Deferred(Deferred(text)),
                None => self.value(field.kind, turn, fetch)?,
            };
            values.push(value);
        }
        Ok(Value::Record(values))
    }

    /// A long content of a file, to be fetched where it is printed.
    fn deferred(&mut self, field: Field, turn: bool, fetch: Fetch) -> Option<&'a Js> {
        let cursor = &mut self.rows[usize::from(turn)];
        let long = field.name == "content" && fetch == Fetch::Whole && cursor.next_is_long();
        long.then(|| {
            cursor.tag();
            cursor.long()
        })?
    }

    /// The length of a list or the presence of a record; `None` when something else stands in its place.
    fn marker(&mut self, turn: bool) -> Option<usize> {
        let row = &mut self.rows[usize::from(turn)];
        row.shape += 2;
        let digit = |unit: &u16| Some(usize::from(unit.checked_sub(u16::from(b'0'))?));
        // The only other number that stands here is -1.
        row.text().as_slice().iter().try_fold(0, |number, unit| Some(number * 10 + digit(unit)?))
    }

    fn leaf(&mut self, turn: bool, fetch: Fetch) -> Result<Value<'a>> {
        let row = &mut self.rows[usize::from(turn)];
        if row.is_absent() {
            return Ok(Value::Undefined);
        }
        let scalar = |kind, truthy, text| Value::Scalar(Scalar { kind, truthy, text });
        Ok(match row.tag() {
            1 => Value::Null,
            2 => scalar(ScalarKind::Boolean, true, Cow::Borrowed(u16str!("true"))),
            3 => scalar(ScalarKind::Boolean, false, Cow::Borrowed(u16str!("false"))),
            4 => Value::Text(Cow::Borrowed(row.text())),
            LONG => Value::Text(Cow::Owned(long_text(row.long(), fetch)?)),
            tag => {
                let truthy = row.tag() == 1;
                let kind = match tag {
                    6 => ScalarKind::Number,
                    7 => ScalarKind::BigInt,
                    8 => ScalarKind::Symbol,
                    9 => ScalarKind::Function,
                    _ => ScalarKind::Object,
                };
                scalar(kind, truthy, Cow::Borrowed(row.text()))
            }
        })
    }
}

/// A long text, or its start when that is not blank: conditions ask only whether there is any text.
fn long_text(handle: Option<&Js>, fetch: Fetch) -> Result<Text> {
    let Some(handle) = handle else { return Ok(Text::new()) };
    if fetch == Fetch::Glance {
        let mut start = Vec::new();
        handle.append_text(&mut start, GLANCE)?;
        let start = Text::from_vec(start);
        if !trim(&start).is_empty() {
            return Ok(start);
        }
    }
    handle.text()
}

/// Whether a path may name the file that stands below the boundary; no letter of it has a form beyond ASCII.
fn names_dynamic_file(path: &Value<'_>) -> bool {
    const NAME: &[u16] = u16str!("heartbeat.md").as_slice();
    let lower = |unit: &u16| unit | u16::from((0x41..=0x5A).contains(unit)) << 5;
    path.as_text().is_some_and(|path| {
        path.as_slice()
            .windows(NAME.len())
            .any(|window| window.iter().map(lower).eq(NAME.iter().copied()))
    })
}

impl DeferredText for Js {
    fn length(&self) -> usize {
        self.text_length().unwrap_or(0)
    }

    fn append_to(&self, out: &mut Vec<u16>) {
        // It is known to be a string, so nothing is left to refuse.
        let appended = self.append_text(out, self.length());
        debug_assert!(appended.is_ok());
    }
}
