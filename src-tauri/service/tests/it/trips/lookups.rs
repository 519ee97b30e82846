//! The look-up streams: what trips refer to, page by page.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{LOCATIONS, MASS_TYPES, Query, Reports, TRIPS, ids, text};
use crate::support::TestService;

fn set<'v>(records: &'v [Value], fields: &[&str]) -> BTreeSet<&'v str> {
    let of = |field: &&str| {
        records
            .iter()
            .map(|record| text(record, field))
            .collect::<Vec<_>>()
    };
    fields.iter().flat_map(of).collect()
}

#[tokio::test]
async fn exactly_what_the_selected_trips_refer_to_is_listed() {
    let test = TestService::start().await;
    let reports = Reports::of_admin(&test).await;
    let session = test.admin_session().await;
    let project = session.project("P-2026-001").await.id.to_string();
    let subsidiary = test.test().subsidiary_id.clone().unwrap().to_string();
    let cases: [Query<'_>; 7] = [
        &[],
        &[("ModifiedSince", "2026-11-12T00:00:00Z")],
        &[("FromDateTime", "2026-10-05"), ("ToDateTime", "2026-10-08")],
        &[("FromDateTime", "2026-07-20"), ("ToDateTime", "2026-07-22")],
        &[("ProjectId", &project)],
        &[
            ("ProjectId", &project),
            ("FromDateTime", "2026-03-09"),
            ("ToDateTime", "2026-03-12"),
        ],
        &[("CompanyId", &subsidiary)],
    ];
    let mut sizes = BTreeSet::new();
    for query in cases {
        let trips = reports.walk(TRIPS, query, 10_000).await;
        let locations = reports.walk(LOCATIONS, query, 3).await;
        let mass_types = reports.walk(MASS_TYPES, query, 2).await;
        let referred = set(&trips, &["loadLocationId", "dumpLocationId"]);
        assert_eq!(set(&locations, &["id"]), referred, "{query:?}");
        assert_eq!(ids(&locations).len(), referred.len(), "each once");
        assert_eq!(
            set(&mass_types, &["id"]),
            set(&trips, &["massTypeId"]),
            "{query:?}"
        );
        sizes.insert((locations.len(), mass_types.len()));
    }
    assert!(sizes.len() >= 4, "the cases differ: {sizes:?}");
}

#[tokio::test]
async fn names_and_units_are_those_of_the_trips() {
    let reports = Reports::start().await;
    let trips = reports.walk(TRIPS, &[], 10_000).await;
    let locations = reports.walk(LOCATIONS, &[], 10_000).await;
    let mass_types = reports.walk(MASS_TYPES, &[], 10_000).await;
    let by_id = |records: &[Value], id: &Value| {
        let found = records.iter().find(|record| record["id"] == *id);
        found.unwrap().clone()
    };
    for trip in trips.iter().step_by(97) {
        let load = by_id(&locations, &trip["loadLocationId"]);
        assert_eq!(load["name"], trip["loadLocationName"]);
        assert_eq!(load["projectId"], trip["projectId"]);
        assert_eq!(load["type"], "load");
        let dump = by_id(&locations, &trip["dumpLocationId"]);
        assert_eq!(
            (&dump["name"], &dump["type"]),
            (&trip["dumpLocationName"], &"dump".into())
        );
        let mass_type = by_id(&mass_types, &trip["massTypeId"]);
        assert_eq!(mass_type["name"], trip["massType"]);
        assert_eq!(mass_type["unitOfMeasureText"], trip["unitOfMeasureText"]);
        assert!(mass_type["density"].as_f64().unwrap() > 1.0);
        let [latitude, longitude] = [0, 1].map(|axis| load["coordinates"][axis].as_f64().unwrap());
        assert!((61.0..63.0).contains(&latitude) && (4.0..8.0).contains(&longitude));
    }
}
