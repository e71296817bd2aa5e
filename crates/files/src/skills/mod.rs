//! Skills on disk: where they lie, what may be read, and what the host offers them.

mod content;
mod host;
mod listing;
mod plugins;
mod programs;
mod scan;
mod snapshot;
mod stamp;
mod store;

pub use host::{HostFacts, resolve};
pub use plugins::{PLUGIN_LINKS, publish_plugin_links};
pub use programs::{HostProbe, ProgramFinder};
pub use snapshot::{SnapshotRequest, WorkspaceSnapshot, build_workspace_snapshot};
pub use store::{LoadRequest, LoadedSkills, SkillStore};

#[cfg(test)]
#[cfg(unix)]
mod tests;
