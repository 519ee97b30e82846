//! Where the engines get their connections from: the stored profiles, or the one that a command
//! was started with.

use std::collections::HashMap;

use async_trait::async_trait;

use crate::Failure;
use crate::connection::Connection;
use crate::profiles::{ProfileId, Profiles};
use crate::secrets::Secrets;

/// Opens connections by profile.
#[async_trait]
pub trait Connections: Send + Sync {
    /// The connection of a profile. Clones share the token.
    ///
    /// # Errors
    /// Not found where the profile is gone; `keyring` where its secret has to be entered again.
    async fn open(&self, profile: &ProfileId) -> Result<Connection, Failure>;
}

/// The stored profiles with their secrets, and connections that are open already.
#[derive(Debug)]
pub struct StoredConnections {
    profiles: Profiles,
    secrets: Secrets,
    open: tokio::sync::Mutex<HashMap<ProfileId, Connection>>,
}

impl StoredConnections {
    /// Over the stored profiles.
    #[must_use]
    pub fn new(profiles: Profiles, secrets: Secrets) -> Self {
        Self {
            profiles,
            secrets,
            open: tokio::sync::Mutex::default(),
        }
    }

    /// Uses this connection for its profile: the one that a window works with, or that a
    /// command was told in its environment.
    pub async fn put(&self, connection: Connection) {
        let mut open = self.open.lock().await;
        open.insert(connection.profile.id.clone(), connection);
    }

    /// Opens the profile anew the next time: its address or its secret changed.
    pub async fn forget(&self, profile: &ProfileId) {
        self.open.lock().await.remove(profile);
    }
}

#[async_trait]
impl Connections for StoredConnections {
    async fn open(&self, profile: &ProfileId) -> Result<Connection, Failure> {
        let mut open = self.open.lock().await;
        if let Some(connection) = open.get(profile) {
            return Ok(connection.clone());
        }
        let profiles = self.profiles.list()?;
        let Some(stored) = profiles.into_iter().find(|stored| stored.id == *profile) else {
            return Err(Failure::not_found(
                "connection",
                profile.as_str(),
                "Connect again, or remove the folder and add it with another connection.",
            ));
        };
        let connection = Connection::open(stored, &self.secrets).await?;
        open.insert(profile.clone(), connection.clone());
        Ok(connection)
    }
}
