//! Which keys of a config this layer reads.
//!
//! A config may be large, and handing all of it over costs more than a prompt. Whoever reads one for
//! this layer may leave out what [`PROMPT_CONFIG`] does not name; a test holds the list complete.

use std::ffi::CStr;

/// What is read of a value.
#[derive(Debug, Clone, Copy)]
pub enum Keep {
    /// All of it.
    All,
    /// Of an object, these members; of anything else, all.
    Keys(&'static [(&'static CStr, Keep)]),
    /// The same of each entry of a list, or of each member of an object.
    Each(&'static Keep),
}

use Keep::{All, Each, Keys};

const SUBAGENTS: Keep = Keys(&[(c"delegationMode", All)]);

const FILE_TOOLS: Keep = Keys(&[(c"fs", Keys(&[(c"workspaceOnly", All)]))]);

const AGENT: Keep = Keys(&[
    (c"id", All),
    (c"default", All),
    (c"workspace", All),
    (c"model", All),
    (c"subagents", SUBAGENTS),
    (c"tools", FILE_TOOLS),
    (c"tts", All),
    (c"heartbeat", All),
]);

const DEFAULTS: Keep = Keys(&[
    (c"workspace", All),
    (c"model", All),
    (c"models", Each(&Keys(&[(c"alias", All)]))),
    (c"subagents", SUBAGENTS),
    (c"heartbeat", All),
    (c"promptOverlays", All),
    (c"userTimezone", All),
    (c"envelopeTimezone", All),
    (c"envelopeTimestamp", All),
    (c"envelopeElapsed", All),
]);

const OPENAI_PLUGIN: Keep = Keys(&[(c"config", Keys(&[(c"personality", All)]))]);

/// The keys that settings, adapters, contributions, sessions, headers and folders depend on.
pub static PROMPT_CONFIG: Keep = Keys(&[
    (c"agents", Keys(&[(c"defaults", DEFAULTS), (c"list", Each(&AGENT))])),
    (c"commands", Keys(&[(c"ownerDisplay", All), (c"ownerDisplaySecret", All)])),
    (c"memory", Keys(&[(c"citations", All)])),
    (c"messages", Keys(&[(c"tts", All)])),
    (c"plugins", Keys(&[(c"entries", Keys(&[(c"openai", OPENAI_PLUGIN)]))])),
    (c"tools", FILE_TOOLS),
]);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::config::{
        Adapter, AdapterContext, ConfigTexts, EnvelopeOptions, Run, TtsPreferences, adapt_run,
        agent_model, default_agent_id, tts_config,
    };
    use crate::text::{Collator, to_text};

    /// What a reader that follows the list hands over.
    fn project(value: &Value, keep: Keep) -> Value {
        match (value, keep) {
            (Value::Object(object), Keys(keys)) => {
                let member = |(name, keep): &(&CStr, Keep)| {
                    let name = name.to_str().unwrap();
                    Some((name.to_owned(), project(object.get(name)?, *keep)))
                };
                keys.iter().filter_map(member).collect()
            }
            (Value::Object(object), Each(keep)) => {
                object.iter().map(|(key, value)| (key.clone(), project(value, *keep))).collect()
            }
            (Value::Array(list), Each(keep)) => {
                list.iter().map(|value| project(value, *keep)).collect()
            }
            _ => value.clone(),
        }
    }

    /// A config in which every key that this layer reads says something.
    fn full() -> Value {
        let tts = json!({
            "auto": "inbound", "enabled": true, "persona": "v", "prefsPath": "/p",
            "personas": {"v": {"label": "V", "description": "warm"}}
        });
        let heartbeat = json!({
            "every": "5m", "prompt": "beat", "includeSystemPromptSection": true
        });
        let files = json!({"fs": {"workspaceOnly": true}});
        let agent = |id: &str, default: bool| {
            json!({
                "id": id, "default": default, "workspace": "~/own", "model": {"primary": "p/own"},
                "subagents": {"delegationMode": "prefer"}, "tools": files, "tts": tts,
                "heartbeat": heartbeat, "skills": ["x"]
            })
        };
        json!({
            "agents": {
                "defaults": {
                    "workspace": "~/w", "model": "p/m", "models": {"p/m": {"alias": "a", "x": 1}},
                    "subagents": {"delegationMode": "prefer"}, "heartbeat": heartbeat,
                    "promptOverlays": {"gpt5": {"personality": "off"}},
                    "userTimezone": "Europe/Paris", "envelopeTimezone": "user",
                    "envelopeTimestamp": "off", "envelopeElapsed": "off", "contextTokens": 5
                },
                "list": [agent("main", false), agent("ops", true)]
            },
            "commands": {"ownerDisplay": "hash", "ownerDisplaySecret": "s", "other": 1},
            "memory": {"citations": "off", "backend": "x"},
            "messages": {"tts": tts, "queue": {}},
            "plugins": {"entries": {"openai": {"config": {"personality": "off"}}, "other": {}}},
            "tools": files,
            "channels": {"x": {}}
        })
    }

    /// Takes members away, or leaves something of another type, as `choices` say.
    fn thin(value: &mut Value, choices: &mut impl Iterator<Item = u8>) {
        match value {
            Value::Object(object) => {
                object.retain(|_, _| choices.next() != Some(0));
                for value in object.values_mut() {
                    thin(value, choices);
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|entry| thin(entry, choices)),
            _ => {}
        }
        if choices.next() == Some(1) {
            *value = json!([value.clone()]);
        }
    }

    fn everything_read(config: &Value) -> String {
        let context = AdapterContext {
            texts: ConfigTexts::shipped(),
            tts_preferences: &TtsPreferences::default(),
            collator: &Collator::or_default(None).unwrap(),
        };
        let mut run = Run { workspace_dir: to_text("/w"), ..Run::default() };
        run.model.id = Some(to_text("gpt-5"));
        run.trigger = Some("heartbeat".to_owned());
        let read = [None, Some("main"), Some("ops")].map(|agent| {
            run.agent_id = agent.map(str::to_owned);
            format!(
                "{:?} {:?} {:?} {:?} {:?}",
                adapt_run(Adapter::Embedded, &run, Some(config), &context),
                agent_model(config, agent),
                tts_config(config, agent),
                default_agent_id(Some(config)),
                EnvelopeOptions::from_config(Some(config), None),
            )
        });
        read.concat()
    }

    #[test]
    fn every_key_of_the_full_config_counts() {
        let bare = everything_read(&project(&full(), Keys(&[])));
        let Keys(keys) = PROMPT_CONFIG else { panic!("the config is an object") };
        for (name, _) in keys {
            let name = name.to_str().unwrap();
            let alone = json!({name: full()[name].clone()});
            assert_ne!(everything_read(&alone), bare, "{name}");
        }
    }

    proptest! {
        #[test]
        fn nothing_that_is_read_is_left_out(choices in prop::collection::vec(0..12_u8, 200)) {
            let mut config = full();
            thin(&mut config, &mut choices.into_iter());
            let projected = project(&config, PROMPT_CONFIG);
            prop_assert_eq!(everything_read(&projected), everything_read(&config));
        }
    }

    #[test]
    fn what_is_not_read_is_left_out() {
        let config = json!({"channels": {"a": 1}, "agents": {"list": [{"id": "a", "skills": []}]}});
        let expected = json!({"agents": {"list": [{"id": "a"}]}});
        assert_eq!(project(&config, PROMPT_CONFIG), expected);
    }
}
