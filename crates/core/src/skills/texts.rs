//! The sentences around the list.

use crate::texts::texts;

texts!(
    /// The sentences around the list. An overlay may empty a guidance line to drop it.
    SkillTexts, "skills", {
        /// Guidance: what the list is.
        purpose(),
        /// Guidance: when to load a skill, judging by its description.
        load_by_description(),
        /// Guidance: when to load a skill, judging by its name.
        load_by_name(),
        /// Guidance: when to read a skill again. Only where versions are printed.
        read_again(),
        /// Guidance: what relative paths in a skill are resolved against.
        relative_paths(),
        /// Note: some skills are left out.
        some("included", "total"),
        /// Note: descriptions are left out.
        compact(),
        /// Note: some skills and all descriptions are left out.
        some_compact("included", "total"),
        /// Note of the fair policy: descriptions are shortened.
        shortened(),
        /// Note of the fair policy: what is left out.
        left_out("names"),
        /// Note of the fair policy: some of what is left out, and how many more.
        left_out_more("names", "more"),
        /// Note of the fair policy: how many are left out, where no name fits.
        left_out_count("more"),
        /// What stands at the end of a shortened description.
        cut(),
    }
);

/// The shipped texts.
#[cfg(test)]
pub(super) fn shipped() -> SkillTexts {
    let tables = crate::texts::tests::shipped_tables();
    SkillTexts::load(&|key| tables.get(key)).unwrap()
}
