//! What was begun with documents by hand and not ended, in the table `document_intents`.
//!
//! Several processes work beside each other. Each names itself by a lock that it holds while it
//! lives; what a dead one left is taken over by whoever works on the same documents next.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use fielddesk_documents::caller::Change;
use fielddesk_documents::intent::{Act, Intent, IntentId, Source};
use fielddesk_documents::ports::{Journal, StateError};
use fielddesk_model::FileReferenceId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{Row as _, Sqlite, Transaction};

use crate::Failure;
use crate::content::lock;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::target::Target;

/// The journal of one process for the documents of one target.
#[derive(Debug)]
pub(crate) struct SqlJournal<S> {
    database: Database,
    connection: String,
    target: Target,
    owner: String,
    open: Mutex<BTreeMap<IntentId, Intent<S>>>,
    known_before: BTreeSet<FileReferenceId>,
    next: AtomicI64,
    // Held while this process works; the file goes with it.
    _alive: Alive,
}

/// The lock that says that an owner lives.
#[derive(Debug)]
struct Alive {
    path: std::path::PathBuf,
    _file: File,
}

impl Drop for Alive {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "a lock file stays");
        }
    }
}

impl Alive {
    fn new(dir: &DataDir, owner: &str) -> Result<Self, Failure> {
        let path = lock_path(dir, owner)?;
        let file = File::create(&path).and_then(|file| file.lock().map(|()| file));
        let file = file.map_err(|error| Failure::local("lock", &path, &error))?;
        Ok(Self { path, _file: file })
    }
}

fn lock_path(dir: &DataDir, owner: &str) -> Result<std::path::PathBuf, Failure> {
    Ok(dir.subdir("locks")?.join(format!("{owner}.lock")))
}

