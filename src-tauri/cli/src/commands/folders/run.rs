//! `fieldctl sync run`: syncs folders, once or until it is stopped.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fielddesk_core::Failure;
use fielddesk_core::folders::{
    Approval, Event, Finished, Folders, MappingSelection, PlanId, RunOptions,
};
use tokio::sync::mpsc;

use super::ending;
use super::lines::Lines;
use super::open::Synced;
use super::through::mapping_of;
use crate::args::SyncRunArgs;
use crate::context::Context;
use crate::exit::Exit;

/// How long the request under way may take once the process is asked to end; ten seconds are
/// promised.
const LAST_REQUEST: Duration = Duration::from_secs(9);

pub(super) async fn run(args: SyncRunArgs, context: &Context) -> Result<Exit, Failure> {
    context.stops_politely();
    let synced = Synced::open(context).await?;
    let which = synced.which(args.mapping.text.as_deref()).await?;
    let several = args.mapping.text.is_none() && synced.folders.list().await?.len() > 1;
    let running = RunOptions {
        approval: approval(&args),
        events: None,
        cancel: context.cancel.clone(),
    };
    let mut lines = Lines::new(context, synced.names().await?, several);
    let started = Instant::now();
    let watch = args.length.watch;
    let mut polled = BTreeSet::new();
    let work = bring_in_step(&synced.folders, &which, running, watch, |event| {
        lines.tell(event)?;
        let mapping = mapping_of(event);
        if watch && polled.insert(mapping.clone()) {
            lines.tell_noticed(mapping, synced.folders.noticed(mapping));
        }
        Ok(())
    });
    let done = tokio::select! {
        biased;
        done = work => Some(done),
        () = given_up(context) => None,
    };
    let finished = match done {
        Some(Err(failure)) if !context.cancel.is_cancelled() => return Err(failure),
        Some(Ok(finished)) => finished,
        // Asked to end before it began, or the last request took too long: the next run goes on.
        Some(Err(_)) | None => lines.so_far(started.elapsed().as_secs_f64()),
    };
    end(context, &synced, lines, &finished).await
}

/// Brings folders in step, once or until it is told to stop, and tells what happens.
///
/// # Errors
/// As [`Folders::run_once`] and [`Folders::watch`], and what `tell` fails with.
pub(crate) async fn bring_in_step(
    folders: &Folders,
    which: &MappingSelection,
    running: RunOptions,
    watch: bool,
    mut tell: impl FnMut(&Event) -> Result<(), Failure>,
) -> Result<Finished, Failure> {
    let (events, mut heard) = mpsc::unbounded_channel();
    let running = RunOptions {
        events: Some(events),
        ..running
    };
    let run = async move {
        match watch {
            true => folders.watch(which, running).await,
            false => folders.run_once(which, running).await,
        }
    };
    let mut run = std::pin::pin!(run);
    let finished = loop {
        tokio::select! {
            biased;
            Some(event) = heard.recv() => tell(&event)?,
            done = &mut run => break done?,
        }
    };
    while let Ok(event) = heard.try_recv() {
        tell(&event)?;
    }
    Ok(finished)
}

async fn end(
    context: &Context,
    synced: &Synced,
    lines: Lines<'_>,
    finished: &Finished,
) -> Result<Exit, Failure> {
    lines.end(finished)?;
    Ok(ending::of_run(context, finished, &synced.names().await?))
}

fn approval(args: &SyncRunArgs) -> Approval {
    match (&args.approve, args.yes) {
        (Some(plan), _) => Approval::Plan(PlanId(plan.clone())),
        (None, true) => Approval::Yes,
        (None, false) => Approval::None,
    }
}

/// Ends a while after the process was asked to end.
async fn given_up(context: &Context) {
    context.cancel.cancelled().await;
    tokio::time::sleep(LAST_REQUEST).await;
}
