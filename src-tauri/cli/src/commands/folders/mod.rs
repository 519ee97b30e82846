//! `fieldctl sync`: folders that are kept in step with pages.
//!
//! What is done is the use cases' (`fielddesk_core::folders`); here are the words, the documents
//! for programs, and how each verb ends.

mod add;
mod background;
mod carry;
mod conflicts;
mod connections;
mod deleted;
mod ending;
mod explain;
mod history;
mod lines;
mod list;
mod mappings;
mod open;
mod pause;
mod plan;
mod receipt;
mod resolve;
mod run;
mod settings;
mod status;
mod through;
mod verify;
mod words;

use fielddesk_core::Failure;

pub(super) use history::{chosen, confirm, one_version, tell_restored, tell_versions};
pub(super) use mappings::absolute;
pub(super) use open::Synced;
pub(super) use run::bring_in_step;
pub(crate) use status::here;
pub(super) use words::{planned_action, reason};

use crate::args::SyncCommand;
use crate::context::Context;
use crate::exit::Exit;

pub(crate) async fn run(command: SyncCommand, context: &Context) -> Result<Exit, Failure> {
    if let SyncCommand::Run(args) = command {
        return run::run(args, context).await;
    }
    context.stops_politely();
    let work = other(command, context);
    context.unless_cancelled(work).await
}

async fn other(command: SyncCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        SyncCommand::Add(args) => add::run(args, context).await,
        SyncCommand::List => list::run(context).await,
        SyncCommand::Remove { mapping } => list::remove(&mapping.text, context).await,
        SyncCommand::Move { mapping, folders } => {
            list::move_to(&mapping.text, &folders, context).await
        }
        SyncCommand::Background(command) => background::run(command, context).await,
        SyncCommand::Plan { mapping } => plan::run(mapping.text.as_deref(), context).await,
        SyncCommand::Run(args) => run::run(args, context).await,
        SyncCommand::Status { mapping } => status::run(mapping.text.as_deref(), context).await,
        SyncCommand::Conflicts { mapping } => {
            conflicts::run(mapping.text.as_deref(), context).await
        }
        SyncCommand::Resolve(args) => resolve::run(args, context).await,
        SyncCommand::Deleted(args) => deleted::run(args, context).await,
        SyncCommand::Settings(args) => settings::settings(args, context).await,
        SyncCommand::Set(args) => settings::set(&args, context).await,
        SyncCommand::Pause { mapping, until } => {
            pause::pause(mapping.text.as_deref(), until.as_deref(), context).await
        }
        SyncCommand::Resume { mapping } => pause::resume(mapping.text.as_deref(), context).await,
        SyncCommand::Verify { mapping, sample } => {
            verify::run(mapping.text.as_deref(), sample, context).await
        }
        SyncCommand::History { mapping } => history::run(mapping.text.as_deref(), context).await,
        SyncCommand::Restore(args) => history::restore(&args, context).await,
        SyncCommand::Explain { mapping, name } => explain::run(&mapping.text, &name, context).await,
        SyncCommand::Receipt(args) => receipt::run(args, context).await,
        SyncCommand::Export(output) => carry::export(&output, context).await,
        SyncCommand::Import { file } => carry::import(&file, context).await,
    }
}
