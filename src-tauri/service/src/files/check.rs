//! Comparison of the objects that are stored with the documents that name them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt as _};
use serde::Serialize;

use super::folder::{STAGED_SUFFIX, staged_location};
use super::location;
use crate::store::Store;
use crate::{ServiceError, seed};

/// Documents looked up at a time.
const BATCH: usize = 1000;

/// The result of a comparison of stored objects and documents.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectsReport {
    /// Number of stored objects.
    pub objects: u64,
    /// Their size together, in bytes.
    pub bytes: u64,
    /// Number of documents.
    pub documents: u64,
    /// Objects that no document names.
    pub unnamed: u64,
    /// Unnamed ones that are noted now, to be deleted after a while.
    pub noted: u64,
    /// Documents without an object.
    pub missing: Vec<DamagedObject>,
    /// Documents whose object has another size.
    pub other_size: Vec<DamagedObject>,
}

/// A document that cannot be read whole.
#[derive(Debug, Serialize)]
pub struct DamagedObject {
    /// Id of the document.
    pub id: String,
    /// Name of the document.
    pub name: String,
    /// Size in bytes, as the database has it.
    pub size: u64,
    /// The size of the object; none without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<u64>,
}

/// Compares the objects of an environment with its documents. Objects without a document that are
/// older than `note_before` are noted, where such a time is given.
pub(crate) async fn check(
    objects: &dyn ObjectStore,
    rows: &dyn Store,
    now: DateTime<Utc>,
    note_before: Option<DateTime<Utc>>,
) -> Result<ObjectsReport, ServiceError> {
    let mut report = ObjectsReport::default();
    let mut stored = HashMap::new();
    let mut found = objects.list(None).chunks(BATCH);
    while let Some(batch) = found.next().await {
        let batch: Vec<ObjectMeta> = batch
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        let batch: Vec<_> = batch
            .iter()
            .filter_map(|object| Some((document_id(object)?, object)))
            .collect();
        let ids: Vec<String> = batch.iter().map(|(id, _)| id.clone()).collect();
        let listed = rows.known_documents(&ids).await?;
        let mut old = Vec::new();
        for (id, object) in batch {
            report.objects += 1;
            report.bytes += object.size;
            if listed.contains(&id) {
                stored.insert(id, object.size);
                continue;
            }
            report.unnamed += 1;
            if note_before.is_some_and(|before| object.last_modified < before) {
                old.push(id);
            }
        }
        if !old.is_empty() {
            report.noted += rows.note_unnamed(&old, "found", now).await?;
        }
    }
    compare(objects, rows, &stored, &mut report).await?;
    Ok(report)
}

/// Adds the documents whose objects are missing or of another size.
async fn compare(
    objects: &dyn ObjectStore,
    rows: &dyn Store,
    stored: &HashMap<String, u64>,
    report: &mut ObjectsReport,
) -> Result<(), ServiceError> {
    let mut last = String::new();
    loop {
        let documents = rows.documents_after(&last, BATCH).await?;
        let Some(end) = documents.last() else {
            return Ok(());
        };
        last.clone_from(&end.id);
        for document in documents {
            report.documents += 1;
            let id = FileReferenceId::from(document.id.as_str());
            let stored = match stored.get(&document.id) {
                Some(size) => Some(*size),
                // It may be newer than the list.
                None => match objects.head(&location(&id)).await {
                    Ok(object) => Some(object.size),
                    Err(object_store::Error::NotFound { .. }) => None,
                    Err(error) => return Err(failed(error)),
                },
            };
            let damaged = DamagedObject {
                size: u64::try_from(document.size).unwrap_or_default(),
                id: document.id,
                name: document.name,
                stored,
            };
            match stored {
                None if seed::content(&id).is_some() => {}
                None => report.missing.push(damaged),
                Some(size) if size != damaged.size => report.other_size.push(damaged),
                Some(_) => {}
            }
        }
    }
}

/// The document that an object belongs to; none for what others stored here.
fn document_id(object: &ObjectMeta) -> Option<String> {
    let id = object.location.filename()?.trim_end_matches(STAGED_SUFFIX);
    let reference = FileReferenceId::from(id);
    let ours = [location(&reference), staged_location(&reference)];
    ours.contains(&object.location).then(|| id.to_owned())
}

fn failed(error: object_store::Error) -> ServiceError {
    ServiceError::Objects(format!("the stored documents cannot be read: {error}"))
}
