//! Kept sums are those of the trips, whatever changed and whoever reads them.

use super::world::{Dice, Trouble};
use super::*;

const ALL: [GroupBy; 5] = [
    GroupBy::Day,
    GroupBy::Project,
    GroupBy::MassType,
    GroupBy::Machine,
    GroupBy::Route,
];

/// Whether a summary reads kept sums.
fn are_kept(trips: &Trips) -> bool {
    let connection = trips.store.connect().unwrap();
    let source = source_of(&connection, &trips.key).unwrap().unwrap();
    let days = local_days::LocalDays::of(&chrono::Local);
    let from = daily_sums::SumsFrom::of(&connection, source, &days, true);
    matches!(from.unwrap(), daily_sums::SumsFrom::Days)
}

/// Compares with the sums of a filter that only the trips can answer, and that takes all of them.
async fn agree(trips: &Trips, filter: &TripFilter, about: &str) {
    let every_trip = TripFilter {
        text: Some("project ".to_owned()),
        ..filter.clone()
    };
    let kept = trips.summary(filter, &ALL).await.unwrap();
    let counted = trips.summary(&every_trip, &ALL).await.unwrap();
    let close = |one: &Figures, other: &Figures| {
        let sums = |figures: &Figures| {
            [
                figures.m3,
                figures.tonnes,
                figures.distance,
                figures.cycle_hours,
            ]
        };
        let pairs = sums(one).into_iter().zip(sums(other));
        let counts = |f: &Figures| [f.trips, f.m3_trips, f.tonnes_trips];
        counts(one) == counts(other) && pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-6)
    };
    assert!(
        close(&kept.total, &counted.total),
        "{about}: {kept:?} {counted:?}"
    );
    for (one, other) in kept.groups.iter().zip(&counted.groups) {
        assert_eq!(one.len(), other.len(), "{about}");
        for (one, other) in one.iter().zip(other) {
            assert_eq!(one.key, other.key, "{about}");
            assert!(
                close(&one.figures, &other.figures),
                "{about}: {one:?} {other:?}"
            );
        }
    }
}

#[tokio::test]
async fn they_follow_every_change() {
    for seed in 1..=8 {
        let mut dice = Dice::new(seed);
        let world = World::with(40, seed);
        let (_folder, _dir, trips) = store().await;
        for round in 0..6 {
            world.state().trouble = Trouble {
                break_after: (round % 2 == 0).then(|| dice.below(6)),
                ..Trouble::default()
            };
            let done = sync(&trips, &world, &plain()).await;
            let about = format!("seed {seed}, round {round}");
            assert!(done.is_err() || are_kept(&trips), "{about}");
            agree(&trips, &TripFilter::default(), &about).await;
            for _ in 0..dice.below(9) {
                world.state().change(&mut dice);
            }
        }
    }
}

#[tokio::test]
async fn they_answer_for_whole_days_and_dimensions_and_the_trips_for_the_rest() {
    let world = World::with(200, 5);
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    for (from, to) in [
        ("2026-02-10", "2026-02-20"),
        ("2026-02-10T11:30:00", "2026-02-20"),
    ] {
        let at = |text| Some(window::bound("from", text, &chrono::Local).unwrap());
        for project in [None, Some("P-1".to_owned())] {
            let filter = TripFilter {
                from: at(from),
                to: at(to),
                project,
                ..TripFilter::default()
            };
            agree(&trips, &filter, from).await;
        }
    }
}

#[tokio::test]
async fn those_of_another_time_zone_are_not_taken() {
    let world = World::with(60, 7);
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    for statement in [
        "UPDATE sources SET zone = 'elsewhere'",
        "UPDATE daily_sums SET day = day + 1, trips = trips + 1",
    ] {
        trips
            .store
            .connect()
            .unwrap()
            .execute(statement, [])
            .unwrap();
    }
    assert!(!are_kept(&trips));
    agree(&trips, &TripFilter::default(), "another zone").await;
    // The next sync makes them anew.
    sync(&trips, &world, &plain()).await.unwrap();
    assert!(are_kept(&trips));
    agree(&trips, &TripFilter::default(), "made anew").await;
}
