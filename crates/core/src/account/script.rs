//! The script of a character, as coarse as token estimates need it.

/// What a character is to a tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    LineBreak,
    Blank,
    Digit,
    /// ASCII punctuation.
    Punctuation,
    /// Punctuation beyond ASCII.
    WidePunctuation,
    /// A combining mark, which belongs to the word before it.
    Mark,
    /// A variation selector or joiner of an emoji sequence.
    Joiner,
    Letter(Script),
}

/// Scripts that tokenizers treat alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Arabic,
    Armenian,
    Cyrillic,
    Devanagari,
    Emoji,
    Ethiopic,
    Georgian,
    Greek,
    Han,
    Hangul,
    Hebrew,
    /// Bengali to Malayalam.
    Indic,
    Kana,
    Latin,
    /// Lao, Burmese, Khmer.
    SoutheastAsian,
    /// Arrows, box drawing, mathematical and other signs.
    Symbol,
    Thai,
    /// Any other letter that takes two bytes.
    OtherShort,
    /// Any other letter that takes more.
    OtherLong,
}

/// Ranges beyond ASCII: first and last code point, and what they are. An exception stands before the range it is in.
const RANGES: [(u32, u32, Class); 59] = {
    use Class::{Blank, Joiner, Letter, Mark, WidePunctuation};
    [
        (0x80, 0x9F, WidePunctuation),
        (0xA0, 0xA0, Blank),
        (0xA1, 0xA9, WidePunctuation),
        (0xAA, 0xAA, Letter(Script::Latin)),
        (0xAB, 0xB4, WidePunctuation),
        (0xB5, 0xB5, Letter(Script::Latin)),
        (0xB6, 0xB9, WidePunctuation),
        (0xBA, 0xBA, Letter(Script::Latin)),
        (0xBB, 0xBF, WidePunctuation),
        (0xC0, 0xD6, Letter(Script::Latin)),
        (0xD7, 0xD7, WidePunctuation),
        (0xD8, 0xF6, Letter(Script::Latin)),
        (0xF7, 0xF7, WidePunctuation),
        (0xF8, 0x2FF, Letter(Script::Latin)),
        (0x300, 0x36F, Mark),
        (0x370, 0x3FF, Letter(Script::Greek)),
        (0x400, 0x52F, Letter(Script::Cyrillic)),
        (0x530, 0x58F, Letter(Script::Armenian)),
        (0x590, 0x5FF, Letter(Script::Hebrew)),
        (0x60C, 0x60C, WidePunctuation),
        (0x61B, 0x61F, WidePunctuation),
        (0x6D4, 0x6D4, WidePunctuation),
        (0x600, 0x77F, Letter(Script::Arabic)),
        (0x780, 0x7FF, Letter(Script::OtherShort)),
        (0x964, 0x965, WidePunctuation),
        (0x900, 0x97F, Letter(Script::Devanagari)),
        (0x980, 0xDFF, Letter(Script::Indic)),
        (0xE00, 0xE7F, Letter(Script::Thai)),
        (0xE80, 0xEFF, Letter(Script::SoutheastAsian)),
        (0x1000, 0x109F, Letter(Script::SoutheastAsian)),
        (0x10A0, 0x10FF, Letter(Script::Georgian)),
        (0x1100, 0x11FF, Letter(Script::Hangul)),
        (0x1200, 0x13FF, Letter(Script::Ethiopic)),
        (0x1780, 0x17FF, Letter(Script::SoutheastAsian)),
        (0x1E00, 0x1EFF, Letter(Script::Latin)),
        (0x1F00, 0x1FFF, Letter(Script::Greek)),
        (0x200D, 0x200D, Joiner),
        (0x2000, 0x206F, WidePunctuation),
        (0x2070, 0x2E7F, Letter(Script::Symbol)),
        (0x3000, 0x3000, Blank),
        (0x3005, 0x3005, Letter(Script::Han)),
        (0x3001, 0x301F, WidePunctuation),
        (0x3040, 0x30FF, Letter(Script::Kana)),
        (0x3130, 0x318F, Letter(Script::Hangul)),
        (0x3400, 0x9FFF, Letter(Script::Han)),
        (0xAC00, 0xD7AF, Letter(Script::Hangul)),
        (0xF900, 0xFAFF, Letter(Script::Han)),
        (0xFB50, 0xFDFF, Letter(Script::Arabic)),
        (0xFE00, 0xFE0F, Joiner),
        (0xFE70, 0xFEFE, Letter(Script::Arabic)),
        (0xFF01, 0xFF0F, WidePunctuation),
        (0xFF1A, 0xFF20, WidePunctuation),
        (0xFF3B, 0xFF40, WidePunctuation),
        (0xFF5B, 0xFF65, WidePunctuation),
        (0xFF66, 0xFF9F, Letter(Script::Kana)),
        (0x1_0000, 0x1_EFFF, Letter(Script::Emoji)),
        (0x1_F000, 0x1_FFFF, Letter(Script::Emoji)),
        (0x2_0000, 0x3_FFFF, Letter(Script::Han)),
        (0xE_0000, 0x10_FFFF, Letter(Script::Emoji)),
    ]
};

/// The class of `character`.
pub(super) fn classify(character: char) -> Class {
    match character {
        '\n' | '\r' => Class::LineBreak,
        ' ' | '\t' => Class::Blank,
        '0'..='9' => Class::Digit,
        'a'..='z' | 'A'..='Z' => Class::Letter(Script::Latin),
        _ if character.is_ascii() => Class::Punctuation,
        _ => beyond_ascii(u32::from(character)),
    }
}

/// The first range that holds the code point decides.
fn beyond_ascii(point: u32) -> Class {
    let other = if point < 0x800 { Script::OtherShort } else { Script::OtherLong };
    RANGES
        .iter()
        .find(|(first, last, _)| (*first..=*last).contains(&point))
        .map_or(Class::Letter(other), |(_, _, class)| *class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_told_apart_as_tokenizers_do() {
        let letters = "aéßжеñ語かカ한ไθابאहবა";
        let scripts: Vec<Class> = letters.chars().map(classify).collect();
        assert!(scripts.iter().all(|class| matches!(class, Class::Letter(_))), "{scripts:?}");
        assert_eq!(classify('\u{20000}'), Class::Letter(Script::Han));
        assert_eq!(classify('😀'), Class::Letter(Script::Emoji));
        assert_eq!(classify('。'), Class::WidePunctuation);
        assert_eq!(classify('،'), Class::WidePunctuation);
        assert_eq!(classify('\u{301}'), Class::Mark);
        assert_eq!(classify('Ａ'), Class::Letter(Script::OtherLong));
        assert_eq!(classify('`'), Class::Punctuation);
    }
}
