//! Which part of a prompt belongs to which file, and which to which skill.

use crate::bootstrap::InjectionStat;
use crate::prompt::BlockKind;
use crate::text::{U16Str, lower_case, to_lossy, to_text, trim};

use super::view::PromptView;

/// A skill's element in the list.
pub(super) struct SkillBlock<'a> {
    /// Text of its first `<name>`.
    pub(super) name: Option<&'a U16Str>,
    /// The whole element.
    pub(super) text: &'a U16Str,
}

/// The `<skill>` elements of a skills list. Only the list itself is looked at, and what skills say in it is
/// escaped, so no content can pose as an element.
pub(super) fn skill_blocks(list: &U16Str) -> Vec<SkillBlock<'_>> {
    // Lower case keeps ASCII letters in place; a list whose length changes is searched as it is.
    let lower = lower_case(list);
    let lower = if lower.len() == list.len() { &*lower } else { list };
    let mut blocks = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = element(lower, from, "skill") {
        let text = &list[start..end];
        let name = element(&lower[start..end], 0, "name")
            .map(|(first, last)| trim(&text[first + "<name>".len()..last - "</name>".len()]));
        blocks.push(SkillBlock { name, text });
        from = end;
    }
    blocks
}

/// Where the first element `tag` at or after `from` starts and ends.
fn element(text: &U16Str, from: usize, tag: &str) -> Option<(usize, usize)> {
    let open = crate::text::Needle::new(&to_text(&format!("<{tag}>")));
    let close = crate::text::Needle::new(&to_text(&format!("</{tag}>")));
    let start = open.find_from(text, from)?;
    let end = close.find_from(text, start + open.len())?;
    Some((start, end + close.len()))
}

/// For each record the index of its file among the prompt's file blocks.
///
/// A block belongs to the record of the same path; else, since a sandbox shows files under other paths, to the
/// first record with its name. Each block is claimed once.
pub(super) fn claim_files(files: &[InjectionStat], prompt: &PromptView) -> Vec<Option<usize>> {
    let blocks = prompt.blocks.iter().filter(|block| block.kind == BlockKind::File);
    let paths: Vec<&str> = blocks.map(|block| block.name.trim()).collect();
    let mut is_claimed = vec![false; paths.len()];
    let mut claim = |fits: &dyn Fn(&str) -> bool| {
        let index = (0..paths.len()).find(|index| !is_claimed[*index] && fits(paths[*index]))?;
        is_claimed[index] = true;
        Some(index)
    };
    let exact: Vec<Option<usize>> = files
        .iter()
        .map(|file| {
            let own = to_lossy(&file.path);
            claim(&|path| path == own.trim())
        })
        .collect();
    files
        .iter()
        .zip(exact)
        .map(|(file, exact)| {
            let name = to_lossy(&file.name);
            exact.or_else(|| claim(&|path| path.rsplit(['/', '\\']).next() == Some(name.as_str())))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_their_elements_in_any_case() {
        let list = to_text("<Skill>\n<NAME> a </NAME>\n</skill> x <skill></skill><skill>open");
        let blocks = skill_blocks(&list);
        let found: Vec<(Option<String>, usize)> =
            blocks.iter().map(|block| (block.name.map(to_lossy), block.text.len())).collect();
        assert_eq!(found, [(Some("a".to_owned()), 33), (None, 15)]);
    }
}
