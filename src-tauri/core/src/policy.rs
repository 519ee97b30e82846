//! Settings that the administrator of this computer made for all its users. Only an administrator
//! can write them: `/etc/fielddesk/policy.json`, `/Library/Application
//! Support/Fielddesk/policy.json`, on Windows the values of
//! `HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Fielddesk`, by the same names.

use std::sync::OnceLock;

use fielddesk_sync::mapping::Deletes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
use crate::map_tiles::MapAddress;
use crate::updates::{UpdateAddress, UpdateChannel};

/// Settings that a person cannot change here; all none where there is no policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Policy {
    /// Address of the lists of releases; empty to check for no updates.
    pub(crate) update_address: Option<String>,
    /// Which releases are offered.
    pub(crate) update_channel: Option<UpdateChannel>,
    /// Address of the tiles behind the map; empty for no map.
    pub(crate) map_address: Option<String>,
    /// Whether a synced folder may be set to remove documents without asking.
    propagate_deletes: Option<bool>,
    /// There is a policy, but it cannot be read.
    #[serde(skip)]
    unreadable: bool,
}

/// A setting that the administrator can take over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ManagedSetting {
    /// Address of the lists of releases.
    UpdateAddress,
    /// Which releases are offered.
    UpdateChannel,
    /// Address of the tiles behind the map.
    MapAddress,
    /// What a local delete means in synced folders: it cannot remove documents without asking.
    FolderDeletes,
}

/// What the window says of the policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ManagedSettings {
    /// The settings that it takes over.
    pub settings: Vec<ManagedSetting>,
    /// There is a policy, but it cannot be read: nothing is taken over.
    pub unreadable: bool,
}

impl Policy {
    /// Reads one. A value that its setting would refuse makes all of it unreadable.
    pub(crate) fn read(value: Value) -> Result<Self, Failure> {
        // A list would count as one without values.
        if !value.is_object() {
            return Err(Failure::internal("the policy is no JSON object"));
        }
        let policy: Self = serde_json::from_value(value).map_err(Failure::internal)?;
        for address in given(policy.update_address.as_ref()) {
            UpdateAddress::read(address)?;
        }
        for address in given(policy.map_address.as_ref()) {
            MapAddress::read(address)?;
        }
        Ok(policy)
    }

    /// What a local delete means where a person set `deletes`.
    #[must_use]
    pub fn deletes(&self, deletes: Deletes) -> Deletes {
        match self.check_deletes(deletes) {
            Ok(()) => deletes,
            Err(_) => Deletes::Ask,
        }
    }

    /// Whether a person may set what a local delete means.
    pub fn check_deletes(&self, deletes: Deletes) -> Result<(), Failure> {
        if deletes != Deletes::Propagate || self.propagate_deletes != Some(false) {
            return Ok(());
        }
        Err(Failure::usage(
            "deletes",
            "The administrator of this computer does not allow folders to remove documents without asking.",
            "Choose to be asked, or to keep the documents.",
        ))
    }

    /// What the window says of it.
    #[must_use]
    pub fn managed(&self) -> ManagedSettings {
        let all = [
            (ManagedSetting::UpdateAddress, self.update_address.is_some()),
            (ManagedSetting::UpdateChannel, self.update_channel.is_some()),
            (ManagedSetting::MapAddress, self.map_address.is_some()),
            (
                ManagedSetting::FolderDeletes,
                self.propagate_deletes == Some(false),
            ),
        ];
        let managed = all.into_iter().filter(|(_, managed)| *managed);
        ManagedSettings {
            settings: managed.map(|(setting, _)| setting).collect(),
            unreadable: self.unreadable,
        }
    }
}

/// An address that was given; an empty one stands for none.
pub(crate) fn given(text: Option<&String>) -> impl Iterator<Item = &String> {
    text.into_iter().filter(|text| !text.trim().is_empty())
}

/// The policy of this computer, as it was when the program first needed it.
pub fn current() -> &'static Policy {
    static CURRENT: OnceLock<Policy> = OnceLock::new();
    CURRENT.get_or_init(|| {
        let read = stored().and_then(|value| value.map(Policy::read).transpose());
        match read {
            Ok(policy) => policy.unwrap_or_default(),
            Err(failure) => {
                tracing::warn!(%failure, "the policy of the administrator");
                Policy {
                    unreadable: true,
                    ..Policy::default()
                }
            }
        }
    })
}

#[cfg(not(windows))]
fn stored() -> Result<Option<Value>, Failure> {
    let file = if cfg!(target_os = "macos") {
        "/Library/Application Support/Fielddesk/policy.json"
    } else {
        "/etc/fielddesk/policy.json"
    };
    match std::fs::read(file) {
        Ok(text) => serde_json::from_slice(&text)
            .map(Some)
            .map_err(Failure::internal),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::local("read the policy", file.as_ref(), &error)),
    }
}

/// A folder in `ProgramData` could be made by anybody; this key is an administrator's.
#[cfg(windows)]
fn stored() -> Result<Option<Value>, Failure> {
    use windows_registry::LOCAL_MACHINE;

    let Ok(key) = LOCAL_MACHINE.open(r"SOFTWARE\Policies\Fielddesk") else {
        return Ok(None);
    };
    let mut policy = serde_json::Map::new();
    for name in ["updateAddress", "updateChannel", "mapAddress"] {
        if let Ok(text) = key.get_string(name) {
            policy.insert(name.to_owned(), text.into());
        }
    }
    if let Ok(number) = key.get_u32("propagateDeletes") {
        policy.insert("propagateDeletes".to_owned(), (number != 0).into());
    }
    Ok(Some(policy.into()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn policy(value: Value) -> Policy {
        Policy::read(value).unwrap()
    }

    #[test]
    fn a_folder_cannot_be_set_to_remove_without_asking_where_that_is_forbidden() {
        let strict = policy(json!({ "propagateDeletes": false }));
        for policy in [
            policy(json!({ "propagateDeletes": true })),
            Policy::default(),
        ] {
            assert!(policy.check_deletes(Deletes::Propagate).is_ok());
            assert_eq!(policy.deletes(Deletes::Propagate), Deletes::Propagate);
            assert!(policy.managed().settings.is_empty());
        }
        let refused = strict.check_deletes(Deletes::Propagate).unwrap_err();
        assert_eq!(refused.field.as_deref(), Some("deletes"));
        assert_eq!(
            strict.deletes(Deletes::Propagate),
            Deletes::Ask,
            "set before the policy came"
        );
        for deletes in [Deletes::Ask, Deletes::Keep] {
            assert!(strict.check_deletes(deletes).is_ok());
            assert_eq!(strict.deletes(deletes), deletes);
        }
        assert_eq!(strict.managed().settings, [ManagedSetting::FolderDeletes]);
    }

    #[test]
    fn a_value_that_its_setting_would_refuse_is_no_policy() {
        for wrong in [
            json!({ "updateAddress": "http://updates.example.org" }),
            json!({ "mapAddress": "https://tiles.example.org" }),
            json!({ "updateChannel": "nightly" }),
            json!({ "propagateDeletes": "no" }),
            json!([]),
        ] {
            assert!(Policy::read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
