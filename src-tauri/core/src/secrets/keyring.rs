//! The system's credential store: Secret Service, Windows Credential Manager, macOS Keychain.

use std::time::Duration;

use async_trait::async_trait;
use keyring::Entry;
use secrecy::{ExposeSecret as _, SecretString};

use super::SecretStore;
use super::split::{self, Entries};
use crate::{Failure, FailureKind};

/// The name under which all our entries stand in the person's credential store.
const SERVICE: &str = "fielddesk";

/// A credential store that does not answer by then counts as absent. Only the look at start
/// is bounded; an unlock dialog may take a person as long as it takes.
const ANSWERS_WITHIN: Duration = Duration::from_secs(10);

/// Secrets in the system's credential store.
pub struct KeyringStore {
    service: String,
}

impl KeyringStore {
    /// Finds the store, or says that this computer has none. Nothing is written.
    pub async fn open() -> Result<Self, Failure> {
        Self::of_service(SERVICE).await
    }

    /// The same under another name, so that tests leave a person's entries alone.
    pub async fn of_service(service: &str) -> Result<Self, Failure> {
        let probe = blocking({
            let service = service.to_owned();
            move || SystemEntries { service }.get("probe").map(drop)
        });
        match tokio::time::timeout(ANSWERS_WITHIN, probe).await {
            Ok(found) => found?,
            Err(_) => return Err(absent("it does not answer")),
        }
        Ok(Self {
            service: service.to_owned(),
        })
    }

    fn entries(&self) -> SystemEntries {
        SystemEntries {
            service: self.service.clone(),
        }
    }
}

#[async_trait]
impl SecretStore for KeyringStore {
    async fn get(&self, account: &str) -> Result<Option<SecretString>, Failure> {
        let (entries, account) = (self.entries(), account.to_owned());
        blocking(move || split::get(&entries, &account)).await
    }

    async fn put(&self, account: &str, secret: &SecretString) -> Result<(), Failure> {
        let (entries, account, secret) = (self.entries(), account.to_owned(), secret.clone());
        blocking(move || split::put(&entries, &account, &secret)).await
    }

    async fn remove(&self, account: &str) -> Result<(), Failure> {
        let (entries, account) = (self.entries(), account.to_owned());
        blocking(move || split::remove(&entries, &account)).await
    }
}

/// Calls of the store block, and may wait for an unlock dialog. They get a thread of their
/// own rather than one of the runtime's, so that a store that hangs does not keep a program
/// from ending.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (done, outcome) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("keyring".to_owned());
    let started = thread.spawn(move || {
        // Nobody waits any more when this fails.
        drop(done.send(work()));
    });
    started.map_err(|error| absent(&error.to_string()))?;
    // The thread ends without an outcome only when the library panics.
    outcome
        .await
        .unwrap_or_else(|_| Err(absent("it failed inside")))
}

struct SystemEntries {
    service: String,
}

impl SystemEntries {
    fn entry(&self, account: &str) -> Result<Entry, Failure> {
        Entry::new(&self.service, account).map_err(|error| failure(&error))
    }
}

impl Entries for SystemEntries {
    fn get(&self, account: &str) -> Result<Option<SecretString>, Failure> {
        match self.entry(account)?.get_password() {
            Ok(value) => Ok(Some(value.into())),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(failure(&error)),
        }
    }

    fn set(&self, account: &str, value: &SecretString) -> Result<(), Failure> {
        let entry = self.entry(account)?;
        entry
            .set_password(value.expose_secret())
            .map_err(|error| failure(&error))
    }

    fn delete(&self, account: &str) -> Result<(), Failure> {
        match self.entry(account)?.delete_credential() {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
            Err(error) => Err(failure(&error)),
        }
    }
}

/// The library's errors in words. Two of them carry what was stored: their text is not used.
fn failure(error: &keyring::Error) -> Failure {
    match error {
        keyring::Error::NoDefaultStore => absent("none was found"),
        keyring::Error::NoStorageAccess(reason) => Failure::new(
            FailureKind::Keyring,
            "This computer's credential store is locked.",
            "Unlock it, then try again.",
        )
        .with("reason", reason),
        keyring::Error::PlatformFailure(reason) => absent(&reason.to_string()),
        keyring::Error::BadEncoding(_) | keyring::Error::BadDataFormat(..) => Failure::new(
            FailureKind::Keyring,
            "The secret in this computer's credential store cannot be read.",
            "Open the connection and paste its client secret again.",
        ),
        _ => Failure::new(
            FailureKind::Keyring,
            "This computer's credential store refused the secret.",
            "Try again. If it comes back, the secret has to be entered at each start.",
        ),
    }
}

fn absent(reason: &str) -> Failure {
    tracing::debug!(reason, "credential store");
    Failure::new(
        FailureKind::Keyring,
        "This computer has no credential store that answers.",
        "Secrets are kept until Fielddesk is closed. Install or unlock a keyring to keep them.",
    )
}
