//! What the window needs first, and how the program looks and speaks.

use fielddesk_core as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ConnectionInfo, Failure};
use crate::mirror::mirror;

/// The language of the words; formats follow the computer's region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Language {
    /// As the computer says.
    System,
    /// English.
    En,
    /// Norwegian (bokmål).
    Nb,
    /// Swedish.
    Sv,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// As the computer says.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Height of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Density {
    /// 30 px.
    Compact,
    /// 34 px.
    Standard,
    /// 40 px.
    Roomy,
}

/// How the program looks and speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Language of the words.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// Height of rows.
    pub density: Density,
    /// 90 to 150.
    pub text_size_percent: u16,
    /// The system tells who must act.
    pub notifications: bool,
}

/// The system that the program runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppState {
    /// Version of the program.
    pub version: String,
    /// The system.
    pub platform: Platform,
    /// The computer's region, for dates and numbers (BCP 47).
    pub locale: String,
    /// Whether the system has a credential store.
    pub keyring_available: bool,
    /// Look and language.
    pub settings: Settings,
    /// Figures of rules that screens name.
    pub limits: Limits,
    /// All connections.
    pub connections: Vec<ConnectionInfo>,
    /// Why the connection that was in use last time could not be opened at the start.
    pub not_resumed: Option<Failure>,
}

/// Figures of rules that screens name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
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

mirror!(core::settings::Language, Language { System, En, Nb, Sv });

mirror!(
    core::settings::Theme,
    Theme {
        System,
        Light,
        Dark
    }
);

mirror!(
    core::settings::Density,
    Density {
        Compact,
        Standard,
        Roomy
    }
);

impl From<core::settings::Settings> for Settings {
    fn from(settings: core::settings::Settings) -> Self {
        Self {
            language: settings.language.into(),
            theme: settings.theme.into(),
            density: settings.density.into(),
            text_size_percent: settings.text_size_percent,
            notifications: settings.notifications,
        }
    }
}

impl From<Settings> for core::settings::Settings {
    fn from(settings: Settings) -> Self {
        Self {
            language: settings.language.into(),
            theme: settings.theme.into(),
            density: settings.density.into(),
            text_size_percent: settings.text_size_percent,
            notifications: settings.notifications,
        }
    }
}
