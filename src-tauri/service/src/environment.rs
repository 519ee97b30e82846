//! An environment as the handlers see it, and the data folder behind both.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fielddesk_model::Environment;

use crate::auth::{AccessCache, Signer, SigningKeys, identity_url};
use crate::files::{Files, Folder};
use crate::store::tables::Tables;
use crate::store::{SqliteStore, SqliteTables, Store};
use crate::{Durability, ServiceError};

/// The database of an environment, in its folder.
pub(crate) const DATABASE: &str = "service.sqlite";
/// The folder of its documents there.
pub(crate) const DOCUMENTS: &str = "documents";
/// The file of its signing key there.
pub(crate) const SIGNING_KEY: &str = "signing.key";

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
        let folder = Self::named(path);
        folder.make()?;
        Ok(folder)
    }

    /// The folder of a service that was started before.
    pub(crate) fn existing(path: &Path) -> Result<Self, ServiceError> {
        fs::metadata(path).map_err(ServiceError::data(path))?;
        Self::create(path)
    }

    /// The folder of this name, which may be missing.
    pub(crate) fn named(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Makes the folder and those of its environments, for their owner alone, where missing.
    pub(crate) fn make(&self) -> Result<(), ServiceError> {
        for environment in Environment::ALL {
            make_private(&self.environment(environment))?;
        }
        make_private(&self.0)
    }

    pub(crate) fn environment(&self, environment: Environment) -> PathBuf {
        self.0.join(environment.as_str())
    }

    /// The database of an environment, where there is one.
    pub(crate) fn database(&self, environment: Environment) -> Option<PathBuf> {
        Some(self.environment(environment).join(DATABASE)).filter(|file| file.is_file())
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

    pub(crate) fn files(
        &self,
        environment: Environment,
        durability: Durability,
    ) -> Result<Folder, ServiceError> {
        let root = self.environment(environment).join(DOCUMENTS);
        make_private(&root)?;
        Folder::open(&root, durability)
    }
}

/// The places of everything that a service keeps: a data folder, or what stands in for its parts.
pub(crate) struct Backing {
    pub(crate) folder: Option<DataFolder>,
    pub(crate) database: Option<String>,
    pub(crate) signing_keys: Option<PathBuf>,
    pub(crate) durability: Durability,
}

impl Backing {
    /// Opens the database of an environment and brings it up to date.
    pub(crate) async fn store(
        &self,
        environment: Environment,
    ) -> Result<Arc<dyn Store>, ServiceError> {
        match (&self.database, &self.folder) {
            (Some(url), _) => open_url(url, environment, self.durability).await,
            (None, Some(folder)) => {
                let file = folder.environment(environment).join(DATABASE);
                Ok(Arc::new(SqliteStore::open(&file, self.durability).await?))
            }
            (None, None) => Err(ServiceError::Invalid(
                "a database is needed: give --data or --database".to_owned(),
            )),
        }
    }

    /// The tables of an environment as they are; none where there is no database.
    pub(crate) async fn tables(
        &self,
        environment: Environment,
    ) -> Result<Option<Box<dyn Tables>>, ServiceError> {
        if let Some(url) = &self.database {
            return Ok(Some(tables_of_url(url, environment).await?));
        }
        let folder = self.folder.as_ref();
        match folder.and_then(|folder| folder.database(environment)) {
            Some(file) => Ok(Some(Box::new(SqliteTables::open(&file).await?))),
            None => Ok(None),
        }
    }

    /// The folder of local documents.
    pub(crate) fn files(&self, environment: Environment) -> Result<Folder, ServiceError> {
        let folder = self.folder.as_ref().ok_or_else(|| {
            ServiceError::Invalid("documents need a place: give --data or --objects".to_owned())
        })?;
        folder.files(environment, self.durability)
    }

    /// The keys of an environment's tokens.
    pub(crate) fn signing_keys(
        &self,
        environment: Environment,
    ) -> Result<SigningKeys, ServiceError> {
        match (&self.signing_keys, &self.folder) {
            (Some(keys), _) => SigningKeys::of_folder(&keys.join(environment.as_str())),
            (None, Some(folder)) => {
                SigningKeys::of_file(&folder.environment(environment).join(SIGNING_KEY))
            }
            (None, None) => Err(ServiceError::Invalid(
                "tokens need a key: give --signing-keys or --data".to_owned(),
            )),
        }
    }

    /// Signs and checks the tokens of an environment under an origin.
    pub(crate) fn signer(
        &self,
        origin: &str,
        environment: Environment,
    ) -> Result<Signer, ServiceError> {
        Ok(Signer::new(
            identity_url(origin, environment),
            self.signing_keys(environment)?,
            self.signing_keys(environment.other())?,
        ))
    }
}

#[cfg(feature = "cluster")]
async fn open_url(
    url: &str,
    environment: Environment,
    durability: Durability,
) -> Result<Arc<dyn Store>, ServiceError> {
    let store = crate::store::PostgresStore::open(url, environment, durability).await?;
    Ok(Arc::new(store))
}

#[cfg(feature = "cluster")]
async fn tables_of_url(
    url: &str,
    environment: Environment,
) -> Result<Box<dyn Tables>, ServiceError> {
    let tables = crate::store::PostgresTables::open(url, environment).await?;
    Ok(Box::new(tables))
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "the other build opens a database")]
async fn open_url(_: &str, _: Environment, _: Durability) -> Result<Arc<dyn Store>, ServiceError> {
    Err(without_postgres())
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "the other build opens a database")]
async fn tables_of_url(_: &str, _: Environment) -> Result<Box<dyn Tables>, ServiceError> {
    Err(without_postgres())
}

#[cfg(not(feature = "cluster"))]
fn without_postgres() -> ServiceError {
    let sentence =
        "this fieldservice is built without PostgreSQL; take the packaged one, or give --data";
    crate::store::StoreError::Refused(sentence.to_owned()).into()
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
