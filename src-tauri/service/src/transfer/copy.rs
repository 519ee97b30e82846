//! A copy of everything from one place to another that holds nothing.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;

use fielddesk_model::Environment;
use serde::Serialize;

use super::documents::{self, Copying, DocumentsCopy, Listed};
use super::keys::{self, KeyCopy};
use super::rows::{self, TableCopy};
use crate::environment::{Backing, DataFolder};
use crate::files::{Buckets, Files};
use crate::store::tables::{Tables, common};
use crate::{Durability, Location, ServiceError};

/// A copy with the comparison of both sides.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CopyReport {
    /// True where source and target are equal and no document is lost.
    pub equal: bool,
    /// The environments that were copied, by name.
    pub environments: BTreeMap<&'static str, EnvironmentCopy>,
}

/// An environment of a copy.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentCopy {
    /// The tables, in the order of their references.
    pub tables: Vec<TableCopy>,
    /// The documents.
    pub documents: DocumentsCopy,
}

/// Copies environments to a place that holds nothing of them. Documents go first and rows last, in
/// one transaction an environment, so that an interrupted copy is done again as it was.
///
/// # Errors
/// A source that is missing or served, a target that is not empty, a failure of either. Rows that
/// differ after all are no error: nothing of them stays, and the report shows them.
pub async fn copy(
    from: Location,
    to: Location,
    environments: &[Environment],
) -> Result<CopyReport, ServiceError> {
    let (from, to) = (Side::new(from).await?, Side::new(to).await?);
    let mut plans = Vec::new();
    for environment in environments {
        plans.push(Plan::new(&from, &to, *environment).await?);
    }
    let _source = lock(&from.backing)?;
    if let Some(folder) = &to.backing.folder {
        folder.make()?;
    }
    let _target = lock(&to.backing)?;
    let mut report = CopyReport {
        equal: true,
        environments: BTreeMap::new(),
    };
    for plan in plans {
        let name = plan.environment.as_str();
        let copied = plan.carry_out(&from, &to).await?;
        report.equal &= copied.is_equal();
        report.environments.insert(name, copied);
    }
    Ok(report)
}

/// The source or the target.
struct Side {
    backing: Backing,
    /// The bucket of the documents, in place of the data folder.
    buckets: Option<Buckets>,
}

impl Side {
    async fn new(location: Location) -> Result<Self, ServiceError> {
        let buckets = match &location.objects {
            Some(url) => Some(Buckets::open(url).await?),
            None => None,
        };
        let backing = Backing {
            folder: location.data.as_deref().map(DataFolder::named),
            database: location.database,
            signing_keys: location.signing_keys,
            durability: Durability::Power,
        };
        Ok(Self { backing, buckets })
    }

    async fn files(&self, environment: Environment) -> Result<Files, ServiceError> {
        Ok(match &self.buckets {
            Some(buckets) => {
                let store = self.backing.store(environment).await?;
                Files::Bucket(buckets.bucket(environment, store))
            }
            None => Files::Folder(self.backing.files(environment)?),
        })
    }
}

fn lock(backing: &Backing) -> Result<Option<File>, ServiceError> {
    backing.folder.as_ref().map(DataFolder::lock).transpose()
}

/// The database of a side, which is there.
async fn open(
    side: &Side,
    option: &str,
    environment: Environment,
) -> Result<Box<dyn Tables>, ServiceError> {
    if let Some(mut tables) = side.backing.tables(environment).await?
        && !tables.tables().await?.is_empty()
    {
        return Ok(tables);
    }
    Err(ServiceError::Refused(format!(
        "{option} has no database of the environment {environment}; name the data folder or the \
         URL that `serve` is given, or the environment that is there"
    )))
}

/// The copy of an environment.
struct Plan {
    environment: Environment,
    keys: Vec<KeyCopy>,
}

impl Plan {
    /// Looks at both sides and writes nothing.
    async fn new(from: &Side, to: &Side, environment: Environment) -> Result<Self, ServiceError> {
        open(from, "--from", environment).await?;
        if let Some(mut target) = to.backing.tables(environment).await?
            && let Some(table) = rows::first_with_rows(&mut *target).await?
        {
            return Err(ServiceError::Refused(format!(
                "--to is not empty: the environment {environment} has rows of {table}; name an \
                 empty place"
            )));
        }
        for (side, option) in [(from, "--from-objects"), (to, "--to-objects")] {
            if side.backing.folder.is_none() && side.buckets.is_none() {
                return Err(ServiceError::Refused(format!(
                    "documents need a place beside PostgreSQL: give {option}"
                )));
            }
        }
        let keys = keys::plan(&from.backing, &to.backing, environment)?;
        Ok(Self { environment, keys })
    }

    async fn carry_out(self, from: &Side, to: &Side) -> Result<EnvironmentCopy, ServiceError> {
        let environment = self.environment;
        // Makes the target and brings it up to date.
        let store = to.backing.store(environment).await?;
        let mut source = open(from, "--from", environment).await?;
        let mut target = open(to, "--to", environment).await?;
        let tables = common(&source.tables().await?, &target.tables().await?).map_err(|why| {
            ServiceError::Refused(format!(
                "--from is of another version of fieldservice: {why}; serve it once with this \
                 version, then copy"
            ))
        })?;
        let from_files = from.files(environment).await?;
        let to_files = to.files(environment).await?;
        let mut copying = Copying::new(&from_files, &to_files);
        let first = documents::listed(&mut *source).await?;
        copying.copy(&first).await?;
        keys::copy(&self.keys)?;
        // Hours may have gone by: the connections are new, and the documents those of the rows.
        source = open(from, "--from", environment).await?;
        target = open(to, "--to", environment).await?;
        source.begin_read().await?;
        let known: HashSet<&str> = first.iter().map(|document| document.id.as_str()).collect();
        let mut later: Vec<Listed> = documents::listed(&mut *source).await?;
        later.retain(|document| !known.contains(document.id.as_str()));
        copying.copy(&later).await?;
        let documents = copying.finish();
        if documents.from_sha256 != documents.to_sha256 {
            return Err(ServiceError::Invalid(format!(
                "documents of {environment} were read back other than they were written; no row \
                 was copied, so copy again"
            )));
        }
        let tables = rows::copy(&tables, &mut *source, &mut *target).await?;
        drop(target);
        store.close().await;
        Ok(EnvironmentCopy { tables, documents })
    }
}

impl EnvironmentCopy {
    fn is_equal(&self) -> bool {
        self.tables.iter().all(TableCopy::is_equal) && self.documents.lost.is_empty()
    }
}
