//! Which skills an agent may see.
//!
//! The gates run in this order and the first that fails names the reason: turned off, bundled
//! allowlist, platform, programs, variables, configuration, the agent's list. `always` opens the
//! gates for programs, variables and configuration, and no others.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::text::{Text, to_text};

use super::config::SkillConfig;
use super::diagnostic::{SkillDiagnostic, SkillReason};
use super::entry::{SkillEntry, SkillSource};
use super::metadata::{Requirements, SkillMetadata};
use crate::config::value::{trim_str, truthy};

/// What the host can do. The caller gathers it; nothing here looks at the machine.
pub trait SkillHost {
    /// Node's name of the platform, such as `linux`.
    fn platform(&self) -> &str;
    /// Whether a program is found on the `PATH`.
    fn has_program(&self, name: &str) -> bool;
    /// Whether a variable is set to something other than the empty string.
    fn has_variable(&self, name: &str) -> bool;
}

/// What a connected remote node adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RemoteHost {
    /// Platforms it offers.
    pub platforms: Vec<String>,
    /// Programs it has.
    pub bins: HashSet<String>,
    /// A line for the model that says how to run things there.
    pub note: Option<Text>,
}

/// Everything a decision depends on besides the skill.
pub struct Eligibility<'a> {
    /// The whole configuration.
    pub config: SkillConfig<'a>,
    /// What the host can do.
    pub host: &'a dyn SkillHost,
    /// What a remote node adds.
    pub remote: Option<&'a RemoteHost>,
    /// Names that are allowed, exactly as in the headers; `None` allows all, an empty list none.
    pub filter: Option<&'a [String]>,
}

/// Skills that passed, and why the others did not.
#[derive(Debug, Clone, Default)]
pub struct EligibleSkills<E> {
    /// Passed, in the given order. Hidden ones are among them.
    pub entries: Vec<E>,
    /// One for each that did not pass.
    pub diagnostics: Vec<SkillDiagnostic>,
}

/// Sorts skills into those that may be seen and those that may not.
pub fn filter_skill_entries<E: AsRef<SkillEntry>>(
    entries: impl IntoIterator<Item = E>,
    eligibility: &Eligibility<'_>,
) -> EligibleSkills<E> {
    let allowed_bundled = eligibility.config.allowed_bundled();
    let filter: Option<HashSet<&str>> =
        eligibility.filter.map(|names| names.iter().map(|name| trim_str(name)).collect());
    let mut sorted = EligibleSkills { entries: Vec::new(), diagnostics: Vec::new() };
    for entry in entries {
        let skill = entry.as_ref();
        let verdict = eligibility
            .check(skill, allowed_bundled.as_ref())
            .and_then(|()| check_filter(skill, filter.as_ref()));
        match verdict {
            Ok(()) => sorted.entries.push(entry),
            Err((reason, details)) => sorted.diagnostics.push(SkillDiagnostic {
                reason,
                name: Some(skill.skill.name.clone()),
                path: skill.skill.file_path.clone(),
                source: skill.source,
                details: details.iter().map(|detail| to_text(detail)).collect(),
            }),
        }
    }
    sorted
}

type Refusal = (SkillReason, Vec<String>);

fn is_allowed_bundled(entry: &SkillEntry, allowed: Option<&HashSet<String>>) -> bool {
    let listed = |allowed: &HashSet<String>| {
        allowed.contains(&entry.skill.name.to_string_lossy()) || allowed.contains(&entry.key())
    };
    entry.source != SkillSource::Bundled || allowed.is_none_or(listed)
}

fn check_filter(entry: &SkillEntry, filter: Option<&HashSet<&str>>) -> Result<(), Refusal> {
    let name = entry.skill.name.to_string_lossy();
    match filter {
        Some(names) if !names.contains(&*name) => Err((SkillReason::NotInAllowlist, Vec::new())),
        _ => Ok(()),
    }
}

