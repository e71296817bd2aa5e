//! The words of the views.

use crate::texts::texts;

texts!(
    /// Words of the list and of the detail view.
    ReportTexts, "report", {
        /// First line.
        title(),
        /// The workspace's directory.
        workspace("path"),
        /// The limit for one file.
        file_limit("chars"),
        /// The limit for all files.
        total_limit("chars"),
        /// The run is sandboxed.
        sandbox_in("mode"),
        /// The run is not sandboxed.
        sandbox_out("mode"),
        /// A value that is not known.
        unknown(),
        /// Column heading.
        column_what(),
        /// Column heading.
        column_chars(),
        /// Column heading.
        column_tokens(),
        /// Column heading.
        column_file(),
        /// Column heading.
        column_state(),
        /// Column heading.
        column_raw(),
        /// Column heading.
        column_injected(),
        /// Column heading.
        column_section(),
        /// Column heading.
        column_skill(),
        /// Column heading.
        column_tool(),
        /// Column heading.
        column_parameters(),
        /// The prompt of a run.
        prompt_run(),
        /// A prompt that was rendered to look at.
        prompt_estimate(),
        /// The part with context files.
        project_context(),
        /// The part above the boundary.
        stable(),
        /// The skills list.
        skills(),
        /// The tool list.
        tool_list(),
        /// The tools' schemas.
        tool_schemas(),
        /// Tokens are estimates.
        tokens_estimated(),
        /// Tokens are counted.
        tokens_counted("counter"),
        /// One file was cut.
        cut_one("injected", "raw"),
        /// Several files were cut.
        cut_many("count", "injected", "raw"),
        /// How many by which limit.
        causes("file", "total"),
        /// What to do about it.
        raise(),
        /// There are no files.
        no_files(),
        /// The file has no content.
        state_missing(),
        /// The file was cut.
        state_cut(),
        /// Nothing of the file is in the prompt.
        state_dropped(),
        /// All of the file is in the prompt.
        state_ok(),
        /// The skills by name.
        skill_names("count", "names"),
        /// There are no skills.
        no_skills(),
        /// The tools by name.
        tool_names("count", "names"),
        /// There are no tools.
        no_tools(),
        /// How many names are left out.
        more("count"),
        /// The session's tokens.
        session("tokens", "window"),
        /// The other views.
        shortcuts(),
        /// Heading of a table.
        heading_sections(),
        /// Heading of a table.
        heading_skills(),
        /// Heading of a table.
        heading_tool_schemas(),
        /// Heading of a table.
        heading_tool_summaries(),
        /// Heading of a table.
        heading_tool_parameters(),
        /// What the report accounts for.
        tracked("chars", "tokens"),
        /// What was used.
        actual("tokens"),
        /// What was used is not known.
        actual_unknown(),
        /// What was used and the report does not account for.
        untracked("tokens"),
        /// Nothing of the kind.
        untracked_none(),
        /// What compaction can work on.
        transcript("real", "all"),
        /// Compaction has nothing to work on.
        transcript_none("all"),
        /// The transcript could not be read.
        transcript_unknown("reason"),
    }
);

texts!(
    /// Words of the size check.
    SizeTexts, "report.size", {
        /// Before files that were cut.
        cut_heading(),
        /// Before files near the limit, when none was cut.
        near_heading(),
        /// A file that was cut.
        file_cut("name", "injected", "raw", "percent", "causes"),
        /// A file of which nothing is in the prompt.
        file_dropped("name", "raw", "causes"),
        /// A file near the limit.
        file_near("name", "raw", "percent"),
        /// Cut by the limit for one file.
        cause_file(),
        /// Cut by the limit for all files.
        cause_total(),
        /// Cut by neither.
        cause_unknown(),
        /// All files.
        total("injected", "percent", "limit", "raw"),
        /// The key of the limit for one file.
        raise_file(),
        /// The key of the limit for all files.
        raise_total(),
    }
);
