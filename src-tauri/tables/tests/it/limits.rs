//! Small files that state large sizes: each is read or refused, and allocates little.

use std::time::{Duration, Instant};

use fielddesk_tables::Options;

use super::{read_whole, seeds};

/// An archive with one part in the place of the one of that name.
fn with(seed: &[u8], name: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    let mut parts = seeds::parts(seed);
    let (_, part) = parts.iter_mut().find(|(part, _)| part == name).unwrap();
    *part = change(String::from_utf8(part.clone()).unwrap()).into_bytes();
    seeds::packed(&parts)
}

#[test]
fn sizes_that_a_file_states_are_not_believed() {
    let cell = |place: &str| format!("<c r=\"{place}\"><v>1</v></c>");
    let sheet = "xl/worksheets/sheet2.xml";
    let row = "<table:table-row";
    let shared = "xl/sharedStrings.xml";
    let long = "x".repeat(2_500_000);
    for (what, bytes, code) in [
        (
            "shared texts without number",
            with(seeds::SHARED, shared, |xml| {
                xml.replacen("uniqueCount=\"", "uniqueCount=\"9999999999999", 1)
            }),
            None,
        ),
        (
            "a shared formula far away",
            with(seeds::XLSX, sheet, |xml| {
                xml.replacen(
                    "<f>",
                    "<f t=\"shared\" ref=\"A1:A9\" si=\"999999999999\">",
                    1,
                )
            }),
            None,
        ),
        (
            "a cell in the last row and column",
            with(seeds::XLSX, sheet, |xml| {
                let far = format!("<row r=\"1048576\">{}</row>", cell("XFD1048576"));
                xml.replacen("</sheetData>", &format!("{far}</sheetData>"), 1)
            }),
            None,
        ),
        (
            "a row below the last one",
            with(seeds::XLSX, sheet, |xml| {
                let far = format!("<row r=\"1048577\">{}</row>", cell("A1048577"));
                xml.replacen("</sheetData>", &format!("{far}</sheetData>"), 1)
            }),
            Some("damaged"),
        ),
        (
            "a text of one cell",
            with(seeds::SHARED, shared, |xml| {
                xml.replacen("skjult", &long.repeat(2), 1)
            }),
            Some("tooLongText"),
        ),
        (
            "the texts of a row",
            with(seeds::SHARED, shared, |xml| {
                let xml = xml.replacen("skjult", &long, 1);
                xml.replacen("Hjullaster", &long, 1)
            }),
            Some("tooLongText"),
        ),
        (
            "a sheet that is not closed",
            with(seeds::XLSX, sheet, |xml| {
                xml.split("</sheetData>").next().unwrap().to_owned()
            }),
            Some("damaged"),
        ),
        (
            "a table that is not closed",
            with(seeds::ODS, "content.xml", |xml| {
                xml.split("</table:table>").next().unwrap().to_owned()
            }),
            Some("damaged"),
        ),
        (
            "a row that is repeated",
            with(seeds::ODS, "content.xml", |xml| {
                let often = format!("{row} table:number-rows-repeated=\"4294967295\"");
                xml.replace(row, &often)
            }),
            Some("tooManyRows"),
        ),
        (
            "cells that are repeated",
            with(seeds::ODS, "content.xml", |xml| {
                let often = "<table:table-cell table:number-columns-repeated=\"99999999999\" ";
                xml.replace("<table:table-cell ", often)
            }),
            None,
        ),
        (
            "blanks that are repeated",
            with(seeds::ODS, "content.xml", |xml| {
                xml.replacen("skjult", "<text:s text:c=\"99999999999\"/>", 1)
            }),
            Some("tooLongText"),
        ),
    ] {
        let begun = Instant::now();
        let read = read_whole(&bytes, &Options::default());
        let found = read.as_ref().err().map(|error| error.kind.code());
        assert_eq!(found, code, "{what}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
    }
}

/// Two cells far apart were a square of 17 million in memory.
#[test]
fn cells_far_apart_in_an_old_workbook_are_two_cells() {
    let mut records = seeds::records();
    // The last number of the list moves to the last row and column.
    let mut at = 0;
    let mut last = None;
    while let Some(head) = records.get(at..at + 4) {
        let kind = u16::from_le_bytes([head[0], head[1]]);
        if kind == 0x027e || kind == 0x0203 {
            last = Some(at + 4);
        }
        at += 4 + usize::from(u16::from_le_bytes([head[2], head[3]]));
    }
    let at = last.unwrap();
    records[at..at + 4].copy_from_slice(&[0xff, 0xff, 0xff, 0x00]);
    let whole = read_whole(&seeds::contained(&records), &Options::default()).unwrap();
    let last = whole.rows.last().unwrap();
    assert_eq!((last.number, last.cells.len()), (65_536, 256));
}

#[test]
fn rows_above_the_headings_end_with_the_sheet() {
    let bytes = with(seeds::ODS, "content.xml", |xml| {
        let row = "<table:table-row table:number-rows-repeated=\"4294967295\">\
                   <table:table-cell office:value-type=\"float\" office:value=\"1\"/></table:table-row>";
        xml.replacen(
            "</table:table>",
            &format!("{}</table:table>", row.repeat(1_000)),
            2,
        )
    });
    let options = Options {
        heading_row: Some(2_000_000),
        ..Options::default()
    };
    let error = read_whole(&bytes, &options).unwrap_err();
    assert_eq!(error.kind.code(), "noHeadingRow");
}
