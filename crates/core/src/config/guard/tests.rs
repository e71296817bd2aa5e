use proptest::prelude::*;
use serde_json::json;

use super::*;

fn apply(current: &Value, next: &Value) -> Result<(), ConfigMutationError> {
    check_gateway_config_mutation(current, next, ConfigMutation::Apply, &[])
}

fn patch(current: &Value, patch: &Value) -> Result<(), ConfigMutationError> {
    let mutation = ConfigMutation::Patch { replace_paths: &[] };
    check_gateway_config_mutation(current, patch, mutation, &[])
}

fn refused(paths: &[&str]) -> Result<(), ConfigMutationError> {
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    Err(ConfigMutationError::ProtectedPaths { paths })
}

#[test]
fn every_spelling_of_the_exec_approval_settings_is_refused() {
    let none = json!({});
    for (change, path) in [
        (json!({"tools": {"exec": {"ask": "off"}}}), "tools.exec.ask"),
        (json!({"tools": {"exec": {"security": "full"}}}), "tools.exec.security"),
        (json!({"tools": {"bash": {"ask": "off"}}}), "tools.exec.ask"),
        (json!({"tools": {"bash": {"security": "full"}}}), "tools.exec.security"),
        (json!({"tools": {"exec": {"ask": "a"}, "bash": {"ask": "a"}}}), "tools.exec.ask"),
        (json!({"tools": {"bash": {}}}), "tools.bash"),
        (json!({"tools": {"bash": "x"}}), "tools.bash"),
        (json!({"tools.bash.ask": "off"}), "tools.exec.ask"),
        (json!({"tools.bash": {"ask": 1}}), "tools.exec.ask"),
        (json!({"tools": {"bash.ask": 1}}), "tools.exec.ask"),
        (json!({"tools.exec.ask": "off"}), "tools.exec.ask"),
        (json!({"tools": {"Bash": {"ask": "off"}}}), "tools.Bash.ask"),
        (json!({"tools": {"exec": {"ask": {"deep": {"er": 1}}}}}), "tools.exec.ask.deep.er"),
        (
            json!({"agents": {"list": [{"id": "a", "tools": {"bash": {"ask": "off"}}}]}}),
            "agents.list[].tools.bash.ask",
        ),
        (
            json!({"agents": {"list": [{"id": "a", "tools": {"exec": {"ask": "off"}}}]}}),
            "agents.list[].tools.exec.ask",
        ),
    ] {
        assert_eq!(patch(&none, &change), refused(&[path]), "{change}");
        assert_eq!(apply(&none, &change), refused(&[path]), "{change}");
    }
    let set = json!({"tools": {"exec": {"ask": "a", "security": "b"}}});
    let both = refused(&["tools.exec.ask", "tools.exec.security"]);
    assert_eq!(patch(&set, &json!({"tools": {"exec": null}})), both);
    assert_eq!(apply(&set, &json!({})), both);
    assert_eq!(patch(&set, &json!({"tools": null})), both);
    assert_eq!(
        patch(&json!({"tools": {"bash": {"ask": "a"}}}), &json!({"tools": null})),
        refused(&["tools.exec.ask"])
    );
}

#[test]
fn the_harmless_paths_may_change_with_all_below_them() {
    for change in [
        json!({"agents": {"defaults": {"thinkingDefault": "high", "subagents": {"thinking": "low"},
            "reasoningDefault": "on", "fastModeDefault": true}}}),
        json!({"agents": {"list": [{"id": "a", "model": {"primary": "x", "fallbacks": ["y"]},
            "thinkingDefault": "low", "subagents": {"thinking": "x"}, "reasoningDefault": "off",
            "fastModeDefault": false}]}}),
        json!({"channels": {"a": {"requireMention": true}}}),
        json!({"channels": {"a": {"b": {"c": {"d": {"e": {"requireMention": true}}}}}}}),
        json!({"channels": {"a": {"requireMention": {"deep": 1}}}}),
        json!({"messages": {"visibleReplies": "x",
            "groupChat": {"visibleReplies": 1, "unmentionedInbound": 2}}}),
    ] {
        assert_eq!(patch(&json!({}), &change), Ok(()), "{change}");
    }
    for (change, path) in [
        (json!({"agents": {"defaults": {"model": "x"}}}), "agents.defaults.model"),
        (json!({"agents": {}}), "agents"),
        (json!({"messages": {"groupChat": {}}}), "messages.groupChat"),
        (json!({"channels": {"requireMention": true}}), "channels.requireMention"),
        (
            json!({"channels": {"a": {"b": {"c": {"d": {"e": {"f": {"requireMention": true}}}}}}}}),
            "channels.a.b.c.d.e.f.requireMention",
        ),
        (json!({"agents": {"list": []}}), "agents.list"),
    ] {
        assert_eq!(patch(&json!({}), &change), refused(&[path]), "{change}");
    }
}

