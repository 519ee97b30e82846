//! Data that the window needs first.

use std::collections::BTreeMap;

use fielddesk_core::Failure;
use fielddesk_core::policy::ManagedSettings;
use fielddesk_core::settings::Settings;
use fielddesk_rules::language::Language;
use serde::Serialize;
use specta::Type;

use super::ConnectionInfo;

/// The system that the program runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Platform {
    /// Linux.
    Linux,
    /// Windows.
    Windows,
    /// macOS.
    Macos,
}

impl Platform {
    /// The one that this program was built for.
    pub(crate) const fn here() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Macos
        } else {
            Self::Linux
        }
    }
}

/// What the window needs first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct InitialState {
    /// Version of the program.
    pub version: String,
    /// The system.
    pub platform: Platform,
    /// The computer's region, for dates and numbers (BCP 47).
    pub locale: String,
    /// The language of the computer, or English.
    pub system_language: Language,
    /// Whether the system has a credential store.
    pub keyring_available: bool,
    /// Look and language.
    pub settings: Settings,
    /// The settings that the administrator of this computer set.
    pub managed: ManagedSettings,
    /// Figures of rules that screens name.
    pub limits: Limits,
    /// Media types of the documents that have a preview, by extension in lower case.
    pub preview_types: BTreeMap<&'static str, &'static str>,
    /// All connections.
    pub connections: Vec<ConnectionInfo>,
    /// Why the connection that was in use last time could not be opened at the start.
    pub not_resumed: Option<Failure>,
}

/// Countries by their two letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Countries {
    /// All of them.
    pub all: Vec<&'static str>,
    /// The one of the computer's region, where it names one.
    pub computer: Option<&'static str>,
}

/// Figures of rules that screens name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// How many days a version stays in the history after its removal.
    pub history_days: u32,
}

impl Limits {
    /// As the rules have them.
    pub const fn of_the_rules() -> Self {
        Self {
            history_days: fielddesk_rules::retention::HISTORY_DAYS,
        }
    }
}
