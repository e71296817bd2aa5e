//! A broken overlay or definition is an error that names file, line, key and remedy.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use clawprompt_core::definition::{CAPACITY, Definition, DefinitionError, File, Files, Overlay};
use clawprompt_core::shipped;
use serde_json::{Value as Json, json};

fn apply(texts: &[&str]) -> DefinitionError {
    let name = |index| ["harbour.toml", "second.toml"][index];
    let parsed: Result<Vec<Overlay>, DefinitionError> =
        texts.iter().enumerate().map(|(at, text)| Overlay::parse(name(at), text)).collect();
    match parsed.and_then(|overlays| shipped::with_overlays(&overlays)) {
        Ok(_) => panic!("accepted: {texts:?}"),
        Err(error) => error,
    }
}

/// Checks that each text is refused with this message, which starts after the file's name.
fn check(rows: &[(&str, &str)]) {
    for (text, message) in rows {
        let error = apply(&[text]);
        assert_eq!(error.to_string(), format!("harbour.toml:{message}"), "{text}");
        assert!(!error.remedy.is_empty() && !error.problem.is_empty(), "{text}");
    }
}

const FORMAT: &str = "(see docs/prompt.md for the format)";

#[test]
fn a_text_that_is_no_toml_names_the_line() {
    for (text, line) in [
        ("[section.voice\n", 1),
        ("\n\n[texts]\n\"a = 1", 4),
        ("[section.voice]\ndrop = true\n[section.voice]\ndrop = true", 3),
        ("[section.voice]\ndrop = true\ndrop = false", 3),
    ] {
        let error = apply(&[text]);
        assert_eq!(
            (error.place.file.as_str(), error.place.line),
            ("harbour.toml", line),
            "{error}"
        );
        assert!(error.to_string().ends_with(FORMAT), "{error}");
    }
}

#[test]
fn an_unknown_key_is_named_with_its_path_and_those_that_exist() {
    for (text, place) in [
        ("x = 1", "1: x: unknown field `x`"),
        ("[sections.a]", "1: sections.a: unknown field `sections`"),
        ("[section.voice]\n\nreplac = \"x\"", "3: section.voice.replac: unknown field `replac`"),
        (
            "[section.voice.line.body]\ntxt = \"x\"",
            "2: section.voice.line.body.txt: unknown field `txt`",
        ),
        (
            "[[section.voice.insert]]\nkey = \"a\"\ntext = \"a\"\nwher = []",
            "4: section.voice.insert.wher: unknown field `wher`",
        ),
        ("[section.voice]\nmove = { to = \"x\" }", "2: section.voice.move.to: unknown field `to`"),
        (
            "[add.a]\nbefore = \"voice\"\nsource = \"host\"\n[[add.a.line]]\nkey = \"x\"",
            "3: add.a.source: unknown field `source`",
        ),
    ] {
        let message = apply(&[text]).to_string();
        assert!(
            message.starts_with(&format!("harbour.toml:{place}, expected one of `")),
            "{message}"
        );
        assert!(message.ends_with(FORMAT), "{message}");
    }
}

#[test]
fn a_missing_or_ill_typed_entry_is_named_with_its_path() {
    for (text, message) in [
        ("[[section.voice.insert]]\nkey = \"a\"", "1: section.voice.insert: missing field `text`"),
        ("[add.a]\nbefore = \"voice\"", "1: add.a: missing field `line`"),
        (
            "[add.a]\nbefore = \"voice\"\n[[add.a.line]]\ntext = \"x\"",
            "3: add.a.line: missing field `key`",
        ),
        (
            "[section.voice]\n\nreplace = 5",
            "3: section.voice.replace: invalid type: integer `5`, expected a string",
        ),
        ("[texts]\ntoken.silent = \"x\"", "2: texts.token: invalid type: map, expected a string"),
    ] {
        assert_eq!(apply(&[text]).to_string(), format!("harbour.toml:{message} {FORMAT}"));
    }
}

