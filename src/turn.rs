//! The whole turn of a builder that is bound to a workspace: look at the disk, cut, render, account.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use clawprompt_core::account::PROJECT_CONTEXT;
use clawprompt_core::prompt::{Field, Kind, PARAMS, Placement, Rendered};
use clawprompt_core::text::Utf8Hash;
use napi::bindgen_prelude::{
    AsyncTask, FnArgs, Function, FunctionCallContext, JsValue, This, Unknown,
};
use napi::{Env, ValueType};
use napi_derive::napi;

use crate::bootstrap_analysis::number;
use crate::bound::{BoundWorkspace, Fresh, Look};
use crate::build::{Call, ask};
use crate::collect::Collector;
use crate::environment::{Script, evaluated};
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::{self, Js};
use crate::prompt::{PromptBuilder, Wording};
use crate::task::{self, DiskTask};
use crate::text::{SameText, to_js};
use crate::to_js::or_undefined;

/// What a turn's prompt holds. Lengths are in UTF-16 code units.
#[napi(object, object_from_js = false)]
pub struct TurnReport {
    /// Length of the prompt.
    pub chars: f64,
    /// Of these, above the cache boundary.
    pub stable_chars: f64,
    /// Of these, below the cache boundary.
    pub dynamic_chars: f64,
    /// Of these, context files with their headings.
    pub project_context_chars: f64,
    /// All others.
    pub non_project_context_chars: f64,
    /// SHA-256 of the prompt in UTF-8, as 64 lower-case hexadecimal digits.
    pub hash: String,
}

/// Figures of a stable prefix, from which those of a prompt with another suffix follow.
#[derive(Clone)]
struct Prefix {
    hash: Utf8Hash,
    figures: Figures,
}

/// Lengths of what sections hold.
#[derive(Clone, Copy, Default)]
struct Figures {
    stable: usize,
    dynamic: usize,
    project_context: usize,
}

/// Prefixes of a builder's latest prompts, by number.
#[derive(Default)]
pub(crate) struct Prefixes {
    known: BTreeMap<u32, Prefix>,
}

/// As many as there are remembered prompts.
const MOST_PREFIXES: usize = 64;

#[napi]
impl PromptBuilder {
    /// Prepares a turn of the bound workspace in one call: sees by their facts which files and skills changed and
    /// reads only those, cuts them to budget, renders and accounts. Looks at the disk off the event loop.
    ///
    /// What did not change since the turn before is returned again: the very object if nothing did. `params` are
    /// those of `build`; the files, their notice and, where skills are bound, the list come from the workspace.
    ///
    /// @throws `ERR_INVALID_PARAMETER` also when no workspace is bound, `ERR_INVALID_LOCALE`
    /// @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
    #[napi(
        catch_unwind,
        ts_args_type = "params?: TurnParams | null",
        ts_return_type = "Promise<PreparedTurn>"
    )]
    pub fn prepare_turn<'env>(
        &self,
        env: &'env Env,
        this: This<'env>,
        params: Unknown<'env>,
    ) -> Result<Unknown<'env>> {
        let turn = self.turn()?;
        record(*env, &params)?;
        let slot = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&slot);
        let workspace = Arc::clone(&turn.workspace);
        let looked = task::run(move || {
            let look = workspace.look()?;
            *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(look);
            Ok(())
        });
        let finish = move |context: FunctionCallContext<'_>| {
            let lost = || napi::Error::from_reason("the turn was lost; report it");
            let look = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
            let look = look.ok_or_else(lost)?;
            let builder = Js::new(context.env, context.get::<Unknown<'_>>(0)?.raw());
            let params = Js::new(context.env, context.get::<Unknown<'_>>(1)?.raw());
            let env = *context.env;
            // Called from C, so nothing may unwind.
            let prepare = AssertUnwindSafe(|| turn.prepare(env, builder, look, params));
            let prepared = catch_unwind(prepare).map_err(|_| lost())?;
            prepared.map(SameText).map_err(|error| task::rejection(env, error))
        };
        let finish: Finish<'env> =
            env.create_function_from_closure("finish", finish).map_err(error::node)?;
        let later: Later<'env> = glue(*env)
            .and_then(|glue| glue.get(c"later")?.function(env))
            .map_err(error::node)?
            .ok_or_else(|| Error::new(Code::Internal, "turn.js lacks a function".to_owned()))?;
        let builder = Js::new(env, this.object.raw()).unknown(env);
        later.call(FnArgs::from((looked, builder, params, finish))).map_err(error::node)
    }

    /// The twin of `prepareTurn` that blocks: where nothing changed, for a few file facts.
    ///
    /// @throws as `prepareTurn`
    #[napi(
        catch_unwind,
        ts_args_type = "params?: TurnParams | null",
        ts_return_type = "PreparedTurn"
    )]
    pub fn prepare_turn_sync<'env>(
        &self,
        env: &'env Env,
        this: This<'env>,
        params: Unknown<'env>,
    ) -> Result<Unknown<'env>> {
        let turn = self.turn()?;
        record(*env, &params)?;
        let params = Js::new(env, params.raw());
        let given = glue(*env).and_then(|glue| glue.invoke(c"read", &[params]));
        let given = given.map_err(error::node)?;
        let look = turn.workspace.look()?;
        let builder = Js::new(env, this.object.raw());
        let prepared = turn.prepare(*env, builder, look, given)?;
        Ok(prepared.unknown(env))
    }
}

