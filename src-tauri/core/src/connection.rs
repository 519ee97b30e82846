//! A profile with a client ready to call the service.

use secrecy::SecretString;

use crate::Failure;
use crate::profiles::Profile;
use crate::secrets::Secrets;

/// A connection to one environment with one client; cheap to clone.
#[derive(Clone)]
pub struct Connection {
    pub profile: Profile,
    pub client: fielddesk_api::Client,
}

impl Connection {
    /// Opens with the secret that is kept for the profile. Sends nothing yet.
    pub async fn open(profile: Profile, secrets: &Secrets) -> Result<Self, Failure> { todo!() }
    /// Opens with a secret (or static token) from elsewhere.
    pub fn with_secret(profile: Profile, secret: SecretString) -> Result<Self, Failure> { todo!() }
}
