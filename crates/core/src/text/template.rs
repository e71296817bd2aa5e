//! Text with named placeholders.
//!
//! `{name}` is a placeholder; `{{` and `}}` are literal braces. Filling is one pass: what comes from a
//! value is never read again, so a value may contain braces. This file stands alone, because the build
//! script compiles it too; filling is in `fill.rs`.

use std::borrow::Cow;

use thiserror::Error;

/// A parsed text. Borrowed when it was compiled into the binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The parts in reading order.
    pub pieces: Cow<'static, [Piece]>,
}

/// One part of a [`Template`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Literal UTF-16 code units.
    Units(Cow<'static, [u16]>),
    /// A placeholder's name.
    Slot(Cow<'static, str>),
}

/// Why a text is not a template.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TemplateError {
    /// `{` without a name and `}` after it.
    #[error("\"{{\" does not start a placeholder")]
    Open,
    /// `}` on its own.
    #[error("\"}}\" ends no placeholder")]
    Close,
}

impl TemplateError {
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Open => "write {name}, or {{ for a literal brace",
            Self::Close => "write }} for a literal brace",
        }
    }
}

impl Template {
    /// Parses `source`.
    pub fn parse(source: &str) -> Result<Self, TemplateError> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = source;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                literal.push_str(brace);
                rest = after;
                continue;
            }
            if brace == "}" {
                return Err(TemplateError::Close);
            }
            let name = rest.split_once('}').map(|(name, _)| name).filter(|name| is_name(name));
            let name = name.ok_or(TemplateError::Open)?;
            push_literal(&mut pieces, &mut literal);
            pieces.push(Piece::Slot(Cow::Owned(name.to_owned())));
            rest = &rest[name.len() + 1..];
        }
        literal.push_str(rest);
        push_literal(&mut pieces, &mut literal);
        Ok(Self { pieces: Cow::Owned(pieces) })
    }

    /// Names of the placeholders, in order, repeats included.
    pub fn slots(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Slot(name) => Some(&**name),
            Piece::Units(_) => None,
        })
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn push_literal(pieces: &mut Vec<Piece>, literal: &mut String) {
    if !literal.is_empty() {
        pieces.push(Piece::Units(Cow::Owned(literal.encode_utf16().collect())));
        literal.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stray_braces_are_errors() {
        for (source, error) in [
            ("{", TemplateError::Open),
            ("{}", TemplateError::Open),
            ("{A}", TemplateError::Open),
            ("{a", TemplateError::Open),
            ("a}", TemplateError::Close),
            ("{{a}", TemplateError::Close),
        ] {
            assert_eq!(Template::parse(source), Err(error), "{source}");
        }
    }
}
