//! The columns of a table of trips: the specification's names or words, coordinates as two numbers,
//! and `other` for fields that we do not know.

use fielddesk_model::Trip;
use fielddesk_rules::language::TripTitle;
use rusqlite::Row;

use super::super::field::{FIELDS, FieldKind, TripField, Value, coordinate_names};
use super::super::stored_row;
use super::Words;
use crate::Failure;

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
    row: &'a Row<'a>,
}

impl<'a> Exported<'a> {
    pub(super) const fn new(row: &'a Row<'a>) -> Self {
        Self { row }
    }

    pub(super) fn trip(&self) -> Result<Trip, Failure> {
        stored_row::read_trip(self.row)
    }

    /// The cells in the order of [`columns`], [`Column::Other`] the last: never coordinates.
    pub(super) fn cells(&self, mut see: impl FnMut(usize, Value<'a>)) -> Result<(), Failure> {
        let mut next = 0;
        let mut cell = |value: Value<'a>| {
            see(next, value);
            next += 1;
        };
        let other = stored_row::visit(self.row, |field, value| match value {
            Value::Coordinates(pair) => pair.map(Value::Number).into_iter().for_each(&mut cell),
            Value::Null if field.kind == FieldKind::Coordinates => {
                [Value::Null; 2].into_iter().for_each(&mut cell);
            }
            value => cell(value),
        })?;
        cell(other.map_or(Value::Null, Value::Text));
        Ok(())
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
    /// The heading of the column: its name, or its title with the zone of its times.
    pub(super) fn heading(self, words: Option<Words>) -> String {
        let title = match self {
            Self::Field(field) => TripTitle::Field(field.name),
            Self::Latitude(field) => TripTitle::Latitude(field.name),
            Self::Longitude(field) => TripTitle::Longitude(field.name),
            Self::Other => TripTitle::Other,
        };
        let titled = words.and_then(|words| Some((words, words.language.trip_title(title)?)));
        match titled {
            Some((words, title)) if self.kind() == ColumnKind::Instant => {
                format!("{title} ({})", words.zone.name())
            }
            Some((_, title)) => title,
            None => self.name(),
        }
    }

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
                FieldKind::Word | FieldKind::SharedId | FieldKind::OfDimension => ColumnKind::Word,
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
}
