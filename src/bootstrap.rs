//! Workspace files: reading them, the session's filter, the cut to budget.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::LazyLock;

use clawprompt_core::bootstrap::{
    BootstrapTexts, Budget, BudgetPolicy, BudgetTexts, CutStyle, belongs_to_session,
    build_context_files, resolve_path,
};
use clawprompt_core::definition::Definition;
use clawprompt_core::text::{Text, to_text};
use clawprompt_files::workspace::WorkspaceReader;
use napi::bindgen_prelude::{Array, AsyncTask, JsValue, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;
use serde::Deserialize;

use crate::bootstrap_files::{BootstrapContextFile, WorkspaceBootstrapFile, items, records};
use crate::error::{self, Code, Result};
use crate::from_js;
use crate::given_builder::with_given;
use crate::js::{self, Js};
use crate::task::{self, DiskTask};
use crate::text::{JsText, to_js};

/// Reads workspaces for the whole process and remembers contents.
pub(crate) static READER: LazyLock<WorkspaceReader> = LazyLock::new(WorkspaceReader::new);

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct LoadOptions {
    extra_files: Option<Vec<String>>,
}

struct Load {
    workspace: Text,
    extra_files: Vec<String>,
}

impl Load {
    fn read(env: Env, dir: &Unknown<'_>, options: &Unknown<'_>) -> Result<Self> {
        let dir: JsText = from_js::read(env, "dir", dir)?;
        let options: Option<LoadOptions> = from_js::read(env, "options", options)?;
        let extra_files = options.unwrap_or_default().extra_files.unwrap_or_default();
        Ok(Self { workspace: workspace_path(&dir.0), extra_files })
    }

    fn run(self) -> Result<Vec<WorkspaceBootstrapFile>> {
        let loaded = READER.load(&self.workspace, &self.extra_files).map_err(error::workspace)?;
        Ok(loaded.files.iter().chain(&loaded.extra_files).map(Into::into).collect())
    }
}

/// The absolute path of a workspace: `~` is the home directory, a relative path starts at the working directory.
pub(crate) fn workspace_path(dir: &Text) -> Text {
    let here = std::env::current_dir().map(path_text).unwrap_or_default();
    resolve_path(dir, &here, home_dir().as_deref())
}

/// What `~` stands for in paths.
pub(crate) fn home_dir() -> Option<Text> {
    std::env::home_dir().map(path_text)
}

fn path_text(path: PathBuf) -> Text {
    to_text(&path.to_string_lossy())
}

/// Reads the eight workspace files, in load order, and further files below the workspace.
///
/// Every file has a record, whether it is there or not, but for `MEMORY.md`, which has one only when the directory
/// has an entry of exactly that name. Only regular files of up to 2 MiB with one name and inside the workspace are
/// read; `reason` says why one was not. Text is decoded as UTF-8 with U+FFFD for what is not.
///
/// @throws `ERR_INVALID_PARAMETER`
/// @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
#[napi(
    catch_unwind,
    ts_args_type = "dir: string, options?: LoadWorkspaceBootstrapOptions | null",
    ts_return_type = "Promise<Array<WorkspaceBootstrapFile>>"
)]
pub fn load_workspace_bootstrap_files(
    env: Env,
    dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<Vec<WorkspaceBootstrapFile>>>> {
    let load = Load::read(env, &dir, &options)?;
    Ok(task::run(move || load.run()))
}

/// `loadWorkspaceBootstrapFiles` on the calling thread.
///
/// @throws as `loadWorkspaceBootstrapFiles`
#[napi(catch_unwind, ts_args_type = "dir: string, options?: LoadWorkspaceBootstrapOptions | null")]
pub fn load_workspace_bootstrap_files_sync(
    env: Env,
    dir: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<Vec<WorkspaceBootstrapFile>> {
    Load::read(env, &dir, &options)?.run()
}

/// The records that a session sees, in a new array: sub-agents `AGENTS.md` and `TOOLS.md`, scheduled runs of an
/// agent those two with `SOUL.md`, `IDENTITY.md` and `USER.md`, every other session all.
///
/// The records themselves are the caller's, not copies.
///
/// @throws `ERR_INVALID_PARAMETER` when `files` is no array
#[napi(
    catch_unwind,
    ts_generic_types = "T extends { name: string }",
    ts_args_type = "files: readonly T[], sessionKey?: string | null",
    ts_return_type = "T[]"
)]
pub fn filter_bootstrap_files_for_session<'env>(
    env: &'env Env,
    files: Unknown<'env>,
    session_key: Unknown<'env>,
) -> Result<Array<'env>> {
    let key: Option<JsText> = from_js::read(*env, "sessionKey", &session_key)?;
    let key = key.as_ref().map(|key| &*key.0);
    let mut kept = env.create_array(0).map_err(error::node)?;
    for item in items(Js::new(env, files.raw()), "files")? {
        let name = match item.kind().map_err(error::node)? {
            ValueType::Object => item.get(c"name").map_err(error::node)?,
            _ => item,
        };
        let is_text = name.kind().map_err(error::node)? == ValueType::String;
        let name = if is_text { name.text().map_err(error::node)? } else { Text::new() };
        if belongs_to_session(&name, key) {
            kept.insert(item.unknown(env)).map_err(error::node)?;
        }
    }
    Ok(kept)
}

