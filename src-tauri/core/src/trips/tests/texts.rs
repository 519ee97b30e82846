//! A text finds what contains it, wherever the trip says it: every figure of the screen counts the same
//! trips.

use fielddesk_model::Instant;
use fielddesk_rules::trips::TripState;
use serde_json::{Value, json};

use super::views::DayFilter;
use super::*;

const ID: &str = "00000000000000000000f778"; // 8 * 7919

/// Trips some of whose texts are shared with others, some their own.
fn world() -> World {
    let world = World::with(240, 33);
    let mut number = 0;
    world.state().edit(|trip| {
        number += 1;
        trip["dumperDriverName"] = json!(["Kari", "Ola", "Åse"][number % 3]);
        trip["customerName"] = json!(["Veidekke Nord", "Kommunen"][number % 2]);
        trip["taskId"] = json!("5f1e00aa00aa00aa00aa00aa");
        trip["comment"] = match number % 10 {
            1 => json!("spurte Kari om våt grus"),
            2 => json!("VÅT GRUS"),
            _ => Value::Null,
        };
    });
    world
}

/// The trips of a filter, by each of the questions that the screen asks.
async fn assert_finds(trips: &Trips, filter: &DayFilter, expected: &[Value]) {
    let sums = trips.overview(filter).await.unwrap();
    let of_days: u64 = sums.days.iter().map(|day| day.figures.trips).sum();
    let of_machines: u64 = sums.machines.iter().map(|one| one.figures.trips).sum();
    let spread = trips.distributions(filter).await.unwrap();
    let of_cycles = spread.cycle_minutes.counted + spread.cycle_minutes.left_out;
    let page = trips.rows(filter, TripOrder::default(), 0, 1000).await;
    let page = page.unwrap();
    let all = [
        sums.total.trips,
        of_days,
        of_machines,
        of_cycles,
        page.total,
    ];
    assert_eq!(all, [expected.len() as u64; 5], "{filter:?}");
    let mut ids: Vec<&str> = page.rows.iter().map(|row| row.id.as_str()).collect();
    ids.sort_unstable();
    let truth: Vec<&str> = expected
        .iter()
        .map(|trip| trip["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, truth, "{filter:?}");
    let distance: f64 = expected
        .iter()
        .filter_map(|trip| trip["distance"].as_f64())
        .sum();
    assert!((sums.total.distance - distance).abs() < 1e-6, "{filter:?}");
}

fn of_text(text: &str) -> DayFilter {
    DayFilter {
        text: Some(text.to_owned()),
        ..DayFilter::default()
    }
}

#[tokio::test]
async fn a_text_finds_shared_texts_own_texts_and_whole_ids() {
    let world = world();
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let is = |trip: &Value, field: &str, text: &str| trip[field] == text;
    type Fits = Box<dyn Fn(&Value) -> bool>;
    let cases: Vec<(&str, Fits)> = vec![
        // Of a driver, and in comments of trips of others.
        (
            "kari",
            Box::new(move |trip| {
                is(trip, "dumperDriverName", "Kari")
                    || is(trip, "comment", "spurte Kari om våt grus")
            }),
        ),
        ("våt grus", Box::new(|trip| !trip["comment"].is_null())),
        (
            " veidekke ",
            Box::new(move |trip| is(trip, "customerName", "Veidekke Nord")),
        ),
        ("d-4", Box::new(move |trip| is(trip, "dumperNumber", "D-4"))),
        ("tipp øst", Box::new(|_| true)),
        ("5F1E00AA00AA00AA00AA00AA", Box::new(|_| true)),
        // A part of an id is nothing that somebody looks for.
        ("5f1e00", Box::new(|_| false)),
        (ID, Box::new(move |trip| is(trip, "id", ID))),
        (&ID[18..], Box::new(|_| false)),
        ("%", Box::new(|_| false)),
    ];
    for (text, fits) in cases {
        let mut expected = world.truth();
        expected.retain(|trip| fits(trip));
        assert_finds(&trips, &of_text(text), &expected).await;
        // With another filter, and for days.
        let of_part = DayFilter {
            state: Some(TripState::Registered),
            from: Some("2026-02-15".to_owned()),
            to: Some("2026-02-25".to_owned()),
            ..of_text(text)
        };
        let (from, to) = trips
            .zone()
            .span(of_part.from.as_deref(), of_part.to.as_deref())
            .unwrap();
        expected.retain(|trip| {
            let at: Instant = trip["dumpDateTime"].as_str().unwrap().parse().unwrap();
            trip["verified"] != true && from <= Some(at) && Some(at) < to
        });
        assert_finds(&trips, &of_part, &expected).await;
    }
}

#[tokio::test]
async fn what_was_found_is_looked_for_anew_when_trips_change() {
    let world = world();
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let found = |text: &'static str| {
        let trips = &trips;
        async move { trips.overview(&of_text(text)).await.unwrap().total.trips }
    };
    assert_eq!(found("punktert").await, 0);
    world.state().change_comment(ID, "Punktert dekk");
    sync(&trips, &world, &plain()).await.unwrap();
    assert_eq!(found("punktert").await, 1);
    world.state().change_comment(ID, "");
    sync(&trips, &world, &plain()).await.unwrap();
    assert_eq!(found("punktert").await, 0);
}
