//! Changes of documents by hand that began and did not end, in the table `document_intents`.
//!
//! Several commands work beside each other. Each names itself by a lock that it holds while it
//! lives; the changes of a dead one are taken over by the next command on the same documents. The
//! queue of the app, of which there is one, has a journal that lasts from start to start.

use std::collections::{BTreeMap, BTreeSet};
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

use super::alive::{Alive, is_dead};
use crate::Failure;
use crate::data_dir::DataDir;
use crate::db::{self, Database};
use crate::target::Target;
use fielddesk_documents::lock::lock;

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
    // Held while this process works; the file goes with it. None for a journal that lasts.
    _alive: Option<Alive>,
}

/// How owners begin whose journal lasts from start to start.
const LASTING: &str = "transfers ";

/// The targets of a connection of which the journal of the queue has something open.
pub(crate) async fn open_targets(
    database: &Database,
    connection: &str,
) -> Result<Vec<Target>, Failure> {
    let targets: Vec<(String, String)> = sqlx::query_as(
        "SELECT DISTINCT project, work_order FROM document_intents \
         WHERE connection = ? AND owner LIKE 'transfers %'",
    )
    .bind(connection)
    .fetch_all(database.pool())
    .await?;
    let targets = targets.into_iter();
    Ok(targets
        .map(|(project, work_order)| Target::from_keys(project, &work_order))
        .collect())
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
            "SELECT owner, number, intent FROM document_intents WHERE connection = ? \
             AND project = ? AND work_order = ? AND owner NOT LIKE 'transfers %' ORDER BY rowid",
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
            _alive: Some(alive),
        })
    }

    /// Opens the journal of the queue for one target, as the last run left it.
    pub(crate) async fn open_lasting(
        database: &Database,
        connection: String,
        target: Target,
    ) -> Result<Self, Failure> {
        let (project, work_order) = (target.project.as_str(), target.work_order_key());
        let owner = format!("{LASTING}{connection} {project} {work_order}");
        let intents: Vec<String> = sqlx::query_scalar(
            "SELECT intent FROM document_intents WHERE owner = ? ORDER BY number",
        )
        .bind(&owner)
        .fetch_all(database.pool())
        .await?;
        let intents: Result<Vec<Intent<S>>, _> = intents
            .iter()
            .map(|intent| serde_json::from_str(intent))
            .collect();
        let intents = intents.map_err(Failure::internal)?;
        let known: Option<String> =
            sqlx::query_scalar("SELECT known FROM document_journals WHERE owner = ?")
                .bind(&owner)
                .fetch_optional(database.pool())
                .await?;
        let known = known.map(|known| serde_json::from_str(&known)).transpose();
        let next = intents.iter().map(|intent| intent.id.0 + 1).max();
        Ok(Self {
            database: database.clone(),
            connection,
            target,
            owner,
            open: Mutex::new(
                intents
                    .into_iter()
                    .map(|intent| (intent.id, intent))
                    .collect(),
            ),
            known_before: known.map_err(Failure::internal)?.unwrap_or_default(),
            next: AtomicI64::new(next.unwrap_or(1)),
            _alive: None,
        })
    }

    /// What was on the page before dead processes sent what is open.
    pub(crate) const fn known_before(&self) -> &BTreeSet<FileReferenceId> {
        &self.known_before
    }

    /// One that is open.
    pub(crate) fn open_intent(&self, id: IntentId) -> Option<Intent<S>> {
        lock(&self.open).get(&id).cloned()
    }

    /// Stores what is on the page before anything is sent.
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
    pub(crate) async fn commit(&self, changes: &[Change<S>]) -> Result<(), StateError> {
        let touches =
            |change: &Change<S>| matches!(change, Change::Intent(_) | Change::IntentEnded(_));
        if !changes.iter().any(touches) {
            return Ok(());
        }
        let stored = async {
            let mut transaction = db::begin_change(self.database.pool()).await?;
            self.store(&mut transaction, changes).await?;
            transaction.commit().await?;
            Ok::<_, Failure>(())
        };
        stored
            .await
            .map_err(|failure| StateError::Failed(failure.message))?;
        self.take(changes);
        Ok(())
    }

    /// Stores what changes in the journal with what else changes; [`Self::take`] follows once
    /// the transaction is committed.
    pub(crate) async fn store(
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

    /// Takes what was stored as true.
    pub(crate) fn take(&self, changes: &[Change<S>]) {
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
