//! Stores pages of trips, inside a transaction of the caller.

use std::collections::HashSet;
use std::sync::LazyLock;

use fielddesk_model::{Instant, Trip};
use serde_json::{Map, Value as Json};
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{AssertSqlSafe, SqliteConnection};

use super::dimensions::{Dimensions, Numbers};
use super::field::{FIELDS, FieldKind, Value, coordinate_names};
use super::quantity::Quantity;
use super::sync::ProjectFilter;
use crate::Failure;

/// Trips of one statement: SQLite takes 32,766 values.
const TRIPS_AT_ONCE: usize = 400;

/// What a page changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    /// Trips that were stored, new ones and those that were there.
    pub(crate) upserted: u64,
    pub(crate) added: u64,
    pub(crate) deleted: u64,
}

/// Which trips a full sync was to bring: those it did not bring are gone.
#[derive(Debug, Clone)]
pub(crate) struct Extent<'a> {
    /// Trip times, the first included and the second not; none for all trips.
    pub(crate) window: Option<(Instant, Instant)>,
    pub(crate) project: Option<&'a ProjectFilter>,
}

/// Stores the trips of one connection.
#[derive(Debug)]
pub(crate) struct Writer {
    source: i64,
    run: u32,
    dimensions: Dimensions,
}

/// Columns that are no fields, in the order in which they are bound.
const OWN_COLUMNS: [&str; 12] = [
    "source",
    "run",
    "time_ms",
    "m3",
    "tonnes",
    "cycle_hours",
    "project",
    "mass_type",
    "machine",
    "load_location",
    "dump_location",
    "other",
];

/// The statement that stores so many trips.
fn upsert(trips: usize) -> String {
    let own = OWN_COLUMNS.into_iter().map(str::to_owned);
    let columns: Vec<String> = own.chain(FIELDS.iter().flat_map(columns_of)).collect();
    let marks = format!("({})", vec!["?"; columns.len()].join(", "));
    let updated: Vec<String> = columns
        .iter()
        .filter(|column| !["source", "id"].contains(&column.as_str()))
        .map(|column| format!("{column} = excluded.{column}"))
        .collect();
    format!(
        "INSERT INTO trips ({}) VALUES {} ON CONFLICT (source, id) DO UPDATE SET {}",
        columns.join(", "),
        vec![marks; trips].join(", "),
        updated.join(", ")
    )
}

static UPSERT_MANY: LazyLock<String> = LazyLock::new(|| upsert(TRIPS_AT_ONCE));

fn columns_of(field: &super::field::TripField) -> Vec<String> {
    match field.kind {
        FieldKind::OfDimension => Vec::new(),
        FieldKind::Coordinates => coordinate_names(field).to_vec(),
        _ => vec![field.name.to_owned()],
    }
}

impl Writer {
    /// Learns which dimensions are known.
    pub(crate) async fn open(
        connection: &mut SqliteConnection,
        source: i64,
        run: u32,
    ) -> Result<Self, Failure> {
        Ok(Self {
            source,
            run,
            dimensions: Dimensions::load(connection, source).await?,
        })
    }

    /// Stores and removes what a page says; of several records of one trip the last counts.
    pub(crate) async fn apply(
        &mut self,
        connection: &mut SqliteConnection,
        page: &[Trip],
    ) -> Result<Applied, Failure> {
        let mut seen = HashSet::new();
        let mut last: Vec<&Trip> = page
            .iter()
            .rev()
            .filter(|trip| seen.insert(trip.id.as_str()))
            .collect();
        last.reverse();
        let (deleted, kept): (Vec<&Trip>, Vec<&Trip>) = last
            .into_iter()
            .partition(|trip| trip.is_deleted == Some(true));
        let deleted = self.delete(&mut *connection, &deleted).await?;
        let known = self.known(&mut *connection, &kept).await?;
        let numbers = self.dimensions.of(&mut *connection, &kept).await?;
        let rows: Vec<_> = kept.iter().copied().zip(numbers).collect();
        for some in rows.chunks(TRIPS_AT_ONCE) {
            let statement = match some.len() {
                TRIPS_AT_ONCE => UPSERT_MANY.clone(),
                fewer => upsert(fewer),
            };
            let mut arguments = SqliteArguments::default();
            for (trip, numbers) in some {
                self.bind(&mut arguments, trip, numbers)?;
            }
            sqlx::query_with::<Sqlite, _>(AssertSqlSafe(statement), arguments)
                .persistent(some.len() == TRIPS_AT_ONCE)
                .execute(&mut *connection)
                .await?;
        }
        let upserted = kept.len() as u64;
        Ok(Applied {
            upserted,
            added: upserted.saturating_sub(known),
            deleted,
        })
    }

