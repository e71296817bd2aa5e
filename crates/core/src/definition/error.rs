//! What is wrong with a definition or an overlay, where, and what to do.

use thiserror::Error;

/// A fault in the definition or in an overlay.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
#[error("{place}: {problem} ({remedy})")]
pub struct DefinitionError {
    /// File, line and key.
    pub place: Place,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// Where an entry of the definition stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// File as the caller named it.
    pub file: String,
    /// Line, counted from 1; 0 when the overlay was not read from text.
    pub line: usize,
    /// Dotted path of the entry; empty for the file as a whole.
    pub key: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.file)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        if !self.key.is_empty() {
            write!(out, ": {}", self.key)?;
        }
        Ok(())
    }
}

impl Place {
    /// The error of this place.
    pub(super) fn error(
        &self,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> DefinitionError {
        DefinitionError { place: self.clone(), problem: problem.into(), remedy: remedy.into() }
    }
}
