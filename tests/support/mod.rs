//! Shared parts of the real-window tests: the app under WebDriver, a service, a drag source.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each user of this module takes a part of it"
)]

pub mod app_driver;
pub mod drag;
pub mod file_dialog;
pub mod journey;
pub mod other_program;
pub mod service;
pub mod update_server;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

/// Longest wait for anything that has to come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Repeats a look until it finds something; says what was missing after [`PATIENCE`].
pub async fn wait_for<T, F>(what: &str, look: impl Fn() -> F) -> anyhow::Result<T>
where
    F: Future<Output = anyhow::Result<Option<T>>>,
{
    wait_long_for(PATIENCE, what, look).await
}

/// The same with another patience, for what is slow by intent.
pub async fn wait_long_for<T, F>(
    patience: Duration,
    what: &str,
    look: impl Fn() -> F,
) -> anyhow::Result<T>
where
    F: Future<Output = anyhow::Result<Option<T>>>,
{
    let end = tokio::time::Instant::now() + patience;
    loop {
        let found = tokio::time::timeout(patience, look())
            .await
            .with_context(|| format!("no answer while waiting for {what}"))?;
        match found {
            Ok(Some(value)) => return Ok(value),
            Ok(None) | Err(_) if tokio::time::Instant::now() < end => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            Ok(None) => anyhow::bail!("{what} did not come within {patience:?}"),
            Err(error) => return Err(error.context(format!("while waiting for {what}"))),
        }
    }
}

/// Where pictures stay that people look at: `window-pictures` beside what is built.
pub fn pictures() -> anyhow::Result<PathBuf> {
    // …/debug/deps/window-0123
    let test = std::env::current_exe()?;
    let built = test
        .ancestors()
        .nth(3)
        .context("a test is built in a folder")?;
    Ok(built.join("window-pictures"))
}

/// Writes a file with content that can be told from any other.
pub fn write_file(path: &Path, bytes: usize) -> anyhow::Result<Vec<u8>> {
    let seed = path.to_string_lossy();
    let content: Vec<u8> = seed
        .bytes()
        .cycle()
        .zip(0_usize..bytes)
        .map(|(byte, at)| byte.wrapping_add(u8::try_from(at % 251).unwrap_or_default()))
        .collect();
    std::fs::write(path, &content)?;
    Ok(content)
}
