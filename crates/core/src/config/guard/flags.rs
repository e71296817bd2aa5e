//! Switches that make a gateway insecure.

use serde::Deserialize;
use serde_json::Value;

use super::super::value::at;

/// A key of a plugin's config that its manifest declares as dangerous at one value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeclaredFlag {
    /// The plugin's id, as in `plugins.entries.<id>`.
    pub plugin_id: String,
    /// The key below `config`, with dots between steps.
    pub path: String,
    /// The value that is dangerous.
    pub equals: Value,
}

/// Flags that are dangerous when true.
const DANGEROUS_IF_TRUE: [&[&str]; 6] = [
    &["gateway", "controlUi", "allowInsecureAuth"],
    &["gateway", "controlUi", "dangerouslyAllowHostHeaderOriginFallback"],
    &["gateway", "controlUi", "dangerouslyDisableDeviceAuth"],
    &["hooks", "gmail", "allowUnsafeExternalContent"],
    &["hooks", "allowRequestSessionKey"],
    &["browser", "ssrfPolicy", "dangerouslyAllowPrivateNetwork"],
];

/// Flags that are dangerous when false.
const DANGEROUS_IF_FALSE: [&[&str]; 2] =
    [&["tools", "exec", "applyPatch", "workspaceOnly"], &["tools", "fs", "workspaceOnly"]];

/// Keys of a sandbox's `docker` block that are dangerous when true.
const DANGEROUS_DOCKER: [&str; 3] = [
    "dangerouslyAllowReservedContainerTargets",
    "dangerouslyAllowExternalBindSources",
    "dangerouslyAllowContainerNamespaceJoin",
];

/// The insecure or dangerous switches that are on in `config`, as `path=value`.
///
/// An agent of the list is named by its id, or by its place when it has none, so that a list in another
/// order does not look like a new flag.
#[must_use]
pub fn enabled_dangerous_flags(config: &Value, declared: &[DeclaredFlag]) -> Vec<String> {
    let mut flags = Vec::new();
    let mut check = |root: &Value, prefix: &str, path: &[&str], dangerous: bool| {
        if at(root, path) == Some(&Value::Bool(dangerous)) {
            flags.push(format!("{prefix}{}={dangerous}", path.join(".")));
        }
    };
    for path in DANGEROUS_IF_TRUE {
        check(config, "", path, true);
    }
    for path in DANGEROUS_IF_FALSE {
        check(config, "", path, false);
    }
    for key in DANGEROUS_DOCKER {
        check(config, "", &["agents", "defaults", "sandbox", "docker", key], true);
    }
    for (index, agent) in entries(config, &["agents", "list"]) {
        let prefix = format!("agents.list[{}].", name(index, agent));
        for key in DANGEROUS_DOCKER {
            check(agent, &prefix, &["sandbox", "docker", key], true);
        }
        for path in DANGEROUS_IF_FALSE {
            check(agent, &prefix, path, false);
        }
    }
    for (index, mapping) in entries(config, &["hooks", "mappings"]) {
        let prefix = format!("hooks.mappings[{}].", name(index, mapping));
        check(mapping, &prefix, &["allowUnsafeExternalContent"], true);
    }
    let suppressions = entries(config, &["security", "audit", "suppressions"]).count();
    if suppressions > 0 {
        flags.push(format!("security.audit.suppressions={suppressions}"));
    }
    flags.extend(declared.iter().filter_map(|flag| declared_flag(config, flag)));
    flags
}

fn entries<'a>(config: &'a Value, path: &[&str]) -> impl Iterator<Item = (usize, &'a Value)> {
    at(config, path).and_then(Value::as_array).into_iter().flatten().enumerate()
}

fn name(index: usize, entry: &Value) -> String {
    super::paths::entry_id(entry).map_or_else(|| index.to_string(), str::to_owned)
}

fn declared_flag(config: &Value, flag: &DeclaredFlag) -> Option<String> {
    let plugin = at(config, &["plugins", "entries", &flag.plugin_id, "config"])?;
    let path: Vec<&str> = flag.path.split('.').collect();
    let enabled = at(plugin, &path) == Some(&flag.equals);
    let DeclaredFlag { plugin_id, path, equals } = flag;
    enabled.then(|| format!("plugins.entries.{plugin_id}.config.{path}={equals}"))
}
