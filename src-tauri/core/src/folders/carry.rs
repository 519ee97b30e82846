//! Mappings on their way to another computer: as JSON, without secrets. A connection is found
//! there by its profile's id, else by its addresses and client.

use std::path::PathBuf;

use fielddesk_sync::mapping::{Deletes, Sections};
use serde::{Deserialize, Serialize};

use super::mapping::{NewMapping, Place, Until};
use super::{Folders, Imported, store};
use crate::profiles::{ProfileId, Profiles};
use crate::{Failure, FailureKind};

const WHAT: &str = "fielddesk folders";
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Exported {
    what: String,
    format: u32,
    folders: Vec<Carried>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Carried {
    folder: PathBuf,
    profile: ProfileId,
    /// Place and client, as `Profile::key` has them.
    connection: String,
    place: Place,
    sections: Sections,
    deletes: Deletes,
}

impl Folders {
    pub(super) async fn export_here(&self) -> Result<String, Failure> {
        let mappings = store::all(&self.inner.parts.database).await?;
        let mut folders = Vec::with_capacity(mappings.len());
        for mapping in mappings {
            if mapping.folder.to_str().is_none() {
                return Err(Failure::new(
                    FailureKind::NameRefused,
                    format!(
                        "{} cannot be exported: its path is no text.",
                        crate::names::shown(&mapping.folder.to_string_lossy())
                    ),
                    "Rename the folder.",
                ));
            }
            folders.push(Carried {
                folder: mapping.folder,
                profile: mapping.profile,
                connection: mapping.connection,
                place: mapping.place,
                sections: mapping.sections,
                deletes: mapping.deletes,
            });
        }
        let exported = Exported {
            what: WHAT.to_owned(),
            format: FORMAT,
            folders,
        };
        serde_json::to_string_pretty(&exported).map_err(Failure::internal)
    }

    pub(super) async fn import_here(&self, text: &str) -> Result<Imported, Failure> {
        let exported: Exported = serde_json::from_str(text).map_err(|error| {
            tracing::debug!(%error, "an export of folders that cannot be read");
            no_export()
        })?;
        if exported.what != WHAT || exported.format != FORMAT {
            return Err(no_export());
        }
        let profiles = Profiles::open(&self.inner.parts.data_dir).list()?;
        let mut imported = Imported {
            added: Vec::new(),
            refused: Vec::new(),
        };
        for carried in exported.folders {
            let same_id = profiles
                .iter()
                .find(|profile| profile.id == carried.profile);
            let same_place = || {
                let wanted = after_id(&carried.connection);
                profiles
                    .iter()
                    .find(|profile| after_id(&profile.key()) == wanted)
            };
            // None of them: the connection that this process was started with may be the one.
            let profile = same_id
                .or_else(same_place)
                .map_or_else(|| carried.profile.clone(), |profile| profile.id.clone());
            let new = NewMapping {
                folder: carried.folder.clone(),
                profile,
                target: carried.place.target,
                sections: carried.sections,
                deletes: carried.deletes,
            };
            match self.add_paused(new, Some(Until::GoOn)).await {
                Ok(added) => imported.added.push(added),
                Err(failure) => imported.refused.push((carried.folder, failure)),
            }
        }
        Ok(imported)
    }
}

/// A connection's key without the profile's id.
fn after_id(key: &str) -> &str {
    key.split_once(' ').map_or(key, |(_, rest)| rest)
}

fn no_export() -> Failure {
    Failure::usage(
        "file",
        "This is no export of synced folders.",
        "Choose a file that was written with fieldctl sync export, or in the settings.",
    )
}
