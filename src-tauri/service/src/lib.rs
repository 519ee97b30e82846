//! `fieldservice`: the service of the specification, complete on one machine.
//!
//! The binary wraps it for the command line; the desktop app and the tests of other crates
//! start it inside their own process with [`serve`]. One server holds both environments,
//! each with its own clients, signing key and data. It knows the wire types, the
//! rules and the reader of tables, and nothing else of this workspace.

pub mod admin;
mod audit;
mod auth;
mod clock;
mod conditional;
mod control;
mod documents;
mod embedded;
mod environment;
mod error;
mod exchange;
mod extract;
mod files;
mod health;
mod ids;
mod large;
mod machines;
mod merge;
mod metrics;
mod openapi;
mod options;
mod projects;
mod ready;
mod reporting;
mod routes;
mod seed;
mod server;
pub mod store;
pub mod transfer;
mod users;

pub use admin::rotate_client;
pub use error::ServiceError;
pub use files::{DamagedObject, ObjectsReport};
pub use options::{Durability, Location, Seed, ServeOptions, Timeouts};
pub use ready::{Ready, ReadyClient, ReadyClients, ReadyEnvironment};
pub use routes::openapi_document;
pub use seed::{SampleFolder, sample_folder};
pub use server::{RunningService, raise_handle_limit, serve};
