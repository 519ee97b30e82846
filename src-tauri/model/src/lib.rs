//! The wire types of the service's specification: records, ids, error bodies.
//!
//! Both sides of the wire use them: the client reads what the service writes. Nothing here
//! does I/O, knows HTTP or keeps a secret.
//!
//! A record is read leniently and written whole; a change is read strictly and written
//! exactly (`record.rs`).

mod auth;
mod document;
mod error_body;
mod esg;
mod field;
mod ids;
mod instant;
mod lenient;
mod listed;
mod machine;
mod page;
mod place;
mod project;
mod raw;
mod record;
mod tamed;
mod tolerant;
mod trip;
mod user;

pub use auth::{Environment, TokenFailure, TokenGrant, scope};
pub use document::{
    DEFAULT_SECTION, FileReference, InfoPageFile, SectionPage, UploadResponse, UploadedFile,
};
pub use error_body::{ErrorBody, ErrorWords, ValidationError, read_error_body};
pub use esg::{FuelConsumptionUnit, FuelType};
pub use field::Field;
pub use ids::{
    CompanyId, CompanyProfileId, FileReferenceId, IdentityId, MachineId, ProjectId, TripId,
    WorkOrderId,
};
pub use instant::{Instant, NotAnInstant};
pub use lenient::{Lenient, Shape};
pub use listed::{LeftOut, Listed, Record};
pub use machine::{BulkOutcome, Esg, EsgChange, Machine, MachineChange, MachineType};
pub use page::Page;
pub use place::Place;
pub use project::{Project, WorkOrder};
pub use raw::Raw;
pub use record::WireRecord;
pub use tamed::tamed;
pub use tolerant::{from_slice, from_value, small_first};
pub use trip::{Location, MassType, Trip};
pub use user::{IdentityDeletable, SupervisorDetail, SupervisorEntry, TagEntry, User, UserChange};
