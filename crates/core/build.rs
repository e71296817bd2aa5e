//! Checks and compiles `prompt/` into static data, so that a process pays nothing for it at start.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[expect(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the crate's own module, of which the build script needs a part"
)]
#[path = "src/definition/mod.rs"]
mod definition;
#[expect(unreachable_pub, reason = "the crate's own module")]
#[path = "src/text"]
mod text {
    pub(crate) mod template;
}
#[path = "src/definition/generate.rs"]
mod generate;

use definition::{Definition, File, Files};

fn main() {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../prompt");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=src/definition");
    println!("cargo::rerun-if-changed=src/text/template.rs");

    let read = |path: PathBuf| {
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let order = read(root.join("prompt.toml"));
    let texts = read(root.join("texts.toml"));
    let mut sections = Vec::new();
    for entry in fs::read_dir(root.join("sections")).expect("prompt/sections is a directory") {
        let path = entry.expect("readable entry").path();
        let id = path.file_stem().expect("a file name").to_string_lossy().into_owned();
        let text = read(path);
        sections.push((format!("prompt/sections/{id}.toml"), id, text));
    }
    sections.sort();

    let borrowed: Vec<(&str, File<'_>)> =
        sections.iter().map(|(name, id, text)| (&**id, File { name, text })).collect();
    let files = Files {
        order: File { name: "prompt/prompt.toml", text: &order },
        texts: File { name: "prompt/texts.toml", text: &texts },
        sections: &borrowed,
    };
    let definition = Definition::load(&files).unwrap_or_else(|error| panic!("{error}"));
    fs::write(out.join("definition.rs"), generate::definition(&definition)).expect("writable");
    fs::write(out.join("files.rs"), embedded(&files)).expect("writable");
}

/// The files themselves, which overlays are applied to.
fn embedded(files: &Files<'_>) -> String {
    let file = |file: &File<'_>| format!("File {{ name: {:?}, text: {:?} }}", file.name, file.text);
    let mut code = String::from("Files {\n");
    writeln!(code, "order: {},\ntexts: {},\nsections: &[", file(&files.order), file(&files.texts))
        .expect("a string");
    for (id, section) in files.sections {
        writeln!(code, "({id:?}, {}),", file(section)).expect("a string");
    }
    code + "] }"
}
