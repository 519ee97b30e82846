//! Exports in the words of a language and the clock of a zone.

use calamine::{DataType as _, Reader as _, Xlsx, open_workbook};
use fielddesk_rules::language::{Language, TripTitle};
use serde_json::json;

use super::exports::{export_as, plain_request};
use super::field::{FIELDS, FieldKind};
use super::*;

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
