//! Ways to install what a skill needs.
//!
//! These are shown to people and never decide whether a skill is listed. Each value is checked before
//! it is passed on, because a person may paste it into a shell.

use serde_json::{Map, Value};

use super::script::string_entries;
use crate::config::value::trim_str;

/// How a program is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallKind {
    /// A Homebrew formula.
    Brew,
    /// A package from the npm registry.
    Node,
    /// A Go module.
    Go,
    /// A Python package through uv.
    Uv,
    /// A file to download.
    Download,
}

impl InstallKind {
    /// The name used in a skill's header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Brew => "brew",
            Self::Node => "node",
            Self::Go => "go",
            Self::Uv => "uv",
            Self::Download => "download",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Brew, Self::Node, Self::Go, Self::Uv, Self::Download];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// One way to install what a skill needs.
#[derive(Debug, Clone, PartialEq)]
pub struct InstallSpec {
    /// How.
    pub kind: InstallKind,
    /// What: a formula, a package, a module or an address, depending on the kind.
    pub target: String,
    /// Identifier for user interfaces.
    pub id: Option<String>,
    /// Text for user interfaces.
    pub label: Option<String>,
    /// Programs that it brings.
    pub bins: Vec<String>,
    /// Platforms by Node's name; empty means any.
    pub os: Vec<String>,
    /// Archive format of a download.
    pub archive: Option<String>,
    /// Whether a download is unpacked.
    pub extract: Option<bool>,
    /// Leading path components that unpacking drops.
    pub strip_components: Option<f64>,
    /// Where a download goes.
    pub target_dir: Option<String>,
}

/// The entries that are complete and safe, in order.
pub(super) fn install_specs(list: &[Value]) -> Vec<InstallSpec> {
    list.iter().filter_map(Value::as_object).filter_map(install_spec).collect()
}

fn install_spec(entry: &Map<String, Value>) -> Option<InstallSpec> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let owned = |key: &str| text(key).map(str::to_owned);
    let list = |key: &str| entry.get(key).map(string_entries).unwrap_or_default();
    let kind = trim_str(text("kind").or_else(|| text("type"))?).to_lowercase();
    let kind = InstallKind::from_name(&kind)?;
    let target = match kind {
        InstallKind::Brew => {
            checked(text("formula"), is_formula).or_else(|| checked(text("cask"), is_formula))
        }
        InstallKind::Node => checked(text("package"), is_npm_spec),
        InstallKind::Uv => checked(text("package"), is_python_spec),
        InstallKind::Go => checked(text("module"), is_go_module),
        InstallKind::Download => checked(text("url"), is_web_address),
    }?;
    Some(InstallSpec {
        kind,
        target,
        id: owned("id"),
        label: owned("label"),
        bins: list("bins"),
        os: list("os"),
        archive: owned("archive"),
        extract: entry.get("extract").and_then(Value::as_bool),
        strip_components: entry.get("stripComponents").and_then(Value::as_f64),
        target_dir: owned("targetDir"),
    })
}

fn checked(value: Option<&str>, is_safe: fn(&str) -> bool) -> Option<String> {
    let value = trim_str(value?);
    let starts_well =
        value.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@');
    (starts_well && is_safe(value)).then(|| value.to_owned())
}

fn consists_of(text: &str, marks: &str) -> bool {
    text.chars().all(|character| character.is_ascii_alphanumeric() || marks.contains(character))
}

fn is_formula(text: &str) -> bool {
    !text.starts_with('@') && consists_of(text, "@+._/-") && !text.contains("..")
}

fn is_python_spec(text: &str) -> bool {
    !text.starts_with('@') && consists_of(text, "._-[]=<>!~+,")
}

fn is_go_module(text: &str) -> bool {
    let (path, version) = text.split_once('@').unwrap_or((text, "latest"));
    let is_part = |part: &str| !part.is_empty() && consists_of(part, "._~+-/");
    is_part(path) && is_part(version)
}

/// `name`, `@scope/name`, each with an optional `@version`; no paths, addresses or aliases.
fn is_npm_spec(text: &str) -> bool {
    let (scope, rest) = match text.strip_prefix('@').and_then(|rest| rest.split_once('/')) {
        Some((scope, rest)) => (scope, rest),
        None if text.starts_with('@') => return false,
        None => ("scope", text),
    };
    let (name, version) = rest.split_once('@').unwrap_or((rest, "latest"));
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphanumeric())
            && consists_of(part, "._~-")
            && part == part.to_lowercase()
    };
    is_name(scope) && is_name(name) && !version.is_empty() && consists_of(version, "._-+")
}

fn is_web_address(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        !host.is_empty()
            && !host.starts_with(['/', '?', '#', ':'])
            && !host.contains(char::is_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn target(entry: Value) -> Option<String> {
        install_specs(&[entry]).pop().map(|spec| spec.target)
    }

    #[test]
    fn an_entry_needs_a_known_kind_and_its_target() {
        assert_eq!(target(json!({"kind": " BREW ", "formula": " jq "})).as_deref(), Some("jq"));
        assert_eq!(target(json!({"type": "brew", "cask": "x/y"})).as_deref(), Some("x/y"));
        assert_eq!(target(json!({"kind": "apt", "formula": "jq"})), None);
        assert_eq!(target(json!({"kind": "go"})), None);
        assert_eq!(target(json!("brew")), None);
    }

    #[test]
    fn unsafe_targets_are_dropped() {
        for (kind, key, good, bad) in [
            ("brew", "formula", "tap/x@1", "a/../b"),
            ("node", "package", "@a/b@^1".trim_end_matches("@^1"), "git+ssh://x"),
            ("node", "package", "left-pad@1.2.3", "file:../x"),
            ("uv", "package", "x[y]>=1", "x; rm"),
            ("go", "module", "example.test/x@latest", "x@y@z"),
            ("download", "url", "https://example.test/a", "https://a b"),
            ("download", "url", "http://example.test", "ftp://example.test"),
        ] {
            assert_eq!(target(json!({"kind": kind, key: good})).as_deref(), Some(good));
            assert_eq!(target(json!({"kind": kind, key: bad})), None, "{bad}");
        }
        assert_eq!(target(json!({"kind": "brew", "formula": "-x"})), None);
    }
}
