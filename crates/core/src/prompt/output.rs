//! The prompt while it grows: elements joined by a line feed, empty ones dropped.

use crate::text::{LF, U16Str};

#[derive(Debug, Default)]
pub(super) struct Output {
    units: Vec<u16>,
    /// Whether an element has been kept since the last call of [`Output::start_section`].
    section_has_element: bool,
}

impl Output {
    /// Writes into `buffer`, which is empty and should have room for the whole text.
    pub(super) fn into_buffer(buffer: Vec<u16>) -> Self {
        debug_assert!(buffer.is_empty(), "a prompt starts in an empty buffer");
        Self { units: buffer, section_has_element: false }
    }

    pub(super) fn start_section(&mut self) {
        self.section_has_element = false;
    }

    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    /// Adds one element; whatever `write` leaves empty disappears with its separator.
    pub(super) fn element(&mut self, write: impl FnOnce(&mut Vec<u16>)) -> bool {
        self.element_after(&[LF], write)
    }

    /// Adds a text that continues the section's last element after `glue`.
    pub(super) fn continuation(&mut self, glue: &[u16], write: impl FnOnce(&mut Vec<u16>)) -> bool {
        let separator = if self.section_has_element { glue } else { &[LF] };
        self.element_after(separator, write)
    }

    /// Adds a ready element.
    pub(super) fn text(&mut self, text: &U16Str) -> bool {
        self.element(|out| out.extend_from_slice(text.as_slice()))
    }

    fn element_after(&mut self, separator: &[u16], write: impl FnOnce(&mut Vec<u16>)) -> bool {
        let before = self.units.len();
        if before > 0 {
            self.units.extend_from_slice(separator);
        }
        let start = self.units.len();
        write(&mut self.units);
        let kept = self.units.len() > start;
        if !kept {
            self.units.truncate(before);
        }
        self.section_has_element |= kept;
        kept
    }

    pub(super) fn into_units(self) -> Vec<u16> {
        self.units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_elements_leave_no_separator() {
        let mut output = Output::default();
        output.element(|out| out.extend("a".encode_utf16()));
        assert!(!output.element(|_| {}));
        output.continuation(&[32], |out| out.extend("b".encode_utf16()));
        output.start_section();
        output.continuation(&[32], |out| out.extend("c".encode_utf16()));
        assert_eq!(String::from_utf16(&output.into_units()).unwrap(), "a b\nc");
    }
}
