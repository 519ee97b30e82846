//! Refused calls, and clients that may read.

use super::{LOCATIONS, MASS_TYPES, Reports, TRIPS, text};
use crate::support::{TestService, refused};

const STREAMS: [&str; 3] = [TRIPS, LOCATIONS, MASS_TYPES];

/// The parameters of a query that needs no encoding.
fn parameters(query: &str) -> Vec<(&str, &str)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').unwrap()).collect()
}

#[tokio::test]
async fn parameters_that_cannot_be_are_400_and_named() {
    let reports = Reports::start().await;
    for (query, code) in [
        ("FromDateTime=DAY", "ArgumentIsNull"),
        ("ToDateTime=DAY", "ArgumentIsNull"),
        ("ModifiedBefore=DAY", "ArgumentIsNull"),
        ("FromDateTime=DAY&ToDateTime=DAY", "InvalidWindow"),
        ("FromDateTime=DAY&ToDateTime=2026-10-04", "InvalidWindow"),
        ("ModifiedSince=DAY&ModifiedBefore=DAY", "InvalidWindow"),
        (
            "ModifiedSince=DAY&ModifiedBefore=2026-10-04",
            "InvalidWindow",
        ),
        (
            "FromDateTime=DAY&ToDateTime=2026-10-06&ModifiedSince=DAY",
            "MixedSyncModes",
        ),
        ("ModifiedSince=DAY&ToDateTime=DAY", "MixedSyncModes"),
        ("ChunkLimit=0", "InvalidParameter"),
        ("ChunkLimit=10001", "InvalidParameter"),
        ("ChunkLimit=-1", "InvalidParameter"),
        ("ChunkLimit=many", "InvalidParameter"),
        ("ModifiedSince=yesterday", "InvalidParameter"),
        ("FromDateTime=2026-02-30&ToDateTime=DAY", "InvalidParameter"),
        ("OwnCompanyDataOnly=perhaps", "InvalidParameter"),
        ("ExcludeDataFromSubsidiaries=2", "InvalidParameter"),
    ] {
        let query = query.replace("DAY", "2026-10-05");
        for path in STREAMS {
            let answer = reports.ask(path, &parameters(&query)).await;
            assert_eq!(refused(answer, 400).await, code, "{path} {query}");
        }
    }
    let one_alone = reports.ask(TRIPS, &[("FromDateTime", "2026-10-05")]).await;
    let body: serde_json::Value = one_alone.json().await.unwrap();
    assert!(
        text(&body, "message").contains("ToDateTime"),
        "the missing one is named"
    );
}

#[tokio::test]
async fn limits_are_taken_at_their_ends() {
    let reports = Reports::start().await;
    for path in STREAMS {
        for limit in ["1", "10000"] {
            let page = reports.page(path, &[("chunklimit", limit)]).await;
            assert!(page["recordCount"].as_u64().unwrap() >= 1);
        }
    }
}

#[tokio::test]
async fn names_of_parameters_are_read_in_any_case() {
    let reports = Reports::start().await;
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
    let reports = Reports::start().await;
    let said = "ModifiedSince=2026-10-05&ChunkLimit=3";
    let first = reports.page(TRIPS, &parameters(said)).await;
    let token = text(&first, "continuationToken");
    let project = first["data"][0]["projectId"].as_str().unwrap();
    let company = reports.test.test().company_id.as_ref().unwrap().as_str();
    let ask = async |reports: &Reports, path: &str, query: &str| {
        let mut query = parameters(query);
        query.push(("continuationtoken", token));
        reports.ask(path, &query).await
    };
    let same = "modifiedsince=2026-10-05T00:00:00Z&chunkLimit=3";
    assert_eq!(ask(&reports, TRIPS, same).await.status(), 200);
    let mut others = vec![
        "ModifiedSince=2026-10-05&ChunkLimit=4".to_owned(),
        "ModifiedSince=2026-10-06&ChunkLimit=3".to_owned(),
        "ChunkLimit=3".to_owned(),
    ];
    others.extend(
        [
            "ModifiedBefore=2026-11-01",
            &format!("ProjectId={project}"),
            &format!("CompanyId={company}"),
            "OwnCompanyDataOnly=true",
            "ExcludeDataFromSubsidiaries=true",
        ]
        .map(|more| format!("{said}&{more}")),
    );
    let mut answers = Vec::new();
    for query in &others {
        answers.push(ask(&reports, TRIPS, query).await);
    }
    answers.push(ask(&reports, LOCATIONS, same).await);
    let standard = &reports.test.service.clients().standard;
    let other_client = Reports::of(&reports.test, standard).await;
    answers.push(ask(&other_client, TRIPS, same).await);
    for answer in answers {
        let what = answer.url().clone();
        let code = refused(answer, 400).await;
        assert_eq!(code, "InvalidContinuationToken", "{what}");
    }
}

#[tokio::test]
async fn a_token_that_is_not_ours_is_400() {
    let reports = Reports::start().await;
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
async fn read_only_and_standard_clients_extract() {
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
}
