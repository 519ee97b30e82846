//! Files: what is in them is what the list shows.

use std::path::Path;

use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::record::Field;
use calamine::{Data, Reader as _, Xlsx, open_workbook};
use serde_json::Value;

use super::*;

pub(super) async fn filled() -> (tempfile::TempDir, Trips) {
    let world = World::with(200, 31);
    let (folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    (folder, trips)
}

pub(super) async fn export(
    trips: &Trips,
    format: ExportFormat,
    path: &Path,
    filter: TripFilter,
) -> ExportReport {
    let request = ExportRequest {
        filter,
        ..plain_request(format)
    };
    export_as(trips, &request, path).await
}

pub(super) fn plain_request(format: ExportFormat) -> ExportRequest {
    ExportRequest {
        format,
        filter: TripFilter::default(),
        order: TripOrder::default(),
        raw: false,
        words: None,
    }
}

pub(super) async fn export_as(trips: &Trips, request: &ExportRequest, path: &Path) -> ExportReport {
    let (progress, _) = watch::channel(0);
    let target = ExportTarget::File(path.to_owned());
    trips
        .export(request, target, &progress, &CancellationToken::new())
        .await
        .unwrap()
}

async fn shown(trips: &Trips) -> Vec<Value> {
    kept(trips, &TripFilter::default(), TripOrder::default()).await
}

#[tokio::test]
async fn ndjson_is_the_list_line_by_line() {
    let (folder, trips) = filled().await;
    let path = folder.path().join("trips.ndjson");
    let report = export(&trips, ExportFormat::Ndjson, &path, TripFilter::default()).await;
    assert_eq!(report.rows, 200);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines, shown(&trips).await);
}

#[tokio::test]
async fn csv_has_every_column_by_its_name() {
    let (folder, trips) = filled().await;
    let path = folder.path().join("trips.csv");
    export(&trips, ExportFormat::Csv, &path, TripFilter::default()).await;
    let text = std::fs::read_to_string(&path).unwrap();
    let text = text.strip_prefix('\u{feff}').expect("a mark for Excel");
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(header.last().unwrap(), "other");
    let trips = shown(&trips).await;
    let rows: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), trips.len());
    for (row, trip) in rows.iter().zip(&trips) {
        for (name, cell) in header.iter().zip(row) {
            let expected = match name.as_str() {
                "dumpCoordinatesLatitude" => "69.65".to_owned(),
                "dumpCoordinatesLongitude" => "18.95".to_owned(),
                "loadCoordinatesLatitude" | "loadCoordinatesLongitude" => String::new(),
                "other" => trip
                    .get("breaks")
                    .map_or(String::new(), |breaks| format!("{{\"breaks\":{breaks}}}")),
                name => match &trip[name] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    Value::Number(number) => number.as_f64().unwrap().to_string(),
                    other => other.to_string(),
                },
            };
            assert_eq!(cell, expected, "{name}");
        }
    }
}

#[tokio::test]
async fn parquet_has_typed_columns() {
    let (folder, trips) = filled().await;
    let path = folder.path().join("trips.parquet");
    export(&trips, ExportFormat::Parquet, &path, TripFilter::default()).await;
    let file = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    let trips = shown(&trips).await;
    let mut rows = 0;
    for (row, trip) in file.get_row_iter(None).unwrap().zip(&trips) {
        let row = row.unwrap();
        for (name, field) in row.get_column_iter() {
            let expected = &trip[name.as_str()];
            match field {
                Field::Str(text) if name == "other" => assert!(text.contains("breaks")),
                Field::Str(text) => assert_eq!(expected, text),
                Field::Double(number) if name == "dumpCoordinatesLatitude" => {
                    assert_eq!(*number, 69.65);
                }
                Field::Double(number) if name == "dumpCoordinatesLongitude" => {
                    assert_eq!(*number, 18.95);
                }
                Field::Double(number) => assert_eq!(expected.as_f64(), Some(*number), "{name}"),
                Field::Bool(flag) => assert_eq!(expected, flag),
                Field::TimestampMillis(ms) => {
                    let at = fielddesk_model::Instant::from_millis(*ms).unwrap();
                    assert_eq!(expected, &at.to_string());
                }
                Field::Null => assert!(expected.is_null() || name == "other", "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
        rows += 1;
    }
    assert_eq!(rows, trips.len());
}

#[tokio::test]
async fn a_workbook_opens_elsewhere_with_numbers_times_and_words_in_their_kinds() {
    let (folder, trips) = filled().await;
    let path = folder.path().join("trips.xlsx");
    export(&trips, ExportFormat::Xlsx, &path, TripFilter::default()).await;
    let mut book: Xlsx<_> = open_workbook(&path).unwrap();
    let sheet = book.worksheet_range("trips").unwrap();
    let mut rows = sheet.rows();
    let header: Vec<String> = rows.next().unwrap().iter().map(Data::to_string).collect();
    let trips = shown(&trips).await;
    let mut seen = (0, 0, 0);
    for (row, trip) in rows.by_ref().zip(&trips) {
        for (name, cell) in header.iter().zip(row) {
            let expected = &trip[name.as_str()];
            match (cell, expected) {
                (_, Value::Null) => {} // Empty, or a column made of several fields.
                (Data::Float(number), _) => {
                    assert_eq!(expected.as_f64(), Some(*number), "{name}");
                    seen.0 += 1;
                }
                (Data::DateTime(at), _) => {
                    let at = at.as_datetime().unwrap().and_utc().to_rfc3339();
                    let expected = expected.as_str().unwrap();
                    assert_eq!(at[..19], expected[..19], "{name}");
                    seen.1 += 1;
                }
                (Data::Bool(flag), _) => assert_eq!(expected, flag, "{name}"),
                (Data::String(text), _) => {
                    assert_eq!(expected, text, "{name}");
                    seen.2 += 1;
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    assert_eq!(sheet.height(), trips.len() + 1);
    assert!(seen.0 > 0 && seen.1 > 0 && seen.2 > 0, "{seen:?}");
}

#[tokio::test]
async fn a_workbook_is_written_and_an_export_of_nothing_is_a_file() {
    let (folder, trips) = filled().await;
    let nothing = TripFilter {
        project: Some("no such".into()),
        ..TripFilter::default()
    };
    for format in [
        ExportFormat::Csv,
        ExportFormat::Ndjson,
        ExportFormat::Xlsx,
        ExportFormat::Parquet,
    ] {
        let path = folder.path().join("nothing");
        assert_eq!(export(&trips, format, &path, nothing.clone()).await.rows, 0);
        assert!(path.exists());
    }
    let path = folder.path().join("trips.xlsx");
    let report = export(&trips, ExportFormat::Xlsx, &path, TripFilter::default()).await;
    assert_eq!((report.rows, report.sheets, report.cut_texts), (200, 1, 0));
    assert!(std::fs::read(&path).unwrap().starts_with(b"PK"));
    let left = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let temporary: Vec<_> = left
        .filter(|name| name.to_string_lossy().contains(".tmp"))
        .collect();
    assert!(temporary.is_empty(), "{temporary:?}");
}

#[tokio::test]
async fn a_cancelled_export_leaves_the_old_file() {
    let (folder, trips) = filled().await;
    let path = folder.path().join("trips.csv");
    std::fs::write(&path, "old").unwrap();
    let request = plain_request(ExportFormat::Csv);
    let (progress, _) = watch::channel(0);
    let cancel = CancellationToken::new();
    cancel.cancel();
    let target = ExportTarget::File(path.clone());
    let failure = trips
        .export(&request, target, &progress, &cancel)
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Cancelled);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
}
