//! Windows of both modes against the plain definition.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use super::{Reports, TRIPS, at, ids, written};

/// Bounds around the times of real records, at most 300 apart: on them, just before and just behind.
fn bounds(times: &[i64], runner: &mut TestRunner) -> (i64, i64) {
    let nearby = (0..times.len(), -1_i64..=1, 0..=300_usize, -1_i64..=1);
    let (a, aside, records, beside) = nearby.new_tree(runner).unwrap().current();
    let b = (a + records).min(times.len() - 1);
    let (a, b) = (times[a] + aside, times[b] + beside);
    (a.min(b), a.max(b) + i64::from(a == b))
}

async fn check(times: &[i64], reports: &Reports, all: &[Value], fields: [&str; 3]) {
    let [field, first, end] = fields;
    let mut runner = TestRunner::deterministic();
    for _ in 0..25 {
        let (from, to) = bounds(times, &mut runner);
        let (from_text, to_text) = (written(from), written(to));
        let window = [(first, from_text.as_str()), (end, to_text.as_str())];
        let walked = reports.walk(TRIPS, &window, 3_001).await;
        let inside = |trip: &&Value| (from..to).contains(&at(trip, field));
        let expected: Vec<Value> = all.iter().filter(inside).cloned().collect();
        assert_eq!(ids(&walked), ids(&expected), "{window:?}");
    }
}

#[tokio::test]
async fn a_full_window_holds_from_up_to_but_not_to() {
    let reports = Reports::start().await;
    let all = reports.walk(TRIPS, &[], 10_000).await;
    let mut times: Vec<i64> = all.iter().map(|trip| at(trip, "dumpDateTime")).collect();
    times.sort_unstable();
    let fields = ["dumpDateTime", "FromDateTime", "ToDateTime"];
    check(&times, &reports, &all, fields).await;
}

#[tokio::test]
async fn an_incremental_window_holds_since_up_to_but_not_before_in_order_of_change() {
    let reports = Reports::start().await;
    let everything = [("ModifiedSince", "2000-01-01")];
    let all = reports.walk(TRIPS, &everything, 10_000).await;
    let times: Vec<i64> = all
        .iter()
        .map(|trip| at(trip, "modifiedDateTime"))
        .collect();
    assert!(times.is_sorted());
    let fields = ["modifiedDateTime", "ModifiedSince", "ModifiedBefore"];
    check(&times, &reports, &all, fields).await;
}

#[tokio::test]
async fn deleted_trips_come_in_incremental_mode_alone() {
    let reports = Reports::start().await;
    let full = reports.walk(TRIPS, &[], 10_000).await;
    let changes = reports
        .walk(TRIPS, &[("ModifiedSince", "2000-01-01")], 10_000)
        .await;
    let (deleted, live): (Vec<_>, Vec<_>) = changes
        .into_iter()
        .partition(|trip| trip["isDeleted"] == true);
    assert!(deleted.len() >= 20, "{}", deleted.len());
    let mut live: Vec<String> = ids(&live).into_iter().map(str::to_owned).collect();
    let mut existing: Vec<String> = ids(&full).into_iter().map(str::to_owned).collect();
    live.sort();
    existing.sort();
    assert_eq!(live, existing);
    for trip in deleted {
        assert_eq!(trip["deletedDateTime"], trip["modifiedDateTime"]);
    }
}
