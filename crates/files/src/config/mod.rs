//! Reads a gateway's `openclaw.json`: JSON5, other files by `$include`, variables by `${NAME}`.

mod environment;
mod error;
mod include;
mod json5;
mod places;
mod tts_preferences;

pub use error::{ConfigFileError, IncludeFault, Place};
pub use places::{GatewayPlaces, Variable};
pub use tts_preferences::read_tts_preferences;

use std::path::{Path, PathBuf};

use serde_json::Value;

use environment::{Missing, Variables};
use include::{SourceFile, read_with_includes};
use json5::Step;

/// A config that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadedConfig {
    /// The whole config, includes and variables resolved; keys that nothing here reads are untouched.
    pub value: Value,
    /// The files it came from, the main one first.
    pub files: Vec<PathBuf>,
}

/// Reads the config at `path`.
///
/// `variable` gives a variable of the process. `include_roots` are the folders besides that of `path`
/// which includes may come from: the list in `OPENCLAW_INCLUDE_ROOTS`.
pub fn load_config(
    path: &Path,
    variable: &Variable<'_>,
    include_roots: &[PathBuf],
) -> Result<LoadedConfig, ConfigFileError> {
    let (mut value, files) = read_with_includes(path, include_roots)?;
    if !value.is_object() {
        return Err(ConfigFileError::NotAnObject { file: path.to_owned() });
    }
    let variables = Variables::new(variable, &value);
    variables.substitute(&mut value).map_err(|missing| missing_variable(missing, &files))?;
    Ok(LoadedConfig { value, files: files.into_iter().map(|file| file.path).collect() })
}

/// Finds the file that a value came from, which merging forgot: the last one that has the same text,
/// at a place that ends like the value's own if there is one.
fn missing_variable(missing: Missing, files: &[SourceFile]) -> ConfigFileError {
    let mut places: Vec<(usize, &SourceFile, Vec<Step>)> = Vec::new();
    for file in files {
        collect(&file.value, &missing.text, &mut Vec::new(), &mut |path: &[Step]| {
            let common = path.iter().rev().zip(missing.path.iter().rev());
            let common = common.take_while(|(left, right)| left == right).count();
            places.push((common, file, path.to_vec()));
        });
    }
    let (_, file, path) = places
        .into_iter()
        .max_by_key(|(common, _, _)| *common)
        .unwrap_or_else(|| (0, &files[0], missing.path));
    ConfigFileError::MissingVariable { at: file.place(&path), name: missing.name }
}

/// Calls `found` with the path of every text in `value` that equals `text`.
fn collect(value: &Value, text: &str, path: &mut Vec<Step>, found: &mut dyn FnMut(&[Step])) {
    match value {
        Value::String(known) if known == text => found(path),
        Value::Array(list) => {
            for (index, entry) in list.iter().enumerate() {
                path.push(Step::Index(index));
                collect(entry, text, path, found);
                path.pop();
            }
        }
        Value::Object(object) => {
            for (key, entry) in object {
                path.push(Step::Key(key.clone()));
                collect(entry, text, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
