//! The peer's renderer, reproduced byte for byte under a synthetic wording.
//!
//! Inputs with lone surrogates cannot be read from JSON in Rust; `__test__/vectors.spec.ts` runs those, and
//! all others again, through the addon.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use clawprompt_core::definition::{Definition, Overlay};
use clawprompt_core::prompt::{self, PARAMS, Value};
use clawprompt_core::shipped;
use serde_json::Value as Json;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn definition(overlays: &[&str]) -> Definition {
    let parsed: Vec<Overlay> = overlays
        .iter()
        .map(|name| Overlay::parse(name, &fs::read_to_string(fixture(name)).unwrap()).unwrap())
        .collect();
    shipped::with_overlays(&parsed).unwrap_or_else(|error| panic!("{error}")).0
}

/// Vectors whose input meets an intended difference, with the reason; see docs/parity.md.
const DIFFERENT: [(&str, &str); 0] = [];

fn check(version: &str, definition: &Definition) {
    let vectors = fs::read_to_string(fixture("render-vectors.jsonl")).unwrap();
    let (mut equal, mut skipped) = (0, 0);
    let mut wrong = Vec::new();
    for line in vectors.lines() {
        let Ok(vector) = serde_json::from_str::<Json>(line) else {
            skipped += 1;
            continue;
        };
        let id = vector["id"].as_str().unwrap();
        let mut params = vector["params"].clone();
        params["memoryLines"] = vector["host"]["memoryLines"].clone();
        if vector["host"]["deliverableChannels"].is_array() {
            params["deliverableChannels"] = vector["host"]["deliverableChannels"].clone();
        }
        let rendered = prompt::render(definition, &Value::from_json(&params, PARAMS)).unwrap();
        let text = rendered.text.to_string().unwrap();
        if text == vector["synthetic"][version].as_str().unwrap() {
            equal += 1;
        } else if !DIFFERENT.iter().any(|(known, _)| *known == id) {
            wrong.push(first_difference(id, &text, vector["synthetic"][version].as_str().unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    assert_eq!(equal + skipped + DIFFERENT.len(), 200);
    assert_eq!(skipped, 12);
}

fn first_difference(id: &str, ours: &str, expected: &str) -> String {
    let mut pairs = ours.lines().zip(expected.lines());
    let pair = pairs.find(|(ours, expected)| ours != expected);
    format!("{id}: {pair:?} ({} and {} characters)", ours.len(), expected.len())
}

#[test]
fn the_vectors_of_2026_7_1_match() {
    check("2026.7.1", &definition(&["synthetic-2026.7.1.toml"]));
}

#[test]
fn the_vectors_of_2026_6_11_match_with_one_further_overlay() {
    check("2026.6.11", &definition(&["synthetic-2026.7.1.toml", "synthetic-2026.6.11.toml"]));
}
