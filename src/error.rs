//! The table from faults of the core to the `code` of a JavaScript error.

use clawprompt_core::definition::DefinitionError;
use clawprompt_core::json5::Json5Error;
use clawprompt_core::prompt::ParamsError;
use clawprompt_core::text::UnknownLocale;
use clawprompt_files::config::ConfigFileError;
use clawprompt_files::workspace::WorkspaceError;

/// `code` of every error that this package throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// A parameter has a type that cannot be used.
    InvalidParameter,
    /// The locale is not a language tag.
    InvalidLocale,
    /// The prompt definition or an overlay is wrong.
    InvalidOverlay,
    /// A config file cannot be read.
    ConfigUnreadable,
    /// A config is not JSON5, or not an object.
    ConfigSyntax,
    /// An `$include` of a config cannot be followed.
    ConfigInclude,
    /// A config uses an environment variable that is not set.
    ConfigVariable,
    /// A workspace does not exist.
    WorkspaceMissing,
    /// A workspace is not a directory.
    WorkspaceNotADirectory,
    /// A workspace cannot be opened.
    WorkspaceUnreadable,
    /// A link to a plugin's skill cannot be made or removed.
    PluginLinks,
    /// Work off the main thread failed in a way that nobody foresaw.
    Internal,
    /// JavaScript threw while a value was read, or Node refused a call.
    Node,
}

impl AsRef<str> for Code {
    fn as_ref(&self) -> &str {
        match self {
            Self::InvalidParameter => "ERR_INVALID_PARAMETER",
            Self::InvalidLocale => "ERR_INVALID_LOCALE",
            Self::InvalidOverlay => "ERR_INVALID_OVERLAY",
            Self::ConfigUnreadable => "ERR_CONFIG_UNREADABLE",
            Self::ConfigSyntax => "ERR_CONFIG_SYNTAX",
            Self::ConfigInclude => "ERR_CONFIG_INCLUDE",
            Self::ConfigVariable => "ERR_CONFIG_VARIABLE",
            Self::WorkspaceMissing => "ERR_WORKSPACE_MISSING",
            Self::WorkspaceNotADirectory => "ERR_WORKSPACE_NOT_A_DIRECTORY",
            Self::WorkspaceUnreadable => "ERR_WORKSPACE_UNREADABLE",
            Self::PluginLinks => "ERR_PLUGIN_LINKS",
            Self::Internal => "ERR_INTERNAL",
            Self::Node => "ERR_NODE",
        }
    }
}

pub type Error = napi::Error<Code>;
pub type Result<T> = std::result::Result<T, Error>;

pub(crate) fn params(error: ParamsError) -> Error {
    let code = match error {
        ParamsError::Param(_) => Code::InvalidParameter,
        ParamsError::Locale(_) => Code::InvalidLocale,
    };
    Error::new(code, error.to_string())
}

pub(crate) fn overlay(error: DefinitionError) -> Error {
    Error::new(Code::InvalidOverlay, error.to_string())
}

pub(crate) fn locale(error: UnknownLocale) -> Error {
    Error::new(Code::InvalidLocale, error.to_string())
}

pub(crate) fn config_file(error: ConfigFileError) -> Error {
    let code = match error {
        ConfigFileError::Read { .. } | ConfigFileError::TooLarge { .. } => Code::ConfigUnreadable,
        ConfigFileError::Syntax { .. } | ConfigFileError::NotAnObject { .. } => Code::ConfigSyntax,
        ConfigFileError::Include { .. } => Code::ConfigInclude,
        ConfigFileError::MissingVariable { .. } => Code::ConfigVariable,
    };
    Error::new(code, error.to_string())
}

pub(crate) fn json5(name: &str, error: &Json5Error) -> Error {
    let Json5Error { line, column, reason } = error;
    Error::new(Code::ConfigSyntax, format!("{name}:{line}:{column}: {reason}; it must be JSON5"))
}

pub(crate) fn workspace(error: WorkspaceError) -> Error {
    let code = match error {
        WorkspaceError::Missing { .. } => Code::WorkspaceMissing,
        WorkspaceError::NotADirectory { .. } => Code::WorkspaceNotADirectory,
        WorkspaceError::Unreadable { .. } => Code::WorkspaceUnreadable,
    };
    Error::new(code, error.to_string())
}

/// An argument that the core refuses; its message names the field.
pub(crate) fn argument(error: impl std::error::Error) -> Error {
    Error::new(Code::InvalidParameter, error.to_string())
}

/// Node's own failure. If JavaScript threw, that exception is pending and reaches the caller unchanged.
pub(crate) fn node(error: napi::Error) -> Error {
    Error::new(Code::Node, error.reason.clone())
}
