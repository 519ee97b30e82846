//! Files that were exported, read by libraries that know nothing of the program.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use calamine::{Data, Reader as _, Xlsx, open_workbook};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

use super::Row;

/// Cells of a row by the headings of their columns; numbers as texts.
type Cells = HashMap<String, String>;

/// The trips of a file, by id.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Row>> {
    let end = path.extension().and_then(|end| end.to_str());
    let table = match end {
        Some("csv") => csv_rows(path)?,
        Some("xlsx") => workbook_rows(path)?,
        Some("parquet") => parquet_rows(path)?,
        other => anyhow::bail!("an export of the kind {other:?}"),
    };
    let mut rows = Vec::new();
    for cells in &table {
        rows.push(row(cells)?);
    }
    rows.sort_by(|one: &Row, other| one.id.cmp(&other.id));
    Ok(rows)
}

fn row(cells: &Cells) -> anyhow::Result<Row> {
    let text = |name: &str| cells.get(name).cloned().unwrap_or_default();
    let number = |name: &str| match text(name).as_str() {
        "" => anyhow::Ok(None),
        digits => Ok(Some(digits.parse::<f64>()?)),
    };
    Ok(Row {
        id: cells.get("id").cloned().context("a column of ids")?,
        quantity: number("quantity")?,
        quantity_m3: number("quantityM3")?,
        unit: text("unitOfMeasureText"),
    })
}

fn csv_rows(path: &Path) -> anyhow::Result<Vec<Cells>> {
    let mut reader = csv::Reader::from_path(path)?;
    Ok(reader.deserialize().collect::<Result<_, _>>()?)
}

fn workbook_rows(path: &Path) -> anyhow::Result<Vec<Cells>> {
    let mut book: Xlsx<_> = open_workbook(path)?;
    let sheet = book.worksheet_range("trips")?;
    let mut rows = sheet.rows();
    let heads = rows.next().context("a row of headings")?;
    let heads: Vec<_> = heads.iter().map(Data::to_string).collect();
    let mut all = Vec::new();
    for row in rows {
        let cells = row.iter().map(Data::to_string);
        all.push(heads.iter().cloned().zip(cells).collect());
    }
    Ok(all)
}

fn parquet_rows(path: &Path) -> anyhow::Result<Vec<Cells>> {
    let file = SerializedFileReader::new(std::fs::File::open(path)?)?;
    let mut rows = Vec::new();
    for row in file.get_row_iter(None)? {
        let row = row?;
        let text = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Double(number) => number.to_string(),
            other => other.to_string(),
        };
        let cells = row.get_column_iter();
        rows.push(
            cells
                .map(|(name, field)| (name.clone(), text(field)))
                .collect(),
        );
    }
    Ok(rows)
}
