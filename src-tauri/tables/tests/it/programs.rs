//! Small files of other programs (openpyxl, XlsxWriter, xlwt, odfpy): one list with a title, two blank rows, a
//! hidden sheet before it, a day, a length of time, a row that a filter hides, and a formula that
//! no program computed.

use calamine::{DataType as _, Reader as _, open_workbook_auto_from_rs};
use fielddesk_tables::guard::unguard;
use fielddesk_tables::{Cell, Options};

use super::{known, read_whole, seeds};

fn cells(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::text).collect()
}

#[test]
fn each_kind_of_workbook_gives_the_same_rows() {
    for (name, bytes) in seeds::WORKBOOKS {
        let whole = read_whole(bytes, &Options::default()).unwrap();
        assert_eq!(whole.form.sheet.as_deref(), Some("Liste"), "{name}");
        assert_eq!(whole.form.sheets, ["Liste", "Skjult"], "{name}");
        assert_eq!(whole.form.heading_row, 3, "{name}");
        let numbers: Vec<u64> = whole.rows.iter().map(|row| row.number).collect();
        assert_eq!(numbers, [4, 5, 6, 7], "{name}");
        let hidden: Vec<bool> = whole.rows.iter().map(|row| row.is_hidden).collect();
        assert_eq!(hidden, [false, true, false, false], "{name}");
        let rows: Vec<Vec<String>> = whole.rows.iter().map(|row| cells(&row.cells)).collect();
        assert_eq!(
            rows[0],
            [
                "0042",
                "Gravemaskin Åsen",
                "1234.5",
                "2026-11-29",
                "true",
                "1234:30",
                "første\nandre"
            ],
            "{name}"
        );
        assert_eq!(
            rows[1],
            [
                "N-7",
                "Hjullaster & dumper",
                "21500",
                "2026-09-14 07:30:00",
                "false",
                "0:45",
                "skjult"
            ],
            "{name}"
        );
        assert_eq!(rows[2][..3], ["N-8", "<uten merke>", "0.05"], "{name}");
        // What xlwt stores is the sign for an empty text as its result.
        let sum = whole.rows[3].cells.get(2);
        let has_result = name.ends_with(".xls");
        assert_eq!(sum, (!has_result).then_some(&Cell::Formula), "{name}");
    }
    let errors = |bytes| {
        let whole = read_whole(bytes, &Options::default()).unwrap();
        let all = whole.rows.into_iter().flat_map(|row| row.cells);
        all.filter(|cell| matches!(cell, Cell::Error(text) if text == "#REF!"))
            .count()
    };
    assert_eq!(errors(seeds::XLSX), 1);
    assert_eq!(errors(seeds::SHARED), 1);
    assert_eq!(errors(seeds::XLS), 1);
}

/// Cells as `calamine` has them, which is well tried: numbers, truths and texts that are no days.
#[test]
fn what_is_read_is_what_another_reader_reads() {
    for (name, bytes) in seeds::WORKBOOKS {
        let ours = read_whole(bytes, &Options::default()).unwrap();
        let mut book = open_workbook_auto_from_rs(std::io::Cursor::new(bytes.to_vec())).unwrap();
        let range = book.worksheet_range("Liste").unwrap();
        let (top, left) = range.start().unwrap();
        let mut compared = 0;
        for row in &ours.rows {
            for (column, cell) in row.cells.iter().enumerate() {
                let line = usize::try_from(row.number).unwrap() - 1 - top as usize;
                let theirs = range.get((line, column - left as usize)).unwrap();
                match cell {
                    Cell::Text(text) => {
                        assert_eq!(theirs.get_string().map(unguard), Some(&**text), "{name}");
                    }
                    Cell::Number(value) => assert_eq!(theirs.as_f64(), Some(*value), "{name}"),
                    Cell::Bool(is) => assert_eq!(theirs.get_bool(), Some(*is), "{name}"),
                    Cell::Timestamp(at) if theirs.is_datetime() => {
                        assert_eq!(theirs.as_datetime(), Some(*at), "{name}");
                    }
                    _ => continue,
                }
                compared += 1;
            }
        }
        assert!(compared >= 15, "{name}: {compared}");
    }
}

#[test]
fn a_sheet_is_read_that_was_asked_for() {
    for (name, bytes) in seeds::WORKBOOKS {
        let options = Options {
            sheet: Some("skjult".to_owned()),
            ..Options::default()
        };
        let whole = read_whole(bytes, &options);
        match name.ends_with(".ods") {
            true => assert_eq!(whole.unwrap_err().kind.code(), "noRows"),
            false => {
                let whole = whole.unwrap();
                assert_eq!(cells(&whole.rows[0].cells), ["S1"], "{name}");
                assert!(whole.heading.is_some_and(|row| known(&row.cells[0].text())));
            }
        }
    }
}

#[test]
fn a_chart_before_the_list_is_no_sheet_that_can_be_read() {
    let book = String::from_utf8(
        seeds::parts(seeds::XLSX)
            .into_iter()
            .find(|(name, _)| name == "xl/workbook.xml")
            .unwrap()
            .1,
    )
    .unwrap();
    let place = |name: &str| book.find(&format!("name=\"{name}\""));
    assert!(place("Diagram") < place("Liste"), "the chart comes first");
    let options = Options {
        sheet: Some("Diagram".to_owned()),
        ..Options::default()
    };
    let error = read_whole(seeds::XLSX, &options).unwrap_err();
    assert_eq!(error.kind.code(), "unknownSheet");
}
