//! Haul trips: synced twice, broken off once, listed, summed up, exported.

use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::Profiles;
use fielddesk_core::trips::{TripFilter, TripStore};
use serde_json::{Value, json};

use crate::support::{PROJECT, Run, TestEnv, text};

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
fn the_first_sync_is_full_and_the_second_brings_what_changed() {
    let env = TestEnv::new();
    let first = sync(&env, &[]).expect_code(0).document().clone();
    assert_eq!(first["mode"], "full");
    let kept = first["upserted"].as_u64().unwrap();
    assert!(kept >= 4_900, "{first}");
    assert_eq!(listed(&env, &[]).len() as u64, kept);
    let second = sync(&env, &[]).expect_code(0).document().clone();
    assert_eq!(second["mode"], "incremental");
    let again = listed(&env, &[]);
    assert!(again.iter().all(|trip| trip["isDeleted"] != true));
    let keys: Vec<&str> = second
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["deleted", "mode", "pages", "seconds", "upserted"]);
}

#[test]
fn a_sync_that_was_killed_goes_on_and_ends_with_the_same_trips() {
    let env = TestEnv::new();
    env.fault(json!({
        "method": "GET", "pathPrefix": TRIPS, "times": 100, "skip": 1, "action": { "delayMs": 60_000 },
    }));
    let mut ctl = env.ctl(&["trips", "sync", "--json"]);
    let mut child = ctl.spawn();
    let asked = || {
        let requests = env.requests();
        requests
            .iter()
            .filter(|request| text(&request["path"]).starts_with(TRIPS))
            .count()
    };
    while asked() < 1 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    env.no_faults();
    let after = sync(&env, &[]).expect_code(0).document().clone();
    assert_eq!(after["mode"], "full", "it was not whole yet: {after}");
    let other = TestEnv::new();
    sync(&other, &[]).expect_code(0);
    assert_eq!(listed(&env, &[]), listed(&other, &[]));
}

#[test]
fn a_window_is_replaced_and_one_that_cannot_be_is_refused() {
    let env = TestEnv::new();
    sync(&env, &[]).expect_code(0);
    let all = listed(&env, &[]);
    let newest = text(&all[0]["dumpDateTime"])[..10].to_owned();
    let window = sync(&env, &["--from", "2026-01-01", "--to", "2027-01-01"]);
    let window = window.expect_code(0).document().clone();
    assert_eq!(window["mode"], "full");
    assert_eq!(listed(&env, &[]), all, "nothing had changed");
    sync(&env, &["--from", "2026-02-01", "--to", "2026-01-01"]).expect_error(7, "refused");
    sync(&env, &["--since", "yesterday"]).expect_error(7, "refused");
    let of_a_day = listed(&env, &["--from", &newest, "--project", PROJECT]);
    assert!(of_a_day.len() < all.len());
    assert!(of_a_day.iter().all(|trip| trip["projectNumber"] == PROJECT));
}

#[test]
fn what_is_kept_is_read_without_the_service() {
    let mut env = TestEnv::new();
    sync(&env, &["--project", PROJECT]).expect_code(0);
    env.stop_service();
    let trips = listed(&env, &["--limit", "3"]);
    assert_eq!(trips.len(), 3);
    let run = env.ctl(&["trips", "summary", "--by", "mass-type"]).json();
    let summary = run.expect_code(0).document().clone();
    let total = summary["total"]["trips"].as_u64().unwrap();
    let groups = summary["groups"].as_array().unwrap();
    let sum: u64 = groups
        .iter()
        .map(|group| group["trips"].as_u64().unwrap())
        .sum();
    assert_eq!(sum, total);
    assert!(total > 100);
    for by in ["day", "project", "machine", "route"] {
        let run = env.ctl(&["trips", "summary", "--by", by]).run();
        run.expect_code(0);
        assert!(run.stdout.lines().count() >= 2, "{by}: {}", run.stdout);
    }
}

#[test]
fn exports_hold_every_trip_in_every_form() {
    let env = TestEnv::new();
    sync(&env, &[]).expect_code(0);
    let all = listed(&env, &[]).len();
    for (format, magic) in [
        ("csv", &b"id,"[..]),
        ("ndjson", b"{"),
        ("xlsx", b"PK\x03\x04"),
        ("parquet", b"PAR1"),
    ] {
        let path = env.path(&format!("trips.{format}"));
        let args = [
            "trips",
            "export",
            "--format",
            format,
            "--output",
            path.to_str().unwrap(),
        ];
        let run = env.ctl(&args).json();
        let exported = run.expect_code(0).document().clone();
        assert_eq!(exported["rows"].as_u64().unwrap() as usize, all, "{format}");
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(magic), "{format}");
        if format == "ndjson" {
            assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count(), all);
        }
    }
    let run = env.ctl(&["trips", "export", "--format", "ndjson"]).run();
    assert_eq!(run.expect_code(0).stdout.lines().count(), all);
}

#[test]
fn a_client_without_the_reporting_scope_is_told_who_can_grant_it() {
    let env = TestEnv::new();
    let run = env.ctl_as("coreOnly", &["trips", "sync"]).json();
    let error = run.expect_error(3, "scopeNotGranted").clone();
    assert!(
        text(&error["message"]).contains("reportingapiv1"),
        "{error}"
    );
    assert!(text(&error["fix"]).contains("operator"), "{error}");
}

#[test]
fn a_service_that_dies_on_a_later_page_is_told_and_the_next_run_goes_on() {
    let env = TestEnv::new();
    sync(&env, &["--from", "2026-01-01", "--to", "2026-01-02"]);
    env.fault(json!({
        "method": "GET", "pathPrefix": TRIPS, "times": 5, "action": { "status": 503 },
    }));
    sync(&env, &[]).expect_error(5, "serviceFailed");
    env.no_faults();
    sync(&env, &[]).expect_code(0);
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
    let part = [
        "--company",
        &company,
        "--own-company",
        "--no-subsidiaries",
        "--chunk",
        "500",
    ];
    let part = sync(&env, &part).expect_code(0).document().clone();
    assert!(
        part["upserted"].as_u64() < all.as_u64() && part["deleted"] == 0,
        "{part}"
    );
    assert_eq!(listed(&env, &[]).len() as u64, all.as_u64().unwrap());
    let asked = env.requests();
    let last = asked
        .iter()
        .rfind(|request| request["path"] == TRIPS)
        .unwrap();
    let query = text(&last["query"]);
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
    let asked = env.requests();
    let last = asked
        .iter()
        .rfind(|request| request["path"] == TRIPS)
        .unwrap();
    assert!(text(&last["query"]).contains("ModifiedBefore="), "{last}");
    let empty = ["--since", "2026-02-01", "--before", "2026-01-01"];
    sync(&env, &empty).expect_error(7, "refused");
    for wrong in [&["--before", "2026-01-01"][..], &["--chunk", "0"]] {
        assert_eq!(sync(&env, wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn what_trips_refer_to_is_listed() {
    let env = TestEnv::new();
    let locations = env.ctl(&["trips", "locations"]).json();
    let locations = locations.expect_code(0).document().as_array().unwrap();
    assert!(
        locations
            .iter()
            .all(|one| one["id"].is_string() && one["coordinates"].is_array())
    );
    let types = env.ctl(&["trips", "mass-types"]).json();
    let types = types.expect_code(0).document().as_array().unwrap();
    assert!(types.iter().any(|one| one["density"].is_number()));
    assert!(
        env.ctl(&["trips", "mass-types"])
            .run()
            .stdout
            .starts_with("NAME")
    );
}