#[test]
fn an_unknown_section_line_or_text_is_an_error() {
    check(&[
        (
            "\n[section.voices]\ndrop = true",
            "2: voices: there is no such section (see the ids in prompt/prompt.toml, or use add)",
        ),
        (
            "\n[section.voices.line.x]\ndrop = true",
            "2: voices: there is no such section (see the ids in prompt/prompt.toml, or use add)",
        ),
        (
            "unprotect = [\n\"safety\",\n\"safty\"]",
            "3: unprotect: there is no section \"safty\" (see the ids in prompt/prompt.toml)",
        ),
        (
            "[section.voice]\nappend = \"x\"\n\n[section.voice.line.x]\ndrop = true",
            "4: voice.x: there is no such line (the section has: body)",
        ),
        (
            "[section.voice.line.x]\ntext = \"x\"",
            "1: voice.x: there is no such line (the section has: body)",
        ),
        (
            "[[section.voice.insert]]\nbefore = \"bodi\"\nkey = \"a\"\ntext = \"a\"",
            "3: voice.a: there is no line \"bodi\" here (the section has: body)",
        ),
        (
            "[section.voice]\nreplace = \"x\"\n[section.voice.line.body]\ndrop = true",
            "3: voice.body: there is no such line (the section has: replacement)",
        ),
        (
            "[texts]\n\n\"token.silnt\" = \"x\"",
            "3: texts.token.silnt: there is no such text \
             (use a key of prompt/texts.toml, such as \"token.silent\")",
        ),
    ]);
    let fragments = apply(&["[section.sandbox.line.mount_prt]\ntext = \"x\""]).to_string();
    assert!(fragments.contains("no_switch_advice; as fragments: mount_part)"), "{fragments}");
}

#[test]
fn an_unknown_fact_placeholder_or_computed_line_is_an_error() {
    let facts =
        "(use a fact of docs/prompt.md, or tool:, may:, cap:, channel: and a lower-case name)";
    for (fact, text) in [
        ("ful", "[section.workspace]\nwhen = [\"full\", \"ful\"]"),
        ("ful", "[section.workspace]\nwhen = [\"!ful\"]"),
        ("!full", "[section.workspace]\nwhen = [\"!!full\"]"),
        ("tool:Exec", "[section.workspace]\nwhen = [\"tool:Exec\"]"),
        ("tool:", "[section.workspace]\nwhen = [\"tool:\"]"),
        ("tool: x", "[section.workspace]\nwhen = [\"tool: x\"]"),
        ("tools:x", "[section.workspace]\nwhen = [\"tools:x\"]"),
        ("", "[section.workspace]\nwhen = [\"\"]"),
    ] {
        assert_eq!(
            apply(&[text]).to_string(),
            format!("harbour.toml:1: workspace: unknown fact \"{fact}\" {facts}")
        );
    }
    let line = apply(&["\n[section.workspace.line.dir]\nwhen = [\"x\"]"]).to_string();
    assert_eq!(line, format!("harbour.toml:2: workspace.dir: unknown fact \"x\" {facts}"));
    let added = "[add.tides]\nbefore = \"runtime\"\nwhen = [\"x\"]\n[[add.tides.line]]\nkey = \"a\"\ntext = \"b\"";
    assert_eq!(
        apply(&[added]).to_string(),
        format!("harbour.toml:1: tides: unknown fact \"x\" {facts}")
    );
    let slots = "(use a placeholder of docs/prompt.md or a fragment of this section)";
    for (key, line, text) in [
        ("appended", 1, "[section.voice]\nappend = \"{nope}\""),
        ("prepended", 1, "[section.voice]\nprepend = \"{nope}\""),
        ("replacement", 1, "[section.voice]\nreplace = \"{nope}\""),
        ("a", 2, "[[section.voice.insert]]\nkey = \"a\"\nbefore = \"body\"\ntext = \"{nope}\""),
    ] {
        assert_eq!(
            apply(&[text]).to_string(),
            format!("harbour.toml:{line}: voice.{key}: unknown placeholder \"{{nope}}\" {slots}")
        );
    }
    check(&[(
        "[add.tides]\nbefore = \"runtime\"\n[[add.tides.line]]\nkey = \"a\"\ncomputed = \"tool_lst\"",
        "4: tides.a: unknown computed line \"tool_lst\" \
         (use one of the computed names in docs/prompt.md)",
    )]);
}

