//! The main job, from the first start to the project's page: used by the test and by
//! `make run` where there is no display.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::app_driver::{AppDriver, settle};
use super::{service, wait_for, write_file};

/// The files that are dragged: a space and an umlaut in their names.
pub const NAMES: [&str; 2] = ["HA-101 Oversiktsplan rev C.pdf", "Böschung Profil 12.dwg"];

/// What happened, in the order in which it did.
pub struct Story {
    /// A line for each step.
    pub lines: Vec<String>,
}

/// Starts the app on an empty data folder, tries sample data, drags two files from another
/// window onto a project, sends them, and compares what the service has.
pub async fn main_job(app: &Path, data: &Path, pictures: &Path) -> anyhow::Result<Story> {
    let mut lines = Vec::new();
    let driver = AppDriver::start(app, data).await?;
    let picture = async |name: &str| -> anyhow::Result<()> {
        settle().await;
        driver.picture(&pictures.join(name))
    };

    driver.button("Try it with sample data").await?;
    picture("1-first-start.png").await?;
    driver.press("Try it with sample data").await?;
    driver.text("P-2026-001").await?;
    picture("2-projects.png").await?;
    lines.push("Started with sample data: its projects are listed.".to_owned());

    let folder = tempfile::tempdir()?;
    let mut sent = Vec::new();
    for (name, bytes) in NAMES.into_iter().zip([180_000, 420_000]) {
        let path = folder.path().join(name);
        sent.push((name, write_file(&path, bytes)?, path));
    }
    let files: Vec<PathBuf> = sent.iter().map(|(_, _, path)| path.clone()).collect();
    let place = driver.place_of(|| driver.text("P-2026-001")).await?;
    let held = {
        let files = files.clone();
        tokio::task::spawn_blocking(move || super::drag::Drag::hold_over(&files, place.0, place.1))
            .await??
    };
    driver.text("Drop to review").await?;
    picture("3-dragging.png").await?;
    tokio::task::spawn_blocking(move || held.let_go()).await??;
    lines.push("Dragged two files from another window onto P-2026-001.".to_owned());

    driver.text("Review upload").await?;
    driver.text("The only section there").await?;
    picture("4-what-goes-where.png").await?;
    driver.press("Upload 2 files to P-2026-001").await?;

    let connection = service::as_the_app(data).await?;
    let stored = wait_for("both files on the page", || async {
        let stored = service::documents(&connection).await?;
        let there = NAMES
            .iter()
            .all(|name| stored.iter().any(|(other, _)| other == name));
        Ok(there.then_some(stored))
    })
    .await?;
    for (name, bytes, _) in &sent {
        let (_, found) = stored
            .iter()
            .find(|(other, _)| other == name)
            .with_context(|| format!("{name} is not on the page"))?;
        anyhow::ensure!(found == bytes, "{name} is not the same byte for byte");
        lines.push(format!(
            "{name}: {} bytes, the same on the page.",
            bytes.len()
        ));
    }
    for name in NAMES {
        driver.text(name).await?;
    }
    picture("5-on-the-page.png").await?;
    driver.close().await?;
    Ok(Story { lines })
}
