//! Reading JavaScript-like values out of a gateway's config.
//!
//! A config is whatever the operator wrote, so nothing here fails: a value of the wrong type counts
//! as absent. `null` counts as absent too, except where a function says otherwise.

use serde_json::Value;

use crate::text::is_white_space;

/// The value at `path`, a key for each step; `None` when a step is missing or holds `null`.
pub(crate) fn at<'a>(root: &'a Value, path: &[&str]) -> Option<&'a Value> {
    let found = path.iter().try_fold(root, |value, key| value.as_object()?.get(*key))?;
    (!found.is_null()).then_some(found)
}

/// `text.trim()` of JavaScript, for text that is UTF-8.
pub(crate) fn trim_str(text: &str) -> &str {
    text.trim_matches(|character: char| {
        u16::try_from(u32::from(character)).is_ok_and(is_white_space)
    })
}

/// The trimmed string; `None` for anything else and for a blank one.
pub(crate) fn optional_string(value: Option<&Value>) -> Option<&str> {
    let text = trim_str(value?.as_str()?);
    (!text.is_empty()).then_some(text)
}

/// Whether JavaScript takes the value as true; an absent value is false.
pub(crate) fn truthy(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => false,
        Some(Value::Bool(flag)) => *flag,
        Some(Value::Number(number)) => number.as_f64().is_some_and(|number| number != 0.0),
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(_) | Value::Object(_)) => true,
    }
}

/// Keys that a merge never copies, because in JavaScript they reach the prototype.
pub(crate) fn is_prototype_key(key: &str) -> bool {
    matches!(key, "__proto__" | "prototype" | "constructor")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn null_and_wrong_types_are_absent() {
        let config = json!({"a": {"b": null, "c": [1], "d": " x\u{FEFF}"}});
        assert_eq!(at(&config, &["a", "b"]), None);
        assert_eq!(at(&config, &["a", "c", "0"]), None);
        assert_eq!(optional_string(at(&config, &["a", "d"])), Some("x"));
        assert_eq!(optional_string(Some(&json!(5))), None);
        assert_eq!(optional_string(Some(&json!(" \u{3000}"))), None);
    }

    #[test]
    fn truth_is_that_of_javascript() {
        for value in [json!(true), json!(-1), json!(" "), json!([]), json!({})] {
            assert!(truthy(Some(&value)), "{value}");
        }
        for value in [json!(false), json!(0), json!(-0.0), json!(""), json!(null)] {
            assert!(!truthy(Some(&value)), "{value}");
        }
    }
}
