//! Kept sums of each day: a summary of a million trips reads them instead of the trips.
//!
//! Every change of trips notes their days in the same transaction; a summary reads kept sums only
//! where no day is noted, and the trips themselves otherwise.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::local_days::{DAY_MS, LocalDays};
use super::{dimensions, measures};
use crate::Failure;

/// The figures of trips, as columns of `daily_sums`.
const SUMS_OF_TRIPS: &str = "count(*) AS trips, total(t.m3) AS m3, count(t.m3) AS m3_trips, \
     total(t.tonnes) AS tonnes, count(t.tonnes) AS tonnes_trips, \
     total(t.distance) AS distance, total(t.cycle_hours) AS cycle_hours";
const SUMS_OF_DAYS: &str = "ifnull(sum(t.trips), 0) AS trips, total(t.m3) AS m3, \
     ifnull(sum(t.m3_trips), 0) AS m3_trips, total(t.tonnes) AS tonnes, \
     ifnull(sum(t.tonnes_trips), 0) AS tonnes_trips, total(t.distance) AS distance, \
     total(t.cycle_hours) AS cycle_hours";

/// Their names, in that order.
pub(crate) const FIGURES: &str = "trips, m3, m3_trips, tonnes, tonnes_trips, distance, cycle_hours";

/// What trips of a day are told apart by: columns of `trips` and of `daily_sums`.
pub(crate) fn groups() -> String {
    let dimensions = dimensions::COLUMNS.iter().copied();
    let all: Vec<&str> = dimensions.chain(["state", "problems"]).collect();
    all.join(", ")
}

/// Where sums come from.
#[derive(Debug)]
pub(crate) enum SumsFrom {
    /// The kept sums of all days.
    Days,
    /// The trips, with the SQL of their day.
    Trips(String),
}

impl SumsFrom {
    pub(crate) const fn table(&self) -> &'static str {
        match self {
            Self::Days => "daily_sums",
            Self::Trips(_) => "trips",
        }
    }

    /// The day of a row `t`.
    pub(crate) fn day(&self) -> &str {
        match self {
            Self::Days => "t.day",
            Self::Trips(day) => day,
        }
    }

    /// The figures of rows `t`, as columns.
    pub(crate) const fn sums(&self) -> &'static str {
        match self {
            Self::Days => SUMS_OF_DAYS,
            Self::Trips(_) => SUMS_OF_TRIPS,
        }
    }

    /// The kept sums, where they can be asked and are true of these days; else the trips.
    pub(crate) fn of(
        connection: &Connection,
        source: i64,
        days: &LocalDays,
        can_be_kept: bool,
    ) -> Result<Self, Failure> {
        if can_be_kept && !are_stale(connection, source, days)? {
            return Ok(Self::Days);
        }
        Ok(Self::Trips(day_sql(connection, source, days)?))
    }
}

/// Whether kept sums are not those of the trips by these days.
pub(crate) fn are_stale(
    connection: &Connection,
    source: i64,
    days: &LocalDays,
) -> Result<bool, Failure> {
    if zone(connection, source)?.as_ref() != Some(&days.zone()) {
        return Ok(true);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM stale_days WHERE source = ?)";
    Ok(connection.query_row(sql, [source], |row| row.get(0))?)
}

fn zone(connection: &Connection, source: i64) -> Result<Option<String>, Failure> {
    let sql = "SELECT zone FROM sources WHERE source = ?";
    let zone = connection
        .query_row(sql, [source], |row| row.get(0))
        .optional()?;
    Ok(zone.flatten())
}

fn day_sql(connection: &Connection, source: i64, days: &LocalDays) -> Result<String, Failure> {
    let sql = "SELECT ifnull((SELECT min(time_ms) FROM trips WHERE source = ?1), 0), \
                      ifnull((SELECT max(time_ms) FROM trips WHERE source = ?1), 0)";
    let (first, last) =
        connection.query_row(sql, [source], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(days.sql(first, last))
}

/// Days whose kept sums are no longer those of the trips. Triggers would note them, too, but SQLite
/// then copies every page that a trip changes, which takes a fifth of a sync.
#[derive(Debug, Default)]
pub(crate) struct StaleDays(BTreeSet<i64>);

impl StaleDays {
    /// Notes the day of a trip that was there or is now; one without a time counts as of the first.
    pub(crate) fn note(&mut self, time_ms: Option<i64>) {
        self.0.insert(time_ms.unwrap_or(0) / DAY_MS);
    }

    pub(crate) fn save(self, connection: &Connection, source: i64) -> Result<(), Failure> {
        let sql = "INSERT INTO stale_days VALUES (?, ?) ON CONFLICT DO NOTHING";
        let mut insert = connection.prepare_cached(sql)?;
        for day in self.0 {
            insert.execute([source, day])?;
        }
        Ok(())
    }
}

/// Brings the kept sums up to date with the trips.
pub(crate) fn refresh(
    connection: &Connection,
    source: i64,
    days: &LocalDays,
) -> Result<(), Failure> {
    if zone(connection, source)?.as_ref() != Some(&days.zone()) {
        connection.execute("DELETE FROM daily_sums WHERE source = ?", [source])?;
        connection.execute(
            "INSERT OR IGNORE INTO stale_days \
             SELECT DISTINCT source, ifnull(time_ms, 0) / 86400000 FROM trips WHERE source = ?",
            [source],
        )?;
        let sql = "UPDATE sources SET zone = ? WHERE source = ?";
        connection.execute(sql, params![days.zone(), source])?;
    }
    let stale: Vec<i64> = connection
        .prepare("SELECT day FROM stale_days WHERE source = ? ORDER BY day")?
        .query_map([source], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    if stale.is_empty() {
        return Ok(());
    }
    let day = day_sql(connection, source, days)?;
    // A local day has hours of the day in UTC before it and after it.
    for group in stale.chunk_by(|one, next| next - one <= 3) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        let (first, last) = (first - 1, last + 1);
        connection.execute(
            "DELETE FROM daily_sums WHERE source = ? AND day >= ? AND day <= ?",
            [source, first, last],
        )?;
        let trips = format!("t.time_ms >= ?2 AND t.time_ms < ?3 AND {day} >= ?4 AND {day} <= ?5");
        let times = [(first - 2) * DAY_MS, (last + 3) * DAY_MS];
        connection.execute(
            &adding(&day, &trips),
            [source, times[0], times[1], first, last],
        )?;
    }
    let sql = "DELETE FROM daily_sums WHERE source = ? AND day IS NULL";
    connection.execute(sql, [source])?;
    connection.execute(&adding("NULL", "t.time_ms IS NULL"), [source])?;
    connection.execute("DELETE FROM stale_days WHERE source = ?", [source])?;
    Ok(())
}

/// The statement that adds the sums of some trips.
fn adding(day: &str, trips: &str) -> String {
    let groups = groups();
    let measures = measures::OF_TRIP;
    format!(
        "INSERT INTO daily_sums (source, day, {groups}, {FIGURES}, measures) \
         SELECT t.source, {day} AS day, {groups}, {SUMS_OF_TRIPS}, packed({measures}) \
         FROM trips t WHERE t.source = ?1 AND {trips} GROUP BY 1, 2, {groups}"
    )
}
