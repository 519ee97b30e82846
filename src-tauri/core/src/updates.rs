//! Updates of the program: where they are checked for, and how far one is. Fetching and installing
//! belong to the app.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::Failure;
use crate::addresses::protected_address;

/// The setting with the address.
const FIELD: &str = "updateAddress";

/// Which releases are offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum UpdateChannel {
    /// Finished releases.
    #[default]
    Stable,
    /// Also releases that are still tried out.
    Preview,
}

impl UpdateChannel {
    /// The name of its list at the address.
    const fn list(self) -> &'static str {
        match self {
            Self::Stable => "stable.json",
            Self::Preview => "preview.json",
        }
    }
}

/// The web folder in which the lists of releases are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateAddress(Url);

impl UpdateAddress {
    /// Reads what a person gave.
    ///
    /// # Errors
    /// Usage, of `updateAddress`: no web address, or one without protection to another computer.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let mut url = protected_address(
            FIELD,
            text,
            "Enter an address such as https://updates.example.org/fielddesk.",
        )?;
        url.set_query(None);
        url.set_fragment(None);
        if !url.path().ends_with('/') {
            let folder = format!("{}/", url.path());
            url.set_path(&folder);
        }
        Ok(Self(url))
    }

    /// Where the list of a channel is.
    ///
    /// # Errors
    /// Internal: the name of a list is no address.
    pub fn list(&self, channel: UpdateChannel) -> Result<Url, Failure> {
        self.0.join(channel.list()).map_err(Failure::internal)
    }
}

/// How updating stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum UpdateState {
    /// There is no address: nobody is asked.
    Off,
    /// The program was not installed by an installer of ours that can replace it: the system's
    /// packages, or whoever put it there, bring the next version.
    ByPackage,
    /// The list is read.
    Checking,
    /// There is nothing newer.
    UpToDate {
        /// When the list was read.
        at: DateTime<Utc>,
    },
    /// A newer version is fetched.
    Downloading {
        /// Its version.
        version: String,
        /// Bytes so far.
        bytes: u64,
        /// Bytes of all, where the server says it.
        total: Option<u64>,
    },
    /// A newer version was fetched and its signature is right: it waits for a restart.
    Ready {
        /// Its version.
        version: String,
        /// What is new in it, as its maker wrote it.
        notes: Option<String>,
    },
    /// It did not work; the program stays as it is and checks again.
    Failed {
        /// What did not work.
        problem: UpdateProblem,
        /// The version that it was about, where one was found.
        version: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
}

/// Why there is no update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum UpdateProblem {
    /// The address cannot be used.
    Address,
    /// Nothing answered at the address, or the connection broke before the end.
    Unreachable,
    /// There is no list of releases at the address, or it cannot be read.
    NoList,
    /// The list has nothing for this system.
    NotForThisSystem,
    /// What was fetched is not what its maker signed for this version.
    Signature,
    /// The program could not be replaced: rights, room, or a form that is not of this system.
    Replace,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_the_folder_of_the_address() {
        for (typed, list) in [
            (
                "https://updates.example.org",
                "https://updates.example.org/stable.json",
            ),
            (
                "https://updates.example.org/",
                "https://updates.example.org/stable.json",
            ),
            (
                " https://example.org/field/desk ",
                "https://example.org/field/desk/stable.json",
            ),
            (
                "https://example.org/desk/?a=1#b",
                "https://example.org/desk/stable.json",
            ),
            (
                "http://127.0.0.1:8080/u",
                "http://127.0.0.1:8080/u/stable.json",
            ),
        ] {
            let address = UpdateAddress::read(typed).unwrap();
            assert_eq!(address.list(UpdateChannel::Stable).unwrap().as_str(), list);
        }
        let address = UpdateAddress::read("https://example.org").unwrap();
        let preview = address.list(UpdateChannel::Preview).unwrap();
        assert_eq!(preview.as_str(), "https://example.org/preview.json");
    }

    #[test]
    fn an_address_without_protection_is_refused_at_its_field() {
        for typed in [
            "http://updates.example.org",
            "ftp://example.org",
            "https://name:w0rd@example.org",
            "file:///tmp",
            "updates",
        ] {
            let refused = UpdateAddress::read(typed).unwrap_err();
            assert_eq!(refused.field.as_deref(), Some(FIELD), "{typed}");
            assert!(!refused.message.contains("w0rd"), "{}", refused.message);
        }
    }
}
