//! `fieldctl sync background`: `sync run --watch` as a job of the system, without a login.

#[cfg_attr(target_os = "linux", path = "systemd.rs")]
#[cfg_attr(windows, path = "task.rs")]
#[cfg_attr(not(any(target_os = "linux", windows)), path = "nowhere.rs")]
mod job;
#[cfg(any(target_os = "linux", windows))]
mod system;

use std::path::PathBuf;

use fielddesk_core::Failure;
use fielddesk_core::profiles::{Profile, Profiles};
use serde::Serialize;

use super::open::{Synced, path_text};
use crate::args::BackgroundCommand;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// What the job runs.
#[cfg_attr(
    not(any(target_os = "linux", windows)),
    expect(dead_code, reason = "nothing runs it there")
)]
struct Job {
    /// This program.
    program: PathBuf,
    data_dir: PathBuf,
    /// The connections of the synced folders.
    profiles: Vec<Profile>,
}

/// How the job stands.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Standing {
    installed: bool,
    running: bool,
    /// It needs no login: it starts with the computer and has its secrets.
    before_login: bool,
}

pub(super) async fn run(command: BackgroundCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        BackgroundCommand::Install => {
            for remark in job::install(&of_folders(context).await?, context).await? {
                context.output.remark(&remark);
            }
        }
        BackgroundCommand::Remove => job::remove()?,
        BackgroundCommand::Status => {}
    }
    let standing = job::standing()?;
    context.output.result(&standing, || table(&standing))?;
    Ok(Exit::Done)
}

/// The job for the synced folders of the data folder.
///
/// # Errors
/// Kind `usage` where it would have nothing to do, or no connection that is kept.
async fn of_folders(context: &Context) -> Result<Job, Failure> {
    let data_dir = context.data_dir()?;
    let kept = Profiles::open(&data_dir).list()?;
    let folders = Synced::open(context).await?.folders.list().await?;
    if folders.is_empty() {
        return Err(Failure::usage(
            "folder",
            "No folder is synced yet.",
            "Add one with `fieldctl sync add`.",
        ));
    }
    let mut profiles: Vec<Profile> = Vec::new();
    for folder in folders {
        let Some(profile) = kept.iter().find(|one| one.id == folder.profile) else {
            let folder = path_text(&folder.folder);
            return Err(Failure::usage(
                "profile",
                format!("The connection of {folder} is not kept on this computer."),
                "Keep it with `fieldctl profile add`, then remove the folder and add it again.",
            ));
        };
        if !profiles.contains(profile) {
            profiles.push(profile.clone());
        }
    }
    let program = std::env::current_exe();
    Ok(Job {
        program: program
            .map_err(|error| Failure::local("find", "this program".as_ref(), &error))?,
        data_dir: data_dir.path().to_owned(),
        profiles,
    })
}

fn table(standing: &Standing) -> Table {
    let mut table = Table::new(&[
        ("INSTALLED", Kind::Id),
        ("RUNNING", Kind::Id),
        ("BEFORE LOGIN", Kind::Id),
    ]);
    let word = |yes: bool| if yes { "yes" } else { "no" };
    table.row([
        word(standing.installed),
        word(standing.running),
        word(standing.before_login),
    ]);
    table
}
