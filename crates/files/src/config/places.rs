//! Where a gateway keeps what belongs to its config.

use std::path::{Path, PathBuf};

use clawprompt_core::config::{agent_entry, default_agent_id, normalize_agent_id, tts_config};
use serde_json::Value;

use crate::home::{expand_home, usable};

/// Gives a variable of the process.
pub type Variable<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Folders of one gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatewayPlaces {
    /// What `~` stands for: `OPENCLAW_HOME`, else the user's home.
    pub home: PathBuf,
    /// Where state is kept: `OPENCLAW_STATE_DIR`, else the folder of the config, else `.openclaw` in
    /// [`Self::home`].
    pub state: PathBuf,
}

impl GatewayPlaces {
    /// Finds the folders. The user's home is `HOME`, else `USERPROFILE`, else `system_home`; a variable
    /// that is blank or holds the words `undefined` or `null` does not count.
    #[must_use]
    pub fn find(variable: &Variable<'_>, system_home: &Path, config: Option<&Path>) -> Self {
        let usable = |name: &str| usable(&variable(name)?).map(str::to_owned);
        let user_home = usable("HOME").or_else(|| usable("USERPROFILE"));
        let user_home = user_home.map_or_else(|| system_home.to_owned(), PathBuf::from);
        let home = usable("OPENCLAW_HOME")
            .map_or_else(|| user_home.clone(), |path| user_path(&path, &user_home));
        let state = usable("OPENCLAW_STATE_DIR")
            .map(|path| user_path(&path, &home))
            .or_else(|| config.and_then(Path::parent).map(Path::to_owned))
            .unwrap_or_else(|| home.join(".openclaw"));
        Self { home, state }
    }

    /// The workspace of an agent: its own `workspace`; else, for the default agent,
    /// `agents.defaults.workspace`, `OPENCLAW_WORKSPACE_DIR`, or `workspace` in `~/.openclaw`, followed by
    /// the profile if `OPENCLAW_PROFILE` names one; else a folder with the agent's name in
    /// `agents.defaults.workspace`, or `workspace-<agent>` in the state folder.
    #[must_use]
    pub fn workspace(
        &self,
        config: &Value,
        agent_id: Option<&str>,
        variable: &Variable<'_>,
    ) -> PathBuf {
        let default_agent = default_agent_id(Some(config));
        let agent = agent_id.map_or_else(|| default_agent.clone(), normalize_agent_id);
        let own = agent_entry(config, &agent).and_then(|entry| entry.get("workspace"));
        let shared = config.pointer("/agents/defaults/workspace");
        let path = |value: Option<&Value>| {
            let text = value?.as_str()?.trim();
            (!text.is_empty()).then(|| user_path(text, &self.home))
        };
        if let Some(own) = path(own) {
            return own;
        }
        if agent != default_agent {
            let below = path(shared).map(|shared| shared.join(&agent));
            return below.unwrap_or_else(|| self.state.join(format!("workspace-{agent}")));
        }
        let set = |name: &str| variable(name).filter(|text| !text.trim().is_empty());
        path(shared)
            .or_else(|| set("OPENCLAW_WORKSPACE_DIR").map(|text| user_path(&text, &self.home)))
            .unwrap_or_else(|| {
                let profile = set("OPENCLAW_PROFILE").filter(|profile| profile.trim() != "default");
                let suffix = profile.map(|profile| format!("-{}", profile.trim()));
                let name = format!("workspace{}", suffix.unwrap_or_default());
                self.home.join(".openclaw").join(name)
            })
    }

    /// The file with the speech preferences: `prefsPath` of the agent's speech settings, else
    /// `OPENCLAW_TTS_PREFS`, else `settings/tts.json` in the state folder.
    #[must_use]
    pub fn tts_preferences(
        &self,
        config: &Value,
        agent_id: Option<&str>,
        variable: &Variable<'_>,
    ) -> PathBuf {
        let settings = tts_config(config, agent_id);
        let configured = settings.get("prefsPath").and_then(Value::as_str).map(str::to_owned);
        let chosen = [configured, variable("OPENCLAW_TTS_PREFS")];
        match chosen.into_iter().flatten().find(|path| !path.trim().is_empty()) {
            Some(path) => user_path(&path, &self.home),
            None => self.state.join("settings").join("tts.json"),
        }
    }

    /// The folders besides that of the config that includes may come from: the list in
    /// `OPENCLAW_INCLUDE_ROOTS`, separated as the system separates paths.
    #[must_use]
    pub fn include_roots(&self, variable: &Variable<'_>) -> Vec<PathBuf> {
        let list = variable("OPENCLAW_INCLUDE_ROOTS").unwrap_or_default();
        let roots = std::env::split_paths(&list).filter(|root| !root.as_os_str().is_empty());
        roots.map(|root| user_path(&root.to_string_lossy(), &self.home)).collect()
    }
}

