//! Takes an import back: old values where nobody changed them since, and a delete of records
//! that it created, where they can be deleted.

use std::path::{Path, PathBuf};

use fielddesk_api::Deletion;
use fielddesk_model::{CompanyProfileId, MachineId};
use serde::Serialize;
use serde_json::Value;

use super::known::{Known, KnownRecord};
use super::plan::blocking;
use super::revert_file::{ChangedRecord, CreatedRecord, RevertFile};
use super::types::Resource;
use crate::connection::Connection;
use crate::each::{Following, each};
use crate::fields::{Kind, Values, field, is_blank, same};
use crate::{Failure, FailureKind, machines, users};

/// What became of taking an import back.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevertReport {
    /// Machines or users.
    pub resource: Resource,
    /// The file that was imported.
    pub source: String,
    /// One for each record that the import changed or created.
    pub rows: Vec<RevertedRow>,
}

/// What became of one record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevertedRow {
    /// Its row in the imported file.
    pub row: u64,
    /// The machine or employee number.
    pub number: String,
    /// What happened.
    #[serde(flatten)]
    pub outcome: RevertOutcome,
    /// Cells that stay as the import or somebody else left them.
    pub kept: Vec<KeptCell>,
}

/// What became of one record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
pub enum RevertOutcome {
    /// Fields have their old values again.
    Restored {
        /// By spec name.
        fields: Vec<String>,
    },
    /// The record that the import created is deleted.
    Deleted,
    /// There was nothing to do, or nothing that can be done: see the kept cells.
    Nothing,
    /// The record stays.
    Kept {
        /// Why.
        why: String,
    },
    /// It failed.
    Failed {
        /// Why.
        failure: Failure,
    },
}

/// A cell that keeps its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptCell {
    /// The field's spec name.
    pub field: String,
    /// Why it keeps it.
    pub why: String,
}

/// Takes an import back. Doing it twice does nothing the second time.
///
/// # Errors
/// For a file that is none or belongs to another service; those of the fresh list. After that
/// nothing fails but single records.
pub async fn revert(
    connection: &Connection,
    path: PathBuf,
    following: &Following,
) -> Result<RevertReport, Failure> {
    let file = blocking(move || RevertFile::read(&path)).await?;
    belongs(connection, &file)?;
    let mut fields: Vec<&str> = Vec::new();
    for record in &file.changed {
        fields.extend(record.cells.iter().map(|cell| cell.field.as_str()));
    }
    for record in &file.created {
        fields.extend(record.values.keys().map(String::as_str));
    }
    fields.sort_unstable();
    fields.dedup();
    let known = Known::read(connection, file.resource, &fields).await?;
    let resource = file.resource;
    let acts: Vec<Act> = file
        .changed
        .into_iter()
        .map(|record| restoring(resource, &known, record))
        .chain(
            file.created
                .into_iter()
                .map(|record| removing(resource, &known, record)),
        )
        .collect();
    let rows: Vec<(u64, String, Vec<KeptCell>)> = acts
        .iter()
        .map(|act| (act.row, act.number.clone(), act.kept.clone()))
        .collect();
    let outcomes = each(acts, following, |act| do_it(connection, resource, act)).await;
    let mut rows: Vec<RevertedRow> = rows
        .into_iter()
        .zip(outcomes)
        .map(|((row, number, kept), outcome)| RevertedRow {
            row,
            number,
            outcome: outcome.unwrap_or_else(|failure| RevertOutcome::Failed { failure }),
            kept,
        })
        .collect();
    rows.sort_by_key(|row| row.row);
    Ok(RevertReport {
        resource,
        source: file.source,
        rows,
    })
}

fn belongs(connection: &Connection, file: &RevertFile) -> Result<(), Failure> {
    if connection.profile.base_url.to_string() == file.base_url {
        return Ok(());
    }
    Err(Failure::new(
        FailureKind::Refused,
        format!(
            "The import was done on {}.",
            crate::names::shown(&file.base_url)
        ),
        "Choose that connection, then take it back.",
    ))
}

/// What is to be done for one record.
struct Act {
    row: u64,
    number: String,
    kept: Vec<KeptCell>,
    what: What,
}

enum What {
    Restore {
        id: String,
        values: Values,
    },
    Delete {
        id: String,
        identity: Option<String>,
    },
    Settled(RevertOutcome),
}

/// The old values of a record, where the import's values are still there.
fn restoring(resource: Resource, known: &Known, record: ChangedRecord) -> Act {
    let ChangedRecord {
        row,
        number,
        id,
        cells,
    } = record;
    let mut kept = Vec::new();
    let Some(found) = known.by_id(&id) else {
        let why = "It is not there any more.".to_owned();
        let what = What::Settled(RevertOutcome::Kept { why });
        return Act {
            row,
            number,
            kept,
            what,
        };
    };
    let mut values = Values::new();
    for cell in cells {
        let Some(field) = field(resource.fields(), &cell.field) else {
            continue;
        };
        let now = found.values.get(&cell.field).cloned().unwrap_or_default();
        let why = if field.kind == Kind::Tags {
            "Tags cannot be read, so it is not known what was there.".to_owned()
        } else if same(field, &now, &cell.old) {
            continue;
        } else if !same(field, &now, &cell.new) {
            "It was changed by someone else since.".to_owned()
        } else if is_blank(&cell.old) {
            match field.emptied() {
                Ok(empty) => {
                    values.insert(cell.field, empty);
                    continue;
                }
                Err(why) => format!("It was empty, and it cannot be emptied: {why}."),
            }
        } else {
            values.insert(cell.field, cell.old);
            continue;
        };
        kept.push(KeptCell {
            field: cell.field,
            why,
        });
    }
    let what = if values.is_empty() {
        What::Settled(RevertOutcome::Nothing)
    } else {
        What::Restore { id, values }
    };
    Act {
        row,
        number,
        kept,
        what,
    }
}

