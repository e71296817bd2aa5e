//! The workspace that a builder is bound to: its files and skills, and what is known of their last state.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clawprompt_core::bootstrap::{BootstrapContext, SharedText, WarningHistory};
use clawprompt_core::definition::Definition;
use clawprompt_core::text::to_lossy;
use clawprompt_files::skills::WorkspaceSnapshot;
use clawprompt_files::workspace::PreparedWorkspace;
use napi::Env;
use napi::bindgen_prelude::{JsValue, Unknown};

use crate::bootstrap_context::BootstrapRunContext;
use crate::bootstrap_run::Run;
use crate::error::{self, Result};
use crate::from_js;
use crate::js::Js;
use crate::skills::{Request, WorkspaceSkillSnapshot};
use crate::text::JsText;
use crate::turn::Prefixes;

/// A workspace and what is known of it.
pub(crate) struct BoundWorkspace {
    run: Run,
    skills: Option<Arc<Request>>,
    state: Mutex<State>,
    pub(crate) prefixes: Mutex<Prefixes>,
}

/// How the workspace was when it was looked at last.
struct State {
    look: Option<Look>,
    /// Warnings that the session had had before the last turn, and after it.
    before: WarningHistory,
    after: WarningHistory,
    /// What JavaScript holds of it.
    shown: Option<BootstrapContext>,
}

/// What a look at the disk found.
pub(crate) struct Look {
    workspace: PreparedWorkspace,
    skills: Option<Arc<WorkspaceSnapshot>>,
}

/// What changed since the last turn, as JavaScript gets it.
pub(crate) struct Fresh {
    pub(crate) dir: JsText,
    pub(crate) workspace: BootstrapRunContext,
    pub(crate) skills: Option<WorkspaceSkillSnapshot>,
    /// Records and context files that JavaScript holds from the turn before, as pairs of the place now and then.
    /// They come without their content.
    pub(crate) same: [Vec<u32>; 2],
}

impl BoundWorkspace {
    /// Reads `options.workspace`; `None` when it is absent.
    pub(crate) fn read(
        env: Env,
        workspace: &Unknown<'_>,
        definition: &Definition,
    ) -> Result<Option<Self>> {
        let js = Js::new(&env, workspace.raw());
        if from_js::is_absent(js)? {
            return Ok(None);
        }
        let run = Run::read(env, workspace)?;
        let options = from_js::object(env, "workspace", workspace)?;
        let options = options.get(c"skills").map_err(error::node)?;
        let skills = if from_js::is_absent(options)? {
            None
        } else {
            let dir = PathBuf::from(to_lossy(run.workspace_dir()));
            Some(Request::bound(env, dir, options, definition)?)
        };
        let history = run.history.clone();
        let state = State { look: None, before: history.clone(), after: history, shown: None };
        Ok(Some(Self { run, skills, state: Mutex::new(state), prefixes: Mutex::default() }))
    }

    /// Looks at the disk: files and skills that did not change are told by their facts, not read again.
    pub(crate) fn look(&self) -> Result<Look> {
        let workspace = self.run.prepare()?;
        Ok(Look { workspace, skills: self.skills.as_ref().map(Request::snapshot) })
    }

    /// What differs from the last turn, if anything does, and what to [`keep`](Self::keep) once JavaScript has it.
    pub(crate) fn accept(&self, look: &Look) -> Option<(Fresh, BootstrapContext)> {
        let state = self.state();
        // A warning that is given once changes the turn after it, so the history counts as well.
        let known = state.look.as_ref().is_some_and(|earlier| earlier.is_same(look));
        if known && state.before == state.after {
            return None;
        }
        let context = self.run.finish(look.workspace.clone(), None, state.after.clone());
        let shown = state.shown.as_ref();
        let mut handed = context.clone();
        let earlier = shown.map_or(&[][..], |shown| &shown.files);
        let same_files = take_out(&mut handed.files, earlier, |file| {
            if let Ok(content) = &mut file.content {
                *content = SharedText::from("");
            }
        });
        let earlier = shown.map_or(&[][..], |shown| &shown.context_files);
        let same_context = take_out(&mut handed.context_files, earlier, |file| {
            file.content = SharedText::from("");
        });
        let fresh = Fresh {
            same: [same_files, same_context],
            dir: JsText(self.run.workspace_dir().to_owned()),
            workspace: self.run.to_js(handed, look.workspace.setup),
            skills: look.skills.as_deref().map(Into::into),
        };
        Some((fresh, context))
    }

    /// Notes what JavaScript holds now; with nothing, that is not known, and the next turn hands over everything.
    pub(crate) fn keep(&self, look: Look, shown: Option<BootstrapContext>) {
        let mut state = self.state();
        if let Some(context) = &shown {
            state.before = state.after.clone();
            state.after = WarningHistory { seen: context.warning.seen.clone(), previous: None };
        }
        state.look = shown.is_some().then_some(look);
        state.shown = shown;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Empties what also stands in `earlier`; returns where, as pairs of the place now and then.
fn take_out<T: PartialEq>(items: &mut [T], earlier: &[T], empty: impl Fn(&mut T)) -> Vec<u32> {
    let mut same = Vec::new();
    for (now, item) in items.iter_mut().enumerate() {
        let Some(then) = earlier.iter().position(|one| one == item) else { continue };
        let place = |index| u32::try_from(index).unwrap_or(u32::MAX);
        same.extend([place(now), place(then)]);
        empty(item);
    }
    same
}

/// The snapshot and the entries are what JavaScript gets.
fn is_same_list(skills: &Arc<WorkspaceSnapshot>, other: &Arc<WorkspaceSnapshot>) -> bool {
    Arc::ptr_eq(skills, other)
        || skills.snapshot == other.snapshot && skills.entries == other.entries
}

impl Look {
    /// Whether a turn would come out the same; contents that were not read again are the same allocations.
    fn is_same(&self, other: &Self) -> bool {
        let (run, other_run) = (&self.workspace.prepared, &other.workspace.prepared);
        run.files == other_run.files
            && run.left_out == other_run.left_out
            && run.diagnostics == other_run.diagnostics
            && self.workspace.setup == other.workspace.setup
            && match (&self.skills, &other.skills) {
                (Some(skills), Some(other)) => is_same_list(skills, other),
                (skills, other) => skills.is_none() && other.is_none(),
            }
    }
}
