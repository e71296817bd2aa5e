//! Merges a patch into a config.

use serde_json::{Map, Value};

use super::super::value::is_prototype_key;
use super::paths::entry_id;

/// `current` with `patch` merged into it: objects merge, `null` deletes a key, anything else replaces.
///
/// A list whose entries all have an id is merged by id: an entry that is there already is merged,
/// others are appended. A list whose path (`agents.list`, with `[]` behind the name of an outer list)
/// stands in `replace_paths` is replaced instead. Keys that reach a prototype are ignored.
#[must_use]
pub fn merge_patch(current: &Value, patch: &Value, replace_paths: &[String]) -> Value {
    Merge { replace_paths }.value(Some(current), patch, "")
}

struct Merge<'a> {
    replace_paths: &'a [String],
}

impl Merge<'_> {
    fn value(&self, current: Option<&Value>, change: &Value, path: &str) -> Value {
        let Value::Object(changes) = change else { return change.clone() };
        let mut merged = current.and_then(Value::as_object).cloned().unwrap_or_default();
        for (key, change) in changes.iter().filter(|(key, _)| !is_prototype_key(key)) {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            self.key(&mut merged, key, change, &path);
        }
        Value::Object(merged)
    }

    fn key(&self, merged: &mut Map<String, Value>, key: &str, change: &Value, path: &str) {
        let base = merged.get(key);
        let next = match (base, change) {
            (_, Value::Null) => {
                merged.shift_remove(key);
                return;
            }
            (Some(Value::Array(base)), Value::Array(changes)) if self.by_id(base, path) => {
                self.entries(base, changes, path)
            }
            _ => self.value(base, change, path),
        };
        merged.insert(key.to_owned(), next);
    }

    fn by_id(&self, base: &[Value], path: &str) -> bool {
        let replaced = self.replace_paths.iter().any(|replaced| replaced == path);
        !replaced && base.iter().all(|entry| entry_id(entry).is_some())
    }

    fn entries(&self, base: &[Value], changes: &[Value], path: &str) -> Value {
        let mut entries = base.to_vec();
        let path = format!("{path}[]");
        for change in changes {
            let known = entry_id(change)
                .and_then(|id| entries.iter().rposition(|known| entry_id(known) == Some(id)));
            match known {
                Some(index) => entries[index] = self.value(Some(&entries[index]), change, &path),
                None => entries.push(change.clone()),
            }
        }
        Value::Array(entries)
    }
}
