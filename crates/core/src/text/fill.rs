//! Puts values into a [`Template`].

use super::template::{Piece, Template};
use super::{Text, U16Str};

impl Template {
    /// The text with each placeholder replaced; a name that `values` lacks yields nothing.
    #[must_use]
    pub fn fill(&self, values: &[(&str, &U16Str)]) -> Text {
        let mut out = Vec::new();
        self.write(&mut out, values);
        Text::from_vec(out)
    }

    /// Appends the text to `out`, like [`Template::fill`].
    pub fn write(&self, out: &mut Vec<u16>, values: &[(&str, &U16Str)]) {
        for piece in &*self.pieces {
            match piece {
                Piece::Units(units) => out.extend_from_slice(units),
                Piece::Slot(name) => {
                    if let Some((_, value)) = values.iter().find(|(known, _)| known == name) {
                        out.extend_from_slice(value.as_slice());
                    }
                }
            }
        }
    }

    /// Length in UTF-16 code units once filled with `values`.
    #[must_use]
    pub fn filled_len(&self, values: &[(&str, &U16Str)]) -> usize {
        self.fill(values).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::to_text;
    use super::*;

    #[test]
    fn values_are_never_read_again() {
        let template = Template::parse("{{{a}}} {b} {a}").unwrap();
        let filled = template.fill(&[("a", &to_text("{b}$&")), ("b", &to_text("%s"))]);
        assert_eq!(filled, to_text("{{b}$&} %s {b}$&"));
        assert_eq!(template.slots().collect::<Vec<_>>(), ["a", "b", "a"]);
    }
}
