//! Headers and what they mean, one oddity each. The fixture's pairs are `[file, values]`.

use std::collections::BTreeMap;

use clawprompt_core::skills::{Frontmatter, HeaderState, compute_skill_prompt_version_of_bytes};

#[test]
fn every_header_of_the_fixture_reads_as_expected() {
    let fixture = include_str!("fixtures/skill-headers.json");
    let cases: Vec<(String, BTreeMap<String, String>)> = serde_json::from_str(fixture).unwrap();
    assert!(cases.len() > 500, "the fixture was cut to {} cases", cases.len());
    let wrong: Vec<String> = cases
        .into_iter()
        .filter_map(|(content, expected)| {
            let found: BTreeMap<_, _> = Frontmatter::parse(&content).values.into_iter().collect();
            (found != expected)
                .then(|| format!("{content:?}\n  found    {found:?}\n  expected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} headers differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The headers named in user reports.
#[test]
fn a_description_survives_whatever_its_author_wrote() {
    let description = |header: &str| {
        let header = Frontmatter::parse(&format!("---\n{header}\n---\n"));
        header.get("description").map(str::to_owned)
    };
    for (header, expected) in [
        (
            "description: Use when: (1) alpha, (2) beta. NOT for: gamma.",
            "Use when: (1) alpha, (2) beta. NOT for: gamma.",
        ),
        ("description: [TODO: x]", "[TODO: x]"),
        ("description: {x: 1}", "{x: 1}"),
        ("description: >-\n  one\n  二つ\n  three", "one 二つ three"),
        ("description: >\n  one\n\n  two\n", "one\ntwo"),
        ("description: |\n  one\n  two\n  three", "one\ntwo\nthree"),
        ("description: one\n  two", "one two"),
        ("description: a\ndescription: b", "b"),
        ("description : a", "a"),
        ("description: C # and D", "C"),
        ("description: 'it''s: so'", "it's: so"),
        (r#"description: "\t\u00e9\U0001F600""#, "é😀"),
        ("name: &n x\ndescription: *n", "x"),
        ("# first\ndescription: x", "x"),
        ("description: \u{A0}x\u{A0}", "x"),
        ("description: x\nmetadata:\n{ \"openclaw\": { \"always\": true, }, }", "x"),
        ("description: x\nmetadata: {\n  \"openclaw\": {}\n}", "x"),
    ] {
        assert_eq!(description(header).as_deref(), Some(expected), "{header:?}");
    }
    assert_eq!(description("description: \"\"").as_deref(), Some(""));
    assert_eq!(description("Description: x"), None);
}

#[test]
fn rules_in_the_body_are_not_headers() {
    let rules = "---\nname: b\ndescription: c\n---\n".repeat(5);
    let header = Frontmatter::parse(&format!("---\nname: a\ndescription: d\n---\nbody\n{rules}"));
    assert_eq!((header.get("name"), header.get("description")), (Some("a"), Some("d")));
}

#[test]
fn one_byte_order_mark_is_taken_off_and_two_are_not() {
    let header = "---\nname: bom\ndescription: d\n---\n";
    let marked = format!("\u{FEFF}{header}");
    assert_eq!(Frontmatter::parse(&marked).get("name"), Some("bom"));
    // The version is over the text as it was read, mark included.
    assert_ne!(
        compute_skill_prompt_version_of_bytes(marked.as_bytes()),
        compute_skill_prompt_version_of_bytes(header.as_bytes())
    );
    assert_eq!(Frontmatter::parse(&format!("\u{FEFF}\u{FEFF}{header}")).values, []);
}

#[test]
fn what_only_javascript_could_say_is_text() {
    let description = |value: &str| {
        let header = Frontmatter::parse(&format!("---\ndescription: {value}\n---\n"));
        header.get("description").map(str::to_owned)
    };
    assert_eq!(description(r#""\ud800""#).as_deref(), Some(r"\ud800"));
    assert_eq!(description("!!binary aGk=").as_deref(), Some("aGk="));
    assert_eq!(description("!!set {a}").as_deref(), Some(r#"{"a":null}"#));
}

/// Each reads otherwise in the peer, whose YAML library draws these lines elsewhere.
#[test]
fn headers_on_which_two_yaml_readers_differ_keep_their_plain_values() {
    let values = |header: &str| {
        let header = Frontmatter::parse(&format!("---\n{header}\n---\n"));
        let pairs = header.values.iter().map(|(key, value)| format!("{key}={value}"));
        pairs.collect::<Vec<_>>().join(";")
    };
    for (header, expected) in [
        ("\tname: a", "name=a"),
        (": :\nname: +.INF", "name=Infinity"),
        ("name: a\nversion: [x]: y", "name=a;version=[x]: y"),
        ("name: a\nversion: &a [1, *a]", "name=a;version=&a [1, *a]"),
        ("name: 'open\n- item\nk: ''", "name='open"),
        (" name: {\n  \"a\": 1\n}", r#"name={"a":1}"#),
        ("#name: y\n...\nname: a", "name=a"),
    ] {
        assert_eq!(values(header), expected, "{header:?}");
    }
}

/// The largest file that is read, full of keys: looking each of them up in a list took half a minute.
#[test]
fn the_time_for_many_keys_grows_with_their_number_only() {
    // Beyond 20,000 nodes a block counts as no YAML.
    for (count, state) in [(9_500, HeaderState::Mapping), (27_000, HeaderState::NotYaml)] {
        let keys: Vec<String> = (0..count).map(|key| format!("k{key}: 1\n")).collect();
        let keys = keys.concat();
        let start = std::time::Instant::now();
        let header = Frontmatter::parse(&format!("---\n{keys}---\n"));
        assert!(start.elapsed() < std::time::Duration::from_secs(5));
        assert_eq!((header.state, header.values.len()), (state, count));
    }
}
