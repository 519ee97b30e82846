//! From the wizard to a page that follows the folder: with the window open, with it closed, and
//! after a death in the middle.

use std::path::Path;

use fantoccini::Locator;
use serde_json::json;

use super::{Office, SECTION};
use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::other_program::OtherProgram;
use crate::support::{service, wait_for};

#[tokio::test]
async fn the_wizard_shows_what_will_happen_and_only_then_is_anything_sent() -> anyhow::Result<()> {
    let office = Office::open().await?;
    office.save("HA-101 Oversiktsplan.pdf", "plan, revision A")?;
    office.save("Böschung Profil 12.dwg", "a profile")?;
    office.save("~$HA-101.docx", "a lock file of Word")?;
    office.save("Gammelt/HA-001.pdf", "an old plan")?;

    office.to_folders().await?;
    office.driver.text("Sync a folder with a project").await?;
    office.picture("1-none-yet").await?;
    office.drop_folder().await?;
    office.driver.press("P-2026-001").await?;
    // The folder has subfolders, so a section for each is proposed.
    office.driver.field("One section").await?.click().await?;
    let section = office.driver.field("Section").await?;
    section.send_keys(SECTION).await?;
    office.picture("2-which-section").await?;
    office.driver.press("Next").await?;
    office.driver.text("2 new").await?;
    office.driver.button("Start: upload 2 files").await?;
    office.picture("3-what-will-happen").await?;
    assert!(
        office.on_page().await?.is_empty(),
        "nothing is sent by looking"
    );

    office.driver.press("Start: upload 2 files").await?;
    office.state("Synced").await?;
    // The file of the subfolder is ignored, and not among them.
    office.driver.text("2 files · compared").await?;
    office.picture("4-in-step").await?;
    let mut wanted = office.on_disk()?;
    wanted.remove("~$HA-101.docx");
    assert_eq!(office.on_page().await?, wanted, "byte for byte");
    office.driver.close().await
}

#[tokio::test]
async fn a_section_for_each_subfolder_is_shown_by_name_before_it_is_made() -> anyhow::Result<()> {
    let office = Office::open().await?;
    office.save("Plan/HA-101.pdf", "a plan")?;
    office.save("Snitt/Detalj/HA-201.pdf", "a detail")?;

    office.drop_folder().await?;
    office.driver.press("P-2026-001").await?;
    office
        .driver
        .field("A section for each subfolder")
        .await?
        .click()
        .await?;
    office.driver.text("Snitt - Detalj").await?;
    office.driver.press("Next").await?;
    office.driver.press("Start: upload 2 files").await?;
    office.state("Synced").await?;
    for (section, content) in [("Plan", "a plan"), ("Snitt - Detalj", "a detail")] {
        let documents = service::page(&office.connection, section).await?;
        assert_eq!(documents.len(), 1, "{section}");
        assert_eq!(documents[0].bytes, content.as_bytes(), "{section}");
    }
    office.driver.close().await
}

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

#[tokio::test]
async fn killed_in_the_middle_of_two_hundred_files_it_ends_what_it_began() -> anyhow::Result<()> {
    const FILES: usize = 200;
    let mut office = Office::open().await?;
    for number in 0..FILES {
        // Large enough for several requests.
        let content = format!("drawing {number} ").repeat(40_000);
        office.save(&format!("HA-{number:03}.dwg"), &content)?;
    }
    // The service stops at the third upload, so that there is a middle.
    let stopped = json!({
        "method": "POST", "pathPrefix": "/test/core/api/v4/integration/projects",
        "skip": 2, "times": 10_000, "action": { "delayMs": 60_000 }
    });
    service::fault(&office.service, &stopped).await?;
    office.add().await?;
    let count = || service::count(&office.connection, SECTION);
    wait_for("some of the files on the page", || async {
        Ok((count().await? > 0).then_some(()))
    })
    .await?;
    office.driver.kill_app().await?;
    let there = count().await?;
    assert!(there < FILES, "it was killed in the middle: {there}");

    service::no_faults(&office.service).await?;
    office.driver.end();
    office.driver = AppDriver::start(Path::new(APP), office.data.path()).await?;
    office.state("Synced").await?;
    office.driver.text("200 files · compared").await?;
    office.page_becomes(&office.on_disk()?).await?;
    office.picture("7-after-a-death").await?;
    let rows = office
        .driver
        .client
        .find_all(Locator::Css("li[data-folder]"));
    assert_eq!(rows.await?.len(), 1, "the one folder");
    office.driver.close().await
}
