//! The part of the port that concerns objects in a bucket.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::Result;

/// A document as its object must be.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedDocument {
    /// Id of document and object.
    pub id: String,
    /// Name of the document.
    pub name: String,
    /// Size in bytes.
    pub size: i64,
}

/// Objects that no document names, and documents as their objects must be.
#[async_trait]
pub trait UnnamedObjectStore {
    /// Notes those of the objects that are no documents, for one of the reasons `uncommitted` and
    /// `found`; what is noted already keeps its time. Returns how many are new.
    async fn note_unnamed(
        &self,
        ids: &[String],
        why: &'static str,
        since: DateTime<Utc>,
    ) -> Result<u64>;
    /// Takes objects that no document has named since before a time, the oldest first. Nothing else
    /// takes them until it asks for a later time, so what is not forgotten then is taken again.
    async fn take_expired(&self, before: DateTime<Utc>, limit: usize) -> Result<Vec<String>>;
    /// Forgets objects that are deleted.
    async fn forget_unnamed(&self, ids: &[String]) -> Result<()>;
    /// Documents by id, from the one after this.
    async fn documents_after(&self, id: &str, limit: usize) -> Result<Vec<ListedDocument>>;
}
