//! Secrets in memory, for computers without a credential store.

use std::collections::HashMap;

use async_trait::async_trait;
use secrecy::SecretString;
use tokio::sync::Mutex;

use super::SecretStore;
use crate::Failure;

/// Keeps secrets until the process ends; they are wiped from memory when dropped.
#[derive(Default)]
pub struct SessionStore {
    secrets: Mutex<HashMap<String, SecretString>>,
}

#[async_trait]
impl SecretStore for SessionStore {
    async fn get(&self, account: &str) -> Result<Option<SecretString>, Failure> {
        Ok(self.secrets.lock().await.get(account).cloned())
    }

    async fn put(&self, account: &str, secret: &SecretString) -> Result<(), Failure> {
        let mut secrets = self.secrets.lock().await;
        secrets.insert(account.to_owned(), secret.clone());
        Ok(())
    }

    async fn remove(&self, account: &str) -> Result<(), Failure> {
        self.secrets.lock().await.remove(account);
        Ok(())
    }
}
