//! Mappings on their way to another computer: as JSON, without secrets. A connection is found
//! there by its profile's id, else by its addresses and client. The list beside the records
//! (`list_file`) has the same shape, and more.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use fielddesk_sync::mapping::{Deletes, MappingId, Sections};
use serde::{Deserialize, Serialize};

use crate::folders::mappings::mapping::{FolderMapping, NamedTarget, NewMapping, PausedUntil};
use crate::folders::mappings::settings::FoldersSettings;
use crate::folders::{Folders, Imported, mappings::store};
use crate::profiles::{ProfileId, Profiles};
use crate::stored_path::{path_bytes, path_of};
use crate::{Failure, FailureKind};

const WHAT: &str = "fielddesk folders";
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::folders) struct Exported {
    what: String,
    format: u32,
    pub(in crate::folders) folders: Vec<ExportedMapping>,
    /// Only in the list beside the records.
    #[serde(flatten)]
    pub(in crate::folders) here: Option<OnThisComputer>,
}

/// What holds for all mappings of this computer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::folders) struct OnThisComputer {
    pub(in crate::folders) settings: FoldersSettings,
    pub(in crate::folders) paused: Option<PausedUntil>,
    /// Whether anything was remembered of any mapping.
    pub(in crate::folders) sync_state: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::folders) struct ExportedMapping {
    folder: PathBuf,
    profile: ProfileId,
    /// Place and client, as `Profile::key` has them.
    connection: String,
    place: NamedTarget,
    sections: Sections,
    deletes: Deletes,
    /// Only in the list beside the records.
    #[serde(flatten)]
    here: Option<MappingHere>,
}

/// What makes a mapping of this computer the same when it comes back.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct MappingHere {
    mapping: MappingId,
    added: DateTime<Utc>,
    paused: Option<PausedUntil>,
    /// The folder's path where it is no text, as it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder_bytes: Option<Vec<u8>>,
}

impl Exported {
    fn of(folders: Vec<ExportedMapping>) -> Self {
        Self {
            what: WHAT.to_owned(),
            format: FORMAT,
            folders,
            here: None,
        }
    }

    /// The list of this computer's mappings, as it is kept beside the records.
    pub(in crate::folders) fn of_this_computer(
        mappings: Vec<FolderMapping>,
        here: OnThisComputer,
    ) -> Self {
        let folders = mappings.into_iter().map(|mut mapping| {
            let mut folder_bytes = None;
            if mapping.folder.to_str().is_none() {
                folder_bytes = Some(path_bytes(&mapping.folder));
                mapping.folder = mapping.folder.to_string_lossy().into_owned().into();
            }
            let here = MappingHere {
                mapping: mapping.id.clone(),
                added: mapping.added,
                paused: mapping.paused,
                folder_bytes,
            };
            ExportedMapping {
                here: Some(here),
                ..mapping.into()
            }
        });
        Self {
            here: Some(here),
            ..Self::of(folders.collect())
        }
    }

    /// Whether it is such a list, of a version that this one reads.
    pub(in crate::folders) fn is_known(&self) -> bool {
        self.what == WHAT && self.format == FORMAT
    }
}

impl From<FolderMapping> for ExportedMapping {
    fn from(mapping: FolderMapping) -> Self {
        Self {
            folder: mapping.folder,
            profile: mapping.profile,
            connection: mapping.connection,
            place: mapping.place,
            sections: mapping.sections,
            deletes: mapping.deletes,
            here: None,
        }
    }
}

impl ExportedMapping {
    /// The mapping as it was on this computer; `None` where the list came from another one.
    pub(in crate::folders) fn into_mapping(self) -> Option<FolderMapping> {
        let here = self.here?;
        Some(FolderMapping {
            id: here.mapping,
            folder: here.folder_bytes.map_or(self.folder, path_of),
            profile: self.profile,
            connection: self.connection,
            place: self.place,
            sections: self.sections,
            deletes: self.deletes,
            paused: here.paused,
            added: here.added,
        })
    }
}

impl Folders {
    /// The mappings as JSON for another computer; without secrets.
    pub async fn export(&self) -> Result<String, Failure> {
        let mappings = store::all(&self.inner.parts.database).await?;
        let mut folders = Vec::with_capacity(mappings.len());
        for mapping in mappings {
            if mapping.folder.to_str().is_none() {
                return Err(Failure::new(
                    FailureKind::NameRefused,
                    format!(
                        "{} cannot be exported: its path is no text.",
                        fielddesk_rules::file_name::shown(&mapping.folder.to_string_lossy())
                    ),
                    "Rename the folder.",
                ));
            }
            folders.push(mapping.into());
        }
        let exported = Exported::of(folders);
        serde_json::to_string_pretty(&exported).map_err(Failure::internal)
    }

    /// Makes the mappings of an export, paused until a person resumes each: whose folders a list
    /// names is not known. A profile is found by its id, else by its addresses.
    ///
    /// # Errors
    /// `usage` where the text is no export.
    pub async fn import(&self, text: &str) -> Result<Imported, Failure> {
        let exported: Exported = serde_json::from_str(text).map_err(|error| {
            tracing::debug!(%error, "an export of folders that cannot be read");
            no_export()
        })?;
        if !exported.is_known() {
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
            match self.add_paused(new, Some(PausedUntil::Confirmed)).await {
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
