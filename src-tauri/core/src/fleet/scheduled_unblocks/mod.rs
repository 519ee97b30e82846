//! Scheduled unblocks of machines: written down with the message of the block, carried out as an
//! act that can be undone, while the program runs.
//!
//! Changes made meanwhile stand: a machine that is open, gone or blocked with another message is
//! left alone. Where the program did not run at the time, it is done at the next start.

mod store;
mod types;

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fielddesk_model::MachineId;
use serde_json::Value;
use tokio::sync::watch;

pub use types::{PlannedRelease, ReleaseDone};

use super::Fleet;
use super::edits::known_field;
use crate::online::back;
use crate::records::batches::{Batch, BatchKind, BatchOrder, BatchReport};
use crate::records::{BatchRow, PlannedCell, PlannedChange, RowOutcome, Task};
use crate::{Failure, FailureKind};
use types::Blocked;

/// How long until a release that came to nothing is tried again.
const AGAIN: Duration = Duration::from_secs(5 * 60);
/// The longest wait at once: a computer that slept does not count the time.
const AT_ONCE: Duration = Duration::from_secs(60);

impl Fleet {
    /// Blocks check-in as [`block`](Self::block) does, until a time, where one is given.
    ///
    /// # Errors
    /// `usage` for a time that is over; as an act fails.
    pub async fn block_until(
        &self,
        ids: &[MachineId],
        message: Option<&str>,
        also_blocked: bool,
        until: Option<DateTime<Utc>>,
    ) -> Result<BatchReport, Failure> {
        if until.is_some_and(|at| at <= self.0.clock.now()) {
            return Err(Failure::usage(
                "releaseAt",
                "The time of the release is over already.",
                "Choose a later one.",
            ));
        }
        let report = self.block_meant(ids, message, also_blocked, until).await?;
        let blocked = report.rows.iter().filter(|row| match row.outcome {
            RowOutcome::Saved => true,
            // Only where those that were blocked before are meant as well.
            RowOutcome::Already => also_blocked,
            _ => false,
        });
        self.plan(&report.batch, blocked).await?;
        Ok(report)
    }

    /// Plans the release of machines that an act blocked, where it is meant until a time.
    pub(super) async fn plan(
        &self,
        act: &Batch,
        blocked: impl Iterator<Item = &BatchRow>,
    ) -> Result<(), Failure> {
        let Some(at) = act.until else {
            return Ok(());
        };
        let blocked: Vec<Blocked> = self.board(|board| {
            let words = |id: &MachineId| board.machine(id)?.block_check_in_message.clone();
            let blocked = blocked.map(|row| {
                let machine = MachineId::new(&*row.id);
                Blocked {
                    number: row.number.clone(),
                    name: row.name.clone(),
                    message: words(&machine).unwrap_or_default(),
                    machine,
                }
            });
            blocked.collect()
        });
        if !blocked.is_empty() {
            let store = &self.0.store;
            store.plan_release(act.id, at, &blocked).await?;
            self.0.planned.notify_one();
            self.releases_changed();
        }
        Ok(())
    }

    /// Releases that wait, and those that came about and were not seen yet.
    pub async fn releases(&self) -> Result<Vec<PlannedRelease>, Failure> {
        self.0.store.releases().await
    }

    /// The numbers of machines that wait for a planned release.
    pub async fn release_numbers(&self, id: i64) -> Result<Vec<String>, Failure> {
        let machines = self.0.store.release_machines(id).await?;
        Ok(machines.into_iter().map(|machine| machine.number).collect())
    }

    /// Grows with every change of the planned releases.
    #[must_use]
    pub fn watch_releases(&self) -> watch::Receiver<u64> {
        self.0.releases.subscribe()
    }

    /// Takes a planned release away: it is cancelled, or what became of it was seen. The
    /// machines stay as they are.
    pub async fn drop_release(&self, id: i64) -> Result<(), Failure> {
        self.0.store.drop_release(id).await?;
        self.releases_changed();
        Ok(())
    }

    /// What was done to machines from here takes them out of the releases that wait.
    pub(super) async fn unplan(
        &self,
        machines: impl IntoIterator<Item = MachineId>,
    ) -> Result<(), Failure> {
        let machines: HashSet<MachineId> = machines.into_iter().collect();
        if self.0.store.unplan(&machines).await? {
            self.releases_changed();
        }
        Ok(())
    }

