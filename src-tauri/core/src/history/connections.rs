//! The connections that versions were kept for: a version outlives the one it came by.

use std::collections::HashMap;

use fielddesk_documents::history::NotedConnection;

use super::{History, of_history};
use crate::profiles::Profile;
use crate::{Failure, FailureKind};

/// A connection that versions were kept for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptConnection {
    /// The profile's id.
    pub id: String,
    /// Its name; the last one where it was removed.
    pub name: String,
    /// The profile is stored.
    pub stored: bool,
}

impl History {
    /// Notes the stored connections, so that they are known once they are removed.
    pub async fn note_connections(&self) -> Result<(), Failure> {
        let noted = self.noted().await?;
        for profile in self.profiles.list()? {
            let now = note_of(&profile);
            if noted.get(&now.id) != Some(&now) {
                let noted = self.store.note_connection(&now).await;
                noted.map_err(|error| of_history(&error))?;
            }
        }
        Ok(())
    }

    /// The connections by their ids: those that are stored, and those that were.
    pub async fn connections(&self) -> Result<HashMap<String, KeptConnection>, Failure> {
        let noted = self
            .noted()
            .await?
            .into_values()
            .map(|gone| KeptConnection {
                id: gone.id,
                name: gone.name,
                stored: false,
            });
        let stored = self
            .profiles
            .list()?
            .into_iter()
            .map(|profile| KeptConnection {
                id: profile.id.as_str().to_owned(),
                name: profile.name,
                stored: true,
            });
        Ok(noted
            .chain(stored)
            .map(|one| (one.id.clone(), one))
            .collect())
    }

    /// Refuses to restore the versions of one connection through another. Where their own was removed,
    /// one to the same service and company takes its place.
    pub async fn check_restore(&self, connection: &str, through: &Profile) -> Result<(), Failure> {
        if connection == through.id.as_str() {
            return Ok(());
        }
        let stored = self.profiles.list()?;
        let own = stored.iter().find(|one| one.id.as_str() == connection);
        if let Some(own) = own {
            return Err(others(&own.name, through));
        }
        let noted = self.noted().await?;
        match noted.get(connection) {
            Some(gone) if gone.is_same_company(&note_of(through)) => Ok(()),
            Some(gone) => Err(others(&gone.name, through)),
            None => Err(others("", through)),
        }
    }

    async fn noted(&self) -> Result<HashMap<String, NotedConnection>, Failure> {
        let noted = self.store.connections().await;
        let noted = noted.map_err(|error| of_history(&error))?.into_iter();
        Ok(noted.map(|one| (one.id.clone(), one)).collect())
    }
}

fn note_of(profile: &Profile) -> NotedConnection {
    NotedConnection {
        id: profile.id.as_str().to_owned(),
        name: profile.name.clone(),
        service: profile.place().to_owned(),
        client: profile.client_id.clone().unwrap_or_default(),
        company: profile.company.clone().unwrap_or_default(),
    }
}

fn others(own: &str, through: &Profile) -> Failure {
    Failure::new(
        FailureKind::Usage,
        "That version was kept for another connection.",
        "Choose the profile of its connection, or write it to a file: --to FILE.",
    )
    .about("profile")
    .with("connection", fielddesk_rules::file_name::shown(own))
    .with("chosen", fielddesk_rules::file_name::shown(&through.name))
}
