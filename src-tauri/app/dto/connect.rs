//! Connections, settings and the connection check.

use fielddesk_core as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, instant};
use crate::mirror::mirror;

/// One of the two environments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Environment {
    /// For training; crews do not see it.
    Test,
    /// The real thing.
    Production,
}

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
}

/// Where a connection's secret is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SecretKept {
    /// In the system's credential store.
    Keyring,
    /// In memory, until the program closes.
    Session,
    /// Nowhere: it has to be given again.
    Missing,
}

/// A stored connection, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionInfo {
    /// The name a person gave it.
    pub name: String,
    /// Test or production.
    pub environment: Environment,
    /// The embedded service on this computer.
    pub sample_data: bool,
    /// Sign-in address.
    pub identity_url: String,
    /// Main service address.
    pub base_url: String,
    /// Haul trip address.
    pub reporting_url: Option<String>,
    /// The client's id.
    pub client_id: Option<String>,
    /// Proxy address.
    pub proxy: Option<String>,
    /// The company's name, once known.
    pub company: Option<String>,
    /// The one in use.
    pub active: bool,
    /// Where its secret is.
    pub secret_kept: SecretKept,
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
    /// All connections.
    pub connections: Vec<ConnectionInfo>,
}

/// What was found in a pasted text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Pasted {
    /// Test or production.
    pub environment: Option<Environment>,
    /// A name for the connection.
    pub name: Option<String>,
    /// Sign-in address.
    pub identity_url: Option<String>,
    /// Main service address.
    pub base_url: Option<String>,
    /// Haul trip address.
    pub reporting_url: Option<String>,
    /// The client's id.
    pub client_id: Option<String>,
    /// A handle of the secret, which stays on the Rust side.
    pub secret: Option<String>,
}

/// Where the secret of a draft comes from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum SecretInput {
    /// Typed into the form; used once and not kept on the web side.
    Typed {
        /// The secret.
        value: String,
    },
    /// Found in a pasted text.
    Pasted {
        /// The handle that `read_pasted` gave.
        handle: String,
    },
    /// The one that is stored for the connection that is changed.
    Stored,
}

/// A connection as the form has it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionDraft {
    /// Name.
    pub name: String,
    /// The stored connection that is changed; none makes a new one.
    pub changes: Option<String>,
    /// Test or production.
    pub environment: Environment,
    /// Sign-in address.
    pub identity_url: String,
    /// Main service address.
    pub base_url: String,
    /// Haul trip address.
    pub reporting_url: Option<String>,
    /// The client's id.
    pub client_id: String,
    /// Its secret.
    pub secret: SecretInput,
    /// Proxy address.
    pub proxy: Option<String>,
}

/// One of the four things that a check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CheckStepName {
    /// The address answers.
    Address,
    /// Signing in.
    SignIn,
    /// Documents, machines and users.
    Core,
    /// Haul trips.
    Reporting,
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CheckStepState {
    /// Not tried yet.
    NotTried,
    /// Being tried.
    Working,
    /// In order.
    Ok,
    /// Works in part; a person has to decide.
    NeedsYou,
    /// Does not work.
    Failed,
}

/// A step of the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckStep {
    /// Which.
    pub step: CheckStepName,
    /// How far.
    pub state: CheckStepState,
    /// A fact in small print, such as the host.
    pub detail: Option<String>,
    /// What went wrong.
    pub failure: Option<Failure>,
}

/// What a check came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CheckOutcome {
    /// Still going on.
    Checking,
    /// All in order.
    Connected,
    /// Connected, without haul trips.
    Partly,
    /// Id and secret were not accepted.
    Refused,
    /// The client is of the other environment.
    WrongEnvironment,
    /// Nothing answers.
    NoAddress,
    /// The certificate is not trusted.
    Certificate,
    /// A login page of the network answered.
    ProxyPage,
    /// Connected, but documents need an administrator client.
    NotAdministrator,
    /// Anything else.
    Failed,
    /// Stopped by the person.
    Cancelled,
}

/// The state of a connection check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    /// What it came to.
    pub outcome: CheckOutcome,
    /// The four steps.
    pub steps: Vec<CheckStep>,
    /// The company's name, if the service tells it.
    pub company: Option<String>,
    /// Test or production, as asked.
    pub environment: Environment,
    /// When.
    pub checked_at: String,
    /// How long it took.
    #[specta(type = i32)]
    pub seconds: f64,
    /// A message to copy for the administrator or the operator.
    pub message: Option<String>,
}

mirror!(
    fielddesk_model::Environment,
    Environment { Test, Production }
);
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
mirror!(
    core::secrets::Kept,
    SecretKept {
        Keyring,
        Session,
        Missing
    }
);
mirror!(
    core::check::StepName,
    CheckStepName {
        Address,
        SignIn,
        Core,
        Reporting
    }
);
mirror!(
    core::check::StepState,
    CheckStepState {
        NotTried,
        Working,
        Ok,
        NeedsYou,
        Failed
    }
);
mirror!(
    core::check::Outcome,
    CheckOutcome {
        Checking,
        Connected,
        Partly,
        Refused,
        WrongEnvironment,
        NoAddress,
        Certificate,
        ProxyPage,
        NotAdministrator,
        Failed,
        Cancelled,
    }
);

impl From<core::settings::Settings> for Settings {
    fn from(settings: core::settings::Settings) -> Self {
        Self {
            language: settings.language.into(),
            theme: settings.theme.into(),
            density: settings.density.into(),
            text_size_percent: settings.text_size_percent,
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
        }
    }
}

impl ConnectionInfo {
    /// A stored profile as the window sees it.
    pub(crate) fn of(profile: &core::profiles::Profile, active: bool, kept: SecretKept) -> Self {
        Self {
            name: profile.name.clone(),
            environment: profile.environment.into(),
            sample_data: profile.sample_data,
            identity_url: profile.identity_url.to_string(),
            base_url: profile.base_url.to_string(),
            reporting_url: profile.reporting_url.as_ref().map(ToString::to_string),
            client_id: profile.client_id.clone(),
            proxy: profile.proxy.as_ref().map(ToString::to_string),
            company: profile.company.clone(),
            active,
            secret_kept: kept,
        }
    }
}

impl ConnectionDraft {
    /// The form's values as `core` checks them.
    pub(crate) fn settings(&self) -> core::profiles::Settings {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        core::profiles::Settings {
            name: self.name.clone(),
            environment: Some(self.environment.into()),
            identity_url: self.identity_url.clone(),
            base_url: self.base_url.clone(),
            reporting_url: filled(&self.reporting_url),
            client_id: Some(self.client_id.clone()),
            scopes: Vec::new(),
            proxy: filled(&self.proxy),
            sample_data: false,
        }
    }
}

impl From<core::check::CheckReport> for CheckReport {
    fn from(report: core::check::CheckReport) -> Self {
        Self {
            outcome: report.outcome.into(),
            steps: report
                .steps
                .into_iter()
                .map(|step| CheckStep {
                    step: step.step.into(),
                    state: step.state.into(),
                    detail: step.detail,
                    failure: step.failure.map(Into::into),
                })
                .collect(),
            company: report.company,
            environment: report.environment.into(),
            checked_at: instant(report.checked_at),
            seconds: report.seconds,
            message: report.message,
        }
    }
}
