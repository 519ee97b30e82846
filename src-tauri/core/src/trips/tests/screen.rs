//! Results for the screen are those of the trips, whatever is wrong with them.

use std::collections::BTreeMap;

use fielddesk_rules::language::Language;
use fielddesk_rules::trips::{TripProblem, TripState};
use serde_json::{Value, json};

use super::views::{DayFilter, DetailField, DetailValue};
use super::*;

/// Trips of several drivers and states, and some that cannot be trusted.
fn odd_world() -> World {
    let world = World::with(240, 33);
    let mut number = 0;
    world.state().edit(|trip| {
        number += 1;
        trip["dumperDriverId"] = json!(format!("driver {}", number % 4));
        trip["dumperDriverName"] = json!(["Kari", "Ola", "***", "Åse"][number % 4]);
        trip["approved"] = json!(number % 3 == 0);
        trip["invoiced"] = json!(number % 7 == 0);
        trip["loadCoordinates"] = json!([69.6 + number as f64 / 1e5, 18.9]);
        match number % 12 {
            1 => trip["totalCycleTimeHours"] = json!(0.0),
            2 => trip["totalCycleTimeHours"] = json!(30.0),
            3 => {
                trip["unitOfMeasureText"] = json!("lass");
                trip["quantityM3"] = Value::Null;
            }
            4 => {
                trip["quantity"] = Value::Null;
                trip["quantityM3"] = Value::Null;
            }
            5 => {
                trip["dumpDateTime"] = Value::Null;
                trip["loadDateTime"] = Value::Null;
            }
            6 => {
                trip["dumpLocationId"] = json!("swapped");
                trip["dumpLocationName"] = json!("Exchanged");
                trip["dumpCoordinates"] = json!([18.95, 69.65]);
            }
            7 => {
                trip["dumpLocationId"] = json!("nowhere");
                trip["dumpCoordinates"] = json!([0.0, 0.0]);
            }
            _ => {}
        }
    });
    world
}

