//! The extraction streams page by page: tokens, ends, and pages as foreign services write them.

use fielddesk_api::{Client, Credentials, Error, TripQuery};
use fielddesk_model::{Page, Trip};
use futures::StreamExt;
use serde_json::json;
use wiremock::matchers::{path, query_param, query_param_is_missing};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, bare, endpoints, ok, trips as page};
use crate::support::kind;

const TRIPS: &str = "flow-trip-registrations";

/// Ids of the pages, and how the stream ended.
async fn run(foreign: &Foreign, query: &TripQuery) -> (Vec<Vec<String>>, Option<Error>) {
    let mut pages = foreign.client.trips().pages(query, None);
    let mut ids = Vec::new();
    while let Some(page) = pages.next().await {
        match page {
            Ok(page) => ids.push(page.data.iter().map(|trip| trip.id.to_string()).collect()),
            Err(error) => {
                assert!(pages.next().await.is_none(), "an error ends the stream");
                return (ids, Some(error));
            }
        }
    }
    (ids, None)
}

#[tokio::test]
async fn the_token_goes_back_as_it_came_with_the_same_other_parameters() {
    for end in [
        page(&[], ""),
        json!({"data": []}),
        json!({"Data": [], "ContinuationToken": null}),
    ] {
        let foreign = Foreign::start().await;
        let token = "a+b/c==&ä \"7\"";
        foreign
            .report(TRIPS, 1, page(&["1", "2", "3"], token))
            .await;
        foreign.report(TRIPS, 1, page(&["4"], "second")).await;
        foreign.report(TRIPS, 1, end).await;
        let query = TripQuery::modified_since("2026-01-01".parse().unwrap())
            .project("p1".into())
            .chunk_limit(2);
        let (ids, error) = run(&foreign, &query).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(
            ids[0],
            ["1", "2", "3"],
            "a page may be larger than asked for"
        );
        assert_eq!((ids.len(), ids[1].len(), ids[2].len()), (3, 1, 0));
        let same = "GET /reporting/v1/flow-trip-registrations\
            ?ModifiedSince=2026-01-01T00%3A00%3A00Z&ProjectId=p1&ChunkLimit=2";
        assert_eq!(
            foreign.sent().await,
            [
                same.to_owned(),
                format!("{same}&ContinuationToken=a%2Bb%2Fc%3D%3D%26%C3%A4+%227%22"),
                format!("{same}&ContinuationToken=second"),
            ]
        );
    }
}

#[tokio::test]
async fn a_stored_token_is_where_a_stream_goes_on() {
    let foreign = Foreign::start().await;
    foreign.report(TRIPS, 1, page(&["4"], "")).await;
    let query = TripQuery::everything();
    let mut pages = foreign
        .client
        .trips()
        .pages(&query, Some("stored".to_owned()));
    assert_eq!(pages.next().await.unwrap().unwrap().data.len(), 1);
    assert!(pages.next().await.is_none());
    assert!(foreign.sent().await[0].ends_with("?ContinuationToken=stored"));
}

#[tokio::test]
async fn tokens_that_go_round_end_the_stream_with_an_error() {
    // To itself; to one before; and to the one that the caller came with.
    for (first, after) in [("a", &["a"][..]), ("a", &["b", "c", "a"]), ("s", &["s"])] {
        let foreign = Foreign::start().await;
        let next = |from: &str, to: &str| {
            Mock::given(path(format!("/reporting/v1/{TRIPS}")))
                .and(query_param("ContinuationToken", from))
                .respond_with(ok(page(&["x"], to)))
        };
        Mock::given(query_param_is_missing("ContinuationToken"))
            .and(path(format!("/reporting/v1/{TRIPS}")))
            .respond_with(ok(page(&["x"], first)))
            .mount(&foreign.server)
            .await;
        let mut from = first;
        for to in after {
            next(from, to).mount(&foreign.server).await;
            from = to;
        }
        let (ids, error) = run(&foreign, &TripQuery::everything()).await;
        let error = error.unwrap();
        assert_eq!(kind(&error), "UnreadableAnswer");
        assert!(error.detail().unwrap().contains("token"), "{error:?}");
        assert!(
            !ids.is_empty() && ids.len() <= 3 * (after.len() + 1),
            "{}",
            ids.len()
        );
    }
}

