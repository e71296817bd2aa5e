//! Columns of text; figures stand right.

/// Rows as lines: the first column left, all others right. Blanks at the end of a line go.
pub(super) fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |text: &str| text.chars().count();
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|text| width(text)).max())
        .map(Option::unwrap_or_default)
        .collect();
    let line = |row: &Vec<String>| {
        let mut out = String::new();
        for (column, text) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - width(text));
            let parts: [&str; 2] = if column == 0 { [text, &padding] } else { [&padding, text] };
            out.push_str(if column == 0 { "" } else { "  " });
            out.push_str(&parts.concat());
        }
        out.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_right_and_names_left() {
        let rows = [vec!["a".to_owned(), "10".to_owned()], vec!["日本".to_owned(), "9".to_owned()]];
        assert_eq!(table(&rows), ["a   10", "日本   9"]);
    }
}
