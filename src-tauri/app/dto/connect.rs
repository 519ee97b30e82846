//! Connections: stored, pasted, drafted.

use fielddesk_core as core;
use fielddesk_core::model::Environment;
use fielddesk_core::secrets::Kept;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A stored connection, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionInfo {
    /// The profile's id; renaming the connection does not change it.
    pub id: String,
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
    /// The client's id; none with a static token.
    pub client_id: Option<String>,
    /// Whether the secret is a static token.
    pub static_token: bool,
    /// The scopes that were chosen; none for the usual ones.
    pub scopes: Vec<String>,
    /// Proxy address.
    pub proxy: Option<String>,
    /// The company's name, once known.
    pub company: Option<String>,
    /// The one in use.
    pub active: bool,
    /// Where its secret is.
    pub secret_kept: Kept,
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
    /// The client's id; none where the secret is a static token.
    pub client_id: Option<String>,
    /// The scopes to ask for, with blanks between them; empty for the usual ones.
    pub scopes: String,
    /// The client's secret, or the static token.
    pub secret: SecretInput,
    /// Proxy address.
    pub proxy: Option<String>,
}

impl ConnectionInfo {
    /// A stored profile as the window sees it.
    pub(crate) fn of(profile: &core::profiles::Profile, active: bool, kept: Kept) -> Self {
        Self {
            id: profile.id.as_str().to_owned(),
            name: profile.name.clone(),
            environment: profile.environment,
            sample_data: profile.sample_data,
            identity_url: profile.identity_url.to_string(),
            base_url: profile.base_url.to_string(),
            reporting_url: profile.reporting_url.as_ref().map(ToString::to_string),
            client_id: profile.client_id.clone(),
            static_token: profile.static_token,
            scopes: profile.chosen_scopes().to_vec(),
            proxy: profile.proxy.as_ref().map(ToString::to_string),
            company: profile.company.clone(),
            active,
            secret_kept: kept,
        }
    }
}

impl ConnectionDraft {
    /// Whether its secret is a static token. A client without an id is an error: its secret
    /// would go to the service as a token.
    pub(crate) fn is_token(&self) -> Result<bool, core::Failure> {
        match &self.client_id {
            None => Ok(true),
            Some(id) if !id.trim().is_empty() => Ok(false),
            Some(_) => Err(core::Failure::usage(
                "clientId",
                "The client ID is missing.",
                "Enter the client ID that the administrator gave you.",
            )),
        }
    }

    /// The form's values as `core` checks them.
    pub(crate) fn settings(&self) -> core::profiles::Settings {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        core::profiles::Settings {
            name: self.name.clone(),
            environment: Some(self.environment),
            identity_url: self.identity_url.clone(),
            base_url: self.base_url.clone(),
            reporting_url: filled(&self.reporting_url),
            client_id: filled(&self.client_id),
            scopes: vec![self.scopes.clone()],
            proxy: filled(&self.proxy),
            sample_data: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(client_id: Option<&str>, scopes: &str) -> ConnectionDraft {
        ConnectionDraft {
            name: "Office".to_owned(),
            changes: None,
            environment: Environment::Test,
            identity_url: String::new(),
            base_url: "https://api.test.example.com".to_owned(),
            reporting_url: None,
            client_id: client_id.map(str::to_owned),
            scopes: scopes.to_owned(),
            secret: SecretInput::Stored,
            proxy: None,
        }
    }

    #[test]
    fn a_secret_goes_as_a_token_only_where_there_is_no_client() {
        assert!(draft(None, "").is_token().unwrap());
        assert!(!draft(Some("office"), "").is_token().unwrap());
        let failure = draft(Some("  "), "").is_token().unwrap_err();
        assert_eq!(failure.field.as_deref(), Some("clientId"));
    }

    #[test]
    fn a_token_and_scopes_of_the_form_make_a_profile_that_the_window_shows_again() {
        let settings = draft(None, "serviceapiv3  masstransport").settings();
        let profile = core::profiles::Profile::from_settings(&settings).unwrap();
        assert!(profile.static_token);
        let info = ConnectionInfo::of(&profile, true, Kept::Keyring);
        assert!(info.static_token);
        assert_eq!(info.scopes, ["serviceapiv3", "masstransport"]);
        let usual = core::profiles::Profile::from_settings(&draft(None, " ").settings());
        let usual = ConnectionInfo::of(&usual.unwrap(), true, Kept::Keyring);
        assert!(usual.scopes.is_empty());
    }
}
