//! Sending when things go wrong: the service away, a large file cancelled, a hostile name.

use std::path::{Path, PathBuf};
use std::process::Command;

use fielddesk_core::connection::Connection;
use fielddesk_service::RunningService;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::{pictures, service, wait_for, write_file};

/// An app that uses a service of the test.
struct Bench {
    data: tempfile::TempDir,
    files: tempfile::TempDir,
    _service: RunningService,
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
            _service: service,
            connection,
            driver,
        })
    }

    /// Drops a file onto the project.
    async fn drop(&self, file: PathBuf) -> anyhow::Result<()> {
        let project = || self.driver.text("P-2026-001");
        self.driver.drop_on(&[file], project).await?;
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