#[test]
fn a_replacing_text_keeps_its_placeholders_and_adds_none() {
    check(&[
        (
            "[section.workspace.line.dir]\ntext = \"x\"",
            "1: workspace.dir: placeholder \"{display_workspace_dir}\" is missing \
             (use every placeholder of the text it replaces)",
        ),
        (
            "[section.workspace.line.dir]\ntext = \"{display_workspace_dir} {model}\"",
            "1: workspace.dir: placeholder \"{model}\" is not offered here \
             (use only the placeholders of the text it replaces, or insert a line of your own)",
        ),
        (
            "[section.sandbox.line.mount_part]\ntext = \"x\"",
            "1: sandbox.mount_part: placeholder \"{mount}\" is missing \
             (use every placeholder of the text it replaces)",
        ),
        (
            "[texts]\n\"token.silent\" = \"{x}\"",
            "2: texts.token.silent: placeholder \"{x}\" is not offered here \
             (use only the placeholders of the text it replaces, or insert a line of your own)",
        ),
    ]);
}

#[test]
fn stray_braces_are_errors_wherever_a_text_stands() {
    let open = "\"{\" does not start a placeholder (write {name}, or {{ for a literal brace)";
    let close = "\"}\" ends no placeholder (write }} for a literal brace)";
    for (brace, message) in
        [("{", open), ("{ x }", open), ("{Name}", open), ("}", close), ("{{a}", close)]
    {
        for (place, text) in [
            ("1: voice.appended", format!("[section.voice]\nappend = '{brace}'")),
            ("1: voice.replacement", format!("[section.voice]\nreplace = '{brace}'")),
            (
                "1: safety.oversight",
                format!("unprotect = [\"safety\"]\nsection.safety.line.oversight.text = '{brace}'"),
            ),
            ("2: texts.token.silent", format!("[texts]\n\"token.silent\" = '{brace}'")),
        ] {
            let error = apply(&[&text]).to_string();
            let line = if place.contains("safety") {
                place.replacen('1', "2", 1)
            } else {
                place.to_owned()
            };
            assert_eq!(error, format!("harbour.toml:{line}: {message}"));
        }
    }
}

#[test]
fn a_protected_section_is_only_extended() {
    let message = "this section is protected \
                   (add unprotect = [\"safety\"] if you mean it, or only extend it)";
    for patch in [
        "[section.safety]\ndrop = true",
        "[section.safety]\nreplace = \"x\"",
        "[section.safety]\nheading = \"\"",
        "[section.safety]\nwhen = []",
        "[section.safety.line.oversight]\ntext = \"x\"",
        "[section.safety.line.oversight]\nwhen = [\"full\"]",
        "[section.safety.line.oversight]\ndrop = true",
        "[section.safety.line.nope]\ndrop = true",
    ] {
        let error = apply(&[&format!("\n{patch}")]).to_string();
        assert_eq!(error, format!("harbour.toml:2: safety: {message}"), "{patch}");
        let other = apply(&[&format!("unprotect = [\"voice\"]\n{patch}")]).to_string();
        assert_eq!(other, format!("harbour.toml:2: safety: {message}"), "{patch}");
        // The word of one overlay does not count for the next.
        let second = apply(&["unprotect = [\"safety\"]", patch]).to_string();
        assert_eq!(second, format!("second.toml:1: safety: {message}"), "{patch}");
    }
}

#[test]
fn a_key_is_used_once_in_a_section() {
    let taken = |line: usize, key: &str| {
        format!(
            "{line}: {key}: key \"{}\" is used in this section already (give the line another key)",
            &key[key.len() - 4..]
        )
    };
    check(&[
        (
            "[[section.voice.insert]]\nafter = \"body\"\nkey = \"body\"\ntext = \"x\"",
            &taken(3, "voice.body"),
        ),
        (
            "[[section.voice.insert]]\nbefore = \"body\"\nkey = \"body\"\ntext = \"x\"",
            &taken(3, "voice.body"),
        ),
        (
            "[add.tides]\nbefore = \"runtime\"\n[[add.tides.line]]\nkey = \"a\"\ntext = \"x\"\n\
             [[add.tides.line]]\nkey = \"a\"\ntext = \"y\"",
            "7: tides.a: key \"a\" is used twice in this section (give the line another key)",
        ),
    ]);
    let twice = "[[section.voice.insert]]\nafter = \"body\"\nkey = \"twin\"\ntext = \"x\"\n\
                 [[section.voice.insert]]\nafter = \"body\"\nkey = \"twin\"\ntext = \"y\"";
    assert_eq!(apply(&[twice]).to_string(), format!("harbour.toml:{}", taken(7, "voice.twin")));
    let fragment =
        "[[section.sandbox.insert]]\nafter = \"intro\"\nkey = \"mount_part\"\ntext = \"x\"";
    assert_eq!(apply(&[fragment]).place.key, "sandbox.mount_part");
}

