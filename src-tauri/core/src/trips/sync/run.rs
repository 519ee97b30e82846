//! One run over the pages: each is stored while the next ones are fetched and read.

use std::sync::{Arc, Mutex, PoisonError};

use fielddesk_model::{LeftOut, Page, Trip};
use futures::StreamExt as _;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::watch;

use super::super::Trips;
use super::super::pass::{Mark, Pass, Scope};
use super::super::source::{Ask, Range, TripSource};
use super::super::write::{Applied, Extent, Writer};
use super::{ProjectFilter, SyncProgress, SyncRequest};
use crate::{CancellationToken, Failure};

/// A run with what it holds in memory; thrown away when it fails.
pub(super) struct Running {
    session: Arc<Mutex<Session>>,
    /// Trips of the connection that are stored.
    kept: u64,
    /// Trips that cannot be stored.
    pub(super) left_out: Vec<LeftOut>,
}

/// What stores the pages, on a thread that may block.
struct Session {
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
            let session = Session {
                writer: Writer::open(&connection, scope.source, run)?,
                connection,
                scope,
                project,
                is_everything,
            };
            Ok(Self {
                session: Arc::new(Mutex::new(session)),
                kept,
                left_out: Vec::new(),
            })
        };
        tokio::task::spawn_blocking(begin)
            .await
            .map_err(Failure::internal)?
    }

    /// Stores page after page to the end of the stream. A page that is being stored is stored
    /// whole, also where the run is cancelled meanwhile.
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
            self.store(page, pass, progress).await?;
            if last {
                return Ok(());
            }
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
        let (session, after) = (Arc::clone(&self.session), next.clone());
        let store = move || {
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            let applied = session.store(&page.data, &after)?;
            Ok::<_, Failure>((applied, page.data.left_out))
        };
        let stored = tokio::task::spawn_blocking(store).await;
        let (applied, left_out) = stored.map_err(Failure::internal)??;
        self.left_out.extend(left_out.into_iter().map(of_page));
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
}

impl Session {
    /// Stores a page with the pass as it is after it.
    fn store(&mut self, trips: &[Trip], pass: &Pass) -> Result<Applied, Failure> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let mut applied = self.writer.apply(&transaction, trips)?;
        if pass.token.is_empty() {
            let extent = (pass.is_full() && self.is_everything).then(|| Extent {
                window: match pass.range {
                    Range::Window(from, to) => Some((from, to)),
                    _ => None,
                },
                project: self.project.as_ref(),
            });
            applied.deleted += end(&transaction, &self.writer, &self.scope, pass, extent)?;
        } else {
            pass.save(&transaction, &self.scope)?;
        }
        transaction.commit()?;
        Ok(applied)
    }
}

/// The last page is in: what a full sync did not bring is gone, and the mark moves.
fn end(
    transaction: &Transaction<'_>,
    writer: &Writer,
    scope: &Scope,
    pass: &Pass,
    extent: Option<Extent<'_>>,
) -> Result<u64, Failure> {
    let gone = match extent {
        Some(extent) => writer.remove_unseen(transaction, pass.first_run, &extent)?,
        None => 0,
    };
    let before = Mark::load(transaction, scope)?;
    if let Some(mark) = pass.mark(before, super::now_ms()) {
        mark.save(transaction, scope)?;
    }
    pass.end(transaction, scope)?;
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
