//! Exports of the grid: its words and days, and numbers that the eye takes for others.

use std::io::{Cursor, Read as _};

use calamine::{DataType as _, Reader as _, Xlsx};
use fielddesk_core::export::{ExportOptions, FileKind};
use fielddesk_model::MachineId;
use fielddesk_rules::language::Language;

use super::Grid;

#[tokio::test]
async fn a_workbook_says_what_the_grid_says_with_real_dates() {
    let grid = Grid::new().await;
    let mut rows = grid.rows().await;
    // Without a column of companies a table is of one.
    let company = rows[0].machine.company_id.clone();
    rows.retain(|row| row.machine.company_id == company);
    let ids: Vec<MachineId> = rows.iter().map(|row| row.machine.id.clone()).collect();
    let equipment = rows.iter().find(|row| row.machine.is_equipment).unwrap();
    let typed = rows.iter().find(|row| {
        let machine = &row.machine;
        machine.type_id.is_some() && !machine.is_equipment && machine.service_date.is_some()
    });
    let typed = &typed.unwrap().machine;
    let fields = [
        "machineNumber",
        "typeId",
        "blockCheckIn",
        "serviceDate",
        "hourMeter",
    ];
    let options = ExportOptions {
        kind: FileKind::Xlsx,
        language: Some(Language::Nb),
        raw: false,
    };
    let fields = fields.map(str::to_owned);
    let (bytes, _) = grid.fleet.export(&ids, &fields, options).await.unwrap();
    let mut book = Xlsx::new(Cursor::new(bytes.clone())).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let row = |number: &str| {
        let mut rows = sheet.rows();
        rows.find(|row| row[0].get_string() == Some(number))
            .unwrap()
            .to_vec()
    };
    assert_eq!(
        row(&equipment.machine.machine_number)[2].to_string(),
        "Ingen innsjekking"
    );
    let shown = row(&typed.machine_number);
    let types = grid.fleet.types().await.unwrap();
    let kind = types
        .iter()
        .find(|one| Some(&one.type_id) == typed.type_id.as_ref());
    assert_eq!(Some(shown[1].to_string()), kind.unwrap().name);
    assert!(shown[3].is_datetime(), "{shown:?}");
    let mut parts = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut xml = String::new();
    let mut part = parts.by_name("xl/worksheets/sheet1.xml").unwrap();
    part.read_to_string(&mut xml).unwrap();
    assert!(xml.contains("<cols>"), "columns are as wide as their texts");
}
