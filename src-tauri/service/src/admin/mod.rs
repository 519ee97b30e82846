//! Administration of a data folder, also while a service serves it.
//!
//! Every act is one transaction together with its audit entry. It is in force at once in a
//! service of this process, and within a second in one of another process.

mod clients;
mod companies;
mod log;
mod tokens;

use fielddesk_model::Environment;

use crate::environment::DataFolder;
use crate::store::SqliteStore;
use crate::{Durability, Location, ServiceError};

pub use clients::{ClientAct, ClientView, ClientWithSecret, NewClient, rotate_client};
pub use log::AuditView;
pub use tokens::IssuedToken;

/// An environment of a data folder, open for administration.
pub struct Administration {
    folder: DataFolder,
    environment: Environment,
    store: SqliteStore,
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
        let data = location.data.as_deref().ok_or_else(|| {
            ServiceError::Invalid("this fieldservice is built without PostgreSQL".to_owned())
        })?;
        let folder = DataFolder::existing(data)?;
        let store = folder.store(environment, Durability::Power).await?;
        Ok(Self {
            folder,
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
