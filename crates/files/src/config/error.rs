//! Why a config cannot be loaded. Messages name file, line and key, never a value.

use std::path::PathBuf;

use thiserror::Error;

/// Where in a config something is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}:{line}: {key}", .file.display())]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Its line, from 1.
    pub line: usize,
    /// The key in that file, such as `agents.list[0].id`.
    pub key: String,
}

/// Why a config cannot be loaded.
#[derive(Debug, Error)]
pub enum ConfigFileError {
    /// The main file cannot be read.
    #[error("cannot read config {}: {source}; check the path and its permissions", .file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A file is too large.
    #[error("config {} has {size} bytes, at most {limit} are read; split it with $include", .file.display())]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A file is not JSON5.
    #[error("{}:{line}:{column}: {reason}; the config must be JSON5", .file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// Its column, from 1; 0 when unknown.
        column: usize,
        /// What the parser missed.
        reason: String,
    },
    /// The config is not an object.
    #[error("{}: the config must be an object; write {{}} for an empty one", .file.display())]
    NotAnObject {
        /// The file.
        file: PathBuf,
    },
    /// An include cannot be followed.
    #[error("{at}: {fault}")]
    Include {
        /// The include.
        at: Place,
        /// Why.
        fault: IncludeFault,
    },
    /// A variable is not set or empty.
    #[error(
        "{at}: environment variable {name} is not set; set it, or write $${{{name}}} for the text itself"
    )]
    MissingVariable {
        /// The value that uses it.
        at: Place,
        /// The variable.
        name: String,
    },
}

/// Why an include cannot be followed.
#[derive(Debug, Error)]
pub enum IncludeFault {
    /// It is no text and no list of texts.
    #[error("must be a path or a list of paths")]
    NotAPath,
    /// Other keys stand beside an include of something else than an object.
    #[error("keys beside $include need an included object; move them or include an object")]
    SiblingKeys,
    /// The path has a null byte.
    #[error("the path has a null byte; remove it")]
    NullByte,
    /// The path is too long.
    #[error("the path must be shorter than {limit} characters")]
    TooLong {
        /// The limit in UTF-16 code units.
        limit: usize,
    },
    /// The file lies outside of the folders that includes may come from.
    #[error("{} is outside of the config folder; move it there or add its folder to OPENCLAW_INCLUDE_ROOTS", .target.display())]
    Outside {
        /// The file.
        target: PathBuf,
    },
    /// The file is being read already.
    #[error("{} includes itself; break the circle", .target.display())]
    Circular {
        /// The file.
        target: PathBuf,
    },
    /// Files include files too deep.
    #[error("includes go deeper than {limit} files; flatten them")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .target.display())]
    Unreadable {
        /// The file.
        target: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
}
