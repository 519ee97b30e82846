//! Client secrets and static tokens: in the system keyring, or for this run alone.

use async_trait::async_trait;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::profiles::ProfileId;

/// Where a secret is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kept { Keyring, Session, Missing }

/// A place for secrets, by account.
#[async_trait]
pub trait SecretStore: Send + Sync {
    async fn get(&self, account: &str) -> Result<Option<SecretString>, Failure>;
    async fn put(&self, account: &str, secret: &SecretString) -> Result<(), Failure>;
    async fn remove(&self, account: &str) -> Result<(), Failure>;
}

/// Secrets of profiles; cheap to clone.
#[derive(Clone)]
pub struct Secrets { }

impl Secrets {
    /// The keyring where this computer has one, else the memory of this run.
    pub async fn open() -> Self { todo!() }
    /// Only this run's memory (tests, `--no-keyring`).
    pub fn session_only() -> Self { todo!() }
    pub fn keyring_available(&self) -> bool { todo!() }
    pub async fn put(&self, id: &ProfileId, secret: &SecretString) -> Result<Kept, Failure> { todo!() }
    pub async fn get(&self, id: &ProfileId) -> Result<Option<SecretString>, Failure> { todo!() }
    pub async fn kept(&self, id: &ProfileId) -> Kept { todo!() }
    pub async fn remove(&self, id: &ProfileId) -> Result<(), Failure> { todo!() }
}
