//! Stores pages: blocks are appended, rows that are replaced or removed are marked dead.
//!
//! It works inside a transaction of its caller. Where that fails the writer is thrown away:
//! what it knows in memory is ahead of the file then.

mod tail;

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashMapExt as _};
use futures::TryStreamExt as _;
use sqlx::{QueryBuilder, SqliteConnection};

use super::block::{self, Dead, IdKey, Place, ROWS};
use super::facts::{self, Fact, Facts, NO_TIME, New};
use super::page::Batch;
use super::row::damaged;
use crate::Failure;

/// Rows of one statement.
pub(super) const AT_ONCE: usize = 500;

/// A block as the writer knows it.
#[derive(Debug, Clone, Default)]
struct Block {
    rows: usize,
    live: usize,
    first_ms: i64,
    last_ms: i64,
    min_run: i64,
    dead: Dead,
}

/// A row to be appended.
struct Pending {
    key: IdKey,
    fact: Fact,
    record: Vec<u8>,
}

/// What a page changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    pub(crate) upserted: u64,
    pub(crate) deleted: u64,
}

/// Which trips a full sync was to bring: those it did not bring are gone.
#[derive(Debug, Clone)]
pub(crate) struct Extent {
    /// Trip times, the first included and the second not; none for all trips.
    pub(crate) window_ms: Option<(i64, i64)>,
    /// Dimensions of the project that was asked for; none for all projects.
    pub(crate) projects: Option<BTreeSet<u32>>,
}

/// Stores the trips of one connection.
#[derive(Debug)]
pub(crate) struct Writer {
    source: i64,
    run: u32,
    index: HashMap<IdKey, Place>,
    blocks: BTreeMap<i64, Block>,
    /// Blocks whose row in `blocks` has to be written.
    touched: BTreeSet<i64>,
}

