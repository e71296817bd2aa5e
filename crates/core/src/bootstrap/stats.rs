//! How much of each file reached the prompt, and how close the files are to their limits.

use std::collections::HashMap;

use super::file::{BootstrapFile, ContextFile, base_name};
use crate::text::{Text, U16Str, trim, trim_end};

/// Share of a limit from which a file counts as near it.
pub const NEAR_LIMIT_RATIO: f64 = 0.85;

/// One record and what was injected for it, in UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InjectionStat {
    /// Name of the record.
    pub name: Text,
    /// Path of the record; its name where it has none.
    pub path: Text,
    /// Whether the file has no content.
    pub missing: bool,
    /// Length of the right-trimmed content; 0 when missing.
    pub raw_chars: usize,
    /// Length of what was injected, a marker included.
    pub injected_chars: usize,
    /// Whether a file that exists was injected in part, or not at all.
    pub truncated: bool,
}

impl InjectionStat {
    /// Whether a file with text is absent from the prompt.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        self.truncated && self.injected_chars == 0
    }
}

/// Compares records with what was injected.
///
/// An injected file belongs to the record of the same path; else, since a sandbox shows files under
/// other paths, to the first record whose name is its path or its last part. Each is counted once, so a
/// file that was dropped never borrows the size of another of its name.
#[must_use]
pub fn injection_stats(files: &[BootstrapFile], injected: &[ContextFile]) -> Vec<InjectionStat> {
    let mut sizes = InjectedSizes::new(injected);
    let exact: Vec<Option<usize>> = files.iter().map(|file| sizes.claim_path(file)).collect();
    files
        .iter()
        .zip(exact)
        .map(|(file, exact)| {
            let injected_chars = exact.or_else(|| sizes.claim_name(&file.name)).unwrap_or(0);
            let raw_chars = file.text().map_or(0, |content| trim_end(content).len());
            let path = trim(&file.path);
            InjectionStat {
                name: file.name.clone(),
                path: if path.is_empty() { file.name.clone() } else { path.to_owned() },
                missing: file.is_missing(),
                raw_chars,
                injected_chars,
                truncated: !file.is_missing() && injected_chars < raw_chars,
            }
        })
        .collect()
}

struct InjectedSizes<'a> {
    injected: &'a [ContextFile],
    by_path: HashMap<&'a U16Str, usize>,
    is_claimed: Vec<bool>,
}

impl<'a> InjectedSizes<'a> {
    fn new(injected: &'a [ContextFile]) -> Self {
        let mut by_path = HashMap::new();
        for (index, file) in injected.iter().enumerate() {
            by_path.entry(trim(&file.path)).or_insert(index);
        }
        Self { injected, by_path, is_claimed: vec![false; injected.len()] }
    }

    fn claim_path(&mut self, file: &BootstrapFile) -> Option<usize> {
        let index = *self.by_path.get(trim(&file.path))?;
        self.is_claimed[index] = true;
        Some(self.injected[index].content.len())
    }

    fn claim_name(&mut self, name: &U16Str) -> Option<usize> {
        let free = |index: &usize| !self.is_claimed[*index];
        let is_named = |index: &usize| {
            let path = &*self.injected[*index].path;
            path == name || base_name(path) == name
        };
        let index = (0..self.injected.len()).filter(free).find(is_named)?;
        self.is_claimed[index] = true;
        Some(self.injected[index].content.len())
    }
}

/// Why a file was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CutCause {
    /// The file is longer than the limit for one file.
    PerFileLimit,
    /// The injected files together reach the total.
    TotalLimit,
}

impl CutCause {
    /// The name in reports and signatures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PerFileLimit => "per-file-limit",
            Self::TotalLimit => "total-limit",
        }
    }

    /// The cause with this [name](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::PerFileLimit, Self::TotalLimit].into_iter().find(|cause| cause.name() == name)
    }
}