type Looked = AsyncTask<DiskTask<()>>;
type Finish<'env> = Function<'env, FnArgs<(Unknown<'env>, Unknown<'env>)>, SameText>;
type Later<'env> =
    Function<'env, FnArgs<(Looked, Unknown<'env>, Unknown<'env>, Finish<'env>)>, Unknown<'env>>;

impl PromptBuilder {
    fn turn(&self) -> Result<Turn> {
        let workspace = self.workspace.as_ref().ok_or_else(|| {
            let message =
                "options.workspace must be given to the constructor before a turn can be prepared";
            Error::new(Code::InvalidParameter, message.to_owned())
        })?;
        Ok(Turn { wording: Arc::clone(&self.wording), workspace: Arc::clone(workspace) })
    }
}

/// What a turn needs of its builder.
struct Turn {
    wording: Arc<Wording>,
    workspace: Arc<BoundWorkspace>,
}

impl Turn {
    /// The second half: everything but the look at the disk. `params` is a copy, so no code of the caller runs here but
    /// `toString` of a value that is no text.
    fn prepare(&self, env: Env, builder: Js, look: Look, params: Js) -> Result<Js> {
        let glue = glue(env).map_err(error::node)?;
        let given = match self.workspace.accept(&look) {
            Some((Fresh { dir, workspace, skills, same: [files, context_files] }, shown)) => {
                let raw = env.raw();
                let skills = or_undefined(skills);
                let made = || {
                    let (dir, workspace) = (js::made(raw, dir)?, js::made(raw, workspace)?);
                    let same = [js::made(raw, files)?, js::made(raw, context_files)?];
                    Ok([builder, params, dir, workspace, js::made(raw, skills)?, same[0], same[1]])
                };
                let given = made().and_then(|arguments| glue.invoke(c"compose", &arguments));
                self.workspace.keep(look, given.is_ok().then_some(shown));
                given
            }
            None => glue.invoke(c"compose", &[builder, params]),
        };
        let given = given.map_err(error::node)?;
        let Wording { memory, definition } = &*self.wording;
        let asked = ask(env, memory.turns(), &given.unknown(&env))?;
        // An equal call's answer starts with its turn, any other with a number.
        let first = asked.item(0).map_err(error::node)?;
        if first.kind().map_err(error::node)? == ValueType::Object {
            return glue.invoke(c"turn", &[builder, first]).map_err(error::node);
        }
        let asked = Call::read(asked).map_err(error::node)?;
        let made = |text: Js, report: TurnReport| {
            let report = js::made(env.raw(), report)?;
            glue.invoke(c"turn", &[builder, js::undefined(env.raw())?, text, report])
        };
        let kept = |turn: Js, prefix: u32| {
            let number = js::number(env.raw(), prefix);
            number.and_then(|number| js::pair(env.raw(), [turn, number])).map_err(error::node)
        };
        let mut prefixes = self.workspace.prefixes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((earlier, suffix)) = asked.new_suffix(definition, memory)? {
            let number = earlier.item(1).and_then(Js::as_number).map_err(error::node)?;
            if let Some(prefix) = prefixes.known.get(&number) {
                let report = prefix.report(asked.prefix_length, &suffix, 0);
                let turn = earlier.item(0).and_then(|turn| turn.get(c"text"));
                let text = turn.and_then(|text| asked.after_prefix(text, &suffix.text));
                let turn = text.and_then(|text| made(to_js(&env, text)?, report));
                let turn = turn.map_err(error::node)?;
                return asked.keep(env, kept(turn, number)?).map(|_| turn);
            }
        }
        let (rendered, signature) = asked.render(definition, memory)?;
        let prefix = Prefix::of(&rendered);
        let length = rendered.prefix_length();
        let reusable = rendered.reusable_prefix_length();
        let report = prefix.report(length, &rendered, length);
        let number = prefixes.add(prefix);
        let text = to_js(&env, rendered.text).map_err(error::node)?;
        let turn = made(text, report).map_err(error::node)?;
        let kept = kept(turn, number)?;
        Collector::keep(env.raw(), kept, reusable, signature).map_err(error::node)?;
        Ok(turn)
    }
}

