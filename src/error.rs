//! The table from faults of the core to the `code` of a JavaScript error.

use clawprompt_core::definition::DefinitionError;
use clawprompt_core::prompt::ParamsError;

/// `code` of every error that this package throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// A parameter has a type that cannot be used.
    InvalidParameter,
    /// The locale is not a language tag.
    InvalidLocale,
    /// The prompt definition or an overlay is wrong.
    InvalidOverlay,
    /// JavaScript threw while a value was read, or Node refused a call.
    Node,
}

impl AsRef<str> for Code {
    fn as_ref(&self) -> &str {
        match self {
            Self::InvalidParameter => "ERR_INVALID_PARAMETER",
            Self::InvalidLocale => "ERR_INVALID_LOCALE",
            Self::InvalidOverlay => "ERR_INVALID_OVERLAY",
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

/// Node's own failure. If JavaScript threw, that exception is pending and reaches the caller unchanged.
pub(crate) fn node(error: napi::Error) -> Error {
    Error::new(Code::Node, error.reason.clone())
}