/// Whether whoever wrote that owner lives no more.
fn is_dead(dir: &DataDir, owner: &str) -> Result<bool, Failure> {
    let path = lock_path(dir, owner)?;
    match File::open(&path) {
        Ok(file) => match file.try_lock() {
            Ok(()) => {
                drop(std::fs::remove_file(&path));
                Ok(true)
            }
            Err(_) => Ok(false),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(Failure::local("look at", &path, &error)),
    }
}

/// What was on the page before a dead process sent anything; its record goes with its intents.
async fn known_of(
    transaction: &mut Transaction<'_, Sqlite>,
    owner: &str,
) -> Result<BTreeSet<FileReferenceId>, Failure> {
    let known: Option<String> =
        sqlx::query_scalar("DELETE FROM document_journals WHERE owner = ? RETURNING known")
            .bind(owner)
            .fetch_optional(&mut **transaction)
            .await?;
    Ok(known
        .and_then(|known| serde_json::from_str(&known).ok())
        .unwrap_or_default())
}

impl<S: Source + Serialize + DeserializeOwned> SqlJournal<S> {
    /// Opens the journal of this process and takes over what dead ones left of the target.
    ///
    /// # Errors
    /// When the database or the folder of locks cannot be used.
    pub(crate) async fn open(
        dir: &DataDir,
        database: &Database,
        connection: String,
        target: Target,
    ) -> Result<Self, Failure> {
        let owner = uuid::Uuid::now_v7().simple().to_string();
        let alive = Alive::new(dir, &owner)?;
        let mut open = BTreeMap::new();
        let mut transaction = database.pool().begin_with("BEGIN IMMEDIATE").await?;
        let rows = sqlx::query(
            "SELECT owner, number, intent FROM document_intents \
             WHERE connection = ? AND project = ? AND work_order = ? ORDER BY rowid",
        )
        .bind(&connection)
        .bind(target.project.as_str())
        .bind(target.work_order_key())
        .fetch_all(&mut *transaction)
        .await?;
        let mut next = 1;
        let mut dead = BTreeSet::new();
        let mut known_before = BTreeSet::new();
        for row in rows {
            let (other, old): (String, i64) = (row.try_get("owner")?, row.try_get("number")?);
            if !dead.contains(&other) {
                if !is_dead(dir, &other)? {
                    continue;
                }
                known_before.extend(known_of(&mut transaction, &other).await?);
                dead.insert(other.clone());
            }
            let intent: String = row.try_get("intent")?;
            let Ok(mut intent) = serde_json::from_str::<Intent<S>>(&intent) else {
                tracing::warn!(old, "an entry of the journal of documents cannot be read");
                continue;
            };
            sqlx::query(
                "UPDATE document_intents SET owner = ?, number = ? WHERE owner = ? AND number = ?",
            )
            .bind(&owner)
            .bind(next)
            .bind(&other)
            .bind(old)
            .execute(&mut *transaction)
            .await?;
            intent.id = IntentId(next);
            open.insert(intent.id, intent);
            next += 1;
        }
        transaction.commit().await?;
        Ok(Self {
            database: database.clone(),
            connection,
            target,
            owner,
            open: Mutex::new(open),
            known_before,
            next: AtomicI64::new(next),
            _alive: alive,
        })
    }

    /// What was on the page before dead processes sent what is open.
    pub(crate) const fn known_before(&self) -> &BTreeSet<FileReferenceId> {
        &self.known_before
    }

    /// Stores what is on the page before anything is sent.
    ///
    /// # Errors
    /// When it could not be stored.
    pub(crate) async fn remember(&self, known: &BTreeSet<FileReferenceId>) -> Result<(), Failure> {
        let known = serde_json::to_string(known).map_err(Failure::internal)?;
        sqlx::query("INSERT OR REPLACE INTO document_journals (owner, known) VALUES (?, ?)")
            .bind(&self.owner)
            .bind(known)
            .execute(self.database.pool())
            .await?;
        Ok(())
    }

    /// Ends what was looked for twice and not found, and leaves nothing behind where nothing is
    /// open. Nobody looks for a late duplicate once a command is over: both stay then.
    ///
    /// # Errors
    /// When it could not be stored.
    pub(crate) async fn finish(&self) -> Result<(), StateError> {
        let absent = |intent: &Intent<S>| matches!(intent.act, Act::Upload { absent: true, .. });
        let ended = self.open_intents().into_iter().filter(absent);
        let ended: Vec<Change<S>> = ended.map(|intent| Change::IntentEnded(intent.id)).collect();
        self.commit(&ended).await?;
        if lock(&self.open).is_empty() {
            let deleted = sqlx::query("DELETE FROM document_journals WHERE owner = ?")
                .bind(&self.owner)
                .execute(self.database.pool())
                .await;
            deleted.map_err(|error| StateError::Failed(error.to_string()))?;
        }
        Ok(())
    }

    /// Stores what changes in the journal and takes it as true.
    ///
    /// # Errors
    /// When it could not be stored.
    pub(crate) async fn commit(&self, changes: &[Change<S>]) -> Result<(), StateError> {
        let touches =
            |change: &Change<S>| matches!(change, Change::Intent(_) | Change::IntentEnded(_));
        if !changes.iter().any(touches) {
            return Ok(());
        }
        let stored = async {
            let mut transaction = self.database.pool().begin().await?;
            self.commit_in(&mut transaction, changes).await?;
            transaction.commit().await?;
            Ok::<_, Failure>(())
        };
        stored
            .await
            .map_err(|failure| StateError::Failed(failure.message))?;
        self.take(changes);
        Ok(())
    }

    async fn commit_in(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        changes: &[Change<S>],
    ) -> Result<(), Failure> {
        for change in changes {
            match change {
                Change::Intent(intent) => {
                    let text = serde_json::to_string(intent).map_err(Failure::internal)?;
                    sqlx::query(
                        "INSERT OR REPLACE INTO document_intents \
                         (owner, number, connection, project, work_order, intent) \
                         VALUES (?,?,?,?,?,?)",
                    )
                    .bind(&self.owner)
                    .bind(intent.id.0)
                    .bind(&self.connection)
                    .bind(self.target.project.as_str())
                    .bind(self.target.work_order_key())
                    .bind(text)
                    .execute(&mut **transaction)
                    .await?;
                }
                Change::IntentEnded(id) => {
                    sqlx::query("DELETE FROM document_intents WHERE owner = ? AND number = ?")
                        .bind(&self.owner)
                        .bind(id.0)
                        .execute(&mut **transaction)
                        .await?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn take(&self, changes: &[Change<S>]) {
        let mut open = lock(&self.open);
        for change in changes {
            match change {
                Change::Intent(intent) => {
                    open.insert(intent.id, intent.clone());
                }
                Change::IntentEnded(id) => {
                    open.remove(id);
                }
                _ => {}
            }
        }
    }
}

#[async_trait]
impl<S: Source + Serialize + DeserializeOwned> Journal<S> for SqlJournal<S> {
    fn new_intent(&self) -> IntentId {
        IntentId(self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn open_intents(&self) -> Vec<Intent<S>> {
        lock(&self.open).values().cloned().collect()
    }

    async fn record(&self, intent: Intent<S>) -> Result<(), StateError> {
        self.commit(&[Change::Intent(intent)]).await
    }
}
