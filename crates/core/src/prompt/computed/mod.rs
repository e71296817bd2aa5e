//! Lines whose text data cannot hold. Their formats are part of the interface; see `docs/parity.md`.

pub(super) mod channel_options;
pub(super) mod context_files;
pub(super) mod owners;
pub(super) mod runtime_line;
pub(super) mod sessions;
pub(super) mod tool_list;

/// Appends ASCII text as UTF-16.
fn push_str(out: &mut Vec<u16>, text: &str) {
    debug_assert!(text.is_ascii());
    out.extend(text.bytes().map(u16::from));
}
