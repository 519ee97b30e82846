//! `fieldservice copy` and `fieldservice backup`

use std::path::PathBuf;

use anyhow::bail;
use fielddesk_model::Environment;
use fielddesk_service::transfer::{backup, copy};
use fielddesk_service::{Location, ServiceError};

use super::arguments::{BackupArguments, CopyArguments};
use super::output;

pub(super) async fn run(arguments: CopyArguments) -> anyhow::Result<()> {
    let from = location(
        ("--from", arguments.from),
        ("--from-objects", arguments.from_objects),
        arguments.from_signing_keys,
    )?;
    let to = location(
        ("--to", arguments.to),
        ("--to-objects", arguments.to_objects),
        arguments.to_signing_keys,
    )?;
    let report = copy(from, to, &environments(arguments.environment)).await?;
    output::json(&report)?;
    if !report.equal {
        bail!("source and target differ; the tables and documents are in the output");
    }
    Ok(())
}

/// Reads a side of a copy. A URL may hold a password, so a refusal repeats none.
fn location(
    (option, place): (&str, String),
    (objects_option, objects): (&str, Option<String>),
    signing_keys: Option<PathBuf>,
) -> Result<Location, ServiceError> {
    let mut location = Location {
        signing_keys,
        ..Location::default()
    };
    match scheme(&place) {
        Some("postgres" | "postgresql") => location.database = Some(place),
        None => location.data = Some(place.into()),
        Some(_) => {
            return Err(ServiceError::Refused(format!(
                "{option} is neither a folder nor a URL such as postgres://USER@HOST/DATABASE"
            )));
        }
    }
    match objects.as_deref().map(scheme) {
        None => {}
        Some(Some("s3")) => location.objects = objects,
        Some(None) if location.data.is_some() => {
            return Err(ServiceError::Refused(format!(
                "{objects_option} names a folder, and the data folder has its own documents"
            )));
        }
        Some(None) => location.data = objects.map(PathBuf::from),
        Some(Some(_)) => {
            return Err(ServiceError::Refused(format!(
                "{objects_option} is neither a folder nor a URL such as s3://BUCKET/PREFIX"
            )));
        }
    }
    Ok(location)
}

fn scheme(text: &str) -> Option<&str> {
    text.split_once("://").map(|(scheme, _)| scheme)
}

pub(super) async fn run_backup(arguments: BackupArguments) -> anyhow::Result<()> {
    let (None, Some(data)) = (arguments.database, arguments.data) else {
        let refusal = "a database of PostgreSQL is backed up by pg_dump or pgBackRest, and a \
                       bucket by the versions of its store; see docs/admin/service.md";
        return Err(ServiceError::Refused(refusal.to_owned()).into());
    };
    let report = backup(&data, &arguments.to, &environments(arguments.environment)).await?;
    output::json(&report)?;
    if report.lost() > 0 {
        bail!(
            "{} of the documents have no bytes in the data folder, or not all of them; the others \
             are in the backup",
            report.lost()
        );
    }
    Ok(())
}

fn environments(one: Option<Environment>) -> Vec<Environment> {
    one.map_or_else(|| Environment::ALL.to_vec(), |one| vec![one])
}