async fn filled() -> (tempfile::TempDir, Trips, World) {
    let world = odd_world();
    let (folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    (folder, trips, world)
}

type Fits = fn(&Value) -> bool;

/// Filters and what fits them by the records themselves.
fn cases() -> Vec<(DayFilter, Fits)> {
    let none = DayFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let problem = |problem| DayFilter {
        problem: Some(problem),
        ..none()
    };
    let state = |state| DayFilter {
        state: Some(state),
        ..none()
    };
    let driver = DayFilter {
        driver: text("driver 1"),
        ..none()
    };
    let of_one_machine = DayFilter {
        load_location: text("l1"),
        machine: text("d2"),
        ..none()
    };
    let dumped = DayFilter {
        dump_location: text("swapped"),
        ..none()
    };
    let loads = DayFilter {
        text: text("lass"),
        ..state(TripState::Invoiced)
    };
    vec![
        (none(), |_| true),
        (driver, |trip| trip["dumperDriverName"] == "Ola"),
        (of_one_machine, |trip| {
            trip["loadLocationId"] == "l1" && trip["dumperId"] == "d2"
        }),
        (dumped, |trip| trip["dumpLocationId"] == "swapped"),
        (state(TripState::Invoiced), |trip| trip["invoiced"] == true),
        (state(TripState::Approved), |trip| {
            trip["invoiced"] == false && trip["approved"] == true
        }),
        (state(TripState::Registered), |trip| {
            ["verified", "approved", "invoiced"]
                .iter()
                .all(|step| trip[step] == false)
        }),
        (problem(TripProblem::ZeroCycle), |trip| {
            trip["totalCycleTimeHours"] == 0.0
        }),
        (problem(TripProblem::LongCycle), |trip| {
            trip["totalCycleTimeHours"] == 30.0
        }),
        (problem(TripProblem::OtherUnit), |trip| {
            trip["unitOfMeasureText"] == "lass"
        }),
        (problem(TripProblem::NoQuantity), |trip| {
            trip["quantity"].is_null()
        }),
        (problem(TripProblem::NoTime), |trip| {
            trip["dumpDateTime"].is_null()
        }),
        (problem(TripProblem::SwappedPlace), |trip| {
            trip["dumpLocationId"] == "swapped"
        }),
        (problem(TripProblem::NoPlace), |trip| {
            trip["dumpLocationId"] == "nowhere"
        }),
        (loads, |trip| {
            trip["invoiced"] == true && trip["unitOfMeasureText"] == "lass"
        }),
    ]
}

#[tokio::test]
async fn sums_rows_and_groups_are_those_of_the_records() {
    let (_folder, trips, world) = filled().await;
    for (filter, fits) in cases() {
        let truth = world.truth();
        let expected: Vec<&Value> = truth.iter().filter(|trip| fits(trip)).collect();
        assert!(!expected.is_empty(), "{filter:?}");
        let m3 = |trip: &Value| {
            let counted = trip["unitOfMeasureText"] == "m3";
            let own = trip["quantityM3"].as_f64();
            own.or_else(|| trip["quantity"].as_f64().filter(|_| counted))
        };
        let sums = trips.overview(&filter).await.unwrap();
        assert_eq!(sums.total.trips as usize, expected.len(), "{filter:?}");
        let volume: f64 = expected.iter().filter_map(|trip| m3(trip)).sum();
        assert!((sums.total.m3 - volume).abs() < 1e-6, "{filter:?}");

        let mut machines: BTreeMap<&str, u64> = BTreeMap::new();
        for trip in &expected {
            *machines
                .entry(trip["dumperId"].as_str().unwrap())
                .or_default() += 1;
        }
        let found = sums.machines.iter();
        let found: BTreeMap<&str, u64> = found
            .map(|group| (group.key.as_deref().unwrap(), group.figures.trips))
            .collect();
        assert_eq!(found, machines, "{filter:?}");
        let of_routes: u64 = sums.routes.iter().map(|route| route.figures.trips).sum();
        let of_days: u64 = sums.days.iter().map(|day| day.figures.trips).sum();
        assert_eq!((of_routes, of_days), (sums.total.trips, sums.total.trips));

        let order = TripOrder::default();
        let page = trips.rows(&filter, order, 0, 1000).await.unwrap();
        assert_eq!(page.total, sums.total.trips, "{filter:?}");
        let mut ids: Vec<&str> = page.rows.iter().map(|row| row.id.as_str()).collect();
        ids.sort_unstable();
        let of_truth: Vec<&str> = expected
            .iter()
            .map(|trip| trip["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, of_truth, "{filter:?}");
    }
}

#[tokio::test]
async fn a_group_is_found_by_its_key_and_nothing_else_is() {
    let (_folder, trips, world) = filled().await;
    // Without ids two machines have one number: only both texts tell them apart.
    world.state().edit(|trip| {
        trip["dumperId"] = Value::Null;
        let name = trip["dumperNumber"].as_str().unwrap().to_owned();
        trip["dumperName"] = json!(name);
        trip["dumperNumber"] = json!("7");
    });
    world.state().touch();
    sync(&trips, &world, &plain()).await.unwrap();
    let sums = trips.overview(&DayFilter::default()).await.unwrap();
    assert_eq!(sums.machines.len(), 5);
    for group in &sums.machines {
        let filter = DayFilter {
            machine: group.key.clone(),
            ..DayFilter::default()
        };
        let of_one = trips.overview(&filter).await.unwrap();
        assert_eq!(of_one.total.trips, group.figures.trips, "{group:?}");
        let apart = of_one.total.distance - group.figures.distance;
        assert!(apart.abs() < 1e-6, "{group:?}");
    }
}

#[tokio::test]
async fn places_are_those_of_the_trips_and_exchanged_ones_are_told() {
    let (_folder, trips, _world) = filled().await;
    let sums = trips.overview(&DayFilter::default()).await.unwrap();
    let place = |key: &str| sums.places.iter().find(|place| place.key == key).unwrap();
    assert!(place("swapped").swapped);
    assert_eq!(place("swapped").latitude, Some(18.95), "as it is stored");
    assert_eq!(place("nowhere").latitude, None, "zeros are no place");
    assert!(place("l1").latitude.is_some() && !place("l1").swapped);
    assert!(sums.flows.iter().all(|flow| flow.mass_type.is_some()));
}

#[tokio::test]
async fn odd_cycles_are_counted_apart_and_other_units_added_up_by_themselves() {
    let (_folder, trips, world) = filled().await;
    let spread = trips.distributions(&DayFilter::default()).await.unwrap();
    let count = |wanted| {
        let found = spread.problems.iter().find(|one| one.problem == wanted);
        found.map_or(0, |one| one.trips)
    };
    for problem in TripProblem::ALL {
        let trips = if problem == TripProblem::ZeroCycle {
            world
                .truth()
                .iter()
                .filter(|trip| trip["totalCycleTimeHours"] == 0.0)
                .count() as u64
        } else {
            20
        };
        assert_eq!(count(problem), trips, "{problem:?}");
    }
    let cycles = &spread.cycle_minutes;
    let odd = count(TripProblem::ZeroCycle) + count(TripProblem::LongCycle);
    assert_eq!((cycles.left_out, cycles.counted), (odd, 240 - odd));
    let (filter, order) = (DayFilter::default(), TripOrder::default());
    let page = trips.rows(&filter, order, 0, 1000).await.unwrap();
    let marked = page.rows.iter().filter(|row| row.cycle_unusual).count();
    assert_eq!(marked as u64, odd, "in the grid, too");
    let in_bins: u64 = cycles.bins.iter().map(|bin| bin.trips).sum();
    assert_eq!(in_bins, cycles.counted);
    let mut minutes: Vec<f64> = world
        .truth()
        .iter()
        .filter_map(|trip| trip["totalCycleTimeHours"].as_f64())
        .filter(|hours| (1e-9..12.0).contains(hours))
        .map(|hours| hours * 60.0)
        .collect();
    minutes.sort_by(f64::total_cmp);
    let middle = f64::midpoint(minutes[(minutes.len() - 1) / 2], minutes[minutes.len() / 2]);
    assert!((cycles.median.unwrap() - middle).abs() < 1e-9);
    assert_eq!(spread.drivers.len(), 4);
    let [unit] = spread.other_units.as_slice() else {
        panic!("{:?}", spread.other_units);
    };
    assert_eq!((unit.unit.as_deref(), unit.trips), (Some("lass"), 20));
}

#[tokio::test]
async fn days_that_cannot_be_are_refused_by_their_field() {
    let (_folder, trips, _world) = filled().await;
    for (from, to, field) in [
        (Some("2026-02-30"), None, "from"),
        (None, Some(""), "to"),
        (Some("2026-03-02"), Some("2026-03-01"), "to"),
    ] {
        let filter = DayFilter {
            from: from.map(str::to_owned),
            to: to.map(str::to_owned),
            ..DayFilter::default()
        };
        let failure = trips.overview(&filter).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Refused);
        assert_eq!(failure.field.as_deref(), Some(field));
    }
}

#[tokio::test]
async fn stretches_join_up_and_a_trip_that_is_edited_between_them_keeps_the_rest() {
    let (_folder, trips, world) = filled().await;
    let order = TripOrder {
        by: OrderBy::Time,
        descending: true,
    };
    let all = DayFilter::default();
    let whole = trips.rows(&all, order, 0, 1000).await.unwrap();
    let mut joined = Vec::new();
    for from in (0..240).step_by(50) {
        joined.extend(trips.rows(&all, order, from, 50).await.unwrap().rows);
    }
    assert_eq!(joined, whole.rows);
    let beyond = trips.rows(&all, order, 240, 50).await.unwrap();
    assert_eq!((beyond.total, beyond.rows.len()), (240, 0));

    let first = trips.rows(&all, order, 0, 50).await.unwrap().rows;
    world.state().change_comment(&first[0].id, "edited");
    sync(&trips, &world, &plain()).await.unwrap();
    let second = trips.rows(&all, order, 50, 50).await.unwrap().rows;
    assert_eq!(second, whole.rows[50..100]);
    let detail = trips.detail(&first[0].id, Language::En).await.unwrap();
    let comment = detail.fields.iter().find(|field| field.name == "comment");
    let edited = Some(DetailValue::Text("edited".to_owned()));
    assert_eq!(comment.unwrap().value, edited);
}

#[tokio::test]
async fn a_trip_is_told_with_every_field_and_what_no_field_can_have() {
    let world = World::with(1, 5);
    world.state().edit(|trip| {
        trip["distance"] = json!({"km": 3});
        trip["breaks"] = json!([1]);
        trip["dumperDriverName"] = json!("***");
    });
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let id = world.truth()[0]["id"].as_str().unwrap().to_owned();
    let detail = trips.detail(&id, Language::Nb).await.unwrap();
    assert!(detail.row.driver_hidden && detail.row.driver.is_none());
    let names: Vec<&str> = detail
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    assert_eq!(names[..names.len() - 1], *fielddesk_model::Trip::FIELDS);
    assert_eq!(names.last(), Some(&"breaks"));
    let untitled = |field: &&DetailField| field.title.is_none();
    let untitled: Vec<_> = detail.fields.iter().filter(untitled).collect();
    assert_eq!(
        untitled.len(),
        1,
        "the field that only the service knows: {untitled:?}"
    );
    let title = |name: &str| {
        let field = detail.fields.iter().find(|field| field.name == name);
        field.unwrap().title.clone()
    };
    assert_eq!(title("dumpDateTime").as_deref(), Some("Tippet"));
    let value = |name: &str| {
        let field = detail.fields.iter().find(|field| field.name == name);
        field.unwrap().value.clone()
    };
    assert_eq!(
        value("distance"),
        Some(DetailValue::Text(r#"{"km":3}"#.to_owned()))
    );
    assert_eq!(
        value("dumpCoordinates"),
        Some(DetailValue::Coordinates([69.65, 18.95]))
    );
    assert_eq!(value("approved"), None);
    let failure = trips.detail("none such", Language::En).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotFound);
}
