//! `schema/*.json` describe the files of the definition and overlays to editors. They are written from the same
//! names that the loader knows; the ignored test at the end writes them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "a part of a schema is made for the call that takes it"
)]

use std::fs;
use std::path::{Path, PathBuf};

use clawprompt_core::definition::{COMPUTED, FAMILIES, NAMED, SOURCES};
use serde_json::{Map, Value, json};
use toml::{Table, Value as Toml};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn table(path: &str) -> Table {
    fs::read_to_string(root().join(path)).unwrap().parse().unwrap()
}

/// A string that must be one of the shipped names.
fn names(known: &[String]) -> Value {
    json!({ "type": "string", "enum": known })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// A table in which nothing but these members may stand.
fn object(description: &str, members: Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "additionalProperties": false,
        "properties": members,
        "required": required,
    })
}

/// Exactly one of these members.
fn one_of(members: &[&str]) -> Value {
    members.iter().map(|member| json!({ "required": [member] })).collect()
}

fn choices(members: impl Iterator<Item = (String, String)>) -> Value {
    members.map(|(name, meaning)| json!({ "const": name, "description": meaning })).collect()
}

fn when() -> Value {
    let families: Vec<_> = FAMILIES.iter().map(|(_, name)| *name).collect();
    let named = NAMED.iter().flat_map(|(_, name, meaning)| {
        [
            ((*name).to_owned(), (*meaning).to_owned()),
            (format!("!{name}"), format!("Not: {meaning}")),
        ]
    });
    let mut facts = choices(named).as_array().unwrap().clone();
    facts.push(json!({
        "pattern": format!("^!?({}):[^\\sA-Z]([^A-Z]*[^\\sA-Z])?$", families.join("|")),
        "description": "A tool, capability or channel by its name, in lower case.",
    }));
    json!({
        "type": "array",
        "description": "Facts that must all hold; `!` negates one. Always, when absent.",
        "items": { "type": "string", "anyOf": facts },
    })
}

fn key() -> Value {
    json!({
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]+$",
        "description": "Name of the line, unique in its section.",
    })
}

fn line() -> Value {
    let computed = COMPUTED.iter().map(|(_, name)| (*name).to_owned());
    let mut line = object(
        "A line.",
        json!({
            "key": key(),
            "when": { "$ref": "#/definitions/when" },
            "glue": text("Joins the line to the one before it, instead of a line feed."),
            "text": text("The words. `{name}` is a placeholder, `{{` and `}}` are braces."),
            "computed": { "enum": computed.collect::<Vec<_>>(), "description": "A text that the program makes." },
        }),
        &["key"],
    );
    line["oneOf"] = one_of(&["text", "computed"]);
    line
}

fn section() -> Value {
    let sources = SOURCES.iter().map(|(_, name)| *name).filter(|name| *name != "overlay");
    object(
        "One section of the prompt.",
        json!({
            "heading": text("First element of the section."),
            "when": { "$ref": "#/definitions/when" },
            "source": { "enum": sources.collect::<Vec<_>>(), "default": "definition", "description": "Whose words these are, for reports." },
            "protected": { "type": "boolean", "default": false, "description": "Overlays must say `unprotect` before they weaken it." },
            "line": { "type": "array", "items": { "$ref": "#/definitions/line" } },
            "fragment": { "type": "array", "items": { "$ref": "#/definitions/line" }, "description": "Texts that lines of this section use as placeholders." },
        }),
        &[],
    )
}

fn position(description: &str, sections: &[String]) -> (Map<String, Value>, Value) {
    let place = json!({ "enum": ["stable", "dynamic"], "description": format!("{description}: at the edge of the part above or below the cache boundary.") });
    let neighbour = json!({ "type": "string", "anyOf": [names(sections), { "type": "string" }], "description": format!("{description}: next to this section.") });
    let members = [
        ("before", neighbour.clone()),
        ("after", neighbour),
        ("to_start_of", place.clone()),
        ("to_end_of", place),
    ];
    let exactly = one_of(&["before", "after", "to_start_of", "to_end_of"]);
    (members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(), exactly)
}

/// Dropped and nothing else, or changed.
fn dropped_or_changed(mut entry: Value) -> Value {
    entry["minProperties"] = json!(1);
    entry["oneOf"] =
        json!([{ "required": ["drop"], "maxProperties": 1 }, { "not": { "required": ["drop"] } }]);
    entry
}

fn section_patch(sections: &[String]) -> Value {
    let (members, exactly) = position("Where to", sections);
    let mut to = object("Moves the section.", Value::Object(members), &[]);
    to["oneOf"] = exactly;
    let mut insertion = object(
        "A new line.",
        json!({
            "key": key(),
            "before": text("Key of the line that follows."),
            "after": text("Key of the line before."),
            "when": { "$ref": "#/definitions/when" },
            "glue": text("Joins the line to the one before it, instead of a line feed."),
            "text": text("The words."),
        }),
        &["key", "text"],
    );
    insertion["oneOf"] = one_of(&["before", "after"]);
    dropped_or_changed(object(
        "Changes to a section.",
        json!({
            "drop": { "const": true, "description": "Takes the section out." },
            "replace": text("One line in place of all lines."),
            "prepend": text("A line before the first."),
            "append": text("A line after the last."),
            "heading": text("Another heading."),
            "when": { "$ref": "#/definitions/when" },
            "move": to,
            "line": { "type": "object", "additionalProperties": { "$ref": "#/definitions/linePatch" }, "description": "Changes to lines and fragments, by key." },
            "insert": { "type": "array", "items": insertion, "description": "New lines." },
        }),
        &[],
    ))
}

