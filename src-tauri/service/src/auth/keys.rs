//! The signing keys of an environment: random, made once, readable by their owner alone.
//!
//! A data folder has one. Several nodes share a folder of keys: the newest signs, that is the last by
//! name, and all verify, so that a key is replaced while tokens of the old one are still out.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use jsonwebtoken::{DecodingKey, EncodingKey};
use sha2::Digest as _;

use super::secret::random_bytes;
use crate::ServiceError;
use crate::environment::make_private;

const KEY_BYTES: usize = 32;
/// 64 bits of a hash of 256 random ones.
const ID_DIGITS: usize = 16;

/// The keys of an environment.
#[derive(Clone)]
pub(crate) struct SigningKeys {
    newest: SigningKey,
    older: Arc<[SigningKey]>,
}

impl SigningKeys {
    /// Reads the key of a file; makes it when it is missing.
    pub(crate) fn of_file(path: &Path) -> Result<Self, ServiceError> {
        Ok(Self {
            newest: SigningKey::load_or_make(path)?,
            older: Arc::default(),
        })
    }

    /// Reads all files `*.key` of a folder; makes the folder and a first key when there is none.
    pub(crate) fn of_folder(folder: &Path) -> Result<Self, ServiceError> {
        make_private(folder)?;
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(ServiceError::data(folder))? {
            let path = entry.map_err(ServiceError::data(folder))?.path();
            if path.extension().is_some_and(|extension| extension == "key") {
                paths.push(path);
            }
        }
        paths.sort();
        let newest = paths.pop().unwrap_or_else(|| folder.join("1.key"));
        let mut older = Vec::with_capacity(paths.len());
        for path in paths.iter().rev() {
            older.push(SigningKey::load_or_make(path)?);
        }
        Ok(Self {
            newest: SigningKey::load_or_make(&newest)?,
            older: older.into(),
        })
    }

    /// The key that signs.
    pub(super) const fn newest(&self) -> &SigningKey {
        &self.newest
    }

    /// The keys that verify, the newest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &SigningKey> {
        std::iter::once(&self.newest).chain(self.older.iter())
    }

    /// Fingerprints of all keys; nothing of a key can be learned from them.
    pub(crate) fn fingerprints(&self) -> Vec<String> {
        self.all().map(|key| key.id.clone()).collect()
    }
}

/// A key for HMAC-SHA-256 in both directions.
#[derive(Clone)]
pub(super) struct SigningKey {
    /// The beginning of its SHA-256, as the header of a token names it.
    pub(super) id: String,
    pub(super) encoding: EncodingKey,
    pub(super) decoding: DecodingKey,
}

impl SigningKey {
    /// Reads the key file; makes it when it is missing.
    fn load_or_make(path: &Path) -> Result<Self, ServiceError> {
        match read(path)? {
            Some(key) => Ok(key),
            None => make(path),
        }
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let mut id = hex::encode(sha2::Sha256::digest(bytes));
        id.truncate(ID_DIGITS);
        Self {
            id,
            encoding: EncodingKey::from_secret(bytes),
            decoding: DecodingKey::from_secret(bytes),
        }
    }
}

fn read(path: &Path) -> Result<Option<SigningKey>, ServiceError> {
    match std::fs::read(path) {
        Ok(bytes) if bytes.len() == KEY_BYTES => Ok(Some(SigningKey::from_bytes(&bytes))),
        Ok(bytes) => Err(ServiceError::Invalid(format!(
            "{} holds {} bytes instead of {KEY_BYTES}; restore it, or remove it to refuse all tokens issued so far",
            path.display(),
            bytes.len()
        ))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ServiceError::data(path)(error)),
    }
}

/// Two processes may get here at once (a start and an administrative command): the file
/// appears whole or not at all, and the first one wins.
fn make(path: &Path) -> Result<SigningKey, ServiceError> {
    let bytes = random_bytes::<KEY_BYTES>();
    if write_key(path, &bytes)? {
        return Ok(SigningKey::from_bytes(&bytes));
    }
    read(path)?.ok_or_else(|| ServiceError::Invalid(format!("{} vanished", path.display())))
}

/// Writes a key into a new file, for its owner alone; false where one is there.
pub(crate) fn write_key(path: &Path, bytes: &[u8]) -> Result<bool, ServiceError> {
    let folder = path.parent().unwrap_or(path);
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(ServiceError::data(folder))?;
    file.write_all(bytes)
        .and_then(|()| file.as_file().sync_all())
        .map_err(ServiceError::data(path))?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(lost) if lost.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(lost) => Err(ServiceError::data(path)(lost.error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_file_is_private_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("signing.key");
        SigningKey::load_or_make(&path).unwrap();
        let first = std::fs::read(&path).unwrap();
        SigningKey::load_or_make(&path).unwrap();
        assert_eq!(
            std::fs::read(&path).unwrap(),
            first,
            "a start must not change it"
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_key_file_is_refused_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("signing.key");
        std::fs::write(&path, b"short").unwrap();
        assert!(SigningKey::load_or_make(&path).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"short");
    }
}
