//! The options of the skills functions as JavaScript gives them.

use std::collections::HashMap;
use std::path::PathBuf;

use clawprompt_core::skills::{RemoteHost, SandboxMapping};
use clawprompt_core::text::U16Str;
use clawprompt_files::skills::HostFacts;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::given::GivenEntry;
use crate::config::Config;
use crate::error::{Code, Error, Result};
use crate::text::JsText;

/// Options of all functions; each reads those that concern it. The peer's functions get options for others
/// too, so an unknown one is no error.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Options {
    pub(super) config: Option<Config>,
    pub(super) agent_id: Option<String>,
    pub(super) skill_filter: Option<Vec<Value>>,
    pub(super) eligibility: Option<EligibilityFacts>,
    pub(super) workspace_only: Option<bool>,
    pub(super) include_archived: Option<bool>,
    pub(super) archived_skill_files: Option<Vec<PathBuf>>,
    pub(super) enabled_plugin_dirs: Option<Vec<PathBuf>>,
    pub(super) bundled_skills_dir: Option<PathBuf>,
    pub(super) managed_skills_dir: Option<PathBuf>,
    pub(super) plugin_skills_dir: Option<PathBuf>,
    pub(super) locale: Option<String>,
    pub(super) host: Option<GivenHost>,
    pub(super) entries: Option<Vec<GivenEntry>>,
    pub(super) snapshot_version: Option<f64>,
    pub(super) versions: Option<bool>,
    pub(super) shorten_home: Option<bool>,
    pub(super) overflow: Option<OverflowName>,
    pub(super) pinned_skills: Option<Vec<JsText>>,
    pub(super) recent_skills: Option<Vec<JsText>>,
    pub(super) sandbox: Option<SandboxFacts>,
    /// Of a run, where the workspace stands beside the options.
    pub(super) workspace_dir: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OverflowName {
    Alphabetical,
    Fair,
}

#[derive(Deserialize)]
pub(super) struct EligibilityFacts {
    pub(super) remote: Option<RemoteFacts>,
}

/// What a remote node offers.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoteFacts {
    platforms: Option<Vec<String>>,
    bins: Option<Vec<String>>,
    note: Option<JsText>,
    has_bin: Option<IgnoredAny>,
}

impl TryFrom<RemoteFacts> for RemoteHost {
    type Error = Error;

    fn try_from(facts: RemoteFacts) -> Result<Self> {
        if facts.bins.is_none() && facts.has_bin.is_some() {
            let message = "eligibility.remote.bins is missing: hasBin cannot be called from the thread that \
                           filters skills, so list the programs that the node has";
            return Err(Error::new(Code::InvalidParameter, message.to_owned()));
        }
        Ok(Self {
            platforms: facts.platforms.unwrap_or_default(),
            bins: facts.bins.unwrap_or_default().into_iter().collect(),
            note: facts.note.map(|JsText(note)| note),
        })
    }
}

/// Where a sandboxed agent sees the skills.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SandboxFacts {
    container_workdir: JsText,
    host_root: Option<JsText>,
    writable: Option<bool>,
    separate_skills: Option<bool>,
}

impl SandboxFacts {
    pub(super) fn mapping(&self, workspace: &U16Str) -> SandboxMapping {
        let root = self.host_root.as_ref().map_or(workspace, |JsText(root)| root);
        let (writable, separate) = (self.writable, self.separate_skills);
        let flag = |flag: Option<bool>| flag.unwrap_or(false);
        SandboxMapping::new(root, &self.container_workdir.0, flag(writable), flag(separate))
    }
}

/// What the caller says in place of the process.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(super) struct GivenHost {
    env: Option<HashMap<String, String>>,
    platform: Option<String>,
    home_dir: Option<PathBuf>,
    cwd: Option<PathBuf>,
    executable: Option<PathBuf>,
    package_root: Option<PathBuf>,
}

impl GivenHost {
    /// The facts; what the caller left out is the process's.
    pub(super) fn complete(self, process: &HostFacts) -> HostFacts {
        HostFacts {
            env: self.env.unwrap_or_else(|| process.env.clone()),
            platform: self.platform.unwrap_or_else(|| process.platform.clone()),
            native_home: self.home_dir.or_else(|| process.native_home.clone()),
            cwd: self.cwd.unwrap_or_else(|| process.cwd.clone()),
            executable: self.executable.or_else(|| process.executable.clone()),
            package_root: self.package_root,
            script: process.script.clone(),
        }
    }
}

/// A stored snapshot, as far as a run needs it.
#[derive(Deserialize)]
pub(super) struct StoredPrompt {
    pub(super) prompt: Option<JsText>,
}
