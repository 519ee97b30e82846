//! One consistent look at a connection's trips: dimensions with their names, filters resolved
//! to numbers, facts block by block.

use std::sync::Arc;

use foldhash::HashMap;
use futures::TryStreamExt as _;
use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::super::Trips;
use super::super::block::{self, Dead, IdKey, Place};
use super::super::facts::{Fact, Facts, NO_TIME};
use super::super::field::TripField;
use super::super::record::{Value, Values};
use super::super::row::{Context, TripRow, damaged};
use super::super::sync::{dimensions, load_lookups};
use super::super::words::{Dimension, DimensionKind};
use super::TripFilter;
use crate::Failure;

/// A look at the trips as they were when it was taken; a sync may go on beside it.
pub(crate) struct Scan {
    transaction: Transaction<'static, Sqlite>,
    source: Option<i64>,
    pub(crate) context: Arc<Context>,
    pub(crate) dimensions: HashMap<u32, Dimension>,
    selection: Selection,
}

/// A filter with everything resolved to numbers.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    from_ms: Option<i64>,
    to_ms: Option<i64>,
    projects: Option<Vec<bool>>,
    mass_types: Option<Vec<bool>>,
    machines: Option<Vec<bool>>,
    text: Option<Needle>,
}

/// A text to be found, and the words that contain it.
#[derive(Debug)]
struct Needle {
    text: String,
    words: Vec<bool>,
}

impl Selection {
    /// Whether the facts of a trip fit; the text is looked for in its record.
    pub(crate) fn takes(&self, fact: &Fact) -> bool {
        let one_of = |set: &Option<Vec<bool>>, number: u32| {
            set.as_ref()
                .is_none_or(|set| set.get(number as usize).copied().unwrap_or(false))
        };
        self.from_ms.is_none_or(|from| fact.time_ms >= from)
            && self
                .to_ms
                .is_none_or(|to| fact.time_ms < to && fact.time_ms != NO_TIME)
            && one_of(&self.projects, fact.project)
            && one_of(&self.mass_types, fact.mass_type)
            && one_of(&self.machines, fact.machine)
    }

    fn may_take(&self, first_ms: i64, last_ms: i64) -> bool {
        let bounded = self.from_ms.is_some() || self.to_ms.is_some();
        !bounded
            || (self.from_ms.is_none_or(|from| last_ms >= from)
                && self.to_ms.is_none_or(|to| first_ms < to))
    }
}

impl Needle {
    fn is_in(&self, record: &[u8]) -> Result<bool, Failure> {
        let values = Values::read(record).ok_or_else(damaged)?;
        let texts = values.fields.iter().zip(TripField::ALL);
        Ok(texts.into_iter().any(|(value, _)| match value {
            Value::Word(word) => self.words.get(*word as usize).copied().unwrap_or(false),
            Value::Text(text) => text.to_lowercase().contains(&self.text),
            _ => false,
        }))
    }
}

impl Scan {
    /// Takes a look.
    pub(crate) async fn begin(trips: &Trips, filter: &TripFilter) -> Result<Self, Failure> {
        let mut transaction = trips.store.pool.begin().await?;
        let source = trips.source(&mut transaction).await?;
        let words = trips.store.words(&mut transaction).await?;
        let lookups = match source {
            Some(source) => load_lookups(&mut transaction, source).await?,
            None => Default::default(),
        };
        let context = Arc::new(Context { words, lookups });
        let dimensions: HashMap<u32, Dimension> =
            dimensions(&mut transaction).await?.into_iter().collect();
        let mut scan = Self {
            transaction,
            source,
            context,
            dimensions,
            selection: Selection::default(),
        };
        scan.selection = scan.resolve(filter);
        Ok(scan)
    }

