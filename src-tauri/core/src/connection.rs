//! A profile with a client ready to call the service.

use fielddesk_api::{Client, Credentials};
use fielddesk_rules::pasted::bare;
use secrecy::{ExposeSecret as _, SecretString};

use crate::Failure;
use crate::profiles::Profile;
use crate::secrets::Secrets;

/// A connection to one environment with one client; cheap to clone. Clones share the token.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Where, and as whom.
    pub profile: Profile,
    /// Speaks to the service.
    pub client: Client,
}

impl Connection {
    /// Opens with the secret that is kept for the profile. Nothing is sent yet.
    ///
    /// Fails with `keyring` where the secret has to be entered again.
    pub async fn open(profile: Profile, secrets: &Secrets) -> Result<Self, Failure> {
        let secret = secrets.expect(&profile.id, &profile.name).await?;
        Self::with_secret(profile, secret)
    }

    /// Opens with a client's secret, or a static token, from elsewhere; what cannot be seen around
    /// it is no part of it.
    pub fn with_secret(profile: Profile, secret: SecretString) -> Result<Self, Failure> {
        let secret = SecretString::from(bare(secret.expose_secret()));
        let credentials = match profile.client_id.clone() {
            Some(client_id) if !profile.static_token => Credentials::Client {
                client_id,
                client_secret: secret,
            },
            _ => Credentials::StaticToken(secret),
        };
        let client = Client::builder(profile.endpoints(), credentials)
            .scopes(profile.scopes.clone())
            .proxy(profile.proxy.clone())
            .build()?;
        Ok(Self { profile, client })
    }

    /// What names this connection in our records (see [`Profile::key`]).
    #[must_use]
    pub fn key(&self) -> String {
        self.profile.key()
    }
}
