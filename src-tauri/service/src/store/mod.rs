//! The storage port: what the service keeps besides the documents' bytes.
//!
//! A small trait a noun, so that a new resource brings its own. [`SqliteStore`] and, with the
//! feature `cluster`, `PostgresStore` implement them from one SQL text. A change and its audit entry
//! are one transaction.

mod commits;
mod connections;
mod error;
mod machines;
mod objects;
mod operator;
#[cfg(feature = "cluster")]
mod postgres;
mod records;
mod sqlite;
pub(crate) mod tables;
mod trips;
mod users;

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_model::{
    CompanyId, FileReferenceId, IdentityId, MachineId, Project, ProjectId, SectionPage, WorkOrder,
    WorkOrderId,
};

pub use connections::Connections;
pub use error::StoreError;
pub use machines::{
    Dependents, MachineDeleted, MachineStore, MachineWrite, MachineWritten, StoredMachine,
};
pub use objects::{ListedDocument, UnnamedObjectStore};
pub use operator::{Decide, KnownRecords, OperatorAct, OperatorRecord, OperatorStore, RecordKind};
#[cfg(feature = "cluster")]
pub use postgres::PostgresStore;
#[cfg(feature = "cluster")]
pub(crate) use postgres::PostgresTables;
pub use records::{
    AuditEntry, AuditRecord, ClientChange, ClientRecord, Company, DocumentRecord, NewUpload, Owner,
    SeedData, SeedMachine, SeedWorkOrder, StoredUpload, WorkOrderRecord,
};
pub use sqlite::SqliteStore;
pub(crate) use sqlite::SqliteTables;
pub use trips::{
    EachTrip, Placed, Position, TripAudience, TripBook, TripChange, TripFilter, TripFlags, TripKey,
    TripLoad, TripMachine, TripPerson, TripProject, TripRow, TripStore, TripTask, TripWindow,
};
pub use users::{
    Employed, NewUserIds, SeedHours, SeedUser, UserDeletion, UserFilter, UserKey, UserRefusal,
    UserStore, UserWrite, Written,
};

/// Shorthand of the port.
pub type Result<T> = std::result::Result<T, StoreError>;

/// The store of API clients.
#[async_trait]
pub trait ClientStore {
    /// A client by id; deleted ones are not there.
    async fn client(&self, id: &str) -> Result<Option<ClientRecord>>;
    /// All clients by time of creation.
    async fn clients(&self) -> Result<Vec<ClientRecord>>;
    /// Adds a client.
    async fn insert_client(&self, client: &ClientRecord, audit: AuditEntry) -> Result<()>;
    /// Changes a client and returns it as it is now; none when there is none.
    async fn change_client(
        &self,
        id: &str,
        change: ClientChange,
        audit: AuditEntry,
    ) -> Result<Option<ClientRecord>>;
    /// Removes a client; false when there is none.
    async fn delete_client(&self, id: &str, audit: AuditEntry) -> Result<bool>;
    /// Grows with every committed change of a client or a company: of this process at once, of other
    /// nodes within 250 ms. What was read under an earlier version may be out of date.
    async fn access_version(&self) -> Result<u64>;
}

/// Companies and their structure.
#[async_trait]
pub trait CompanyStore {
    /// All companies by name.
    async fn companies(&self) -> Result<Vec<Company>>;
    /// A company and everything below it, itself first; empty when there is none.
    async fn company_tree(&self, root: &CompanyId) -> Result<Vec<Company>>;
    /// Adds a company.
    async fn insert_company(&self, company: &Company, audit: AuditEntry) -> Result<()>;
    /// Switches a company's integration; false when there is no such company.
    async fn set_integration(
        &self,
        company: &CompanyId,
        enabled: bool,
        audit: AuditEntry,
    ) -> Result<bool>;
}

/// Projects and work orders.
#[async_trait]
pub trait ProjectStore {
    /// The projects of these companies, by number.
    async fn projects(&self, companies: &[CompanyId]) -> Result<Vec<Project>>;
    /// A project of any company.
    async fn project(&self, id: &ProjectId) -> Result<Option<Project>>;
    /// The project with this number; of several the one of the company named first.
    async fn project_by_number(
        &self,
        companies: &[CompanyId],
        number: &str,
    ) -> Result<Option<Project>>;
    /// A project's work orders, by number.
    async fn work_orders(&self, project: &ProjectId) -> Result<Vec<WorkOrder>>;
    /// A work order of any company.
    async fn work_order(&self, id: &WorkOrderId) -> Result<Option<WorkOrderRecord>>;
}

/// Pages of documents. The bytes are elsewhere, under the document's id.
#[async_trait]
pub trait DocumentStore {
    /// Adds every document of a request to its page, or none, and makes the page when it
    /// is the first.
    async fn add_documents(&self, upload: NewUpload, audit: AuditEntry) -> Result<StoredUpload>;
    /// The owner's own pages with their documents, oldest first.
    async fn pages(&self, owner: &Owner) -> Result<Vec<SectionPage>>;
    /// A document, if it is on a page of this owner.
    async fn document(&self, owner: &Owner, id: &FileReferenceId)
    -> Result<Option<DocumentRecord>>;
    /// Takes a document off the owner's pages; false when it is on none.
    async fn remove_document(
        &self,
        owner: &Owner,
        id: &FileReferenceId,
        audit: AuditEntry,
    ) -> Result<bool>;
    /// Returns those of the ids that are documents.
    async fn known_documents(&self, ids: &[String]) -> Result<HashSet<String>>;
    /// Returns those of the ids that were documents, removed since they were last forgotten.
    async fn removed_documents(&self, ids: &[String]) -> Result<HashSet<String>>;
    /// Forgets which documents were removed, once none of their bytes are left.
    async fn forget_removed_documents(&self) -> Result<()>;
}

/// The log of who changed, granted and issued what.
#[async_trait]
pub trait AuditStore {
    /// Everything, oldest first.
    async fn audit_log(&self) -> Result<Vec<AuditRecord>>;
    /// Notes an act that changed nothing else here.
    async fn append_audit(&self, audit: AuditEntry) -> Result<()>;
}

/// Seeding, the few single values, and the clock.
#[async_trait]
pub trait SetupStore {
    /// True when there is neither a company nor a client.
    async fn is_empty(&self) -> Result<bool>;
    /// Fills an empty store, all or nothing; false where it is not empty any more.
    async fn seed(&self, data: SeedData, audit: AuditEntry) -> Result<bool>;
    /// A single value by key.
    async fn meta(&self, key: &str) -> Result<Option<String>>;
    /// The time of the database.
    async fn time(&self) -> Result<DateTime<Utc>>;
    /// Sets a single value.
    async fn set_meta(&self, key: &str, value: &str) -> Result<()>;
}

/// The whole port.
#[async_trait]
pub trait Store:
    ClientStore
    + CompanyStore
    + ProjectStore
    + MachineStore
    + UserStore
    + DocumentStore
    + UnnamedObjectStore
    + TripStore
    + AuditStore
    + OperatorStore
    + SetupStore
    + Send
    + Sync
    + 'static
{
    /// The connections as they are now.
    fn connections(&self) -> Connections;
    /// Ends all connections, each once it is back.
    async fn close(&self);
}

/// The thing whose writes follow one another, with those of all of its company tree.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "SQLite locks the whole database")
)]
pub(crate) enum Of<'a> {
    /// A company.
    Company(&'a CompanyId),
    /// A user's company.
    User(&'a IdentityId),
    /// A machine's company.
    Machine(&'a MachineId),
    /// No company: the seeding of a database.
    Seed,
    /// No company: the acts of the operator on records.
    Operator,
}
