//! `$include`: a config in several files.
//!
//! An object with the key `$include` becomes the content of the named file, or of several files merged
//! in order; its other keys are merged over that. Objects merge key by key, lists are joined, anything
//! else is replaced. Paths are relative to the including file and must stay in the folder of the main
//! config or in one of the extra roots, symbolic links resolved.

use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use super::error::{ConfigFileError, IncludeFault, Place};
use super::json5::{Step, line_of, path_text};
use clawprompt_core::json5::{NonFinite, parse_json5};

/// The key that names other files.
const INCLUDE: &str = "$include";

/// Deepest chain of files below the main one.
const MAX_DEPTH: usize = 10;

/// Longest path, in UTF-16 code units; a path must be shorter.
const PATH_LIMIT: usize = 4096;

/// Largest file, in bytes. The peer's documentation states it for included files.
const MAX_BYTES: u64 = 2 * 1024 * 1024;

/// A file that is part of a config.
#[derive(Debug)]
pub(super) struct SourceFile {
    pub(super) path: PathBuf,
    pub(super) source: String,
    /// The parsed text before includes are followed.
    pub(super) value: Value,
}

impl SourceFile {
    fn read(path: &Path) -> Result<Self, ConfigFileError> {
        let failed = |source| ConfigFileError::Read { file: path.to_owned(), source };
        let size = std::fs::metadata(path).map_err(failed)?.len();
        if size > MAX_BYTES {
            let file = path.to_owned();
            return Err(ConfigFileError::TooLarge { file, size, limit: MAX_BYTES });
        }
        let bytes = std::fs::read(path).map_err(failed)?;
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let value =
            parse_json5(&source, NonFinite::Refused).map_err(|error| ConfigFileError::Syntax {
                file: path.to_owned(),
                line: error.line,
                column: error.column,
                reason: error.reason,
            })?;
        Ok(Self { path: path.to_owned(), source, value })
    }

    pub(super) fn place(&self, path: &[Step]) -> Place {
        Place {
            file: self.path.clone(),
            line: line_of(&self.source, path).unwrap_or(1),
            key: path_text(path),
        }
    }
}

/// Reads a config with everything that it includes; returns the merged value and the files in the
/// order in which they were read.
pub(super) fn read_with_includes(
    path: &Path,
    extra_roots: &[PathBuf],
) -> Result<(Value, Vec<SourceFile>), ConfigFileError> {
    // The folder of a bare file name is the empty path, which no call takes for the current folder.
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let root = parent.unwrap_or(Path::new("."));
    let roots = std::iter::once(root).chain(extra_roots.iter().map(PathBuf::as_path));
    let roots = roots.filter_map(|root| root.canonicalize().ok()).collect();
    let mut reader = Reader { roots, chain: Vec::new(), files: Vec::new() };
    let value = reader.file(path)?;
    Ok((value, reader.files))
}

struct Reader {
    /// Real paths of the folders that includes may come from.
    roots: Vec<PathBuf>,
    /// Real paths of the files that are being read, outermost first.
    chain: Vec<PathBuf>,
    files: Vec<SourceFile>,
}

