//! Trips that a caller sees, and people that stay hidden.

use std::collections::BTreeSet;

use fielddesk_model::Environment;
use fielddesk_service::admin::{Administration, NewClient};
use fielddesk_service::{ReadyClient, ServeOptions};
use fielddesk_testing::location;
use serde_json::Value;

use super::{LOCATIONS, MASS_TYPES, Query, Reports, TRIPS, text};
use crate::support::{TestService, demo, refused};

const OBSCURED: &str = "***";
const EXTERNAL: &str = "Vestmasse Transport AS";
const SUBSIDIARY: &str = "Fjordvik Grunn og Fjell AS";

fn drivers_companies(trips: &[Value]) -> BTreeSet<&str> {
    let companies = trips
        .iter()
        .map(|trip| text(trip, "dumperDriverCompanyName"));
    companies.collect()
}

async fn project_id(test: &TestService, number: &str) -> String {
    test.admin_session()
        .await
        .project(number)
        .await
        .id
        .to_string()
}

#[tokio::test]
async fn shared_trips_of_external_companies_hide_their_people_and_no_others_do() {
    let reports = Reports::start().await;
    let trips = reports.walk(TRIPS, &[], 10_000).await;
    let (shared, own): (Vec<&Value>, Vec<&Value>) = trips
        .iter()
        .partition(|trip| text(trip, "dumperDriverCompanyName") == EXTERNAL);
    assert!(shared.len() >= 100 && own.len() >= 5_000);
    for trip in shared {
        for field in ["dumperDriverName", "dumperDriverId", "loaderDriverName"] {
            assert_eq!(text(trip, field), OBSCURED);
        }
        assert_eq!(trip["trailer"], true);
    }
    for trip in own {
        assert!(text(trip, "dumperDriverId").starts_with("auth0|"));
        assert!(text(trip, "dumperDriverName").contains(' '));
        assert_ne!(trip["loaderDriverName"], OBSCURED);
    }
}