#[test]
fn agents_are_compared_by_id() {
    let list = |agents: Value| json!({"agents": {"list": agents}});
    let two = list(json!([{"id": "a", "workspace": "/x"}, {"id": "b"}]));
    let workspace = || refused(&["agents.list[].workspace"]);
    assert_eq!(patch(&two, &list(json!([{"id": "c", "model": "m"}]))), Ok(()));
    assert_eq!(apply(&two, &list(json!([{"id": "a", "workspace": "/x"}]))), Ok(()));
    assert_eq!(apply(&two, &list(json!([{"id": "b"}]))), workspace());
    assert_eq!(patch(&two, &json!({"agents": {"list": null}})), workspace());
    let replace = ["agents.list".to_owned()];
    let mutation = ConfigMutation::Patch { replace_paths: &replace };
    let only_b = list(json!([{"id": "b", "model": "m"}]));
    assert_eq!(check_gateway_config_mutation(&two, &only_b, mutation, &[]), workspace());
    let moved = list(json!([{"id": "b"}, {"id": "a", "workspace": "/x"}]));
    assert_eq!(apply(&two, &moved), Ok(()));
    for broken in [
        json!([{"id": "a"}, {"id": "a"}]),
        json!([{"id": "a"}, {"model": "m"}]),
        json!([{"id": "a"}, 5]),
        json!([{"id": ""}]),
        json!([{"id": 5}]),
    ] {
        assert_eq!(apply(&two, &list(broken.clone())), refused(&["agents.list"]), "{broken}");
    }
}

#[test]
fn a_write_that_changes_nothing_passes() {
    let config = json!({"tools": {"exec": {"ask": "on"}}, "x": [1, {"y": 1}], "n": 1});
    assert_eq!(apply(&config, &config), Ok(()));
    assert_eq!(patch(&config, &config), Ok(()));
    assert_eq!(
        apply(&config, &json!({"n": 1.0, "x": [1, {"y": 1}], "tools": {"exec": {"ask": "on"}}})),
        Ok(())
    );
    assert_eq!(patch(&config, &json!({"missing": null})), Ok(()));
    assert_eq!(patch(&json!({"x": 0}), &json!({"x": -0.0})), refused(&["x"]));
}

