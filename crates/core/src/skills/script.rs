//! JavaScript's view of plain values: white space, and numbers and JSON as text.
//!
//! The header's values are UTF-8 here, so these are the `&str` twins of [`crate::text`].

use serde_json::Value;

use crate::config::value::trim_str;
use crate::text::is_white_space;

fn is_blank(character: char) -> bool {
    u16::try_from(u32::from(character)).is_ok_and(is_white_space)
}

/// `text.trimStart()`.
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// `text.trimEnd()`.
pub(super) fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

/// `String(number)`: the shortest digits that read back as the same number, plain from 1e-6 to 1e21.
pub(super) fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    if number.is_infinite() {
        return format!("{sign}Infinity");
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    // Rust prints the same shortest digits; only the placing of point and exponent differs.
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits: String = mantissa.chars().filter(|character| *character != '.').collect();
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |many: i32| "0".repeat(usize::try_from(many).unwrap_or(0));
    let body = match point {
        _ if (count..=21).contains(&point) => format!("{digits}{}", zeros(point - count)),
        1..=21 => {
            let (whole, rest) = digits.split_at(usize::try_from(point).unwrap_or(0));
            format!("{whole}.{rest}")
        }
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let direction = if point > 0 { '+' } else { '-' };
            format!("{first}{dot}{rest}e{direction}{}", (point - 1).abs())
        }
    };
    format!("{sign}{body}")
}

/// `String(value)` for a value that came from JSON.
pub(super) fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let item = |item: &Value| if item.is_null() { String::new() } else { value_text(item) };
            items.iter().map(item).collect::<Vec<_>>().join(",")
        }
        Value::Object(_) => "[object Object]".to_owned(),
    }
}

/// Each element as trimmed text, empty ones dropped; anything but an array yields nothing.
pub(super) fn string_entries(value: &Value) -> Vec<String> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    let entry = |item| Some(trim_str(&value_text(item)).to_owned()).filter(|text| !text.is_empty());
    items.iter().filter_map(entry).collect()
}

/// Like [`string_entries`], and a string is split at its commas.
pub(super) fn list_or_csv(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => {
            let parts = text.split(',').map(trim_str).filter(|part| !part.is_empty());
            parts.map(str::to_owned).collect()
        }
        _ => string_entries(value),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_read_as_javascript_prints_them() {
        for (number, text) in [
            (1.5, "1.5"),
            (1000.0, "1000"),
            (-0.0, "0"),
            (12_345_678_901_234_567_890.0, "12345678901234567000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (1.25e22, "1.25e+22"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (-123.456, "-123.456"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn lists_stringify_every_element_and_drop_blanks() {
        assert_eq!(
            string_entries(&json!(["E", 5, null, true, " ", " x "])),
            ["E", "5", "null", "true", "x"]
        );
        assert_eq!(string_entries(&json!([[1, null, "a"], {}])), ["1,,a", "[object Object]"]);
        assert!(string_entries(&json!("a,b")).is_empty());
        assert_eq!(list_or_csv(&json!("x, y ,")), ["x", "y"]);
        assert!(list_or_csv(&json!(7)).is_empty());
    }
}
