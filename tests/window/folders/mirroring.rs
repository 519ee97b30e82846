//! A page follows its folder with the window open and with it closed; without a tray, closing ends it.

use super::Office;
use crate::APP;
use crate::support::other_program::OtherProgram;
use crate::support::wait_for;

#[tokio::test]
async fn a_change_on_the_disk_is_mirrored_and_the_window_says_so() -> anyhow::Result<()> {
    let office = Office::mirrored(&[("HA-101.pdf", "revision A"), ("HA-102.pdf", "a")]).await?;
    office.to_tab("Activity").await?;
    office.driver.text("2 new").await?;

    office.save("HA-101.pdf", "revision B, longer")?;
    office.save("HA-103.pdf", "a new one")?;
    office.driver.text("1 replaced").await?;
    office.driver.text("3 new").await?;
    office.picture("5-activity").await?;
    office.state("Synced").await?;
    office.driver.text("3 files · compared").await?;
    office.page_becomes(&office.on_disk()?).await?;
    assert!(
        office.is_kept("revision A")?,
        "what was replaced is in the history"
    );

    office.to_tab("All files").await?;
    office.picture("6-all-files").await?;
    office.driver.close().await
}

#[tokio::test]
async fn mirroring_goes_on_with_the_window_closed() -> anyhow::Result<()> {
    let _tray = OtherProgram::tray()?;
    let office = Office::mirrored(&[("HA-101.pdf", "revision A")]).await?;
    office.driver.close_window()?;
    // The first time it is said where the program stays.
    office.driver.text("Fielddesk stays in the tray").await?;
    office.picture("7-first-close").await?;
    office.driver.press_last("Close window").await?;
    no_window(&office).await?;

    office.save("HA-101.pdf", "saved with the window closed")?;
    office.save("HA-102.pdf", "a new one")?;
    office.page_becomes(&office.on_disk()?).await?;

    // A second start shows the window of the first.
    let second = tokio::process::Command::new(APP)
        .env("FIELDDESK_DATA_DIR", office.data.path())
        .status()
        .await?;
    assert!(second.success(), "the second start ends");
    wait_for("the window", || async {
        Ok(office.driver.is_on_screen().then_some(()))
    })
    .await?;
    office.state("Synced").await?;
    office.driver.text("2 files · compared").await?;
    office.driver.close().await
}

#[tokio::test]
async fn without_a_tray_closing_says_what_stops_and_quits() -> anyhow::Result<()> {
    let mut office = Office::mirrored(&[("HA-101.pdf", "revision A")]).await?;
    office.driver.close_window()?;
    office
        .driver
        .text("1 synced folder is not synced until the next start.")
        .await?;
    office.picture("8-quit").await?;
    office.driver.press("Cancel").await?;
    office.state("Synced").await?;
    office.driver.close_window()?;
    office.driver.press_last("Quit Fielddesk").await?;
    no_window(&office).await?;
    office.driver.end();
    Ok(())
}

async fn no_window(office: &Office) -> anyhow::Result<()> {
    wait_for("no window", || async {
        Ok((!office.driver.is_on_screen()).then_some(()))
    })
    .await
}
