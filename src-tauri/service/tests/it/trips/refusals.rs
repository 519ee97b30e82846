//! What is refused, and who may read.

use reqwest::Method;

use super::{LOCATIONS, MASS_TYPES, Query, Reports, TRIPS, text};
use crate::support::{TestService, refused};

const STREAMS: [&str; 3] = [TRIPS, LOCATIONS, MASS_TYPES];

#[tokio::test]
async fn parameters_that_cannot_be_are_400_and_named() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    let day = "2026-10-05";
    let cases: [(Query<'_>, &str); 17] = [
        (&[("FromDateTime", day)], "ArgumentIsNull"),
        (&[("ToDateTime", day)], "ArgumentIsNull"),
        (&[("ModifiedBefore", day)], "ArgumentIsNull"),
        (
            &[("FromDateTime", day), ("ToDateTime", day)],
            "InvalidWindow",
        ),
        (
            &[("FromDateTime", day), ("ToDateTime", "2026-10-04")],
            "InvalidWindow",
        ),
        (
            &[("ModifiedSince", day), ("ModifiedBefore", day)],
            "InvalidWindow",
        ),
        (
            &[("ModifiedSince", day), ("ModifiedBefore", "2026-10-04")],
            "InvalidWindow",
        ),
        (
            &[
                ("FromDateTime", day),
                ("ToDateTime", "2026-10-06"),
                ("ModifiedSince", day),
            ],
            "MixedSyncModes",
        ),
        (
            &[("ModifiedSince", day), ("ToDateTime", day)],
            "MixedSyncModes",
        ),
        (&[("ChunkLimit", "0")], "InvalidParameter"),
        (&[("ChunkLimit", "10001")], "InvalidParameter"),
        (&[("ChunkLimit", "-1")], "InvalidParameter"),
        (&[("ChunkLimit", "many")], "InvalidParameter"),
        (&[("ModifiedSince", "yesterday")], "InvalidParameter"),
        (
            &[("FromDateTime", "2026-02-30"), ("ToDateTime", day)],
            "InvalidParameter",
        ),
        (&[("OwnCompanyDataOnly", "perhaps")], "InvalidParameter"),
        (&[("ExcludeDataFromSubsidiaries", "2")], "InvalidParameter"),
    ];
    for path in STREAMS {
        for (query, code) in &cases {
            assert_eq!(
                &refused(reports.ask(path, query).await, 400).await,
                code,
                "{path} {query:?}"
            );
        }
    }
    let one_alone = reports.ask(TRIPS, &[("FromDateTime", day)]).await;
    let body: serde_json::Value = one_alone.json().await.unwrap();
    assert!(
        text(&body, "message").contains("ToDateTime"),
        "the missing one is named"
    );
}

#[tokio::test]
async fn limits_are_taken_at_their_ends() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    for path in STREAMS {
        for limit in ["1", "10000"] {
            let page = reports.page(path, &[("chunklimit", limit)]).await;
            assert!(page["recordCount"].as_u64().unwrap() >= 1);
        }
    }
}

#[tokio::test]
async fn names_of_parameters_are_read_in_any_case() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    let usual = [
        ("FromDateTime", "2026-10-05"),
        ("ToDateTime", "2026-10-06T00:00:00Z"),
    ];
    let other = [
        ("fromdatetime", "2026-10-05T02:00:00+02:00"),
        ("TODATETIME", "2026-10-06"),
    ];
    let page = reports.page(TRIPS, &usual).await;
    assert!(page["recordCount"].as_u64().unwrap() > 10);
    assert_eq!(reports.page(TRIPS, &other).await, page);
}

