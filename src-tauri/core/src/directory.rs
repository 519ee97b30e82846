//! Projects and work orders: from the service, and from the last read for an instant answer.

use chrono::{DateTime, Utc};
use fielddesk_model::{LeftOut, Listed, Project, ProjectId, WorkOrder};
use fielddesk_rules::name_key::NameKey;
use fielddesk_rules::search::Words;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::connection::Connection;
use crate::db::Database;
use crate::profiles::ProfileId;
use crate::{Failure, FailureKind};

const PROJECTS: &str = "projects";
const WORK_ORDERS: &str = "workOrders:";

/// A list and when it was read from the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing<T> {
    /// What was read, in the service's order.
    pub items: Vec<T>,
    /// When.
    pub read_at: Option<DateTime<Utc>>,
    /// Whether it is from an earlier read.
    pub cached: bool,
    /// Records that this read could not list; not remembered.
    pub left_out: Vec<LeftOut>,
}

/// A project as the service wrote it, and when it was last used here.
#[derive(Debug, Clone, PartialEq)]
pub struct ProjectEntry {
    /// The record.
    pub project: Project,
    /// When documents of it were last looked at or sent on this computer.
    pub used_at: Option<DateTime<Utc>>,
}

/// Look-ups of one connection; cheap to clone.
#[derive(Clone)]
pub struct Directory {
    connection: Connection,
    database: Database,
    key: String,
}

impl Directory {
    /// The look-ups of a connection, with their memory in the database.
    #[must_use]
    pub fn new(connection: Connection, database: Database) -> Self {
        let key = connection.key();
        Self {
            connection,
            database,
            key,
        }
    }

    /// The projects: fresh from the service, or the last read ones when `fresh` is false and
    /// there are any.
    pub async fn projects(&self, fresh: bool) -> Result<Listing<ProjectEntry>, Failure> {
        let listing = match self.remembered(PROJECTS, fresh).await {
            Some(listing) => listing,
            None => {
                let projects = self.connection.client.projects().list().await?;
                self.remember_listed(PROJECTS, projects).await
            }
        };
        let used = self.used().await?;
        let entry = |project: Project| ProjectEntry {
            used_at: used.get(project.id.as_str()).copied(),
            project,
        };
        Ok(Listing {
            items: listing.items.into_iter().map(entry).collect(),
            read_at: listing.read_at,
            cached: listing.cached,
            left_out: listing.left_out,
        })
    }

    /// The project of a human number, from the service.
    ///
    /// Fails with `notFound`, the number named, where no project has it.
    pub async fn project_by_number(&self, number: &str) -> Result<Project, Failure> {
        let found = self
            .connection
            .client
            .projects()
            .by_number(number.trim())
            .await;
        found.map_err(|error| {
            let failure = Failure::from(&error);
            if failure.kind != FailureKind::NotFound {
                return failure;
            }
            let mut missing = Failure::not_found(
                "project",
                number.trim(),
                "Check the number. A project of another company is not visible to this client.",
            );
            missing.status = failure.status;
            missing.code = failure.code;
            missing
        })
    }

    /// The work orders of a project: fresh, or the last read ones when `fresh` is false and
    /// there are any.
    pub async fn work_orders(
        &self,
        project: &ProjectId,
        fresh: bool,
    ) -> Result<Listing<WorkOrder>, Failure> {
        let list = format!("{WORK_ORDERS}{project}");
        if let Some(listing) = self.remembered(&list, fresh).await {
            return Ok(listing);
        }
        let client = &self.connection.client;
        let mut work_orders = client.work_orders().of_project(project).await?;
        for work_order in &mut work_orders {
            // They were asked for by project, so that is theirs where the record is silent.
            work_order.project_id.get_or_insert_with(|| project.clone());
        }
        Ok(self.remember_listed(&list, work_orders).await)
    }

    /// Every work order read so far, of all projects, for a search without waiting.
    pub async fn known_work_orders(&self) -> Result<Vec<WorkOrder>, Failure> {
        let lists: Vec<String> = sqlx::query_scalar(
            "SELECT records FROM listings WHERE connection = ? AND list LIKE 'workOrders:%' ORDER BY list",
        )
        .bind(&self.key)
        .fetch_all(self.database.pool())
        .await?;
        let parsed = lists.iter().filter_map(|text| records::<WorkOrder>(text));
        Ok(parsed.flatten().collect())
    }

    /// A project as last read, without asking the service.
    pub async fn known_project(&self, id: &ProjectId) -> Result<Option<Project>, Failure> {
        let known = self.known_projects().await;
        Ok(known.into_iter().find(|project| project.id == *id))
    }

    /// The projects as last read, without asking the service.
    pub async fn known_projects(&self) -> Vec<Project> {
        let known = self.remembered::<Project>(PROJECTS, false).await;
        known.map_or_else(Vec::new, |listing| listing.items)
    }

    /// Notes that the person worked with a project.
    pub async fn note_used(&self, project: &ProjectId, at: DateTime<Utc>) -> Result<(), Failure> {
        sqlx::query(
            "INSERT INTO projects_used (connection, project_id, used_at) VALUES (?, ?, ?) \
             ON CONFLICT DO UPDATE SET used_at = max(used_at, excluded.used_at)",
        )
        .bind(&self.key)
        .bind(project.as_str())
        .bind(at)
        .execute(self.database.pool())
        .await?;
        Ok(())
    }

