//! Stores pages of trips, inside a transaction of the caller.

use std::collections::HashSet;
use std::sync::LazyLock;

use fielddesk_model::{Instant, Trip};
use fielddesk_rules::trips::TripState;
use rusqlite::{CachedStatement, Connection, OptionalExtension as _, ToSql, params};
use serde_json::{Map, Value as Json};

use super::daily_sums::StaleDays;
use super::dimensions::{self, Dimensions, Numbers};
use super::field::{FIELDS, FieldKind, TripField, Value, coordinate_names};
use super::quantity::Quantity;
use super::sync_request::ProjectFilter;
use crate::Failure;

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

/// Columns that are no fields and no dimensions, in the order in which they are bound; dimensions
/// and fields follow.
const OWN_COLUMNS: [&str; 9] = [
    "source",
    "run",
    "time_ms",
    "m3",
    "tonnes",
    "cycle_hours",
    "other",
    "state",
    "problems",
];

/// The statement that stores a trip.
static UPSERT: LazyLock<String> = LazyLock::new(|| {
    let own = OWN_COLUMNS
        .into_iter()
        .chain(dimensions::COLUMNS)
        .map(str::to_owned);
    let columns: Vec<String> = own.chain(FIELDS.iter().flat_map(columns_of)).collect();
    let updated: Vec<String> = columns
        .iter()
        .filter(|column| !["source", "id"].contains(&column.as_str()))
        .map(|column| format!("{column} = excluded.{column}"))
        .collect();
    format!(
        "INSERT INTO trips ({}) VALUES ({}) ON CONFLICT (source, id) DO UPDATE SET {}",
        columns.join(", "),
        vec!["?"; columns.len()].join(", "),
        updated.join(", ")
    )
});

fn columns_of(field: &TripField) -> Vec<String> {
    match field.kind {
        FieldKind::OfDimension => Vec::new(),
        FieldKind::Coordinates => coordinate_names(field).to_vec(),
        _ => vec![field.name.to_owned()],
    }
}

impl Writer {
    /// Learns which dimensions are known.
    pub(crate) fn open(connection: &Connection, source: i64, run: u32) -> Result<Self, Failure> {
        Ok(Self {
            source,
            run,
            dimensions: Dimensions::load(connection, source)?,
        })
    }

    /// Stores and removes what a page says; of several records of one trip the last counts.
    pub(crate) fn apply(
        &mut self,
        connection: &Connection,
        page: &[Trip],
    ) -> Result<Applied, Failure> {
        let mut seen = HashSet::new();
        let last = page.iter().rev();
        let mut last: Vec<&Trip> = last.filter(|trip| seen.insert(trip.id.as_str())).collect();
        last.reverse();
        let mut time_before =
            connection.prepare_cached("SELECT time_ms FROM trips WHERE source = ? AND id = ?")?;
        let mut delete =
            connection.prepare_cached("DELETE FROM trips WHERE source = ? AND id = ?")?;
        let mut upsert = connection.prepare_cached(&UPSERT)?;
        let mut applied = Applied::default();
        let mut stale = StaleDays::default();
        for trip in last {
            let id = params![self.source, trip.id.as_str()];
            let before: Option<Option<i64>> =
                time_before.query_row(id, |row| row.get(0)).optional()?;
            if let Some(time) = before {
                stale.note(time);
            }
            if trip.is_deleted == Some(true) {
                applied.deleted += delete.execute(id)? as u64;
                continue;
            }
            stale.note(time_ms(trip));
            applied.upserted += 1;
            applied.added += u64::from(before.is_none());
            let numbers = self.dimensions.of(connection, trip)?;
            self.bind(&mut upsert, trip, &numbers)?;
            upsert.raw_execute()?;
        }
        stale.save(connection, self.source)?;
        Ok(applied)
    }

    /// Removes the trips of the extent that no run from `first_run` on has brought.
    pub(crate) fn remove_unseen(
        &self,
        connection: &Connection,
        first_run: u32,
        extent: &Extent<'_>,
    ) -> Result<u64, Failure> {
        let (from, to) = extent.window.unzip();
        // A project by its id, or by its number where trips name no id.
        let mut delete = connection.prepare(
            "DELETE FROM trips WHERE source = ?1 AND run < ?2 \
             AND (?3 IS NULL OR (time_ms >= ?3 AND time_ms < ?4)) \
             AND (?5 IS NULL OR project IN (SELECT dimension FROM dimensions \
                  WHERE source = ?1 AND kind = 'project' \
                  AND (id = ?5 OR (id IS NULL AND number = ?6)))) \
             RETURNING time_ms",
        )?;
        let mut removed = delete.query(params![
            self.source,
            first_run,
            from.map(Instant::millis),
            to.map(Instant::millis),
            extent.project.map(|project| project.id.as_str()),
            extent.project.and_then(|project| project.number.as_deref())
        ])?;
        let (mut stale, mut count) = (StaleDays::default(), 0);
        while let Some(row) = removed.next()? {
            stale.note(row.get(0)?);
            count += 1;
        }
        stale.save(connection, self.source)?;
        Ok(count)
    }

    fn bind(
        &self,
        upsert: &mut CachedStatement<'_>,
        trip: &Trip,
        numbers: &Numbers,
    ) -> Result<(), Failure> {
        let quantity = Quantity::of(trip);
        let mut next = 0;
        let mut add = |value: &dyn ToSql| {
            next += 1;
            upsert.raw_bind_parameter(next, value)
        };
        add(&self.source)?;
        add(&self.run)?;
        add(&time_ms(trip))?;
        add(&quantity.m3)?;
        add(&quantity.tonnes)?;
        add(&quantity.cycle_hours)?;
        add(&other(trip))?;
        add(&state_of(trip).0.number())?;
        add(&quantity.problems(trip))?;
        for number in numbers {
            add(number)?;
        }
        for field in FIELDS {
            match ((field.get)(trip), field.kind) {
                (_, FieldKind::OfDimension) => {}
                (Value::Null, FieldKind::Coordinates) => {
                    add(&None::<f64>)?;
                    add(&None::<f64>)?;
                }
                (Value::Null, _) => add(&None::<i64>)?,
                (Value::Text(text), _) => add(&text)?,
                (Value::Number(number), _) => add(&number)?,
                (Value::Whole(whole) | Value::Instant(whole), _) => add(&whole)?,
                (Value::Flag(flag), _) => add(&flag)?,
                (Value::Coordinates([latitude, longitude]), _) => {
                    add(&latitude)?;
                    add(&longitude)?;
                }
            }
        }
        Ok(())
    }
}

/// The dump, else the load.
fn time_ms(trip: &Trip) -> Option<i64> {
    let time = trip.dump_date_time.or(trip.load_date_time);
    time.map(Instant::millis)
}

/// How far a trip is settled, and which steps before it are not set.
pub(crate) fn state_of(trip: &Trip) -> (TripState, Vec<TripState>) {
    let set = |flag: Option<bool>| flag == Some(true);
    TripState::of(set(trip.verified), set(trip.approved), set(trip.invoiced))
}

/// Fields that we do not know and values that their fields cannot have, as a JSON object.
pub(crate) fn other(trip: &Trip) -> Option<String> {
    let mut all: Map<String, Json> = trip.other.clone();
    all.extend(trip.odd.clone());
    (!all.is_empty()).then(|| Json::Object(all).to_string())
}
