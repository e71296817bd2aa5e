//! The part of a config that the core reads, as JSON that V8 makes; see `config_json.js`.

use std::ffi::CStr;

use clawprompt_core::config::{Keep, PROMPT_CONFIG};
use napi::Result;
use napi::sys::napi_env;

use crate::environment::{Script, evaluated};
use crate::js::{self, Js};

/// The JSON text; `None` when the config must be read value by value.
pub(crate) fn config_json(env: napi_env, config: Js) -> Result<Option<String>> {
    let json = js::call(env, evaluated(env, Script::ConfigJson, source)?, &[config])?;
    let is_text = json.kind()? == napi::ValueType::String;
    is_text.then(|| Ok(json.text()?.to_string_lossy())).transpose()
}

fn source() -> String {
    let source = include_str!("config_json.js");
    let function = source.find("(keep)").map_or(source, |start| &source[start..]);
    format!("({})({})", function.trim_end(), literal(PROMPT_CONFIG))
}

fn literal(keep: Keep) -> String {
    match keep {
        Keep::All => "0".to_owned(),
        Keep::Each(keep) => format!("[{}]", literal(*keep)),
        Keep::Keys(keys) => {
            let key = |(name, keep): &(&CStr, Keep)| {
                format!("{}: {}", name.to_string_lossy(), literal(*keep))
            };
            format!("{{ {} }}", keys.iter().map(key).collect::<Vec<_>>().join(", "))
        }
    }
}
