//! Administration of a data folder, also while a service serves it.
//!
//! Every act is one transaction together with its audit entry. It is in force at once in a
//! service of this process, and within a second in one of another process.

mod clients;
mod companies;
mod log;
mod objects;
mod records;
mod tokens;

use std::sync::Arc;

use fielddesk_model::Environment;

use crate::environment::{Backing, DataFolder};
use crate::store::Store;
use crate::{Durability, Location, ServiceError};

pub use clients::{ClientAct, ClientView, ClientWithSecret, NewClient, rotate_client};
pub use log::AuditView;
pub use records::{Field, FieldChange, Given, ImportReport, ImportRow, Outcome, fields, noun, one};
pub use tokens::IssuedToken;

/// An environment of a data folder, open for administration.
pub struct Administration {
    backing: Backing,
    environment: Environment,
    store: Arc<dyn Store>,
}

impl Administration {
    /// Opens an environment of a data folder or database that exists.
    ///
    /// # Errors
    /// A folder or database that is missing or cannot be used.
    pub async fn open(
        location: impl Into<Location>,
        environment: Environment,
    ) -> Result<Self, ServiceError> {
        let location = location.into();
        let backing = Backing {
            folder: location
                .data
                .as_deref()
                .map(DataFolder::existing)
                .transpose()?,
            database: location.database,
            signing_keys: location.signing_keys,
            durability: Durability::Power,
        };
        let store = backing.store(environment).await?;
        Ok(Self {
            backing,
            environment,
            store,
        })
    }
}

fn no_client(id: &str) -> ServiceError {
    ServiceError::NotFound {
        what: "client",
        id: id.to_owned(),
    }
}
