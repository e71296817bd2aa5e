//! Why a value could not be read: names the field, never the value.

use std::fmt::Display;

use serde::de;

/// Why a value could not be read.
pub(crate) enum Fault {
    /// Node refused, or JavaScript threw.
    Node(napi::Error),
    /// The value may contain itself.
    TooDeep,
    /// The value at `path` is not what its field takes.
    Wrong { path: String, message: String },
}

impl Fault {
    pub(super) fn wrong(message: String) -> Self {
        Self::Wrong { path: String::new(), message }
    }

    /// The same fault, seen from the object or list around it.
    pub(super) fn inside(self, step: &str) -> Self {
        match self {
            Self::Wrong { path, message } => {
                let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
                Self::Wrong { path: format!("{step}{separator}{path}"), message }
            }
            other => other,
        }
    }
}

impl From<napi::Error> for Fault {
    fn from(error: napi::Error) -> Self {
        Self::Node(error)
    }
}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self::wrong(message.to_string())
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::wrong(format!("must be {expected}"))
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::wrong(format!("must be {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::wrong(format!("must be one of {}", expected.join(", ")))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let message = format!("is not a known key; known are {}", expected.join(", "));
        Self::wrong(message).inside(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::wrong("is missing".to_owned()).inside(field)
    }
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node(error) => formatter.write_str(&error.reason),
            Self::TooDeep => formatter.write_str("is nested too deeply"),
            Self::Wrong { path, message } => write!(formatter, "{path} {message}"),
        }
    }
}

impl std::fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Display::fmt(self, formatter)
    }
}

impl std::error::Error for Fault {}
