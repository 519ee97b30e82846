//! The wire types of the service's specification: records, ids, error bodies.
//!
//! Both sides of the wire use them: the client reads what the service writes. Nothing here
//! does I/O, knows HTTP or keeps a secret. Types of users, machines and trips come with
//! their resources.

mod auth;
mod document;
mod error_body;
mod field;
mod ids;
mod project;
mod tolerant;

pub use auth::{Environment, TokenFailure, TokenGrant, scope};
pub use document::{
    DEFAULT_SECTION, FileReference, InfoPageFile, SectionPage, UploadResponse, UploadedFile,
    section_key,
};
pub use error_body::{ErrorBody, ValidationError, read_error_body};
pub use field::Field;
pub use ids::{CompanyId, FileReferenceId, ProjectId, WorkOrderId};
pub use project::{Project, WorkOrder};
pub use tolerant::{from_slice, from_value};