/// One file against the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileAnalysis {
    /// What was injected.
    pub stat: InjectionStat,
    /// Whether the raw length is at or above the near share of the limit for one file.
    pub near_limit: bool,
    /// Why it was cut, as the peer tells it: a file that the total left no room for may have no cause.
    pub causes: Vec<CutCause>,
}

/// All files against the limits. Missing files count nowhere.
#[derive(Debug, Clone, PartialEq)]
pub struct BudgetAnalysis {
    /// One entry for each stat, in its order.
    pub files: Vec<FileAnalysis>,
    /// Limit for one file, in UTF-16 code units.
    pub max_chars: usize,
    /// Limit for all files, in UTF-16 code units.
    pub total_max_chars: usize,
    /// Sum of raw lengths, in UTF-16 code units.
    pub raw_chars: usize,
    /// Sum of injected lengths, in UTF-16 code units.
    pub injected_chars: usize,
    /// Whether the injected sum is at or above the near share of the total.
    pub total_near_limit: bool,
    /// The share of a limit that counts as near it.
    pub near_limit_ratio: f64,
}

impl BudgetAnalysis {
    /// UTF-16 code units that did not reach the prompt.
    #[must_use]
    pub fn truncated_chars(&self) -> usize {
        self.raw_chars.saturating_sub(self.injected_chars)
    }

    /// Files that were cut or dropped.
    pub fn truncated_files(&self) -> impl Iterator<Item = &FileAnalysis> {
        self.files.iter().filter(|file| file.stat.truncated)
    }

    /// Files near the limit for one file.
    pub fn near_limit_files(&self) -> impl Iterator<Item = &FileAnalysis> {
        self.files.iter().filter(|file| file.near_limit)
    }

    /// Raw length of all files in per cent of the total limit, rounded; above 100 when not all fit.
    #[must_use]
    pub fn raw_percent_of_total(&self) -> usize {
        percent(self.raw_chars, self.total_max_chars)
    }
}

/// Compares what was injected with the limits (see [`analysis_limit`]).
///
/// `near_ratio` counts when it lies between 0 and 1, otherwise [`NEAR_LIMIT_RATIO`] applies.
#[must_use]
pub fn analyze_budget(
    stats: &[InjectionStat],
    max_chars: usize,
    total_max_chars: usize,
    near_ratio: Option<f64>,
) -> BudgetAnalysis {
    let ratio = near_ratio.filter(|ratio| *ratio > 0.0 && *ratio < 1.0).unwrap_or(NEAR_LIMIT_RATIO);
    let present = || stats.iter().filter(|stat| !stat.missing);
    // Stored figures may be anything; a sum that stops at the end is still above every limit.
    let raw_chars = present().map(|stat| stat.raw_chars).fold(0, usize::saturating_add);
    let injected_chars = present().map(|stat| stat.injected_chars).fold(0, usize::saturating_add);
    let files = stats.iter().map(|stat| FileAnalysis {
        near_limit: !stat.missing && is_near(stat.raw_chars, max_chars, ratio),
        causes: causes(stat, max_chars, injected_chars >= total_max_chars),
        stat: stat.clone(),
    });
    BudgetAnalysis {
        files: files.collect(),
        max_chars,
        total_max_chars,
        raw_chars,
        injected_chars,
        total_near_limit: is_near(injected_chars, total_max_chars, ratio),
        near_limit_ratio: ratio,
    }
}

/// A limit for the analysis: a fraction is dropped; what is not finite or not above 0 counts as 1.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is finite and positive, and a limit beyond memory is no limit"
)]
pub fn analysis_limit(value: f64) -> usize {
    if value.is_finite() && value > 0.0 { (value.floor() as usize).max(1) } else { 1 }
}