    /// A text of a dimension: a word, or what the look-ups know for its id.
    pub(crate) fn name(&self, dimension: Dimension) -> Option<&str> {
        let words = &self.context.words;
        if let Some(name) = words.text(dimension.name) {
            return Some(name);
        }
        let id = words.text(dimension.id)?;
        let lookups = &self.context.lookups;
        if dimension.kind == DimensionKind::MassType as i64 {
            lookups.mass_type_name(id)
        } else if dimension.kind == DimensionKind::Location as i64 {
            lookups.location_name(id)
        } else {
            None
        }
    }

    fn resolve(&self, filter: &TripFilter) -> Selection {
        Selection {
            from_ms: filter.from.map(fielddesk_model::Instant::millis),
            to_ms: filter.to.map(fielddesk_model::Instant::millis),
            projects: self.matching(DimensionKind::Project, filter.project.as_deref()),
            mass_types: self.matching(DimensionKind::MassType, filter.mass_type.as_deref()),
            machines: self.matching(DimensionKind::Machine, filter.machine.as_deref()),
            text: filter
                .text
                .as_deref()
                .map(|text| text.trim().to_lowercase())
                .filter(|text| !text.is_empty())
                .map(|text| self.needle(text)),
        }
    }

    fn matching(&self, kind: DimensionKind, wanted: Option<&str>) -> Option<Vec<bool>> {
        let wanted = wanted?.trim().to_lowercase();
        let words = &self.context.words;
        let mut set = vec![false; self.size()];
        for (number, dimension) in &self.dimensions {
            let is = |text: Option<&str>| text.is_some_and(|text| text.to_lowercase() == wanted);
            let fits = dimension.kind == kind as i64
                && (is(words.text(dimension.number))
                    || is(words.text(dimension.id))
                    || is(self.name(*dimension)));
            if let Some(place) = set.get_mut(*number as usize) {
                *place = fits;
            }
        }
        Some(set)
    }

    fn needle(&self, text: String) -> Needle {
        let words = &self.context.words;
        let mut set = vec![false; words.last() as usize + 1];
        for (word, known) in words.iter() {
            if let Some(place) = set.get_mut(word as usize) {
                *place = known.to_lowercase().contains(&text);
            }
        }
        Needle { text, words: set }
    }

    /// One more than the highest number of a dimension.
    pub(crate) fn size(&self) -> usize {
        self.dimensions
            .keys()
            .max()
            .map_or(1, |last| *last as usize + 1)
    }

    /// Shows the facts of every trip that fits.
    pub(crate) async fn facts(&mut self, mut see: impl FnMut(&Fact)) -> Result<(), Failure> {
        if self.selection.text.is_some() {
            return self.places(|fact, _, _| see(fact)).await;
        }
        let mut blocks = sqlx::query_as::<_, (i64, i64, i64, Vec<u8>, Vec<u8>)>(
            "SELECT b.rows, b.first_ms, b.last_ms, b.dead, f.facts FROM blocks b \
             JOIN block_facts f ON f.block = b.block WHERE b.source = ? ORDER BY b.block",
        )
        .bind(self.source)
        .fetch(&mut *self.transaction);
        while let Some((rows, first_ms, last_ms, dead, facts)) = blocks.try_next().await? {
            if !self.selection.may_take(first_ms, last_ms) {
                continue;
            }
            let rows = usize::try_from(rows).map_err(|_| damaged())?;
            let facts = Facts::of(&facts, rows).ok_or_else(damaged)?;
            let dead = Dead(dead);
            for row in 0..rows {
                if dead.has(row) {
                    continue;
                }
                let fact = facts.get(row);
                if self.selection.takes(&fact) {
                    see(&fact);
                }
            }
        }
        Ok(())
    }

