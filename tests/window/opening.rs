//! Opening a document with the programs of the computer.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::{pictures, service};

#[tokio::test]
async fn a_document_that_no_program_opens_is_told_by_its_name() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let programs = tempfile::tempdir()?;
    // What `xdg-open` and `gio open` answer where nothing is registered for the kind of file.
    for (launcher, code) in [("xdg-open", 3), ("gio", 2)] {
        let path = programs.path().join(launcher);
        std::fs::write(&path, format!("#!/bin/sh\nexit {code}\n"))?;
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755))?;
    }
    let path = format!("{}:/usr/bin:/bin", programs.path().display());
    let service = service::start().await?;
    service::connect(data.path(), &service).await?;
    let driver = AppDriver::start_with(Path::new(APP), data.path(), &[("PATH", path)]).await?;
    driver.follow("Documents").await?;
    driver.text("P-2026-001").await?.click().await?;
    driver
        .text("C-101 General arrangement.pdf")
        .await?
        .click()
        .await?;
    driver.press("Open").await?;
    driver
        .text("This computer has no program for C-101 General arrangement.pdf.")
        .await?;
    driver
        .page_picture(&pictures()?.join("no-program.png"))
        .await?;
    driver.close().await
}