#[tokio::test]
async fn a_token_is_bound_to_everything_else_that_was_said() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    let said = [("ModifiedSince", "2026-10-05"), ("ChunkLimit", "3")];
    let first = reports.page(TRIPS, &said).await;
    let token = text(&first, "continuationToken");
    let with = |query: Query<'_>| {
        let mut query: Vec<(String, String)> = query
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        query.push(("continuationtoken".to_owned(), token.to_owned()));
        query
    };
    let same = with(&[
        ("modifiedsince", "2026-10-05T00:00:00Z"),
        ("chunkLimit", "3"),
    ]);
    let project = first["data"][0]["projectId"].as_str().unwrap();
    let company = test.test().company_id.as_ref().unwrap().as_str();
    let others = [
        with(&[("ModifiedSince", "2026-10-05"), ("ChunkLimit", "4")]),
        with(&[("ModifiedSince", "2026-10-06"), ("ChunkLimit", "3")]),
        with(&[("ChunkLimit", "3")]),
        with(&[
            ("ModifiedSince", "2026-10-05"),
            ("ChunkLimit", "3"),
            ("ModifiedBefore", "2026-11-01"),
        ]),
        with(&[
            ("ModifiedSince", "2026-10-05"),
            ("ChunkLimit", "3"),
            ("ProjectId", project),
        ]),
        with(&[
            ("ModifiedSince", "2026-10-05"),
            ("ChunkLimit", "3"),
            ("CompanyId", company),
        ]),
        with(&[
            ("ModifiedSince", "2026-10-05"),
            ("ChunkLimit", "3"),
            ("OwnCompanyDataOnly", "true"),
        ]),
        with(&[
            ("ModifiedSince", "2026-10-05"),
            ("ChunkLimit", "3"),
            ("ExcludeDataFromSubsidiaries", "true"),
        ]),
    ];
    let ask = async |reports: &Reports<'_>, path: &str, query: &[(String, String)]| {
        let query: Vec<(&str, &str)> = query
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        reports.ask(path, &query).await
    };
    assert_eq!(ask(&reports, TRIPS, &same).await.status(), 200);
    for query in others {
        let answer = ask(&reports, TRIPS, &query).await;
        assert_eq!(
            refused(answer, 400).await,
            "InvalidContinuationToken",
            "{query:?}"
        );
    }
    let elsewhere = ask(&reports, LOCATIONS, &same).await;
    assert_eq!(refused(elsewhere, 400).await, "InvalidContinuationToken");
    let standard = &test.service.clients().standard;
    let other_client = Reports::of(&test, standard).await;
    let answer = ask(&other_client, TRIPS, &same).await;
    assert_eq!(refused(answer, 400).await, "InvalidContinuationToken");
}

#[tokio::test]
async fn a_token_that_is_not_ours_is_400() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    let first = reports.page(TRIPS, &[("ChunkLimit", "3")]).await;
    let token = text(&first, "continuationToken");
    let mut moved = token.to_owned();
    moved.replace_range(20..21, if &token[20..21] == "0" { "1" } else { "0" });
    let cut = &token[..token.len() - 1];
    let longer = format!("{token}A");
    for bad in [
        "x",
        "ææææææææææææææææææææææææææ",
        &moved,
        cut,
        &longer,
        &token.to_uppercase(),
    ] {
        let query = [("ChunkLimit", "3"), ("ContinuationToken", bad)];
        let answer = reports.ask(TRIPS, &query).await;
        assert_eq!(
            refused(answer, 400).await,
            "InvalidContinuationToken",
            "{bad}"
        );
    }
}

#[tokio::test]
async fn read_only_and_standard_clients_extract_and_other_scopes_do_not() {
    let test = TestService::start().await;
    let clients = test.service.clients();
    for client in [&clients.read_only, &clients.standard] {
        let reports = Reports::of(&test, client).await;
        for path in STREAMS {
            assert_eq!(
                reports.ask(path, &[("ChunkLimit", "1")]).await.status(),
                200
            );
        }
    }
    for path in STREAMS {
        let url = format!("{}{path}", test.test().reporting_url);
        let none = test.http.get(&url).send().await.unwrap();
        assert_eq!(none.headers()["www-authenticate"], "Bearer");
        assert_eq!(none.status(), 401);
        let token = test.admin_token("serviceapiv3").await;
        let wrong = test.get(&url, token).await;
        assert_eq!(wrong.status(), 401);
        let challenge = wrong.headers()["www-authenticate"].to_str().unwrap();
        assert!(
            challenge.contains("The audience 'serviceapiv3' is invalid"),
            "{challenge}"
        );
    }
}

#[tokio::test]
async fn there_is_nothing_else_on_the_reporting_host_and_nothing_on_that_of_mass_transport() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    for path in [
        "/v1",
        "/v1/flow-trip-registrations/1",
        "/v1/flow-machines",
        "/v2/flow-locations",
    ] {
        assert_eq!(refused(reports.ask(path, &[]).await, 404).await, "NotFound");
    }
    let url = format!("{}{TRIPS}", reports.base);
    let post = test
        .http
        .request(Method::POST, url)
        .bearer_auth(&reports.token);
    assert_eq!(
        refused(post.send().await.unwrap(), 405).await,
        "MethodNotAllowed"
    );

    let base = &test.test().masstransport_url;
    let token = test.admin_token("masstransportapiv1").await;
    for path in [
        "",
        "/v1/flow-trip-registrations",
        "/api/external-excavator-state",
    ] {
        let url = format!("{base}{path}");
        let held = test.get(&url, &token).await;
        assert_eq!(refused(held, 404).await, "NotFound");
        let other = test.get(&url, &reports.token).await;
        assert_eq!(other.status(), 401, "the token is looked at first");
    }
}