#[test]
fn a_section_has_one_place_among_those_that_exist() {
    let one = "(give one of before, after, to_start_of, to_end_of)";
    let position = |text: &str| format!("[section.voice]\nmove = {{ {text} }}");
    for (text, message) in [
        ("before = \"nope\"", "there is no section \"nope\" (see the ids in prompt/prompt.toml)"),
        (
            "after = \"voice\"",
            "a section cannot stand beside itself (name another section as its neighbour)",
        ),
        ("", &format!("the section has no single place {one}")),
        (
            "before = \"runtime\", to_end_of = \"stable\"",
            &format!("the section has no single place {one}"),
        ),
        ("to_start_of = \"above\"", "there is no part \"above\" (use stable or dynamic)"),
        ("to_end_of = \"runtime\"", "there is no part \"runtime\" (use stable or dynamic)"),
    ] {
        let error = apply(&[&position(text)]).to_string();
        assert_eq!(error, format!("harbour.toml:1: voice: {message}"));
    }
    let line = "[[add.tides.line]]\nkey = \"a\"\ntext = \"b\"";
    check(&[
        (
            &format!("[add.tides]\n{line}"),
            &format!("1: tides: the section has no single place {one}"),
        ),
        (
            &format!("[add.tides]\nbefore = \"tides\"\n{line}"),
            "1: tides: a section cannot stand beside itself (name another section as its neighbour)",
        ),
        (
            &format!("[add.tides]\nafter = \"nope\"\n{line}"),
            "1: tides: there is no section \"nope\" (see the ids in prompt/prompt.toml)",
        ),
        (
            &format!("[section.heartbeats]\ndrop = true\n{}", position("after = \"heartbeats\"")),
            "3: voice: there is no section \"heartbeats\" (see the ids in prompt/prompt.toml)",
        ),
        (
            "[[section.voice.insert]]\nkey = \"a\"\ntext = \"a\"",
            "2: voice.a: the line has no place (give either before or after)",
        ),
        (
            "[[section.voice.insert]]\nbefore = \"body\"\nafter = \"body\"\nkey = \"a\"\ntext = \"a\"",
            "4: voice.a: the line has no place (give either before or after)",
        ),
    ]);
}

#[test]
fn a_name_is_free_and_has_no_dots() {
    let add = |id: &str, key: &str| {
        format!(
            "[add.\"{id}\"]\nbefore = \"runtime\"\n[[add.\"{id}\".line]]\nkey = \"{key}\"\ntext = \"x\""
        )
    };
    let name = "is not a name (use letters, digits, _ and - only)";
    check(&[
        (&add("voice", "a"), "1: voice: a section of this name exists (choose another name)"),
        (
            &add("cache_boundary", "a"),
            "1: cache_boundary: the cache boundary has this name (choose another name)",
        ),
        (&add("a.b", "a"), &format!("1: a.b: \"a.b\" {name}")),
        (&add("", "a"), &format!("1: \"\" {name}")),
        (&add("tides", "a b"), &format!("4: tides.a b: \"a b\" {name}")),
        (
            "[[section.voice.insert]]\nkey = \"a.b\"\ntext = \"a\"\nafter = \"body\"",
            &format!("2: voice.a.b: \"a.b\" {name}"),
        ),
    ]);
    let fine = Overlay::parse("o", &add("house-Rules_2", "no-1")).unwrap();
    assert!(shipped::with_overlays(&[fine]).is_ok());
}

#[test]
fn a_line_says_one_thing() {
    check(&[
        (
            "[add.tides]\nbefore = \"runtime\"\n[[add.tides.line]]\nkey = \"a\"",
            "4: tides.a: a line has either text or computed (give it exactly one of the two)",
        ),
        (
            "[add.tides]\nbefore = \"runtime\"\n[[add.tides.line]]\nkey = \"a\"\ntext = \"b\"\n\
             computed = \"tool_list\"",
            "4: tides.a: a line has either text or computed (give it exactly one of the two)",
        ),
        (
            "[section.voice.line.body]\ntext = \"x\"",
            "1: voice.body: this line is computed (drop it and insert a line of your own)",
        ),
        (
            "[section.sandbox.line.mount_part]\ndrop = true",
            "1: sandbox.mount_part: a fragment cannot be dropped \
             (drop the line that uses it, or give the fragment another text or condition)",
        ),
        (
            "[section.voice.line.body]",
            "1: voice.body: this entry changes nothing (give it drop, text or when)",
        ),
        (
            "[section.voice.line.body]\ndrop = true\nwhen = []",
            "1: voice.body: this entry is dropped and changed at once \
             (give either drop or the changes)",
        ),
    ]);
    for change in [
        "replace = \"x\"",
        "prepend = \"x\"",
        "append = \"x\"",
        "heading = \"x\"",
        "when = []",
        "move = { before = \"runtime\" }",
        "line.body.drop = true",
        "insert = [{ key = \"a\", text = \"a\", after = \"body\" }]",
    ] {
        let error = apply(&[&format!("[section.voice]\ndrop = true\n{change}")]);
        assert!(error.problem.starts_with("this entry is dropped and changed"), "{error}");
    }
}

