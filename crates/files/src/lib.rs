//! Reads what clawprompt needs from disk, with guards: workspace files, skills, configuration.

pub mod config;
pub mod reference_paths;
pub mod skills;
