//! Lists, their windows, and sums, against the plain truth.

use chrono::FixedOffset;
use serde_json::Value;

use super::*;

async fn filled() -> (tempfile::TempDir, Trips, World) {
    let world = World::with(300, 21);
    let (folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    (folder, trips, world)
}

#[tokio::test]
async fn names_of_any_characters_come_back_in_lists_and_sums() {
    let name = "\u{0}\t\"],[\\ \u{1f69b} \u{2028}'%";
    let world = World::with(5, 3);
    for field in ["massType", "dumperName", "dumpLocationName"] {
        world.state().set(field, &name.into());
    }
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let again = TripStore::open(&trips.store.dir).await.unwrap();
    let trips = again.of_key(trips.key);
    assert_eq!(by_id(&trips).await, world.truth());
    let by = [GroupBy::MassType];
    let sums = trips.summary(&TripFilter::default(), &by).await.unwrap();
    for group in &sums.groups[0] {
        let GroupKey::MassType { name: found, .. } = &group.key else {
            panic!("{group:?}");
        };
        assert_eq!(found.as_deref(), Some(name));
    }
}

#[tokio::test]
async fn windows_of_any_order_join_up_to_the_whole_list() {
    let (_folder, trips, world) = filled().await;
    for by in [
        OrderBy::Time,
        OrderBy::LoadTime,
        OrderBy::Project,
        OrderBy::MassType,
        OrderBy::Machine,
        OrderBy::LoadLocation,
        OrderBy::DumpLocation,
        OrderBy::M3,
        OrderBy::Tonnes,
        OrderBy::Distance,
        OrderBy::CycleHours,
    ] {
        for descending in [false, true] {
            let order = TripOrder { by, descending };
            let whole = kept(&trips, &TripFilter::default(), order).await;
            let mut joined: Vec<Value> = Vec::new();
            let mut after = None;
            loop {
                let window = trips
                    .list(&TripFilter::default(), order, after.as_ref(), 37)
                    .await
                    .unwrap();
                assert_eq!(window.total, 300);
                joined.extend(
                    window
                        .trips
                        .iter()
                        .map(|row| serde_json::to_value(row).unwrap()),
                );
                after = window.next;
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(joined, whole, "{order:?}");
            assert_eq!(whole.len(), world.truth().len());
            if by == OrderBy::Distance {
                let distances: Vec<f64> = whole
                    .iter()
                    .map(|trip| trip["distance"].as_f64().unwrap())
                    .collect();
                let sorted = |one: &f64, other: &f64| {
                    if descending {
                        one >= other
                    } else {
                        one <= other
                    }
                };
                assert!(distances.is_sorted_by(sorted), "{distances:?}");
            }
        }
    }
}

#[tokio::test]
async fn filters_give_what_fits_and_nothing_else() {
    let (_folder, trips, world) = filled().await;
    let from: fielddesk_model::Instant = "2026-02-10".parse().unwrap();
    let to: fielddesk_model::Instant = "2026-02-20".parse().unwrap();
    let at = |trip: &Value| -> fielddesk_model::Instant {
        trip["dumpDateTime"].as_str().unwrap().parse().unwrap()
    };
    let receipt = world.truth()[7]["receiptNumber"]
        .as_str()
        .unwrap()
        .to_owned();
    type Fits<'a> = Box<dyn Fn(&Value) -> bool + 'a>;
    let all = TripFilter::default;
    let project = |project: &str| TripFilter {
        project: Some(project.to_owned()),
        ..all()
    };
    let machine = |machine: &str| TripFilter {
        machine: Some(machine.to_owned()),
        ..all()
    };
    let mass_type = TripFilter {
        mass_type: Some("mass 3".into()),
        ..all()
    };
    let window = TripFilter {
        from: Some(from),
        to: Some(to),
        ..all()
    };
    let text = |text: String, filter: TripFilter| TripFilter {
        text: Some(text),
        ..filter
    };
    let of_receipt = text(receipt.to_lowercase(), all());
    let of_place = text("tipp øst".into(), project("P-0"));
    let cases: [(TripFilter, Fits<'_>); 8] = [
        (
            project(" p-1 "),
            Box::new(|trip| trip["projectNumber"] == "P-1"),
        ),
        (
            project("Project 2"),
            Box::new(|trip| trip["projectNumber"] == "P-2"),
        ),
        (mass_type, Box::new(|trip| trip["massType"] == "Mass 3")),
        (
            machine("D-4"),
            Box::new(|trip| trip["dumperNumber"] == "D-4"),
        ),
        (machine("none such"), Box::new(|_| false)),
        (window, Box::new(|trip| from <= at(trip) && at(trip) < to)),
        (
            of_receipt,
            Box::new(|trip| trip["receiptNumber"].as_str().unwrap().contains(&receipt)),
        ),
        (of_place, Box::new(|trip| trip["projectNumber"] == "P-0")),
    ];
    for (filter, fits) in cases {
        let mut found = kept(&trips, &filter, TripOrder::default()).await;
        found.sort_by_key(|trip| trip["id"].as_str().unwrap().to_owned());
        let expected: Vec<Value> = world
            .truth()
            .into_iter()
            .filter(|trip| fits(trip))
            .collect();
        assert_eq!(found, expected, "{filter:?}");
        let figures = trips.summary(&filter, &[]).await.unwrap().total;
        assert_eq!(figures.trips as usize, expected.len(), "{filter:?}");
    }
}

#[tokio::test]
async fn sums_are_those_of_the_trips_and_units_stay_apart() {
    let (_folder, trips, world) = filled().await;
    let zone = FixedOffset::east_opt(3600).unwrap();
    let by = [
        GroupBy::Day,
        GroupBy::Project,
        GroupBy::MassType,
        GroupBy::Machine,
        GroupBy::Route,
    ];
    let summary = trips
        .summary_in(&zone, &TripFilter::default(), &by)
        .await
        .unwrap();
    let truth = world.truth();
    let sum = |field: &str, of: &dyn Fn(&Value) -> bool| -> f64 {
        truth
            .iter()
            .filter(|trip| of(trip))
            .filter_map(|trip| trip[field].as_f64())
            .sum()
    };
    let close = |one: f64, other: f64| (one - other).abs() < 1e-6;
    let tonnes = |trip: &Value| trip["unitOfMeasureText"] == "tonn";
    assert_eq!(summary.total.trips, 300);
    assert!(close(summary.total.m3, sum("quantityM3", &|_| true)));
    assert!(close(summary.total.tonnes, sum("quantity", &tonnes)));
    assert!(close(summary.total.distance, sum("distance", &|_| true)));
    assert!(close(
        summary.total.cycle_hours,
        sum("totalCycleTimeHours", &|_| true)
    ));
    assert_eq!(summary.total.m3_trips + summary.total.tonnes_trips, 300);
    for groups in &summary.groups {
        let trips: u64 = groups.iter().map(|group| group.figures.trips).sum();
        assert_eq!(trips, 300, "every trip is in one group of each grouping");
    }
    let day_of = |trip: &Value| {
        let at: fielddesk_model::Instant = trip["dumpDateTime"].as_str().unwrap().parse().unwrap();
        at.0.with_timezone(&zone).date_naive()
    };
    for group in &summary.groups[0] {
        let GroupKey::Day { day: Some(day) } = group.key else {
            panic!("{group:?}")
        };
        assert!(
            close(
                group.figures.distance,
                sum("distance", &|trip| day_of(trip) == day)
            ),
            "{day}"
        );
    }
    for group in &summary.groups[1] {
        let GroupKey::Project {
            number: Some(number),
            ..
        } = &group.key
        else {
            panic!("{group:?}")
        };
        assert!(close(
            group.figures.m3,
            sum("quantityM3", &|trip| trip["projectNumber"] == **number)
        ));
    }
    assert_eq!(summary.groups[2].len(), 4);
    assert_eq!(
        summary.groups[3].len(),
        5,
        "a machine whose number differs is one by its id"
    );
    assert_eq!(summary.groups[4].len(), 3);
}

#[tokio::test]
async fn names_that_trips_lack_come_from_the_look_ups() {
    let world = World::with(30, 8);
    let location = |number: u32| fielddesk_model::Location {
        id: format!("l{number}"),
        name: Some(format!("Last {number}")),
        coordinates: Some([60.0, f64::from(number)]),
        ..Default::default()
    };
    world.state().locations = (0..3).map(location).collect();
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let filter = TripFilter::default();
    for trip in kept(&trips, &filter, TripOrder::default()).await {
        let number = trip["loadLocationId"].as_str().unwrap()[1..].to_owned();
        assert_eq!(trip["loadLocationName"], format!("Last {number}"));
        assert_eq!(trip["loadCoordinates"][1], number.parse::<f64>().unwrap());
        assert_eq!(trip["dumpLocationName"], "Tipp Øst", "what was sent stays");
    }
    let summary = trips.summary(&filter, &[GroupBy::Route]).await.unwrap();
    for group in &summary.groups[0] {
        let GroupKey::Route {
            from: Some(from),
            to: Some(to),
        } = &group.key
        else {
            panic!("{group:?}")
        };
        assert!(from.starts_with("Last ") && to == "Tipp Øst", "{from} {to}");
    }
}

#[tokio::test]
async fn a_store_that_was_never_synced_is_empty() {
    let (_folder, _dir, trips) = store().await;
    let window = trips
        .list(&TripFilter::default(), TripOrder::default(), None, 10)
        .await
        .unwrap();
    assert!(window.trips.is_empty() && window.next.is_none());
    let summary = trips
        .summary(&TripFilter::default(), &[GroupBy::Day])
        .await
        .unwrap();
    assert_eq!(
        (summary.total, summary.groups),
        (Figures::default(), vec![vec![]])
    );
}
