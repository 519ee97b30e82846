//! Appends rows: the last block is filled up before a new one is begun, and the few rows that
//! live on in an old block move along.

use sqlx::SqliteConnection;

use super::{
    Block, Dead, Facts, Failure, IdKey, NO_TIME, Pending, Place, ROWS, Writer, block, damaged,
    facts, remove_block,
};

impl Writer {
    /// Takes the living rows out of blocks that just became mostly dead.
    pub(super) async fn gather_sparse(
        &mut self,
        connection: &mut SqliteConnection,
        pending: &mut Vec<Pending>,
    ) -> Result<(), Failure> {
        let sparse: Vec<i64> = self
            .touched
            .iter()
            .filter(|number| {
                self.blocks
                    .get(number)
                    .is_some_and(|block| block.live > 0 && block.live * 4 < block.rows)
            })
            .copied()
            .collect();
        for number in sparse {
            let known = self.blocks.remove(&number).ok_or_else(damaged)?;
            let rows = read(&mut *connection, number, known.rows).await?;
            for (row, pending_row) in rows.into_iter().enumerate() {
                if !known.dead.has(row) {
                    self.index.remove(&pending_row.key);
                    pending.push(pending_row);
                }
            }
            self.touched.remove(&number);
            remove_block(&mut *connection, number).await?;
        }
        Ok(())
    }

    pub(super) async fn append(
        &mut self,
        connection: &mut SqliteConnection,
        pending: Vec<Pending>,
    ) -> Result<(), Failure> {
        let mut pending = pending.into_iter().peekable();
        while pending.peek().is_some() {
            let room = self
                .blocks
                .last_key_value()
                .filter(|(_, block)| block.rows < ROWS);
            let (number, mut known, mut rows) = match room {
                Some((number, known)) => {
                    let rows = read(&mut *connection, *number, known.rows).await?;
                    (*number, known.clone(), rows)
                }
                None => (
                    self.begin(&mut *connection).await?,
                    Block::empty(),
                    Vec::new(),
                ),
            };
            for row in pending.by_ref().take(ROWS - rows.len()) {
                let place = Place::new(number, rows.len()).ok_or_else(full)?;
                self.index.insert(row.key, place);
                known.include(&row);
                rows.push(row);
            }
            write(&mut *connection, number, &rows).await?;
            self.blocks.insert(number, known);
            self.touched.insert(number);
        }
        Ok(())
    }

    async fn begin(&self, connection: &mut SqliteConnection) -> Result<i64, Failure> {
        let inserted = sqlx::query(
            "INSERT INTO blocks (source, rows, live, first_ms, last_ms, min_run, dead) \
             VALUES (?, 0, 0, 0, 0, 0, x'')",
        )
        .bind(self.source)
        .execute(connection)
        .await?;
        Ok(inserted.last_insert_rowid())
    }
}

impl Block {
    fn empty() -> Self {
        Self {
            first_ms: i64::MAX,
            last_ms: i64::MIN,
            min_run: i64::MAX,
            dead: Dead::default(),
            ..Self::default()
        }
    }

    fn include(&mut self, row: &Pending) {
        self.rows += 1;
        self.live += 1;
        self.min_run = self.min_run.min(i64::from(row.fact.run));
        if row.fact.time_ms != NO_TIME {
            self.first_ms = self.first_ms.min(row.fact.time_ms);
            self.last_ms = self.last_ms.max(row.fact.time_ms);
        }
    }
}

async fn read(
    connection: &mut SqliteConnection,
    number: i64,
    rows: usize,
) -> Result<Vec<Pending>, Failure> {
    let (ids, facts, records): (Vec<u8>, Vec<u8>, Vec<u8>) = sqlx::query_as(
        "SELECT i.ids, f.facts, r.records FROM block_ids i \
         JOIN block_facts f ON f.block = i.block JOIN block_records r ON r.block = i.block \
         WHERE i.block = ?",
    )
    .bind(number)
    .fetch_one(connection)
    .await?;
    let facts = Facts::of(&facts, rows).ok_or_else(damaged)?;
    let keys: Vec<IdKey> = block::keys(&ids).collect();
    let mut read = Vec::with_capacity(ROWS);
    for (row, key) in keys.into_iter().enumerate().take(rows) {
        let record = block::record(&records, rows, row).ok_or_else(damaged)?;
        read.push(Pending {
            key,
            fact: facts.get(row),
            record: record.to_vec(),
        });
    }
    Ok(read)
}

async fn write(
    connection: &mut SqliteConnection,
    number: i64,
    rows: &[Pending],
) -> Result<(), Failure> {
    let mut ids = Vec::with_capacity(rows.len() * 12);
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        row.key.put(&mut ids);
        all.push(row.fact);
    }
    let records = block::write_records(rows.iter().map(|row| row.record.as_slice()));
    sqlx::query("INSERT OR REPLACE INTO block_ids (block, ids) VALUES (?, ?)")
        .bind(number)
        .bind(ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT OR REPLACE INTO block_facts (block, facts) VALUES (?, ?)")
        .bind(number)
        .bind(facts::write(&all))
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT OR REPLACE INTO block_records (block, records) VALUES (?, ?)")
        .bind(number)
        .bind(records)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

fn full() -> Failure {
    Failure::new(
        crate::FailureKind::LocalFile,
        "The store of trips has no more room.",
        "Remove the file trips.sqlite from the data folder and sync again.",
    )
}
