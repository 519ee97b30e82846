//! `fieldctl docs`: documents of a project or a work order.

mod delete;
mod download;
mod history;
mod list;
pub(super) mod target;
mod upload;

use fielddesk_core::Failure;

use crate::args::DocsCommand;
use crate::context::Context;
use crate::exit::Exit;

pub(crate) async fn run(command: DocsCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        DocsCommand::List { target } => list::run(&target, context).await,
        DocsCommand::Upload(args) => upload::run(args, context).await,
        DocsCommand::Download(args) => download::run(args, context).await,
        DocsCommand::Delete(args) => delete::run(args, context).await,
        DocsCommand::History(args) => history::run(args, context).await,
        DocsCommand::Restore(args) => history::restore(&args, context).await,
    }
}
