//! Forms of files: encodings, separators, workbooks, and files that mean harm.

use std::io::Write as _;
use std::path::PathBuf;

use fielddesk_core::FailureKind;
use fielddesk_core::import::{self, Action, ImportOptions, Resource};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use zip::write::SimpleFileOptions;

use super::{Fleet, row, wrong};

#[tokio::test]
async fn rows_are_counted_as_a_spreadsheet_program_counts_them() {
    let fleet = Fleet::new().await;
    let text = "number,note,hourMeter\nA-1,\"one\ntwo\nthree\",1\n\nA-2,,many\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(
        plan.rows.iter().map(|row| row.row).collect::<Vec<_>>(),
        [2, 4]
    );
    assert!(
        wrong(row(&plan, 4)).contains("“many” is not a number"),
        "{plan:?}"
    );
}

fn workbook() -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet()
        .set_name("Les meg")
        .unwrap()
        .write_string(0, 0, "Nothing here")
        .unwrap();
    let sheet = book.add_worksheet().set_name("Maskiner").unwrap();
    let day = Format::new().set_num_format("dd.mm.yyyy");
    for (column, heading) in
        (0..).zip(["Nummer", "Navn", "Timer", "Siste service", "Aktiv", "Vekt"])
    {
        sheet.write_string(0, column, heading).unwrap();
    }
    sheet.write_number(1, 0, 910_021).unwrap();
    sheet.write_string(1, 1, "=not a formula").unwrap();
    let sum = Formula::new("=6000+412").set_result("6412");
    sheet.write_formula(1, 2, sum).unwrap();
    let date = ExcelDateTime::from_ymd(2026, 9, 14).unwrap();
    sheet.write_datetime_with_format(1, 3, &date, &day).unwrap();
    sheet.write_boolean(1, 4, true).unwrap();
    let failed = Formula::new("=1/0").set_result("#DIV/0!");
    sheet.write_number(2, 0, 910_022).unwrap();
    sheet.write_formula(2, 5, failed).unwrap();
    book.save_to_buffer().unwrap()
}

#[tokio::test]
async fn a_workbook_gives_the_results_of_its_formulas_and_real_dates() {
    let fleet = Fleet::new().await;
    let path = fleet.file("list.xlsx", workbook());
    let first = fleet.plan(path.clone()).await.unwrap();
    assert_eq!(
        first.source.sheet.as_deref(),
        Some("Maskiner"),
        "the first with headings"
    );
    let options = ImportOptions {
        sheet: Some("les meg".to_owned()),
        ..ImportOptions::default()
    };
    let cover = fleet.plan_of(Resource::Machines, path.clone(), options);
    let cover = cover.await.unwrap_err();
    assert!(
        cover
            .message
            .contains("Sheet Les meg has headings in row 1"),
        "{cover}"
    );
    let options = ImportOptions {
        sheet: Some("maskiner".to_owned()),
        ..ImportOptions::default()
    };
    let look = import::look(Resource::Machines, path.clone(), options.clone())
        .await
        .unwrap();
    assert_eq!(look.source.sheets, ["Les meg", "Maskiner"]);
    let plan = fleet
        .plan_of(Resource::Machines, path.clone(), options)
        .await
        .unwrap();
    let Action::Create { values } = &row(&plan, 2).action else {
        panic!("{plan:?}")
    };
    assert_eq!(values["machineNumber"], "910021");
    assert_eq!(values["name"], "=not a formula");
    assert_eq!(values["hourMeter"], 6412.0);
    assert_eq!(values["serviceDate"], "2026-09-14");
    assert_eq!(values["active"], true);
    assert!(
        wrong(row(&plan, 3)).contains("weight: The formula of the cell failed: #DIV/0!"),
        "{plan:?}"
    );
    let options = ImportOptions {
        sheet: Some("Ark 9".to_owned()),
        ..ImportOptions::default()
    };
    let missing = fleet
        .plan_of(Resource::Machines, path, options)
        .await
        .unwrap_err();
    assert!(missing.message.contains("Les meg, Maskiner"), "{missing:?}");
    assert_eq!(missing.kind, FailureKind::Usage);
}

