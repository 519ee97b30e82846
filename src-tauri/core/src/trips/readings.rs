//! Requested readings of trips, kept until they are done: after a restart they can go on.

use rusqlite::{OptionalExtension as _, Row, Transaction, params};
use serde::de::DeserializeOwned;

use super::local_days::LocalDays;
use super::query::TripFilter;
use super::sums::Sums;
use super::views::{ReadReport, ReadTrips, StoppedReading, TripsState};
use super::{Trips, source_of};
use crate::Failure;
use crate::time_zone::Zone;
use fielddesk_model::Instant;

impl Trips {
    /// How the trips kept here stand, but for a reading that is under way.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub(super) async fn stand(&self) -> Result<TripsState, Failure> {
        let (trips, zone) = (self.clone(), self.zone());
        let read = move |transaction: &Transaction<'_>| {
            let mut state = TripsState {
                zone: zone.name(),
                ..TripsState::default()
            };
            if let Some(source) = source_of(transaction, &trips.key)? {
                let all = trips.select(transaction, &TripFilter::default())?;
                let sums = Sums::of(transaction, &all, &zone.days())?;
                state.kept = sums.total(transaction)?.trips;
                fill(transaction, source, zone, &mut state)?;
            }
            Ok(state)
        };
        self.store.read(read).await
    }

    /// What a person asked for and is not read yet.
    pub(super) async fn unfinished(&self) -> Result<Option<ReadTrips>, Failure> {
        let key = self.key.clone();
        let read = move |transaction: &Transaction<'_>| {
            let sql = "SELECT r.request FROM readings r JOIN sources s USING (source) \
                       WHERE s.connection = ?";
            let stored = transaction.query_row(sql, [key], |row| row.get(0));
            Ok(json(stored.optional()?))
        };
        self.store.read(read).await
    }

    /// Keeps what is asked for, until [`Trips::note_end`] says that it is read.
    pub(super) async fn note_begin(&self, request: &ReadTrips) -> Result<(), Failure> {
        let key = self.key.clone();
        let request = serde_json::to_string(request).map_err(Failure::internal)?;
        let note = move |transaction: &Transaction<'_>| {
            // No runs would mean that an earlier version kept trips here.
            let sql = "INSERT INTO sources (connection, runs) VALUES (?, 1) ON CONFLICT DO NOTHING";
            transaction.execute(sql, [&key])?;
            let sql = "INSERT OR REPLACE INTO readings (source, request) \
                       SELECT source, ? FROM sources WHERE connection = ?";
            transaction.execute(sql, [&request, &key])?;
            Ok(())
        };
        self.store.change(note).await
    }

    /// Keeps how a reading ended; cancelled is no failure.
    pub(super) async fn note_end(&self, ended: Result<(), Failure>) -> Result<(), Failure> {
        let key = self.key.clone();
        let failure = match ended {
            Ok(()) => None,
            Err(failure) => Some(serde_json::to_string(&failure).map_err(Failure::internal)?),
        };
        let of_connection = "source IN (SELECT source FROM sources WHERE connection = ?)";
        let note = move |transaction: &Transaction<'_>| {
            match failure {
                None => {
                    let sql = format!("DELETE FROM readings WHERE {of_connection}");
                    transaction.execute(&sql, [key])?;
                }
                Some(failure) => {
                    let sql = format!("UPDATE readings SET failure = ? WHERE {of_connection}");
                    transaction.execute(&sql, [failure, key])?;
                }
            }
            Ok(())
        };
        self.store.change(note).await
    }

    /// Whether a summary has to read the trips.
    pub(super) async fn sums_are_stale(&self) -> Result<bool, Failure> {
        let (key, days): (_, LocalDays) = (self.key.clone(), self.zone().days());
        let read = move |transaction: &Transaction<'_>| {
            let Some(source) = source_of(transaction, &key)? else {
                return Ok(false);
            };
            super::daily_sums::are_stale(transaction, source, &days)
        };
        self.store.read(read).await
    }
}

fn fill(
    transaction: &Transaction<'_>,
    source: i64,
    zone: Zone,
    state: &mut TripsState,
) -> Result<(), Failure> {
    let day = |ms: Option<i64>| ms.and_then(Instant::from_millis).map(|at| zone.day(at));
    for (sql, day_of) in [
        ("min(time_ms)", &mut state.first_day),
        ("max(time_ms)", &mut state.last_day),
    ] {
        let sql = format!("SELECT {sql} FROM trips WHERE source = ? AND time_ms IS NOT NULL");
        *day_of = day(transaction.query_row(&sql, [source], |row| row.get(0))?);
    }
    let sql = "SELECT runs, read_at_ms, report FROM sources WHERE source = ?";
    let (runs, read_at, report): (u32, Option<i64>, _) =
        transaction.query_row(sql, [source], |row| row.try_into())?;
    state.must_be_read_again = runs == 0;
    state.read_at = read_at.and_then(Instant::from_millis).map(Into::into);
    state.last_report = json::<ReadReport>(report);
    let sql = "SELECT failure, (SELECT ifnull(sum(pages), 0) FROM passes WHERE source = ?1) \
               FROM readings WHERE source = ?1";
    let stopped = transaction.query_row(sql, params![source], |row: &Row<'_>| {
        Ok(StoppedReading {
            failure: json(row.get(0)?),
            pages: row.get(1)?,
        })
    });
    state.stopped = stopped.optional()?;
    Ok(())
}

/// What was stored; none where another version wrote what this one cannot read.
fn json<T: DeserializeOwned>(stored: Option<String>) -> Option<T> {
    let read = serde_json::from_str(&stored?);
    read.inspect_err(|error| tracing::warn!(%error, "a note about a reading of trips"))
        .ok()
}