/// A path as a user writes it: trimmed, `~` for home, relative to the current folder.
fn user_path(path: &str, home: &Path) -> PathBuf {
    let path = expand_home(path, home);
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn variables<'a>(set: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    }

    fn places(set: &[(&str, &str)], config: Option<&str>) -> (String, String) {
        let found =
            GatewayPlaces::find(&variables(set), Path::new("/system"), config.map(Path::new));
        (found.home.display().to_string(), found.state.display().to_string())
    }

    #[test]
    fn the_home_and_the_state_folder_come_from_the_environment_then_from_the_config() {
        for (set, config, home, state) in [
            (&[][..], None, "/system", "/system/.openclaw"),
            (&[("HOME", "/h")], None, "/h", "/h/.openclaw"),
            (&[("HOME", "undefined"), ("USERPROFILE", "/u")], None, "/u", "/u/.openclaw"),
            (&[("HOME", "/h"), ("OPENCLAW_HOME", "~/o")], None, "/h/o", "/h/o/.openclaw"),
            (&[("HOME", "/h")], Some("/etc/claw/openclaw.json"), "/h", "/etc/claw"),
            (
                &[("HOME", "/h"), ("OPENCLAW_STATE_DIR", "~/s")],
                Some("/etc/claw/openclaw.json"),
                "/h",
                "/h/s",
            ),
        ] {
            assert_eq!(places(set, config), (home.to_owned(), state.to_owned()), "{set:?}");
        }
    }

    #[test]
    fn each_agent_has_its_workspace() {
        let both = |own: Value, shared: Value| {
            json!({"agents": {
                "defaults": {"workspace": shared},
                "list": [{"id": "main"}, {"id": "ops", "workspace": own}]
            }})
        };
        let none = [];
        for (config, agent, set, expected) in [
            (both(json!(null), json!(null)), None, &none[..], "/h/.openclaw/workspace"),
            (
                both(json!(null), json!(null)),
                Some("main"),
                &[("OPENCLAW_PROFILE", "dev")],
                "/h/.openclaw/workspace-dev",
            ),
            (
                both(json!(null), json!(null)),
                None,
                &[("OPENCLAW_WORKSPACE_DIR", "/mounted")],
                "/mounted",
            ),
            (
                both(json!(null), json!("~/shared")),
                None,
                &[("OPENCLAW_WORKSPACE_DIR", "/mounted")],
                "/h/shared",
            ),
            (both(json!(null), json!("~/shared")), Some(" OPS "), &none, "/h/shared/ops"),
            (both(json!(null), json!(null)), Some("ops"), &none, "/state/workspace-ops"),
            (both(json!(" ~/own "), json!("/shared")), Some("ops"), &none, "/h/own"),
        ] {
            let places = GatewayPlaces { home: "/h".into(), state: "/state".into() };
            let found = places.workspace(&config, agent, &variables(set));
            assert_eq!(found, Path::new(expected), "{config} {agent:?} {set:?}");
        }
    }

    #[test]
    fn the_agents_speech_preferences_beat_the_environment_and_that_the_default() {
        let places = GatewayPlaces { home: "/h".into(), state: "/c".into() };
        let path = |config: &Value, set: &[(&str, &str)]| {
            places.tts_preferences(config, Some("a"), &variables(set)).display().to_string()
        };
        let own = json!({
            "messages": {"tts": {"prefsPath": "/global.json"}},
            "agents": {"list": [{"id": "a", "tts": {"prefsPath": " ~/own.json "}}]}
        });
        assert_eq!(path(&own, &[("OPENCLAW_TTS_PREFS", "/env.json")]), "/h/own.json");
        let none = json!({"messages": {"tts": {"prefsPath": " "}}});
        assert_eq!(path(&none, &[("OPENCLAW_TTS_PREFS", "~")]), "/h");
        assert_eq!(path(&none, &[("OPENCLAW_TTS_PREFS", "/env.json")]), "/env.json");
        assert_eq!(path(&none, &[]), "/c/settings/tts.json");
    }

    #[cfg(unix)]
    #[test]
    fn include_roots_are_a_list_of_paths() {
        let places = GatewayPlaces { home: "/h".into(), state: "/c".into() };
        let roots = places.include_roots(&variables(&[("OPENCLAW_INCLUDE_ROOTS", "/a::~/b")]));
        assert_eq!(roots, [Path::new("/a"), Path::new("/h/b")]);
        assert_eq!(places.include_roots(&variables(&[])), [""; 0].map(PathBuf::from));
    }
}
