//! The days of trips are those of the time zone in the settings.

use serde_json::json;

use super::views::{DayFilter, TripRow};
use super::*;
use crate::settings::{self, Settings};

#[tokio::test]
async fn days_are_those_of_the_zone_in_the_settings_where_clocks_change() {
    let world = World::with(5, 1);
    // Summer time begins in Oslo on 29 March 2026: that day has 23 hours.
    let times = [
        "2026-03-28T22:30:00Z",
        "2026-03-28T23:30:00Z",
        "2026-03-29T21:30:00Z",
        "2026-03-29T22:30:00Z",
        "2026-03-30T22:30:00Z",
    ];
    let mut next = times.iter();
    world
        .state()
        .edit(|trip| trip["dumpDateTime"] = json!(next.next().unwrap()));
    let (_folder, dir, trips) = store().await;
    let days = |name: &str| {
        let settings = Settings {
            time_zone: Some(name.to_owned()),
            ..Settings::default()
        };
        settings::save(&dir, &settings).unwrap();
        let trips = trips.clone();
        async move {
            let sums = trips.overview(&DayFilter::default()).await.unwrap();
            let days = sums.days.into_iter();
            days.map(|day| (day.day.unwrap().to_string(), day.figures.trips))
                .collect::<Vec<_>>()
        }
    };
    let expected = |days: &[(&str, u64)]| -> Vec<(String, u64)> {
        let days = days.iter();
        days.map(|(day, trips)| ((*day).to_owned(), *trips))
            .collect()
    };
    let oslo = expected(&[
        ("2026-03-28", 1),
        ("2026-03-29", 2),
        ("2026-03-30", 1),
        ("2026-03-31", 1),
    ]);
    assert!(days("Europe/Oslo").await.is_empty());
    sync(&trips, &world, &plain()).await.unwrap();
    assert!(!trips.sums_are_stale().await.unwrap());
    assert_eq!(days("Europe/Oslo").await, oslo, "from kept sums");
    let one_day = DayFilter {
        from: Some("2026-03-29".to_owned()),
        to: Some("2026-03-29".to_owned()),
        ..DayFilter::default()
    };
    let order = TripOrder::default();
    let rows = trips.rows(&one_day, order, 0, 10).await.unwrap().rows;
    let at = |row: &TripRow| row.dumped_at.unwrap().to_rfc3339();
    let found: Vec<String> = rows.iter().map(at).collect();
    assert_eq!(
        found,
        ["2026-03-28T23:30:00+00:00", "2026-03-29T21:30:00+00:00"]
    );

    let honolulu = expected(&[("2026-03-28", 2), ("2026-03-29", 2), ("2026-03-30", 1)]);
    assert_eq!(days("Pacific/Honolulu").await, honolulu, "from the trips");
    assert!(trips.sums_are_stale().await.unwrap());
    trips.refresh_sums().await.unwrap();
    assert!(!trips.sums_are_stale().await.unwrap());
    assert_eq!(
        days("Pacific/Honolulu").await,
        honolulu,
        "from sums made anew"
    );
}
