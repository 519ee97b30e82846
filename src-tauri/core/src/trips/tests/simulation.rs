//! Whatever happened between and during syncs, a sync that ends leaves what the service has.

use super::world::{Dice, Trouble};
use super::*;
use fielddesk_model::Instant;

fn project(number: u64) -> ProjectFilter {
    ProjectFilter {
        id: format!("p{number}").into(),
        number: Some(format!("P-{number}")),
    }
}

fn window(dice: &mut Dice) -> SyncRange {
    let from = 1_770_000_000 + dice.below(2_000_000).cast_signed();
    let to = from + 1 + dice.below(2_000_000).cast_signed();
    let at = |seconds| Instant::from_millis(seconds * 1000).unwrap();
    SyncRange::Window(at(from), at(to))
}

/// The number of stories: `TRIP_SEEDS`, else 20. Wine takes half a minute for one of them.
fn seeds() -> u64 {
    let asked = std::env::var("TRIP_SEEDS").map(|text| text.parse().unwrap());
    asked.unwrap_or(if cfg!(windows) { 4 } else { 20 })
}

#[tokio::test]
async fn in_the_end_the_store_holds_what_the_service_holds() {
    for seed in 1..=seeds() {
        let mut dice = Dice::new(seed);
        let world = World::with(dice.below(40), seed);
        let (_folder, dir, mut trips) = store().await;
        // A plain sync that broke is still under way: its overlap is counted from its begin.
        let mut under_way = false;
        for _ in 0..12 {
            match dice.below(9) {
                0..=2 => {
                    for _ in 0..dice.below(6) {
                        world.state().change(&mut dice);
                    }
                    if !under_way {
                        world.state().now += dice.below(7200).cast_signed();
                    }
                }
                3 => world.state().epoch += 1,
                4 => {
                    let again = TripStore::open(&dir).await.unwrap();
                    trips = again.of_key("profile place client".to_owned());
                }
                step => {
                    world.state().trouble = Trouble {
                        break_after: (dice.below(2) == 0).then(|| dice.below(8)),
                        repeats: dice.below(4) == 0,
                        edits: (dice.below(2) == 0).then(|| Dice::new(seed + 1000)),
                        cancel_after: None,
                    };
                    let request = match step {
                        5 => small(window(&mut dice)),
                        6 => plain().project(project(dice.below(3))),
                        _ => plain(),
                    };
                    let done = sync(&trips, &world, &request).await;
                    if let Err(failure) = &done {
                        let expected = [FailureKind::Unreachable, FailureKind::Refused];
                        assert!(expected.contains(&failure.kind), "seed {seed}: {failure:?}");
                    }
                    under_way |= done.is_err();
                    if request == plain() {
                        under_way = done.is_err();
                    }
                    world.state().trouble = Trouble::default();
                }
            }
        }
        while sync(&trips, &world, &plain()).await.is_err() {}
        sync(&trips, &world, &plain()).await.unwrap();
        assert_eq!(by_id(&trips).await, world.truth(), "seed {seed}");
    }
}

#[tokio::test]
async fn a_window_is_replaced_and_nothing_outside_it_is_touched() {
    let world = World::with(60, 5);
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let mut dice = Dice::new(77);
    for _ in 0..40 {
        world.state().change(&mut dice);
    }
    let before = by_id(&trips).await;
    let SyncRange::Window(from, to) = window(&mut dice) else {
        unreachable!("a window is a window")
    };
    let report = sync(&trips, &world, &small(SyncRange::Window(from, to)))
        .await
        .unwrap();
    assert_eq!(report.mode, SyncMode::Full);
    let inside = |trip: &serde_json::Value| {
        let at: Instant = trip["dumpDateTime"].as_str().unwrap().parse().unwrap();
        from <= at && at < to
    };
    let after = by_id(&trips).await;
    let of = |all: &[serde_json::Value]| -> Vec<serde_json::Value> {
        all.iter().filter(|trip| inside(trip)).cloned().collect()
    };
    assert_eq!(
        of(&after),
        of(&world.truth()),
        "inside it is what the service has"
    );
    let moved_in = |trip: &&serde_json::Value| {
        after
            .iter()
            .any(|now| now["id"] == trip["id"] && inside(now))
    };
    let outside = before
        .iter()
        .filter(|trip| !inside(trip) && !moved_in(trip));
    for trip in outside {
        assert!(after.contains(trip), "outside nothing changed: {trip}");
    }
    let gone = before.len()
        - after
            .iter()
            .filter(|now| before.iter().any(|old| old["id"] == now["id"]))
            .count();
    assert_eq!(report.deleted as usize, gone);
}

#[tokio::test]
async fn the_window_of_one_project_leaves_the_others_alone() {
    let world = World::with(60, 6);
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let mut dice = Dice::new(78);
    for _ in 0..60 {
        world.state().change(&mut dice);
    }
    let before = by_id(&trips).await;
    sync(&trips, &world, &plain().project(project(1)))
        .await
        .unwrap();
    let of = |all: Vec<serde_json::Value>, ours: bool| -> Vec<serde_json::Value> {
        let fits = |trip: &serde_json::Value| (trip["projectId"] == "p1") == ours;
        all.into_iter().filter(fits).collect()
    };
    let after = by_id(&trips).await;
    assert_eq!(of(after.clone(), true), of(world.truth(), true));
    for trip in of(after, false) {
        assert!(
            before.contains(&trip),
            "a trip of another project was not touched: {trip}"
        );
    }
}
