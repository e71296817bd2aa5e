//! What the tests of rendering share.

use clawprompt_core::definition::Definition;
use clawprompt_core::prompt::{self, PARAMS, Rendered, Value};
use serde_json::Value as Json;

/// Parameters as the addon would hand them over.
pub(crate) fn params(json: &Json) -> Value<'static> {
    Value::from_json(json, PARAMS)
}

/// The prompt for parameters that the renderer accepts.
pub(crate) fn rendered(definition: &Definition, json: &Json) -> Rendered {
    prompt::render(definition, &params(json)).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// `base` with the members of `change` in place of its own; objects inside are merged too.
pub(crate) fn with(base: &Json, change: &Json) -> Json {
    let (Json::Object(base), Json::Object(change)) = (base, change) else { return change.clone() };
    let mut merged = base.clone();
    for (key, value) in change {
        let old = merged.get(key).cloned().unwrap_or(Json::Null);
        merged.insert(key.clone(), with(&old, value));
    }
    Json::Object(merged)
}
