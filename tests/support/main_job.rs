//! Takes the app through the main job on sample data, says what happened and leaves pictures:
//! what `make run` does where there is no display.
//!
//!     main_job --pictures FOLDER

#[path = "mod.rs"]
mod support;

use std::path::PathBuf;

use anyhow::Context;

#[tokio::main]
#[expect(clippy::print_stdout, reason = "its whole purpose is to tell")]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let pictures = match (arguments.next().as_deref(), arguments.next()) {
        (Some("--pictures"), Some(folder)) => PathBuf::from(folder),
        _ => anyhow::bail!("usage: main_job --pictures FOLDER"),
    };
    let app = app_beside_us()?;
    let data = tempfile::tempdir()?;
    let story = support::journey::main_job(&app, data.path(), &pictures).await?;
    for line in story.lines {
        println!("{line}");
    }
    Ok(())
}

/// `target/debug/examples/main_job` → `target/debug/fielddesk`.
fn app_beside_us() -> anyhow::Result<PathBuf> {
    let us = std::env::current_exe()?;
    let folder = us
        .parent()
        .and_then(|examples| examples.parent())
        .context("the example lies in its target folder")?;
    Ok(folder.join("fielddesk"))
}
