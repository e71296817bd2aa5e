//! Core names neither the addon's interface nor the machine it runs on.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// What would make a result depend on more than the arguments.
const IMPURE: [&str; 8] = [
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "SystemTime",
    "Instant::now",
    "Zoned::now",
    "Timestamp::now",
];

fn check(directory: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            check(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let impure = IMPURE.iter().filter(|name| text.contains(**name));
            found.extend(impure.map(|name| format!("{}: {name}", path.display())));
        }
    }
}

#[test]
fn the_sources_read_no_file_clock_or_environment() {
    let mut found = Vec::new();
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_dependency_tree_has_no_node_interface_and_no_file_crate() {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "-p",
            "clawprompt-core",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(tree.stdout).unwrap();
    assert!(tree.starts_with("clawprompt-core"), "{tree}");
    let foreign = |line: &&str| line.starts_with("napi") || line.starts_with("clawprompt-files");
    assert_eq!(tree.lines().filter(foreign).count(), 0, "{tree}");
}
