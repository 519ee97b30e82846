//! Trips one by one: a stretch of the list for the grid, and one with all its fields.

use chrono::{DateTime, Utc};
use fielddesk_model::{Instant, Trip};
use fielddesk_rules::language::{Language, TripTitle};
use fielddesk_rules::trips::{TripProblem, TripState, is_hidden_person};
use rusqlite::{Transaction, params};
use serde::Serialize;

use super::super::Trips;
use super::super::dimensions::DimensionKind;
use super::super::field::{FIELDS, Value};
use super::super::list::{self, Stretch};
use super::super::quantity::Quantity;
use super::super::query::{Selection, TripOrder};
use super::super::source_of;
use super::super::stored_row;
use super::super::sums::Sums;
use super::super::write::state_of;
use super::DayFilter;
use crate::Failure;

/// The most rows that are given at once.
const MOST_ROWS: usize = 10_000;

/// A stretch of the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripPage {
    /// How many trips fit the filter in all.
    pub total: u64,
    /// The trips, in order.
    pub rows: Vec<TripRow>,
}

/// A trip in the grid.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripRow {
    /// Its id.
    pub id: String,
    /// End of the cycle.
    pub dumped_at: Option<DateTime<Utc>>,
    /// Start of the cycle.
    pub loaded_at: Option<DateTime<Utc>>,
    /// Number of the hauling machine.
    pub machine_number: Option<String>,
    /// Its name.
    pub machine_name: Option<String>,
    /// The driver; none where hidden.
    pub driver: Option<String>,
    /// The service hides the driver: another company's.
    pub driver_hidden: bool,
    /// Name of the load location, else its id.
    pub from: Option<String>,
    /// Name of the dump location, else its id.
    pub to: Option<String>,
    /// What was hauled.
    pub mass_type: Option<String>,
    /// How much, in `unit`.
    pub quantity: Option<f64>,
    /// Unit of the quantity, as sent.
    pub unit: Option<String>,
    /// Cubic metres.
    pub m3: Option<f64>,
    /// Tonnes.
    pub tonnes: Option<f64>,
    /// Length of the cycle.
    pub cycle_hours: Option<f64>,
    /// The cycle has no length, or is too long to be one.
    pub cycle_unusual: bool,
    /// Haul distance in km.
    pub distance: Option<f64>,
    /// The furthest step that is set.
    pub state: TripState,
    /// Steps before it that are not set.
    pub skipped: Vec<TripState>,
    /// Number of the receipt.
    pub receipt: Option<String>,
    /// Number of the project.
    pub project_number: Option<String>,
}

/// A trip with every field of its record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripDetail {
    /// As in the grid.
    pub row: TripRow,
    /// The fields in the record's order, after them those that Fielddesk does not know.
    pub fields: Vec<DetailField>,
}

/// A field of a trip.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "TripField")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DetailField {
    /// Its name on the wire.
    pub name: String,
    /// Title of the field in the language of the window; `None` for a field of the service alone.
    pub title: Option<String>,
    /// What it holds; none where it is not set.
    pub value: Option<DetailValue>,
}

/// What a field of a trip holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged, rename = "TripFieldValue")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum DetailValue {
    /// A text, an instant as ISO 8601, or JSON that no field can have.
    Text(String),
    /// A number.
    Number(#[cfg_attr(feature = "specta", specta(type = i32))] f64),
    /// A whole number.
    Whole(i64),
    /// Yes or no.
    Flag(bool),
    /// Latitude and longitude.
    Coordinates(#[cfg_attr(feature = "specta", specta(type = [i32; 2]))] [f64; 2]),
}

/// A location that trips refer to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripLocationRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Degrees to the north.
    pub latitude: Option<f64>,
    /// Degrees to the east.
    pub longitude: Option<f64>,
    /// `load`, `dump` or `both`.
    pub location_type: Option<String>,
}

/// A mass type that trips refer to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripMassTypeRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Unit in which it is counted.
    pub unit_of_measure_text: Option<String>,
    /// Tonnes a cubic metre.
    pub density: Option<f64>,
}