impl Prefixes {
    /// Keeps a prefix under a number that no builder has used: builders of one definition share what they remember.
    fn add(&mut self, prefix: Prefix) -> u32 {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        self.known.insert(number, prefix);
        if self.known.len() > MOST_PREFIXES {
            self.known.pop_first();
        }
        number
    }
}

impl Prefix {
    fn of(rendered: &Rendered) -> Self {
        let length = rendered.prefix_length();
        let mut hash = Utf8Hash::default();
        hash.add(&rendered.text[..length]);
        Self { hash, figures: Figures::default().with(rendered, 0..length) }
    }

    /// The report on a prefix of `length` units, followed by what stands in `rendered` from `start` on.
    fn report(&self, length: usize, rendered: &Rendered, start: usize) -> TurnReport {
        let suffix = &rendered.text[start..];
        let mut hash = self.hash.clone();
        hash.add(suffix);
        let chars = length + suffix.len();
        let figures = self.figures.with(rendered, start..rendered.text.len());
        TurnReport {
            chars: number(chars),
            stable_chars: number(figures.stable),
            dynamic_chars: number(figures.dynamic),
            project_context_chars: number(figures.project_context),
            non_project_context_chars: number(chars - figures.project_context),
            hash: hash.finish(),
        }
    }
}

impl Figures {
    /// Adds the sections that start within the range.
    fn with(mut self, rendered: &Rendered, range: Range<usize>) -> Self {
        for section in rendered.sections.iter().filter(|section| range.contains(&section.start)) {
            let length = section.end - section.start;
            match section.placement {
                Placement::Stable => self.stable += length,
                Placement::Dynamic => self.dynamic += length,
                Placement::Boundary => {}
            }
            if PROJECT_CONTEXT.contains(&&*section.id) {
                self.project_context += length;
            }
        }
        self
    }
}

/// Refuses parameters that are neither absent nor an object.
fn record(env: Env, params: &Unknown<'_>) -> Result<()> {
    if from_js::is_absent(Js::new(&env, params.raw()))? {
        return Ok(());
    }
    from_js::object(env, "params", params).map(drop)
}

/// The functions of `turn.js` in this environment.
fn glue(env: Env) -> napi::Result<Js> {
    evaluated(env.raw(), Script::Turn, || {
        format!("({})({})", include_str!("turn.js").trim_end(), shape(PARAMS))
    })
}

/// What `turn.js` must know of a kind to copy it.
fn shape(kind: Kind) -> String {
    match kind {
        Kind::Text | Kind::OneOf(_) | Kind::Flag | Kind::Number => "'value'".to_owned(),
        Kind::Texts | Kind::Iterable => "'list'".to_owned(),
        Kind::TextMap => "'map'".to_owned(),
        Kind::Records(fields) => format!("[{}]", shape(Kind::Record(fields))),
        Kind::Record(fields) => {
            let member = |field: &Field| format!("{}: {}", field.name, shape(field.kind));
            format!("{{ {} }}", fields.iter().map(member).collect::<Vec<_>>().join(", "))
        }
    }
}
