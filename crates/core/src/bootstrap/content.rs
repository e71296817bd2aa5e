use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::text::{Text, U16Str, trim_end};

/// Reference-counted text, or the beginning of one.
///
/// A file that fits loses only trailing white space, so its injected form is a prefix of what the
/// cache holds: nothing is copied on a turn in which nothing changed.
#[derive(Clone)]
pub struct SharedText {
    text: Arc<Text>,
    len: usize,
}

impl SharedText {
    /// The first `len` code units; all of it when `len` lies past the end.
    #[must_use]
    pub fn prefix(&self, len: usize) -> Self {
        Self { text: Arc::clone(&self.text), len: len.min(self.len) }
    }

    /// The text without JavaScript white space at its end.
    #[must_use]
    pub fn trimmed_end(&self) -> Self {
        self.prefix(trim_end(self).len())
    }

    /// Whether both are the same stretch of the same allocation; equal texts may answer `false`.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text) && self.len == other.len
    }
}

impl From<Text> for SharedText {
    fn from(text: Text) -> Self {
        let len = text.len();
        Self { text: Arc::new(text), len }
    }
}

impl From<&str> for SharedText {
    fn from(text: &str) -> Self {
        Text::from_str(text).into()
    }
}

impl Deref for SharedText {
    type Target = U16Str;

    fn deref(&self) -> &U16Str {
        &self.text[..self.len]
    }
}

impl PartialEq for SharedText {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl Eq for SharedText {}

impl fmt::Debug for SharedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}
