//! Skills on disk: where they lie, what may be read, and what the host offers them.

mod content;
mod host;
mod kept;
mod listing;
mod memory;
mod plugins;
mod programs;
mod scan;
mod seen;
mod settled;
mod snapshot;
mod store;

pub use host::{HostFacts, resolve};
pub use kept::KeptSnapshots;
pub use plugins::{PLUGIN_LINKS, publish_plugin_links};
pub use programs::HostProbe;
pub use seen::Seen;
pub use snapshot::{
    ListSettings, Selection, Setting, WorkspaceSnapshot, build_workspace_snapshot, list_entries,
    load_workspace_entries,
};
pub use store::{LoadRequest, LoadedSkills, SkillStore};

#[cfg(test)]
#[cfg(unix)]
mod tests;
