//! Which connection a mapping's engine gets: the one that this command was told, where it leads
//! to the same service as the same client, else that of the stored profile.
//!
//! Nothing is asked for before it is needed: a listing of mappings wants no secret.

use std::collections::HashMap;

use async_trait::async_trait;
use fielddesk_core::connection::Connection;
use fielddesk_core::folders::Connections;
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

    async fn make(&self, wanted: &ProfileId) -> Result<Connection, Failure> {
        let stored = self.stored(wanted)?;
        let told = self.context.profile();
        if let Ok(told) = &told
            && leads_there(told, wanted, stored.as_ref())
        {
            let (resolved, secret) = self.context.resolve().await?;
            // Records hang on the id that the mapping was made with.
            let profile = Profile {
                id: wanted.clone(),
                ..stored.unwrap_or(resolved.profile)
            };
            return Connection::with_secret(profile, secret);
        }
        match (stored, told) {
            (Some(stored), _) => Connection::open(stored, &Secrets::open().await).await,
            // What is missing says more than that it is another connection.
            (None, Err(failure)) => Err(failure),
            (None, Ok(_)) => Err(Failure::new(
                FailureKind::Usage,
                "This folder was added with another connection than the one given here.",
                "Give the addresses and the client that it was added with, or remove the folder and add it again.",
            )),
        }
    }

    fn stored(&self, wanted: &ProfileId) -> Result<Option<Profile>, Failure> {
        let profiles = Profiles::open(&self.context.data_dir()?).list()?;
        Ok(profiles.into_iter().find(|profile| profile.id == *wanted))
    }
}

/// Whether the settings of this command are the connection that a mapping was made with.
fn leads_there(told: &Profile, wanted: &ProfileId, stored: Option<&Profile>) -> bool {
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
        let mut open = self.open.lock().await;
        if let Some(connection) = open.get(profile) {
            return Ok(connection.clone());
        }
        let connection = self.make(profile).await?;
        open.insert(profile.clone(), connection.clone());
        Ok(connection)
    }
}
