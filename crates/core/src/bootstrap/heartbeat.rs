//! Whether `HEARTBEAT.md` belongs in a run.

use serde_json::Value;

use super::filter::RunKind;
use crate::config::{default_agent_id, has_heartbeats};

/// Whether files named `HEARTBEAT.md` are left out.
///
/// `agent_id` is the normalised id of the run's agent. A commitment never has the file; a heartbeat
/// always does, as do agents that are not the default one. For the default agent the configuration
/// must ask for heartbeats (`agents.defaults.heartbeat`, overlaid by the agent's entry): the agent is
/// one of those with an entry of their own, if there are any; the section is not turned off; and the
/// cadence `every` (default 30 minutes) is above zero.
#[must_use]
pub fn excludes_heartbeat_file(config: Option<&Value>, agent_id: &str, run_kind: RunKind) -> bool {
    match run_kind {
        RunKind::CommitmentOnly => return true,
        RunKind::Heartbeat => return false,
        RunKind::Default | RunKind::Cron => {}
    }
    let is_default = |config| agent_id == default_agent_id(Some(config));
    config.is_some_and(|config| is_default(config) && !has_heartbeats(config, agent_id))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn excluded(config: &Value, agent: &str) -> bool {
        excludes_heartbeat_file(Some(config), agent, RunKind::Default)
    }

    /// Report B070: the file is there only when the run asks for it.
    #[test]
    fn the_default_agent_needs_a_heartbeat_that_is_on() {
        assert!(!excluded(&json!({}), "main"));
        for every in [json!("0m"), json!(""), json!("soon"), json!(true), json!(5)] {
            let config = json!({"agents": {"defaults": {"heartbeat": {"every": every}}}});
            assert!(excluded(&config, "main"), "{every}");
            assert!(!excluded(&config, "other"));
            assert!(!excludes_heartbeat_file(Some(&config), "main", RunKind::Heartbeat));
        }
        for every in [json!("5"), json!(null), json!("1h")] {
            let config = json!({"agents": {"defaults": {"heartbeat": {"every": every}}}});
            assert!(!excluded(&config, "main"), "{every}");
        }
    }

    #[test]
    fn the_section_switch_and_other_agents_heartbeats_count() {
        let off = json!({"includeSystemPromptSection": false});
        let on = json!({"includeSystemPromptSection": true});
        let hidden = json!({"agents": {"defaults": {"heartbeat": off}}});
        assert!(excluded(&hidden, "main"));
        let shown = json!({"agents": {
            "defaults": {"heartbeat": off},
            "list": [{"id": "main", "heartbeat": on}],
        }});
        assert!(!excluded(&shown, "main"));
        let elsewhere = json!({"agents": {"list": [{"id": "main"}, {"id": "x", "heartbeat": on}]}});
        assert!(excluded(&elsewhere, "main"));
        assert!(!excluded(&elsewhere, "x"));
    }

    #[test]
    fn a_commitment_never_has_the_file_and_no_configuration_keeps_it() {
        assert!(excludes_heartbeat_file(None, "main", RunKind::CommitmentOnly));
        assert!(!excludes_heartbeat_file(None, "main", RunKind::Cron));
    }
}
