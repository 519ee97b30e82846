//! The main job.

use std::path::Path;

use crate::APP;
use crate::support::journey::main_job;

#[tokio::test]
async fn two_files_dragged_from_another_window_reach_the_project_byte_for_byte()
-> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let pictures = tempfile::tempdir()?;
    let story = main_job(Path::new(APP), data.path(), pictures.path()).await?;
    assert!(story.lines.len() >= 4, "every step was told");
    Ok(())
}
