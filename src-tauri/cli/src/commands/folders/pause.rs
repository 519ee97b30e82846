//! `fieldctl sync pause` and `resume`.

use chrono::{Local, Utc};
use fielddesk_core::Failure;
use fielddesk_core::folders::PausedUntil;
use fielddesk_core::trips::window::coming;

use super::mappings::table;
use super::open::Synced;
use crate::context::Context;
use crate::exit::Exit;

pub(super) async fn pause(
    text: Option<&str>,
    until: Option<&str>,
    context: &Context,
) -> Result<Exit, Failure> {
    let until = match until {
        Some(time) => PausedUntil::At(coming("until", time, &Local, Utc::now())?.0),
        None => PausedUntil::GoOn,
    };
    set(text, Some(until), context).await
}

pub(super) async fn resume(text: Option<&str>, context: &Context) -> Result<Exit, Failure> {
    set(text, None, context).await
}

async fn set(
    text: Option<&str>,
    until: Option<PausedUntil>,
    context: &Context,
) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let which = synced.which(text).await?;
    synced.folders.pause(&which, until).await?;
    let mappings = synced.meant(text).await?;
    context.output.result(&mappings, || table(&mappings))?;
    let paused = mappings.iter().filter(|one| one.paused.is_some()).count();
    if until.is_none() && paused > 0 {
        context
            .output
            .remark("Folders that were imported or recovered, or whose connection was removed, are resumed by name.");
    }
    Ok(Exit::Done)
}
