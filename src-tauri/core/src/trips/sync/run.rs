//! One run over the pages: fetched, read and stored at the same time, each in its own place.

use bytes::Bytes;
use fielddesk_model::LeftOut;
use futures::StreamExt as _;
use futures::stream::BoxStream;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, watch};

use super::super::Trips;
use super::super::many;
use super::super::page::{Batch, Reader};
use super::super::pass::{Mark, Pass, Scope};
use super::super::source::{Ask, Range, TripSource};
use super::super::words::{Dimension, DimensionKind};
use super::super::write::{Extent, Writer};
use super::{ProjectFilter, SyncProgress, SyncRequest};
use crate::{CancellationToken, Failure};

/// What a run holds in memory; thrown away when it fails.
pub(super) struct Running<'a> {
    trips: &'a Trips,
    scope: &'a Scope,
    project: Option<&'a ProjectFilter>,
    /// Whether trips of all companies come: what does not is gone.
    is_everything: bool,
    writer: Writer,
    reader: Option<Reader>,
    /// Trips that cannot be stored.
    pub(super) left_out: Vec<LeftOut>,
}

type Read = Result<Batch, Failure>;

impl<'a> Running<'a> {
    /// Learns what is stored already.
    pub(super) async fn begin(
        trips: &'a Trips,
        scope: &'a Scope,
        request: &'a SyncRequest,
        run: u32,
    ) -> Result<Self, Failure> {
        let mut connection = trips.store.pool.acquire().await?;
        let writer = Writer::open(&mut connection, scope.source, run).await?;
        let mut reader = Reader::default();
        reader.words = (*trips.store.words(&mut connection).await?).clone();
        let last: Vec<(String, u32)> = sqlx::query_as("SELECT name, seq FROM sqlite_sequence")
            .fetch_all(&mut *connection)
            .await?;
        for (table, last) in last {
            match table.as_str() {
                "words" => reader.words.skip_to(last),
                "dimensions" => reader.dimensions.skip_to(last),
                _ => {}
            }
        }
        for (number, dimension) in dimensions(&mut connection).await? {
            reader.dimensions.learn(number, dimension);
        }
        Ok(Self {
            trips,
            scope,
            project: request.project.as_ref(),
            is_everything: request.reach.is_everything(),
            writer,
            reader: Some(reader),
            left_out: Vec::new(),
        })
    }