    /// Removes the trips of the extent that no run from `first_run` on has brought.
    pub(crate) async fn remove_unseen(
        &self,
        connection: &mut SqliteConnection,
        first_run: u32,
        extent: &Extent<'_>,
    ) -> Result<u64, Failure> {
        let (from, to) = extent.window.unzip();
        // A project by its id, or by its number where trips name no id.
        let removed = sqlx::query(
            "DELETE FROM trips WHERE source = ?1 AND run < ?2 \
             AND (?3 IS NULL OR (time_ms >= ?3 AND time_ms < ?4)) \
             AND (?5 IS NULL OR project IN (SELECT dimension FROM dimensions \
                  WHERE source = ?1 AND kind = 'project' \
                  AND (id = ?5 OR (id IS NULL AND number = ?6))))",
        )
        .bind(self.source)
        .bind(first_run)
        .bind(from.map(Instant::millis))
        .bind(to.map(Instant::millis))
        .bind(extent.project.map(|project| project.id.as_str()))
        .bind(extent.project.and_then(|project| project.number.as_deref()))
        .execute(connection)
        .await?;
        Ok(removed.rows_affected())
    }

    async fn delete(
        &self,
        connection: &mut SqliteConnection,
        trips: &[&Trip],
    ) -> Result<u64, Failure> {
        let removed = sqlx::query(
            "DELETE FROM trips WHERE source = ? AND id IN (SELECT value FROM json_each(?))",
        )
        .bind(self.source)
        .bind(ids(trips)?)
        .execute(connection)
        .await?;
        Ok(removed.rows_affected())
    }

    /// How many of the trips are stored already.
    async fn known(
        &self,
        connection: &mut SqliteConnection,
        trips: &[&Trip],
    ) -> Result<u64, Failure> {
        let known: u64 = sqlx::query_scalar(
            "SELECT count(*) FROM trips WHERE source = ? AND id IN (SELECT value FROM json_each(?))",
        )
        .bind(self.source)
        .bind(ids(trips)?)
        .fetch_one(connection)
        .await?;
        Ok(known)
    }

    fn bind(
        &self,
        arguments: &mut SqliteArguments,
        trip: &Trip,
        numbers: &Numbers,
    ) -> Result<(), Failure> {
        let quantity = Quantity::of(trip);
        let time = trip.dump_date_time.or(trip.load_date_time);
        let mut add = Binding(arguments);
        add.value(self.source)?;
        add.value(self.run)?;
        add.value(time.map(Instant::millis))?;
        add.value(quantity.m3)?;
        add.value(quantity.tonnes)?;
        add.value(quantity.cycle_hours)?;
        for number in numbers {
            add.value(*number)?;
        }
        add.value(other(trip))?;
        for field in FIELDS
            .iter()
            .filter(|field| field.kind != FieldKind::OfDimension)
        {
            match (field.get)(trip) {
                Value::Null if field.kind == FieldKind::Coordinates => {
                    add.value(None::<f64>)?;
                    add.value(None::<f64>)?;
                }
                Value::Null => add.value(None::<i64>)?,
                Value::Text(text) => add.value(text)?,
                Value::Number(number) => add.value(number)?,
                Value::Whole(whole) | Value::Instant(whole) => add.value(whole)?,
                Value::Flag(flag) => add.value(flag)?,
                Value::Coordinates([latitude, longitude]) => {
                    add.value(latitude)?;
                    add.value(longitude)?;
                }
            }
        }
        Ok(())
    }
}

struct Binding<'r>(&'r mut SqliteArguments);

impl Binding<'_> {
    fn value<'a, T>(&mut self, value: T) -> Result<(), Failure>
    where
        T: sqlx::Encode<'a, Sqlite> + sqlx::Type<Sqlite> + 'a,
    {
        sqlx::Arguments::add(self.0, value).map_err(Failure::internal)
    }
}

/// Fields that we do not know and values that their fields cannot have, as a JSON object.
pub(crate) fn other(trip: &Trip) -> Option<String> {
    let mut all: Map<String, Json> = trip.other.clone();
    all.extend(trip.odd.clone());
    (!all.is_empty()).then(|| Json::Object(all).to_string())
}

fn ids(trips: &[&Trip]) -> Result<String, Failure> {
    let ids: Vec<&str> = trips.iter().map(|trip| trip.id.as_str()).collect();
    serde_json::to_string(&ids).map_err(Failure::internal)
}
