//! The sync: pages from the service into the store, each with its token in one transaction.
//!
//! Network, reading and storing overlap: one page is fetched while one is read and one is
//! stored. A run that breaks anywhere is taken up by the next one at the page it stopped at.

mod lookups;
mod run;

use std::time::Instant as Watch;

use rusqlite::{Transaction, params};
use tokio::sync::watch;

use super::daily_sums;
use super::source::{Ask, Range, TripSource};
use super::sync_report::{SyncMode, SyncProgress, SyncReport};
use super::sync_request::{SyncRange, SyncRequest};
use super::sync_session::{Kind, Scope, SyncSession, Watermark, now_ms};
use super::views::ReadReport;
use super::{Trips, source_of, window};
use crate::data_dir::DataDir;
use crate::{CancellationToken, Failure, FailureKind};

const LOCK_FILE: &str = "trips.lock";

impl Trips {
    /// Brings the store up to date. Every page is kept as soon as it is there: after a failure
    /// or a cancel the same request goes on from it.
    ///
    /// Fails with `refused` for a window that cannot be, `busy` while another sync runs,
    /// `diskFull`, `cancelled`, and as the service fails.
    pub async fn sync(
        &self,
        source: &dyn TripSource,
        request: &SyncRequest,
        progress: &watch::Sender<SyncProgress>,
        cancel: &CancellationToken,
    ) -> Result<SyncReport, Failure> {
        if let SyncRange::Window(from, to) = request.range {
            window::between(from, to)?;
        }
        let begun = Watch::now();
        let _lock = lock(&self.store.dir)?;
        let (scope, run) = self.begin_run(request).await?;
        let (mut session, resumed) = self.session(&scope, request, run).await?;
        let mut ask = Ask {
            range: session.range,
            project: request.project.as_ref().map(|project| project.id.clone()),
            reach: request.reach.clone(),
            before: request.before,
            page_size: request.page_size,
        };
        let mut running = run::Running::begin(self, &scope, request, run).await?;
        let mut resumed_here = resumed;
        loop {
            let stored = running
                .pages(source, &ask, &mut session, progress, cancel)
                .await;
            match stored {
                Ok(()) => break,
                // The service no longer takes the token: that session is begun again, once.
                Err(failure) if failure.status == Some(400) && resumed_here => {
                    tracing::info!("the kept token is not taken any more; the sync begins again");
                    resumed_here = false;
                    session = self.restart(&scope, request, &session, run).await?;
                    ask.range = session.range;
                    running = run::Running::begin(self, &scope, request, run).await?;
                }
                Err(failure) => return Err(failure),
            }
        }
        let mut left_out = running.left_out;
        left_out.extend(lookups::sync(self, source, &scope, &ask, cancel).await?);
        self.refresh_sums().await?;
        let done = *progress.borrow();
        let report = SyncReport {
            mode: if session.is_full() {
                SyncMode::Full
            } else {
                SyncMode::Incremental
            },
            pages: done.pages,
            upserted: done.upserted,
            deleted: done.deleted,
            seconds: begun.elapsed().as_secs_f64(),
            resumed: resumed && resumed_here,
            left_out,
        };
        self.note_done(&scope, &report).await?;
        Ok(report)
    }

    /// Brings the kept sums up to date, in days of the zone of the settings, so that a summary
    /// need not read the trips.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn refresh_sums(&self) -> Result<(), Failure> {
        let (key, days) = (self.key.clone(), self.zone().days());
        let refresh = move |transaction: &Transaction<'_>| match source_of(transaction, &key)? {
            Some(source) => daily_sums::refresh(transaction, source, &days),
            None => Ok(()),
        };
        self.store.change(refresh).await
    }

    async fn note_done(&self, scope: &Scope, report: &SyncReport) -> Result<(), Failure> {
        let (source, report) = (scope.source, ReadReport::from(report));
        let report = serde_json::to_string(&report).map_err(Failure::internal)?;
        let sql = "UPDATE sources SET read_at_ms = ?, report = ? WHERE source = ?";
        let note = move |transaction: &Transaction<'_>| {
            transaction.execute(sql, params![now_ms(), report, source])?;
            Ok(())
        };
        self.store.change(note).await
    }

    /// Takes a number for this run.
    async fn begin_run(&self, request: &SyncRequest) -> Result<(Scope, u32), Failure> {
        let (key, project) = (self.key.clone(), request.scope());
        let begin = move |transaction: &Transaction<'_>| {
            let (source, run) = transaction.query_row(
                "INSERT INTO sources (connection, runs) VALUES (?, 1) \
                 ON CONFLICT DO UPDATE SET runs = runs + 1 RETURNING source, runs",
                [key],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            Ok((Scope { source, project }, run))
        };
        self.store.change(begin).await
    }

    /// The session to go on with, or a new one, and whether it is one to go on with.
    async fn session(
        &self,
        scope: &Scope,
        request: &SyncRequest,
        run: u32,
    ) -> Result<(SyncSession, bool), Failure> {
        let (kind, of_scope) = (request.range.kind(), scope.clone());
        let read = move |transaction: &Transaction<'_>| {
            let kept = SyncSession::load(transaction, &of_scope, kind)?;
            Ok((kept, Watermark::load(transaction, &of_scope)?))
        };
        let (kept, watermark) = self.store.read(read).await?;
        let fits = |session: &SyncSession| match request.range {
            SyncRange::Plain => true,
            SyncRange::Window(from, to) => session.range == Range::Window(from, to),
            SyncRange::Since(since) => session.range == Range::Since(since),
        };
        if let Some(session) = kept.filter(|session| !session.token.is_empty() && fits(session)) {
            return Ok((session, true));
        }
        let range = match request.range {
            SyncRange::Window(from, to) => Range::Window(from, to),
            SyncRange::Since(since) => Range::Since(since),
            SyncRange::Plain => watermark
                .and_then(Watermark::since)
                .map_or(Range::Everything, Range::Since),
        };
        Ok((new_session(kind, range, run), false))
    }

    async fn restart(
        &self,
        scope: &Scope,
        request: &SyncRequest,
        session: &SyncSession,
        run: u32,
    ) -> Result<SyncSession, Failure> {
        let (session, of_scope) = (session.clone(), scope.clone());
        let end = move |transaction: &Transaction<'_>| session.end(transaction, &of_scope);
        self.store.change(end).await?;
        Ok(self.session(scope, request, run).await?.0)
    }
}

fn new_session(kind: Kind, range: Range, run: u32) -> SyncSession {
    SyncSession {
        kind,
        range,
        token: String::new(),
        first_run: run,
        started_ms: now_ms(),
        highest_ms: None,
        pages: 0,
    }
}

/// One sync at a time: the numbers of dimensions are given out by one process.
pub(super) fn lock(dir: &DataDir) -> Result<std::fs::File, Failure> {
    dir.try_lock(LOCK_FILE)?.ok_or_else(busy)
}

/// Trips are read already.
pub(super) fn busy() -> Failure {
    Failure::new(
        FailureKind::Busy,
        "Trips are being synced already.",
        "Wait until that sync is done, then try again.",
    )
}
