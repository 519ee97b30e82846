//! One run over the pages: each is stored while the next ones are fetched and read.

use fielddesk_model::{LeftOut, Page, Trip};
use futures::StreamExt as _;
use sqlx::SqliteConnection;
use tokio::sync::watch;

use super::super::Trips;
use super::super::pass::{Mark, Pass, Scope};
use super::super::source::{Ask, Range, TripSource};
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
    /// Trips of the connection that are stored.
    kept: u64,
    /// Trips that cannot be stored.
    pub(super) left_out: Vec<LeftOut>,
}

impl<'a> Running<'a> {
    /// Learns what is stored already.
    pub(super) async fn begin(
        trips: &'a Trips,
        scope: &'a Scope,
        request: &'a SyncRequest,
        run: u32,
    ) -> Result<Self, Failure> {
        let mut connection = trips.store.pool.acquire().await?;
        let kept = sqlx::query_scalar("SELECT count(*) FROM trips WHERE source = ?")
            .bind(scope.source)
            .fetch_one(&mut *connection)
            .await?;
        Ok(Self {
            trips,
            scope,
            project: request.project.as_ref(),
            is_everything: request.reach.is_everything(),
            writer: Writer::open(&mut connection, scope.source, run).await?,
            kept,
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
        let token = Some(pass.token.clone()).filter(|token| !token.is_empty());
        let mut pages = source.trips(ask, token);
        let store = async {
            while let Some(page) = pages.next().await {
                let page = page?;
                let last = page.continuation_token.is_empty();
                self.store(page, pass, progress).await?;
                if last {
                    return Ok(());
                }
            }
            // The stream ended without a last page: nothing may be taken for complete.
            Err(Failure::internal(
                "the pages of trips ended before the last one",
            ))
        };
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Failure::cancelled()),
            done = store => done,
        }
    }

    async fn store(
        &mut self,
        page: Page<Trip>,
        pass: &mut Pass,
        progress: &watch::Sender<SyncProgress>,
    ) -> Result<(), Failure> {
        let mut next = pass.clone();
        next.token.clone_from(&page.continuation_token);
        next.highest_ms = pass.highest_ms.max(highest_ms(&page.data));
        let mut transaction = self.trips.store.pool.begin_with("BEGIN IMMEDIATE").await?;
        let mut applied = self.writer.apply(&mut transaction, &page.data).await?;
        if next.token.is_empty() {
            applied.deleted += self.end(&mut transaction, &next).await?;
        } else {
            next.save(&mut transaction, self.scope).await?;
        }
        transaction.commit().await?;
        self.left_out
            .extend(page.data.left_out.into_iter().map(of_page));
        *pass = next;
        self.kept = (self.kept + applied.added).saturating_sub(applied.deleted);
        let kept = self.kept;
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
                window: match pass.range {
                    Range::Window(from, to) => Some((from, to)),
                    _ => None,
                },
                project: self.project,
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

/// A record's place in the page, which begins with the envelope.
fn of_page(mut left_out: LeftOut) -> LeftOut {
    left_out.path.insert_str(0, "data");
    left_out
}

/// The latest change that a page tells of; a deletion may come without the time of a change.
fn highest_ms(trips: &[Trip]) -> Option<i64> {
    let changed = |trip: &Trip| match trip.is_deleted {
        Some(true) => trip.modified_date_time.or(trip.deleted_date_time),
        _ => trip.modified_date_time,
    };
    let changes = trips.iter().filter_map(changed);
    changes.map(fielddesk_model::Instant::millis).max()
}
