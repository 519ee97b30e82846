//! A connection, and its making from the input of a person or a script.

use fielddesk_api::Endpoints;
use fielddesk_model::{Environment, scope};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::pasted::{bare, has_invisible};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::Failure;
use crate::addresses::{environment_of, environment_of_all, proxy_address, service_address};

/// The scopes that are asked for when nothing else was said.
pub const DEFAULT_SCOPES: [&str; 2] = [scope::SERVICE, scope::REPORTING];

const NAME_LIMIT_CHARS: usize = 80;

/// Stable id of a profile; its secret and cached records hang on it, so that a new name keeps
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileId(String);

impl ProfileId {
    /// An id that no other profile has.
    #[must_use]
    pub fn new() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }

    /// The id of a connection that is stored nowhere: the same for the same place and client,
    /// so that what was kept of it is found again.
    #[must_use]
    pub fn unstored(base_url: &Url, client_id: Option<&str>) -> Self {
        let client = client_id.unwrap_or("token");
        let digest = Sha256::digest(format!("{base_url} {client}"));
        Self(format!("unstored-{}", hex::encode(&digest[..8])))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ProfileId {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}

impl Default for ProfileId {
    fn default() -> Self {
        Self::new()
    }
}

/// One connection: where the service is and as whom to speak to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Stable id.
    pub id: ProfileId,
    /// The person's name for it.
    pub name: String,
    /// Test or production.
    pub environment: Environment,
    /// Where tokens come from.
    pub identity_url: Url,
    /// Core and integration API.
    pub base_url: Url,
    /// Reporting API, where the connection has one.
    pub reporting_url: Option<Url>,
    /// The client; none with a static token.
    pub client_id: Option<String>,
    /// Whether the secret is a static token instead of a client's secret.
    #[serde(default)]
    pub static_token: bool,
    /// Scopes to ask for.
    pub scopes: Vec<String>,
    /// Proxy, where the system's is not the right one.
    #[serde(default)]
    pub proxy: Option<Url>,
    /// Whether it is the sample data that runs on this computer.
    #[serde(default)]
    pub sample_data: bool,
    /// The company's name, once known.
    #[serde(default)]
    pub company: Option<String>,
}

/// What a person or a script gave, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The person's name for the connection.
    pub name: String,
    /// Test or production; told from the addresses where nothing was said, else production,
    /// which is treated with more care.
    pub environment: Option<Environment>,
    /// Where tokens come from.
    pub identity_url: String,
    /// Core and integration API.
    pub base_url: String,
    /// Reporting API.
    pub reporting_url: Option<String>,
    /// The client; none with a static token.
    pub client_id: Option<String>,
    /// Scopes to ask for; empty for the usual ones.
    pub scopes: Vec<String>,
    /// Proxy.
    pub proxy: Option<String>,
    /// Whether it is the sample data that runs on this computer.
    pub sample_data: bool,
}

impl Settings {
    /// The environment that was chosen, else the one that the addresses name.
    #[must_use]
    pub fn likely_environment(&self) -> Environment {
        self.environment.unwrap_or_else(|| {
            [&self.identity_url, &self.base_url]
                .iter()
                .find_map(|text| environment_of(&service_address("", text).ok()?))
                .unwrap_or(Environment::Production)
        })
    }
}

impl Profile {
    /// Whether the secret of this connection may be used with other settings: the same client at
    /// the same hosts. To another host it is never sent.
    #[must_use]
    pub fn secret_is_for(&self, other: &Self) -> bool {
        let same_reporting = match (&self.reporting_url, &other.reporting_url) {
            (Some(stored), Some(used)) => stored.origin() == used.origin(),
            (None, Some(_)) | (_, None) => true,
        };
        self.client_id == other.client_id
            && self.identity_url.origin() == other.identity_url.origin()
            && self.base_url.origin() == other.base_url.origin()
            && same_reporting
    }