    /// Shows the facts of every trip that fits with its key and place.
    pub(crate) async fn places(
        &mut self,
        mut see: impl FnMut(&Fact, IdKey, Place),
    ) -> Result<(), Failure> {
        type Row = (i64, i64, i64, i64, Vec<u8>, Vec<u8>, Vec<u8>);
        let blocks: Vec<i64> =
            sqlx::query_scalar("SELECT block FROM blocks WHERE source = ? ORDER BY block")
                .bind(self.source)
                .fetch_all(&mut *self.transaction)
                .await?;
        for number in blocks {
            let (rows, live, first_ms, last_ms, dead, ids, facts): Row = sqlx::query_as(
                "SELECT b.rows, b.live, b.first_ms, b.last_ms, b.dead, i.ids, f.facts \
                 FROM blocks b JOIN block_ids i ON i.block = b.block \
                 JOIN block_facts f ON f.block = b.block WHERE b.block = ?",
            )
            .bind(number)
            .fetch_one(&mut *self.transaction)
            .await?;
            if live == 0 || !self.selection.may_take(first_ms, last_ms) {
                continue;
            }
            let rows = usize::try_from(rows).map_err(|_| damaged())?;
            let facts = Facts::of(&facts, rows).ok_or_else(damaged)?;
            let dead = Dead(dead);
            let records = match &self.selection.text {
                Some(_) => Some(records(&mut self.transaction, number).await?),
                None => None,
            };
            for (row, key) in block::keys(&ids).enumerate().take(rows) {
                let fact = facts.get(row);
                if dead.has(row) || !self.selection.takes(&fact) {
                    continue;
                }
                if let (Some(needle), Some(records)) = (&self.selection.text, &records) {
                    let record = block::record(records, rows, row).ok_or_else(damaged)?;
                    if !needle.is_in(record)? {
                        continue;
                    }
                }
                see(&fact, key, Place::new(number, row).ok_or_else(damaged)?);
            }
        }
        Ok(())
    }

    /// Whether one of the trips at these places has fields that we do not know.
    pub(crate) async fn any_other(&mut self, places: &[Place]) -> Result<bool, Failure> {
        let mut places = places.to_vec();
        places.sort_unstable();
        for group in places.chunk_by(|one, other| one.block() == other.block()) {
            let Some(number) = group.first().map(|place| place.block()) else {
                continue;
            };
            let rows = self.rows_of(number).await?;
            let records = records(&mut self.transaction, number).await?;
            for place in group {
                let record = block::record(&records, rows, place.row()).ok_or_else(damaged)?;
                if super::super::record::has_other(record) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    async fn rows_of(&mut self, block: i64) -> Result<usize, Failure> {
        let rows: i64 = sqlx::query_scalar("SELECT rows FROM blocks WHERE block = ?")
            .bind(block)
            .fetch_one(&mut *self.transaction)
            .await?;
        usize::try_from(rows).map_err(|_| damaged())
    }

    /// The trips at these places, in their order; each block is read once.
    pub(crate) async fn rows(&mut self, places: &[Place]) -> Result<Vec<TripRow>, Failure> {
        let mut by_block: Vec<(Place, usize)> = places
            .iter()
            .copied()
            .enumerate()
            .map(|(at, place)| (place, at))
            .collect();
        by_block.sort_unstable();
        let mut found: Vec<Option<TripRow>> = vec![None; places.len()];
        for group in by_block.chunk_by(|one, other| one.0.block() == other.0.block()) {
            let Some((first, _)) = group.first() else {
                continue;
            };
            let number = first.block();
            let rows = self.rows_of(number).await?;
            let records = records(&mut self.transaction, number).await?;
            for (place, at) in group {
                let record = block::record(&records, rows, place.row()).ok_or_else(damaged)?;
                if let Some(slot) = found.get_mut(*at) {
                    *slot = Some(TripRow {
                        record: record.into(),
                        context: Arc::clone(&self.context),
                    });
                }
            }
        }
        found.into_iter().collect::<Option<_>>().ok_or_else(damaged)
    }
}

async fn records(connection: &mut SqliteConnection, block: i64) -> Result<Vec<u8>, Failure> {
    Ok(
        sqlx::query_scalar("SELECT records FROM block_records WHERE block = ?")
            .bind(block)
            .fetch_one(connection)
            .await?,
    )
}
