//! Connections of the engines: the stored profiles, or the one that a command was started with; and
//! the folders that a removed connection leaves.

use std::collections::HashMap;

use async_trait::async_trait;

use fielddesk_sync::mapping::MappingId;

use crate::Failure;
use crate::connection::Connection;
use crate::folders::Folders;
use crate::folders::mappings::mapping::{FolderMapping, PausedUntil};
use crate::folders::mappings::selection::MappingSelection;
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

    /// The connection of a mapping: that of its profile, or another one to the same service
    /// where the profile's is not to be had.
    async fn open_for(&self, mapping: &FolderMapping) -> Result<Connection, Failure> {
        self.open(&mapping.profile).await
    }

    /// The name of a stored profile; none where it is gone.
    fn name_of(&self, profile: &ProfileId) -> Result<Option<String>, Failure>;
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

    fn name_of(&self, profile: &ProfileId) -> Result<Option<String>, Failure> {
        let mut profiles = self.profiles.list()?.into_iter();
        let stored = profiles.find(|stored| stored.id == *profile);
        Ok(stored.map(|stored| stored.name))
    }
}

impl Folders {
    /// The mappings that go through a connection, oldest first.
    pub async fn of_connection(&self, profile: &ProfileId) -> Result<Vec<FolderMapping>, Failure> {
        let mut mappings = self.list().await?;
        mappings.retain(|mapping| mapping.profile == *profile);
        Ok(mappings)
    }

    /// Pauses the mappings of a connection that is about to be removed, until a person resumes
    /// each. No file is touched on either side. Returns them.
    ///
    /// # Errors
    /// When the process that holds the data folder does not answer: remove nothing then.
    pub async fn leave_connection(
        &self,
        profile: &ProfileId,
    ) -> Result<Vec<FolderMapping>, Failure> {
        let ids: Vec<MappingId> = self
            .of_connection(profile)
            .await?
            .into_iter()
            .map(|mapping| mapping.id)
            .collect();
        for id in ids {
            self.pause(&MappingSelection::One(id), Some(PausedUntil::Confirmed))
                .await?;
        }
        self.of_connection(profile).await
    }
}
