//! The rules of clawprompt: what an agent's system prompt says, how workspace files and skills are
//! cut to budget, and what each part costs.
//!
//! Everything here is a pure function of its arguments. No item reads a file, the clock, the
//! environment or the locale of the process; what varies is a parameter. Text that a caller gave or
//! a model will read is UTF-16, because JavaScript's lengths and cuts are (see [`text`]).
#![forbid(unsafe_code)]

pub mod account;
pub mod bootstrap;
pub mod config;
pub mod definition;
pub mod json5;
pub mod prompt;
pub mod shipped;
pub mod skills;
pub mod text;
pub mod texts;
