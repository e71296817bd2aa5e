//! `${NAME}` in the texts of a config.
//!
//! A name is upper-case letters, digits and `_`, and does not start with a digit; anything else stays
//! as it is, and so do keys. `$${NAME}` is the text `${NAME}`. What a variable holds is never read
//! again. The config's own `env` block fills in for variables that the process does not have.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::json5::Step;

/// The variables that a config may use.
pub(super) struct Variables<'a> {
    process: &'a dyn Fn(&str) -> Option<String>,
    own: HashMap<String, String>,
}

/// A variable that is not set, and the text that uses it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) path: Vec<Step>,
}

impl<'a> Variables<'a> {
    pub(super) fn new(process: &'a dyn Fn(&str) -> Option<String>, config: &Value) -> Self {
        let mut own = HashMap::new();
        let block = config.get("env").and_then(Value::as_object);
        let vars = block.and_then(|block| block.get("vars")?.as_object());
        for entries in [vars, block].into_iter().flatten() {
            own.extend(usable(entries));
        }
        Self { process, own }
    }

    fn get(&self, name: &str) -> Option<String> {
        let set = |value: &String| !value.is_empty();
        (self.process)(name).filter(set).or_else(|| self.own.get(name).cloned())
    }

    /// Replaces the variables in every text of `value`.
    pub(super) fn substitute(&self, value: &mut Value) -> Result<(), Missing> {
        self.walk(value, &mut Vec::new())
    }

    fn walk(&self, value: &mut Value, path: &mut Vec<Step>) -> Result<(), Missing> {
        match value {
            Value::String(text) => {
                if let Some(replaced) = self.replace(text, path)? {
                    *text = replaced;
                }
            }
            Value::Array(list) => {
                for (index, entry) in list.iter_mut().enumerate() {
                    path.push(Step::Index(index));
                    self.walk(entry, path)?;
                    path.pop();
                }
            }
            Value::Object(object) => {
                for (key, entry) in object {
                    path.push(Step::Key(key.clone()));
                    self.walk(entry, path)?;
                    path.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The text with its variables replaced; `None` when it has none.
    fn replace(&self, text: &str, path: &[Step]) -> Result<Option<String>, Missing> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, name, after)) = next_reference(rest) {
            if let Some(before) = before.strip_suffix('$') {
                out.extend([before, "${", name, "}"]);
            } else {
                let value = self.get(name).ok_or_else(|| Missing {
                    name: name.to_owned(),
                    text: text.to_owned(),
                    path: path.to_vec(),
                })?;
                out.extend([before, &value]);
            }
            rest = after;
        }
        if rest.len() == text.len() {
            return Ok(None);
        }
        out.push_str(rest);
        Ok(Some(out))
    }
}

/// The texts of an `env` block that can stand for a variable: not blank, and no reference themselves.
fn usable(entries: &Map<String, Value>) -> impl Iterator<Item = (String, String)> {
    entries.iter().filter_map(|(name, value)| {
        let value = value.as_str()?;
        let usable = !value.trim().is_empty() && next_reference(value).is_none();
        usable.then(|| (name.clone(), value.to_owned()))
    })
}

/// What stands before the first `${NAME}`, its name, and what stands after it.
fn next_reference(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("${")?;
        let (name, after) = text[start + 2..].split_once('}')?;
        if is_name(name) {
            return Some((&text[..start], name, after));
        }
        from = start + 2;
    }
}

fn is_name(name: &str) -> bool {
    let upper = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    name.bytes().next().is_some_and(upper)
        && name.bytes().all(|byte| upper(byte) || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn process(name: &str) -> Option<String> {
        let value = match name {
            "A" => "1",
            "B" => "${A}",
            "_A" => "u",
            "EMPTY" => "",
            "BLANK" => " ",
            _ => return None,
        };
        Some(value.to_owned())
    }

    fn replaced(text: &str) -> Result<String, String> {
        let mut value = json!({"k": [text]});
        let variables = Variables::new(&process, &json!({}));
        variables.substitute(&mut value).map_err(|missing| missing.name)?;
        Ok(value["k"][0].as_str().unwrap().to_owned())
    }

    #[test]
    fn variables_are_replaced_once() {
        for (text, expected) in [
            ("${A}", "1"),
            ("x${A}y", "x1y"),
            ("${A}${B}", "1${A}"),
            ("${A}$", "1$"),
            ("${A}${", "1${"),
            ("${_A}", "u"),
            ("${BLANK}", " "),
            ("$${A}", "${A}"),
            ("$$${A}", "$${A}"),
            ("$$$${A}", "$$${A}"),
            ("$${MISSING}", "${MISSING}"),
            ("${lower} ${A}", "${lower} 1"),
            ("${A ${A}", "${A 1"),
            ("${lower}", "${lower}"),
            ("${A", "${A"),
            ("${}", "${}"),
            ("${A-B}", "${A-B}"),
            ("$A", "$A"),
            ("${1A}", "${1A}"),
            ("${Ab}", "${Ab}"),
            ("${A }", "${A }"),
        ] {
            assert_eq!(replaced(text), Ok(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_variable_that_is_not_set_or_empty_is_missing() {
        assert_eq!(replaced("x${MISSING}"), Err("MISSING".to_owned()));
        assert_eq!(replaced("${EMPTY}"), Err("EMPTY".to_owned()));
    }

    #[test]
    fn keys_and_other_values_stay() {
        let mut value = json!({"${A}": "x", "n": 5, "l": [null, true]});
        let before = value.clone();
        Variables::new(&process, &json!({})).substitute(&mut value).unwrap();
        assert_eq!(value, before);
    }

    #[test]
    fn the_env_block_fills_in_and_its_own_keys_beat_its_vars() {
        let config = json!({"env": {
            "A": "no", "C": "root", "REF": "${A}", "BLANKS": " ", "N": 5,
            "vars": {"C": "vars", "D": "vars"}, "shellEnv": {"enabled": true}
        }});
        let variables = Variables::new(&process, &config);
        let get = |name| variables.get(name);
        assert_eq!(get("A").as_deref(), Some("1"));
        assert_eq!(get("C").as_deref(), Some("root"));
        assert_eq!(get("D").as_deref(), Some("vars"));
        for name in ["REF", "BLANKS", "N", "EMPTY"] {
            assert_eq!(get(name), None, "{name}");
        }
    }
}
