//! The runtime line: `Runtime: key=value | key=value`.

use crate::text::{Collator, U16Str};

use super::super::params::Params;
use super::push_str;

/// Writes the line. Values stand as the caller gave them, except the session's key and id.
pub(in crate::prompt) fn write(out: &mut Vec<u16>, params: &Params<'_>, collator: &Collator) {
    let runtime = &params.runtime;
    let mut fields = Fields { out, first: true };
    push_str(fields.out, "Runtime: ");
    fields.add("agent=", runtime.agent_id.as_deref());
    fields.add("session=", runtime.session_key.as_deref());
    fields.add("sessionId=", runtime.session_id.as_deref());
    fields.add("host=", runtime.host.as_deref());
    fields.add("repo=", runtime.repo_root.as_deref());
    fields.add_system(runtime.os.as_deref(), runtime.arch.as_deref());
    fields.add("node=", runtime.node.as_deref());
    fields.add("model=", runtime.model);
    fields.add("default_model=", runtime.default_model.as_deref());
    fields.add("shell=", runtime.shell.as_deref());
    fields.add("channel=", runtime.channel.as_deref());
    if runtime.channel.is_some() {
        fields.add_capabilities(&runtime.capabilities, collator);
    }
    fields.add("thinking=", Some(&params.think_level));
}

struct Fields<'a> {
    out: &'a mut Vec<u16>,
    first: bool,
}

impl Fields<'_> {
    fn add(&mut self, key: &str, value: Option<&U16Str>) {
        if let Some(value) = value {
            self.start(key);
            self.out.extend_from_slice(value.as_slice());
        }
    }

    fn start(&mut self, key: &str) {
        if !self.first {
            push_str(self.out, " | ");
        }
        self.first = false;
        push_str(self.out, key);
    }

    fn add_system(&mut self, os: Option<&U16Str>, arch: Option<&U16Str>) {
        let Some(os) = os else { return self.add("arch=", arch) };
        self.add("os=", Some(os));
        if let Some(arch) = arch {
            push_str(self.out, " (");
            self.out.extend_from_slice(arch.as_slice());
            push_str(self.out, ")");
        }
    }

    fn add_capabilities(&mut self, capabilities: &[crate::text::Text], collator: &Collator) {
        self.start("capabilities=");
        if capabilities.is_empty() {
            push_str(self.out, "none");
        }
        let mut sorted: Vec<&U16Str> = capabilities.iter().map(|text| &**text).collect();
        collator.sort_by_key(&mut sorted, |text| text);
        for (index, capability) in sorted.into_iter().enumerate() {
            if index > 0 {
                push_str(self.out, ",");
            }
            self.out.extend_from_slice(capability.as_slice());
        }
    }
}
