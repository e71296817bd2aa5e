//! Reads what clawprompt needs from disk, with guards: workspace files, skills, configuration.
//!
//! A file that cannot be read is never an error here: it becomes a record with a reason, or a
//! diagnostic. What is done with the content is decided elsewhere.

pub mod config;
pub mod reference_paths;
pub mod skills;
pub mod workspace;
