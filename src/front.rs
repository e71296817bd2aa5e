//! Equal calls are answered in front of the addon; see `front.js`.

use clawprompt_core::shipped;
use napi::bindgen_prelude::{ClassInstance, JsValue, Object, Unknown};
use napi::{Env, Result};
use napi_derive::napi;

use crate::build::{self, Memory};
use crate::collect::Collector;
use crate::error;
use crate::js::{self, Js};
use crate::prompt::PromptBuilder;
use crate::text::SameText;

/// Puts the functions of `front.js` in the place of the addon's own, which do the same from here.
pub(crate) fn install(env: Env, addon: Object<'_>) -> Result<()> {
    let answer = env.create_function::<(), ()>("answer", answer_c_callback)?;
    let number_of = env.create_function::<(), ()>("numberOf", number_of_c_callback)?;
    let [addon, answer, number_of] =
        [addon.raw(), answer.raw(), number_of.raw()].map(|value| Js::new(&env, value));
    let arguments = [addon, Collector::asking(env.raw())?, answer, number_of];
    let script = js::run_script(env.raw(), "front.js", include_str!("front.js"))?;
    js::call(env.raw(), script, &arguments).map(drop)
}

/// The prompt for what `ask` of `collect.js` has returned.
#[napi(catch_unwind, no_export)]
pub fn answer(
    env: Env,
    asked: Unknown<'_>,
    builder: Option<ClassInstance<'_, PromptBuilder>>,
) -> error::Result<SameText> {
    let (memory, definition) = match &builder {
        None => (Memory::shipped(), shipped::definition()),
        Some(builder) => (&*builder.wording.memory, builder.definition()),
    };
    build::answer(env, memory, definition, Js::new(&env, asked.raw()))
}

/// The number under which `collect.js` remembers the texts of a builder; without one, of the shipped definition.
#[napi(catch_unwind, no_export)]
pub fn number_of(builder: Option<ClassInstance<'_, PromptBuilder>>) -> u32 {
    builder.map_or_else(|| Memory::shipped().whole(), |builder| builder.wording.memory.whole())
}
