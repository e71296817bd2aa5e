//! The part that runs as JavaScript: `collect.js`, with a reader made from the schema of the parameters.
//!
//! Fetching members one by one costs about 100 ns each through Node's C interface; a function that V8 compiles
//! reads all of them in less than a microsecond.

use clawprompt_core::prompt::{Field, Kind, PARAMS};
use napi::Result;
use napi::sys::{napi_env, napi_ref};

use crate::environment::state;
use crate::js::{self, Js};
use crate::recording::TAGS;

/// The functions of `collect.js` in one environment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Collector {
    ask: napi_ref,
    keep: napi_ref,
}

impl Collector {
    /// What an equal call has returned, or what is needed to render; see `collect.js`.
    ///
    /// `also` must be equal as well for two calls to be equal.
    pub(crate) fn ask(env: napi_env, definition: u32, params: Js, also: Option<Js>) -> Result<Js> {
        let ask = Self::asking(env)?;
        let definition = js::number(env, definition)?;
        match also {
            None => js::call(env, ask, &[definition, params]),
            Some(also) => js::call(env, ask, &[definition, params, also]),
        }
    }

    /// Remembers the result of the call that was asked for last.
    ///
    /// `prefix_length` is 0 when the prefix must not be kept.
    pub(crate) fn keep(
        env: napi_env,
        result: Js,
        prefix_length: usize,
        signature: u32,
    ) -> Result<()> {
        let length = u32::try_from(prefix_length).unwrap_or(0);
        let arguments = [result, js::number(env, length)?, js::number(env, signature)?];
        js::call(env, js::referenced(env, Self::of(env)?.keep)?, &arguments).map(drop)
    }

    /// The environment's functions, made when they are first asked for: at loading, by `front::install`.
    fn of(env: napi_env) -> Result<Self> {
        if let Some(collector) = state(env)?.collector {
            return Ok(collector);
        }
        let functions = js::run_script(env, "collect.js", &script())?;
        let function = |name| functions.get(name)?.reference();
        let collector = Self { ask: function(c"ask")?, keep: function(c"keep")? };
        state(env)?.collector = Some(collector);
        Ok(collector)
    }

    /// The function behind [`Collector::ask`].
    pub(crate) fn asking(env: napi_env) -> Result<Js> {
        js::referenced(env, Self::of(env)?.ask)
    }

    /// Lets go of the functions, when the environment ends.
    pub(crate) fn release(self, env: napi_env) {
        for reference in [self.ask, self.keep] {
            js::delete_reference(env, reference);
        }
    }
}

fn script() -> String {
    let mut flatten = String::new();
    let root = Reader { source: &mut flatten, bodies: Vec::new() }.function(PARAMS, false);
    let tags: Vec<String> = TAGS.iter().map(|(name, code)| format!("{name}: {code}")).collect();
    format!(
        "{}((function (plain, lengthOf) {{ let session; {flatten} return (function (params, stable, turn) {{ \
         session = undefined; {root}(params, stable, turn); return session }}) }}), {{ {} }})",
        include_str!("collect.js").trim_end(),
        tags.join(", ")
    )
}

/// Writes a function for each kind of value that has parts; equal ones once.
struct Reader<'a> {
    source: &'a mut String,
    bodies: Vec<String>,
}

impl Reader<'_> {
    /// Name of a function that reads a value of this kind into `stable` or `turn`.
    fn function(&mut self, kind: Kind, turn: bool) -> String {
        let out = if turn { "turn" } else { "stable" };
        let otherwise = format!("{out}.push(-1, plain(value))");
        // A proxy may say that it has 1.5 entries, so what counts is how many were read.
        let body = match kind {
            Kind::Text | Kind::OneOf(_) | Kind::Flag | Kind::Number => {
                format!("{out}.push(plain(value))")
            }
            Kind::Texts => format!(
                "if (!Array.isArray(value)) return {otherwise}; const length = lengthOf(value); \
                 let count = 0; const at = {out}.push(0) - 1; \
                 for (; count < length; count += 1) {out}.push(plain(value[count])); {out}[at] = count"
            ),
            Kind::Iterable => {
                let list = self.function(Kind::Texts, turn);
                format!(
                    "const iterable = typeof value === 'string' || (value !== undefined && value !== null && \
                     typeof value[Symbol.iterator] === 'function'); \
                     {list}(iterable ? Array.from(value) : value, stable, turn)"
                )
            }
            Kind::TextMap => format!(
                "if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) \
                 return {otherwise}; const keys = Object.keys(value); {out}.push(keys.length); \
                 for (const key of keys) {out}.push(key, plain(value[key]))"
            ),
            Kind::Records(fields) => {
                let item = self.function(Kind::Record(fields), turn);
                format!(
                    "if (!Array.isArray(value)) return {otherwise}; const length = lengthOf(value); let count = 0; \
                     const at = {out}.push(0) - 1; for (; count < length; count += 1) \
                     {item}(value[count], stable, turn); {out}[at] = count"
                )
            }
            Kind::Record(fields) => {
                let members: Vec<String> =
                    fields.iter().map(|field| self.member(*field, turn)).collect();
                format!(
                    "if (typeof value !== 'object' || value === null || Array.isArray(value)) \
                     return {otherwise}; {out}.push(1); let member; {}",
                    members.concat()
                )
            }
        };
        let known = self.bodies.iter().position(|known| *known == body);
        let name = format!("read{}", known.unwrap_or(self.bodies.len()));
        if known.is_none() {
            // Compiled at once, see `collect.js`.
            let start = format!("const {name} = (function (value, stable, turn) {{ ");
            *self.source += &[&start, &body, " });\n"].concat();
            self.bodies.push(body);
        }
        name
    }

    fn member(&mut self, field: Field, turn: bool) -> String {
        let turn = turn || field.turn;
        let out = if turn { "turn" } else { "stable" };
        let fetch = format!("member = value.{}; ", field.name);
        // Earlier calls are looked up by session; where there is none, by workspace.
        let session = match field.name {
            "workspaceDir" => "if (session === undefined) session = member; ",
            "sessionKey" => "if (member !== undefined) session = member; ",
            _ => "",
        };
        let read = match field.kind {
            Kind::Text | Kind::OneOf(_) | Kind::Flag | Kind::Number => {
                format!("{out}.push(plain(member)); ")
            }
            kind => format!("{}(member, stable, turn); ", self.function(kind, turn)),
        };
        [&fetch, session, &read].concat()
    }
}