#[test]
fn there_is_room_for_a_fixed_number_of_facts() {
    let named = shipped::definition().open_facts.len() + clawprompt_core::definition::NAMED.len();
    let with_facts = |count: usize| {
        let facts: Vec<String> = (0..count).map(|number| format!("\"tool:t{number}\"")).collect();
        format!("[section.voice]\nwhen = [{}]", facts.join(", "))
    };
    let fits = Overlay::parse("o", &with_facts(CAPACITY - named)).unwrap();
    assert!(shipped::with_overlays(&[fits]).is_ok());
    let error = apply(&[&with_facts(CAPACITY - named + 1)]);
    assert!(
        error
            .to_string()
            .ends_with("too many different facts (ask about fewer tools and channels)")
    );
}

#[test]
fn an_error_names_the_overlay_that_caused_it() {
    let fine = "[section.voice]\nappend = \"x\"";
    assert_eq!(apply(&[fine, "[section.nope]\ndrop = true"]).place.file, "second.toml");
    let first = apply(&["[section.voice]\nappend = \"{nope}\"", fine]);
    assert_eq!((first.place.file.as_str(), first.place.line), ("harbour.toml", 1));
}

mod objects {
    use super::*;

    fn object(value: &Json) -> String {
        let overlay = Overlay::from_json("options.overlays[0]", value);
        overlay.and_then(|overlay| shipped::with_overlays(&[overlay])).unwrap_err().to_string()
    }

    #[test]
    fn errors_of_an_object_name_the_key_and_no_line() {
        for (value, message) in [
            (
                json!({"section": {"voice": {"replac": "x"}}}),
                "section.voice.replac: unknown field `replac`, expected one of",
            ),
            (
                json!({"section": {"voice": {"replace": 5}}}),
                "section.voice.replace: invalid type: integer `5`, expected a string",
            ),
            (json!({"section": {"nope": {"drop": true}}}), "nope: there is no such section"),
            (
                json!({"section": {"voice": {"append": "{nope}"}}}),
                "voice.appended: unknown placeholder \"{nope}\"",
            ),
            (
                json!({"section": {"voice": {"line": {"body": {"text": "x"}}}}}),
                "voice.body: this line is computed",
            ),
            (
                json!({"section": {"voice": {"insert": [{"key": "a", "text": "a"}]}}}),
                "voice.a: the line has no place",
            ),
            (
                json!({"add": {"tides": {"before": "voice", "line": [{"key": "a"}]}}}),
                "tides.a: a line has either text or computed",
            ),
            (
                json!({"add": {"tides": {"before": "voice", "line": [{"key": "a", "computed": "x"}]}}}),
                "tides.a: unknown computed line \"x\"",
            ),
            (json!({"section": {"safety": {"drop": true}}}), "safety: this section is protected"),
            (json!({"texts": {"nope": "x"}}), "texts.nope: there is no such text"),
            (json!({"unprotect": ["nope"]}), "unprotect: there is no section \"nope\""),
        ] {
            let error = object(&value);
            assert!(error.starts_with(&format!("options.overlays[0]: {message}")), "{error}");
        }
    }

    #[test]
    fn only_an_object_is_an_overlay() {
        for value in
            [json!("x"), json!(5), json!(null), json!([]), json!(true), json!([{"a": null}])]
        {
            let error = object(&value);
            assert!(error.starts_with("options.overlays[0]: "), "{value}: {error}");
        }
    }

    #[test]
    fn null_means_absent() {
        let value = json!({
            "texts": null,
            "section": {"voice": {"append": "x", "heading": null, "drop": null}, "runtime": null},
        });
        let overlay = Overlay::from_json("o", &value).unwrap();
        let (_, changes) = shipped::with_overlays(&[overlay]).unwrap();
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].key, "voice.appended");
    }
}