/// The delete of a record that the import created and nobody changed since.
fn removing(resource: Resource, known: &Known, record: CreatedRecord) -> Act {
    let CreatedRecord {
        row,
        number,
        id,
        values,
    } = record;
    let settled = |outcome| Act {
        row,
        number: number.clone(),
        kept: Vec::new(),
        what: What::Settled(outcome),
    };
    let keep = |why: &str| {
        settled(RevertOutcome::Kept {
            why: why.to_owned(),
        })
    };
    let Some(id) = id else {
        return match known.numbered(&number).next() {
            None => settled(RevertOutcome::Nothing),
            Some(_) => {
                keep("It is not known whether the import created it. Delete it by hand if it did.")
            }
        };
    };
    let Some(found) = known.by_id(&id) else {
        return settled(RevertOutcome::Nothing);
    };
    if !as_created(resource, found, &values) {
        return keep("It was changed by someone else since. Delete it by hand if it shall go.");
    }
    let what = What::Delete {
        id,
        identity: found.identity.clone(),
    };
    Act {
        row,
        number,
        kept: Vec::new(),
        what,
    }
}

/// Whether every value that can be read is the one that was sent.
fn as_created(resource: Resource, found: &KnownRecord, values: &Values) -> bool {
    values.iter().all(|(name, value)| {
        field(resource.fields(), name).is_none_or(|field| {
            let now = found.values.get(name).unwrap_or(&Value::Null);
            // Fuel that could not be sent with the import is not there.
            field.kind == Kind::Tags || is_blank(now) || same(field, now, value)
        })
    })
}

async fn do_it(
    connection: &Connection,
    resource: Resource,
    act: Act,
) -> Result<RevertOutcome, Failure> {
    match act.what {
        What::Settled(outcome) => Ok(outcome),
        What::Restore { id, values } => {
            let fields = values.keys().cloned().collect();
            restore(connection, resource, &id, &values).await?;
            Ok(RevertOutcome::Restored { fields })
        }
        What::Delete { id, identity } => {
            let deletion = match (resource, identity) {
                (Resource::Machines, _) => {
                    let machines = connection.client.machines();
                    machines.delete_if_deletable(&MachineId::new(id)).await?
                }
                (Resource::Users, identity) => {
                    let identity = identity.unwrap_or_default();
                    connection
                        .client
                        .users()
                        .delete_if_deletable(&identity.into())
                        .await?
                }
            };
            Ok(match deletion {
                Deletion::Done => RevertOutcome::Deleted,
                Deletion::Refused { reasons } => RevertOutcome::Kept {
                    why: refused(&reasons),
                },
            })
        }
    }
}

async fn restore(
    connection: &Connection,
    resource: Resource,
    id: &str,
    values: &Values,
) -> Result<(), Failure> {
    match resource {
        Resource::Machines => {
            let (change, esg) = machines::changes(values)?;
            let (client, id) = (connection.client.machines(), MachineId::new(id));
            if !change.is_empty() {
                client.patch(&id, &change).await?;
            }
            if !esg.is_empty() {
                client.patch_esg(&id, &esg).await?;
            }
        }
        Resource::Users => {
            let (emptied, set): (Values, Values) = values
                .clone()
                .into_iter()
                .partition(|(_, value)| value.is_null());
            let (client, id) = (connection.client.users(), CompanyProfileId::new(id));
            if !set.is_empty() {
                client.patch(&id, &users::change(&set)?).await?;
            }
            if !emptied.is_empty() {
                let user = client.by_profile_id(&id).await?;
                let names: Vec<&str> = emptied.keys().map(String::as_str).collect();
                users::clear(connection, &user, &names).await?;
            }
        }
    }
    Ok(())
}

fn refused(reasons: &[String]) -> String {
    match reasons {
        [] => "It cannot be deleted: other data depends on it. Set it inactive instead.".to_owned(),
        reasons => {
            let reasons = crate::names::shown(&reasons.join("; "));
            format!("It cannot be deleted: {reasons}")
        }
    }
}

/// The place of the file that takes an import back: beside the imported one.
#[must_use]
pub fn revert_path(imported: &Path, at: chrono::DateTime<chrono::Utc>) -> PathBuf {
    let stem = imported.file_stem().unwrap_or_default().to_string_lossy();
    imported.with_file_name(format!("{stem}.revert-{}.json", at.format("%Y%m%d-%H%M%S")))
}
