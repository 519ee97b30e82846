//! The synced folders of the data folder, opened for one command.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use fielddesk_core::connection::Connection;
use fielddesk_core::folders::{Actor, FolderMapping, Folders, MappingId, MappingSelection, Parts};
use fielddesk_core::history::History;
use fielddesk_core::profiles::{Profile, Profiles};
use fielddesk_core::sync_adapters::UploadRoom;
use fielddesk_core::{Failure, SystemClock};

use super::connections::CommandConnections;
use crate::context::Context;

/// The synced folders, and which connections they get.
pub(crate) struct Synced {
    pub(crate) folders: Folders,
    pub(crate) history: History,
    profiles: Profiles,
    connections: Arc<CommandConnections>,
}

impl Synced {
    /// Opens them. Nothing is sent, and the data folder is not taken.
    pub(crate) async fn open(context: &Context) -> Result<Self, Failure> {
        let data_dir = context.data_dir()?;
        let database = context.database().await?;
        let clock = Arc::new(SystemClock);
        let history = History::open(&data_dir, &database, clock.clone()).await?;
        let profiles = Profiles::open(&data_dir);
        let connections = Arc::new(CommandConnections::new(context));
        let folders = Folders::open(Parts {
            data_dir,
            database,
            history: history.clone(),
            connections: connections.clone(),
            clock,
            room: UploadRoom::default(),
            who: Actor::of_this_computer(),
            lock: None,
        })
        .await?;
        Ok(Self {
            folders,
            history,
            profiles,
            connections,
        })
    }

    /// Uses this connection for its profile.
    pub(crate) async fn connected(&self, connection: Connection) {
        self.connections.put(connection).await;
    }

    /// The mapping that is meant. A folder may be named as it is seen from here.
    pub(super) async fn find(&self, text: &str) -> Result<FolderMapping, Failure> {
        self.folders.find(text).await
    }

    /// The mapping that is meant, or all of them.
    pub(super) async fn which(&self, text: Option<&str>) -> Result<MappingSelection, Failure> {
        match text {
            Some(text) => Ok(MappingSelection::One(self.find(text).await?.id)),
            None => Ok(MappingSelection::All),
        }
    }

    /// The mappings that are meant.
    pub(super) async fn meant(&self, text: Option<&str>) -> Result<Vec<FolderMapping>, Failure> {
        match text {
            Some(text) => Ok(vec![self.find(text).await?]),
            None => self.folders.list().await,
        }
    }

    /// What people call the mappings.
    pub(crate) async fn names(&self) -> Result<Names, Failure> {
        Ok(Names::of(
            &self.folders.list().await?,
            &self.profiles.list()?,
        ))
    }
}

/// What people call mappings: the folders.
#[derive(Debug, Default)]
pub(crate) struct Names(BTreeMap<MappingId, Name>);

#[derive(Debug)]
struct Name {
    folder: String,
    /// The name of the profile; `None` for a connection that is no longer stored.
    connection: Option<String>,
}

impl Names {
    pub(super) fn of(mappings: &[FolderMapping], profiles: &[Profile]) -> Self {
        let names = mappings.iter().map(|mapping| {
            let of = profiles.iter().find(|one| one.id == mapping.profile);
            let name = Name {
                folder: path_text(&mapping.folder),
                connection: of.map(|profile| profile.name.clone()),
            };
            (mapping.id.clone(), name)
        });
        Self(names.collect())
    }

    /// The folder; of a mapping that was removed its id.
    pub(super) fn get<'a>(&'a self, id: &'a MappingId) -> &'a str {
        self.0.get(id).map_or(&id.0, |name| &name.folder)
    }

    /// The connection of a mapping; `None` where its profile is not stored.
    pub(super) fn connection(&self, id: &MappingId) -> Option<&str> {
        self.0.get(id)?.connection.as_deref()
    }

    /// The connection that all mappings have.
    pub(super) fn only_connection(&self) -> Option<&str> {
        let mut all = self.0.values().map(|name| name.connection.as_deref());
        let first = all.next()??;
        all.all(|one| one == Some(first)).then_some(first)
    }
}

/// A path for a person or a program to read.
pub(super) fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
