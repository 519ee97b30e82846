//! The desktop's own dialog that asks where a file is saved.

use std::path::Path;

use anyhow::Context;

use super::drag::xdotool;
use super::wait_for;

/// Its title.
const TITLE: &str = "search --onlyvisible --name ^Save.File$";

/// Waits for the dialog, types a path and accepts it; waits until the dialog is gone.
pub async fn save_as(path: &Path) -> anyhow::Result<()> {
    let path = path.to_str().context("the path is a text")?;
    let dialog = wait_for("the dialog", || async {
        Ok(xdotool(TITLE)?.lines().next().map(str::to_owned))
    })
    .await?;
    wait_for("the focus of the dialog", || async {
        xdotool(&format!("windowfocus {dialog}"))?;
        Ok((xdotool("getwindowfocus")?.trim() == dialog).then_some(()))
    })
    .await?;
    xdotool("key ctrl+a")?;
    xdotool(&format!("type --delay 8 {path}"))?;
    xdotool("key Return")?;
    wait_for("the end of the dialog", || async {
        Ok(xdotool(TITLE).is_err().then_some(()))
    })
    .await
}
