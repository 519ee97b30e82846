//! Requests of one process to the one that holds the data folder: a row in a table, a signal to
//! look, and the answer in the row.

use std::path::PathBuf;

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_sync::mapping::{Deletes, MappingId, Sections};
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::{ConflictReason, PlanId};
use fielddesk_sync::ports::VersionId;
use fielddesk_sync::resolve::{ChangedChoice, DeletedChoice, Keep, Resolution};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::folders::mappings::mapping::{NamedTarget, PausedUntil};
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::mappings::settings::FoldersSettings;
use crate::folders::requests::bell;
use crate::profiles::ProfileId;

/// Questions that nobody came back for.
const FORGOTTEN: TimeDelta = TimeDelta::days(1);

/// A mapping as it shall be, looked up by whoever asks: the holder may not know the connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::folders) struct Draft {
    pub(in crate::folders) folder: PathBuf,
    pub(in crate::folders) profile: ProfileId,
    pub(in crate::folders) connection: String,
    pub(in crate::folders) place: NamedTarget,
    pub(in crate::folders) sections: Sections,
    pub(in crate::folders) deletes: Deletes,
    #[serde(default)]
    pub(in crate::folders) paused: Option<PausedUntil>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::folders) enum Request {
    Add(Box<Draft>),
    Remove(MappingId),
    Move {
        mapping: MappingId,
        folder: PathBuf,
    },
    MoveSubfolder {
        mapping: MappingId,
        subfolder: RelPath,
        now: RelPath,
    },
    Retarget {
        mapping: MappingId,
        draft: Box<Draft>,
    },
    SetDeletes {
        mapping: MappingId,
        deletes: Deletes,
    },
    Pause {
        which: MappingSelection,
        until: Option<PausedUntil>,
    },
    Resolve {
        mapping: MappingId,
        name: String,
        section: Option<String>,
        #[serde(flatten)]
        resolution: Resolution,
    },
    ResolveAll {
        mapping: MappingId,
        reason: Option<ConflictReason>,
        keep: Keep,
    },
    Restore {
        version: VersionId,
        to: Option<PathBuf>,
    },
    Approve {
        mapping: MappingId,
        plan: PlanId,
    },
    Settings(FoldersSettings),
    Gone {
        mapping: MappingId,
        names: Vec<(String, String)>,
        choice: DeletedChoice,
    },
    Damaged {
        mapping: MappingId,
        names: Vec<(String, String)>,
        choice: ChangedChoice,
    },
}

/// How it ended.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Outcome {
    Done(Value),
    Failed(Failure),
}

/// Asks, and rings. Returns the number of the question.
pub(in crate::folders) async fn post(
    dir: &DataDir,
    database: &Database,
    ask: &Request,
    now: DateTime<Utc>,
) -> Result<String, Failure> {
    let id = uuid::Uuid::now_v7().simple().to_string();
    let text = serde_json::to_string(ask).map_err(Failure::internal)?;
    sqlx::query("INSERT INTO folder_requests (id, ask, asked_at) VALUES (?, ?, ?)")
        .bind(&id)
        .bind(text)
        .bind(now)
        .execute(database.pool())
        .await?;
    bell::ring(dir, &id)?;
    Ok(id)
}

/// Takes the questions that nobody works on, oldest first.
pub(in crate::folders) async fn take_all(
    database: &Database,
    taker: &str,
) -> Result<Vec<(String, Request)>, Failure> {
    let ids: Vec<String> = sqlx::query_scalar(
        "SELECT id FROM folder_requests WHERE taken_by IS NULL ORDER BY asked_at, id",
    )
    .fetch_all(database.pool())
    .await?;
    let mut taken = Vec::new();
    for id in ids {
        if let Some(ask) = take(database, &id, taker, false).await? {
            taken.push((id, ask));
        }
    }
    Ok(taken)
}

/// Takes one question; none when it is gone, or somebody else has it and `anyway` is false.
pub(in crate::folders) async fn take(
    database: &Database,
    id: &str,
    taker: &str,
    anyway: bool,
) -> Result<Option<Request>, Failure> {
    let text: Option<String> = sqlx::query_scalar(
        "UPDATE folder_requests SET taken_by = ? WHERE id = ? AND outcome IS NULL \
         AND (taken_by IS NULL OR ?) RETURNING ask",
    )
    .bind(taker)
    .bind(id)
    .bind(anyway)
    .fetch_optional(database.pool())
    .await?;
    text.map(|text| serde_json::from_str(&text).map_err(Failure::internal))
        .transpose()
}

