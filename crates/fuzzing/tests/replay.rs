//! Every input under `fuzz/seeds/`, findings included, through its target.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::path::Path;

use clawprompt_fuzzing::{TARGETS, run};

/// Runs each input of a target on a thread with the stack that Node gives a worker, and none bigger.
fn replay(name: &'static str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(name);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 4, "{name} has inputs");
    for path in paths {
        let data = std::fs::read(&path).unwrap();
        let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
        let outcome = thread.spawn(move || run(name, &data)).unwrap().join();
        assert!(outcome.is_ok(), "{}", path.display());
    }
}

#[test]
fn kept_configs_are_read_or_refused() {
    replay("config");
}

#[test]
fn kept_files_are_cut_within_their_limits() {
    replay("cut");
}

#[test]
fn kept_definitions_are_compiled_or_refused() {
    replay("definition");
}

#[test]
fn kept_overlays_are_applied_or_refused() {
    replay("overlay");
}

#[test]
fn kept_parameters_are_rendered_or_refused() {
    replay("render");
}

#[test]
fn kept_skill_headers_are_read_or_refused() {
    replay("skill_header");
}

#[test]
fn every_target_has_its_inputs_and_no_folder_is_left_over() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut folders: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    folders.sort();
    assert_eq!(folders, TARGETS.map(|(name, _)| name));
}
