//! Workbooks are read back as they were written, and a disk that is full is an error.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx as Read};
use proptest::prelude::*;

use super::*;

type Row = Vec<Cell<String>>;

fn write(sheets: &[(&str, Vec<Row>)], out: impl Write) -> io::Result<()> {
    let mut book = Xlsx::new(out);
    book.name_text("An_id", "a<b");
    for (name, rows) in sheets {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let headings: Vec<String> = (0..columns).map(|column| format!("h{column}")).collect();
        book.begin_sheet(name, &headings, &vec![10; columns], true)?;
        for row in rows {
            book.row(row.iter().map(Cell::by_ref))?;
        }
    }
    book.finish().map(drop)
}

fn read(bytes: Vec<u8>) -> Read<Cursor<Vec<u8>>> {
    Read::new(Cursor::new(bytes)).unwrap()
}

#[test]
fn cells_of_every_kind_are_read_back_from_every_sheet() {
    let text = |text: &str| Cell::Text(text.to_owned());
    let first = vec![
        vec![text("=1+1"), Cell::Number(-0.5), Cell::Flag(true)],
        vec![Cell::Empty, text(" a & <b> \"ø\"\n🚛 "), Cell::Empty],
        vec![
            Cell::Days(46_000.25, Style::Day),
            text(""),
            Cell::Number(f64::INFINITY),
        ],
    ];
    let wide = vec![(0..30).map(|column| text(&column.to_string())).collect()];
    let mut bytes = Vec::new();
    write(
        &[("one & \"two\"", first), ("wide", wide), ("none", vec![])],
        &mut bytes,
    )
    .unwrap();
    let mut book = read(bytes);
    assert_eq!(book.sheet_names(), ["one & \"two\"", "wide", "none"]);
    let names = book.defined_names().iter();
    let named: Vec<_> = names.filter(|(name, _)| name == "An_id").collect();
    assert_eq!(named[0].1, "\"a<b\"");
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let found: Vec<&[Data]> = sheet.rows().collect();
    let string = |text: &str| Data::String(text.to_owned());
    assert_eq!(
        found[1],
        [string("=1+1"), Data::Float(-0.5), Data::Bool(true)]
    );
    assert_eq!(found[2][1], string(" a & <b> \"ø\"\n🚛 "));
    let Data::DateTime(at) = found[3][0] else {
        panic!("{found:?}")
    };
    let at = at.as_datetime().unwrap().to_string();
    assert_eq!(
        (at.as_str(), &found[3][1..]),
        ("2025-12-09 06:00:00", &[Data::Empty, Data::Empty][..])
    );
    let wide = book.worksheet_range_at(1).unwrap().unwrap();
    assert_eq!(wide.get((1, 29)), Some(&string("29")));
}

#[test]
fn columns_have_the_letters_that_spreadsheet_programs_give_them() {
    for (column, letters) in [
        (0, "A"),
        (25, "Z"),
        (26, "AA"),
        (701, "ZZ"),
        (702, "AAA"),
        (16_383, "XFD"),
    ] {
        assert_eq!(parts::letters_of(column), letters);
    }
}

#[test]
fn what_xml_has_no_character_for_is_written_as_spreadsheet_programs_do() {
    for (text, written) in [
        ("a\u{1b}b", "a_x001B_b"),
        ("a\r\nb", "a_x000D_\nb"),
        ("_x001B_", "_x005F_x001B_"),
        ("_x00ø_ _x", "_x00ø_ _x"),
        ("\u{ffff}", "_xFFFF_"),
    ] {
        assert_eq!(escaped(text).0, written, "{text:?}");
    }
}

/// A disk with so many bytes left.
struct Small(usize);

impl Write for Small {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(self.0);
        self.0 -= fits;
        match fits {
            0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
            fits => Ok(fits),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_disk_that_is_full_at_any_byte_is_told_and_no_panic() {
    let row = |at: u32| {
        vec![
            Cell::Text(format!("text {at}")),
            Cell::Number(f64::from(at)),
        ]
    };
    let sheets = [
        ("a", (0..5).map(row).collect()),
        ("b", (0..5).map(row).collect()),
    ];
    let mut whole = Vec::new();
    write(&sheets, &mut whole).unwrap();
    write(&sheets, Small(whole.len())).unwrap();
    for room in 0..whole.len() {
        let error = write(&sheets, Small(room)).unwrap_err();
        assert_eq!(
            error.kind(),
            io::ErrorKind::StorageFull,
            "{room} of {}",
            whole.len()
        );
    }
}

proptest! {
    #[test]
    fn texts_without_control_characters_are_read_back(texts in prop::collection::vec("[^\\p{Cc}\u{fffe}\u{ffff}]{0,20}", 1..8)) {
        let mut bytes = Vec::new();
        let row = texts.iter().cloned().map(Cell::Text).collect();
        write(&[("s", vec![row])], &mut bytes).unwrap();
        let sheet = read(bytes).worksheet_range_at(0).unwrap().unwrap();
        for (at, text) in (0..).zip(&texts) {
            let found = sheet.get_value((1, at)).cloned().unwrap_or_default();
            let wanted = if text.is_empty() { Data::Empty } else { Data::String(text.clone()) };
            prop_assert_eq!(found, wanted);
        }
    }
}