    /// Forgets all lists of a profile that was removed.
    pub async fn forget(database: &Database, id: &ProfileId) -> Result<(), Failure> {
        // Ids are UUIDs: no character of them means anything to LIKE.
        let of_profile = format!("{} %", id.as_str());
        for statement in [
            "DELETE FROM listings WHERE connection LIKE ?",
            "DELETE FROM projects_used WHERE connection LIKE ?",
        ] {
            sqlx::query(statement)
                .bind(&of_profile)
                .execute(database.pool())
                .await?;
        }
        Ok(())
    }

    async fn used(&self) -> Result<std::collections::HashMap<String, DateTime<Utc>>, Failure> {
        let rows: Vec<(String, DateTime<Utc>)> =
            sqlx::query_as("SELECT project_id, used_at FROM projects_used WHERE connection = ?")
                .bind(&self.key)
                .fetch_all(self.database.pool())
                .await?;
        Ok(rows.into_iter().collect())
    }

    /// The list as last read. One that cannot be read is as good as none: the service has it.
    pub(crate) async fn remembered<T: DeserializeOwned>(
        &self,
        list: &str,
        fresh: bool,
    ) -> Option<Listing<T>> {
        if fresh {
            return None;
        }
        let row: Result<Option<(DateTime<Utc>, String)>, sqlx::Error> = sqlx::query_as(
            "SELECT read_at, records FROM listings WHERE connection = ? AND list = ?",
        )
        .bind(&self.key)
        .bind(list)
        .fetch_optional(self.database.pool())
        .await;
        let (read_at, text) = row
            .inspect_err(|error| tracing::warn!(%error, "could not read a remembered list"))
            .ok()??;
        Some(Listing {
            items: records(&text)?,
            read_at: Some(read_at),
            cached: true,
            left_out: Vec::new(),
        })
    }

    /// Keeps a list that was just read. That it cannot be kept is no reason to withhold it.
    pub(crate) async fn remember<T: Serialize>(&self, list: &str, items: Vec<T>) -> Listing<T> {
        let read_at = Utc::now();
        match serde_json::to_string(&items) {
            Ok(text) => {
                let kept = sqlx::query(
                    "INSERT INTO listings (connection, list, read_at, records) VALUES (?, ?, ?, ?) \
                     ON CONFLICT DO UPDATE SET read_at = excluded.read_at, records = excluded.records",
                )
                .bind(&self.key)
                .bind(list)
                .bind(read_at)
                .bind(text)
                .execute(self.database.pool())
                .await;
                if let Err(error) = kept {
                    tracing::warn!(%error, list, "could not remember a list");
                }
            }
            Err(error) => tracing::warn!(%error, list, "could not write a list as JSON"),
        }
        Listing {
            items,
            read_at: Some(read_at),
            cached: false,
            left_out: Vec::new(),
        }
    }

    async fn remember_listed<T: Serialize>(&self, list: &str, listed: Listed<T>) -> Listing<T> {
        Listing {
            left_out: listed.left_out,
            ..self.remember(list, listed.records).await
        }
    }
}

fn records<T: DeserializeOwned>(text: &str) -> Option<Vec<T>> {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::warn!(%error, "a remembered list cannot be read"))
        .ok()
}

/// Those whose number or name has every word of the text, those whose number begins with it
/// first; case does not count. Everything for an empty text.
#[must_use]
pub fn search(entries: &[ProjectEntry], text: &str) -> Vec<ProjectEntry> {
    let words = Words::new(text);
    let text = NameKey::of(text.trim());
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for entry in entries {
        let number = entry.project.project_number.as_str();
        let name = entry.project.name.as_deref().unwrap_or_default();
        if words.are_in(&[number, name]) {
            let group = if NameKey::of(number).as_str().starts_with(text.as_str()) {
                &mut first
            } else {
                &mut rest
            };
            group.push(entry.clone());
        }
    }
    first.append(&mut rest);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: &str, name: &str) -> ProjectEntry {
        let project = serde_json::json!({"id": number, "projectNumber": number, "name": name});
        ProjectEntry {
            project: serde_json::from_value(project).unwrap(),
            used_at: None,
        }
    }

    #[test]
    fn a_search_takes_all_words_and_puts_numbers_first() {
        let all = [
            entry("A-1", "Bru over P-2026"),
            entry("P-2026-001", "Hoveveien Øst"),
            entry("P-2026-002", "Skole"),
        ];
        let numbers = |text: &str| -> Vec<String> {
            let found = search(&all, text);
            found
                .into_iter()
                .map(|entry| entry.project.project_number)
                .collect()
        };
        assert_eq!(numbers("p-2026"), ["P-2026-001", "P-2026-002", "A-1"]);
        assert_eq!(numbers("øst hove"), ["P-2026-001"]);
        assert_eq!(numbers("skole bru"), [""; 0]);
        assert_eq!(numbers("  ").len(), 3);
    }
}
