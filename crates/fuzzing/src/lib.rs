//! What the fuzz targets do with their bytes.
//!
//! Each target is a function that takes any bytes and panics where the core breaks a promise. The binaries in
//! `fuzz/` hand them what libFuzzer invents; `tests/replay.rs` hands them the inputs kept under `fuzz/seeds/`,
//! every finding among them, with the ordinary compiler.

mod check;
mod config;
mod cut;
mod definition;
mod header;
mod random;
mod render;

/// A target: panics when the input shows a fault.
pub type Target = fn(&[u8]);

/// Every target with the name of its binary and of its folder under `fuzz/seeds/`.
pub const TARGETS: [(&str, Target); 6] = [
    ("config", config::run),
    ("cut", cut::run),
    ("definition", definition::run_definition),
    ("overlay", definition::run_overlays),
    ("render", render::run),
    ("skill_header", header::run),
];

/// Runs the target of this name.
///
/// # Panics
///
/// When there is no such target, or the input shows a fault.
pub fn run(name: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, target) = found.unwrap_or_else(|| panic!("no target is called {name}"));
    target(data);
}