impl Reader {
    fn file(&mut self, path: &Path) -> Result<Value, ConfigFileError> {
        let file = SourceFile::read(path)?;
        self.chain.push(path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        let index = self.files.len();
        let value = file.value.clone();
        self.files.push(file);
        let resolved = self.resolve(value, index, &mut Vec::new())?;
        self.chain.pop();
        Ok(resolved)
    }

    /// `value`, found at `path` of file number `file`, with includes followed.
    fn resolve(
        &mut self,
        value: Value,
        file: usize,
        path: &mut Vec<Step>,
    ) -> Result<Value, ConfigFileError> {
        match value {
            Value::Array(list) => {
                let mut out = Vec::with_capacity(list.len());
                for (index, entry) in list.into_iter().enumerate() {
                    out.push(self.inside(entry, file, path, Step::Index(index))?);
                }
                Ok(Value::Array(out))
            }
            Value::Object(mut object) => {
                let Some(include) = object.shift_remove(INCLUDE) else {
                    return self.object(object, file, path).map(Value::Object);
                };
                path.push(Step::Key(INCLUDE.to_owned()));
                let included = self.include(&include, file, path)?;
                path.pop();
                if object.is_empty() {
                    return Ok(included);
                }
                if !included.is_object() {
                    let at = self.files[file].place(path);
                    return Err(ConfigFileError::Include { at, fault: IncludeFault::SiblingKeys });
                }
                let siblings = self.object(object, file, path)?;
                Ok(merge(included, Value::Object(siblings)))
            }
            other => Ok(other),
        }
    }

    fn object(
        &mut self,
        object: Map<String, Value>,
        file: usize,
        path: &mut Vec<Step>,
    ) -> Result<Map<String, Value>, ConfigFileError> {
        let mut out = Map::new();
        for (key, value) in object {
            let value = self.inside(value, file, path, Step::Key(key.clone()))?;
            out.insert(key, value);
        }
        Ok(out)
    }

    fn inside(
        &mut self,
        value: Value,
        file: usize,
        path: &mut Vec<Step>,
        step: Step,
    ) -> Result<Value, ConfigFileError> {
        path.push(step);
        let resolved = self.resolve(value, file, path)?;
        path.pop();
        Ok(resolved)
    }

    /// The content that an include, found at `path` of file number `file`, stands for.
    fn include(
        &mut self,
        include: &Value,
        file: usize,
        path: &mut Vec<Step>,
    ) -> Result<Value, ConfigFileError> {
        let list = match include {
            Value::String(name) => return self.included_file(name, file, path),
            Value::Array(list) => list,
            _ => return Err(self.fault(file, path, IncludeFault::NotAPath)),
        };
        let mut merged = Value::Object(Map::new());
        for (index, name) in list.iter().enumerate() {
            path.push(Step::Index(index));
            let Value::String(name) = name else {
                return Err(self.fault(file, path, IncludeFault::NotAPath));
            };
            merged = merge(merged, self.included_file(name, file, path)?);
            path.pop();
        }
        Ok(merged)
    }

    fn included_file(
        &mut self,
        name: &str,
        file: usize,
        path: &[Step],
    ) -> Result<Value, ConfigFileError> {
        let target = match self.locate(name, file) {
            Ok(target) => target,
            Err(fault) => return Err(self.fault(file, path, fault)),
        };
        self.file(&target).map_err(|error| match error {
            ConfigFileError::Read { file: target, source } => {
                self.fault(file, path, IncludeFault::Unreadable { target, source })
            }
            other => other,
        })
    }

    /// The file that an include names, if it may be read.
    fn locate(&self, name: &str, file: usize) -> Result<PathBuf, IncludeFault> {
        if name.contains('\0') {
            return Err(IncludeFault::NullByte);
        }
        let folder = self.files[file].path.parent().unwrap_or(Path::new(""));
        let target = lexical(&folder.join(name));
        let too_long = |path: &str| path.encode_utf16().count() >= PATH_LIMIT;
        if too_long(name) || too_long(&target.to_string_lossy()) {
            return Err(IncludeFault::TooLong { limit: PATH_LIMIT });
        }
        // A file that is not there cannot be resolved, so its folder is checked instead.
        let real = target.canonicalize().or_else(|_| {
            let folder = target.parent().unwrap_or(Path::new("")).canonicalize()?;
            Ok::<_, std::io::Error>(folder.join(target.file_name().unwrap_or_default()))
        });
        let real = real.unwrap_or_else(|_| target.clone());
        if !self.roots.iter().any(|root| real.starts_with(root)) {
            return Err(IncludeFault::Outside { target });
        }
        if self.chain.contains(&real) {
            return Err(IncludeFault::Circular { target });
        }
        if self.chain.len() > MAX_DEPTH {
            return Err(IncludeFault::TooDeep { limit: MAX_DEPTH });
        }
        Ok(target)
    }

    fn fault(&self, file: usize, path: &[Step], fault: IncludeFault) -> ConfigFileError {
        ConfigFileError::Include { at: self.files[file].place(path), fault }
    }
}

/// The path without `.` and `..`, as the operating system would never see it; links are not followed.
fn lexical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// Objects merge, lists are joined, anything else is replaced. Keys that reach a JavaScript prototype
/// are left out.
fn merge(base: Value, over: Value) -> Value {
    match (base, over) {
        (Value::Object(mut base), Value::Object(over)) => {
            for (key, value) in over {
                if matches!(key.as_str(), "__proto__" | "prototype" | "constructor") {
                    continue;
                }
                let merged = match base.get_mut(&key) {
                    Some(known) => merge(known.take(), value),
                    None => value,
                };
                base.insert(key, merged);
            }
            Value::Object(base)
        }
        (Value::Array(mut base), Value::Array(over)) => {
            base.extend(over);
            Value::Array(base)
        }
        (_, over) => over,
    }
}
