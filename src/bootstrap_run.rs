//! The files of one run, from the workspace through the hook to the prompt.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use clawprompt_core::bootstrap::{
    BootstrapContext, BootstrapSettings, BootstrapTexts, Budget, ContextMode, FinishContext,
    FinishOptions, HookEntry, HookOutcome, RunFacts, RunKind, WarningHistory, WarningMode,
    WarningOptions, extra_file_patterns, finish, hook_timeout,
};
use clawprompt_core::config::session_agent_id;
use clawprompt_core::text::{Collator, U16Str};
use clawprompt_files::workspace::{PreparedWorkspace, SetupState};
use napi::bindgen_prelude::{AsyncTask, FnArgs, Function, JsValue, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;
use serde::Deserialize;
use serde_json::Value;

use crate::bootstrap::{BudgetArguments, READER, home_dir, tell, workspace_path};
use crate::bootstrap_context::BootstrapRunContext;
use crate::bootstrap_files::{WorkspaceBootstrapFile, entry};
use crate::bootstrap_warning::{history, max_files};
use crate::config::Config;
use crate::environment::{Script, evaluated};
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::js::Js;
use crate::task::{self, DiskTask};
use crate::text::JsText;

/// What a caller passes; the callbacks stay in JavaScript.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    workspace_dir: JsText,
    config: Option<Config>,
    session_key: Option<JsText>,
    session_id: Option<JsText>,
    agent_id: Option<String>,
    context_mode: Option<JsText>,
    run_kind: Option<JsText>,
    hook_timeout_ms: Option<f64>,
    extra_files: Option<Vec<String>>,
    warning_mode: Option<WarningMode>,
    seen_signatures: Option<Vec<JsText>>,
    previous_signature: Option<JsText>,
    max_files: Option<f64>,
    locale: Option<String>,
}

/// What both halves of a run need.
pub(crate) struct Run {
    facts: RunFacts,
    extra_files: Vec<String>,
    config: Option<Value>,
    agent_id: String,
    budget: Budget,
    warning_mode: WarningMode,
    /// Earlier warnings, as the caller knows them.
    pub(crate) history: WarningHistory,
    max_files: usize,
    collator: Collator,
    hook_timeout: u32,
}

impl Run {
    pub(crate) fn read(env: Env, params: &Unknown<'_>) -> Result<Self> {
        let request: Request = from_js::read(env, "params", params)?;
        let budget: BudgetArguments = from_js::read(env, "params", params)?;
        let config: Option<Value> = request.config.map(|Config(config)| config.into());
        let key = request.session_key.map(|JsText(key)| key);
        let agent_id =
            session_agent_id(config.as_ref(), request.agent_id.as_deref(), key.as_deref());
        let settings = BootstrapSettings::from_config(config.as_ref(), Some(&agent_id));
        // As in the peer, a name that is not known means the default.
        let name = |name: Option<JsText>| name.unwrap_or_default().0.to_string_lossy();
        let facts = RunFacts {
            workspace_dir: workspace_path(&request.workspace_dir.0),
            session_key: key,
            session_id: request.session_id.map(|JsText(id)| id),
            context_mode: ContextMode::from_name(&name(request.context_mode)).unwrap_or_default(),
            run_kind: RunKind::from_name(&name(request.run_kind)).unwrap_or_default(),
            is_setup_completed: false,
        };
        let from_config = || extra_file_patterns(config.as_ref());
        Ok(Self {
            facts,
            extra_files: request.extra_files.unwrap_or_else(from_config),
            agent_id,
            budget: budget.budget(Some(settings.budget()))?,
            warning_mode: request.warning_mode.unwrap_or(settings.warning_mode),
            history: history(request.seen_signatures, request.previous_signature),
            max_files: max_files(request.max_files),
            collator: Collator::or_default(request.locale.as_deref()).map_err(error::locale)?,
            hook_timeout: hook_timeout(request.hook_timeout_ms).map_err(error::argument)?,
            config,
        })
    }

    pub(crate) fn workspace_dir(&self) -> &U16Str {
        &self.facts.workspace_dir
    }

    pub(crate) fn prepare(&self) -> Result<PreparedWorkspace> {
        READER.prepare_run(self.facts.clone(), &self.extra_files).map_err(error::workspace)
    }

    pub(crate) fn finish(
        &self,
        workspace: PreparedWorkspace,
        hook: Option<HookOutcome>,
        history: WarningHistory,
    ) -> BootstrapContext {
        let home = home_dir();
        let context = FinishContext {
            config: self.config.as_ref(),
            agent_id: Some(&self.agent_id),
            home: home.as_deref(),
        };
        let warning = WarningOptions {
            mode: self.warning_mode,
            history,
            max_files: self.max_files,
            collator: &self.collator,
        };
        let options = FinishOptions { budget: self.budget, warning };
        let texts = BootstrapTexts::shipped();
        finish(workspace.prepared, hook, &context, &options, texts)
    }

    pub(crate) fn to_js(
        &self,
        context: BootstrapContext,
        setup: SetupState,
    ) -> BootstrapRunContext {
        let texts = &BootstrapTexts::shipped().budget;
        BootstrapRunContext::new(context, setup, self.agent_id.clone(), texts)
    }

    /// The second half of a single run.
    fn end(&self, workspace: PreparedWorkspace, hook: Option<HookOutcome>) -> BootstrapRunContext {
        let setup = workspace.setup;
        self.to_js(self.finish(workspace, hook, self.history.clone()), setup)
    }
}

