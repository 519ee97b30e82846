//! Client secrets and static tokens: in the system keyring, or for this run alone; a service of
//! systemd gets them from there.
//!
//! Never in a file, a log or an error. Where a computer has no credential store this says so
//! and keeps secrets in memory until the process ends.

mod credentials;
mod keyring;
mod session;
mod split;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};

pub use self::keyring::KeyringStore;
pub use self::session::SessionStore;

use self::credentials::Credentials;
use crate::profiles::ProfileId;
use crate::{Failure, FailureKind};

/// Where a secret is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "SecretKept")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Kept {
    /// In the computer's credential store.
    Keyring,
    /// In memory, until this process ends.
    Session,
    /// Nowhere: it has to be entered.
    Missing,
}

/// A place for secrets, by account. One suite (`conformance`) holds for every store.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// The secret, or nothing where none is kept.
    async fn get(&self, account: &str) -> Result<Option<SecretString>, Failure>;

    /// Keeps the secret, in place of one that was there.
    async fn put(&self, account: &str, secret: &SecretString) -> Result<(), Failure>;

    /// Forgets the secret; nothing happens where none is kept.
    async fn remove(&self, account: &str) -> Result<(), Failure>;
}

/// Secrets of profiles; cheap to clone.
#[derive(Clone)]
pub struct Secrets {
    inner: Arc<Inner>,
}

struct Inner {
    /// Before the keyring, which would ask a person that is not there to unlock it.
    credentials: Credentials,
    keyring: Option<Box<dyn SecretStore>>,
    session: SessionStore,
    /// Cleared when the keyring turns out to have no place to keep anything.
    keyring_works: AtomicBool,
}

impl Secrets {
    /// The keyring where this computer has one, else the memory of this run.
    pub async fn open() -> Self {
        let credentials = Credentials::of_this_process();
        match KeyringStore::open().await {
            Ok(keyring) => Self::with(credentials, Some(Box::new(keyring))),
            Err(failure) => {
                tracing::info!(%failure, "no credential store; secrets are kept for this run");
                Self::with(credentials, None)
            }
        }
    }

    /// Only this run's memory.
    #[must_use]
    pub fn session_only() -> Self {
        Self::with_store(None)
    }

    /// Uses another credential store than the system's.
    #[must_use]
    pub fn with_store(keyring: Option<Box<dyn SecretStore>>) -> Self {
        Self::with(Credentials::default(), keyring)
    }

    fn with(credentials: Credentials, keyring: Option<Box<dyn SecretStore>>) -> Self {
        Self {
            inner: Arc::new(Inner {
                credentials,
                keyring_works: AtomicBool::new(keyring.is_some()),
                keyring,
                session: SessionStore::default(),
            }),
        }
    }

    /// Whether secrets outlive this process.
    #[must_use]
    pub fn keyring_available(&self) -> bool {
        self.inner.keyring_works.load(Ordering::Relaxed)
    }

    /// Keeps the secret and says where. A keyring that cannot take it is not an error: the
    /// secret is kept for this run, and the person is told.
    pub async fn put(&self, id: &ProfileId, secret: &SecretString) -> Result<Kept, Failure> {
        if secret.expose_secret().is_empty() {
            return Err(Failure::usage(
                "clientSecret",
                "The client secret is empty.",
                "Paste the secret that the administrator gave you.",
            ));
        }
        if let Some(keyring) = self.working_keyring() {
            match keyring.put(id.as_str(), secret).await {
                Ok(()) => {
                    self.inner.session.remove(id.as_str()).await?;
                    return Ok(Kept::Keyring);
                }
                Err(failure) => {
                    tracing::warn!(%failure, "the keyring did not take a secret; kept for this run");
                    self.inner.keyring_works.store(false, Ordering::Relaxed);
                }
            }
        }
        self.inner.session.put(id.as_str(), secret).await?;
        Ok(Kept::Session)
    }

    /// The secret, wherever it is kept.
    pub async fn get(&self, id: &ProfileId) -> Result<Option<SecretString>, Failure> {
        if let Some(secret) = self.inner.session.get(id.as_str()).await? {
            return Ok(Some(secret));
        }
        if let Some(secret) = self.inner.credentials.get(id.as_str())? {
            return Ok(Some(secret));
        }
        match self.inner.keyring.as_deref() {
            Some(keyring) => keyring.get(id.as_str()).await,
            None => Ok(None),
        }
    }

    /// The secret, or the failure that tells the person to enter it.
    pub async fn expect(&self, id: &ProfileId, name: &str) -> Result<SecretString, Failure> {
        self.get(id).await?.ok_or_else(|| {
            Failure::new(
                FailureKind::Keyring,
                format!("The secret of {name} is not kept on this computer."),
                "Open the connection and paste its client secret again.",
            )
            .with("connection", name)
        })
    }

    /// Where the secret is kept.
    pub async fn kept(&self, id: &ProfileId) -> Kept {
        match self.inner.session.get(id.as_str()).await {
            Ok(Some(_)) => return Kept::Session,
            Ok(None) => {}
            Err(failure) => tracing::warn!(%failure, "session store failed"),
        }
        match self.get(id).await {
            Ok(Some(_)) => Kept::Keyring,
            Ok(None) => Kept::Missing,
            Err(failure) => {
                tracing::warn!(%failure, "could not look into the keyring");
                Kept::Missing
            }
        }
    }

    /// Forgets the secret everywhere.
    pub async fn remove(&self, id: &ProfileId) -> Result<(), Failure> {
        self.inner.session.remove(id.as_str()).await?;
        match self.inner.keyring.as_deref() {
            Some(keyring) => keyring.remove(id.as_str()).await,
            None => Ok(()),
        }
    }

    fn working_keyring(&self) -> Option<&dyn SecretStore> {
        self.inner
            .keyring
            .as_deref()
            .filter(|_| self.keyring_available())
    }
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secrets")
            .field("keyring_available", &self.keyring_available())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A keyring that is there but has no place to keep anything, as when it is locked.
    struct Locked;

    #[async_trait]
    impl SecretStore for Locked {
        async fn get(&self, _: &str) -> Result<Option<SecretString>, Failure> {
            Ok(None)
        }
        async fn put(&self, _: &str, _: &SecretString) -> Result<(), Failure> {
            Err(Failure::new(FailureKind::Keyring, "locked", ""))
        }
        async fn remove(&self, _: &str) -> Result<(), Failure> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_keyring_that_takes_nothing_falls_back_to_this_run_and_says_so() {
        let secrets = Secrets::with_store(Some(Box::new(Locked)));
        let id = ProfileId::new();
        assert!(secrets.keyring_available());
        let kept = secrets.put(&id, &"s".to_owned().into()).await.unwrap();
        assert_eq!(kept, Kept::Session);
        assert!(!secrets.keyring_available());
        assert_eq!(secrets.kept(&id).await, Kept::Session);
        assert!(secrets.get(&id).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_removed_secret_has_to_be_entered_again() {
        let secrets = Secrets::session_only();
        let id = ProfileId::new();
        secrets.put(&id, &"s".to_owned().into()).await.unwrap();
        secrets.remove(&id).await.unwrap();
        assert_eq!(secrets.kept(&id).await, Kept::Missing);
        let failure = secrets.expect(&id, "Trondheim").await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Keyring);
        assert!(failure.message.contains("Trondheim"));
    }

    #[tokio::test]
    async fn an_empty_secret_is_refused_before_it_is_kept() {
        let failure = Secrets::session_only()
            .put(&ProfileId::new(), &String::new().into())
            .await
            .unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage);
    }
}