impl Eligibility<'_> {
    fn check(
        &self,
        entry: &SkillEntry,
        allowed_bundled: Option<&HashSet<String>>,
    ) -> Result<(), Refusal> {
        let configured = self.config.entry(&entry.key());
        if configured.and_then(|entry| entry.get("enabled")) == Some(&Value::Bool(false)) {
            return Err((SkillReason::Disabled, Vec::new()));
        }
        if !is_allowed_bundled(entry, allowed_bundled) {
            return Err((SkillReason::BundledNotAllowed, Vec::new()));
        }
        let Some(metadata) = &entry.metadata else { return Ok(()) };
        if !self.runs_on(&metadata.os) {
            return Err((SkillReason::Os, metadata.os.clone()));
        }
        match &metadata.requires {
            Some(requires) if metadata.always != Some(true) => {
                self.check_requirements(requires, metadata, configured)
            }
            _ => Ok(()),
        }
    }

    fn runs_on(&self, platforms: &[String]) -> bool {
        let remote = self.remote.map_or(&[][..], |remote| &remote.platforms);
        let offered =
            |platform: &String| *platform == self.host.platform() || remote.contains(platform);
        platforms.is_empty() || platforms.iter().any(offered)
    }

    fn check_requirements(
        &self,
        requires: &Requirements,
        metadata: &SkillMetadata,
        configured: Option<&Map<String, Value>>,
    ) -> Result<(), Refusal> {
        let has_program = |name: &String| {
            self.host.has_program(name)
                || self.remote.is_some_and(|remote| remote.bins.contains(name))
        };
        all(&requires.bins, SkillReason::Bins, has_program)?;
        if !requires.any_bins.is_empty() && !requires.any_bins.iter().any(has_program) {
            return Err((SkillReason::AnyBins, requires.any_bins.clone()));
        }
        let primary = metadata.primary_env.as_deref();
        let setting = |key: &str| configured.and_then(|entry| entry.get(key));
        let has_variable = |name: &String| {
            let own = setting("env").and_then(|variables| variables.get(name));
            self.host.has_variable(name)
                || truthy(own)
                || (primary == Some(name) && truthy(setting("apiKey")))
        };
        all(&requires.env, SkillReason::Env, has_variable)?;
        all(&requires.config, SkillReason::Config, |path| self.config.is_on(path))
    }
}

fn all(
    names: &[String],
    reason: SkillReason,
    is_there: impl Fn(&String) -> bool,
) -> Result<(), Refusal> {
    let missing: Vec<String> = names.iter().filter(|name| !is_there(name)).cloned().collect();
    if missing.is_empty() { Ok(()) } else { Err((reason, missing)) }
}

impl AsRef<SkillEntry> for SkillEntry {
    fn as_ref(&self) -> &SkillEntry {
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Frontmatter, SkillLocation, skill_entry};
    use super::*;

    struct Host;

