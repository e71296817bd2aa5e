//! Reads what clawprompt needs from disk, with guards: workspace files, skills, configuration.

pub mod skills;