impl Trips {
    /// Up to `limit` trips of the list after the first `from`. Where trips change between two
    /// calls, a trip can come twice or not at all: the change is told by an event.
    ///
    /// Fails with `refused` for days that cannot be, `localFile` where the store is damaged.
    pub async fn rows(
        &self,
        filter: &DayFilter,
        order: TripOrder,
        from: u64,
        limit: usize,
    ) -> Result<TripPage, Failure> {
        let zone = self.zone();
        let read = move |transaction: &Transaction<'_>, selection: &Selection| {
            let stretch = Stretch {
                from,
                limit: Some(limit.min(MOST_ROWS)),
            };
            let query = list::ordered(selection, order, None, stretch);
            let mut rows = Vec::new();
            stored_row::each(transaction, &query, |row| {
                rows.push(TripRow::from(stored_row::read_trip(row)?));
                Ok(true)
            })?;
            let sums = Sums::of(transaction, selection, &zone.days())?;
            Ok(TripPage {
                total: sums.total(transaction)?.trips,
                rows,
            })
        };
        self.read_selected(filter.in_zone(zone)?, read).await
    }

    /// A trip with all its fields, titled in a language.
    ///
    /// Fails with `notFound` where it is not kept here, `localFile` where the store is damaged.
    pub async fn detail(&self, id: &str, language: Language) -> Result<TripDetail, Failure> {
        let (key, id) = (self.key.clone(), id.to_owned());
        let read = move |transaction: &Transaction<'_>| {
            let source = source_of(transaction, &key)?.unwrap_or(0);
            let mut found = None;
            stored_row::each(transaction, &stored_row::of_id(source, &id), |row| {
                found = Some(stored_row::read_trip(row)?);
                Ok(false)
            })?;
            let trip = found.ok_or_else(|| {
                Failure::not_found("trip", &id, "It was removed meanwhile. Refresh the list.")
            })?;
            Ok(TripDetail {
                fields: fields(&trip, language),
                row: TripRow::from(trip),
            })
        };
        self.store.read(read).await
    }

    /// The locations that the last reading brought.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn locations(&self) -> Result<Vec<TripLocationRow>, Failure> {
        self.lookups(DimensionKind::Location, |row| {
            Ok(TripLocationRow {
                id: row.get(0)?,
                name: row.get(1)?,
                latitude: row.get(2)?,
                longitude: row.get(3)?,
                location_type: row.get(4)?,
            })
        })
        .await
    }

    /// The mass types that the last reading brought.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn mass_types(&self) -> Result<Vec<TripMassTypeRow>, Failure> {
        self.lookups(DimensionKind::MassType, |row| {
            Ok(TripMassTypeRow {
                id: row.get(0)?,
                name: row.get(1)?,
                unit_of_measure_text: row.get(5)?,
                density: row.get(6)?,
            })
        })
        .await
    }

    async fn lookups<T: Send + 'static>(
        &self,
        kind: DimensionKind,
        one: impl Fn(&rusqlite::Row<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<Vec<T>, Failure> {
        let key = self.key.clone();
        let sql = "SELECT id, name, latitude, longitude, location_type, unit_of_measure_text, density FROM lookups \
                   WHERE source = ? AND kind = ? ORDER BY name, id";
        let read = move |transaction: &Transaction<'_>| {
            let source = source_of(transaction, &key)?.unwrap_or(0);
            let mut stored = transaction.prepare(sql)?;
            let rows = stored.query_map(params![source, kind.name()], |row| one(row))?;
            Ok(rows.collect::<Result<_, _>>()?)
        };
        self.store.read(read).await
    }
}

impl From<Trip> for TripRow {
    fn from(trip: Trip) -> Self {
        let (quantity, (state, skipped)) = (Quantity::of(&trip), state_of(&trip));
        let is_hidden = |name: &String| is_hidden_person(name);
        let driver_hidden = trip.dumper_driver_name.as_ref().is_some_and(is_hidden);
        let cycle_unusual = quantity.problems(&trip) & TripProblem::UNUSUAL_CYCLE != 0;
        Self {
            id: trip.id.to_string(),
            dumped_at: trip.dump_date_time.map(DateTime::from),
            loaded_at: trip.load_date_time.map(DateTime::from),
            machine_number: trip.dumper_number,
            machine_name: trip.dumper_name,
            driver: trip.dumper_driver_name.filter(|_| !driver_hidden),
            driver_hidden,
            from: trip.load_location_name.or(trip.load_location_id),
            to: trip.dump_location_name.or(trip.dump_location_id),
            mass_type: trip.mass_type.or(trip.mass_type_id),
            quantity: trip.quantity,
            unit: trip.unit_of_measure_text,
            m3: quantity.m3,
            tonnes: quantity.tonnes,
            cycle_hours: quantity.cycle_hours,
            cycle_unusual,
            distance: trip.distance,
            state,
            skipped,
            receipt: trip.receipt_number,
            project_number: trip.project_number,
        }
    }
}

/// The fields of the record, and what else was sent.
fn fields(trip: &Trip, language: Language) -> Vec<DetailField> {
    let known = FIELDS.iter().map(|field| DetailField {
        name: field.name.to_owned(),
        title: language.trip_title(TripTitle::Field(field.name)),
        // A value that the field cannot have is told as it came.
        value: match trip.odd.get(field.name) {
            Some(odd) => Some(of_json(odd)),
            None => of_field((field.get)(trip)),
        },
    });
    let others = trip.other.iter().map(|(name, value)| DetailField {
        name: name.clone(),
        title: None,
        value: (!value.is_null()).then(|| of_json(value)),
    });
    known.chain(others).collect()
}

fn of_field(value: Value<'_>) -> Option<DetailValue> {
    Some(match value {
        Value::Null => return None,
        Value::Text(text) => DetailValue::Text(text.to_owned()),
        Value::Number(number) => DetailValue::Number(number),
        Value::Whole(whole) => DetailValue::Whole(whole),
        Value::Flag(flag) => DetailValue::Flag(flag),
        Value::Instant(ms) => DetailValue::Text(Instant::from_millis(ms)?.to_string()),
        Value::Coordinates(pair) => DetailValue::Coordinates(pair),
    })
}

fn of_json(value: &serde_json::Value) -> DetailValue {
    match value {
        serde_json::Value::String(text) => DetailValue::Text(text.clone()),
        serde_json::Value::Bool(flag) => DetailValue::Flag(*flag),
        other => match other.as_f64() {
            Some(number) => DetailValue::Number(number),
            None => DetailValue::Text(other.to_string()),
        },
    }
}
