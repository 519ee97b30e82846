//! Opening the queue: what the last run left goes on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_api::{CancellationToken, Clock};
use tokio::sync::{Notify, broadcast, watch};

use super::Transfers;
use super::engine::{Engine, State};
use super::failpoints::Crash;
use super::row::{Row, Step};
use super::store;
use super::types::{Left, TransferKind, TransferState, TransfersView};
use super::view::Speed;
use crate::Failure;
use crate::connection::Connection;
use crate::content::blocking;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::documents::copies::Copies;
use crate::documents::journal::open_targets;
use crate::file_writer::is_temporary;
use crate::history::History;
use crate::online::OnlineWatch;
use crate::sync_adapters::UploadRoom;
use crate::target::connection_key;

/// Temporary files of ours that nobody has written to for this long are left-overs.
const LEFT_OVER: Duration = Duration::from_secs(600);

/// What ended longer ago than this is no longer listed.
pub(super) const REMEMBERED: TimeDelta = TimeDelta::days(1);

/// What the queue works with.
pub struct Parts<'a> {
    /// Where to.
    pub connection: Connection,
    /// Rows and journal.
    pub database: &'a Database,
    /// Private copies.
    pub data_dir: &'a DataDir,
    /// Old content.
    pub history: History,
    /// Whether the service can be reached.
    pub online: OnlineWatch,
    /// Room for upload requests, which all connections share.
    pub room: UploadRoom,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Where a test lets it die.
    pub crash: Crash,
}

impl Transfers {
    /// Opens the queue of a connection and goes on where the last run ended.
    pub async fn start(
        connection: Connection,
        database: &Database,
        data_dir: &DataDir,
        history: History,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Failure> {
        Self::start_with(Parts {
            connection,
            database,
            data_dir,
            history,
            online,
            room: UploadRoom::default(),
            clock,
            crash: Crash::default(),
        })
        .await
    }

    /// The same, with everything said.
    pub async fn start_with(parts: Parts<'_>) -> Result<Self, Failure> {
        let key = connection_key(&parts.connection);
        let rows = read_queue(parts.database, &key, parts.clock.now() - REMEMBERED).await?;
        clean_folders(&rows).await;
        let mut unsettled = open_targets(parts.database, &key).await?;
        let sending = rows.values().filter(|row| row.step == Some(Step::Sending));
        unsettled.extend(sending.map(|row| row.target.clone()));
        let now = parts.clock.now();
        let mut state = State {
            unsettled: unsettled.into_iter().map(|target| (target, now)).collect(),
            remembered: store::remembered(parts.database, &key).await?,
            rows,
            ..State::default()
        };
        state.touch();
        let (changes, _) = broadcast::channel(256);
        let engine = Arc::new(Engine {
            client: parts.connection.client.single_attempt(),
            connection: parts.connection,
            key,
            database: parts.database.clone(),
            history: parts.history,
            copies: Copies::of(parts.data_dir)?,
            online: parts.online,
            room: parts.room,
            clock: parts.clock,
            state: Mutex::new(state),
            pages: tokio::sync::Mutex::default(),
            opening: Mutex::default(),
            wake: Notify::new(),
            view: watch::Sender::new(TransfersView::default()),
            changes,
            stop: CancellationToken::new(),
            dead: CancellationToken::new(),
            crash: parts.crash,
        });
        engine.look(&mut Speed::default(), Duration::ZERO);
        let tasks = vec![
            tokio::spawn(Arc::clone(&engine).run()),
            tokio::spawn(Arc::clone(&engine).show()),
        ];
        Ok(Self {
            engine,
            tasks: Arc::new(Mutex::new(tasks)),
            shown: Arc::default(),
        })
    }
}

/// The rows as they go on: what was under way begins again, or is looked for on the page.
pub(super) async fn read_queue(
    database: &Database,
    key: &str,
    ended_before: DateTime<Utc>,
) -> Result<BTreeMap<i64, Row>, Failure> {
    let mut rows = store::load(database, key, ended_before).await?;
    let mut forgotten = Vec::new();
    rows.retain_mut(|row| {
        if row.kind == TransferKind::Open {
            // Nobody waits for it any more.
            forgotten.push(row.id);
            return false;
        }
        let was_working = row.state == TransferState::Working;
        // A cancel that was not finished.
        row.live.cancel_wanted = row.state == TransferState::Cancelled && row.step.is_some();
        if row.live.cancel_wanted || was_working {
            row.state = match row.step {
                None => TransferState::Waiting,
                Some(Step::Sending) => TransferState::Checking,
                Some(_) => TransferState::Working,
            };
        }
        row.live.in_run = row.is_open();
        row.live.left = Some(match row.step {
            _ if !row.is_open() => Left::Ended,
            None if !was_working => Left::Waiting,
            Some(Step::Sent | Step::Undoing) => Left::Waiting,
            None | Some(Step::Sending) => Left::CutOff,
        });
        if row.is_open() {
            row.next_try_at = None;
        }
        true
    });
    store::delete(database, &forgotten).await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

/// Removes what a killed run left in the folders that downloads go into.
async fn clean_folders(rows: &BTreeMap<i64, Row>) {
    let downloads = rows
        .values()
        .filter(|row| row.is_open() && row.kind == TransferKind::Download);
    let mut folders: Vec<PathBuf> = downloads.map(|row| row.path.clone()).collect();
    folders.sort();
    folders.dedup();
    let cleaned = blocking(move || {
        for folder in folders {
            if let Err(error) = clean(&folder) {
                tracing::debug!(%error, "a folder could not be looked through");
            }
        }
        Ok(())
    });
    if let Err(error) = cleaned.await {
        tracing::warn!(%error, "folders could not be cleaned");
    }
}

fn clean(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let ours = is_temporary(&entry.file_name().to_string_lossy());
        let written = entry.metadata()?.modified()?;
        let old = SystemTime::now()
            .duration_since(written)
            .is_ok_and(|age| age > LEFT_OVER);
        if ours && old {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