/// Gives a question back that was taken and cannot be worked on.
pub(in crate::folders) async fn give_back(database: &Database, id: &str) -> Result<(), Failure> {
    sqlx::query("UPDATE folder_requests SET taken_by = NULL WHERE id = ?")
        .bind(id)
        .execute(database.pool())
        .await?;
    Ok(())
}

/// Whether somebody works on it.
pub(in crate::folders) async fn is_taken(database: &Database, id: &str) -> Result<bool, Failure> {
    let taken: Option<bool> =
        sqlx::query_scalar("SELECT taken_by IS NOT NULL FROM folder_requests WHERE id = ?")
            .bind(id)
            .fetch_optional(database.pool())
            .await?;
    Ok(taken.unwrap_or(false))
}

/// Writes the answer.
pub(in crate::folders) async fn answer(
    database: &Database,
    id: &str,
    outcome: Result<Value, Failure>,
) -> Result<(), Failure> {
    let outcome = match outcome {
        Ok(value) => Outcome::Done(value),
        Err(failure) => Outcome::Failed(failure),
    };
    let text = serde_json::to_string(&outcome).map_err(Failure::internal)?;
    sqlx::query("UPDATE folder_requests SET outcome = ? WHERE id = ?")
        .bind(text)
        .bind(id)
        .execute(database.pool())
        .await?;
    Ok(())
}

/// The answer, where there is one; the row is gone then.
pub(in crate::folders) async fn outcome(
    database: &Database,
    id: &str,
) -> Result<Option<Result<Value, Failure>>, Failure> {
    let text: Option<String> = sqlx::query_scalar(
        "DELETE FROM folder_requests WHERE id = ? AND outcome IS NOT NULL RETURNING outcome",
    )
    .bind(id)
    .fetch_optional(database.pool())
    .await?;
    let Some(text) = text else {
        return Ok(None);
    };
    let outcome: Outcome = serde_json::from_str(&text).map_err(Failure::internal)?;
    Ok(Some(match outcome {
        Outcome::Done(value) => Ok(value),
        Outcome::Failed(failure) => Err(failure),
    }))
}

/// Takes a question back.
pub(in crate::folders) async fn withdraw(database: &Database, id: &str) -> Result<(), Failure> {
    sqlx::query("DELETE FROM folder_requests WHERE id = ?")
        .bind(id)
        .execute(database.pool())
        .await?;
    Ok(())
}

/// Drops what nobody came back for.
pub(in crate::folders) async fn tidy(
    database: &Database,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    sqlx::query("DELETE FROM folder_requests WHERE asked_at < ?")
        .bind(now - FORGOTTEN)
        .execute(database.pool())
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn records() -> (tempfile::TempDir, DataDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        (folder, dir, database)
    }

    fn remove() -> Request {
        Request::Remove(MappingId("m".into()))
    }

    #[tokio::test]
    async fn a_question_is_answered_once_and_then_gone() {
        let (_folder, dir, database) = records().await;
        let bell = bell::Bell::of(&dir);
        let id = post(&dir, &database, &remove(), Utc::now()).await.unwrap();
        // Without a ring it would look only later.
        let told = tokio::time::timeout(std::time::Duration::from_secs(5), bell.rung());
        told.await.expect("the holder is told");
        assert!(outcome(&database, &id).await.unwrap().is_none());
        let taken = take_all(&database, "app").await.unwrap();
        assert_eq!(taken, [(id.clone(), remove())]);
        assert!(is_taken(&database, &id).await.unwrap());
        assert!(take_all(&database, "app").await.unwrap().is_empty());
        let failure = Failure::not_found("mapping", "m", "Look at the list.");
        answer(&database, &id, Err(failure.clone())).await.unwrap();
        let told = outcome(&database, &id).await.unwrap().unwrap();
        assert_eq!(told, Err(failure), "the failure comes over as it was");
        assert!(outcome(&database, &id).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_question_that_was_taken_back_or_is_old_is_not_answered() {
        let (_folder, dir, database) = records().await;
        let now = Utc::now();
        let id = post(&dir, &database, &remove(), now).await.unwrap();
        withdraw(&database, &id).await.unwrap();
        post(&dir, &database, &remove(), now - TimeDelta::days(2))
            .await
            .unwrap();
        tidy(&database, now).await.unwrap();
        assert!(take_all(&database, "app").await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn what_a_holder_that_died_had_taken_can_be_taken_again() {
        let (_folder, dir, database) = records().await;
        let id = post(&dir, &database, &remove(), Utc::now()).await.unwrap();
        take_all(&database, "one").await.unwrap();
        assert_eq!(take(&database, &id, "two", false).await.unwrap(), None);
        assert_eq!(
            take(&database, &id, "two", true).await.unwrap(),
            Some(remove())
        );
    }
}
