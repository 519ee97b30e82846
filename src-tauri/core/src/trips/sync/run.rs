//! A run over the pages: each is stored while the next ones are fetched and read.

use std::sync::{Arc, Mutex, PoisonError};

use fielddesk_model::{LeftOut, Page, Trip};
use futures::StreamExt as _;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::watch;

use super::super::source::{Ask, Range, TripSource};
use super::super::sync_report::SyncProgress;
use super::super::sync_request::{ProjectFilter, SyncRequest};
use super::super::sync_session::{Scope, SyncSession, Watermark, now_ms};
use super::super::write::{Applied, Extent, Writer};
use super::super::{TripStore, Trips};
use crate::{CancellationToken, Failure};

/// A run with what it holds in memory; thrown away when it fails.
pub(super) struct Running {
    page_store: Arc<Mutex<PageStore>>,
    /// Trips of the connection that are stored.
    kept: u64,
    /// Trips that cannot be stored.
    pub(super) left_out: Vec<LeftOut>,
}

/// What stores the pages, on a thread that may block.
struct PageStore {
    trips: TripStore,
    connection: Connection,
    writer: Writer,
    scope: Scope,
    project: Option<ProjectFilter>,
    /// Whether trips of all companies come: what does not is gone.
    is_everything: bool,
}

impl Running {
    /// Learns what is stored already.
    pub(super) async fn begin(
        trips: &Trips,
        scope: &Scope,
        request: &SyncRequest,
        run: u32,
    ) -> Result<Self, Failure> {
        let (store, scope) = (trips.store.clone(), scope.clone());
        let (project, is_everything) = (request.project.clone(), request.reach.is_everything());
        let begin = move || {
            let connection = store.connect()?;
            let sql = "SELECT count(*) FROM trips WHERE source = ?";
            let kept = connection.query_row(sql, [scope.source], |row| row.get(0))?;
            let page_store = PageStore {
                trips: store,
                writer: Writer::open(&connection, scope.source, run)?,
                connection,
                scope,
                project,
                is_everything,
            };
            Ok(Self {
                page_store: Arc::new(Mutex::new(page_store)),
                kept,
                left_out: Vec::new(),
            })
        };
        let store = trips.store.clone();
        tokio::task::spawn_blocking(move || store.noting_damage(begin))
            .await
            .map_err(Failure::internal)?
    }

    /// Stores page after page to the end of the stream. A page that is being stored is stored
    /// whole, also where the run is cancelled meanwhile.
    pub(super) async fn pages(
        &mut self,
        source: &dyn TripSource,
        ask: &Ask,
        session: &mut SyncSession,
        progress: &watch::Sender<SyncProgress>,
        cancel: &CancellationToken,
    ) -> Result<(), Failure> {
        let token = Some(session.token.clone()).filter(|token| !token.is_empty());
        let mut pages = source.trips(ask, token);
        loop {
            let page = tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(Failure::cancelled()),
                page = pages.next() => page,
            };
            // The stream ended without a last page: nothing may be taken for complete.
            let page = page.ok_or_else(|| {
                Failure::internal("the pages of trips ended before the last one")
            })??;
            let last = page.continuation_token.is_empty();
            self.store(page, session, progress).await?;
            if last {
                return Ok(());
            }
        }
    }

    async fn store(
        &mut self,
        page: Page<Trip>,
        session: &mut SyncSession,
        progress: &watch::Sender<SyncProgress>,
    ) -> Result<(), Failure> {
        let mut next = session.clone();
        next.token.clone_from(&page.continuation_token);
        next.highest_ms = session.highest_ms.max(highest_ms(&page.data));
        next.pages += 1;
        let (page_store, after) = (Arc::clone(&self.page_store), next.clone());
        let store = move || {
            let mut page_store = page_store.lock().unwrap_or_else(PoisonError::into_inner);
            let trips = page_store.trips.clone();
            let applied = trips.noting_damage(|| page_store.store(&page.data, &after))?;
            Ok::<_, Failure>((applied, page.data.left_out))
        };
        let stored = tokio::task::spawn_blocking(store).await;
        let (applied, left_out) = stored.map_err(Failure::internal)??;
        self.left_out.extend(left_out.into_iter().map(of_page));
        *session = next;
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
}

impl PageStore {
    /// Stores a page with the session as it is after it.
    fn store(&mut self, trips: &[Trip], session: &SyncSession) -> Result<Applied, Failure> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let mut applied = self.writer.apply(&transaction, trips)?;
        if session.token.is_empty() {
            let extent = (session.is_full() && self.is_everything).then_some(Extent {
                window: match session.range {
                    Range::Window(from, to) => Some((from, to)),
                    _ => None,
                },
                project: self.project.as_ref(),
            });
            applied.deleted += end(&transaction, &self.writer, &self.scope, session, extent)?;
        } else {
            session.save(&transaction, &self.scope)?;
        }
        transaction.commit()?;
        Ok(applied)
    }
}

/// The last page is in: what a full sync did not bring is gone, and the watermark moves.
fn end(
    transaction: &Transaction<'_>,
    writer: &Writer,
    scope: &Scope,
    session: &SyncSession,
    extent: Option<Extent<'_>>,
) -> Result<u64, Failure> {
    let gone = match extent {
        Some(extent) => writer.remove_unseen(transaction, session.first_run, &extent)?,
        None => 0,
    };
    let before = Watermark::load(transaction, scope)?;
    if let Some(watermark) = session.watermark(before, now_ms()) {
        watermark.save(transaction, scope)?;
    }
    session.end(transaction, scope)?;
    Ok(gone)
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
