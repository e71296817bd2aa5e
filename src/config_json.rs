//! What a config says, as JSON that V8 makes; see `config_json.js`.

use std::ffi::CStr;

use clawprompt_core::config::{Keep, PROMPT_CONFIG};
use napi::Result;
use napi::sys::napi_env;

use crate::environment::{Script, evaluated};
use crate::js::Js;

/// The part of a config that the core reads; `None` when it must be read value by value.
pub(crate) fn config_json(env: napi_env, config: Js) -> Result<Option<String>> {
    let json = ask(env, c"config", config)?;
    json.map(|json| Ok(json.text()?.to_string_lossy())).transpose()
}

/// All that decides the settings in `params`; `None` when it must be read value by value.
pub(crate) fn settings_source(env: napi_env, params: Js) -> Result<Option<Js>> {
    ask(env, c"source", params)
}

fn ask(env: napi_env, what: &CStr, value: Js) -> Result<Option<Js>> {
    let functions = evaluated(env, Script::ConfigJson, script)?;
    let json = functions.invoke(what, &[value])?;
    Ok((json.kind()? == napi::ValueType::String).then_some(json))
}

fn script() -> String {
    format!("({})({})", include_str!("config_json.js").trim_end(), literal(PROMPT_CONFIG))
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
