//! The N-API surface: converts, calls the core, converts back. No rules live here.
#![expect(
    clippy::needless_pass_by_value,
    reason = "napi hands over owned values; that is the shape of every export"
)]
#![expect(unreachable_pub, reason = "exports are reached from JavaScript, not from Rust")]

mod boundary;
mod error;
mod js;
mod prompt;
mod text;
mod values;
