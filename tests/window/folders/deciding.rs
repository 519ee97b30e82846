//! What needs a person: conflicts, files that are gone, and old content that comes back.

use std::time::Duration;

use super::{Held, Office};
use crate::support::wait_for;

const TWO_MINUTES: Duration = Duration::from_secs(120);

/// What is pressed as soon as a case appears is taken for a second press on the one before it
/// (`use-case-keys.ts`).
async fn case_is_read() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}

#[tokio::test]
async fn a_conflict_is_settled_by_each_of_the_three_buttons_and_nothing_is_lost()
-> anyhow::Result<()> {
    const NAMES: [&str; 3] = ["HA-1 yours.pdf", "HA-2 theirs.pdf", "HA-3 both.pdf"];
    let drawings = NAMES.map(|name| (name, "as both had it"));
    let office = Office::mirrored(&drawings).await?;
    office.driver.press("Pause all").await?;
    office.state("Paused").await?;
    for name in NAMES {
        office.save(name, &format!("{name}: ours"))?;
        office
            .colleague_replaces(name, &format!("{name}: of a colleague"))
            .await?;
    }
    office.driver.press("Resume").await?;
    office.state("Action needed").await?;
    office.driver.text("3 conflicts").await?;
    office.picture("8-needs-you").await?;
    for name in NAMES {
        let ours = std::fs::read(office.path(name))?;
        assert_eq!(ours, format!("{name}: ours").as_bytes(), "not touched");
        let theirs = office.on_page().await?.remove(name);
        let wanted = format!("{name}: of a colleague").into_bytes();
        assert_eq!(theirs, Some(wanted), "not touched");
    }

    office.driver.press("Review").await?;
    office.driver.heading(NAMES[0]).await?;
    office
        .driver
        .text("You changed the file in the folder")
        .await?;
    office.picture("9-a-conflict").await?;
    office.driver.press("Keep your version").await?;
    office.driver.heading(NAMES[1]).await?;
    case_is_read().await;
    office.driver.press("Keep project version").await?;
    office.driver.heading(NAMES[2]).await?;
    case_is_read().await;
    office.driver.press("Keep both").await?;
    office.driver.text("No action needed").await?;
    office.state("Synced").await?;

    let disk = office.on_disk()?;
    let copy = disk
        .keys()
        .find(|name| name.starts_with("HA-3 both (theirs ") && name.ends_with(").pdf"))
        .cloned();
    let copy = copy.ok_or_else(|| anyhow::anyhow!("no copy of theirs: {:?}", disk.keys()))?;
    let wanted: Held = [
        (NAMES[0].to_owned(), "HA-1 yours.pdf: ours"),
        (NAMES[1].to_owned(), "HA-2 theirs.pdf: of a colleague"),
        (NAMES[2].to_owned(), "HA-3 both.pdf: ours"),
        (copy, "HA-3 both.pdf: of a colleague"),
    ]
    .into_iter()
    .map(|(name, content)| (name, content.as_bytes().to_vec()))
    .collect();
    assert_eq!(disk, wanted, "the folder is as it was decided");
    office.page_becomes(&wanted).await?;
    for lost in ["HA-1 yours.pdf: of a colleague", "HA-2 theirs.pdf: ours"] {
        assert!(office.is_kept(lost)?, "{lost} is in the history");
    }
    office.to_tab("History").await?;
    office.driver.text("Replaced by your choice").await?;
    office.picture("10-history").await?;
    office.driver.close().await
}

#[tokio::test]
async fn files_removed_from_the_folder_leave_the_page_only_after_a_yes() -> anyhow::Result<()> {
    let drawings = [
        ("HA-101.pdf", "stays"),
        ("HA-102.pdf", "goes"),
        ("HA-103.pdf", "goes too"),
        ("HA-104.pdf", "comes back"),
        ("HA-105.pdf", "stays as well"),
        ("HA-106.pdf", "and this one"),
    ];
    let office = Office::mirrored(&drawings).await?;
    let before = office.on_page().await?;
    for name in ["HA-102.pdf", "HA-103.pdf", "HA-104.pdf"] {
        office.remove(name)?;
    }
    // A name that is missing counts as removed after a minute: programs that save take it away
    // for a moment.
    office.driver.text("Missing, checking again").await?;
    office.state_within(TWO_MINUTES, "Action needed").await?;
    office
        .driver
        .text("3 deleted from the folder, nothing removed from the project")
        .await?;
    assert_eq!(office.on_page().await?, before, "the crews still have them");

    office.driver.press("Review").await?;
    office
        .driver
        .text("3 files were deleted from the folder")
        .await?;
    office
        .driver
        .field("Select HA-104.pdf")
        .await?
        .click()
        .await?;
    office.picture("11-gone").await?;
    office.driver.press("Delete 2 from the project").await?;
    office
        .driver
        .text("1 file was deleted from the folder")
        .await?;
    let mut wanted = before.clone();
    wanted.retain(|name, _| name != "HA-102.pdf" && name != "HA-103.pdf");
    office.page_becomes(&wanted).await?;
    for kept in ["goes", "goes too"] {
        assert!(office.is_kept(kept)?, "{kept:?} is in the history");
    }

    office.driver.press("Restore to the folder").await?;
    office.driver.text("No action needed").await?;
    office.state("Synced").await?;
    assert_eq!(office.on_disk()?, wanted, "what came back is as it was");
    office.page_becomes(&wanted).await?;
    office.driver.close().await
}

#[tokio::test]
async fn an_old_version_comes_back_into_the_folder_and_goes_up_again() -> anyhow::Result<()> {
    let office = Office::mirrored(&[("HA-101.pdf", "revision A")]).await?;
    office.save("HA-101.pdf", "revision B, which was wrong")?;
    office.page_becomes(&office.on_disk()?).await?;
    office.to_tab("History").await?;
    office.driver.text("Replaced").await?;
    office.driver.press("Restore: HA-101.pdf").await?;
    office
        .driver
        .text("HA-101.pdf is restored to the folder and will be uploaded.")
        .await?;
    office.picture("12-restored").await?;
    office.file_becomes("HA-101.pdf", "revision A").await?;
    office.page_becomes(&office.on_disk()?).await?;
    office.state("Synced").await?;
    wait_for("what was covered in the history", || async {
        let kept = office.is_kept("revision B, which was wrong")?;
        Ok(kept.then_some(()))
    })
    .await?;
    office.driver.close().await
}
