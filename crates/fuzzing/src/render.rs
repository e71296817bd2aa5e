//! Prompts of arbitrary parameters.

use arbitrary::{Result, Unstructured};
use clawprompt_core::prompt::{Kind, PARAMS, Value};
use clawprompt_core::shipped;

use crate::{check, random};

pub(crate) fn run(data: &[u8]) {
    // The bytes may end in the middle of a value.
    let _ = render(&mut Unstructured::new(data));
}

fn render(bytes: &mut Unstructured<'_>) -> Result<()> {
    let params = random::value(bytes, PARAMS)?;
    let next = match PARAMS {
        Kind::Record(fields) => random::next_turn(bytes, &params, fields)?,
        _ => Value::Undefined,
    };
    check::turns(shipped::definition(), &params, &next);
    Ok(())
}
