//! Secrets found in pasted texts: they stay on this side, the web side has a handle.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use secrecy::SecretString;

use crate::dto::Pasted;

/// Secrets by handle, until the connection is saved or the program ends.
#[derive(Default)]
pub(crate) struct PastedSecrets {
    by_handle: Mutex<HashMap<String, SecretString>>,
    last: AtomicU64,
}

impl PastedSecrets {
    /// Reads a pasted text and keeps the secrets that are in it: one connection, or one in each
    /// environment.
    pub(crate) fn read(&self, text: &str) -> Vec<Pasted> {
        let found = fielddesk_core::credential_parser::read(text);
        found.into_iter().map(|one| self.taken(one)).collect()
    }

    fn taken(&self, found: fielddesk_core::credential_parser::ParsedCredentials) -> Pasted {
        let handle = found.client_secret.map(|secret| self.keep(secret));
        Pasted {
            environment: found.environment,
            name: found.name,
            identity_url: found.identity_url.map(String::from),
            base_url: found.base_url.map(String::from),
            reporting_url: found.reporting_url.map(String::from),
            client_id: found.client_id,
            secret: handle,
        }
    }

    /// The secret behind a handle.
    pub(crate) fn get(&self, handle: &str) -> Option<SecretString> {
        self.secrets().get(handle).cloned()
    }

    /// Forgets all of them.
    pub(crate) fn clear(&self) {
        self.secrets().clear();
    }

    fn keep(&self, secret: SecretString) -> String {
        let handle = format!("pasted-{}", self.last.fetch_add(1, Ordering::Relaxed));
        self.secrets().insert(handle.clone(), secret);
        handle
    }

    fn secrets(&self) -> std::sync::MutexGuard<'_, HashMap<String, SecretString>> {
        self.by_handle
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
