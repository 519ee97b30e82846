//! An environment as the handlers see it, and the data folder behind both.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fielddesk_model::Environment;

use crate::auth::{AccessCache, Signer, SigningKey};
use crate::files::Files;
use crate::store::{SqliteStore, Store};
use crate::{Durability, ServiceError};

/// The database of an environment, in its folder.
pub(crate) const DATABASE: &str = "service.sqlite";

/// The parts that handlers of one environment work with.
pub(crate) struct EnvironmentContext {
    pub(crate) environment: Environment,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) files: Files,
    pub(crate) signer: Signer,
    pub(crate) access: AccessCache,
    pub(crate) token_lifetime_s: u64,
    pub(crate) max_upload_bytes: Option<u64>,
}

/// The folder that holds everything; each environment has its own folder in it.
#[derive(Debug, Clone)]
pub(crate) struct DataFolder(PathBuf);

impl DataFolder {
    /// Makes the folder, for its owner alone, when it is missing.
    pub(crate) fn create(path: &Path) -> Result<Self, ServiceError> {
        for environment in Environment::ALL {
            make_private(&path.join(environment.as_str()))?;
        }
        make_private(path)?;
        Ok(Self(path.to_owned()))
    }

    /// The folder of a service that was started before.
    pub(crate) fn existing(path: &Path) -> Result<Self, ServiceError> {
        fs::metadata(path).map_err(ServiceError::data(path))?;
        Self::create(path)
    }

    fn environment(&self, environment: Environment) -> PathBuf {
        self.0.join(environment.as_str())
    }

    /// Takes the right to serve; held as long as the file lives.
    pub(crate) fn lock(&self) -> Result<File, ServiceError> {
        let path = self.0.join("serve.lock");
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(ServiceError::data(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(ServiceError::Busy(self.0.clone())),
            Err(TryLockError::Error(source)) => Err(ServiceError::Data { path, source }),
        }
    }

    pub(crate) async fn store(
        &self,
        environment: Environment,
        durability: Durability,
    ) -> Result<SqliteStore, ServiceError> {
        let file = self.environment(environment).join(DATABASE);
        Ok(SqliteStore::open(&file, durability).await?)
    }

    pub(crate) fn files(
        &self,
        environment: Environment,
        durability: Durability,
    ) -> Result<Files, ServiceError> {
        let root = self.environment(environment).join("documents");
        make_private(&root)?;
        Files::open(&root, durability)
    }

    pub(crate) fn signing_key(&self, environment: Environment) -> Result<SigningKey, ServiceError> {
        SigningKey::load_or_make(&self.environment(environment).join("signing.key"))
    }
}

/// Makes a folder, for its owner alone, when it is missing.
pub(crate) fn make_private(path: &Path) -> Result<(), ServiceError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path).map_err(ServiceError::data(path))
}
