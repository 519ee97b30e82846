//! Reads whatever the administrator pasted: JSON, the ready line of `fieldservice`, labelled
//! lines, settings of an env file, bare addresses. Pure; never panics.

use fielddesk_model::Environment;
use secrecy::SecretString;
use url::Url;

/// What was found; what was not is `None`.
#[derive(Debug, Default, Clone)]
pub struct Pasted {
    pub environment: Option<Environment>,
    pub name: Option<String>,
    pub identity_url: Option<Url>,
    pub base_url: Option<Url>,
    pub reporting_url: Option<Url>,
    pub client_id: Option<String>,
    pub client_secret: Option<SecretString>,
}

/// Reads the text.
pub fn read(text: &str) -> Pasted { todo!() }
