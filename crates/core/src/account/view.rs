//! A rendered prompt as reports and comparisons need it: text, map, and what it was made from.

use std::ops::Range;

use thiserror::Error;

use crate::definition::Definition;
use crate::prompt::{Block, BlockKind, ParamsError, Placement, Rendered, Value, outline};
use crate::text::{Text, to_lossy};

use super::inputs::{PromptInput, prompt_inputs};

/// A rendered prompt with its map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptView {
    /// The prompt.
    pub text: Text,
    /// Its sections: disjoint, in order, covering the text.
    pub sections: Vec<SectionView>,
    /// Files and lists within the sections.
    pub blocks: Vec<BlockView>,
    /// What the prompt was made from; empty when that is not known.
    pub inputs: Vec<PromptInput>,
}

/// A section of a [`PromptView`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionView {
    /// Name of the section.
    pub id: String,
    /// On which side of the cache boundary it stands.
    pub placement: Placement,
    /// Where its words come from.
    pub source: String,
    /// Where it stands, in UTF-16 code units.
    pub range: Range<usize>,
}

/// A block of a [`PromptView`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockView {
    /// What it is.
    pub kind: BlockKind,
    /// Path of the file; empty for lists.
    pub name: String,
    /// Where it stands, in UTF-16 code units.
    pub range: Range<usize>,
}

/// Why a map does not fit its text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ViewError {
    /// A section does not start where the one before it ends.
    #[error("sections[{index}] must start at {expected}, where the text before it ends")]
    Gap {
        /// Index of the section.
        index: usize,
        /// Where it must start.
        expected: usize,
    },
    /// The sections do not end with the text.
    #[error("sections must end at {expected}, the length of text")]
    End {
        /// Length of the text.
        expected: usize,
    },
    /// A block lies outside the text.
    #[error("blocks[{index}] must lie within text")]
    Block {
        /// Index of the block.
        index: usize,
    },
}

impl PromptView {
    /// A render with the blocks and inputs that belong to it.
    #[must_use]
    pub fn new(rendered: &Rendered, blocks: &[Block], inputs: Vec<PromptInput>) -> Self {
        let sections = rendered.sections.iter().map(|section| SectionView {
            id: section.id.to_string(),
            placement: section.placement,
            source: section.source.name().to_owned(),
            range: section.start..section.end,
        });
        let blocks = blocks.iter().map(|block| BlockView {
            kind: block.kind,
            name: to_lossy(&block.name),
            range: block.range.clone(),
        });
        Self {
            text: rendered.text.clone(),
            sections: sections.collect(),
            blocks: blocks.collect(),
            inputs,
        }
    }

    /// A render with the blocks and inputs of the parameters it was made from.
    pub fn of(
        rendered: &Rendered,
        definition: &Definition,
        params: &Value<'_>,
    ) -> Result<Self, ParamsError> {
        let blocks = outline(definition, params)?.blocks;
        Ok(Self::new(rendered, &blocks, prompt_inputs(params)))
    }

    /// Checks that the sections are disjoint and cover the text, and that the blocks lie within it.
    pub fn check(&self) -> Result<(), ViewError> {
        let mut expected = 0;
        for (index, section) in self.sections.iter().enumerate() {
            if section.range.start != expected || section.range.end < expected {
                return Err(ViewError::Gap { index, expected });
            }
            expected = section.range.end;
        }
        if expected != self.text.len() {
            return Err(ViewError::End { expected: self.text.len() });
        }
        let is_outside =
            |block: &BlockView| block.range.start > block.range.end || block.range.end > expected;
        match self.blocks.iter().position(is_outside) {
            Some(index) => Err(ViewError::Block { index }),
            None => Ok(()),
        }
    }

    /// A section's text without the line feed that joins the next section to it.
    pub(super) fn own_text(&self, section: &SectionView) -> &[u16] {
        let Range { start, end } = section.range;
        let joined = end > start && end < self.text.len();
        &self.text.as_slice()[start..if joined { end - 1 } else { end }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::to_text;

    fn view(ranges: &[Range<usize>]) -> PromptView {
        let section = |range: &Range<usize>| SectionView {
            id: String::new(),
            placement: Placement::Stable,
            source: String::new(),
            range: range.clone(),
        };
        PromptView {
            text: to_text("abcd"),
            sections: ranges.iter().map(section).collect(),
            blocks: Vec::new(),
            inputs: Vec::new(),
        }
    }

    #[test]
    fn a_map_must_cover_its_text_without_overlap() {
        assert_eq!(view(&[0..2, 2..4]).check(), Ok(()));
        assert_eq!(view(&[0..2, 3..4]).check(), Err(ViewError::Gap { index: 1, expected: 2 }));
        assert_eq!(view(&[0..3, 2..4]).check(), Err(ViewError::Gap { index: 1, expected: 3 }));
        assert_eq!(view(&[0..1, 1..2]).check(), Err(ViewError::End { expected: 4 }));
        assert_eq!(view(&[0..1, 1..5]).check(), Err(ViewError::End { expected: 4 }));
    }
}
