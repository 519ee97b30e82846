//! The columns of a table of trips: the specification's names, coordinates as two numbers,
//! and `other` for fields that we do not know.

use fielddesk_model::Trip;

use super::super::field::{FIELDS, FieldKind, TripField, Value, coordinate_names};
use super::super::write::other;

/// A column.
#[derive(Clone, Copy)]
pub(super) enum Column {
    Field(&'static TripField),
    Latitude(&'static TripField),
    Longitude(&'static TripField),
    /// A JSON object.
    Other,
}

/// A trip with what the columns show of it.
pub(super) struct Exported<'a> {
    trip: &'a Trip,
    other: Option<String>,
}

impl<'a> Exported<'a> {
    pub(super) fn new(trip: &'a Trip) -> Self {
        Self {
            trip,
            other: other(trip),
        }
    }

    pub(super) const fn trip(&self) -> &'a Trip {
        self.trip
    }
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnKind {
    /// A text that repeats.
    Word,
    Text,
    Number,
    Whole,
    Flag,
    Instant,
    Json,
}

pub(super) fn columns(with_other: bool) -> Vec<Column> {
    let of_field = |field: &'static TripField| match field.kind {
        FieldKind::Coordinates => vec![Column::Latitude(field), Column::Longitude(field)],
        _ => vec![Column::Field(field)],
    };
    let fields = FIELDS.iter().flat_map(of_field);
    fields.chain(with_other.then_some(Column::Other)).collect()
}

impl Column {
    pub(super) fn name(self) -> String {
        let halves = |field| coordinate_names(field);
        match self {
            Self::Field(field) => field.name.to_owned(),
            Self::Latitude(field) => {
                let [latitude, _] = halves(field);
                latitude
            }
            Self::Longitude(field) => {
                let [_, longitude] = halves(field);
                longitude
            }
            Self::Other => "other".to_owned(),
        }
    }

    pub(super) const fn kind(self) -> ColumnKind {
        match self {
            Self::Field(field) => match field.kind {
                FieldKind::Word | FieldKind::OfDimension => ColumnKind::Word,
                FieldKind::Text => ColumnKind::Text,
                FieldKind::Whole => ColumnKind::Whole,
                FieldKind::Flag => ColumnKind::Flag,
                FieldKind::Instant => ColumnKind::Instant,
                FieldKind::Number | FieldKind::Coordinates => ColumnKind::Number,
            },
            Self::Latitude(_) | Self::Longitude(_) => ColumnKind::Number,
            Self::Other => ColumnKind::Json,
        }
    }

    /// The cell: never coordinates.
    pub(super) fn cell<'a>(self, row: &'a Exported<'_>) -> Value<'a> {
        let half = |field: &TripField, at: usize| match (field.get)(row.trip) {
            Value::Coordinates(pair) => pair.get(at).map_or(Value::Null, |n| Value::Number(*n)),
            _ => Value::Null,
        };
        match self {
            Self::Field(field) => (field.get)(row.trip),
            Self::Latitude(field) => half(field, 0),
            Self::Longitude(field) => half(field, 1),
            Self::Other => row.other.as_deref().map_or(Value::Null, Value::Text),
        }
    }
}
