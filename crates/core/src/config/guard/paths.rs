//! Which paths differ between two configs.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The older spelling of `tools.exec`; a path that starts with it counts as the newer one.
const LEGACY_EXEC: &str = "tools.bash.";
const EXEC: &str = "tools.exec.";

/// Every path at which `current` and `next` differ, sorted by code unit.
///
/// A key that only one side has stands for all leaves below it; an empty object or list is a leaf. Two
/// lists whose entries all have distinct ids are compared entry by entry under `path[]`; any other list
/// is one value. Paths are keys joined by dots, and `tools.bash.` is written `tools.exec.`.
#[must_use]
pub fn changed_paths(current: &Value, next: &Value) -> Vec<String> {
    let mut paths = BTreeSet::new();
    compare(current, next, "", &mut paths);
    let mut paths: Vec<String> = paths.into_iter().collect();
    paths.sort_by(|left, right| left.encode_utf16().cmp(right.encode_utf16()));
    paths
}

fn compare(current: &Value, next: &Value, path: &str, paths: &mut BTreeSet<String>) {
    if is_same(current, next) {
        return;
    }
    match (current, next) {
        (Value::Object(current), Value::Object(next)) => {
            compare_keys(current, next, |key| child(path, key), paths);
        }
        (Value::Array(before), Value::Array(after)) => match (by_id(before), by_id(after)) {
            (Some(before), Some(after)) => {
                let entries = format!("{path}[]");
                compare_keys(&before, &after, |_| entries.clone(), paths);
            }
            _ => emit(path, paths),
        },
        (Value::Array(_), _) | (_, Value::Array(_)) => {
            leaves(current, path, paths);
            leaves(next, path, paths);
        }
        _ => emit(path, paths),
    }
}

fn compare_keys(
    current: &Map<String, Value>,
    next: &Map<String, Value>,
    path_of: impl Fn(&str) -> String,
    paths: &mut BTreeSet<String>,
) {
    for (key, value) in current {
        match next.get(key) {
            Some(next) => compare(value, next, &path_of(key), paths),
            None => leaves(value, &path_of(key), paths),
        }
    }
    for (key, value) in next.iter().filter(|(key, _)| !current.contains_key(*key)) {
        leaves(value, &path_of(key), paths);
    }
}

/// Adds the path of each leaf below `value`.
fn leaves(value: &Value, path: &str, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            for (key, value) in object {
                leaves(value, &child(path, key), paths);
            }
        }
        Value::Array(list) if !list.is_empty() && by_id(list).is_some() => {
            for entry in list {
                leaves(entry, &format!("{path}[]"), paths);
            }
        }
        _ => emit(path, paths),
    }
}

fn child(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn emit(path: &str, paths: &mut BTreeSet<String>) {
    paths.insert(match path.strip_prefix(LEGACY_EXEC) {
        Some(rest) => format!("{EXEC}{rest}"),
        None => path.to_owned(),
    });
}

/// The entries of a list by their id, or `None` when one has no id or two have the same.
fn by_id(list: &[Value]) -> Option<Map<String, Value>> {
    let mut entries = Map::new();
    for entry in list {
        if entries.insert(entry_id(entry)?.to_owned(), entry.clone()).is_some() {
            return None;
        }
    }
    Some(entries)
}

/// The id of a list entry: a string that is not empty.
pub(super) fn entry_id(entry: &Value) -> Option<&str> {
    entry.as_object()?.get("id")?.as_str().filter(|id| !id.is_empty())
}

/// Whether two values are the same to JavaScript: `1` and `1.0` are, `0` and `-0` are not.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left.as_f64().map(f64::to_bits) == right.as_f64().map(f64::to_bits)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| is_same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, value)| right.get(key).is_some_and(|other| is_same(value, other)))
        }
        _ => left == right,
    }
}
