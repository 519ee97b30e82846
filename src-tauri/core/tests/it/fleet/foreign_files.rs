//! Files that other programs wrote: each is read in its form, or refused with its place and a remedy.

use fielddesk_core::import::{Action, ImportOptions, Plan, Resource};
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::fields::ProblemCode as Code;
use rust_xlsxwriter::Workbook;
use serde_json::Value;

use super::files::parts;
use super::{Fleet, row};

/// The codes of what is wrong with a row.
pub(super) fn codes(plan: &Plan, number: u64) -> Vec<Code> {
    match &row(plan, number).action {
        Action::Bad { reasons } => reasons.iter().map(|reason| reason.problem.code).collect(),
        _ => Vec::new(),
    }
}

/// The value that a row gives a new record, or changes to.
pub(super) fn value(plan: &Plan, number: u64, field: &str) -> Value {
    match &row(plan, number).action {
        Action::Create { values } => values.get(field).cloned().unwrap_or_default(),
        Action::Update { cells, .. } => {
            let cell = cells.iter().find(|cell| cell.field == field);
            cell.map(|cell| cell.new.clone()).unwrap_or_default()
        }
        action => panic!("{number}: {action:?}"),
    }
}

async fn refused(fleet: &Fleet, name: &str, bytes: impl AsRef<[u8]>) -> Failure {
    fleet.plan(fleet.file(name, bytes)).await.unwrap_err()
}

#[tokio::test]
async fn a_quotation_mark_that_is_not_closed_ends_the_import_with_its_row() {
    let fleet = Fleet::new().await;
    let rows: String = (1..=400)
        .map(|row| match row {
            100 => "N100,\"24 inch bucket,1\n".to_owned(),
            row => format!("N{row},bucket,1\n"),
        })
        .collect();
    for (text, place) in [
        (
            "machineNumber,name,hourMeter\nQ1,a,11\nQ2,\"24 inch bucket,12\nQ3,c,13\n",
            "Row 3:",
        ),
        (
            "machineNumber,name\nQ1,\"24 inch,12\nQ2,c\nQ3,\"30 inch\n",
            "Row 2:",
        ),
        (
            &*format!("machineNumber,name,hourMeter\n{rows}"),
            "Row 101:",
        ),
    ] {
        let failure = refused(&fleet, "q.csv", text).await;
        assert!(failure.message.contains(place), "{failure}");
        assert_eq!(failure.params["table"], "unclosedQuote");
    }
    let text = "machineNumber,name,note\nQ5,\"one\ntwo\",\"one\ntwo\"\nQ6,\"24\"\" bucket\",\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(
        codes(&plan, 2),
        [Code::LineBreak],
        "the name has one line, the note several"
    );
    assert_eq!(value(&plan, 3, "name"), "24\" bucket");
}

