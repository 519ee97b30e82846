//! Dimensions as they are stored: what each is called, where it is, and which of them are one thing.

use std::collections::BTreeMap;

use fielddesk_rules::trips::{TripProblem, known_place, swapped};
use rusqlite::{Connection, params};

use super::DimensionKind;
use crate::Failure;

/// What makes two dimensions one thing: the id, else what they are called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Identity([Option<String>; 3]);

impl Identity {
    pub(crate) fn of(id: &Option<String>, number: &Option<String>, name: &Option<String>) -> Self {
        Self(match id {
            Some(_) => [id.clone(), None, None],
            None => [None, number.clone(), name.clone()],
        })
    }

    /// The text that a filter finds it by and nothing else; none where nothing is known of it.
    pub(crate) fn key(&self) -> Option<String> {
        let [id, number, name] = &self.0;
        match (id, number, name) {
            (Some(only), _, _) | (None, Some(only), None) | (None, None, Some(only)) => {
                Some(only.clone())
            }
            (None, Some(number), Some(name)) => Some(format!("{number}\u{1f}{name}")),
            (None, None, None) => None,
        }
    }
}

/// A dimension as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) kind: DimensionKind,
    pub(crate) identity: Identity,
    pub(crate) number: Option<String>,
    pub(crate) name: Option<String>,
    /// Where a location is: as the look-ups have it, else as a trip said.
    pub(crate) place: Option<[f64; 2]>,
}

impl Stored {
    /// What of a location cannot be trusted.
    pub(crate) fn place_problem(&self) -> Option<TripProblem> {
        match self.place {
            None => Some(TripProblem::NoPlace),
            Some(_) => self.is_swapped().then_some(TripProblem::SwappedPlace),
        }
    }

    pub(crate) fn is_swapped(&self) -> bool {
        self.place.is_some_and(swapped)
    }
}

/// All dimensions of a connection that are shown, by number.
pub(crate) fn all(connection: &Connection, source: i64) -> Result<BTreeMap<i64, Stored>, Failure> {
    // In order of the table (the plus): nearly all of its rows are asked for.
    let mut stored = connection.prepare(
        "SELECT dimension, kind, id, number, name, ifnull(latitude, sent_latitude), \
         ifnull(longitude, sent_longitude) FROM dimensions WHERE +source = ? AND kind <> ?",
    )?;
    let mut rows = stored.query(params![source, DimensionKind::Texts.name()])?;
    let mut all = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let kind: String = row.get(1)?;
        let Some(kind) = DimensionKind::named(&kind) else {
            continue;
        };
        let [id, number, name]: [Option<String>; 3] = [row.get(2)?, row.get(3)?, row.get(4)?];
        let degrees: (Option<f64>, Option<f64>) = (row.get(5)?, row.get(6)?);
        let place = degrees.0.zip(degrees.1);
        let one = Stored {
            kind,
            identity: Identity::of(&id, &number, &name),
            number,
            name,
            place: place.and_then(|(latitude, longitude)| known_place([latitude, longitude])),
        };
        all.insert(row.get(0)?, one);
    }
    Ok(all)
}

/// What a dimension is called.
pub(crate) struct Names {
    pub(crate) id: Option<String>,
    pub(crate) number: Option<String>,
    pub(crate) name: Option<String>,
}

impl Names {
    /// The text that a filter finds it by and nothing else; none where nothing is known of it.
    pub(crate) fn key(&self) -> Option<String> {
        Identity::of(&self.id, &self.number, &self.name).key()
    }
}

/// The dimensions of a kind whose names fit: a JSON array of their numbers; none where none fits.
pub(crate) fn fitting(
    connection: &Connection,
    source: i64,
    kind: DimensionKind,
    fits: impl Fn(&Names) -> bool,
) -> Result<Option<String>, Failure> {
    let mut stored = connection.prepare(
        "SELECT dimension, id, number, name FROM dimensions WHERE source = ? AND kind = ?",
    )?;
    let mut rows = stored.query(params![source, kind.name()])?;
    let mut found: Vec<i64> = Vec::new();
    while let Some(row) = rows.next()? {
        let names = Names {
            id: row.get(1)?,
            number: row.get(2)?,
            name: row.get(3)?,
        };
        if fits(&names) {
            found.push(row.get(0)?);
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    Ok(Some(
        serde_json::to_string(&found).map_err(Failure::internal)?,
    ))
}
