//! Secrets that systemd decrypted for this process: a sync that starts before anybody logged in
//! finds the keyring locked. They are in memory, in a folder that systemd made for the process.

use std::path::{Path, PathBuf};

use secrecy::SecretString;

use crate::Failure;

/// The folder is named by it (systemd.exec, "Credentials").
const FOLDER: &str = "CREDENTIALS_DIRECTORY";

/// Reads what a service of systemd was given; none in any other process.
#[derive(Default)]
pub(super) struct Credentials(Option<PathBuf>);

impl Credentials {
    /// Those of this process.
    pub(super) fn of_this_process() -> Self {
        Self(std::env::var_os(FOLDER).map(PathBuf::from))
    }

    /// The secret of an account, where there is one.
    pub(super) fn get(&self, account: &str) -> Result<Option<SecretString>, Failure> {
        let Some(folder) = &self.0 else {
            return Ok(None);
        };
        match std::fs::read_to_string(folder.join(account)) {
            Ok(secret) => Ok(Some(secret.into())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::local("read", Path::new("the credential"), &error)),
        }
    }
}