/// A workbook of these parts.
pub(super) fn parts(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[tokio::test]
async fn files_that_mean_harm_are_refused_before_anything_reads_them() {
    let fleet = Fleet::new().await;
    let bomb = parts(&[("xl/sharedStrings.xml", &vec![b' '; 60_000_000])]);
    assert!(bomb.len() < 200_000, "it is small on disk");
    let failure = fleet.plan(fleet.file("bomb.xlsx", bomb)).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    let entity = br#"<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]>
        <sst><si><t>&x;</t></si></sst>"#;
    let failure = fleet
        .plan(fleet.file("x.xlsx", parts(&[("xl/sharedStrings.xml", entity)])))
        .await;
    let failure = failure.unwrap_err();
    assert!(
        failure.message.contains("declares a document type"),
        "{failure}"
    );
    for (bytes, words) in [
        (parts(&[("a.txt", b"no workbook")]), "damaged"),
        (b"PK\x03\x04 and nothing".to_vec(), "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), "damaged"),
        (b"<html><table><tr><td>Nummer".to_vec(), "web page"),
        (b"{\"machineNumber\": 1}".to_vec(), "JSON"),
        (b"Nummer;Navn\n".to_vec(), "no row below"),
        (
            b"%PDF-1.7\x00\x01\x02\x00\x00\x03".to_vec(),
            "neither text nor a workbook",
        ),
        (Vec::new(), "is empty"),
        (b"\n,,\n".to_vec(), "is empty"),
    ] {
        let failure = fleet.plan(fleet.file("odd", bytes)).await.unwrap_err();
        assert!(failure.message.contains(words), "{failure}");
        assert!(!failure.fix.is_empty());
    }
    let gone = fleet.plan(fleet.path("not there.csv")).await.unwrap_err();
    assert_eq!(gone.kind, FailureKind::FileVanished);
    assert_eq!(
        fleet.requests("GET", "machines").await,
        0,
        "nothing was asked of the service"
    );
}

async fn fix(fleet: &Fleet, path: PathBuf) -> String {
    let plan = fleet.plan(path.clone()).await.unwrap();
    let bad = import::bad_rows(&plan, path, ImportOptions::default());
    String::from_utf8(bad.await.unwrap().0).unwrap()
}

#[tokio::test]
async fn bad_rows_of_an_import_are_written_as_their_file_was_and_read_back() {
    let fleet = Fleet::new().await;
    let text = "Nummer;Navn;Vekt;Siste service\nÅ-1;blå;tung;i går\nÅ-2;grønn;1;\n";
    for (separator, wanted) in [(';', ';'), ('\t', '\t'), (',', ','), ('|', '|'), ('*', ',')] {
        let said = format!("sep={separator}\n");
        let said = if separator == '*' { &said } else { "" };
        let text = text.replace(';', &separator.to_string());
        let fixed = fix(&fleet, fleet.file("list.csv", format!("{said}{text}"))).await;
        let heading = "\u{feff}Nummer;Navn;Vekt;Siste service;What is wrong\n";
        let heading = heading.replace(';', &wanted.to_string());
        assert!(fixed.starts_with(&heading), "{fixed}");
        assert!(fixed.contains("blå") && !fixed.contains("grønn"), "{fixed}");
        assert!(
            fixed.contains("“i går” is not a date, for example 20.11.2026 or 2026-11-20."),
            "{fixed}"
        );
        let again = fleet.file("fix.csv", &fixed);
        let plan = fleet.plan(again).await.unwrap();
        assert_eq!(plan.source.separator, Some(wanted));
        assert_eq!(plan.columns[0].field.as_deref(), Some("machineNumber"));
        assert_eq!(plan.rows[0].name.as_deref(), Some("blå"));
    }
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, cells) in (0..).zip([["Nummer", "Vekt"], ["Å-1", "tung"]]) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    let book = fleet.file("list.xlsx", book.save_to_buffer().unwrap());
    let fixed = fix(&fleet, book).await;
    assert!(
        fixed.starts_with("\u{feff}Nummer,Vekt,What is wrong\n"),
        "{fixed}"
    );
}
