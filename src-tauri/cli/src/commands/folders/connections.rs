//! The connection of a mapping's engine: the one given to this command, where it leads to the same
//! service as the same client, else that of the stored profile, else another client of the same
//! service.
//!
//! Nothing is asked for before it is needed: a listing of mappings wants no secret.

use std::collections::HashMap;

use async_trait::async_trait;
use fielddesk_core::connection::Connection;
use fielddesk_core::folders::{Connections, FolderMapping};
use fielddesk_core::profiles::{Profile, ProfileId, Profiles};
use fielddesk_core::secrets::Secrets;
use fielddesk_core::{Failure, FailureKind};
use tokio::sync::Mutex;

use crate::context::Context;

/// Opens connections, each once.
pub(super) struct CommandConnections {
    context: Context,
    open: Mutex<HashMap<ProfileId, Connection>>,
}

impl CommandConnections {
    pub(super) fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            open: Mutex::default(),
        }
    }

    /// Uses this connection for its profile.
    pub(super) async fn put(&self, connection: Connection) {
        let mut open = self.open.lock().await;
        open.insert(connection.profile.id.clone(), connection);
    }

    async fn open_or_make(
        &self,
        profile: &ProfileId,
        leads_there: impl Fn(&Profile) -> bool + Send,
    ) -> Result<Connection, Failure> {
        let mut open = self.open.lock().await;
        if let Some(connection) = open.get(profile) {
            return Ok(connection.clone());
        }
        let connection = self.make(profile, leads_there).await?;
        open.insert(profile.clone(), connection.clone());
        Ok(connection)
    }

    /// A connection for records that hang on a profile's id. `leads_there` says whether another
    /// client of this command may stand in for one whose secret is not to be had.
    async fn make(
        &self,
        wanted: &ProfileId,
        leads_there: impl Fn(&Profile) -> bool,
    ) -> Result<Connection, Failure> {
        let stored = self.stored(wanted)?;
        let told = self.context.profile();
        if let Ok(told) = &told
            && is_same(told, wanted, stored.as_ref())
        {
            return self.told(wanted, stored).await;
        }
        let missing = match stored {
            Some(stored) => match Connection::open(stored, &Secrets::open().await).await {
                Ok(connection) => return Ok(connection),
                Err(failure) => failure,
            },
            None => Failure::new(
                FailureKind::Usage,
                "This folder was added with another connection than the one given here.",
                "Give the addresses that it was added with, or remove the folder and add it again.",
            ),
        };
        match told {
            Ok(told) if leads_there(&told) => self.told(wanted, None).await,
            Ok(_) => Err(missing),
            // What is missing says more than that it is another connection.
            Err(failure) => Err(failure),
        }
    }

    /// What this command was told, under the id that records hang on.
    async fn told(&self, id: &ProfileId, stored: Option<Profile>) -> Result<Connection, Failure> {
        let (resolved, secret) = self.context.resolve().await?;
        let profile = Profile {
            id: id.clone(),
            ..stored.unwrap_or(resolved.profile)
        };
        Connection::with_secret(profile, secret)
    }

    fn stored(&self, wanted: &ProfileId) -> Result<Option<Profile>, Failure> {
        let profiles = Profiles::open(&self.context.data_dir()?).list()?;
        Ok(profiles.into_iter().find(|profile| profile.id == *wanted))
    }
}

/// Whether the settings of this command are the connection that a mapping was made with.
fn is_same(told: &Profile, wanted: &ProfileId, stored: Option<&Profile>) -> bool {
    let same_as_stored = stored.is_some_and(|stored| {
        stored.base_url == told.base_url
            && stored.identity_url == told.identity_url
            && stored.client_id == told.client_id
    });
    told.id == *wanted
        || same_as_stored
        || ProfileId::unstored(&told.base_url, told.client_id.as_deref()) == *wanted
}

#[async_trait]
impl Connections for CommandConnections {
    async fn open(&self, profile: &ProfileId) -> Result<Connection, Failure> {
        self.open_or_make(profile, |_| false).await
    }

    /// A client that was renewed works on: what it may do is the service's to say.
    async fn open_for(&self, mapping: &FolderMapping) -> Result<Connection, Failure> {
        self.open_or_make(&mapping.profile, |told| mapping.is_of(told))
            .await
    }

    fn name_of(&self, profile: &ProfileId) -> Result<Option<String>, Failure> {
        Ok(self.stored(profile)?.map(|stored| stored.name))
    }
}
