//! Reading trips as a task: it goes on with the window closed, stops on request, and after a
//! restart goes on from the page where it stopped.

use std::sync::{Arc, Mutex};

use fielddesk_model::{CompanyId, ProjectId, scope};
use tokio::sync::{OnceCell, watch};

use super::source::Reach;
use super::sync;
use super::sync_report::SyncProgress;
use super::sync_request::{ProjectFilter, SyncRange, SyncRequest};
use super::views::{ReadRange, ReadTrips, StoppedReading, TripReading, TripsState};
use super::{TripStore, Trips};
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::directory::Directory;
use crate::{CancellationToken, Failure, FailureKind};
use fielddesk_documents::lock::lock;

/// The trips of a connection in use, and the task that reads them; cheap to clone.
#[derive(Clone)]
pub struct TripReader(Arc<Inner>);

struct Inner {
    connection: Connection,
    directory: Directory,
    data: DataDir,
    /// Opened when trips are first looked at.
    trips: OnceCell<Trips>,
    state: watch::Sender<TripsState>,
    running: Mutex<Option<CancellationToken>>,
    has_scope: Mutex<Option<bool>>,
    asks_scope: OnceCell<()>,
}

impl TripReader {
    /// Of a connection; nothing is opened yet.
    #[must_use]
    pub fn new(connection: Connection, directory: Directory, data: DataDir) -> Self {
        Self(Arc::new(Inner {
            connection,
            directory,
            data,
            trips: OnceCell::new(),
            state: watch::Sender::default(),
            running: Mutex::default(),
            has_scope: Mutex::default(),
            asks_scope: OnceCell::new(),
        }))
    }

    /// The trips that are kept here.
    ///
    /// Fails as [`TripStore::open`] does.
    pub async fn trips(&self) -> Result<&Trips, Failure> {
        let open = || async {
            let store = TripStore::open(&self.0.data).await?;
            let trips = store.of(&self.0.connection);
            // A program that ended while it read left days without sums.
            if trips.sums_are_stale().await? {
                let trips = trips.clone();
                tokio::spawn(async move { refresh(&trips).await });
            }
            Ok(trips)
        };
        self.0.trips.get_or_try_init(open).await
    }

