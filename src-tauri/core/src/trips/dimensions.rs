//! What trips are grouped by: projects, mass types, machines and locations, each with a number
//! in the store. A renamed one has a number for each name that was sent.

use std::collections::HashMap;

use fielddesk_model::Trip;
use sqlx::{QueryBuilder, SqliteConnection};

use super::AT_ONCE;
use crate::Failure;

/// A kind of dimension, as the store names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DimensionKind {
    Project,
    MassType,
    Machine,
    Location,
}

impl DimensionKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::MassType => "massType",
            Self::Machine => "machine",
            Self::Location => "location",
        }
    }
}

/// A dimension as a trip names it.
struct Sent<'a> {
    kind: DimensionKind,
    id: Option<&'a str>,
    number: Option<&'a str>,
    name: Option<&'a str>,
}

impl Sent<'_> {
    /// A text that no other dimension has; empty where the trip says nothing.
    fn key(&self, key: &mut String) {
        use std::fmt::Write as _;
        key.clear();
        if self.id.or(self.number).or(self.name).is_none() {
            return;
        }
        key.push_str(self.kind.name());
        for part in [self.id, self.number, self.name] {
            match part {
                // Lengths keep the parts apart, whatever is in them. A text takes anything.
                Some(text) => drop(write!(key, " {}:{text}", text.len())),
                None => key.push_str(" -"),
            }
        }
    }
}

/// The dimensions of a trip: project, mass type, machine, load location, dump location.
pub(crate) type Numbers = [Option<i64>; 5];

/// The dimensions of a connection with their numbers.
#[derive(Debug)]
pub(crate) struct Dimensions {
    source: i64,
    numbers: HashMap<String, i64>,
    last: i64,
    key: String,
}

impl Dimensions {
    /// Reads what is stored.
    pub(crate) async fn load(
        connection: &mut SqliteConnection,
        source: i64,
    ) -> Result<Self, Failure> {
        type Row = (i64, String, Option<String>, Option<String>, Option<String>);
        let last: Option<i64> = sqlx::query_scalar("SELECT max(dimension) FROM dimensions")
            .fetch_one(&mut *connection)
            .await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT dimension, kind, id, number, sent_name FROM dimensions WHERE source = ?",
        )
        .bind(source)
        .fetch_all(connection)
        .await?;
        let mut known = Self {
            source,
            numbers: HashMap::new(),
            last: last.unwrap_or(0),
            key: String::new(),
        };
        for (dimension, kind, id, number, name) in rows {
            let kinds = [
                DimensionKind::Project,
                DimensionKind::MassType,
                DimensionKind::Machine,
                DimensionKind::Location,
            ];
            let Some(kind) = kinds.into_iter().find(|known| known.name() == kind) else {
                continue;
            };
            let sent = Sent {
                kind,
                id: id.as_deref(),
                number: number.as_deref(),
                name: name.as_deref(),
            };
            sent.key(&mut known.key);
            known.numbers.insert(known.key.clone(), dimension);
        }
        Ok(known)
    }

    /// The numbers of the trips' dimensions; new ones are stored.
    pub(crate) async fn of(
        &mut self,
        connection: &mut SqliteConnection,
        trips: &[&Trip],
    ) -> Result<Vec<Numbers>, Failure> {
        let first_new = self.last + 1;
        let mut new = Vec::new();
        let numbers = trips
            .iter()
            .map(|trip| sent_by(trip).map(|sent| self.number(sent, &mut new)))
            .collect();
        for some in new.chunks(AT_ONCE) {
            let mut insert = QueryBuilder::new(
                "INSERT INTO dimensions (dimension, source, kind, id, number, sent_name) ",
            );
            insert.push_values(some, |mut row, (number, sent): &(i64, Sent<'_>)| {
                row.push_bind(*number)
                    .push_bind(self.source)
                    .push_bind(sent.kind.name())
                    .push_bind(sent.id)
                    .push_bind(sent.number)
                    .push_bind(sent.name);
            });
            insert.build().execute(&mut *connection).await?;
        }
        if !new.is_empty() {
            name(connection, self.source, first_new).await?;
        }
        Ok(numbers)
    }

    fn number<'a>(&mut self, sent: Sent<'a>, new: &mut Vec<(i64, Sent<'a>)>) -> Option<i64> {
        sent.key(&mut self.key);
        if self.key.is_empty() {
            return None;
        }
        if let Some(number) = self.numbers.get(&self.key) {
            return Some(*number);
        }
        self.last += 1;
        self.numbers.insert(self.key.clone(), self.last);
        new.push((self.last, sent));
        Some(self.last)
    }
}

fn sent_by(trip: &Trip) -> [Sent<'_>; 5] {
    let sent = |kind, id, number, name| Sent {
        kind,
        id,
        number,
        name,
    };
    [
        sent(
            DimensionKind::Project,
            trip.project_id.as_ref().map(AsRef::as_ref),
            trip.project_number.as_deref(),
            trip.project_name.as_deref(),
        ),
        sent(
            DimensionKind::MassType,
            trip.mass_type_id.as_deref(),
            None,
            trip.mass_type.as_deref(),
        ),
        sent(
            DimensionKind::Machine,
            trip.dumper_id.as_deref(),
            trip.dumper_number.as_deref(),
            trip.dumper_name.as_deref(),
        ),
        sent(
            DimensionKind::Location,
            trip.load_location_id.as_deref(),
            None,
            trip.load_location_name.as_deref(),
        ),
        sent(
            DimensionKind::Location,
            trip.dump_location_id.as_deref(),
            None,
            trip.dump_location_name.as_deref(),
        ),
    ]
}

/// Names the dimensions from a number on: as they were sent, else as the look-ups have them.
pub(crate) async fn name(
    connection: &mut SqliteConnection,
    source: i64,
    from: i64,
) -> Result<(), Failure> {
    sqlx::query(
        "UPDATE dimensions SET name = ifnull(sent_name, l.name), latitude = l.latitude, \
         longitude = l.longitude, sort_key = NULL \
         FROM (SELECT d.dimension, l.name, l.latitude, l.longitude FROM dimensions d \
               LEFT JOIN lookups l ON l.source = d.source AND l.kind = d.kind AND l.id = d.id \
               WHERE d.source = ?1 AND d.dimension >= ?2) l \
         WHERE l.dimension = dimensions.dimension \
         AND (sort_key IS NULL OR dimensions.latitude IS NOT l.latitude \
              OR dimensions.longitude IS NOT l.longitude \
              OR dimensions.name IS NOT ifnull(sent_name, l.name))",
    )
    .bind(source)
    .bind(from)
    .execute(&mut *connection)
    .await?;
    // SQLite knows small letters of ASCII alone.
    let named: Vec<(i64, String)> = sqlx::query_as(
        "SELECT dimension, ifnull(number, name) FROM dimensions \
         WHERE source = ? AND sort_key IS NULL AND ifnull(number, name) IS NOT NULL",
    )
    .bind(source)
    .fetch_all(&mut *connection)
    .await?;
    for (dimension, text) in named {
        sqlx::query("UPDATE dimensions SET sort_key = ? WHERE dimension = ?")
            .bind(text.to_lowercase())
            .bind(dimension)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