impl Writer {
    /// Learns what is stored already.
    pub(crate) async fn open(
        connection: &mut SqliteConnection,
        source: i64,
        run: u32,
    ) -> Result<Self, Failure> {
        type Row = (i64, i64, i64, i64, i64, i64, Vec<u8>);
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT block, rows, live, first_ms, last_ms, min_run, dead FROM blocks \
             WHERE source = ? ORDER BY block",
        )
        .bind(source)
        .fetch_all(&mut *connection)
        .await?;
        let mut blocks = BTreeMap::new();
        for (block, rows, live, first_ms, last_ms, min_run, dead) in rows {
            let known = Block {
                rows: usize::try_from(rows).map_err(|_| damaged())?,
                live: usize::try_from(live).map_err(|_| damaged())?,
                first_ms,
                last_ms,
                min_run,
                dead: Dead(dead),
            };
            blocks.insert(block, known);
        }
        let live = blocks.values().map(|block| block.live).sum();
        let mut index = HashMap::with_capacity(live);
        let mut all = sqlx::query_as::<_, (i64, Vec<u8>)>(
            "SELECT i.block, i.ids FROM block_ids i JOIN blocks b ON b.block = i.block \
             WHERE b.source = ?",
        )
        .bind(source)
        .fetch(&mut *connection);
        while let Some((block, ids)) = all.try_next().await? {
            let known = blocks.get(&block).ok_or_else(damaged)?;
            for (row, key) in block::keys(&ids).enumerate() {
                if !known.dead.has(row) {
                    index.insert(key, Place::new(block, row).ok_or_else(damaged)?);
                }
            }
        }
        drop(all);
        Ok(Self {
            source,
            run,
            index,
            blocks,
            touched: BTreeSet::new(),
        })
    }

    /// How many trips there are.
    pub(crate) fn trips(&self) -> usize {
        self.index.len()
    }

    /// Stores and removes what a page says; of several records of one trip the last counts.
    pub(crate) async fn apply(
        &mut self,
        connection: &mut SqliteConnection,
        batch: &Batch,
    ) -> Result<Applied, Failure> {
        let entries = batch.entries.iter().enumerate();
        let last: HashMap<IdKey, usize> = entries.map(|(at, entry)| (entry.key, at)).collect();
        let mut applied = Applied::default();
        let mut pending = Vec::new();
        for (at, entry) in batch.entries.iter().enumerate() {
            if last.get(&entry.key) != Some(&at) {
                continue;
            }
            let known = self.index.remove(&entry.key);
            if let Some(place) = known {
                self.bury(place);
            }
            match &entry.row {
                Some(row) => {
                    applied.upserted += 1;
                    pending.push(Pending {
                        key: entry.key,
                        fact: Fact {
                            run: self.run,
                            ..row.fact
                        },
                        record: batch.record(row).to_vec(),
                    });
                }
                None => applied.deleted += u64::from(known.is_some()),
            }
        }
        learn(&mut *connection, &batch.new).await?;
        self.gather_sparse(&mut *connection, &mut pending).await?;
        self.append(&mut *connection, pending).await?;
        self.flush(&mut *connection).await?;
        Ok(applied)
    }

    /// Removes the trips of the extent that no run from `first_run` on has brought.
    pub(crate) async fn remove_unseen(
        &mut self,
        connection: &mut SqliteConnection,
        first_run: u32,
        extent: &Extent,
    ) -> Result<u64, Failure> {
        let overlaps = |block: &Block| {
            extent
                .window_ms
                .is_none_or(|(from, to)| block.first_ms < to && block.last_ms >= from)
        };
        let candidates: Vec<i64> = self
            .blocks
            .iter()
            .filter(|(_, block)| block.min_run < i64::from(first_run) && overlaps(block))
            .map(|(block, _)| *block)
            .collect();
        let mut gone = 0;
        for block in candidates {
            let (facts, ids): (Vec<u8>, Vec<u8>) = sqlx::query_as(
                "SELECT f.facts, i.ids FROM block_facts f JOIN block_ids i ON i.block = f.block \
                 WHERE f.block = ?",
            )
            .bind(block)
            .fetch_one(&mut *connection)
            .await?;
            let known = self.blocks.get(&block).ok_or_else(damaged)?;
            let facts = Facts::of(&facts, known.rows).ok_or_else(damaged)?;
            let dead = known.dead.clone();
            for (row, key) in block::keys(&ids).enumerate() {
                if row >= facts.rows()
                    || dead.has(row)
                    || !extent.misses(&facts.get(row), first_run)
                {
                    continue;
                }
                self.index.remove(&key);
                self.bury(Place::new(block, row).ok_or_else(damaged)?);
                gone += 1;
            }
        }
        self.flush(connection).await?;
        Ok(gone)
    }

    fn bury(&mut self, place: Place) {
        if let Some(block) = self.blocks.get_mut(&place.block())
            && block.dead.mark(place.row())
        {
            block.live -= 1;
            self.touched.insert(place.block());
        }
    }

    /// Writes the rows of `blocks` that changed; blocks without a live row go.
    async fn flush(&mut self, connection: &mut SqliteConnection) -> Result<(), Failure> {
        for number in std::mem::take(&mut self.touched) {
            let Some(block) = self.blocks.get(&number) else {
                continue;
            };
            if block.live == 0 {
                self.blocks.remove(&number);
                remove_block(&mut *connection, number).await?;
                continue;
            }
            sqlx::query(
                "UPDATE blocks SET rows = ?, live = ?, first_ms = ?, last_ms = ?, min_run = ?, \
                 dead = ? WHERE block = ?",
            )
            .bind(i64::try_from(block.rows).map_err(|_| damaged())?)
            .bind(i64::try_from(block.live).map_err(|_| damaged())?)
            .bind(block.first_ms)
            .bind(block.last_ms)
            .bind(block.min_run)
            .bind(&block.dead.0)
            .bind(number)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }
}

impl Extent {
    fn misses(&self, fact: &Fact, first_run: u32) -> bool {
        let inside = self
            .window_ms
            .is_none_or(|(from, to)| fact.time_ms != NO_TIME && (from..to).contains(&fact.time_ms));
        let ours = self
            .projects
            .as_ref()
            .is_none_or(|projects| projects.contains(&fact.project));
        fact.run < first_run && inside && ours
    }
}

/// Keeps words and dimensions that are new.
async fn learn(connection: &mut SqliteConnection, new: &New) -> Result<(), Failure> {
    for some in new.words.chunks(AT_ONCE) {
        let mut insert = QueryBuilder::new("INSERT INTO words (word, text) ");
        insert.push_values(some, |mut row, (word, text)| {
            row.push_bind(*word).push_bind(text.as_str());
        });
        insert.build().execute(&mut *connection).await?;
    }
    for some in new.dimensions.chunks(AT_ONCE) {
        let mut insert =
            QueryBuilder::new("INSERT INTO dimensions (dimension, kind, id, number, name) ");
        insert.push_values(some, |mut row, (number, dimension)| {
            row.push_bind(*number)
                .push_bind(dimension.kind)
                .push_bind(dimension.id)
                .push_bind(dimension.number)
                .push_bind(dimension.name);
        });
        insert.build().execute(&mut *connection).await?;
    }
    Ok(())
}

async fn remove_block(connection: &mut SqliteConnection, block: i64) -> Result<(), Failure> {
    for statement in [
        "DELETE FROM block_ids WHERE block = ?",
        "DELETE FROM block_facts WHERE block = ?",
        "DELETE FROM block_records WHERE block = ?",
        "DELETE FROM blocks WHERE block = ?",
    ] {
        sqlx::query(statement)
            .bind(block)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
