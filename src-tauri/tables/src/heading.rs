//! The row that names the columns. Pure.

use crate::read::IsHeading;
use crate::{Cell, Row};

/// Rows at the beginning of a table that are looked at.
pub(crate) const LOOKED_AT: usize = 20;

/// Returns how many cells of a row are known headings.
pub(crate) fn hits(row: &Row, known: IsHeading<'_>) -> usize {
    let texts = row.cells.iter().filter_map(|cell| match cell {
        Cell::Text(text) => Some(text.trim()),
        _ => None,
    });
    texts.filter(|text| known(text)).count()
}

/// Returns the place of the row of headings among the first rows: the one with most known
/// headings. Where that is a single one, the first row with several cells is it: headings can be
/// of a person's making.
pub(crate) fn place(rows: &[Row], known: IsHeading<'_>) -> usize {
    let filled = |row: &Row| {
        row.cells
            .iter()
            .filter(|cell| **cell != Cell::Empty)
            .count()
    };
    let mut best = (0, 0);
    for (place, row) in rows.iter().enumerate() {
        let hits = hits(row, known);
        if hits > best.0 {
            best = (hits, place);
        }
    }
    let first = rows.iter().position(|row| filled(row) > 1);
    match (best, first) {
        ((2.., place), _) => place,
        ((1, place), Some(first)) if first < place && place > 0 => first,
        ((1, place), _) => place,
        (_, first) => first.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_headings_stands_below_titles() {
        let known: IsHeading<'_> = &|cell| ["nummer", "navn", "type"].contains(&cell);
        let rows = |texts: &[&str]| -> Vec<Row> {
            let row = |text: &&str| text.split(';').map(Cell::of_text).collect();
            let numbered = texts.iter().zip(1..);
            numbered
                .map(|(text, number)| Row {
                    number,
                    is_hidden: false,
                    cells: row(text),
                })
                .collect()
        };
        for (texts, expected) in [
            (&["nummer;navn", "1;a"][..], 0),
            (&["Maskinliste 2026", "nummer;navn", "1;a"], 1),
            (&["Maskinliste;2026", ";", "nummer;navn;type", "1;a;b"], 2),
            (&["Intern-ID;Beskrivelse", "1;a", "2;type"], 0),
            (&["Liste", "Intern-ID;Beskrivelse", "1;a"], 1),
            (&["nummer", "1", "2"], 0),
            (&["Liste", "nummer", "1"], 1),
            (&["Intern-ID;navn", "1;a"], 0),
            (&["x", "y"], 0),
            (&[], 0),
        ] {
            assert_eq!(place(&rows(texts), known), expected, "{texts:?}");
        }
    }
}