    impl SkillHost for Host {
        fn platform(&self) -> &'static str {
            "linux"
        }
        fn has_program(&self, name: &str) -> bool {
            name == "sh"
        }
        fn has_variable(&self, name: &str) -> bool {
            name == "SET"
        }
    }

    fn skill(name: &str, metadata: &str, source: SkillSource) -> SkillEntry {
        let header = format!("---\nname: {name}\ndescription: d\nmetadata: {metadata}\n---\n");
        let location = SkillLocation {
            file_path: "/s/SKILL.md",
            base_dir: "/s",
            dir_name: "s",
            source,
            slug: None,
        };
        skill_entry(&Frontmatter::parse(&header), "v", location).unwrap()
    }

    fn verdict_for(entry: SkillEntry, config: &Value, filter: Option<&[String]>) -> &'static str {
        let eligibility =
            Eligibility { config: SkillConfig::new(config), host: &Host, remote: None, filter };
        let sorted = filter_skill_entries([entry], &eligibility);
        sorted.diagnostics.first().map_or("ok", |diagnostic| diagnostic.reason.name())
    }

    fn verdict(block: &str, config: &Value) -> &'static str {
        let metadata = format!("{{\"openclaw\": {block}}}");
        verdict_for(skill("s", &metadata, SkillSource::Bundled), config, None)
    }

    #[test]
    fn always_opens_the_gates_for_programs_variables_and_configuration_only() {
        let none = json!({});
        let off = json!({"skills": {"entries": {"s": {"enabled": false}}}});
        let others = json!({"skills": {"allowBundled": ["other"]}});
        let needy = r#"{"always":true,"requires":{"bins":["nope"],"env":["NOPE"],"config":["a"]}}"#;
        assert_eq!(verdict(needy, &none), "ok");
        assert_eq!(verdict(needy, &off), "disabled");
        assert_eq!(verdict(needy, &others), "bundled-not-allowed");
        assert_eq!(verdict(r#"{"always":true,"os":["darwin"]}"#, &none), "os");
    }

    #[test]
    fn each_gate_names_its_reason() {
        let none = json!({});
        for (block, reason) in [
            (r#"{"os":["Linux"]}"#, "os"),
            (r#"{"os":"darwin, linux"}"#, "ok"),
            (r#"{"requires":{"bins":["sh","nope"]}}"#, "bins"),
            (r#"{"requires":{"anyBins":["nope","sh"]}}"#, "ok"),
            (r#"{"requires":{"anyBins":["nope"]}}"#, "any-bins"),
            (r#"{"requires":{"env":["SET"]}}"#, "ok"),
            (r#"{"requires":{"env":["SET","UNSET"]}}"#, "env"),
            (r#"{"requires":{"config":["browser.enabled"]}}"#, "ok"),
            (r#"{"requires":{"config":["a.b"]}}"#, "config"),
            (r#"{"requires":[]}"#, "ok"),
        ] {
            assert_eq!(verdict(block, &none), reason, "{block}");
        }
    }

    #[test]
    fn the_configuration_may_set_a_variable_for_a_skill() {
        let block = r#"{"skillKey":"k","primaryEnv":"TOKEN","requires":{"env":["TOKEN"]}}"#;
        for (entry, reason) in [
            (json!({"env": {"TOKEN": "x"}}), "ok"),
            (json!({"env": {"TOKEN": ""}}), "env"),
            (json!({"apiKey": {"source": "env"}}), "ok"),
            (json!({"apiKey": ""}), "env"),
            (json!({"enabled": "false", "apiKey": "x"}), "ok"),
        ] {
            let config = json!({"skills": {"entries": {"k": entry}}});
            assert_eq!(verdict(block, &config), reason, "{entry}");
        }
        let by_name = json!({"skills": {"entries": {"s": {"enabled": false, "apiKey": "x"}}}});
        assert_eq!(verdict(r#"{"skillKey":"k"}"#, &by_name), "ok");
    }

    #[test]
    fn the_bundled_allowlist_takes_keys_and_names_and_empty_means_all() {
        let allow = |list: Value| json!({"skills": {"allowBundled": list}});
        let block = r#"{"skillKey":"k"}"#;
        assert_eq!(verdict(block, &allow(json!([]))), "ok");
        assert_eq!(verdict(block, &allow(json!("x"))), "ok");
        assert_eq!(verdict(block, &allow(json!(["k"]))), "ok");
        assert_eq!(verdict(block, &allow(json!([" s "]))), "ok");
        assert_eq!(verdict(block, &allow(json!(["x"]))), "bundled-not-allowed");
        let own = skill("s", "x", SkillSource::Workspace);
        assert_eq!(verdict_for(own, &allow(json!(["x"])), None), "ok");
    }

    #[test]
    fn a_filter_matches_names_exactly_and_an_empty_one_matches_none() {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let check = |filter: Option<&[String]>| {
            verdict_for(skill("s3", "x", SkillSource::Extra), &json!({}), filter)
        };
        assert_eq!(check(None), "ok");
        assert_eq!(check(Some(&list(&[" s3 ", "S4", "nope"]))), "ok");
        assert_eq!(check(Some(&list(&["S3"]))), "not-in-allowlist");
        assert_eq!(check(Some(&[])), "not-in-allowlist");
    }

    #[test]
    fn a_remote_node_adds_platforms_and_programs() {
        let remote = RemoteHost {
            platforms: vec!["darwin".to_owned()],
            bins: HashSet::from(["nope".to_owned()]),
            note: None,
        };
        let metadata = r#"{"openclaw":{"os":["darwin"],"requires":{"bins":["sh","nope"]}}}"#;
        let config = json!({});
        let eligibility = Eligibility {
            config: SkillConfig::new(&config),
            host: &Host,
            remote: Some(&remote),
            filter: None,
        };
        let entry = skill("s", metadata, SkillSource::Extra);
        assert_eq!(filter_skill_entries([entry], &eligibility).entries.len(), 1);
    }

    #[test]
    fn missing_things_are_named() {
        let entry =
            skill("s", r#"{"openclaw":{"requires":{"bins":["a","sh","b"]}}}"#, SkillSource::Extra);
        let config = json!({});
        let eligibility = Eligibility {
            config: SkillConfig::new(&config),
            host: &Host,
            remote: None,
            filter: None,
        };
        let sorted = filter_skill_entries([entry], &eligibility);
        assert_eq!(sorted.diagnostics[0].details, ["a", "b"].map(to_text));
    }
}
