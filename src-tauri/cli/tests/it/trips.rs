//! Haul trips: kept here, asked for in part, gone with their connection.

use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::Profiles;
use fielddesk_core::trips::{TripFilter, TripStore};
use serde_json::Value;

use crate::support::{Run, TestEnv, text};

/// Where trips are, as faults name paths.
const TRIPS: &str = "/test/reporting/v1/flow-trip-registrations";

fn sync(env: &TestEnv, args: &[&str]) -> Run {
    env.ctl(&[&["trips", "sync"], args].concat()).json()
}

fn listed(env: &TestEnv, args: &[&str]) -> Vec<Value> {
    let run = env
        .ctl(&[&["trips", "list"], args].concat())
        .args(&["--json"])
        .run();
    run.expect_code(0);
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_removed_profile_leaves_no_trips_behind() {
    let env = TestEnv::new();
    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]).to_owned();
    let run = |args: &[&str]| {
        env.bare(args)
            .env("FIELDDESK_PROFILE", "Office")
            .env("FIELDDESK_CLIENT_SECRET", &secret)
            .json()
    };
    env.ctl(&["profile", "add", "Office"]).json().expect_code(0);
    let dir = DataDir::open(env.data_dir()).unwrap();
    let key = Profiles::open(&dir).get("Office").unwrap().key();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let kept = || {
        let store = runtime.block_on(TripStore::open(&dir)).unwrap();
        let trips = store.of_key(key.clone());
        let all = TripFilter::default();
        let summary = runtime.block_on(trips.summary(&all, &[]));
        summary.unwrap().total.trips
    };
    run(&["trips", "sync"]).expect_code(0);
    assert!(kept() > 5000);
    run(&["profile", "remove", "Office"]).expect_code(0);
    assert_eq!(kept(), 0);
}

#[test]
fn a_part_of_the_trips_is_asked_for_by_itself_and_takes_nothing_away() {
    let env = TestEnv::new();
    let company = text(&env.test()["companyId"]).to_owned();
    let all = sync(&env, &[]).expect_code(0).document()["upserted"].clone();
    let part =
        format!("trips sync --company {company} --own-company --no-subsidiaries --chunk 500");
    let part = env.line(part).json().expect_code(0).document().clone();
    assert!(
        part["upserted"].as_u64() < all.as_u64() && part["deleted"] == 0,
        "{part}"
    );
    assert_eq!(listed(&env, &[]).len() as u64, all.as_u64().unwrap());
    let last = || -> String {
        let asked = env.requests();
        let last = asked.iter().rfind(|request| request["path"] == TRIPS);
        text(&last.unwrap()["query"]).to_owned()
    };
    let query = last();
    for parameter in [
        "CompanyId=",
        "OwnCompanyDataOnly=true",
        "ExcludeDataFromSubsidiaries=true",
        "ChunkLimit=500",
    ] {
        assert!(query.contains(parameter), "{parameter} in {query}");
    }
    let window = ["--since", "2026-01-01", "--before", "2026-02-01"];
    sync(&env, &window).expect_code(0);
    assert!(last().contains("ModifiedBefore="), "{}", last());
    let empty = ["--since", "2026-02-01", "--before", "2026-01-01"];
    sync(&env, &empty).expect_error(7, "refused");
    for wrong in [&["--before", "2026-01-01"][..], &["--chunk", "0"]] {
        assert_eq!(sync(&env, wrong).code, 2, "{wrong:?}");
    }
}
