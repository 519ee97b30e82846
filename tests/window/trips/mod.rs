//! Haul trips: what is shown and exported is what the service has, by sums of the test's own.

mod saved;
mod showing;

use std::collections::HashMap;

use fantoccini::Locator;
use fielddesk_api::TripQuery;
use fielddesk_core::connection::Connection;
use fielddesk_model::{Instant, Trip};

use crate::seeded_app::SeededApp;
use crate::support::wait_for;

/// What the tests compare of a trip, from the service or from a file.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    id: String,
    quantity: Option<f64>,
    quantity_m3: Option<f64>,
    unit: String,
}

/// Figures of some trips.
#[derive(Debug, Clone, Copy)]
struct Sums {
    trips: f64,
    m3: f64,
    tonnes: f64,
}

/// Opens the screen and reads all trips; with them as the service has them.
async fn open_read() -> anyhow::Result<(SeededApp, Vec<Trip>)> {
    let (app, trips) = SeededApp::open("Haul trips", "trips", all).await?;
    app.driver.press("Read trips").await?;
    figures_become(&app, &rows(&trips)).await?;
    Ok((app, trips))
}

/// Every trip of the service, with the names that other streams have for what it refers to.
async fn all(connection: &Connection) -> anyhow::Result<Vec<Trip>> {
    let query = TripQuery::everything().chunk_limit(10_000);
    let client = &connection.client;
    let locations = client.locations().all(&query).await?.records;
    let locations = locations.into_iter().map(|one| (one.id, one.name));
    let locations: HashMap<_, _> = locations.collect();
    let named = |name: &mut Option<String>, id: &Option<String>| {
        if let (None, Some(id)) = (&*name, id) {
            *name = locations.get(id).cloned().flatten();
        }
    };
    let mut trips = client.trips().all(&query).await?.records;
    for trip in &mut trips {
        named(&mut trip.load_location_name, &trip.load_location_id);
        named(&mut trip.dump_location_name, &trip.dump_location_id);
    }
    Ok(trips)
}

/// The trips as rows, by id.
fn rows<'a>(trips: impl IntoIterator<Item = &'a Trip>) -> Vec<Row> {
    let row = |trip: &Trip| Row {
        id: trip.id.to_string(),
        quantity: trip.quantity,
        quantity_m3: trip.quantity_m3,
        unit: trip.unit_of_measure_text.clone().unwrap_or_default(),
    };
    let mut rows: Vec<_> = trips.into_iter().map(row).collect();
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    rows
}

/// Sums of rows: m³ as they are sent, else where that is the unit; tonnes by their unit.
fn sums(rows: &[Row]) -> Sums {
    let mut sums = Sums {
        trips: 0.0,
        m3: 0.0,
        tonnes: 0.0,
    };
    for row in rows {
        let unit = row.unit.trim().to_lowercase();
        let own = |units: &[&str]| row.quantity.filter(|_| units.contains(&unit.as_str()));
        sums.trips += 1.0;
        let cubic = own(&["m3", "m³", "fm3", "afm3", "pfm3", "pam3", "lm3"]);
        sums.m3 += row.quantity_m3.or(cubic).unwrap_or_default();
        sums.tonnes += own(&["t", "ton", "tonn", "tonne", "tonnes"]).unwrap_or_default();
    }
    sums
}

/// The first key figures of the window.
async fn figures(app: &SeededApp) -> anyhow::Result<Sums> {
    let figures = Locator::Css("[data-pane=figures] b");
    let mut shown = Vec::new();
    for figure in app.driver.client.find_all(figures).await?.iter().take(3) {
        let text = figure.prop("textContent").await?.unwrap_or_default();
        shown.push(text.replace(',', "").parse::<f64>()?);
    }
    let [trips, m3, tonnes] = shown[..] else {
        anyhow::bail!("the window has three figures: {shown:?}");
    };
    Ok(Sums { trips, m3, tonnes })
}

/// Waits until the window's figures are those of the rows: the window shows whole numbers.
async fn figures_become(app: &SeededApp, rows: &[Row]) -> anyhow::Result<()> {
    let wanted = sums(rows);
    let near = |one: f64, other: f64| (one - other).abs() < 0.51;
    let same = |now: &Sums| {
        near(now.trips, wanted.trips) && near(now.m3, wanted.m3) && near(now.tonnes, wanted.tonnes)
    };
    let become_so = wait_for("the figures", || async {
        let now = figures(app).await?;
        anyhow::ensure!(same(&now), "wanted {wanted:?}, the window has {now:?}");
        Ok(Some(()))
    })
    .await;
    app.driver.telling(become_so).await
}

/// When a trip was: at its end, else at its start.
fn time(trip: &Trip) -> Option<Instant> {
    trip.dump_date_time.or(trip.load_date_time)
}
