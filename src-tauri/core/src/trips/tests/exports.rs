//! Files: what is in them is what the list shows.

use std::path::Path;

use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::record::Field;
use calamine::{Data, DataType as _, Reader as _, Xlsx, open_workbook};
use fielddesk_rules::language::{Language, TripTitle};
use serde_json::{Value, json};

use super::field::{FIELDS, FieldKind};
use super::*;

async fn filled() -> (tempfile::TempDir, Trips) {
    let world = World::with(200, 31);
    let (folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    (folder, trips)
}

async fn export(
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

fn plain_request(format: ExportFormat) -> ExportRequest {
    ExportRequest {
        format,
        filter: TripFilter::default(),
        order: TripOrder::default(),
        raw: false,
        words: None,
    }
}

async fn export_as(trips: &Trips, request: &ExportRequest, path: &Path) -> ExportReport {
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

/// Two trips, one in summer time, one in winter time, with a number that has a fraction.
async fn two_clocks() -> (tempfile::TempDir, Trips) {
    let world = World::with(2, 31);
    let mut times = ["2026-07-01T22:30:15Z", "2026-12-01T06:00:00Z"].into_iter();
    world.state().edit(|trip| {
        trip["loadDateTime"] = json!(times.next().unwrap());
        trip["quantityM3"] = json!(12.5);
        trip["massType"] = json!("=Sprengstein; grov");
        trip["approved"] = json!(true);
        trip["invoiced"] = json!(false);
    });
    let (folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    (folder, trips)
}

fn in_words(format: ExportFormat, language: Language, zone: &str) -> ExportRequest {
    let zone = Zone::named(zone).unwrap();
    ExportRequest {
        words: Some(ExportWords { language, zone }),
        ..plain_request(format)
    }
}

#[tokio::test]
async fn csv_in_words_has_the_form_of_the_language_and_the_clock_of_the_zone() {
    let (folder, trips) = two_clocks().await;
    let path = folder.path().join("trips.csv");
    let heading = "Lastet (Europe/Oslo)";
    for (language, zone, mark, heads, cells) in [
        (
            Language::Nb,
            "Europe/Oslo",
            b';',
            [heading, "Mengde i m³", "Massetype", "Godkjent", "Fakturert"],
            [
                "02.07.2026 00:30:15",
                "12,5",
                "'=Sprengstein; grov",
                "ja",
                "nei",
            ],
        ),
        (
            Language::Sv,
            "Europe/Stockholm",
            b';',
            [
                "Lastad (Europe/Stockholm)",
                "Mängd i m³",
                "Masstyp",
                "Godkänd",
                "Fakturerad",
            ],
            [
                "2026-07-02 00:30:15",
                "12,5",
                "'=Sprengstein; grov",
                "ja",
                "nej",
            ],
        ),
        (
            Language::En,
            "America/St_Johns",
            b',',
            [
                "Loaded (America/St_Johns)",
                "Quantity in m³",
                "Mass type",
                "Approved",
                "Invoiced",
            ],
            [
                "2026-07-01 20:00:15",
                "12.5",
                "'=Sprengstein; grov",
                "yes",
                "no",
            ],
        ),
    ] {
        let request = in_words(ExportFormat::Csv, language, zone);
        export_as(&trips, &request, &path).await;
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.strip_prefix('\u{feff}').expect("a mark for Excel");
        let mut form = ::csv::ReaderBuilder::new();
        let mut reader = form.delimiter(mark).from_reader(text.as_bytes());
        let header = reader.headers().unwrap().clone();
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        let summer = rows
            .iter()
            .find(|row| row.iter().any(|cell| cell == cells[0]));
        let summer = summer.unwrap_or_else(|| panic!("{}: {text}", cells[0]));
        for (head, cell) in heads.iter().zip(cells) {
            let at = header.iter().position(|one| one == *head);
            assert_eq!(
                &summer[at.unwrap_or_else(|| panic!("{head} in {header:?}"))],
                cell
            );
        }
        assert!(
            header
                .iter()
                .all(|head| !FIELDS.iter().any(|field| field.name == head))
        );
    }
    let raw = ExportRequest {
        raw: true,
        ..plain_request(ExportFormat::Csv)
    };
    export_as(&trips, &raw, &path).await;
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("id,"), "{text}");
    assert!(text.contains(",\"=Sprengstein; grov\",") || text.contains(",=Sprengstein; grov,"));
    assert!(text.contains("2026-12-01T06:00:00Z"));
}

#[tokio::test]
async fn a_workbook_in_words_names_its_zone_and_one_without_shows_utc() {
    let (folder, trips) = two_clocks().await;
    let path = folder.path().join("trips.xlsx");
    let plain = plain_request(ExportFormat::Xlsx);
    let nb = in_words(ExportFormat::Xlsx, Language::Nb, "Europe/Oslo");
    for (request, head, times) in [
        (
            &plain,
            "loadDateTime",
            ["2026-07-01 22:30:15", "2026-12-01 06:00:00"],
        ),
        (
            &nb,
            "Lastet (Europe/Oslo)",
            ["2026-07-02 00:30:15", "2026-12-01 07:00:00"],
        ),
    ] {
        export_as(&trips, request, &path).await;
        let mut book: Xlsx<_> = open_workbook(&path).unwrap();
        let sheet = book.worksheet_range("trips").unwrap();
        let mut rows = sheet.rows();
        let header = rows.next().unwrap();
        let at = header.iter().position(|cell| *cell == *head).unwrap();
        let mut found: Vec<String> = rows
            .map(|row| {
                let time = row[at].as_datetime().unwrap();
                let time = (time + chrono::Duration::milliseconds(500)).format("%F %T");
                time.to_string()
            })
            .collect();
        found.sort();
        assert_eq!(found, times);
    }
}

#[test]
fn every_field_of_a_trip_has_a_title_in_every_language() {
    for language in Language::ALL {
        let titles = columns_of_a_trip().map(|column| language.trip_title(column));
        let titles: Vec<String> = titles.map(Option::unwrap).collect();
        let different: std::collections::BTreeSet<&String> = titles.iter().collect();
        assert_eq!(different.len(), titles.len(), "{language:?}: {titles:?}");
    }
}

fn columns_of_a_trip() -> impl Iterator<Item = TripTitle<'static>> {
    let fields = FIELDS.iter().flat_map(|field| match field.kind {
        FieldKind::Coordinates => vec![
            TripTitle::Latitude(field.name),
            TripTitle::Longitude(field.name),
        ],
        _ => vec![TripTitle::Field(field.name)],
    });
    fields.chain([TripTitle::Other])
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
