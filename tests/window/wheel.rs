//! The wheel scrolls, also where the window draws without layers, as on a computer without a graphics processor.

use std::path::Path;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::drag::xdotool;
use crate::support::wait_for;

#[tokio::test]
async fn the_wheel_scrolls_without_layers() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let no_layers = [("FIELDDESK_KEEP_LAYERS", "0".to_owned())];
    let driver = AppDriver::start_with(Path::new(APP), data.path(), &no_layers).await?;
    driver.press("How to connect").await?;
    let title = || driver.heading("Connecting");
    let (x, top) = driver.place_of(title).await?;
    xdotool(&format!("mousemove {x} {} click --repeat 5 5", top + 200))?;
    let scrolled = wait_for("the page further down", || async {
        Ok((driver.place_of(title).await?.1 < top).then_some(()))
    });
    driver.telling(scrolled.await).await?;
    driver.close().await
}