/// Limits and policy as arguments have them.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct BudgetArguments {
    pub(crate) max_chars: Option<f64>,
    pub(crate) total_max_chars: Option<f64>,
    pub(crate) budget_policy: Option<BudgetPolicy>,
    pub(crate) cut: Option<CutStyle>,
}

impl BudgetArguments {
    /// The budget, with `configured` where nothing was given.
    pub(crate) fn budget(&self, configured: Option<Budget>) -> Result<Budget> {
        let given = Budget::new(self.max_chars, self.total_max_chars).map_err(error::argument)?;
        let limits = match configured {
            Some(configured) => Budget {
                max_chars: self.max_chars.map_or(configured.max_chars, |_| given.max_chars),
                total_max_chars: self
                    .total_max_chars
                    .map_or(configured.total_max_chars, |_| given.total_max_chars),
                ..configured
            },
            None => given,
        };
        Ok(Budget {
            policy: self.budget_policy.unwrap_or(limits.policy),
            cut: self.cut.unwrap_or(limits.cut),
            ..limits
        })
    }
}

/// Makes context files of records: content cut to budget, or a marker in its place.
///
/// The injected lengths never sum to more than `totalMaxChars`. `warn` hears of every file that was cut, left out
/// or has no path. An empty file is not shown.
///
/// @throws `ERR_INVALID_PARAMETER` when a limit is NaN, a name unknown, or a record has content that is no text
#[napi(
    catch_unwind,
    ts_args_type = "files: readonly BootstrapFileRecord[], options?: BootstrapBudgetOptions | null"
)]
pub fn build_bootstrap_context_files(
    env: &Env,
    files: Unknown<'_>,
    options: Unknown<'_>,
) -> Result<Vec<BootstrapContextFile>> {
    let files = records(Js::new(env, files.raw()), "files")?;
    let arguments: Option<BudgetArguments> = from_js::read(*env, "options", &options)?;
    let budget = arguments.unwrap_or_default().budget(None)?;
    let texts = with_given(*env, "options", &options, budget_texts)??;
    let out = build_context_files(&files, &budget, &texts);
    let options = Js::new(env, options.raw());
    if let Some(warn) = listener(options)? {
        for warning in &out.warnings {
            tell(env, warn, warning.message(&texts))?;
        }
    }
    Ok(out.context_files.iter().map(Into::into).collect())
}

/// The texts of a given definition, else the shipped ones.
fn budget_texts(given: Option<&Definition>) -> Result<Cow<'static, BudgetTexts>> {
    let Some(definition) = given else {
        return Ok(Cow::Borrowed(&BootstrapTexts::shipped().budget));
    };
    let texts = BudgetTexts::load(&|key| definition.text(key));
    texts
        .map(Cow::Owned)
        .map_err(|error| error::Error::new(Code::InvalidOverlay, error.to_string()))
}

/// Hands a line of the log to the caller's function; what that throws reaches the caller unchanged.
pub(crate) fn tell(env: &Env, listener: Js, line: Text) -> Result<()> {
    let line = to_js(env, line).map_err(error::node)?;
    js::call(env.raw(), listener, &[line]).map(drop).map_err(error::node)
}

/// The member `warn` of an options object, when it is a function.
fn listener(options: Js) -> Result<Option<Js>> {
    if options.kind().map_err(error::node)? != ValueType::Object {
        return Ok(None);
    }
    options.get(c"warn").and_then(Js::callable).map_err(error::node)
}
