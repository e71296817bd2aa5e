//! The shipped texts, read from `prompt/texts.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use clawprompt_core::bootstrap::BootstrapTexts;
use clawprompt_core::shipped;
use clawprompt_core::text::Template;

/// Source of each shipped text by dotted name.
pub(crate) static SHIPPED: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let source = include_str!("../../../../prompt/texts.toml");
    let mut texts = HashMap::new();
    flatten("", &toml::Value::Table(toml::from_str(source).unwrap()), &mut texts);
    texts
});

fn flatten(prefix: &str, value: &toml::Value, out: &mut HashMap<String, String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&name, value, out);
            }
        }
        toml::Value::String(text) => {
            out.insert(prefix.to_owned(), text.clone());
        }
        _ => {}
    }
}

/// The shipped texts, some of them replaced.
pub(crate) fn texts_with(changes: &HashMap<String, String>) -> BootstrapTexts {
    let changes = changes.iter().map(|(name, text)| (&**name, Template::parse(text).unwrap()));
    let changes: HashMap<&str, Template> = changes.collect();
    let find = |name: &str| changes.get(name).or_else(|| shipped::definition().text(name));
    BootstrapTexts::load(&find).unwrap()
}
