//! The report as JSON.

use serde::Serialize;

use super::super::report::Report;
use super::SessionFacts;

#[derive(Serialize)]
struct Shown<'a> {
    report: &'a Report,
    session: &'a SessionFacts,
}

/// `{report, session}`, indented by two; figures that are not known are `null`.
pub(super) fn format(report: &Report, session: &SessionFacts) -> String {
    serde_json::to_string_pretty(&Shown { report, session })
        .expect("neither has a key that is not a string")
}
