//! A table of texts as a workbook: what a list in the window says.

use rust_xlsxwriter::{Format, Workbook};

use super::workbook::{fit_columns, unwritten_sheet};
use crate::Failure;

/// Makes a workbook of texts; the first row is the heading.
///
/// # Errors
/// More than a workbook holds.
pub fn workbook_of_texts(rows: &[Vec<String>]) -> Result<Vec<u8>, Failure> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let (bold, plain) = (Format::new().set_bold(), Format::new());
    let mut widths: Vec<usize> = Vec::new();
    for (row, texts) in (0_u32..).zip(rows) {
        let format = if row == 0 { &bold } else { &plain };
        widths.resize(widths.len().max(texts.len()), 0);
        for ((column, text), width) in (0_u16..).zip(texts).zip(&mut widths) {
            *width = (*width).max(text.chars().count());
            sheet
                .write_string_with_format(row, column, text, format)
                .map_err(unwritten_sheet)?;
        }
    }
    fit_columns(sheet, widths)?;
    sheet.set_freeze_panes(1, 0).map_err(unwritten_sheet)?;
    workbook.save_to_buffer().map_err(unwritten_sheet)
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