#[tokio::test]
async fn each_filter_takes_its_part_of_the_company_tree() {
    let reports = Reports::start().await;
    let ours = reports.test.service.company().to_string();
    let subsidiary = reports.test.service.subsidiary().to_string();
    let own = "Fjordvik Anlegg AS";
    let cases: [(Query<'_>, &[&str]); 6] = [
        (&[], &[own, SUBSIDIARY, EXTERNAL]),
        (&[("OwnCompanyDataOnly", "true")], &[own, SUBSIDIARY]),
        (&[("ExcludeDataFromSubsidiaries", "true")], &[own, EXTERNAL]),
        (
            &[
                ("OwnCompanyDataOnly", "1"),
                ("ExcludeDataFromSubsidiaries", "TRUE"),
            ],
            &[own],
        ),
        (&[("CompanyId", &ours)], &[own]),
        (&[("CompanyId", &subsidiary)], &[SUBSIDIARY]),
    ];
    let all = reports.walk(TRIPS, &[], 10_000).await;
    for (query, expected) in cases {
        let trips = reports.walk(TRIPS, query, 10_000).await;
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        assert_eq!(drivers_companies(&trips), expected, "{query:?}");
        let kept = all
            .iter()
            .filter(|trip| expected.contains(text(trip, "dumperDriverCompanyName")));
        assert!(trips.iter().eq(kept), "nothing else is left out: {query:?}");
    }
}

#[tokio::test]
async fn a_project_alone_and_with_a_company() {
    let reports = Reports::start().await;
    let id = project_id(&reports.test, "P-2026-001").await;
    let subsidiary = reports.test.service.subsidiary().to_string();
    let all = reports.walk(TRIPS, &[], 10_000).await;
    let of_project = reports.walk(TRIPS, &[("ProjectId", &id)], 1_000).await;
    let kept = all.iter().filter(|trip| trip["projectId"] == id.as_str());
    assert!(of_project.iter().eq(kept));
    assert!(of_project.len() >= 1_000 && of_project.len() < all.len());
    assert!(
        of_project
            .iter()
            .all(|trip| trip["projectNumber"] == "P-2026-001")
    );

    let both = [("projectid", id.as_str()), ("companyid", &subsidiary)];
    let both = reports.walk(TRIPS, &both, 100).await;
    assert_eq!(drivers_companies(&both), BTreeSet::from([SUBSIDIARY]));
    let changes = [("ProjectId", id.as_str()), ("ModifiedSince", "2026-10-01")];
    let changes = reports.walk(TRIPS, &changes, 100).await;
    assert!(changes.iter().any(|trip| trip["isDeleted"] == true));
    assert!(changes.iter().all(|trip| trip["projectId"] == id.as_str()));
    let idle = project_id(&reports.test, "P-2026-005").await;
    assert!(
        reports
            .walk(TRIPS, &[("ProjectId", &idle)], 100)
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn what_is_out_of_reach_or_unknown_is_403() {
    let test = TestService::start().await;
    let clients = test.service.clients();
    let admin = Reports::of_admin(&test).await;
    let other = Reports::of(&test, &clients.other_company).await;
    let project = project_id(&test, "P-2026-001").await;
    let ours = test.service.company().to_string();
    let theirs = test.service.unrelated().to_string();
    let unknown = "000000000000000000000000";
    for path in [TRIPS, LOCATIONS, MASS_TYPES] {
        for (reports, query) in [
            (&admin, ("ProjectId", unknown)),
            (&admin, ("CompanyId", unknown)),
            (&admin, ("CompanyId", theirs.as_str())),
            (&other, ("ProjectId", project.as_str())),
            (&other, ("CompanyId", ours.as_str())),
        ] {
            let answer = reports.ask(path, &[query]).await;
            assert_eq!(refused(answer, 403).await, "Forbidden", "{path} {query:?}");
        }
        let nothing = other.page(path, &[]).await;
        assert_eq!(
            nothing["recordCount"], 0,
            "another company sees none of ours"
        );
        assert_eq!(nothing["continuationToken"], "");
    }
}

#[tokio::test]
async fn a_company_without_integration_is_403_where_it_is_named_and_absent_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestService::with(ServeOptions {
        data: Some(folder.path().to_owned()),
        ..demo()
    })
    .await;
    let reports = Reports::of_admin(&test).await;
    let project = project_id(&test, "G-2026-102").await;
    let subsidiary = test.test().subsidiary_id.clone().unwrap();
    let administration = Administration::open(location(folder.path()), Environment::Test)
        .await
        .unwrap();
    administration
        .set_integration(&subsidiary, false)
        .await
        .unwrap();
    for query in [("CompanyId", subsidiary.as_str()), ("ProjectId", &project)] {
        let answer = reports.ask(TRIPS, &[query]).await;
        assert_eq!(
            refused(answer, 403).await,
            "IntegrationDisabled",
            "{query:?}"
        );
    }
    let trips = reports.walk(TRIPS, &[], 10_000).await;
    assert!(!drivers_companies(&trips).contains(SUBSIDIARY));
    let company = test.test().company_id.clone().unwrap();
    administration
        .set_integration(&company, false)
        .await
        .unwrap();
    assert_eq!(
        refused(reports.ask(TRIPS, &[]).await, 403).await,
        "IntegrationDisabled"
    );
}

#[tokio::test]
async fn the_subsidiary_and_the_external_company_see_their_own_and_their_own_people() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestService::with(ServeOptions {
        data: Some(folder.path().to_owned()),
        ..demo()
    })
    .await;
    let administration = Administration::open(location(folder.path()), Environment::Test)
        .await
        .unwrap();
    let external = external_company(folder.path()).await;
    let subsidiary = test.test().subsidiary_id.clone().unwrap().to_string();
    for (company, name) in [(subsidiary, SUBSIDIARY), (external, EXTERNAL)] {
        let new = NewClient {
            name: "Tablets".to_owned(),
            scopes: vec!["reportingapiv1".to_owned()],
            administrator: false,
            read_only: true,
            company: Some(company.as_str().into()),
            lifetime_s: None,
        };
        let made = administration.create_client(new).await.unwrap();
        let client = ReadyClient {
            client_id: made.client.client_id().to_owned(),
            client_secret: made.client_secret.clone(),
            scopes: Vec::new(),
            company_id: None,
        };
        let reports = Reports::of(&test, &client).await;
        let trips = reports.walk(TRIPS, &[], 10_000).await;
        assert_eq!(drivers_companies(&trips), BTreeSet::from([name]));
        assert!(
            trips
                .iter()
                .all(|trip| trip["dumperDriverName"] != OBSCURED)
        );
        // The machines that load belong to the main company, their operators with them.
        assert!(
            trips
                .iter()
                .all(|trip| trip["loaderDriverName"] == OBSCURED)
        );
    }
}

/// The external company's id, as the store has it.
async fn external_company(folder: &std::path::Path) -> String {
    let store = crate::support::store::open(folder).await;
    let companies = store.companies().await.unwrap();
    store.close().await;
    let external = companies.iter().find(|company| company.name == EXTERNAL);
    external.unwrap().id.to_string()
}