/// Facts for the hook's event.
#[napi(object, object_from_js = false)]
pub(crate) struct HookFacts {
    #[napi(ts_type = "string")]
    pub workspace_dir: JsText,
    pub agent_id: String,
    pub timeout: u32,
}

type Prepared = AsyncTask<DiskTask<Vec<WorkspaceBootstrapFile>>>;
type Finish<'env> = Function<'env, FnArgs<(Unknown<'env>,)>, BootstrapRunContext>;
type Arguments<'env> = FnArgs<(Unknown<'env>, Prepared, Finish<'env>, HookFacts)>;

/// Resolves the workspace files of one run: reads and filters them, lets the `agent:bootstrap` hook change the list,
/// cuts them to budget, and accounts for every file.
///
/// The hook gets the peer's event; what it returns, else what is in `event.context.bootstrapFiles` afterwards, is
/// the new list. A hook that throws, rejects, returns no list or does not end within `hookTimeoutMs` changes nothing,
/// and single entries that are no records are left out; both are diagnostics. The session's filter and the setup's
/// hold for what a hook adds as well.
///
/// Files are read off the event loop.
///
/// @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
/// @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
#[napi(
    catch_unwind,
    ts_args_type = "params: BootstrapRunParams",
    ts_return_type = "Promise<BootstrapRunContext>"
)]
pub fn resolve_bootstrap_context_for_run<'env>(
    env: &'env Env,
    params: Unknown<'env>,
) -> Result<Unknown<'env>> {
    let run = Arc::new(Run::read(*env, &params)?);
    hook_kind(*env, &params)?;
    let facts = HookFacts {
        workspace_dir: JsText(run.facts.workspace_dir.clone()),
        agent_id: run.agent_id.clone(),
        timeout: run.hook_timeout,
    };
    let slot = Arc::new(Mutex::new(None));
    let (reader, filled) = (Arc::clone(&run), Arc::clone(&slot));
    let prepared = task::run(move || {
        let workspace = reader.prepare()?;
        let files = workspace.prepared.files.iter().map(Into::into).collect();
        *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(workspace);
        Ok(files)
    });
    let closing = move |context: napi::bindgen_prelude::FunctionCallContext<'_>| {
        let hook = outcome(Js::new(context.env, context.get::<Unknown<'_>>(0)?.raw()))?;
        let lost = || napi::Error::from_reason("the run was lost; report it");
        let workspace = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let workspace = workspace.ok_or_else(lost)?;
        // Called from C, so nothing may unwind.
        catch_unwind(AssertUnwindSafe(|| run.end(workspace, hook))).map_err(|_| lost())
    };
    let call = || {
        let closing: Finish<'env> = env.create_function_from_closure("finish", closing)?;
        let source = || include_str!("bootstrap_hook.js").to_owned();
        let script = evaluated(env.raw(), Script::BootstrapHook, source)?;
        let script: Option<Function<'env, Arguments<'env>, Unknown<'env>>> =
            script.function(env)?;
        let no_function = || napi::Error::from_reason("bootstrap_hook.js is no function");
        let script = script.ok_or_else(no_function)?;
        script.call(FnArgs::from((params, prepared, closing, facts)))
    };
    call().map_err(error::node)
}

/// `resolveBootstrapContextForRun` on the calling thread, without a hook.
///
/// @throws as `resolveBootstrapContextForRun`, and `ERR_INVALID_PARAMETER` when a hook is given
#[napi(catch_unwind, ts_args_type = "params: Omit<BootstrapRunParams, 'hook' | 'hookTimeoutMs'>")]
pub fn resolve_bootstrap_context_for_run_sync(
    env: Env,
    params: Unknown<'_>,
) -> Result<BootstrapRunContext> {
    let run = Run::read(env, &params)?;
    if hook_kind(env, &params)? == ValueType::Function {
        let message =
            "params.hook must be absent (use resolveBootstrapContextForRun, which waits for it)";
        return Err(Error::new(Code::InvalidParameter, message.to_owned()));
    }
    let context = run.end(run.prepare()?, None);
    let object = from_js::object(env, "params", &params)?;
    let warn = object.get(c"warn").and_then(Js::callable).map_err(error::node)?;
    if let Some(warn) = warn {
        for line in &context.log {
            tell(&env, warn, line.0.clone())?;
        }
    }
    Ok(context)
}

/// The type of the hook: a function, or nothing.
fn hook_kind(env: Env, params: &Unknown<'_>) -> Result<ValueType> {
    let hook = from_js::object(env, "params", params)?.get(c"hook").map_err(error::node)?;
    let kind = hook.kind().map_err(error::node)?;
    match kind {
        ValueType::Function | ValueType::Undefined | ValueType::Null => Ok(kind),
        _ => Err(Error::new(
            Code::InvalidParameter,
            "params.hook must be a function (leave it out for none)".to_owned(),
        )),
    }
}

/// How the hook ended, as its caller in JavaScript tells it; `None` without a hook.
fn outcome(js: Js) -> napi::Result<Option<HookOutcome>> {
    let state = js.get(c"state")?.text()?.to_string_lossy();
    Ok(match &*state {
        "none" => None,
        "returned" => {
            let entries = js.get(c"entries")?.items()?.into_iter().map(entry);
            Some(HookOutcome::Returned(entries.collect::<napi::Result<Vec<HookEntry>>>()?))
        }
        "failed" => Some(HookOutcome::Failed { message: js.get(c"message")?.text()? }),
        "timed-out" => Some(HookOutcome::TimedOut),
        _ => Some(HookOutcome::NotAList),
    })
}
