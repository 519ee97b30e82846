//! The sync: pages from the service into the store, each with its token in one transaction.
//!
//! Network, reading and storing overlap: one page is fetched while one is read and one is
//! stored. A run that breaks anywhere is taken up by the next one at the page it stopped at.

mod lookups;
mod run;

use std::time::Instant as Watch;

use fielddesk_model::{Instant, LeftOut, ProjectId};
use rusqlite::{Transaction, params};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::daily_sums;
use super::source::{Ask, Range, Reach, TripSource};
use super::sync_session::{Kind, Scope, SyncSession, Watermark};
use super::views::ReadReport;
use super::{Trips, source_of, window};
use crate::data_dir::DataDir;
use crate::{CancellationToken, Failure, FailureKind};

const LOCK_FILE: &str = "trips.lock";
/// Records a page: several pages are in memory.
const PAGE_SIZE: u32 = 4_096;

/// A project to sync alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFilter {
    /// Its id, as the service takes it.
    pub id: ProjectId,
    /// Its number, for trips that name no id.
    pub number: Option<String>,
}

/// What to sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncRange {
    /// Everything the first time, after that what changed since.
    Plain,
    /// A window of trip time, the first instant included and the second not; it is replaced.
    Window(Instant, Instant),
    /// What changed at or after an instant.
    Since(Instant),
}

/// A sync to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncRequest {
    /// What.
    pub range: SyncRange,
    /// One project alone.
    pub project: Option<ProjectFilter>,
    /// Whose trips. A part of them is synced by itself: what it does not bring stays.
    pub reach: Reach,
    /// With [`SyncRange::Since`]: nothing that was modified at or after it.
    pub before: Option<Instant>,
    /// Records a page, 1 to 10,000.
    pub page_size: u32,
}

impl SyncRequest {
    /// A sync of all projects, in the largest pages.
    #[must_use]
    pub fn new(range: SyncRange) -> Self {
        Self {
            range,
            project: None,
            reach: Reach::default(),
            before: None,
            page_size: PAGE_SIZE,
        }
    }

    /// Of one project alone.
    #[must_use]
    pub fn project(mut self, project: ProjectFilter) -> Self {
        self.project = Some(project);
        self
    }

    /// What its passes and marks are kept under: what is asked for but for the range.
    fn scope(&self) -> String {
        let project = self.project.as_ref();
        let mut scope = project.map_or_else(String::new, |project| project.id.to_string());
        let Reach {
            company,
            own_company,
            no_subsidiaries,
        } = &self.reach;
        if let Some(company) = company {
            scope.push_str(&format!(" company={company}"));
        }
        if *own_company {
            scope.push_str(" own");
        }
        if *no_subsidiaries {
            scope.push_str(" noSubsidiaries");
        }
        if let Some(before) = self.before {
            scope.push_str(&format!(" before={before}"));
        }
        scope
    }
}

/// How a sync was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SyncMode {
    /// All trips there are, or all of a window.
    Full,
    /// What changed.
    Incremental,
}

/// How far a sync is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncProgress {
    /// Pages stored in this run.
    pub pages: u64,
    /// Trips stored in this run.
    pub upserted: u64,
    /// Trips removed in this run.
    pub deleted: u64,
    /// Trips kept for the connection by now.
    pub kept: u64,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncReport {
    /// Full or incremental.
    pub mode: SyncMode,
    /// Pages stored in this run.
    pub pages: u64,
    /// Trips stored in this run.
    pub upserted: u64,
    /// Trips removed in this run.
    pub deleted: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it went on where an earlier run stopped.
    pub resumed: bool,
    /// Records that cannot be stored: of trips, then of the look-ups.
    pub left_out: Vec<LeftOut>,
}

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

impl SyncRange {
    const fn kind(&self) -> Kind {
        match self {
            Self::Plain => Kind::Plain,
            Self::Window(..) => Kind::Window,
            Self::Since(_) => Kind::Since,
        }
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

/// The local clock: it measures how long a sync took and is never compared with the data.
fn now_ms() -> i64 {
    chrono::Utc::now().timestamp_millis()
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
