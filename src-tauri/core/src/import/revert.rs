//! Takes an import back: old values where nobody changed them since, and a delete of records
//! that it created, where nobody changed or filled in anything and they can be deleted. What
//! is deleted is noted in the file before.

use std::path::{Path, PathBuf};

use fielddesk_api::{Deletion, Equipment};
use fielddesk_model::{CompanyProfileId, MachineId};
use serde::Serialize;

use super::known::{Known, KnownRecord, every_field, of_machine, of_user};
use super::plan::blocking;
use super::revert_file::{ChangedRecord, CreatedRecord, RevertFile};
use super::types::Resource;
use crate::connection::Connection;
use crate::each::{Following, each};
use crate::fields::{Kind, Values, changed_since_creation, field, is_blank, same};
use crate::{Failure, FailureKind, machines, users};

/// Why a value or a record stays.
const CHANGED: &str = "It was changed by someone else since.";

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
    Deleted {
        /// As it was: enough to create it again.
        record: Values,
    },
    /// There was nothing to do, or nothing that can be done: see the kept cells.
    Nothing,
    /// The record stays.
    Kept {
        /// Why.
        why: String,
        /// The same as a failure, for programs.
        failure: Failure,
    },
    /// It failed.
    Failed {
        /// Why.
        failure: Failure,
    },
}

impl RevertOutcome {
    fn kept(why: impl Into<String>) -> Self {
        let why = why.into();
        let failure = Failure::new(FailureKind::Conflict, why.clone(), "");
        Self::Kept { why, failure }
    }
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
    let place = path.clone();
    let mut file = blocking(move || RevertFile::read(&place)).await?;
    belongs(connection, &file)?;
    let resource = file.resource;
    let known = Known::read(connection, resource, &every_field(resource)).await?;
    let changed = file.changed.iter().cloned();
    let mut acts: Vec<Act> = changed
        .map(|record| restoring(resource, &known, record))
        .collect();
    let before = file.created.clone();
    for record in &mut file.created {
        acts.push(removing(resource, &known, record));
    }
    let source = file.source.clone();
    if file.created != before {
        // The copies are on the disk before anything is deleted.
        blocking(move || file.write(&path)).await?;
    }
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
        source,
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
            fielddesk_rules::file_name::shown(&file.base_url)
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
    /// Deletes the record if it is still this one.
    Delete {
        record: Box<KnownRecord>,
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
        let what = What::Settled(RevertOutcome::kept("It is not there any more."));
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
            CHANGED.to_owned()
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

/// The delete of a record that the import created and nobody changed since. The record that
/// goes is noted in the file.
fn removing(resource: Resource, known: &Known, record: &mut CreatedRecord) -> Act {
    let (kept, what) = match record.id.as_deref().map(|id| known.by_id(id)) {
        None if known.numbered(&record.number).next().is_some() => {
            let why = "It is not known whether the import created it. Delete it by hand if it did.";
            (Vec::new(), What::Settled(RevertOutcome::kept(why)))
        }
        None | Some(None) => (Vec::new(), What::Settled(RevertOutcome::Nothing)),
        Some(Some(found)) => {
            let kept = changed(resource, found, record);
            let what = if kept.is_empty() {
                record.deleted = Some(copy(resource, found, &record.values));
                let record = Box::new(found.clone());
                What::Delete { record }
            } else {
                What::Settled(changed_since())
            };
            (kept, what)
        }
    };
    Act {
        row: record.row,
        number: record.number.clone(),
        kept,
        what,
    }
}

/// Fields of a created record that somebody changed or filled in since.
fn changed(resource: Resource, found: &KnownRecord, record: &CreatedRecord) -> Vec<KeptCell> {
    let (sent, stored) = (&record.values, record.stored.as_ref());
    let fields = changed_since_creation(resource.fields(), sent, stored, &found.values);
    let cells = fields.into_iter().map(|field| KeptCell {
        field: field.name.to_owned(),
        why: CHANGED.to_owned(),
    });
    cells.collect()
}

fn changed_since() -> RevertOutcome {
    RevertOutcome::kept(format!("{CHANGED} Delete it by hand if it shall go."))
}

/// What can be written of a record, with the tags that were sent: they cannot be read.
fn copy(resource: Resource, found: &KnownRecord, sent: &Values) -> Values {
    let mut copy = found.filled();
    let writable =
        |name: &String| field(resource.fields(), name).is_some_and(|one| one.read_only.is_none());
    copy.retain(|name, _| writable(name));
    let tags = sent.iter().filter(|(name, _)| !copy.contains_key(*name));
    let tags: Vec<_> = tags
        .filter(|(name, _)| {
            field(resource.fields(), name).is_some_and(|field| field.kind == Kind::Tags)
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    copy.extend(tags);
    copy
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
        What::Delete { record } => delete(connection, resource, *record).await,
    }
}

/// Deletes a record that is still as it was when the copy was made.
async fn delete(
    connection: &Connection,
    resource: Resource,
    record: KnownRecord,
) -> Result<RevertOutcome, Failure> {
    let fields = every_field(resource);
    let (machines, users) = (connection.client.machines(), connection.client.users());
    let id = record.id.as_str();
    let now = match resource {
        Resource::Machines => machines
            .get(&MachineId::new(id), Equipment::LeftOut)
            .await
            .map(|machine| of_machine(&machine, &fields)),
        Resource::Users => users
            .by_profile_id(&CompanyProfileId::new(id))
            .await
            .map(|user| of_user(&user, &fields)),
    };
    match now {
        Err(error) if error.is_not_found() => return Ok(RevertOutcome::Nothing),
        now => {
            let (now, nothing) = (now??.values, Values::new());
            let before = Some(&record.values);
            if !changed_since_creation(resource.fields(), &nothing, before, &now).is_empty() {
                return Ok(changed_since());
            }
        }
    }
    let deletion = match (resource, record.identity.as_deref()) {
        (Resource::Machines, _) => machines.delete_if_deletable(&MachineId::new(id)).await?,
        (Resource::Users, identity) => {
            let identity = identity.unwrap_or_default();
            users.delete_if_deletable(&identity.into()).await?
        }
    };
    Ok(match deletion {
        Deletion::Done => RevertOutcome::Deleted {
            record: record.filled(),
        },
        Deletion::Refused { reasons } => RevertOutcome::kept(refused(&reasons)),
    })
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
            let reasons = fielddesk_rules::file_name::shown(&reasons.join("; "));
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
