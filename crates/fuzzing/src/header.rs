//! `SKILL.md` files, from their header to the list of skills.

use std::collections::HashSet;
use std::sync::LazyLock;

use clawprompt_core::shipped;
use clawprompt_core::skills::{
    Frontmatter, ListOptions, Overflow, SkillEntry, SkillLayout, SkillLocation, SkillSource,
    SkillTexts, compute_skill_prompt_version_of_bytes, format_skills, formatted_len, list_skills,
    skill_entry,
};

static TEXTS: LazyLock<SkillTexts> = LazyLock::new(|| {
    let texts = SkillTexts::load(&|key| shipped::definition().text(key));
    texts.unwrap_or_else(|error| panic!("the shipped definition is checked by a test: {error}"))
});

pub(crate) fn run(data: &[u8]) {
    let content = String::from_utf8_lossy(data);
    let header = Frontmatter::parse(&content);
    check_header(&header, &content);
    let location = SkillLocation {
        file_path: "/w/skills/tea/SKILL.md",
        base_dir: "/w/skills/tea",
        dir_name: "tea",
        source: SkillSource::Workspace,
        slug: None,
    };
    let version = compute_skill_prompt_version_of_bytes(data);
    if let Ok(entry) = skill_entry(&header, &version, location) {
        assert!(!entry.skill.name.is_empty() && !entry.skill.description.is_empty());
        assert!(!entry.key().is_empty());
        check_lists(&entry, data.len());
    }
}

fn check_header(header: &Frontmatter, content: &str) {
    let mut keys = HashSet::new();
    for (key, value) in &header.values {
        assert!(keys.insert(key), "a key comes once");
        assert_ne!(key, "__proto__");
        assert_eq!(header.get(key), Some(&**value));
    }
    assert_eq!(*header, Frontmatter::parse(content), "reading twice gives the same");
}

fn check_lists(entry: &SkillEntry, size: usize) {
    let texts = &*TEXTS;
    for layout in [SkillLayout::Full, SkillLayout::Compact] {
        let skills = [entry.skill.clone(), entry.skill.clone()];
        let text = format_skills(&skills, layout, true, texts);
        assert_eq!(text.len(), formatted_len(&skills, layout, true, texts));
    }
    let fair = Overflow::Fair { pinned: vec![entry.skill.name.clone()], recent: Vec::new() };
    for overflow in [&Overflow::Alphabetical, &fair] {
        for max_chars in [0, 300, 700, size] {
            let options = ListOptions {
                max_skills: 2,
                max_chars,
                remote_note: None,
                versions: true,
                overflow,
                home: None,
            };
            let list = list_skills([entry, entry, entry], &options, texts);
            assert!(list.included.len() <= 2);
            assert!(list.text.len() <= max_chars || list.included.is_empty(), "{max_chars}");
        }
    }
}
