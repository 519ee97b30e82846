//! The columns of a table of trips: the specification's names, coordinates as two numbers,
//! and `other` for fields that we do not know.

use super::super::field::{FieldKind, TripField};
use super::super::record::{Value, Values};
use super::super::row::Context;

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Field(TripField),
    Latitude(TripField),
    Longitude(TripField),
    /// A JSON object.
    Other,
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
    let of_field = |field: &TripField| match field.kind() {
        FieldKind::Coordinates => vec![Column::Latitude(*field), Column::Longitude(*field)],
        _ => vec![Column::Field(*field)],
    };
    let fields = TripField::ALL.iter().flat_map(of_field);
    fields.chain(with_other.then_some(Column::Other)).collect()
}

impl Column {
    pub(super) fn name(self) -> String {
        match self {
            Self::Field(field) => field.name().to_owned(),
            Self::Latitude(field) => format!("{}Latitude", field.name()),
            Self::Longitude(field) => format!("{}Longitude", field.name()),
            Self::Other => "other".to_owned(),
        }
    }

    pub(super) const fn kind(self) -> ColumnKind {
        match self {
            Self::Field(field) => match field.kind() {
                FieldKind::Word => ColumnKind::Word,
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

    /// The cell: never a word's number, never coordinates.
    pub(super) fn cell<'a>(self, values: &Values<'a>, context: &'a Context) -> Value<'a> {
        let half = |field, at: usize| match context.value(values, field) {
            Value::Coordinates(pair) => pair.get(at).map_or(Value::Null, |n| Value::Number(*n)),
            _ => Value::Null,
        };
        match self {
            Self::Field(field) => context.value(values, field),
            Self::Latitude(field) => half(field, 0),
            Self::Longitude(field) => half(field, 1),
            Self::Other => values.other.map_or(Value::Null, Value::Text),
        }
    }
}