/// A workbook with one sheet of this XML, as programs write it that compute nothing.
fn uncomputed(rows: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let relation = |kind: &str, target: &str| {
        format!(
            "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"r1\" Type=\"{office}/{kind}\" Target=\"{target}\"/></Relationships>"
        )
    };
    let types = format!(
        "<Types xmlns=\"{package}/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
    );
    let book = format!(
        "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"Ark1\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    );
    let sheet = format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>");
    parts(&[
        ("[Content_Types].xml", types.as_bytes()),
        (
            "_rels/.rels",
            relation("officeDocument", "xl/workbook.xml").as_bytes(),
        ),
        ("xl/workbook.xml", book.as_bytes()),
        (
            "xl/_rels/workbook.xml.rels",
            relation("worksheet", "worksheets/sheet1.xml").as_bytes(),
        ),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

#[tokio::test]
async fn a_formula_without_a_stored_result_is_no_empty_cell() {
    let fleet = Fleet::new().await;
    let text = |place: &str, text: &str| {
        format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let heading = format!(
        "<row r=\"1\">{}{}</row>",
        text("A1", "Nummer"),
        text("B1", "Timer")
    );
    let rows = format!(
        "{heading}<row r=\"2\">{}<c r=\"B2\"><f>100+55</f><v></v></c></row>\
         <row r=\"3\"><c r=\"A3\"><f>7+1</f></c><c r=\"B3\"><v>5</v></c></row>\
         <row r=\"4\">{}<c r=\"B4\"><f>100+55</f><v>155</v></c></row>\
         <row r=\"5\">{}<c r=\"B5\" t=\"str\"><f>IF(A1=1,2,\"\")</f><v></v></c></row>",
        text("A2", "F1"),
        text("A4", "F3"),
        text("A5", "F4"),
    );
    let plan = fleet
        .plan(fleet.file("f.xlsx", uncomputed(&rows)))
        .await
        .unwrap();
    assert_eq!(codes(&plan, 2), [Code::FormulaWithoutResult]);
    assert_eq!(codes(&plan, 3), [Code::FormulaWithoutResult]);
    assert_eq!(value(&plan, 4, "hourMeter"), 155.0);
    assert_eq!(
        value(&plan, 5, "hourMeter"),
        Value::Null,
        "its result is an empty text"
    );
    let rows = "<row r=\"1\"><c r=\"A1\"><f>\"Nummer\"</f></c><c r=\"B1\"><v>1</v></c></row><row r=\"2\"><c r=\"A2\"><v>1</v></c></row>";
    let failure = refused(&fleet, "h.xlsx", uncomputed(rows)).await;
    assert_eq!(failure.params["table"], "headingFormula");
}

#[tokio::test]
async fn the_first_visible_sheet_with_headings_is_read() {
    let fleet = Fleet::new().await;
    let number = fleet.machines().await.remove(0).machine_number;
    let mut book = Workbook::new();
    let mut sheet = |name: &str, cells: &[&[&str]]| {
        let sheet = book.add_worksheet().set_name(name).unwrap();
        for (line, row) in (0..).zip(cells) {
            for (column, cell) in (0..).zip(*row) {
                sheet.write_string(line, column, *cell).unwrap();
            }
        }
    };
    sheet("Gammel", &[&["Nummer", "Timer"], &[&number, "19"]]);
    sheet("Forside", &[&["Maskinliste"]]);
    sheet(
        "Liste",
        &[
            &["Maskinliste 2026"],
            &[],
            &["Nummer", "Timer"],
            &[&number, "999999"],
        ],
    );
    let sheets = book.worksheets_mut();
    sheets[0].set_hidden(true);
    sheets[2].set_active(true);
    sheets[0].set_active(false);
    let path = fleet.file("list.xlsx", book.save_to_buffer().unwrap());
    let plan = fleet.plan(path.clone()).await.unwrap();
    assert_eq!(plan.source.sheet.as_deref(), Some("Liste"));
    assert_eq!(plan.source.heading_row, 3);
    assert_eq!(plan.source.sheets, ["Forside", "Liste", "Gammel"]);
    assert_eq!(value(&plan, 4, "hourMeter"), 999_999.0);
    let options = ImportOptions {
        sheet: Some("Gammel".to_owned()),
        ..ImportOptions::default()
    };
    let hidden = fleet
        .plan_of(Resource::Machines, path.clone(), options)
        .await
        .unwrap();
    assert_eq!(value(&hidden, 2, "hourMeter"), 19.0);
    let options = ImportOptions {
        heading_row: Some(2),
        ..ImportOptions::default()
    };
    let empty = fleet
        .plan_of(Resource::Machines, path, options)
        .await
        .unwrap_err();
    assert_eq!(
        (empty.kind, &*empty.params["table"]),
        (FailureKind::Usage, "noHeadingRow")
    );
}

#[tokio::test]
async fn text_of_another_encoding_or_line_end_is_read_or_refused_with_its_row() {
    let fleet = Fleet::new().await;
    for (bytes, row) in [
        (&b"Nummer;Navn\nK1;Bj\x9brn p\x86 \x8fsen\n"[..], "2"),
        (b"Nummer;Navn\nK1;Bj\xc3\xb8rn\nK2;K\xe5re\n", "3"),
    ] {
        let failure = refused(&fleet, "k.csv", bytes).await;
        assert_eq!(
            (&*failure.params["table"], &*failure.params["row"]),
            ("notText", row)
        );
    }
    let options = ImportOptions {
        encoding: Some("macintosh".to_owned()),
        ..ImportOptions::default()
    };
    let path = fleet.file("mac.csv", b"Nummer;Navn\rK1;Bj\xbfrn\rK2;\"one\ntwo\"\r");
    let plan = fleet
        .plan_of(Resource::Machines, path.clone(), options)
        .await
        .unwrap();
    assert_eq!(row(&plan, 2).name.as_deref(), Some("Bjørn"));
    assert_eq!(codes(&plan, 3).last(), Some(&Code::LineBreak), "{plan:?}");
    let options = ImportOptions {
        encoding: Some("norsk".to_owned()),
        ..ImportOptions::default()
    };
    let failure = fleet
        .plan_of(Resource::Machines, path, options)
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Usage);
}

#[tokio::test]
async fn headings_of_a_persons_making_are_shown_with_their_place_and_can_be_chosen() {
    let fleet = Fleet::new().await;
    let text = "Maskiner per november\nIntern-ID;Beskrivelse\nB1;Graver\n";
    let path = fleet.file("own.csv", text);
    let look =
        fielddesk_core::import::look(Resource::Machines, path.clone(), ImportOptions::default());
    let look = look.await.unwrap();
    assert_eq!(look.source.heading_row, 2);
    let headings: Vec<_> = look
        .columns
        .iter()
        .map(|column| column.heading.as_str())
        .collect();
    assert_eq!(headings, ["Intern-ID", "Beskrivelse"]);
    let failure = fleet.plan(path.clone()).await.unwrap_err();
    let words = "looked for in row 2, where stands: Intern-ID, Beskrivelse.";
    assert!(failure.message.contains(words), "{failure}");
    let options = ImportOptions {
        columns: [("Intern-ID".to_owned(), Some("machineNumber".to_owned()))].into(),
        ..ImportOptions::default()
    };
    let plan = fleet
        .plan_of(Resource::Machines, path, options)
        .await
        .unwrap();
    assert_eq!(row(&plan, 3).number, "B1");
}

#[tokio::test]
async fn rows_that_a_sheet_hides_are_imported_and_counted() {
    let fleet = Fleet::new().await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let rows = [["Nummer", "Timer"], ["H1", "1"], ["H2", "2"], ["H3", "x"]];
    for (line, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(line, column, cell).unwrap();
        }
    }
    // The heading, which is no row, a row, a bad one, and one that is empty.
    for line in [0, 2, 3, 8] {
        sheet.set_row_hidden(line).unwrap();
    }
    let path = fleet.file("hidden.xlsx", book.save_to_buffer().unwrap());
    let plan = fleet.plan(path).await.unwrap();
    assert_eq!((plan.totals.rows, plan.totals.hidden), (3, 2));
    assert_eq!(value(&plan, 3, "hourMeter"), 2.0);
    let plan = fleet.plan_text("Nummer;Timer\nH1;1\n").await;
    assert_eq!(plan.totals.hidden, 0);
}
