//! What trips are grouped by: projects, mass types, machines and locations, each with a number
//! in the store. A renamed one has a number for each name that was sent.

use std::collections::HashMap;

use fielddesk_model::Trip;
use rusqlite::{Connection, params};

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
    const ALL: [Self; 4] = [Self::Project, Self::MassType, Self::Machine, Self::Location];

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

/// The dimensions of a trip, as columns of `trips` and of `daily_sums`.
pub(crate) const COLUMNS: [&str; 5] = [
    "project",
    "mass_type",
    "machine",
    "load_location",
    "dump_location",
];

/// The numbers of a trip's dimensions, in the order of [`COLUMNS`].
pub(crate) type Numbers = [Option<i64>; COLUMNS.len()];

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
    pub(crate) fn load(connection: &Connection, source: i64) -> Result<Self, Failure> {
        let last: Option<i64> =
            connection.query_row("SELECT max(dimension) FROM dimensions", [], |row| {
                row.get(0)
            })?;
        let mut known = Self {
            source,
            numbers: HashMap::new(),
            last: last.unwrap_or(0),
            key: String::new(),
        };
        let mut stored = connection.prepare(
            "SELECT dimension, kind, id, number, sent_name FROM dimensions WHERE source = ?",
        )?;
        let mut rows = stored.query([source])?;
        while let Some(row) = rows.next()? {
            let (id, number, name): (Option<String>, Option<String>, Option<String>) =
                (row.get(2)?, row.get(3)?, row.get(4)?);
            let kind: String = row.get(1)?;
            let Some(kind) = DimensionKind::ALL
                .into_iter()
                .find(|known| known.name() == kind)
            else {
                continue;
            };
            let sent = Sent {
                kind,
                id: id.as_deref(),
                number: number.as_deref(),
                name: name.as_deref(),
            };
            sent.key(&mut known.key);
            known.numbers.insert(known.key.clone(), row.get(0)?);
        }
        Ok(known)
    }

    /// The numbers of a trip's dimensions; new ones are stored.
    pub(crate) fn of(&mut self, connection: &Connection, trip: &Trip) -> Result<Numbers, Failure> {
        let mut numbers = [None; 5];
        for (number, sent) in numbers.iter_mut().zip(sent_by(trip)) {
            *number = self.number(connection, &sent)?;
        }
        Ok(numbers)
    }

    fn number(&mut self, connection: &Connection, sent: &Sent<'_>) -> Result<Option<i64>, Failure> {
        sent.key(&mut self.key);
        if self.key.is_empty() {
            return Ok(None);
        }
        if let Some(number) = self.numbers.get(&self.key) {
            return Ok(Some(*number));
        }
        self.last += 1;
        self.numbers.insert(self.key.clone(), self.last);
        let sql = "INSERT INTO dimensions (dimension, source, kind, id, number, sent_name) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let parameters = params![
            self.last,
            self.source,
            sent.kind.name(),
            sent.id,
            sent.number,
            sent.name
        ];
        connection.prepare_cached(sql)?.execute(parameters)?;
        name(connection, self.source, self.last)?;
        Ok(Some(self.last))
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
pub(crate) fn name(connection: &Connection, source: i64, from: i64) -> Result<(), Failure> {
    let sql = "SELECT d.dimension, ifnull(d.sent_name, l.name), l.latitude, l.longitude, d.number \
         FROM dimensions d \
         LEFT JOIN lookups l ON l.source = d.source AND l.kind = d.kind AND l.id = d.id \
         WHERE d.source = ?1 AND d.dimension >= ?2 \
         AND (d.sort_key IS NULL OR d.name IS NOT ifnull(d.sent_name, l.name) \
              OR d.latitude IS NOT l.latitude OR d.longitude IS NOT l.longitude)";
    type Row = (
        i64,
        Option<String>,
        Option<f64>,
        Option<f64>,
        Option<String>,
    );
    let rows: Vec<Row> = connection
        .prepare_cached(sql)?
        .query_map([source, from], |row| row.try_into())?
        .collect::<Result<_, _>>()?;
    let sql = "UPDATE dimensions SET name = ?, latitude = ?, longitude = ?, sort_key = ? \
               WHERE dimension = ?";
    let mut update = connection.prepare_cached(sql)?;
    for (dimension, name, latitude, longitude, number) in rows {
        // SQLite knows small letters of ASCII alone.
        let sort_key = number
            .as_ref()
            .or(name.as_ref())
            .map(|text| text.to_lowercase());
        update.execute(params![name, latitude, longitude, sort_key, dimension])?;
    }
    Ok(())
}
