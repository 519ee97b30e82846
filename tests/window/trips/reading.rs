//! Trips are read twice: all of them, then what changed.

use anyhow::Context;
use fantoccini::Locator;

use super::{all, figures_become, open_read, rows};
use crate::seeded_app::SeededApp;
use crate::support::{service, wait_for};

#[tokio::test]
async fn trips_are_read_then_only_what_changed_and_a_deleted_one_disappears() -> anyhow::Result<()>
{
    let (app, before) = open_read().await?;
    assert!(before.len() > 4000, "the seed has {} trips", before.len());
    app.picture("read").await?;
    let newest = "[data-pane=grid] [row-index='0'][row-id]";
    let id = wait_for("the first row", || async {
        let row = app.driver.client.find(Locator::Css(newest)).await?;
        let id = row.attr("row-id").await?.context("a row has an id")?;
        Ok(before
            .iter()
            .any(|trip| trip.id.as_ref() == id)
            .then_some(id))
    })
    .await?;

    is_in_sight(&app, newest).await?;

    service::forget_requests(&app.service).await?;
    service::delete_trip(&app.service, &id).await?;
    app.driver.press("Read new trips").await?;
    app.driver.text("1 removed since last time").await?;
    let requests = service::requests(&app.service).await?;
    let mut read = requests
        .iter()
        .filter(|request| request.contains("flow-trip-registrations"))
        .peekable();
    assert!(read.peek().is_some(), "trips are read: {requests:?}");
    for request in read {
        assert!(request.contains("ModifiedSince="), "incremental: {request}");
    }

    let after = all(&app.connection).await?;
    let mut expected = rows(&before);
    expected.retain(|row| row.id != id);
    assert_eq!(rows(&after), expected, "one is gone at the service");
    figures_become(&app, &expected).await?;
    wait_for("another first row", || async {
        let row = app.driver.client.find(Locator::Css(newest)).await?;
        let now = row.attr("row-id").await?;
        Ok(now.filter(|now| expected.iter().any(|row| row.id == *now)))
    })
    .await?;
    app.picture("read-again").await?;
    app.close().await
}

/// Fails unless a row of the grid lies within the grid's own place in the window.
async fn is_in_sight(app: &SeededApp, row: &str) -> anyhow::Result<()> {
    let (_, y, _, height) = app.driver.css(row).await?.rectangle().await?;
    let grid = app.driver.css("[data-pane=grid]").await?;
    let (_, top, _, high) = grid.rectangle().await?;
    let (bottom, end) = (y + height, top + high);
    anyhow::ensure!(
        y >= top && bottom <= end,
        "the row is at {y} to {bottom}, the grid at {top} to {end}"
    );
    Ok(())
}