    /// Carries out planned releases at their time, for as long as it is polled.
    pub async fn keep_releasing(&self) {
        let mut online = self.0.online.subscribe();
        let mut known = Vec::new();
        loop {
            let now = self.0.clock.now();
            let next = match self.release_due().await {
                Ok(next) => next,
                Err(failure) => {
                    tracing::warn!(%failure, "the planned releases could not be looked at");
                    Some(now + AGAIN)
                }
            };
            let time = async {
                match next {
                    Some(at) => self.wait_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = time => {}
                // Another process may have planned one.
                () = tokio::time::sleep(AT_ONCE) => self.tell_planned(&mut known).await,
                () = back(&mut online) => {}
                // It can be sooner than the others.
                () = self.0.planned.notified() => {}
            }
        }
    }

    /// Tells whoever watches where the planned releases are others than before.
    async fn tell_planned(&self, known: &mut Vec<PlannedRelease>) {
        match self.0.store.releases().await {
            Ok(now) if now == *known => {}
            Ok(now) => {
                *known = now;
                self.releases_changed();
            }
            Err(failure) => tracing::warn!(%failure, "the planned releases could not be read"),
        }
    }

    async fn wait_until(&self, at: DateTime<Utc>) {
        loop {
            let left = (at - self.0.clock.now()).to_std().unwrap_or_default();
            if left.is_zero() {
                return;
            }
            self.0.clock.sleep(left.min(AT_ONCE)).await;
        }
    }

    /// Carries out the releases whose time has come; gives when to look again.
    pub async fn release_due(&self) -> Result<Option<DateTime<Utc>>, Failure> {
        self.load().await?;
        let now = self.0.clock.now();
        let waiting = self.0.store.releases().await?;
        let waiting = waiting.into_iter().filter(|release| release.done.is_none());
        let (due, later): (Vec<_>, Vec<_>) = waiting.partition(|release| release.at <= now);
        let mut next = later.iter().map(|release| release.at).min();
        for release in due {
            match self.carry_release(&release).await {
                Ok(true) => {}
                Ok(false) => next = sooner(next, now + AGAIN),
                Err(failure) => {
                    next = sooner(next, now + AGAIN);
                    tracing::info!(%failure, release = release.id, "a planned release waits");
                    // That another act goes on is over soon, and nothing to be told.
                    if failure.kind != FailureKind::Busy
                        && release.failure.as_ref() != Some(&failure)
                    {
                        let store = &self.0.store;
                        store.note_release_failure(release.id, &failure).await?;
                        self.releases_changed();
                    }
                }
            }
        }
        Ok(next)
    }

    /// Releases the machines of one; gives whether none waits any longer.
    async fn carry_release(&self, release: &PlannedRelease) -> Result<bool, Failure> {
        // Whether the service is there is known before an act is begun, so that a try leaves
        // no act behind that did nothing.
        self.refresh().await?;
        let machines = self.0.store.release_machines(release.id).await?;
        if machines.is_empty() {
            return Ok(true);
        }
        let changes = self.board(|board| {
            let changes = machines.into_iter().map(|machine| {
                let is_blocked = board.is_blocked(&machine.machine);
                opened(machine, is_blocked)
            });
            changes.collect::<Result<_, Failure>>()
        })?;
        let order = BatchOrder::new(BatchKind::Release, changes);
        let report = self.carry_out(order).await?;
        let stopped = report.batch.stopped.as_ref();
        // What a person stopped is not begun again behind their back.
        let by_hand = stopped.is_some_and(|failure| failure.kind == FailureKind::Cancelled);
        let mut came = ReleaseDone {
            batch: report.batch.id,
            late: release.at < self.0.begun,
            released: 0,
            left_alone: 0,
        };
        let mut settled = Vec::new();
        for row in &report.rows {
            match row.outcome {
                RowOutcome::Saved | RowOutcome::Partly => came.released += 1,
                RowOutcome::NotSent if !by_hand => continue,
                _ => came.left_alone += 1,
            }
            settled.push(MachineId::new(&*row.id));
        }
        let store = &self.0.store;
        store
            .note_release(release.id, &settled, came, stopped)
            .await?;
        self.releases_changed();
        Ok(settled.len() == report.rows.len())
    }

    fn releases_changed(&self) {
        self.0.releases.send_modify(|count| *count += 1);
    }
}

fn sooner(next: Option<DateTime<Utc>>, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    Some(next.map_or(at, |next| next.min(at)))
}

/// Plans to open a machine that still has the message it was blocked with; a machine with another
/// message is left as it is. The message goes with the block; a machine that was opened meanwhile
/// keeps it.
fn opened(blocked: Blocked, is_blocked: bool) -> Result<PlannedChange, Failure> {
    let words = Value::from(blocked.message.as_str());
    let cells = vec![
        PlannedCell {
            field: known_field("blockCheckIn")?,
            base: Some(Value::Bool(true)),
            new: Value::Bool(false),
        },
        PlannedCell {
            field: known_field("blockCheckInMessage")?,
            base: Some(words.clone()),
            new: if is_blocked { Value::from("") } else { words },
        },
    ];
    Ok(PlannedChange {
        id: blocked.machine.as_str().to_owned(),
        number: blocked.number,
        name: blocked.name,
        task: Task::Change(cells),
    })
}
