//! The channels among which the message tool must choose.

use crate::text::U16Str;

use super::super::params::{MESSAGE, Params};
use super::push_str;

/// Whether the choice is open: several channels can deliver and this turn's is not one of them.
pub(in crate::prompt) fn needed(params: &Params<'_>) -> bool {
    let channels = &params.deliverable_channels;
    let here = params.runtime.channel.as_deref();
    channels.len() > 1
        && params.tools.has(MESSAGE)
        && !here.is_some_and(|here: &U16Str| channels.iter().any(|channel| **channel == *here))
}

/// The channels joined by a bar.
pub(in crate::prompt) fn write(out: &mut Vec<u16>, params: &Params<'_>) {
    for (index, channel) in params.deliverable_channels.iter().enumerate() {
        if index > 0 {
            push_str(out, "|");
        }
        out.extend_from_slice(channel.as_slice());
    }
}