/// Keys of all texts, dotted, in the order of the file.
fn text_keys(table: &Table, prefix: &str, keys: &mut Vec<String>) {
    for (name, value) in table {
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Toml::Table(inner) => text_keys(inner, &path, keys),
            _ => keys.push(path),
        }
    }
}

fn overlay() -> Value {
    let order = table("prompt/prompt.toml");
    let sections: Vec<String> = ["stable", "dynamic"]
        .iter()
        .flat_map(|part| order[*part].as_array().unwrap())
        .map(|id| id.as_str().unwrap().to_owned())
        .collect();
    let patches: Map<_, _> = sections
        .iter()
        .map(|id| (id.clone(), json!({ "$ref": "#/definitions/sectionPatch" })))
        .collect();
    let mut keys = Vec::new();
    text_keys(&table("prompt/texts.toml"), "", &mut keys);
    let texts: Map<_, _> =
        keys.into_iter().map(|name| (name, json!({ "type": "string" }))).collect();

    let (mut members, exactly) = position("Where it stands", &sections);
    members.insert("heading".to_owned(), text("First element of the section."));
    members.insert("when".to_owned(), json!({ "$ref": "#/definitions/when" }));
    members.insert(
        "line".to_owned(),
        json!({ "type": "array", "items": { "$ref": "#/definitions/line" } }),
    );
    let mut added = object("A new section.", Value::Object(members), &["line"]);
    added["oneOf"] = exactly;

    let mut schema = object(
        "An overlay: changes to the prompt.",
        json!({
            "unprotect": { "type": "array", "items": names(&sections), "description": "Protected sections that this overlay may weaken." },
            "texts": { "type": "object", "additionalProperties": false, "properties": texts, "description": "Texts outside sections, by key." },
            // An overlay may also change what one before it added.
            "section": { "type": "object", "properties": patches, "additionalProperties": { "$ref": "#/definitions/sectionPatch" }, "description": "Changes to sections, by id." },
            "add": { "type": "object", "additionalProperties": added, "propertyNames": { "pattern": "^[A-Za-z0-9_-]+$" }, "description": "New sections, by id." },
        }),
        &[],
    );
    let change = object(
        "Changes to a line.",
        json!({
            "drop": { "const": true, "description": "Takes the line out." },
            "text": text("Other words, with the same placeholders."),
            "when": { "$ref": "#/definitions/when" },
        }),
        &[],
    );
    schema["definitions"] = json!({ "when": when(), "line": line(), "linePatch": dropped_or_changed(change), "sectionPatch": section_patch(&sections) });
    schema
}

fn schemas() -> Vec<(&'static str, Value)> {
    let mut file = section();
    file["definitions"] = json!({ "when": when(), "line": line() });
    let list = |description: &str| json!({ "type": "array", "uniqueItems": true, "items": { "type": "string" }, "description": description });
    let order = object(
        "The order of the prompt.",
        json!({
            "stable": list("Sections above the cache boundary."),
            "dynamic": list("Sections below the cache boundary."),
            "bare": list("Lines of prompt mode `none`, as section.key."),
        }),
        &["stable", "dynamic", "bare"],
    );
    let texts = json!({
        "type": "object",
        "description": "Texts outside sections.",
        "additionalProperties": { "$ref": "#/definitions/entry" },
        "definitions": { "entry": { "anyOf": [
            { "type": "string" },
            { "type": "object", "additionalProperties": { "$ref": "#/definitions/entry" } },
        ] } },
    });
    [("order", order), ("section", file), ("texts", texts), ("overlay", overlay())]
        .into_iter()
        .map(|(name, mut schema)| {
            schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
            (name, schema)
        })
        .collect()
}

fn path(name: &str) -> PathBuf {
    root().join(format!("schema/{name}.json"))
}

#[test]
fn the_schemas_name_what_the_loader_knows() {
    for (name, schema) in schemas() {
        let committed: Value =
            serde_json::from_str(&fs::read_to_string(path(name)).unwrap()).unwrap();
        assert!(
            committed == schema,
            "schema/{name}.json is behind; run \"cargo nextest run -p clawprompt-core --run-ignored only write_the_schemas\""
        );
    }
}

#[test]
#[ignore = "writes into the repository"]
fn write_the_schemas() {
    for (name, schema) in schemas() {
        fs::write(path(name), format!("{}\n", serde_json::to_string_pretty(&schema).unwrap()))
            .unwrap();
    }
}
