//! Kept sums of each day: what a summary of a million trips reads instead of the trips.
//!
//! The store notes each day whose trips change (triggers of the migration); a summary reads kept
//! sums only where no day is noted, and the trips themselves otherwise.

use sqlx::{AssertSqlSafe, SqliteConnection};

use super::local_days::{DAY_MS, LocalDays};
use crate::Failure;

/// The figures of trips, as columns of `daily_sums`.
const SUMS_OF_TRIPS: &str = "count(*) AS trips, total(t.m3) AS m3, count(t.m3) AS m3_trips, \
     total(t.tonnes) AS tonnes, count(t.tonnes) AS tonnes_trips, \
     total(t.distance) AS distance, total(t.cycle_hours) AS cycle_hours";
const SUMS_OF_DAYS: &str = "ifnull(sum(t.trips), 0) AS trips, total(t.m3) AS m3, \
     ifnull(sum(t.m3_trips), 0) AS m3_trips, total(t.tonnes) AS tonnes, \
     ifnull(sum(t.tonnes_trips), 0) AS tonnes_trips, total(t.distance) AS distance, \
     total(t.cycle_hours) AS cycle_hours";
const DIMENSIONS: &str = "project, mass_type, machine, load_location, dump_location";

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
    pub(crate) async fn of(
        connection: &mut SqliteConnection,
        source: i64,
        days: &LocalDays,
        can_be_kept: bool,
    ) -> Result<Self, Failure> {
        if can_be_kept && zone(&mut *connection, source).await?.as_ref() == Some(&days.zone()) {
            let is_stale: bool =
                sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM stale_days WHERE source = ?)")
                    .bind(source)
                    .fetch_one(&mut *connection)
                    .await?;
            if !is_stale {
                return Ok(Self::Days);
            }
        }
        Ok(Self::Trips(day_sql(connection, source, days).await?))
    }
}

async fn zone(connection: &mut SqliteConnection, source: i64) -> Result<Option<String>, Failure> {
    let zone: Option<Option<String>> =
        sqlx::query_scalar("SELECT zone FROM sources WHERE source = ?")
            .bind(source)
            .fetch_optional(connection)
            .await?;
    Ok(zone.flatten())
}

async fn day_sql(
    connection: &mut SqliteConnection,
    source: i64,
    days: &LocalDays,
) -> Result<String, Failure> {
    let (first, last): (Option<i64>, Option<i64>) = sqlx::query_as(
        "SELECT (SELECT min(time_ms) FROM trips WHERE source = ?1), \
                (SELECT max(time_ms) FROM trips WHERE source = ?1)",
    )
    .bind(source)
    .fetch_one(connection)
    .await?;
    Ok(days.sql(first.unwrap_or(0), last.unwrap_or(0)))
}

/// Brings the kept sums up to date with the trips.
pub(crate) async fn refresh(
    connection: &mut SqliteConnection,
    source: i64,
    days: &LocalDays,
) -> Result<(), Failure> {
    if zone(&mut *connection, source).await?.as_ref() != Some(&days.zone()) {
        for statement in [
            "DELETE FROM daily_sums WHERE source = ?1",
            "INSERT OR IGNORE INTO stale_days SELECT DISTINCT source, ifnull(time_ms, 0) / 86400000 \
             FROM trips WHERE source = ?1",
            "UPDATE sources SET zone = ?2 WHERE source = ?1",
        ] {
            sqlx::query(statement)
                .bind(source)
                .bind(days.zone())
                .execute(&mut *connection)
                .await?;
        }
    }
    let stale: Vec<i64> =
        sqlx::query_scalar("SELECT day FROM stale_days WHERE source = ? ORDER BY day")
            .bind(source)
            .fetch_all(&mut *connection)
            .await?;
    if stale.is_empty() {
        return Ok(());
    }
    let day = day_sql(&mut *connection, source, days).await?;
    // A local day has hours of the day in UTC before it and after it.
    for group in stale.chunk_by(|one, next| next - one <= 3) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        let (first, last) = (first - 1, last + 1);
        sqlx::query("DELETE FROM daily_sums WHERE source = ? AND day >= ? AND day <= ?")
            .bind(source)
            .bind(first)
            .bind(last)
            .execute(&mut *connection)
            .await?;
        let trips = format!("t.time_ms >= ?2 AND t.time_ms < ?3 AND {day} >= ?4 AND {day} <= ?5");
        add(
            &mut *connection,
            &day,
            &trips,
            [
                source,
                (first - 2) * DAY_MS,
                (last + 3) * DAY_MS,
                first,
                last,
            ],
        )
        .await?;
    }
    sqlx::query("DELETE FROM daily_sums WHERE source = ? AND day IS NULL")
        .bind(source)
        .execute(&mut *connection)
        .await?;
    add(
        &mut *connection,
        "NULL",
        "t.time_ms IS NULL",
        [source, 0, 0, 0, 0],
    )
    .await?;
    sqlx::query("DELETE FROM stale_days WHERE source = ?")
        .bind(source)
        .execute(connection)
        .await?;
    Ok(())
}

/// Adds the sums of some trips.
async fn add(
    connection: &mut SqliteConnection,
    day: &str,
    trips: &str,
    parameters: [i64; 5],
) -> Result<(), Failure> {
    let statement = format!(
        "INSERT INTO daily_sums SELECT t.source, {day} AS day, {DIMENSIONS}, {SUMS_OF_TRIPS} \
         FROM trips t WHERE t.source = ?1 AND {trips} GROUP BY 2, 3, 4, 5, 6, 7"
    );
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for parameter in parameters {
        query = query.bind(parameter);
    }
    query.execute(connection).await?;
    Ok(())
}