mod definitions {
    use super::*;

    fn load(order: &str, texts: &str, sections: &[(&str, &str)]) -> String {
        let names: Vec<String> =
            sections.iter().map(|(id, _)| format!("prompt/sections/{id}.toml")).collect();
        let sections: Vec<(&str, File<'_>)> = sections
            .iter()
            .zip(&names)
            .map(|((id, text), name)| (*id, File { name, text }))
            .collect();
        let files = Files {
            order: File { name: "prompt/prompt.toml", text: order },
            texts: File { name: "prompt/texts.toml", text: texts },
            sections: &sections,
        };
        Definition::load(&files).map_or_else(|error| error.to_string(), |_| "fine".to_owned())
    }

    const LINE: &str = "[[line]]\nkey = \"x\"\ntext = \"x\"";
    const ORDER: &str = "stable = [\"a\"]\ndynamic = [\n  \"b\",\n]\nbare = [\"a.x\"]";

    #[test]
    fn each_section_has_one_place_in_the_order() {
        let both = [("a", LINE), ("b", LINE)];
        assert_eq!(load(ORDER, "", &both), "fine");
        assert_eq!(
            load(ORDER, "", &both[..1]),
            "prompt/prompt.toml:3: b: the section is ordered but does not exist \
             (add its file or take it out of the order)"
        );
        assert_eq!(
            load(ORDER, "", &[both[0], both[1], ("c", LINE)]),
            "prompt/sections/c.toml:1: c: the section exists but is not ordered \
             (add it to stable or dynamic in prompt.toml)"
        );
        assert_eq!(
            load(&ORDER.replace("\"b\",", "\"b\",\n\"a\""), "", &both),
            "prompt/prompt.toml:4: a: the section is ordered twice (keep one place for it)"
        );
    }

    #[test]
    fn bare_lines_exist() {
        for reference in ["a.y", "c.x", "a", ""] {
            assert_eq!(
                load(&ORDER.replace("a.x", reference), "", &[("a", LINE), ("b", LINE)]),
                format!(
                    "prompt/prompt.toml:5: bare: \"{reference}\" is not a line \
                     (write section.key of an existing line)"
                )
            );
        }
    }

    #[test]
    fn a_section_file_is_checked_like_an_overlay() {
        let with = |text: &str| load(ORDER, "", &[("a", LINE), ("b", text)]);
        let file = "prompt/sections/b.toml";
        assert_eq!(
            with("source = \"sea\""),
            format!(
                "{file}:1: b: unknown source \"sea\" (use one of the sources in docs/prompt.md)"
            )
        );
        assert_eq!(
            with(&format!("{LINE}\n[[fragment]]\nkey = \"y\"\ntext = \"y\"")),
            format!("{file}:5: b.y: no line uses this fragment (use it or remove it)")
        );
        assert_eq!(
            with(
                "[[line]]\nkey = \"x\"\ntext = \"{y}\"\n[[fragment]]\nkey = \"y\"\ntext = \"{z}\""
            ),
            format!(
                "{file}:5: b.y: unknown placeholder \"{{z}}\" \
                 (use a placeholder of docs/prompt.md or a fragment of this section)"
            )
        );
        assert_eq!(
            with(&format!("{LINE}\n{LINE}")),
            format!(
                "{file}:5: b.x: key \"x\" is used twice in this section (give the line another key)"
            )
        );
        assert_eq!(
            with("[[line]]\nkey = \"x\""),
            format!(
                "{file}:2: b.x: a line has either text or computed (give it exactly one of the two)"
            )
        );
        let unknown = with("head = \"x\"");
        assert!(unknown.starts_with(&format!("{file}:1: head: unknown field `head`")), "{unknown}");
    }

    #[test]
    fn texts_are_checked_when_they_are_loaded() {
        let both = [("a", LINE), ("b", LINE)];
        assert_eq!(
            load(ORDER, "[t]\nx = \"{\"", &both),
            "prompt/texts.toml:2: t.x: \"{\" does not start a placeholder \
             (write {name}, or {{ for a literal brace)"
        );
        let number = load(ORDER, "[t]\nx = 5", &both);
        assert_eq!(number, "prompt/texts.toml:2: t.x: a text must be a string (put it in quotes)");
    }
}
