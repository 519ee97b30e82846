//! The numbers of a trip's dimensions: known ones are looked up, new ones are stored and named.

use std::collections::{HashMap, HashSet};

use fielddesk_model::Trip;
use fielddesk_rules::trips::known_place;
use rusqlite::{Connection, params};

use super::super::field::{FIELDS, FieldKind, Value};
use super::{COLUMNS, DimensionKind, Numbers};
use crate::Failure;

/// A dimension as a trip names it.
struct Sent<'a> {
    kind: DimensionKind,
    id: Option<&'a str>,
    number: Option<&'a str>,
    name: Option<&'a str>,
    /// Degrees of a location.
    place: Option<[f64; 2]>,
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

/// Fields of the kind `driver`, which trips have as they are besides.
const OF_DRIVER: [&str; 2] = ["dumperDriverId", "dumperDriverName"];

/// The dimensions of a connection with their numbers.
#[derive(Debug)]
pub(crate) struct Dimensions {
    source: i64,
    numbers: HashMap<String, i64>,
    /// Locations of which no trip has said yet where they are.
    without_place: HashSet<i64>,
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
            without_place: HashSet::new(),
            last: last.unwrap_or(0),
            key: String::new(),
        };
        let mut stored = connection.prepare(
            "SELECT dimension, kind, id, number, sent_name, sent_latitude IS NULL FROM dimensions \
             WHERE source = ?",
        )?;
        let mut rows = stored.query([source])?;
        while let Some(row) = rows.next()? {
            let (id, number, name): (Option<String>, Option<String>, Option<String>) =
                (row.get(2)?, row.get(3)?, row.get(4)?);
            let kind: String = row.get(1)?;
            let Some(kind) = DimensionKind::named(&kind) else {
                continue;
            };
            let sent = Sent {
                kind,
                id: id.as_deref(),
                number: number.as_deref(),
                name: name.as_deref(),
                place: None,
            };
            sent.key(&mut known.key);
            let dimension = row.get(0)?;
            known.numbers.insert(known.key.clone(), dimension);
            if kind == DimensionKind::Location && row.get(5)? {
                known.without_place.insert(dimension);
            }
        }
        Ok(known)
    }

    /// The numbers of a trip's dimensions; new ones are stored.
    pub(crate) fn of(&mut self, connection: &Connection, trip: &Trip) -> Result<Numbers, Failure> {
        let mut numbers = [None; COLUMNS.len()];
        let [ids, words] = shared_texts(trip);
        for (number, sent) in numbers.iter_mut().zip(sent_by(trip, &ids, &words)) {
            *number = self.number(connection, &sent)?;
        }
        Ok(numbers)
    }

    fn number(&mut self, connection: &Connection, sent: &Sent<'_>) -> Result<Option<i64>, Failure> {
        sent.key(&mut self.key);
        if self.key.is_empty() {
            return Ok(None);
        }
        if let Some(number) = self.numbers.get(&self.key).copied() {
            if sent.place.is_some() && self.without_place.remove(&number) {
                place(connection, number, sent.place)?;
            }
            return Ok(Some(number));
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
        match (sent.kind, sent.place) {
            (_, Some(_)) => place(connection, self.last, sent.place)?,
            (DimensionKind::Location, None) => drop(self.without_place.insert(self.last)),
            _ => {}
        }
        name(connection, self.source, self.last)?;
        Ok(Some(self.last))
    }
}

/// Keeps where a location is by a trip's own word.
fn place(connection: &Connection, dimension: i64, place: Option<[f64; 2]>) -> Result<(), Failure> {
    let [latitude, longitude] = place.map_or([None; 2], |pair| pair.map(Some));
    let sql = "UPDATE dimensions SET sent_latitude = ?, sent_longitude = ? WHERE dimension = ?";
    connection
        .prepare_cached(sql)?
        .execute(params![latitude, longitude, dimension])?;
    Ok(())
}

/// The ids and the words that a trip shares with others and that are no dimension of their own, a
/// line each.
fn shared_texts(trip: &Trip) -> [String; 2] {
    let mut lines = [String::new(), String::new()];
    for field in FIELDS {
        let [ids, words] = &mut lines;
        let lines = match field.kind {
            FieldKind::SharedId => ids,
            FieldKind::Word => words,
            _ => continue,
        };
        if let Value::Text(text) = (field.get)(trip)
            && !OF_DRIVER.contains(&field.name)
        {
            lines.push_str(text);
            lines.push('\n');
        }
    }
    lines
}

fn sent_by<'a>(trip: &'a Trip, ids: &'a str, words: &'a str) -> [Sent<'a>; COLUMNS.len()] {
    let sent = |kind, id, number, name| Sent {
        kind,
        id,
        number,
        name,
        place: None,
    };
    let some = |lines: &'a str| Some(lines).filter(|lines| !lines.is_empty());
    let location = |id, name, degrees: Option<[f64; 2]>| Sent {
        place: degrees.and_then(known_place),
        ..sent(DimensionKind::Location, id, None, name)
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
        location(
            trip.load_location_id.as_deref(),
            trip.load_location_name.as_deref(),
            trip.load_coordinates,
        ),
        location(
            trip.dump_location_id.as_deref(),
            trip.dump_location_name.as_deref(),
            trip.dump_coordinates,
        ),
        sent(
            DimensionKind::Driver,
            trip.dumper_driver_id.as_deref(),
            None,
            trip.dumper_driver_name.as_deref(),
        ),
        sent(DimensionKind::Texts, some(ids), None, some(words)),
    ]
}

/// Names the dimensions from a number on: as they were sent, else as the look-ups have them.
pub(crate) fn name(connection: &Connection, source: i64, from: i64) -> Result<(), Failure> {
    // By number (the plus): the index by source would look at all of them for each new one.
    let sql = "SELECT d.dimension, ifnull(d.sent_name, l.name), l.latitude, l.longitude, d.number \
         FROM dimensions d \
         LEFT JOIN lookups l ON l.source = d.source AND l.kind = d.kind AND l.id = d.id \
         WHERE +d.source = ?1 AND d.dimension >= ?2 \
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
