//! Kept sums are those of the trips, after every change and for every reader.

use super::world::{Dice, Trouble};
use super::*;
use views::DayFilter;

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

/// Notes a day without trips as changed, so that the trips themselves are read; or takes that back.
fn distrust(trips: &Trips, distrusted: bool) {
    let statement = match distrusted {
        true => "INSERT INTO stale_days SELECT source, -9 FROM sources",
        false => "DELETE FROM stale_days WHERE day = -9",
    };
    let connection = trips.store.connect().unwrap();
    connection.execute(statement, []).unwrap();
}

/// Compares what is kept with what the trips themselves tell.
async fn agree(trips: &Trips, filter: &TripFilter, about: &str) {
    let all = DayFilter::default();
    let kept = trips.summary(filter, &ALL).await.unwrap();
    let kept_spread = trips.distributions(&all).await.unwrap();
    distrust(trips, true);
    assert!(!are_kept(trips));
    let counted = trips.summary(filter, &ALL).await.unwrap();
    let spread = trips.distributions(&all).await.unwrap();
    distrust(trips, false);
    assert_eq!(kept_spread.cycle_minutes, spread.cycle_minutes, "{about}");
    assert_eq!(kept_spread.utilization, spread.utilization, "{about}");
    assert_eq!(kept_spread.m3_per_hour, spread.m3_per_hour, "{about}");
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

#[tokio::test]
async fn they_lose_what_a_full_sync_did_not_bring() {
    let year = |text| window::bound("from", text, &chrono::Local).unwrap();
    let (from, to) = (year("2026-01-01"), year("2027-01-01"));
    // Few trips: most days that lose one keep none.
    for seed in 1..=12 {
        let world = World::with(4, seed);
        let (_folder, _dir, trips) = store().await;
        sync(&trips, &world, &plain()).await.unwrap();
        let mut dice = Dice::new(seed);
        for _ in 0..6 {
            world.state().change(&mut dice);
        }
        let window = small(SyncRange::Window(from, to));
        sync(&trips, &world, &window).await.unwrap();
        let about = format!("seed {seed}");
        assert!(are_kept(&trips), "{about}");
        agree(&trips, &TripFilter::default(), &about).await;
    }
}
