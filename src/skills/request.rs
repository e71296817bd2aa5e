//! What a call asks for, read from JavaScript and ready for another thread.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use clawprompt_core::definition::Definition;
use clawprompt_core::shipped;
use clawprompt_core::skills::{
    Overflow, RemoteHost, SandboxMapping, SkillEntry, SkillTexts, string_entries,
};
use clawprompt_core::text::{Collator, Text, to_text};
use clawprompt_files::skills::{
    HostFacts, KeptSnapshots, ListSettings, LoadRequest, LoadedSkills, Seen, Selection, Setting,
    SkillStore, WorkspaceSnapshot, build_workspace_snapshot, list_entries, load_workspace_entries,
    resolve,
};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use serde_json::Value;

use super::options::{Options, OverflowName};
use crate::error::{self, Code, Error, Result};
use crate::from_js;
use crate::given_builder::with_given;
use crate::host;
use crate::js::Js;
use crate::text::JsText;

/// What earlier calls read, for all threads of the process.
static STORE: LazyLock<SkillStore> = LazyLock::new(SkillStore::default);
static SNAPSHOTS: LazyLock<KeptSnapshots<Request>> = LazyLock::new(KeptSnapshots::default);

/// One call.
#[derive(PartialEq)]
pub(crate) struct Request {
    workspace: PathBuf,
    config: Value,
    host: Arc<HostFacts>,
    agent_id: Option<String>,
    skill_filter: Option<Vec<String>>,
    remote: Option<RemoteHost>,
    plugin_dirs: Vec<PathBuf>,
    archived: HashSet<PathBuf>,
    workspace_only: bool,
    bundled_dir: Option<PathBuf>,
    managed_dir: Option<PathBuf>,
    plugin_links: Option<PathBuf>,
    locale: Collator,
    entries: Option<Vec<Arc<SkillEntry>>>,
    versions: bool,
    shorten_home: bool,
    overflow: Overflow,
    sandbox: Option<SandboxMapping>,
    /// As bits, because -0 is another number and NaN the same.
    version: Option<u64>,
    texts: SkillTexts,
}

impl Request {
    pub(crate) fn read(
        env: Env,
        workspace: &Unknown<'_>,
        options: &Unknown<'_>,
    ) -> Result<Arc<Self>> {
        let workspace: PathBuf = from_js::read(env, "workspaceDir", workspace)?;
        let texts = texts(env, "options", options)?;
        let options: Option<Options> = from_js::read(env, "options", options)?;
        Self::new(env, workspace, options.unwrap_or_default(), texts)
    }

    /// The request of a builder's workspace, with the builder's texts.
    pub(crate) fn bound(
        env: Env,
        workspace: PathBuf,
        options: Js,
        definition: &Definition,
    ) -> Result<Arc<Self>> {
        let texts = load_texts(definition)?;
        Self::new(env, workspace, from_js::read_js("workspace.skills", options)?, texts)
    }

    /// The request of a run, whose options stand beside its other parameters.
    pub(super) fn for_run(env: Env, params: &Unknown<'_>) -> Result<Arc<Self>> {
        let texts = texts(env, "params", params)?;
        let options: Options = from_js::read(env, "params", params)?;
        let workspace = options.workspace_dir.clone().unwrap_or_default();
        Self::new(env, workspace, options, texts)
    }

    fn new(env: Env, workspace: PathBuf, options: Options, texts: SkillTexts) -> Result<Arc<Self>> {
        let process = host::process(env)?;
        let host = options.host.map_or(process.clone(), |given| Arc::new(given.complete(&process)));
        let workspace = resolve(&host.cwd, &workspace);
        let resolved = |dirs: Option<Vec<PathBuf>>| {
            let dirs = dirs.unwrap_or_default().into_iter();
            dirs.map(|dir| resolve(&host.cwd, &dir)).collect::<Vec<_>>()
        };
        let archived =
            options.archived_skill_files.filter(|_| options.include_archived != Some(true));
        let names = |names: Option<Vec<JsText>>| -> Vec<Text> {
            names.unwrap_or_default().into_iter().map(|JsText(name)| name).collect()
        };
        let remote = options.eligibility.and_then(|eligibility| eligibility.remote);
        let entries =
            options.entries.map(|entries| entries.into_iter().map(|one| Arc::new(one.into())));
        let locale = Collator::or_default(options.locale.as_deref()).map_err(error::locale)?;
        Ok(Arc::new(Self {
            sandbox: options
                .sandbox
                .map(|sandbox| sandbox.mapping(&to_text(&workspace.to_string_lossy()))),
            plugin_dirs: resolved(options.enabled_plugin_dirs),
            archived: resolved(archived).into_iter().collect(),
            bundled_dir: options.bundled_skills_dir,
            managed_dir: options.managed_skills_dir,
            plugin_links: options.plugin_skills_dir,
            config: options.config.map_or(Value::Null, |config| config.0.into()),
            agent_id: options.agent_id,
            skill_filter: options.skill_filter.map(|names| string_entries(&Value::Array(names))),
            remote: remote.map(TryInto::try_into).transpose()?,
            workspace_only: options.workspace_only.unwrap_or(false),
            entries: entries.map(Iterator::collect),
            versions: options.versions.unwrap_or(true),
            shorten_home: options.shorten_home.unwrap_or(true),
            overflow: match options.overflow {
                Some(OverflowName::Fair) => Overflow::Fair {
                    pinned: names(options.pinned_skills),
                    recent: names(options.recent_skills),
                },
                Some(OverflowName::Alphabetical) | None => Overflow::Alphabetical,
            },
            version: options.snapshot_version.map(f64::to_bits),
            workspace,
            host,
            locale,
            texts,
        }))
    }

