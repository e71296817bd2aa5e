//! Text as JavaScript has it: UTF-16 code units, lone surrogates included.
//!
//! A Rust `String` cannot hold half a surrogate pair and counts bytes, so content stays
//! [`U16Str`] from the caller to the prompt. White space, lower-casing, sorting and collation follow
//! JavaScript and ICU, which differ from Rust's own in small ways; each function names the rule.

mod collate;
mod fill;
mod sanitize;
mod sequence;
mod sort;
pub mod template;
mod white_space;

pub use collate::{Collator, DEFAULT_LOCALE, UnknownLocale};
pub use sanitize::{is_line_break, normalize_structured, sanitize_literal, single_line};
pub(crate) use sequence::hex;
pub use sequence::{
    Needle, Utf8Hash, find, floor_boundary, lower_case, replace_all, sha256_hex, split_lines,
    to_lossy, to_text, utf8_lossy,
};
pub use sort::sort_like_v8;
pub use template::{Piece, Template, TemplateError};
pub use white_space::{is_white_space, trim, trim_end, trim_start};

/// Owned UTF-16 text.
pub type Text = widestring::U16String;
/// Borrowed UTF-16 text.
pub use widestring::U16Str;

/// UTF-16 code unit of the line feed, the only separator the prompt is joined with.
pub const LF: u16 = b'\n' as u16;