    /// Follows how the trips stand.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<TripsState> {
        self.0.state.subscribe()
    }

    /// How the trips stand.
    ///
    /// Fails as [`TripReader::trips`] does.
    pub async fn state(&self) -> Result<TripsState, Failure> {
        let trips = self.trips().await?;
        let reader = self.clone();
        self.0
            .asks_scope
            .get_or_init(|| async move {
                tokio::spawn(async move { reader.ask_scope().await });
            })
            .await;
        loop {
            let running = lock(&self.0.running).is_some();
            let mut stand = trips.stand().await?;
            stand.has_scope = *lock(&self.0.has_scope);
            let mut is_told = false;
            self.0.state.send_if_modified(|state| {
                is_told = lock(&self.0.running).is_some() == running;
                if !is_told {
                    return false;
                }
                if running {
                    stand.stopped = None;
                    stand.reading = Some(state.reading.unwrap_or_default());
                }
                let changes = *state != stand;
                state.clone_from(&stand);
                changes
            });
            // A reading that ended meanwhile would be told as one that was stopped.
            if is_told {
                return Ok(self.0.state.borrow().clone());
            }
        }
    }

    /// Begins to read.
    ///
    /// Fails with `refused` for days that cannot be, `busy` while trips are read already, here or
    /// by another program.
    pub async fn read(&self, request: &ReadTrips) -> Result<TripsState, Failure> {
        let trips = self.trips().await?.clone();
        let what = self.sync_request(&trips, request).await?;
        let cancel = self.begin()?;
        if let Err(failure) = trips.note_begin(request).await {
            lock(&self.0.running).take();
            return Err(failure);
        }
        let before = trips
            .stand()
            .await?
            .stopped
            .map_or(0, |stopped| stopped.pages);
        self.0.state.send_modify(|state| {
            state.stopped = None;
            state.reading = Some(TripReading {
                pages: before,
                kept: state.kept,
                ..TripReading::default()
            });
        });
        let reader = self.clone();
        tokio::spawn(async move { reader.run(&trips, &what, before, &cancel).await });
        self.state().await
    }

    /// Goes on with what was stopped.
    ///
    /// Fails with `usage` where nothing was, and as [`TripReader::read`] does.
    pub async fn go_on(&self) -> Result<TripsState, Failure> {
        let unfinished = self.trips().await?.unfinished().await?;
        let request = unfinished.ok_or_else(|| {
            Failure::new(
                FailureKind::Usage,
                "No reading of haul trips was stopped.",
                "Read trips instead.",
            )
        })?;
        self.read(&request).await
    }

    /// Stops reading; a page that is being stored is stored whole.
    ///
    /// Fails as [`TripReader::trips`] does.
    pub async fn stop(&self) -> Result<TripsState, Failure> {
        self.close().await;
        self.state().await
    }

    /// Stops reading before the program or the connection ends.
    pub async fn close(&self) {
        let mut state = self.0.state.subscribe();
        let Some(cancel) = lock(&self.0.running).clone() else {
            return;
        };
        cancel.cancel();
        // The sender lives as long as this reader.
        drop(state.wait_for(|state| state.reading.is_none()).await);
    }

    /// Brings the kept sums up to date, after another time zone was chosen, say.
    pub async fn refresh(&self) {
        let told = async {
            refresh(self.trips().await?).await;
            self.state().await
        };
        if let Err(failure) = told.await {
            tracing::warn!(%failure, "how the trips stand cannot be read");
        }
    }

    /// One at a time, of all programs that use this data folder.
    fn begin(&self) -> Result<CancellationToken, Failure> {
        let mut running = lock(&self.0.running);
        if running.is_some() {
            return Err(sync::busy());
        }
        drop(sync::lock(&self.0.data)?);
        Ok(running.insert(CancellationToken::new()).clone())
    }

    async fn sync_request(&self, trips: &Trips, asked: &ReadTrips) -> Result<SyncRequest, Failure> {
        let given = |text: &Option<String>| {
            let text = text.as_deref().map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let days = |from, to| trips.zone().span(Some(from), to);
        let unbounded = || Failure::internal("days without a beginning or an end");
        let (range, before) = match &asked.range {
            ReadRange::New => (SyncRange::Plain, None),
            ReadRange::Window { from, to } => match days(from, Some(to))? {
                (Some(from), Some(to)) => (SyncRange::Window(from, to), None),
                _ => return Err(unbounded()),
            },
            ReadRange::Changed { from, to } => match days(from, to.as_deref())? {
                (Some(from), before) => (SyncRange::Since(from), before),
                _ => return Err(unbounded()),
            },
        };
        let mut request = SyncRequest::new(range);
        request.before = before;
        request.reach = Reach {
            company: given(&asked.company).map(CompanyId::new),
            own_company: asked.own_company,
            no_subsidiaries: asked.no_subsidiaries,
        };
        if let Some(id) = given(&asked.project).map(ProjectId::new) {
            let known = self.0.directory.known_project(&id).await?;
            request = request.project(ProjectFilter {
                id,
                number: known.map(|project| project.project_number),
            });
        }
        Ok(request)
    }

    async fn run(
        &self,
        trips: &Trips,
        request: &SyncRequest,
        pages_before: u64,
        cancel: &CancellationToken,
    ) {
        let progress = watch::Sender::new(SyncProgress::default());
        let client = &self.0.connection.client;
        let done = tokio::select! {
            done = trips.sync(client, request, &progress, cancel) => done,
            () = self.follow(progress.subscribe(), pages_before) => {
                Err(Failure::internal("the progress of a reading ended before it"))
            }
        };
        let ended = done.map(|_| ());
        self.note_scope(ended.as_ref().err());
        let stopped = matches!(&ended, Err(failure) if failure.kind == FailureKind::Cancelled);
        let noted = async {
            if ended.is_err() {
                trips.refresh_sums().await?;
            }
            match stopped {
                true => Ok(()),
                false => trips.note_end(ended.clone()).await,
            }
        };
        if let Err(failure) = noted.await {
            tracing::warn!(%failure, "how a reading of trips ended is not noted");
        }
        lock(&self.0.running).take();
        if let Err(failure) = &ended {
            tracing::info!(kind = failure.kind.as_str(), "reading trips stopped");
        }
        self.end(ended, stopped).await;
    }

    /// Tells how the trips stand after a reading.
    async fn end(&self, ended: Result<(), Failure>, stopped: bool) {
        let told = self.state().await;
        self.0.state.send_modify(|state| {
            let pages = state.reading.take().map_or(0, |reading| reading.pages);
            if let (Err(failure), true) = (told, state.stopped.is_none()) {
                tracing::warn!(%failure, "how the trips stand cannot be read");
                state.stopped = ended.err().map(|failure| StoppedReading {
                    pages,
                    failure: (!stopped).then_some(failure),
                });
            }
        });
    }

    async fn follow(&self, mut progress: watch::Receiver<SyncProgress>, pages_before: u64) {
        while progress.changed().await.is_ok() {
            let now = *progress.borrow_and_update();
            self.0.state.send_modify(|state| {
                state.kept = now.kept;
                state.reading = Some(TripReading {
                    pages: pages_before + now.pages,
                    upserted: now.upserted,
                    deleted: now.deleted,
                    kept: now.kept,
                });
            });
        }
    }

    /// Asks which scopes the client has, where that can be told.
    async fn ask_scope(&self) {
        if self.0.connection.profile.static_token {
            return;
        }
        match self.0.connection.client.sign_in().await {
            Ok(granted) => {
                let has_scope = granted.granted.iter().any(|one| one == scope::REPORTING);
                self.set_scope(has_scope);
            }
            Err(error) => {
                let failure = Failure::from(error);
                tracing::info!(%failure, "whether trips may be read is not known");
            }
        }
    }

    /// A reading tells for sure.
    fn note_scope(&self, failure: Option<&Failure>) {
        match failure.map(|failure| failure.kind) {
            None => self.set_scope(true),
            Some(FailureKind::ScopeNotGranted | FailureKind::WrongScope) => self.set_scope(false),
            Some(_) => {}
        }
    }

    fn set_scope(&self, has_scope: bool) {
        *lock(&self.0.has_scope) = Some(has_scope);
        self.0.state.send_if_modified(|state| {
            let changes = state.has_scope != Some(has_scope);
            state.has_scope = Some(has_scope);
            changes
        });
    }
}

async fn refresh(trips: &Trips) {
    if let Err(failure) = trips.refresh_sums().await {
        tracing::warn!(%failure, "the sums of trips are not up to date");
    }
}
