//! What must hold of every prompt.

use clawprompt_core::definition::Definition;
use clawprompt_core::prompt::{
    self, BOUNDARY_SECTION, Placement, Rendered, Value, boundary, explain, outline, render,
    render_guarded, render_suffix,
};
use clawprompt_core::text::{find, to_text};

/// Renders `first` and `next`, which differ only in what a turn may change, in every way there is.
pub(crate) fn turns(definition: &Definition, first: &Value<'_>, next: &Value<'_>) {
    let (Some(first), Some(next_prompt)) = (prompt(definition, first), prompt(definition, next))
    else {
        return;
    };
    let Some(guard) = definition.prefix_guard() else { return };
    if first.0.reusable_prefix_length() == 0 || next_prompt.0.prefix_length() == 0 {
        return;
    }
    let suffix = render_suffix(definition, next, &guard, first.1);
    let suffix = suffix.unwrap_or_else(|error| panic!("the same parameters rendered: {error}"));
    let follows = next_prompt.0.reusable_prefix_length() > 0;
    assert_eq!(suffix.is_some(), follows && first.1 == next_prompt.1, "the signature decides");
    if let Some(suffix) = suffix {
        let mut joined = first.0.text[..first.0.prefix_length()].to_owned();
        joined.push(&suffix.text);
        assert!(joined == next_prompt.0.text, "the old prefix and the new suffix are the prompt");
        let whole = next_prompt.0.sections.iter();
        let below: Vec<_> =
            whole.filter(|section| section.placement == Placement::Dynamic).collect();
        let own = suffix.sections.iter();
        let moved = |at: usize| at + first.0.prefix_length();
        let own: Vec<_> = own.map(|one| (&one.id, moved(one.start), moved(one.end))).collect();
        let below: Vec<_> = below.iter().map(|one| (&one.id, one.start, one.end)).collect();
        assert_eq!(own, below, "the map of a suffix is that of the prompt below the boundary");
    }
}

/// The checked prompt and its signature; `None` for parameters that are refused.
fn prompt(definition: &Definition, params: &Value<'_>) -> Option<(Rendered, u32)> {
    let rendered = render(definition, params);
    let guarded =
        render_guarded(definition, params, definition.prefix_guard().as_ref(), Vec::with_capacity);
    let (rendered, guarded) = match (rendered, guarded) {
        (Ok(rendered), Ok(guarded)) => (rendered, guarded),
        (Err(one), Err(other)) => {
            assert_eq!(one, other);
            return None;
        }
        (one, other) => panic!("one way of rendering refuses: {one:?} {other:?}"),
    };
    assert!(rendered == guarded.0, "both ways of rendering agree");
    map(&rendered);
    lines(definition, params, &rendered);
    Some((rendered, guarded.1))
}

/// Ranges are disjoint and cover the text, and the only marker is the boundary's.
fn map(prompt: &Rendered) {
    let mut end = 0;
    let mut placement = Placement::Stable;
    for section in &prompt.sections {
        assert_eq!(section.start, end, "{} starts where the one before ends", section.id);
        assert!(section.end > section.start, "{} is not empty", section.id);
        let rank = |placement| match placement {
            Placement::Stable => 0,
            Placement::Boundary => 1,
            Placement::Dynamic => 2,
        };
        assert!(rank(section.placement) >= rank(placement), "{} is in its place", section.id);
        (end, placement) = (section.end, section.placement);
    }
    assert_eq!(end, prompt.text.len(), "the sections cover the text");
    let own = prompt.sections.iter().find(|section| section.id == BOUNDARY_SECTION);
    let marker = to_text(boundary::MARKER);
    let found = find(&prompt.text, &marker);
    let expected = own.map(|section| section.start + usize::from(section.start > 0));
    // An empty prefix puts the line feed of the boundary itself first.
    let expected = expected.map(|at| if at == 0 { 1 } else { at });
    assert_eq!(found, expected, "the first marker is the boundary");
    if let Some(at) = found {
        assert_eq!(find(&prompt.text[at + 1..], &marker), None, "there is one boundary");
    }
}

/// What `explain` and `outline` say fits the prompt.
fn lines(definition: &Definition, params: &Value<'_>, prompt: &Rendered) {
    let outline = outline(definition, params)
        .unwrap_or_else(|error| panic!("the same parameters rendered: {error}"));
    let mut end = 0;
    for line in &outline.lines {
        assert!(line.range.start >= end && line.range.end <= prompt.text.len(), "lines in order");
        end = line.range.end;
    }
    for block in &outline.blocks {
        assert!(block.range.start <= block.range.end && block.range.end <= prompt.text.len());
    }
    let explained = explain(definition, params)
        .unwrap_or_else(|error| panic!("the same parameters rendered: {error}"));
    for line in &explained {
        let Some(range) = &line.range else { continue };
        assert!(range.end <= prompt.text.len(), "{}.{}", line.section, line.key);
    }
    let shown = explained.iter().filter(|line| line.range.is_some()).count();
    assert_eq!(shown, outline.lines.len(), "explained and outlined lines are the same");
    let split = boundary::split(&prompt.text);
    let has_boundary = prompt.prefix_length() > 0;
    assert_eq!(split.is_some(), has_boundary && prompt.text.len() >= boundary::MARKER.len() + 2);
    let _ = prompt::validate(params);
}