#[test]
fn prototype_keys_of_a_patch_are_ignored_and_of_a_replacement_refused() {
    let pollution: Value =
        serde_json::from_str(r#"{"__proto__": {"a": 1}, "constructor": {"b": 2}}"#).unwrap();
    assert_eq!(patch(&json!({}), &pollution), Ok(()));
    assert_eq!(apply(&json!({}), &pollution), refused(&["__proto__.a", "constructor.b"]));
}

#[test]
fn only_an_object_can_be_proposed() {
    for proposed in [json!([]), json!(5), json!("x"), json!(null)] {
        assert_eq!(patch(&json!({}), &proposed), Err(ConfigMutationError::NotAnObject));
    }
}

#[test]
fn lists_and_objects_that_replace_each_other_name_both_sides() {
    let paths = |before: Value, after: Value| {
        changed_paths(&json!({"x": before}), &json!({"x": after})).join(", ")
    };
    let keyed = || json!([{"id": "p", "q": 1}]);
    for (before, after, expected) in [
        (json!(5), json!({"a": 1}), "x"),
        (json!({"a": 1}), json!(5), "x"),
        (json!(5), keyed(), "x, x[].id, x[].q"),
        (json!([1]), json!({"a": 1}), "x, x.a"),
        (json!({"a": 1}), json!([]), "x, x.a"),
        (json!({"a": 1}), keyed(), "x.a, x[].id, x[].q"),
        (json!([]), keyed(), "x[].id, x[].q"),
        (json!([1]), keyed(), "x"),
        (json!({}), json!([]), "x"),
        (keyed(), json!([{"id": "p", "q": 2}]), "x[].q"),
        (keyed(), json!([{"id": "p", "q": 1}, {"id": "r"}]), "x[].id"),
    ] {
        assert_eq!(paths(before.clone(), after.clone()), expected, "{before} {after}");
    }
}

#[test]
fn a_patch_merges_lists_by_id() {
    let merged = |current: Value, patch: Value| merge_patch(&current, &patch, &[]);
    assert_eq!(
        merged(
            json!({"x": [{"id": "a", "q": 1}, {"id": "b"}]}),
            json!({"x": [{"id": "b", "q": 2}, {"id": "c"}, {"z": 1}, 5]})
        ),
        json!({"x": [{"id": "a", "q": 1}, {"id": "b", "q": 2}, {"id": "c"}, {"z": 1}, 5]})
    );
    assert_eq!(
        merged(json!({"x": [{"id": "a"}, {"id": "a"}]}), json!({"x": [{"id": "a", "q": 1}]})),
        json!({"x": [{"id": "a"}, {"id": "a", "q": 1}]})
    );
    assert_eq!(
        merged(json!({"x": [{"id": "a", "q": {"r": 1}}]}), json!({"x": [{"id": "a", "q": null}]})),
        json!({"x": [{"id": "a"}]})
    );
    assert_eq!(
        merged(json!({"x": [{"id": "a"}, 3]}), json!({"x": [{"id": "a", "q": 1}]})),
        json!({"x": [{"id": "a", "q": 1}]})
    );
    assert_eq!(merged(json!({"x": [{"id": "a"}]}), json!({"x": []})), json!({"x": [{"id": "a"}]}));
    assert_eq!(merged(json!({}), json!({"y": {"z": null}})), json!({"y": {}}));
    let replace = ["x".to_owned()];
    let patch = json!({"x": [{"id": "b"}]});
    assert_eq!(merge_patch(&json!({"x": [{"id": "a"}]}), &patch, &replace), patch);
}

#[test]
fn a_dangerous_flag_is_found_wherever_it_stands() {
    let declared = [DeclaredFlag {
        plugin_id: "acpx".to_owned(),
        path: "permissionMode".to_owned(),
        equals: json!("approve-all"),
    }];
    for (config, expected) in [
        (
            json!({"gateway": {"controlUi": {"allowInsecureAuth": true}}}),
            "gateway.controlUi.allowInsecureAuth=true",
        ),
        (
            json!({"gateway": {"controlUi": {"dangerouslyDisableDeviceAuth": true}}}),
            "gateway.controlUi.dangerouslyDisableDeviceAuth=true",
        ),
        (
            json!({"hooks": {"mappings": [{}, {"allowUnsafeExternalContent": true}]}}),
            "hooks.mappings[1].allowUnsafeExternalContent=true",
        ),
        (json!({"hooks": {"allowRequestSessionKey": true}}), "hooks.allowRequestSessionKey=true"),
        (
            json!({"tools": {"exec": {"applyPatch": {"workspaceOnly": false}}}}),
            "tools.exec.applyPatch.workspaceOnly=false",
        ),
        (json!({"tools": {"fs": {"workspaceOnly": false}}}), "tools.fs.workspaceOnly=false"),
        (
            json!({"browser": {"ssrfPolicy": {"dangerouslyAllowPrivateNetwork": true}}}),
            "browser.ssrfPolicy.dangerouslyAllowPrivateNetwork=true",
        ),
        (
            json!({"agents": {"list": [{"id": "a", "sandbox": {"docker":
                {"dangerouslyAllowExternalBindSources": true}}}]}}),
            "agents.list[a].sandbox.docker.dangerouslyAllowExternalBindSources=true",
        ),
        (json!({"security": {"audit": {"suppressions": [1, 2]}}}), "security.audit.suppressions=2"),
        (
            json!({"plugins": {"entries": {"acpx": {"config": {"permissionMode": "approve-all"}}}}}),
            "plugins.entries.acpx.config.permissionMode=\"approve-all\"",
        ),
    ] {
        assert_eq!(enabled_dangerous_flags(&config, &declared), [expected], "{config}");
    }
    for config in [
        json!({"gateway": {"controlUi": {"allowInsecureAuth": "true"}}}),
        json!({"security": {"audit": {"suppressions": []}}}),
        json!({"tools": {"fs": {"workspaceOnly": null}}}),
    ] {
        assert_eq!(enabled_dangerous_flags(&config, &declared), Vec::<String>::new(), "{config}");
    }
}

/// Leaf paths of a value with the leaf behind each, entries of a list with ids by their id: the naive
/// way to see what differs.
fn flatten(value: &Value, path: &str, leaves: &mut Vec<(String, Value)>) {
    let ids = |list: &[Value]| {
        let mut ids: Vec<&str> =
            list.iter().filter_map(|entry| entry.get("id")?.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.len() == list.len()
    };
    match value {
        Value::Object(object) if path.is_empty() || !object.is_empty() => {
            for (key, value) in object {
                let dot = if path.is_empty() { "" } else { "." };
                flatten(value, &format!("{path}{dot}{key}"), leaves);
            }
        }
        Value::Array(list) if !list.is_empty() && ids(list) => {
            for entry in list {
                let id = entry["id"].as_str().unwrap();
                flatten(entry, &format!("{path}[{id}]"), leaves);
            }
        }
        leaf => leaves.push((path.to_owned(), leaf.clone())),
    }
}

/// The paths of all leaves that only one of the two configs has.
fn naive_changed_paths(current: &Value, next: &Value) -> Vec<String> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    flatten(current, "", &mut before);
    flatten(next, "", &mut after);
    let only_one = before
        .iter()
        .filter(|leaf| !after.contains(leaf))
        .chain(after.iter().filter(|leaf| !before.contains(leaf)));
    let mut paths: Vec<String> = only_one
        .map(|(path, _)| {
            let anonymous = path.replace("[a]", "[]").replace("[b]", "[]").replace("[c]", "[]");
            match anonymous.strip_prefix("tools.bash.") {
                Some(rest) => format!("tools.exec.{rest}"),
                None => anonymous,
            }
        })
        .collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Values of which no two at the same place differ in kind, so that the leaves tell everything.
fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![Just(json!(1)), Just(json!(2)), Just(json!("x")), Just(json!(true))]
}

fn agents() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(vec!["model", "workspace", "thinkingDefault", "tools"]);
    let agent = prop::collection::btree_map(keys, leaf(), 0..3);
    let ids = prop::sample::subsequence(vec!["a", "b", "c"], 1..=3);
    (ids, prop::collection::vec(agent, 3)).prop_map(|(ids, agents)| {
        let entries = ids.into_iter().zip(agents).map(|(id, agent)| {
            let mut entry = json!(agent);
            entry["id"] = json!(id);
            entry
        });
        Value::Array(entries.collect())
    })
}

