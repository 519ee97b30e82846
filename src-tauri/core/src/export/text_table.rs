//! A table of texts as a workbook: what a list in the window says.

use super::workbook::write_sheet;
use crate::Failure;
use crate::spreadsheet::xlsx::Cell;

/// Makes a workbook of texts; the first row is the heading.
pub fn workbook_of_texts(rows: &[Vec<String>]) -> Result<Vec<u8>, Failure> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut rows = rows.iter();
    let headings = rows.next().into_iter().flatten().map(String::as_str);
    let mut headings: Vec<&str> = headings.collect();
    headings.resize(columns, "");
    let cells = |row: &Vec<String>| row.iter().cloned().map(Cell::Text).collect();
    let rows: Vec<Vec<Cell<String>>> = rows.map(cells).collect();
    let mut bytes = Vec::new();
    write_sheet(&headings, &rows, false, None, &mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader as _, Xlsx};

    use super::*;

    #[test]
    fn the_texts_are_read_back_and_none_is_a_formula() {
        let text = |text: &str| text.to_owned();
        let rows = [
            vec![text("Time"), text("File")],
            vec![text("23 Nov, 14:05"), text("=HYPERLINK(\"x\").pdf")],
        ];
        let bytes = workbook_of_texts(&rows).unwrap();
        let mut read: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        let sheet = read.worksheet_range_at(0).unwrap().unwrap();
        let found: Vec<Vec<Data>> = sheet.rows().map(<[Data]>::to_vec).collect();
        let wanted: Vec<Vec<Data>> = rows
            .iter()
            .map(|row| row.iter().cloned().map(Data::String).collect())
            .collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_text_longer_than_a_cell_is_refused_with_words() {
        let failure = workbook_of_texts(&[vec!["x".repeat(40_000)]]).unwrap_err();
        assert_eq!(failure.kind, crate::FailureKind::TooLarge);
    }
}
