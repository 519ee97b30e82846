//! Projects and work orders: from the service, and from the last read for an instant answer.

use chrono::{DateTime, Utc};
use fielddesk_model::{Project, ProjectId, WorkOrder};

use crate::Failure;
use crate::connection::Connection;
use crate::db::Database;

/// A list and when it was read from the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing<T> { pub items: Vec<T>, pub read_at: Option<DateTime<Utc>>, pub cached: bool }

/// A project as the service wrote it, and when it was last used here.
#[derive(Debug, Clone, PartialEq)]
pub struct ProjectEntry { pub project: Project, pub used_at: Option<DateTime<Utc>> }

/// Look-ups of one connection.
#[derive(Clone)]
pub struct Directory { connection: Connection, database: Database }

impl Directory {
    pub fn new(connection: Connection, database: Database) -> Self { Self { connection, database } }
    /// Fresh from the service, or the last read list when `fresh` is false and there is one.
    pub async fn projects(&self, fresh: bool) -> Result<Listing<ProjectEntry>, Failure> { todo!() }
    pub async fn project_by_number(&self, number: &str) -> Result<Project, Failure> { todo!() }
    pub async fn work_orders(&self, project: &ProjectId, fresh: bool) -> Result<Listing<WorkOrder>, Failure> { todo!() }
    /// Every work order read so far, of all projects (for search).
    pub async fn known_work_orders(&self) -> Result<Vec<WorkOrder>, Failure> { todo!() }
    pub async fn note_used(&self, project: &ProjectId, at: DateTime<Utc>) -> Result<(), Failure> { todo!() }
    /// The names of a target without asking the service: number and name where known.
    pub async fn known_project(&self, project: &ProjectId) -> Result<Option<Project>, Failure> { todo!() }
}

/// Those whose number or name has all words of the text; case does not count.
pub fn search(entries: &[ProjectEntry], text: &str) -> Vec<ProjectEntry> { todo!() }
