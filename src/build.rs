//! Rendering with the results of earlier calls at hand.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use clawprompt_core::config::{AgentPromptConfig, Precedence, configure_params};
use clawprompt_core::definition::{Definition, PrefixGuard};
use clawprompt_core::prompt::{self, ParamsError, Rendered, Value, boundary};
use clawprompt_core::shipped;
use clawprompt_core::text::{Text, trim_start};
use napi::bindgen_prelude::{JsValue, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;

use crate::buffers;
use crate::collect::Collector;
use crate::error::{self, Result};
use crate::js::{self, Js};
use crate::recording::{self, Need, Row};
use crate::text::{SameText, to_js};

/// How the results of one definition are remembered.
#[derive(Clone)]
pub(crate) struct Memory {
    /// Tells the definition apart from others.
    number: u32,
    /// When the stable prefix of an earlier result may be kept; `None` for never.
    guard: Option<PrefixGuard>,
}

impl Memory {
    /// That of the shipped definition.
    pub(crate) fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Memory> = LazyLock::new(|| Memory::of(shipped::definition()));
        &SHIPPED
    }

    /// That of a definition which no other has been made for.
    pub(crate) fn of(definition: &Definition) -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        Self { number, guard: definition.prefix_guard() }
    }

    /// The text, the halves of a prompt, whole turns and texts under a config are remembered apart.
    pub(crate) fn whole(&self) -> u32 {
        self.number * 4
    }

    fn parts(&self) -> u32 {
        self.number * 4 + 1
    }

    pub(crate) fn turns(&self) -> u32 {
        self.number * 4 + 2
    }

    fn configured(&self) -> u32 {
        self.number * 4 + 3
    }
}

/// The two halves of a prompt.
#[napi(object, object_from_js = false)]
pub struct PromptParts {
    /// What stands above the cache boundary, without trailing white space.
    #[napi(ts_type = "string")]
    pub stable_prefix: SameText,
    /// What stands below the cache boundary, without leading white space.
    #[napi(ts_type = "string")]
    pub dynamic_suffix: SameText,
}

/// The prompt; the string of an earlier call when nothing changed.
pub(crate) fn build(
    env: Env,
    memory: &Memory,
    definition: &Definition,
    params: &Unknown<'_>,
) -> Result<SameText> {
    answer(env, memory, definition, ask(env, memory.whole(), params)?)
}

/// The prompt for what `collect.js` was asked.
pub(crate) fn answer(
    env: Env,
    memory: &Memory,
    definition: &Definition,
    asked: Js,
) -> Result<SameText> {
    if asked.kind().map_err(error::node)? == ValueType::String {
        return Ok(SameText(asked));
    }
    let call = Call::read(asked).map_err(error::node)?;
    if let Some((earlier, suffix)) = call.new_suffix(definition, memory)? {
        let text = call.after_prefix(earlier, &suffix.text).map_err(error::node)?;
        return call.keep(env, to_js(&env, text).map_err(error::node)?).map(SameText);
    }
    let (rendered, signature) = call.render(definition, memory)?;
    let prefix_length = rendered.reusable_prefix_length();
    let text = to_js(&env, rendered.text).map_err(error::node)?;
    Collector::keep(env.raw(), text, prefix_length, signature).map_err(error::node)?;
    Ok(SameText(text))
}

/// The halves of the prompt; the strings of an earlier call where they did not change.
pub(crate) fn parts(
    env: Env,
    memory: &Memory,
    definition: &Definition,
    params: &Unknown<'_>,
) -> Result<PromptParts> {
    let asked = ask(env, memory.parts(), params)?;
    let string = |text| to_js(&env, text).map_err(error::node);
    // An equal call's answer starts with a string, any other with a number.
    let first = asked.item(0).map_err(error::node)?;
    if first.kind().map_err(error::node)? == ValueType::String {
        let second = asked.item(1).map_err(error::node)?;
        return Ok(PromptParts {
            stable_prefix: SameText(first),
            dynamic_suffix: SameText(second),
        });
    }
    let call = Call::read(asked).map_err(error::node)?;
    let halves = if let Some((earlier, suffix)) = call.new_suffix(definition, memory)? {
        let prefix = earlier.item(0).map_err(error::node)?;
        let halves = [prefix, string(trim_start(&suffix.text).to_owned())?];
        call.keep(env, js::pair(env.raw(), halves).map_err(error::node)?)?;
        halves
    } else {
        let (rendered, signature) = call.render(definition, memory)?;
        let prefix_length = rendered.reusable_prefix_length();
        let (prefix, suffix) = halves(rendered.text);
        let halves = [string(prefix)?, string(suffix)?];
        let pair = js::pair(env.raw(), halves).map_err(error::node)?;
        Collector::keep(env.raw(), pair, prefix_length, signature).map_err(error::node)?;
        halves
    };
    let [stable_prefix, dynamic_suffix] = halves.map(SameText);
    Ok(PromptParts { stable_prefix, dynamic_suffix })
}