    /// Checks what was given and makes a new profile.
    ///
    /// Fails with `usage`, the field named, for a name or an address that cannot be, and for an
    /// environment that is not the one of the addresses.
    pub fn from_settings(settings: &Settings) -> Result<Self, Failure> {
        let client_id = given(settings.client_id.as_deref())
            .map(client_id)
            .transpose()?;
        let base_url = service_address("baseUrl", &settings.base_url)?;
        let identity_url = match given(Some(&settings.identity_url)) {
            // A static token is never renewed, so no identity host is ever asked.
            None if client_id.is_none() => base_url.clone(),
            _ => service_address("identityUrl", &settings.identity_url)?,
        };
        let reporting_url = given(settings.reporting_url.as_deref())
            .map(|text| service_address("reportingUrl", text))
            .transpose()?;
        let addresses = [Some(&identity_url), Some(&base_url), reporting_url.as_ref()];
        if let (Some(chosen), Some(named)) = (
            settings.environment,
            environment_of_all(addresses.into_iter().flatten()),
        ) && chosen != named
        {
            return Err(Failure::usage(
                "environment",
                format!("The addresses are those of {named}, but the environment is {chosen}."),
                format!("Choose {named}, or enter the addresses of {chosen}."),
            ));
        }
        let proxy = given(settings.proxy.as_deref())
            .map(proxy_address)
            .transpose()?;
        Ok(Self {
            id: ProfileId::new(),
            name: name(&settings.name)?,
            environment: settings.likely_environment(),
            identity_url,
            base_url,
            reporting_url,
            static_token: client_id.is_none(),
            client_id,
            scopes: scopes(&settings.scopes)?,
            proxy,
            sample_data: settings.sample_data,
            company: None,
        })
    }

    /// What names this connection in our records. It begins with the profile's id and a blank;
    /// another place or client is another connection.
    #[must_use]
    pub fn key(&self) -> String {
        let client = self.client_id.as_deref().unwrap_or("token");
        format!("{} {} {client}", self.id.as_str(), self.place())
    }

    /// Where its service is. Sample data has another port at each start.
    #[must_use]
    pub fn place(&self) -> &str {
        if self.sample_data {
            "sample"
        } else {
            self.base_url.as_str()
        }
    }

    /// The scopes that somebody chose; none where the usual ones are asked for.
    #[must_use]
    pub fn chosen_scopes(&self) -> &[String] {
        if self.scopes == DEFAULT_SCOPES {
            return &[];
        }
        &self.scopes
    }

    /// The same as settings, for a form or a check.
    #[must_use]
    pub fn to_settings(&self) -> Settings {
        Settings {
            name: self.name.clone(),
            environment: Some(self.environment),
            identity_url: self.identity_url.to_string(),
            base_url: self.base_url.to_string(),
            reporting_url: self.reporting_url.as_ref().map(Url::to_string),
            client_id: self.client_id.clone(),
            scopes: self.scopes.clone(),
            proxy: self.proxy.as_ref().map(Url::to_string),
            sample_data: self.sample_data,
        }
    }

    /// The addresses as the client takes them.
    #[must_use]
    pub fn endpoints(&self) -> Endpoints {
        Endpoints {
            identity: self.identity_url.clone(),
            base: self.base_url.clone(),
            reporting: self.reporting_url.clone(),
        }
    }
}

fn given(text: Option<&str>) -> Option<&str> {
    text.map(bare).filter(|text| !text.is_empty())
}

fn name(text: &str) -> Result<String, Failure> {
    let text = text.trim();
    let fix = "Choose a short name, for example the company's.";
    if text.is_empty() {
        return Err(Failure::usage("name", "The connection has no name.", fix));
    }
    if shown(text) != text || text.chars().count() > NAME_LIMIT_CHARS {
        let message = format!(
            "The connection cannot be called {}.",
            shown(text)
                .chars()
                .take(NAME_LIMIT_CHARS)
                .collect::<String>()
        );
        return Err(Failure::usage("name", message, fix));
    }
    Ok(text.to_owned())
}

fn client_id(text: &str) -> Result<String, Failure> {
    if text.len() > 256 || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(Failure::usage(
            "clientId",
            "The client ID has blanks or line breaks in it, or is too long.",
            "Copy the client ID alone.",
        ));
    }
    if has_invisible(text) {
        return Err(Failure::usage(
            "clientId",
            "The client ID has an invisible character in it.",
            "Type it, or copy it from where the client was set up.",
        ));
    }
    Ok(text.to_owned())
}

fn scopes(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut scopes: Vec<String> = Vec::new();
    for scope in given.iter().flat_map(|text| text.split_whitespace()) {
        // What RFC 6749 lets a scope be.
        if !scope
            .chars()
            .all(|c| c.is_ascii_graphic() && c != '"' && c != '\\')
        {
            return Err(Failure::usage(
                "scopes",
                format!("{} cannot be a scope.", shown(scope)),
                "Write scope names with blanks between them.",
            ));
        }
        if !scopes.iter().any(|known| known == scope) {
            scopes.push(scope.to_owned());
        }
    }
    if scopes.is_empty() {
        scopes = DEFAULT_SCOPES.map(str::to_owned).to_vec();
    }
    Ok(scopes)
}

#[cfg(test)]
mod tests;
