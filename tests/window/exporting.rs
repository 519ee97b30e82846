//! A file by way of the system's own dialog, which no browser without one shows.

use fantoccini::Locator;
use fielddesk_api::TripQuery;

use crate::seeded_app::SeededApp;
use crate::support::{file_dialog, wait_for};

#[tokio::test]
async fn trips_are_saved_where_the_dialog_says() -> anyhow::Result<()> {
    let (app, trips) = SeededApp::open("Haul trips", "trips", async |connection| {
        let query = TripQuery::everything().chunk_limit(10_000);
        Ok(connection.client.trips().all(&query).await?.records)
    })
    .await?;
    app.driver.press("Download trips").await?;
    wait_for("all trips", || async {
        let count = Locator::Css("[data-pane=figures] b");
        let count = app.driver.client.find(count).await?.text().await?;
        Ok((count.replace(',', "") == trips.len().to_string()).then_some(()))
    })
    .await?;
    let path = app.data.path().join("all.csv");
    app.driver.press("Export").await?;
    wait_for("the form of the file", || async {
        let item = Locator::XPath("//*[@role='menuitem'][contains(., ' as CSV')]");
        let item = app.driver.client.find(item).await?;
        Ok(Some(item.click().await?))
    })
    .await?;
    file_dialog::save_as(&path).await?;
    app.driver.text("saved in “all.csv”").await?;
    let lines = std::fs::read_to_string(&path)?.lines().count();
    assert_eq!(lines, trips.len() + 1, "the headings and each trip");
    app.close().await
}
