//! Promises of the seeds about their trips.

use std::collections::HashSet;

use super::*;
use crate::seed::{companies, machines, projects, users};
use crate::store::{TripFlags, TripRow};

fn seeded(seed: Seed, environment: Environment) -> TripLoad {
    let companies = companies::all(environment);
    let mut data = SeedData::default();
    projects::add(&mut data, seed, environment, &companies);
    data.machines = machines::fleet(seed, environment, &companies);
    let people = users::people(seed, environment, &companies);
    load(&data, &people, seed, environment, &companies)
}

fn rows(load: TripLoad) -> Vec<TripRow> {
    load.rows.unwrap().collect()
}

#[test]
fn the_demo_has_what_the_interfaces_promise() {
    let load = seeded(Seed::Demo, Environment::Test);
    let book = load.book.clone();
    let rows = rows(load);
    let number_of = |audience: i64| rows.iter().filter(|row| row.audience == audience).count();
    assert!((5_000..15_000).contains(&rows.len()), "{}", rows.len());
    let deleted = rows.iter().filter(|row| row.deleted_at.is_some()).count();
    assert!((20..200).contains(&deleted), "{deleted}");
    let legacy = rows.iter().filter(|row| !row.flags.has(TripFlags::FLOW));
    assert!(legacy.count() >= 100);
    for two in 0..2 {
        let of_project = rows
            .iter()
            .filter(|row| row.project == two && row.deleted_at.is_none());
        assert!(of_project.count() >= 1_000, "both projects fill a chart");
    }
    assert_eq!(book.audiences.len(), 4);
    assert!((0..4).all(|audience| number_of(audience) >= 100));
    let production = self::rows(seeded(Seed::Demo, Environment::Production));
    assert!(production.len() >= 300 && production.len() < rows.len());
}

#[test]
fn every_trip_is_believable() {
    let load = seeded(Seed::Demo, Environment::Test);
    let book = load.book.clone();
    let rows = rows(load);
    let mut ids = HashSet::new();
    let mut busy = std::collections::HashMap::new();
    for row in &rows {
        assert!(ids.insert(row.id), "ids are unique");
        let seconds = (row.dump_at - row.load_at) / 1000;
        let metres = row.distance_m.unwrap();
        let speed = metres as f64 / seconds as f64 * 3.6;
        assert!((2.0..50.0).contains(&speed), "{speed} km/h");
        if let (Some(load), Some(dump)) = (row.load_coordinates, row.dump_coordinates) {
            let point = |at: [i64; 2]| [at[0] as f64 / 1e6, at[1] as f64 / 1e6];
            let straight = road::metres(point(load), point(dump));
            assert!(
                straight <= metres as f64 + 60.0,
                "{straight} m in {metres} m"
            );
            assert!(
                straight > metres as f64 / 3.0 - 120.0,
                "{straight} m in {metres} m"
            );
        }
        assert!(
            row.utilization
                .is_some_and(|rate| (300..=1030).contains(&rate))
        );
        assert!(row.modified_at > row.dump_at && row.modified_at <= state::ENDS_AT_MS);
        let state = |flag| row.flags.has(flag);
        assert!(state(TripFlags::VERIFIED) || !state(TripFlags::APPROVED));
        assert!(state(TripFlags::APPROVED) || !state(TripFlags::INVOICED));
        assert!(row.deleted_at.is_none_or(|at| at == row.modified_at));
        // A driver is in one place: the next load begins after the last dump.
        let last = busy.insert((row.dumper_driver, row.dumper, row.project), row.dump_at);
        assert!(last.is_none_or(|last| row.load_at > last));
        let location = |position: i64| &book.locations[usize::try_from(position).unwrap()];
        let project = &book.projects[usize::try_from(row.project).unwrap()];
        assert_eq!(
            location(row.load_location).project_id.as_ref(),
            Some(project)
        );
        assert_eq!(
            location(row.dump_location).project_id.as_ref(),
            Some(project)
        );
    }
    assert!(rows.iter().any(|row| row.flags.has(TripFlags::INVOICED)));
    assert!(rows.iter().any(|row| !row.flags.has(TripFlags::VERIFIED)));
    assert!(
        rows.windows(2)
            .all(|pair| pair[0].dump_at <= pair[1].dump_at)
    );
}

#[test]
fn the_same_seed_gives_the_same_trips_and_the_environments_share_no_id() {
    let once = rows(seeded(Seed::Demo, Environment::Test));
    assert_eq!(once, rows(seeded(Seed::Demo, Environment::Test)));
    let production = rows(seeded(Seed::Demo, Environment::Production));
    let ids: HashSet<_> = once.iter().map(|row| row.id).collect();
    assert!(production.iter().all(|row| !ids.contains(&row.id)));
}

#[test]
fn the_large_seed_has_a_million_trips() {
    let load = seeded(Seed::Large, Environment::Test);
    let (mut live, mut deleted) = (0, 0);
    for row in load.rows.unwrap() {
        *(if row.deleted_at.is_none() {
            &mut live
        } else {
            &mut deleted
        }) += 1;
    }
    assert_eq!(live, LARGE_TRIPS);
    assert!(deleted > 1_000);
    assert!(load.book.projects.len() > 1_900);
}
