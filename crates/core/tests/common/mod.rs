//! The shipped texts, read from `prompt/texts.toml`.

use std::collections::HashMap;

use clawprompt_core::bootstrap::BootstrapTexts;
use clawprompt_core::text::Template;

fn flatten(prefix: &str, value: &toml::Value, out: &mut HashMap<String, Template>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&name, value, out);
            }
        }
        toml::Value::String(text) => {
            if let Ok(template) = Template::parse(text) {
                out.insert(prefix.to_owned(), template);
            }
        }
        _ => {}
    }
}

/// Texts of a definition in the form of `prompt/texts.toml`.
pub(crate) fn texts_of(source: &str) -> BootstrapTexts {
    let mut texts = HashMap::new();
    flatten("", &toml::Value::Table(toml::from_str(source).unwrap()), &mut texts);
    BootstrapTexts::new(&|name| texts.get(name).cloned()).unwrap()
}

/// The source of the shipped texts.
pub(crate) const SHIPPED: &str = include_str!("../../../../prompt/texts.toml");

/// The shipped texts.
pub(crate) fn shipped_texts() -> BootstrapTexts {
    texts_of(SHIPPED)
}
