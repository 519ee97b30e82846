//! Sending when things go wrong: the service away, a large file cancelled, a hostile name.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use fielddesk_core::connection::Connection;
use fielddesk_service::{RunningService, Seed, ServeOptions};
use serde_json::json;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::{pictures, service, wait_for, write_file};

/// An app that uses a service of the test.
struct Bench {
    data: tempfile::TempDir,
    files: tempfile::TempDir,
    service: RunningService,
    connection: Connection,
    driver: AppDriver,
}

impl Bench {
    async fn start() -> anyhow::Result<Self> {
        let data = tempfile::tempdir()?;
        let service = service::start().await?;
        let connection = service::connect(data.path(), &service).await?;
        let driver = AppDriver::start(Path::new(APP), data.path()).await?;
        driver.follow("Documents").await?;
        driver.text("P-2026-001").await?;
        Ok(Self {
            data,
            files: tempfile::tempdir()?,
            service,
            connection,
            driver,
        })
    }

    /// Drops a file onto the project and sends it.
    async fn send(&self, file: PathBuf) -> anyhow::Result<()> {
        self.drop(file).await?;
        // Nothing on the page resembles the test's files: they go to its only section.
        self.driver.text("The only section there").await?;
        self.driver.press("Upload 1 file to P-2026-001").await
    }

    /// Drops a file onto the project.
    async fn drop(&self, file: PathBuf) -> anyhow::Result<()> {
        let project = self.driver.text("P-2026-001").await?;
        self.driver.drop_on(&[file], &project).await?;
        self.driver.text("Review upload").await?;
        Ok(())
    }
}

#[tokio::test]
async fn what_the_file_manager_gives_is_planned_in_the_window_that_is_open() -> anyhow::Result<()> {
    let bench = Bench::start().await?;
    let file = bench.files.path().join("Quay – façade.pdf");
    write_file(&file, 2_000)?;
    // On another screen, and by a relative name, as a shell gives it.
    bench.driver.follow("Machines").await?;
    let second = Command::new(APP)
        .args(["--upload", "Quay – façade.pdf", "gone.pdf"])
        .current_dir(bench.files.path())
        .env("FIELDDESK_DATA_DIR", bench.data.path())
        .status()?;
    anyhow::ensure!(second.success(), "the second start: {second}");
    bench.driver.text("Review upload").await?;
    bench.driver.text("Quay – façade.pdf").await?;
    bench.driver.text("gone.pdf").await?;
    bench
        .driver
        .page_picture(&pictures()?.join("given-files.png"))
        .await?;
    bench.driver.close().await
}

#[tokio::test]
async fn a_file_sent_while_the_service_is_away_arrives_when_it_is_back() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let store = tempfile::tempdir()?;
    let files = tempfile::tempdir()?;
    let options = ServeOptions {
        data: Some(store.path().to_owned()),
        seed: Seed::Demo,
        ..ServeOptions::default()
    };
    let first = fielddesk_service::serve(options.clone()).await?;
    let address = first.addr;
    let connection = service::connect(data.path(), &first).await?;
    let driver = AppDriver::start(Path::new(APP), data.path()).await?;
    driver.follow("Documents").await?;
    let project = driver.text("P-2026-001").await?;
    project.click().await?;
    driver.text("Upload files").await?;

    first.stop().await;
    let path = files.path().join("Rigg plan.pdf");
    let bytes = write_file(&path, 60_000)?;
    driver.drop_on(&[path], &project).await?;
    driver.press("Upload 1 file to P-2026-001").await?;
    driver.text("No connection since").await?;

    let again = fielddesk_service::serve(ServeOptions {
        listen: address,
        ..options
    })
    .await?;
    driver.press("Try now").await?;
    let stored = wait_for("the file on the page", || async {
        let stored = service::documents(&connection).await?;
        Ok(stored.into_iter().find(|(name, _)| name == "Rigg plan.pdf"))
    })
    .await?;
    assert_eq!(stored.1, bytes, "the bytes are the same");
    driver.close().await?;
    again.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_before_the_attempts_are_over() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let service = service::start().await?;
    service::connect(data.path(), &service).await?;
    let driver = AppDriver::start(Path::new(APP), data.path()).await?;
    driver.follow("Documents").await?;
    driver.text("P-2026-001").await?;
    let other = driver.text("P-2026-002").await?;
    service.stop().await;
    other.click().await?;
    let asked = Instant::now();
    driver.text("No connection since").await?;
    // A request fails after 15 s of waits; the first failed attempt must be told earlier.
    let told = asked.elapsed();
    eprintln!("told after {told:.1?}");
    anyhow::ensure!(told < Duration::from_secs(8), "told after {told:?}");
    driver.close().await?;
    Ok(())
}

#[tokio::test]
async fn a_large_upload_that_is_cancelled_leaves_nothing_on_the_page() -> anyhow::Result<()> {
    let bench = Bench::start().await?;
    let before = service::names(&bench.connection).await?;
    // The service takes its time, so that there is something to cancel.
    let fault = json!({
        "method": "POST", "pathPrefix": "/test/core/api/v4/integration/projects",
        "times": 1, "action": { "delayMs": 60_000 }
    });
    service::fault(&bench.service, &fault).await?;
    let path = bench.files.path().join("Punktsky.las");
    std::fs::File::create(&path)?.set_len(300_000_000)?;
    bench.send(path).await?;
    bench.driver.text("Uploading 1 file").await?.click().await?;
    // The row of the list has such a button too, below the panel.
    let cancel = bench.driver.css("[data-transfer] button").await?;
    cancel.click().await?;
    bench.driver.text("No active transfers").await?;
    assert_eq!(
        service::names(&bench.connection).await?,
        before,
        "the page is as it was"
    );
    bench.driver.close().await
}

#[tokio::test]
async fn a_hostile_name_is_shown_harmlessly_and_harms_nothing() -> anyhow::Result<()> {
    let bench = Bench::start().await?;
    let name = "<img src=x onerror=document.title='owned'>\u{202e}fdp \"A\" plan.pdf";
    let path = bench.files.path().join(name);
    let bytes = write_file(&path, 2_000)?;
    bench.drop(path).await?;
    bench.driver.text("On Windows it becomes").await?;
    let words = bench.driver.words().await?;
    assert!(
        !words.contains('\u{202e}'),
        "the turning character is a symbol: {words}"
    );
    bench.driver.press("Upload 1 file to P-2026-001").await?;
    let stored = wait_for("the file on the page", || async {
        let stored = service::documents(&bench.connection).await?;
        Ok(stored.into_iter().find(|(other, _)| other == name))
    })
    .await?;
    assert_eq!(stored.1, bytes, "the bytes are the same");
    bench.driver.text(" plan.pdf").await?;
    let title = bench.driver.client.title().await?;
    assert!(!title.contains("owned"), "no part of a name is run");
    assert!(bench.data.path().exists());
    bench.driver.close().await
}
