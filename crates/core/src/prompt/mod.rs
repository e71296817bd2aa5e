//! Renders the system prompt: parameters to facts, facts to lines, lines to text with a map of sections.
//!
//! 1. [`Value`] holds the parameters as JavaScript gave them; [`PARAMS`] says what each should be.
//! 2. `params` normalises them as the peer does, and raises an error where it throws.
//! 3. `facts` answers every question that conditions of the definition ask.
//! 4. `render` walks the definition: heading, lines, computed lines (one file each in `computed`).

pub mod boundary;
mod computed;
mod explain;
mod facts;
mod identity;
mod outline;
mod output;
mod params;
mod render;
mod schema;
mod validate;
mod value;

use thiserror::Error;

use crate::text::UnknownLocale;

pub use crate::definition::BOUNDARY_SECTION;
pub use explain::{ExplainedLine, Outcome, explain};
pub use identity::append_model_identity;
pub use outline::{Block, BlockKind, Outline, OutlinedLine, outline};
pub use params::{BUNDLED_CHANNELS, ParamError};
pub use render::{Placement, Rendered, RenderedSection, render, render_guarded, render_suffix};
pub use schema::{Field, IGNORED, Kind, PARAMS};
pub use validate::{Problem, validate};
pub use value::{Deferred, DeferredText, Scalar, ScalarKind, Value};

/// Why a prompt cannot be rendered.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ParamsError {
    /// A parameter is of a kind that the peer cannot use either.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The locale is not a language tag.
    #[error(transparent)]
    Locale(#[from] UnknownLocale),
}
