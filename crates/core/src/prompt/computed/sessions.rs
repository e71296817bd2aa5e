//! Background shells: `- id status pid=1 cwd=/x :: name`.

use super::super::params::Session;
use super::push_str;

/// Writes the line of one background shell.
pub(in crate::prompt) fn write(out: &mut Vec<u16>, session: &Session<'_>) {
    push_str(out, "- ");
    out.extend_from_slice(session.id.as_slice());
    push_str(out, " ");
    out.extend_from_slice(session.status.as_slice());
    if let Some(pid) = session.pid {
        push_str(out, " pid=");
        out.extend_from_slice(pid.as_slice());
    }
    if let Some(cwd) = &session.cwd {
        push_str(out, " cwd=");
        out.extend_from_slice(cwd.as_slice());
    }
    push_str(out, " :: ");
    out.extend_from_slice(session.name.as_slice());
}