fn causes(stat: &InjectionStat, max_chars: usize, is_total_used: bool) -> Vec<CutCause> {
    let mut causes = Vec::new();
    if stat.truncated && stat.raw_chars > max_chars {
        causes.push(CutCause::PerFileLimit);
    }
    if stat.truncated && is_total_used {
        causes.push(CutCause::TotalLimit);
    }
    causes
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the peer compares in double arithmetic, and lengths are far below 2^53"
)]
fn is_near(chars: usize, limit: usize, ratio: f64) -> bool {
    chars as f64 >= (limit as f64 * ratio).ceil()
}

/// `part` in per cent of `whole`, rounded half up.
pub(super) fn percent(part: usize, whole: usize) -> usize {
    part.saturating_mul(200).checked_div(whole).unwrap_or(0).div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::super::file::MissingReason;
    use super::*;
    use crate::text::to_text;

    fn file(path: &str, chars: usize) -> BootstrapFile {
        BootstrapFile {
            name: base_name(&to_text(path)).to_owned(),
            path: to_text(path),
            content: Ok("x".repeat(chars).as_str().into()),
        }
    }

    fn shown(path: &str, chars: usize) -> ContextFile {
        ContextFile { path: to_text(path), content: "x".repeat(chars).as_str().into() }
    }

    #[test]
    fn a_dropped_file_does_not_borrow_the_size_of_its_namesake() {
        let files = [file("/w/AGENTS.md", 10), file("/w/packages/AGENTS.md", 10)];
        let stats = injection_stats(&files, &[shown("/w/AGENTS.md", 10)]);
        assert_eq!((stats[0].injected_chars, stats[0].truncated), (10, false));
        assert_eq!((stats[1].injected_chars, stats[1].is_dropped()), (0, true));
    }

    #[test]
    fn files_shown_under_a_sandbox_path_are_found_by_name() {
        let files = [file("/w/AGENTS.md", 10), file("/w/packages/AGENTS.md", 9)];
        let shown = [shown("/box/AGENTS.md", 10), shown("/box/packages/AGENTS.md", 9)];
        let stats = injection_stats(&files, &shown);
        assert_eq!([stats[0].injected_chars, stats[1].injected_chars], [10, 9]);
    }

    #[test]
    fn a_missing_file_has_no_raw_length_and_is_not_truncated() {
        let mut missing = file("/w/USER.md", 0);
        missing.content = Err(MissingReason::Absent);
        missing.path = to_text(" ");
        let stat = &injection_stats(&[missing], &[shown("USER.md", 33)])[0];
        assert_eq!((stat.raw_chars, stat.injected_chars, stat.truncated), (0, 33, false));
        assert_eq!(stat.path, to_text("USER.md"));
    }

    /// Report B007: files a hook added count, and what was dropped is told from what was cut.
    #[test]
    fn the_analysis_covers_files_that_were_added_and_dropped() {
        let files = [file("/w/AGENTS.md", 700), file("/w/x/TOOLS.md", 400), file("/w/USER.md", 90)];
        let stats =
            injection_stats(&files, &[shown("/w/AGENTS.md", 700), shown("/w/x/TOOLS.md", 300)]);
        let analysis = analyze_budget(&stats, 20_000, 1_000, None);
        assert_eq!(analysis.raw_percent_of_total(), 119);
        assert_eq!(analysis.truncated_chars(), 190);
        let dropped: Vec<bool> = analysis.files.iter().map(|file| file.stat.is_dropped()).collect();
        assert_eq!(dropped, [false, false, true]);
    }

    #[test]
    fn limits_of_the_analysis_are_whole_and_at_least_one() {
        let limits = [f64::NAN, -3.0, 0.0, 0.4, 12.9, f64::INFINITY].map(analysis_limit);
        assert_eq!(limits, [1, 1, 1, 1, 12, 1]);
    }

    #[test]
    fn percentages_round_half_up() {
        assert_eq!([percent(1, 200), percent(1, 201), percent(3, 8), percent(1, 0)], [1, 0, 38, 0]);
    }
}
