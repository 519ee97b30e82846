//! The records that cross the storage port.

use chrono::{DateTime, Utc};
use fielddesk_model::Project;
use fielddesk_model::{
    CompanyId, FileReferenceId, InfoPageFile, Machine, MachineType, ProjectId, WorkOrder,
    WorkOrderId,
};
use serde_json::{Map, Value};

use super::{SeedUser, TripLoad};

/// An API client. The secret is kept as a hash alone.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientRecord {
    /// For the token endpoint.
    pub id: String,
    /// Name that the administrator gave.
    pub name: String,
    /// The company it acts for.
    pub company_id: CompanyId,
    /// SHA-256 of the secret.
    pub secret_hash: Vec<u8>,
    /// The scopes it may ask for.
    pub scopes: Vec<String>,
    /// May use the document endpoints.
    pub administrator: bool,
    /// May not write.
    pub read_only: bool,
    /// A disabled client is refused at once.
    pub enabled: bool,
    /// Token lifetime in seconds; `None` for the environment's.
    pub lifetime_s: Option<u64>,
    /// Tokens of an earlier generation are revoked.
    pub generation: i64,
    /// Time of the last revocation of tokens.
    pub revoked_at: Option<DateTime<Utc>>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// A change of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientChange {
    /// Lets it in or keeps it out.
    Enabled(bool),
    /// Replaces the secret's hash.
    SecretHash(Vec<u8>),
    /// Adds a scope.
    Grant(String),
    /// Takes a scope away.
    Ungrant(String),
    /// Revokes every token issued so far.
    Revoke(DateTime<Utc>),
}

/// A company, perhaps a subsidiary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Company {
    /// Id of the company.
    pub id: CompanyId,
    /// Name for people.
    pub name: String,
    /// The parent of a subsidiary.
    pub parent_id: Option<CompanyId>,
    /// True where the interface may be used on its data.
    pub integration_enabled: bool,
    /// The calling code of its country, digits: local phone numbers are read with it.
    pub country_code: String,
}

/// A work order with what the wire record does not show.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkOrderRecord {
    /// The record as it is sent.
    pub work_order: WorkOrder,
    /// The project it belongs to.
    pub project_id: ProjectId,
    /// The company of its project.
    pub company_id: CompanyId,
    /// Names the default page together with the number.
    pub short_description: String,
}

/// The owner of a page of documents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A project.
    Project(ProjectId),
    /// A work order.
    WorkOrder(WorkOrderId),
}

impl Owner {
    /// Returns the word of paths: `project` or `task`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Project(_) => "project",
            Self::WorkOrder(_) => "task",
        }
    }

    /// Returns the id of the project or work order.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Project(id) => id.as_str(),
            Self::WorkOrder(id) => id.as_str(),
        }
    }

    /// Returns the stable handle of the owner's page for a section.
    #[must_use]
    pub fn page_external_id(&self, section: &str) -> String {
        let prefix = match self {
            Self::Project(_) => "int-projdocs",
            Self::WorkOrder(_) => "int-taskdocs",
        };
        let key = fielddesk_rules::name_key::section_key(section);
        format!("{prefix}:{}:{key}", self.id())
    }
}

/// A stored document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRecord {
    /// Id for download and delete; its bytes lie under it.
    pub id: FileReferenceId,
    /// Name exactly as it was sent.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Extension in lower case.
    pub file_type: String,
    /// Time of the upload.
    pub created_at: DateTime<Utc>,
    /// SHA-256 of the bytes, where they were hashed: in an object store.
    pub sha256: Option<Vec<u8>>,
}

/// An upload request, complete.
#[derive(Debug, Clone)]
pub struct NewUpload {
    /// Owner of the page.
    pub owner: Owner,
    /// The section's name as this request spells it.
    pub section: String,
    /// Removes what has the same name, of the page and of earlier parts.
    pub replace: bool,
    /// In the order of the parts.
    pub documents: Vec<DocumentRecord>,
}

/// The result of an upload.
#[derive(Debug, Clone)]
pub struct StoredUpload {
    /// The section's name as it was first written.
    pub section: String,
    /// The page's handle.
    pub page_external_id: String,
    /// Documents that this request added, without parts that a later part replaced.
    pub added: Vec<DocumentRecord>,
    /// Everything on the page now.
    pub page: Vec<InfoPageFile>,
    /// Documents whose bytes can go.
    pub removed: Vec<FileReferenceId>,
}

/// The record of an act. Never holds a secret.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// Actor: `operator`, `control`, or a client's id.
    pub actor: String,
    /// Kind of act, such as `client.created`.
    pub action: &'static str,
    /// On what: an id.
    pub subject: String,
    /// Further facts, by name.
    pub details: Map<String, Value>,
}

/// A noted act, read back.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AuditRecord {
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// Actor: `operator`, `control`, or a client's id.
    pub actor: String,
    /// Kind of act, such as `client.created`.
    pub action: String,
    /// Id of the record acted on.
    pub subject: String,
    /// Further facts, by name.
    pub details: Map<String, Value>,
}

/// Everything that a seed puts into an empty store.
#[derive(Default)]
pub struct SeedData {
    /// Parents before subsidiaries.
    pub companies: Vec<Company>,
    /// API clients.
    pub clients: Vec<ClientRecord>,
    /// Projects; each has a company.
    pub projects: Vec<Project>,
    /// Work orders.
    pub work_orders: Vec<SeedWorkOrder>,
    /// Machine types, each with the company that has it.
    pub machine_types: Vec<(CompanyId, MachineType)>,
    /// Machines and equipment, a machine before its equipment.
    pub machines: Vec<SeedMachine>,
    /// Documents whose bytes are stored already.
    pub uploads: Vec<NewUpload>,
    /// Haul trips with their names.
    pub trips: TripLoad,
    /// Users; their companies are in the seed.
    pub users: Vec<SeedUser>,
    /// Single values.
    pub meta: Vec<(&'static str, String)>,
}

/// A work order to seed.
#[derive(Debug, Clone)]
pub struct SeedWorkOrder {
    /// Id of the work order.
    pub id: WorkOrderId,
    /// Project that it belongs to.
    pub project_id: ProjectId,
    /// Number for people.
    pub external_id: String,
    /// Description of the work.
    pub name: String,
    /// The same in a few words.
    pub short_description: String,
    /// False once work has ended.
    pub active: bool,
}

/// A machine or a piece of equipment to seed.
#[derive(Debug, Clone, PartialEq)]
pub struct SeedMachine {
    /// As it is sent.
    pub machine: Machine,
    /// Number of time and trip registrations that name it; a machine with any cannot be deleted.
    pub registrations: u32,
}
