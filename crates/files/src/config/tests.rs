use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;

/// A config folder with these files; paths are relative to it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn load(folder: &TempDir) -> Result<LoadedConfig, ConfigFileError> {
    let variable = |name: &str| (name == "SET").then(|| "value".to_owned());
    load_config(&folder.path().join("openclaw.json"), &variable, &[])
}

fn value(files: &[(&str, &str)]) -> Value {
    load(&folder(files)).unwrap().value
}

/// The message of the error, without the folder.
fn message(files: &[(&str, &str)]) -> String {
    let folder = folder(files);
    let message = load(&folder).unwrap_err().to_string();
    message.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn an_include_stands_for_the_file_it_names() {
    let main = r#"{ a: { $include: "./sub/a.json5" }, l: [{ $include: "b.json" }], z: 1 }"#;
    let files = [
        ("openclaw.json", main),
        ("sub/a.json5", r#"{ $include: "c.json", own: true }"#),
        ("sub/c.json", r#"{ "c": "${SET}" }"#),
        ("b.json", "[1, 2]"),
    ];
    assert_eq!(value(&files), json!({"a": {"c": "value", "own": true}, "l": [[1, 2]], "z": 1}));
    let folder = folder(&files);
    let names = |files: Vec<PathBuf>| -> Vec<String> {
        let name = |file: &PathBuf| file.strip_prefix(folder.path()).unwrap().display().to_string();
        files.iter().map(name).collect()
    };
    assert_eq!(
        names(load(&folder).unwrap().files),
        ["openclaw.json", "sub/a.json5", "sub/c.json", "b.json"]
    );
}

#[test]
fn later_files_and_the_keys_beside_win_and_lists_are_joined() {
    let main = r#"{ a: { $include: ["1.json", "2.json"], l: [3], deep: { y: 9 } } }"#;
    let files = [
        ("openclaw.json", main),
        ("1.json", "{ x: 1, l: [1], deep: { y: 1, z: 1 } }"),
        ("2.json", "{ x: null, l: [2], deep: { w: 2 } }"),
    ];
    let expected = json!({"a": {"x": null, "l": [1, 2, 3], "deep": {"y": 9, "z": 1, "w": 2}}});
    assert_eq!(value(&files), expected);
    let root = [("openclaw.json", "{ $include: [], z: 1 }")];
    assert_eq!(value(&root), json!({"z": 1}));
    let twice = [
        ("openclaw.json", r#"{ a: { $include: "x.json" }, b: { $include: "x.json" } }"#),
        ("x.json", "{ x: 1 }"),
    ];
    assert_eq!(value(&twice), json!({"a": {"x": 1}, "b": {"x": 1}}));
}

#[test]
fn a_faulty_include_is_named_by_file_line_and_key() {
    for (include, expected) in [
        ("5", "openclaw.json:2: a.$include: must be a path or a list of paths"),
        (r#"["x.json", 5]"#, "openclaw.json:2: a.$include[1]: must be a path or a list of paths"),
        (
            r#""y.json", z: 1"#,
            "openclaw.json:2: a: keys beside $include need an included object; move them or include \
             an object",
        ),
        (r#""a\u0000b""#, "openclaw.json:2: a.$include: the path has a null byte; remove it"),
        (r#""self.json""#, "self.json:1: $include: self.json includes itself; break the circle"),
        (r#""bad.json""#, "bad.json:3:1: expected comma; the config must be JSON5"),
    ] {
        let main = format!("{{\n a: {{ $include: {include} }} }}");
        let files = [
            ("openclaw.json", main.as_str()),
            ("x.json", "{}"),
            ("y.json", "[]"),
            ("self.json", r#"{ $include: "./self.json" }"#),
            ("bad.json", "{ token: 's3cret'\n\n!"),
        ];
        assert_eq!(message(&files), expected, "{include}");
    }
    let missing = message(&[("openclaw.json", "{\n\n a: { $include: 'no.json' } }")]);
    assert!(missing.starts_with("openclaw.json:3: a.$include: cannot read no.json: "), "{missing}");
    let long = format!("{{ $include: '{}' }}", "x".repeat(4096));
    assert_eq!(
        message(&[("openclaw.json", &long)]),
        "openclaw.json:1: $include: the path must be shorter than 4096 characters"
    );
}

#[test]
fn ten_files_deep_is_as_deep_as_includes_go() {
    let chain = |depth: usize| {
        let mut files = vec![("openclaw.json".to_owned(), "{ $include: '0.json' }".to_owned())];
        for level in 0..depth - 1 {
            files.push((format!("{level}.json"), format!("{{ $include: '{}.json' }}", level + 1)));
        }
        files.push((format!("{}.json", depth - 1), "{ x: 1 }".to_owned()));
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        load(&folder(&files)).map(|loaded| loaded.value).map_err(|error| error.to_string())
    };
    assert_eq!(chain(10), Ok(json!({"x": 1})));
    let error = chain(11).unwrap_err();
    assert!(error.ends_with("$include: includes go deeper than 10 files; flatten them"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_include_cannot_leave_the_config_folder() {
    let outside = folder(&[("x.json", "{ x: 1 }")]);
    let target = outside.path().join("x.json");
    let absolute = format!("{{ a: {{ $include: '{}' }} }}", target.display());
    let inside = folder(&[("openclaw.json", &absolute), ("real.json", "{ r: 1 }")]);
    let refused = |folder: &TempDir| match load(folder).unwrap_err() {
        ConfigFileError::Include { fault: IncludeFault::Outside { .. }, .. } => true,
        other => panic!("{other}"),
    };
    assert!(refused(&inside));
    let none = |_: &str| None;
    let main = inside.path().join("openclaw.json");
    let allowed = load_config(&main, &none, &[outside.path().to_owned()]).unwrap();
    assert_eq!(allowed.value, json!({"a": {"x": 1}}));

    fs::write(&main, "{ $include: '../x.json' }").unwrap();
    assert!(refused(&inside));
    fs::write(&main, "{ $include: 'link.json' }").unwrap();
    std::os::unix::fs::symlink(&target, inside.path().join("link.json")).unwrap();
    assert!(refused(&inside));
    let own = format!("{{ $include: '{}' }}", inside.path().join("real.json").display());
    fs::write(&main, own).unwrap();
    assert_eq!(load(&inside).unwrap().value, json!({"r": 1}));
}

#[test]
fn a_variable_that_is_not_set_is_named_by_the_file_that_uses_it() {
    let main = "{\n a: { $include: 'a.json', k: 'x' },\n b: '${SET}' }";
    let included = "{\n other: '${NOPE}x',\n\n k: '${NOPE}', deep: [\n { t: '${NOPE}' }] }";
    assert_eq!(
        message(&[("openclaw.json", main), ("a.json", included)]),
        "a.json:2: other: environment variable NOPE is not set; set it, or write $${NOPE} for the text \
         itself"
    );
    let overridden = included.replace(" other: '${NOPE}x',", "");
    assert!(
        message(&[("openclaw.json", main), ("a.json", &overridden)])
            .starts_with("a.json:5: deep[0].t: environment variable NOPE is not set")
    );
}

#[test]
fn faults_of_the_main_file_are_named() {
    assert_eq!(
        message(&[("openclaw.json", "{ a: 1 b: 2 }")]),
        "openclaw.json:1:8: expected comma; the config must be JSON5"
    );
    assert_eq!(
        message(&[("openclaw.json", "[]")]),
        "openclaw.json: the config must be an object; write {} for an empty one"
    );
    assert!(message(&[]).starts_with("cannot read config openclaw.json: "));
    let large = format!("{{}}{}", " ".repeat(2 * 1024 * 1024));
    assert_eq!(
        message(&[("openclaw.json", &large)]),
        "config openclaw.json has 2097154 bytes, at most 2097152 are read; split it with $include"
    );
}

#[test]
fn keys_that_nothing_reads_pass_untouched_and_keep_their_order() {
    let value = value(&[("openclaw.json", "{ zeta: { b: 1, a: 2 }, alpha: [1.5, 'x'], n: null }")]);
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(text, r#"{"zeta":{"b":1,"a":2},"alpha":[1.5,"x"],"n":null}"#);
}
