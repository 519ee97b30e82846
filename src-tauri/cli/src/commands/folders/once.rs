//! One run to its end: a file that was written a moment ago is waited for, for a little while.
//!
//! Whoever saves a file and runs at once means that file, too. What still changes after that is
//! told as skipped.

use std::time::Duration;

use fielddesk_core::Failure;
use fielddesk_core::folders::{Event, Finished, Folders, Happened, Running, Tally, Which};
use tokio::sync::mpsc;

/// A file counts as whole when it stood still for two seconds.
const STANDS_STILL: Duration = Duration::from_millis(2_100);

/// Files that keep changing are waited for no more often than this.
const WAITS: u32 = 3;

/// Brings folders in step once and tells what happens.
///
/// # Errors
/// As [`Folders::run_once`], and what `tell` fails with.
pub(crate) async fn once(
    folders: &Folders,
    which: &Which,
    running: &Running,
    mut tell: impl FnMut(&Event) -> Result<(), Failure>,
) -> Result<Finished, Failure> {
    let mut sum = Tally::default();
    let mut waits = 0;
    loop {
        let (mut finished, left) = pass(folders, which, running, &mut tell).await?;
        add(&mut sum, &finished.tally);
        let wait = waits < WAITS
            && left.iter().any(not_settled)
            && finished.stopped.is_empty()
            && !running.cancel.is_cancelled();
        if wait {
            tokio::select! {
                () = tokio::time::sleep(STANDS_STILL) => waits += 1,
                () = running.cancel.cancelled() => waits = WAITS,
            }
            sum.seconds += STANDS_STILL.as_secs_f64();
            if !running.cancel.is_cancelled() {
                continue;
            }
        }
        left.iter().try_for_each(&mut tell)?;
        finished.tally = sum;
        return Ok(finished);
    }
}

/// One pass. What it leaves is not told yet: the next one may do it.
async fn pass(
    folders: &Folders,
    which: &Which,
    running: &Running,
    tell: &mut impl FnMut(&Event) -> Result<(), Failure>,
) -> Result<(Finished, Vec<Event>), Failure> {
    let (events, mut heard) = mpsc::unbounded_channel();
    let mut work = std::pin::pin!(folders.run_once(
        which,
        Running {
            events: Some(events),
            ..running.clone()
        },
    ));
    let mut left = Vec::new();
    let mut hear = |event: Event| match is_left(&event) {
        true => {
            left.push(event);
            Ok(())
        }
        false => tell(&event),
    };
    let finished = loop {
        tokio::select! {
            biased;
            Some(event) = heard.recv() => hear(event)?,
            done = &mut work => break done?,
        }
    };
    while let Ok(event) = heard.try_recv() {
        hear(event)?;
    }
    Ok((finished, left))
}

/// What is left for a person or for later.
const fn is_left(event: &Event) -> bool {
    match event {
        Event::Name { event, .. } => matches!(
            event,
            Happened::Conflict | Happened::Skipped | Happened::Waiting
        ),
        Event::Idle { .. } | Event::Stopped { .. } => true,
    }
}

fn not_settled(event: &Event) -> bool {
    matches!(
        event,
        Event::Name {
            event: Happened::Skipped,
            reason: Some(reason),
            ..
        } if reason == "notSettled"
    )
}

/// What was done adds up; what waits is what waits now.
fn add(sum: &mut Tally, pass: &Tally) {
    *sum = Tally {
        uploaded: sum.uploaded + pass.uploaded,
        replaced: sum.replaced + pass.replaced,
        deleted: sum.deleted + pass.deleted,
        adopted: sum.adopted + pass.adopted,
        conflicts: pass.conflicts,
        failed: pass.failed,
        bytes: sum.bytes + pass.bytes,
        seconds: sum.seconds + pass.seconds,
    };
}