    /// Stores page after page to the end of the stream.
    pub(super) async fn pages(
        &mut self,
        source: &dyn TripSource,
        ask: &Ask,
        pass: &mut Pass,
        progress: &watch::Sender<SyncProgress>,
        cancel: &CancellationToken,
    ) -> Result<(), Failure> {
        let reader = self
            .reader
            .take()
            .ok_or_else(|| Failure::internal("a run of trips was used twice"))?;
        let token = Some(pass.token.clone()).filter(|token| !token.is_empty());
        // The reading thread takes a page when it is done with the one before; the stream fetches
        // one ahead. So two bodies are in memory, whatever their number.
        let stream = source.trips(ask, token);
        let (batches, mut to_store) = mpsc::channel::<Read>(1);
        let stop = CancellationToken::new();
        let reading = tokio::task::spawn_blocking({
            let (stop, runtime) = (stop.clone(), tokio::runtime::Handle::current());
            move || read(reader, stream, &batches, &runtime, &stop)
        });
        let _stopped_even_when_dropped = stop.clone().drop_guard();
        let store = async {
            while let Some(batch) = to_store.recv().await {
                let batch = batch?;
                let last = batch.token.is_empty();
                self.store(batch, pass, progress).await?;
                if last {
                    return Ok(());
                }
            }
            // The stream ended without a last page: nothing may be taken for complete.
            Err(Failure::internal(
                "the pages of trips ended before the last one",
            ))
        };
        let done = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Failure::cancelled()),
            done = store => done,
        };
        stop.cancel();
        drop(to_store);
        reading.await.map_err(Failure::internal)?;
        done
    }

    async fn store(
        &mut self,
        batch: Batch,
        pass: &mut Pass,
        progress: &watch::Sender<SyncProgress>,
    ) -> Result<(), Failure> {
        let mut next = pass.clone();
        next.token.clone_from(&batch.token);
        next.highest_ms = pass.highest_ms.max(batch.highest_ms);
        let mut transaction = self.trips.store.pool.begin_with("BEGIN IMMEDIATE").await?;
        let mut applied = self.writer.apply(&mut transaction, &batch).await?;
        if next.token.is_empty() {
            applied.deleted += self.end(&mut transaction, &next).await?;
        } else {
            next.save(&mut transaction, self.scope).await?;
        }
        transaction.commit().await?;
        self.left_out.extend(batch.left_out);
        *pass = next;
        let kept = self.writer.trips() as u64;
        progress.send_modify(|progress| {
            progress.pages += 1;
            progress.upserted += applied.upserted;
            progress.deleted += applied.deleted;
            progress.kept = kept;
        });
        Ok(())
    }

    /// The last page is in: what a full sync did not bring is gone, and the mark moves.
    async fn end(
        &mut self,
        connection: &mut SqliteConnection,
        pass: &Pass,
    ) -> Result<u64, Failure> {
        let mut gone = 0;
        if pass.is_full() && self.is_everything {
            let extent = Extent {
                window_ms: match pass.range {
                    Range::Window(from, to) => Some((from.millis(), to.millis())),
                    _ => None,
                },
                projects: match self.project {
                    Some(project) => Some(numbers_of(&mut *connection, project).await?),
                    None => None,
                },
            };
            gone = self
                .writer
                .remove_unseen(&mut *connection, pass.first_run, &extent)
                .await?;
        }
        let before = Mark::load(&mut *connection, self.scope).await?;
        if let Some(mark) = pass.mark(before, super::now_ms()) {
            mark.save(&mut *connection, self.scope).await?;
        }
        pass.end(connection, self.scope).await?;
        Ok(gone)
    }
}

/// Reads bodies until there are no more, or nobody wants them.
fn read(
    mut reader: Reader,
    mut bodies: BoxStream<'static, Result<Bytes, Failure>>,
    batches: &mpsc::Sender<Read>,
    runtime: &tokio::runtime::Handle,
    stop: &CancellationToken,
) {
    let mut next = || {
        runtime.block_on(async {
            tokio::select! {
                biased;
                () = stop.cancelled() => None,
                body = bodies.next() => body,
            }
        })
    };
    while let Some(body) = next() {
        let batch = body.and_then(|body| reader.read(&body));
        let ends = batch.is_err();
        if batches.blocking_send(batch).is_err() || ends {
            return;
        }
    }
}

pub(in super::super) async fn dimensions(
    connection: &mut SqliteConnection,
) -> Result<Vec<(u32, Dimension)>, Failure> {
    let rows = many::json_array::<(u32, i64, u32, u32, u32)>(
        connection,
        "SELECT json_group_array(json_array(dimension, kind, id, number, name)) FROM dimensions \
         WHERE dimension > ?",
        0,
    )
    .await?;
    let dimension = |(key, kind, id, number, name)| {
        let dimension = Dimension {
            kind,
            id,
            number,
            name,
        };
        (key, dimension)
    };
    Ok(rows.into_iter().map(dimension).collect())
}

/// The dimensions of a project: by its id, or by its number where trips name no id.
async fn numbers_of(
    connection: &mut SqliteConnection,
    project: &ProjectFilter,
) -> Result<std::collections::BTreeSet<u32>, Failure> {
    let numbers: Vec<u32> = sqlx::query_scalar(
        "SELECT dimension FROM dimensions \
         WHERE kind = ?1 AND (id IN (SELECT word FROM words WHERE text = ?2) \
         OR (id = 0 AND number IN (SELECT word FROM words WHERE text = ?3)))",
    )
    .bind(DimensionKind::Project as i64)
    .bind(project.id.as_str())
    .bind(&project.number)
    .fetch_all(connection)
    .await?;
    Ok(numbers.into_iter().collect())
}
