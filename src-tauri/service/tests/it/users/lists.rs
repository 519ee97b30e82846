//! Lists with their filters, and one user by its keys.

use serde_json::{Value, json};

use super::{USERS, between_writes, created, listed, numbers, patched, said};
use crate::support::{Session, refused};

#[tokio::test]
async fn the_list_is_a_bare_array_of_the_tree_the_own_company_first_by_number() {
    let session = Session::start().await;
    let users = listed(&session, "").await;
    let test = session.test.test();
    let (own, subsidiary) = (&test.company_id, &test.subsidiary_id);
    let first_of_subsidiary = users
        .iter()
        .position(|user| Some(&user.company_id) == subsidiary.as_ref())
        .unwrap();
    let (ours, theirs) = users.split_at(first_of_subsidiary);
    for (part, company) in [(ours, own), (theirs, subsidiary)] {
        assert!(
            part.iter()
                .all(|user| Some(&user.company_id) == company.as_ref())
        );
        assert!(part.is_sorted_by_key(|user| user.employee_number.clone()));
    }
}

#[tokio::test]
async fn a_company_filters_and_one_out_of_reach_is_403() {
    let session = Session::start().await;
    let id = |id: &Option<fielddesk_model::CompanyId>| id.clone().unwrap();
    let test = session.test.test();
    let (own, subsidiary) = (id(&test.company_id), id(&test.subsidiary_id));
    let ours = listed(&session, &format!("?companyId={own}")).await;
    let theirs = listed(&session, &format!("?COMPANYID={subsidiary}")).await;
    assert!(!ours.is_empty() && ours.iter().all(|user| user.company_id == own));
    assert!(!theirs.is_empty() && theirs.iter().all(|user| user.company_id == subsidiary));
    assert_eq!(listed(&session, "").await.len(), ours.len() + theirs.len());

    let foreign = session.test.service.unrelated();
    for company in [foreign.as_str(), "000000000000000000000000", "x"] {
        let answer = session.get(&format!("{USERS}?companyId={company}")).await;
        refused(answer, 403).await;
    }
}

#[tokio::test]
async fn changed_since_shows_what_was_modified_after_the_instant() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let since = async |at: &str| numbers(&session, &format!("?changedSince={at}")).await;
    assert_eq!(since("2026-06-01T00:00:00Z").await, ["A-1"]);
    assert!(since("2999-01-01").await.is_empty());
    let all = numbers(&session, "").await;
    assert_eq!(since("2001-01-01T00:00:00%2B02:00").await, all);
    assert_eq!(since("2001-01-01T00:00:00+02:00").await, all);

    let before = between_writes().await;
    assert!(since(&before).await.is_empty());
    patched(&session, &user, json!({"department": "Tunnel"})).await;
    assert_eq!(since(&before).await, ["A-1"]);
    let before = between_writes().await;
    let path = format!(
        "{USERS}/disable/{}",
        user["companyProfileId"].as_str().unwrap()
    );
    let disable = session.call(reqwest::Method::PATCH, &path);
    assert_eq!(disable.send().await.unwrap().status(), 204);
    assert_eq!(since(&before).await, ["A-1"]);
}

#[tokio::test]
async fn employment_lookback_shows_active_employments_and_those_ended_within_the_days() {
    let session = Session::start().await;
    let day = |offset: i64| {
        let date = chrono::Utc::now().date_naive() + chrono::Duration::days(offset);
        date.format("%Y-%m-%d").to_string()
    };
    let end = |offset: i64| json!({"employmentEndDate": day(offset)});
    created(&session, "open", json!({})).await;
    created(&session, "later", end(30)).await;
    created(&session, "today", end(0)).await;
    created(&session, "10-ago", end(-10)).await;
    created(&session, "100-ago", end(-100)).await;
    created(&session, "starts", json!({"employmentStartDate": day(3)})).await;
    let ours = ["open", "later", "today", "10-ago", "100-ago", "starts"];
    for (days, expected) in [
        ("0", vec!["later", "open", "today"]),
        ("9", vec!["later", "open", "today"]),
        ("10", vec!["10-ago", "later", "open", "today"]),
        ("100", vec!["10-ago", "100-ago", "later", "open", "today"]),
        (
            "4294967295",
            vec!["10-ago", "100-ago", "later", "open", "today"],
        ),
    ] {
        let shown = numbers(&session, &format!("?employmentLookbackDays={days}")).await;
        let mut shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        shown.retain(|number| ours.contains(number));
        shown.sort_unstable();
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(shown, expected, "{days} days");
    }
    let all = numbers(&session, "").await;
    assert!(ours.iter().all(|number| all.iter().any(|n| n == number)));
}

#[tokio::test]
async fn parameters_that_cannot_be_read_are_400_and_empty_ones_count_as_left_out() {
    let session = Session::start().await;
    for (query, name) in [
        ("?changedSince=yesterday", "changedSince"),
        ("?changedSince=01.03.2026", "changedSince"),
        ("?changedSince=2026-02-30T00:00:00Z", "changedSince"),
        ("?employmentLookbackDays=-1", "employmentLookbackDays"),
        ("?employmentLookbackDays=1.5", "employmentLookbackDays"),
        ("?employmentLookbackDays=ten", "employmentLookbackDays"),
        (
            "?employmentLookbackDays=99999999999",
            "employmentLookbackDays",
        ),
    ] {
        let (code, message) = said(session.get(&format!("{USERS}{query}")).await, 400).await;
        assert_eq!(code, "InvalidParameter");
        assert!(message.contains(name), "{message}");
    }
    let all = numbers(&session, "").await;
    let empty = "?changedSince=&companyId=&employmentLookbackDays=";
    assert_eq!(numbers(&session, empty).await, all);
}

#[tokio::test]
async fn a_user_is_found_by_its_employee_number_the_own_company_first() {
    let session = Session::start().await;
    let subsidiary = json!({"companyId": session.test.test().subsidiary_id});
    created(&session, "Å 1/2", subsidiary.clone()).await;
    let path = format!("{USERS}/by-employee-number/%C3%85%201%2F2");
    let found: Value = session.get(&path).await.json().await.unwrap();
    assert_eq!(
        found["companyId"], subsidiary["companyId"],
        "alone, so found below"
    );
    created(&session, "Å 1/2", json!({})).await;
    let found: Value = session.get(&path).await.json().await.unwrap();
    assert_eq!(found["companyId"], json!(session.test.test().company_id));
    for unknown in ["nobody", "301"] {
        let answer = session
            .get(&format!("{USERS}/by-employee-number/{unknown}"))
            .await;
        assert_eq!(refused(answer, 404).await, "NotFound", "{unknown}");
    }
}
