//! Filters of the charts and of the map, and what is exported under them.

use std::path::PathBuf;

use anyhow::Context;
use fantoccini::Locator;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fielddesk_model::Trip;

use super::{Row, figures_become, open_read, rows, saved, time};
use crate::seeded_app::SeededApp;
use crate::support::{file_dialog, wait_for};

#[tokio::test]
async fn charts_filter_and_every_export_holds_what_is_shown() -> anyhow::Result<()> {
    let (app, trips) = open_read().await?;
    assert_eq!(export(&app, "CSV", "all.csv").await?, rows(&trips));

    // A bar of the list of mass types.
    let bar = "[data-pane=breakdown] button[aria-pressed]:has(b)";
    let bar = app.driver.css(bar).await?;
    let name = bar.find(Locator::Css("[title]")).await?;
    let name = name.attr("title").await?.context("a bar has a name")?;
    bar.click().await?;
    let of_type = |trip: &&Trip| trip.mass_type.as_deref() == Some(&*name);
    let expected: Vec<_> = trips.iter().filter(of_type).collect();
    assert!(!expected.is_empty() && expected.len() < trips.len());
    figures_become(&app, &rows(expected.iter().copied())).await?;
    app.picture("mass-type").await?;

    // Some bars of the days, besides.
    drag_over_days(&app).await?;
    let release = "button[aria-label^='Remove filter Period']";
    app.driver.css(release).await?;
    app.picture("days").await?;
    let shown = export(&app, "CSV", "days.csv").await?;
    assert!(!shown.is_empty() && shown.len() < expected.len());
    // All that lies between the first and the last, whatever the zone of the days.
    let times = expected.iter().filter(|trip| has(&shown, trip));
    let times: Vec<_> = times.filter_map(|trip| time(trip)).collect();
    let (first, last) = (times.iter().min(), times.iter().max());
    let within = |trip: &&&Trip| {
        let at = time(trip);
        at.as_ref() >= first && at.as_ref() <= last
    };
    let within = rows(expected.iter().filter(within).copied());
    assert_eq!(shown, within);
    figures_become(&app, &within).await?;
    for (kind, file) in [("Excel", "days.xlsx"), ("Parquet", "days.parquet")] {
        assert_eq!(export(&app, kind, file).await?, within, "{kind}");
    }
    app.driver.press("Clear filters").await?;
    figures_become(&app, &rows(&trips)).await?;
    app.close().await
}

/// Whether a trip is among the rows.
fn has(rows: &[Row], trip: &Trip) -> bool {
    rows.binary_search_by(|row| row.id.as_str().cmp(trip.id.as_ref()))
        .is_ok()
}

/// Exports what is shown by way of the system's dialog, and reads the file.
async fn export(app: &SeededApp, kind: &str, name: &str) -> anyhow::Result<Vec<Row>> {
    let path: PathBuf = app.data.path().join(name);
    app.driver.press("Export").await?;
    let item = format!("//*[@role='menuitem'][contains(., ' as {kind}')]");
    wait_for(kind, || async {
        let item = app.driver.client.find(Locator::XPath(&item)).await?;
        Ok(Some(item.click().await?))
    })
    .await?;
    file_dialog::save_as(&path).await?;
    app.driver.text(&format!("saved in “{name}”")).await?;
    saved::read(&path)
}

/// Drags over the middle of the chart of the days.
async fn drag_over_days(app: &SeededApp) -> anyhow::Result<()> {
    let chart = app.driver.css("[role=slider]").await?;
    let (x, y, width, height) = chart.rectangle().await?;
    let at = |share: f64| PointerAction::MoveTo {
        duration: None,
        x: x + width * share,
        y: y + height * 0.4,
    };
    let drag = MouseActions::new("mouse".to_owned())
        .then(at(0.4))
        .then(PointerAction::Down {
            button: MOUSE_BUTTON_LEFT,
        })
        .then(at(0.5))
        .then(at(0.6))
        .then(PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        });
    Ok(app.driver.client.perform_actions(drag).await?)
}
