//! The times of a round against what is promised.

use std::time::{Duration, Instant};

use crate::env::Sample;
use crate::faults::{Fault, Spell};

/// Time that a node takes what it knows of clients for present: what it began then is at the database.
const KNOWN: Duration = Duration::from_millis(250);
/// Errors end so long after a node is gone, and after the database is back.
const LIMITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5)];
/// Longest time to an answer, of 503 above all: three seconds, and what two cores add.
const LONGEST: Duration = Duration::from_millis(4000);

pub(crate) fn round_to_ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

pub(crate) fn slowest(samples: &[Sample]) -> Duration {
    let times = samples.iter().map(|sample| sample.ended - sample.begun);
    times.max().unwrap_or_default()
}

/// Time from the end of a fault to the end of the last request that failed.
pub(crate) fn errors_for(samples: &[Sample], over: Instant) -> Duration {
    let failed = samples.iter().filter(|sample| sample.failed());
    let after = failed.map(|sample| sample.ended.saturating_duration_since(over));
    after.max().unwrap_or_default()
}

/// The requests whose time is judged. A write that waits for a lock or tries the object store again
/// does not hang; and a database that is silent says nothing to what it was asked before.
pub(crate) fn timed(
    fault: Fault,
    spell: &Spell,
    written: &[Sample],
    read: &[Sample],
) -> Vec<Sample> {
    let all = written.iter().chain(read).cloned();
    match fault {
        Fault::LockHeld | Fault::ObjectsKilled | Fault::ObjectsAway => read.to_vec(),
        Fault::DatabaseSilent => all
            .filter(|sample| sample.begun > spell.begun + KNOWN || sample.ended < spell.begun)
            .collect(),
        _ => all.collect(),
    }
}

pub(crate) fn judged(
    fault: Fault,
    spell: &Spell,
    written: &[Sample],
    read: &[Sample],
) -> Vec<String> {
    let mut wrong = Vec::new();
    let all: Vec<Sample> = written.iter().chain(read).cloned().collect();
    let limit = LIMITS[usize::from(!fault.is_of_a_node())];
    let errors = errors_for(&all, spell.over);
    if errors > limit {
        wrong.push(format!("errors for {errors:?} after the fault"));
    }
    let timed = timed(fault, spell, written, read);
    let slowest = slowest(&timed);
    if slowest > LONGEST {
        wrong.push(format!("an answer took {slowest:?}"));
    }
    let broken = all
        .iter()
        .filter(|sample| sample.status == Some(500))
        .count();
    if broken > 0 {
        wrong.push(format!("{broken} answers of 500"));
    }
    wrong
}
