//! Where a section goes in the order of the prompt.

use serde::Deserialize;

use super::super::document::Document;
use super::super::error::{DefinitionError, Place};

/// A place in the order; exactly one member is given.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) to_start_of: Option<String>,
    pub(super) to_end_of: Option<String>,
}

pub(super) fn place_section(
    document: &mut Document,
    id: &str,
    position: &Position,
    place: &Place,
) -> Result<(), DefinitionError> {
    let Position { before, after, to_start_of, to_end_of } = position;
    let given: Vec<(&str, &String)> =
        [("before", before), ("after", after), ("start", to_start_of), ("end", to_end_of)]
            .into_iter()
            .filter_map(|(how, target)| Some((how, target.as_ref()?)))
            .collect();
    let [(how, target)] = given[..] else {
        return Err(place.error(
            "the section has no single place",
            "give one of before, after, to_start_of, to_end_of",
        ));
    };
    if how == "start" || how == "end" {
        let list = match target.as_str() {
            "stable" => &mut document.stable,
            "dynamic" => &mut document.dynamic,
            _ => {
                return Err(
                    place.error(format!("there is no part \"{target}\""), "use stable or dynamic")
                );
            }
        };
        let index = if how == "start" { 0 } else { list.len() };
        list.insert(index, id.to_owned());
        return Ok(());
    }
    if target == id {
        return Err(place.error(
            "a section cannot stand beside itself",
            "name another section as its neighbour",
        ));
    }
    for list in [&mut document.stable, &mut document.dynamic] {
        if let Some(index) = list.iter().position(|other| other == target) {
            list.insert(index + usize::from(how == "after"), id.to_owned());
            return Ok(());
        }
    }
    Err(place
        .error(format!("there is no section \"{target}\""), "see the ids in prompt/prompt.toml"))
}
