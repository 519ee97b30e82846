//! Trips as the store gives them: statements of their columns, and what a row holds.

use fielddesk_model::Trip;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::{Map, Value as Json};

use super::field::{FIELDS, FieldKind, TripField, Value, coordinate_names};
use super::statement::Statement;
use crate::{Failure, FailureKind};

/// The beginning of a statement that [`read_trip`] reads: the columns of records `r`.
pub(super) fn columns() -> Statement {
    let mut query = Statement::new("SELECT ");
    for field in FIELDS {
        match field.kind {
            FieldKind::Coordinates => {
                for name in coordinate_names(field) {
                    query.push("r.").push(&name).push(", ");
                }
            }
            _ => drop(query.push("r.").push(field.name).push(", ")),
        }
    }
    query.push("r.other");
    query
}

/// The trip of an id.
pub(super) fn of_id(source: i64, id: &str) -> Statement {
    let mut query = columns();
    query
        .push(" FROM trip_records r WHERE r.source = ")
        .bind(source);
    query.push(" AND r.id = ").bind(id.to_owned());
    query
}

/// Shows each row of a statement until told to stop.
pub(super) fn each(
    connection: &Connection,
    query: &Statement,
    mut see: impl FnMut(&Row<'_>) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let mut stored = connection.prepare(&query.sql)?;
    let mut rows = stored.query(params_from_iter(&query.values))?;
    while let Some(row) = rows.next()? {
        if !see(row)? {
            break;
        }
    }
    Ok(())
}

/// Reads a row as a trip.
pub(super) fn read_trip(row: &Row<'_>) -> Result<Trip, Failure> {
    let mut trip = Trip::default();
    let other = visit(row, |field, value| {
        if value != Value::Null {
            (field.set)(&mut trip, value);
        }
    })?;
    if let Some(other) = other {
        let other: Map<String, Json> = serde_json::from_str(other).map_err(|error| {
            tracing::error!(%error, "fields of a trip that we do not know");
            unreadable()
        })?;
        let is_field = |name: &str| FIELDS.iter().any(|field| field.name == name);
        (trip.odd, trip.other) = other.into_iter().partition(|(name, _)| is_field(name));
    }
    Ok(trip)
}

/// Shows the value of each field in order, as SQLite has it; gives the JSON of fields that we do
/// not know and values that a field cannot have.
pub(super) fn visit<'a>(
    row: &'a Row<'_>,
    mut see: impl FnMut(&'static TripField, Value<'a>),
) -> Result<Option<&'a str>, Failure> {
    let mut column = 0;
    for field in FIELDS {
        let stored = row.get_ref(column)?;
        column += 1;
        let value = match field.kind {
            FieldKind::Coordinates => {
                let longitude = row.get_ref(column)?;
                column += 1;
                coordinates(stored, longitude)
            }
            kind => value_of(kind, stored),
        };
        see(field, value.ok_or_else(|| damaged(field))?);
    }
    match row.get_ref(column)? {
        ValueRef::Text(other) => std::str::from_utf8(other).map(Some).map_err(|error| {
            tracing::error!(%error, "fields of a trip that we do not know");
            unreadable()
        }),
        _ => Ok(None),
    }
}

/// What a column holds; none where its field cannot have it.
fn value_of(kind: FieldKind, stored: ValueRef<'_>) -> Option<Value<'_>> {
    use FieldKind as K;
    Some(match (kind, stored) {
        (_, ValueRef::Null) => Value::Null,
        (K::OfDimension | K::Word | K::SharedId | K::Text, ValueRef::Text(text)) => {
            Value::Text(std::str::from_utf8(text).ok()?)
        }
        (K::Number, ValueRef::Real(number)) => Value::Number(number),
        (K::Whole, ValueRef::Integer(whole)) => Value::Whole(whole),
        (K::Flag, ValueRef::Integer(flag)) => Value::Flag(flag != 0),
        (K::Instant, ValueRef::Integer(ms)) => Value::Instant(ms),
        _ => return None,
    })
}

fn coordinates<'a>(latitude: ValueRef<'_>, longitude: ValueRef<'_>) -> Option<Value<'a>> {
    match (latitude, longitude) {
        (ValueRef::Real(latitude), ValueRef::Real(longitude)) => {
            Some(Value::Coordinates([latitude, longitude]))
        }
        (ValueRef::Null, _) | (_, ValueRef::Null) => Some(Value::Null),
        _ => None,
    }
}

fn damaged(field: &TripField) -> Failure {
    tracing::error!(
        field = field.name,
        "the store of trips holds something that cannot be read"
    );
    unreadable()
}

fn unreadable() -> Failure {
    Failure::new(
        FailureKind::LocalFile,
        "The trips kept on this computer cannot be read.",
        "Remove the file trips.sqlite from the data folder and sync again.",
    )
}
