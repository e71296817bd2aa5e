//! The definition that is part of the binary.

use crate::definition::{Change, Definition, DefinitionError, File, Files, Overlay};

mod compiled {
    #![expect(clippy::unreadable_literal, reason = "generated")]

    use std::borrow::Cow;

    use crate::definition::{
        Body, Computed, Condition, Definition, FactSet, Family, Line, LinePiece, LineReference,
        OpenFact, Section, Slot, Source, Term, TextEntry,
    };
    use crate::text::{Piece, Template};

    include!(concat!(env!("OUT_DIR"), "/definition.rs"));
}

/// The files of the definition as they were when the crate was built.
static FILES: Files<'static> = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The shipped definition.
#[must_use]
pub fn definition() -> &'static Definition {
    &compiled::DEFINITION
}

/// The shipped definition with `overlays` applied in order, and what they changed.
pub fn with_overlays(overlays: &[Overlay]) -> Result<(Definition, Vec<Change>), DefinitionError> {
    Definition::with_overlays(&FILES, overlays)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiled_definition_is_what_the_files_say() {
        assert_eq!(*definition(), Definition::load(&FILES).unwrap());
    }

    #[test]
    fn nothing_volatile_stands_above_the_boundary() {
        assert_eq!(definition().volatile_lines(), Vec::<String>::new());
    }
}