fn config() -> impl Strategy<Value = Value> {
    let exec = prop::sample::select(vec!["ask", "security", "host"]);
    let exec = prop::collection::btree_map(exec, leaf(), 1..3);
    let tools = prop::sample::select(vec!["exec", "bash"]);
    let tools = prop::collection::btree_map(tools, exec, 1..3);
    let channel = prop::sample::select(vec!["requireMention", "allowFrom"]);
    let channel = prop::collection::btree_map(channel, leaf(), 1..3);
    let channels = prop::sample::select(vec!["telegram", "irc"]);
    let channels = prop::collection::btree_map(channels, channel, 1..3);
    (
        prop::option::of(tools),
        prop::option::of(channels),
        prop::option::of(agents()),
        prop::option::of(leaf()),
    )
        .prop_map(|(tools, channels, agents, visible)| {
            let mut config = json!({});
            let mut set = |key: &str, value: Option<Value>| {
                if let Some(value) = value {
                    config[key] = value;
                }
            };
            set("tools", tools.map(|tools| json!(tools)));
            set("channels", channels.map(|channels| json!(channels)));
            set("agents", agents.map(|agents| json!({"list": agents})));
            set("messages", visible.map(|visible| json!({"visibleReplies": visible})));
            config
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_thousand_replacements_agree_with_a_comparison_of_leaves(
        current in config(), next in config()
    ) {
        prop_assert_eq!(changed_paths(&current, &next), naive_changed_paths(&current, &next));
    }

    #[test]
    fn a_thousand_patches_agree_with_a_comparison_of_leaves(
        current in config(), change in config()
    ) {
        let next = merge_patch(&current, &change, &[]);
        let naive = naive_changed_paths(&current, &next);
        let protected: Vec<&str> =
            naive.iter().map(String::as_str).filter(|path| !is_allowed(path)).collect();
        let expected = if protected.is_empty() { Ok(()) } else { refused(&protected) };
        prop_assert_eq!(patch(&current, &change), expected);
    }
}