/// The prompt under a config; the string of an earlier call when nothing changed.
///
/// `source` is the text that decides the settings, if there is one; `settings` reads them.
pub(crate) fn build_configured(
    env: Env,
    params: &Unknown<'_>,
    source: Option<Js>,
    settings: impl FnOnce() -> Result<Option<ParamsSettings>>,
) -> Result<SameText> {
    let number = source.map_or(NOT_REMEMBERED, |_| Memory::shipped().configured());
    let params = Js::new(&env, params.raw());
    let asked = Collector::ask(env.raw(), number, params, source).map_err(error::node)?;
    if asked.kind().map_err(error::node)? == ValueType::String {
        return Ok(SameText(asked));
    }
    let settings = settings()?;
    let call = Call::read(asked).map_err(error::node)?;
    let rendered = call.with_value(Need::Everything, |value| match settings {
        None => prompt::render(shipped::definition(), value),
        Some((settings, precedence)) => {
            let mut params = value.clone();
            configure_params(&mut params, settings, precedence);
            prompt::render(shipped::definition(), &params)
        }
    })?;
    let text = to_js(&env, rendered.text).map_err(error::node)?;
    if source.is_some() {
        Collector::keep(env.raw(), text, 0, 0).map_err(error::node)?;
    }
    Ok(SameText(text))
}

/// Settings and who wins where the caller has one too.
pub(crate) type ParamsSettings = (AgentPromptConfig, Precedence);

/// Calls `then` with the parameters as the core reads them.
pub(crate) fn with_value<T>(
    env: Env,
    params: &Unknown<'_>,
    then: impl FnOnce(&Value<'_>) -> std::result::Result<T, ParamsError>,
) -> Result<T> {
    let call = Call::read(ask(env, NOT_REMEMBERED, params)?).map_err(error::node)?;
    call.with_value(Need::Everything, then)
}

/// A number under which nothing is ever kept.
const NOT_REMEMBERED: u32 = u32::MAX;

pub(crate) fn ask(env: Env, number: u32, params: &Unknown<'_>) -> Result<Js> {
    Collector::ask(env.raw(), number, Js::new(&env, params.raw()), None).map_err(error::node)
}

/// What `collect.js` hands over when there was no equal call.
pub(crate) struct Call {
    /// Where the earlier result's suffix starts, in UTF-16 code units.
    pub(crate) prefix_length: usize,
    /// The signature of the earlier result's prefix.
    signature: u32,
    /// The result of a call that differs only in what a turn may change.
    earlier: Option<Js>,
    rows: [Js; 2],
    long: [Vec<Js>; 2],
}

impl Call {
    pub(crate) fn read(asked: Js) -> napi::Result<Self> {
        let items = asked.items()?;
        let [prefix_length, signature, earlier, stable, turn, stable_long, long @ ..] = &items[..]
        else {
            return Err(napi::Error::from_reason("the parameters were not collected"));
        };
        let prefix_length = prefix_length.as_number()?;
        let (stable_long, turn_long) = long.split_at(stable_long.as_number()? as usize);
        Ok(Self {
            prefix_length: prefix_length as usize,
            signature: signature.as_number()?,
            earlier: (prefix_length > 0).then_some(*earlier),
            rows: [*stable, *turn],
            long: [stable_long.to_vec(), turn_long.to_vec()],
        })
    }

    fn with_value<T>(
        &self,
        need: Need,
        then: impl FnOnce(&Value<'_>) -> std::result::Result<T, ParamsError>,
    ) -> Result<T> {
        let row = |index: usize| Row::new(self.rows[index], &self.long[index]).map_err(error::node);
        let (stable, turn) = (row(0)?, row(1)?);
        let value = recording::decode(&stable, &turn, need).map_err(error::node)?;
        then(&value).map_err(error::params)
    }

    pub(crate) fn render(
        &self,
        definition: &Definition,
        memory: &Memory,
    ) -> Result<(Rendered, u32)> {
        self.with_value(Need::Everything, |value| {
            let buffer = |units| buffers::take(self.rows[0].env(), units);
            prompt::render_guarded(definition, value, memory.guard.as_ref(), buffer)
        })
    }

    /// The earlier result and this call's suffix, when the earlier prefix is right for it.
    pub(crate) fn new_suffix(
        &self,
        definition: &Definition,
        memory: &Memory,
    ) -> Result<Option<(Js, Rendered)>> {
        let (Some(earlier), Some(guard)) = (self.earlier, &memory.guard) else { return Ok(None) };
        let suffix = self.with_value(Need::Suffix, |value| {
            prompt::render_suffix(definition, value, guard, self.signature)
        })?;
        Ok(suffix.map(|suffix| (earlier, suffix)))
    }

    /// The stable prefix of an earlier prompt with another suffix.
    pub(crate) fn after_prefix(&self, earlier: Js, suffix: &Text) -> napi::Result<Text> {
        let mut units = buffers::take(earlier.env(), self.prefix_length + suffix.len() + 1);
        earlier.append_text(&mut units, self.prefix_length)?;
        units.extend_from_slice(suffix.as_slice());
        Ok(Text::from_vec(units))
    }

    /// Remembers a result that has the earlier one's prefix.
    pub(crate) fn keep(&self, env: Env, result: Js) -> Result<Js> {
        Collector::keep(env.raw(), result, self.prefix_length, self.signature)
            .map_err(error::node)?;
        Ok(result)
    }
}

/// What stands above and below the boundary; without one, everything is above.
pub(crate) fn halves(text: Text) -> (Text, Text) {
    match boundary::split(&text) {
        Some(split) => (split.stable_prefix, split.dynamic_suffix),
        None => (text, Text::new()),
    }
}