    fn load_request(&self) -> LoadRequest<'_> {
        LoadRequest {
            workspace: &self.workspace,
            config: &self.config,
            host: &self.host,
            plugin_dirs: &self.plugin_dirs,
            archived: &self.archived,
            workspace_only: self.workspace_only,
            bundled_dir: self.bundled_dir.as_deref(),
            managed_dir: self.managed_dir.as_deref(),
            plugin_links: self.plugin_links.as_deref(),
            locale: &self.locale,
        }
    }

    fn selection(&self) -> Selection<'_> {
        Selection {
            agent_id: self.agent_id.as_deref(),
            skill_filter: self.skill_filter.as_deref(),
            remote: self.remote.as_ref(),
        }
    }

    fn setting(&self) -> Setting<'_> {
        Setting { config: &self.config, host: &self.host }
    }

    fn list_settings(&self) -> ListSettings<'_> {
        ListSettings {
            versions: self.versions,
            shorten_home: self.shorten_home,
            overflow: &self.overflow,
            sandbox: self.sandbox.as_ref(),
        }
    }

    pub(super) fn load(&self) -> LoadedSkills {
        load_workspace_entries(&STORE, &self.load_request(), &self.selection())
    }

    /// The snapshot of an equal request where nothing on the disk has changed since.
    pub(crate) fn snapshot(self: &Arc<Self>) -> Arc<WorkspaceSnapshot> {
        let mut seen = Seen::default();
        if let Some(entries) = self.entries.clone() {
            let loaded = LoadedSkills { entries, diagnostics: Vec::new() };
            return Arc::new(self.list_loaded(loaded, &mut seen));
        }
        SNAPSHOTS.get(self, &self.host).unwrap_or_else(|| {
            let loaded = STORE.load(&self.load_request(), &mut seen);
            let snapshot = Arc::new(self.list_loaded(loaded, &mut seen));
            SNAPSHOTS.keep(Arc::clone(self), seen, Arc::clone(&snapshot));
            snapshot
        })
    }

    fn list_loaded(&self, loaded: LoadedSkills, seen: &mut Seen) -> WorkspaceSnapshot {
        let (selection, settings) = (self.selection(), self.list_settings());
        let (setting, version) = (self.setting(), self.version.map(f64::from_bits));
        build_workspace_snapshot(
            loaded,
            &setting,
            &selection,
            &settings,
            version,
            &self.texts,
            seen,
        )
    }

    /// The list of the given entries.
    pub(super) fn list(&self) -> Text {
        let entries = self.entries.clone().unwrap_or_default();
        let (selection, settings) = (self.selection(), self.list_settings());
        list_entries(entries, &self.setting(), &selection, &settings, &self.texts)
    }
}

/// The text of the snapshot that a run was given.
pub(super) fn stored_prompt(env: Env, params: &Unknown<'_>) -> Result<Option<Text>> {
    let params = from_js::object(env, "params", params)?;
    let snapshot = params.get(c"skillsSnapshot").map_err(error::node)?;
    let stored: Option<super::options::StoredPrompt> =
        from_js::read_js("skillsSnapshot", snapshot)?;
    Ok(stored.and_then(|stored| stored.prompt).map(|JsText(prompt)| prompt))
}

/// The sentences around the list: those of the object's `builder`, else the shipped ones.
pub(super) fn texts(env: Env, name: &str, options: &Unknown<'_>) -> Result<SkillTexts> {
    with_given(env, name, options, |given| load_texts(given.unwrap_or(shipped::definition())))?
}

fn load_texts(definition: &Definition) -> Result<SkillTexts> {
    SkillTexts::load(&|key| definition.text(key))
        .map_err(|error| Error::new(Code::InvalidOverlay, error.to_string()))
}