#[tokio::test]
async fn pages_before_an_error_are_good_and_passing_failures_are_tried_again() {
    let foreign = Foreign::start().await;
    foreign.report(TRIPS, 1, page(&["1"], "t1")).await;
    let mount = async |status: u16| {
        Mock::given(path(format!("/reporting/v1/{TRIPS}")))
            .respond_with(bare(status))
            .up_to_n_times(1)
            .mount(&foreign.server)
            .await;
    };
    mount(503).await;
    mount(429).await;
    foreign.report(TRIPS, 1, page(&["2"], "t2")).await;
    mount(400).await;
    let (ids, error) = run(&foreign, &TripQuery::everything()).await;
    assert_eq!(ids, [["1"], ["2"]]);
    assert_eq!(error.unwrap().status(), Some(400));
    assert_eq!(foreign.waits(), [1, 2]);
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_before_anything_is_sent() {
    let foreign = Foreign::start().await;
    let at = "2026-01-01".parse().unwrap();
    for (query, field) in [
        (TripQuery::window(at, at), "ToDateTime"),
        (TripQuery::modified_between(at, at), "ModifiedBefore"),
        (TripQuery::everything().chunk_limit(0), "ChunkLimit"),
    ] {
        let (ids, error) = run(&foreign, &query).await;
        let error = error.unwrap();
        assert_eq!((ids.len(), error.field()), (0, Some(field)), "{error:?}");
        assert!(error.to_string().contains(field), "{error}");
    }
    assert!(foreign.server.received_requests().await.unwrap().is_empty());

    let mut nowhere = endpoints(&foreign.server.uri());
    nowhere.reporting = None;
    let client = Client::builder(nowhere, Credentials::StaticToken("t".into()))
        .build()
        .unwrap();
    let error = client
        .locations()
        .all(&TripQuery::everything())
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "Settings");
}

#[tokio::test]
async fn a_page_is_read_as_services_of_the_kind_write_one() {
    let foreign = Foreign::start().await;
    let loose = json!({
        "Data": [{
            "Id": "t1", "ProjectNumber": 2026001, "Quantity": "17.5", "TotalCycleTimeSeconds": "90",
            "LoadDateTime": "2026-03-01T10:30:00.000Z", "DumpDateTime": "0001-01-01T00:00:00",
            "LoadCoordinates": [69.6, 18.9], "DumpCoordinates": null, "Verified": "true",
            "IsDeleted": false, "Breaks": [{"Minutes": 5}],
        }],
        "Links": {"Next": "https://elsewhere.example/?ContinuationToken=x"},
        "ContinuationToken": "", "SyncTypeName": "full", "RecordCount": 1, "DeletedRecordCount": 0,
        "Server": "r-12",
    });
    foreign.report(TRIPS, 9, loose).await;
    let page: Page<Trip> = foreign
        .client
        .trips()
        .page(&TripQuery::everything(), None)
        .await
        .unwrap();
    let trip = &page.data[0];
    assert_eq!((trip.id.as_str(), trip.quantity), ("t1", Some(17.5)));
    assert_eq!(trip.project_number.as_deref(), Some("2026001"));
    assert_eq!(
        (trip.total_cycle_time_seconds, trip.verified),
        (Some(90), Some(true))
    );
    assert_eq!(trip.load_date_time, "2026-03-01T10:30:00Z".parse().ok());
    assert_eq!((trip.dump_date_time, trip.dump_coordinates), (None, None));
    assert_eq!(trip.load_coordinates, Some([69.6, 18.9]), "latitude first");
    assert_eq!(trip.other["breaks"][0]["Minutes"], 5);
    assert_eq!(
        (page.sync_type_name.as_deref(), page.record_count),
        (Some("full"), Some(1))
    );
    assert_eq!(foreign.sent().await.len(), 1, "no link is followed");
}

#[tokio::test]
async fn a_page_that_does_not_fit_is_an_error_that_names_the_place() {
    for body in [
        "{\"data\":\"none\",\"continuationToken\":\"\"}",
        "{\"data\":[{\"id\":\"t\"}],\"continuationToken\":\"x\"",
        "[]",
        "",
    ] {
        let foreign = Foreign::start().await;
        Mock::given(path(format!("/reporting/v1/{TRIPS}")))
            .respond_with(ResponseTemplate::new(200).set_body_raw(body, "application/json"))
            .mount(&foreign.server)
            .await;
        let (ids, error) = run(&foreign, &TripQuery::everything()).await;
        let error = error.unwrap();
        assert!(ids.is_empty());
        assert_eq!(kind(&error), "UnreadableAnswer");
        assert!(error.detail().unwrap().contains("expected "), "{error:?}");
    }
}
