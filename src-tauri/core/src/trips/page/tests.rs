//! What is read is what the model reads.

use fielddesk_model::Trip as Record;
use serde_json::json;

use super::*;
use crate::trips::row::Context;

fn stored(reader: &mut Reader, trip: &Json) -> Result<Json, Failure> {
    let body = json!({"continuationToken": null, "Data": [trip]}).to_string();
    let batch = reader.read(body.as_bytes())?;
    let Some(row) = &batch.entries[0].row else {
        return Ok(Json::Null);
    };
    let values = Values::read(batch.record(row)).unwrap();
    Ok(crate::trips::row::json(
        &values,
        &Context::of_words(&reader.words),
    ))
}

#[test]
fn a_trip_is_read_as_the_model_reads_it() {
    let mut reader = Reader::default();
    for trip in [
        json!({"id": "t1"}),
        json!({"Id": "t1", "MassType": "Sprengstein", "quantity": "17.5", "VERIFIED": 1}),
        json!({"id": 7, "receiptNumber": 12, "quantityM3": 1e300, "distance": -0.1}),
        json!({"id": "t", "dumpDateTime": "2026-03-31T10:30:00.25Z", "loadDateTime": "2026-02-28T10:30:00Z"}),
        json!({"id": "t", "dumpDateTime": "0001-01-01T00:00:00Z", "loadDateTime": "", "comment": "0001-01-01"}),
        json!({"id": "t", "loadCoordinates": [69.65, "18.95"], "dumpCoordinates": [1, 2, 3]}),
        json!({"id": "t", "comment": "\"æøå\"\n\u{1f69b}", "breaks": [{"Minutes": 5}], "Extra": null}),
        json!({"id": "t", "totalCycleTimeSeconds": 12.0, "trailer": "True", "isDeleted": false}),
        json!({"id": "t", "dumperName": "x".repeat(300), "dumperDriverName": "***"}),
    ] {
        let model: Record = serde_json::from_value(trip.clone()).unwrap();
        assert_eq!(
            stored(&mut reader, &trip).unwrap(),
            serde_json::to_value(model).unwrap(),
            "{trip}"
        );
    }
}

#[test]
fn what_a_field_cannot_have_is_kept_as_it_came_and_blocks_nothing() {
    let mut reader = Reader::default();
    for (field, odd) in [
        ("totalCycleTimeSeconds", json!(734.6)),
        ("quantity", json!("much")),
        ("dumpDateTime", json!("soon")),
        ("verified", json!(2)),
        ("massType", json!({"name": "Sand"})),
        ("comment", json!(["a"])),
        ("loadCoordinates", json!("69.6;18.9")),
    ] {
        let mut trip = json!({"id": "t", "distance": 7});
        trip[field] = odd.clone();
        let model: Record = serde_json::from_value(trip.clone()).unwrap();
        let stored = stored(&mut reader, &trip).unwrap();
        assert_eq!(stored, serde_json::to_value(model).unwrap(), "{trip}");
        assert_eq!((&stored[field], &stored["distance"]), (&odd, &json!(7.0)));
    }
}

#[test]
fn a_number_that_no_reader_takes_blocks_nothing() {
    let body =
        r#"{"data":[{"id":"a","massType":"Sand"},{"id":"b","massType":"Sand","quantity":1e999}]}"#;
    let mut reader = Reader::default();
    let batch = reader.read(body.as_bytes()).unwrap();
    let rows: Vec<_> = batch
        .entries
        .iter()
        .filter_map(|entry| entry.row.as_ref())
        .collect();
    let values = Values::read(batch.record(rows[1])).unwrap();
    let context = Context::of_words(&reader.words);
    let shown = crate::trips::row::json(&values, &context);
    assert_eq!(
        (&shown["massType"], &shown["quantity"]),
        (&json!("Sand"), &json!("1e999"))
    );
}

#[test]
fn what_is_no_trip_is_left_out_and_named() {
    let body = json!({"data": [null, {"id": "a"}, {"receiptNumber": "R-7"}, {"id": ["b"]}, 7]});
    let batch = Reader::default().read(body.to_string().as_bytes()).unwrap();
    assert_eq!(batch.entries.len(), 1);
    let told: Vec<String> = batch.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "data[0]: expected an object, found null",
            "R-7: data[2].id: expected an id, found null",
            "data[3].id: expected an id, found [\"b\"]",
            "data[4]: expected an object, found 7",
        ]
    );
}

#[test]
fn a_page_that_is_none_is_told_with_its_place() {
    let failure = Reader::default().read(br#"{"data": "none"}"#).unwrap_err();
    assert_eq!(failure.kind, FailureKind::UnreadableAnswer);
    assert!(failure.message.contains("at data: expected"), "{failure}");
}

#[test]
fn a_deleted_trip_is_its_key_and_its_time() {
    let body = json!({"data": [
        {"id": "a", "isDeleted": true, "modifiedDateTime": "2026-03-01T00:00:02Z"},
        {"id": "b", "isDeleted": true, "deletedDateTime": "2026-03-01T00:00:03Z"},
    ], "continuationToken": "next"});
    let batch = Reader::default().read(body.to_string().as_bytes()).unwrap();
    assert!(batch.entries.iter().all(|entry| entry.row.is_none()));
    assert_eq!(batch.entries[0].key, IdKey::of("a"));
    assert_eq!(batch.highest_ms, Some(1_772_323_203_000));
    assert_eq!(batch.token, "next");
}

#[test]
fn a_page_of_nothing_is_a_page() {
    for body in ["{\"data\":null}", "{}", "{\"recordCount\":0,\"data\":[]}"] {
        let batch = Reader::default().read(body.as_bytes()).unwrap();
        assert!(batch.entries.is_empty() && batch.token.is_empty(), "{body}");
    }
}
