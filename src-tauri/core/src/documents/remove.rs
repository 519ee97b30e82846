//! Deleting documents at once, without undo: what `fieldctl docs delete` does.

use fielddesk_documents::intent::Removal;
use fielddesk_documents::ports::RemovalReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::concurrency;
use fielddesk_rules::name_key::FileKey;
use futures::StreamExt as _;
use futures::stream;

use super::direct::{DirectCaller, DocumentContext};
use crate::Failure;

/// What became of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The document.
    pub id: FileReferenceId,
    /// Its section and name as listed; empty where it was not.
    pub section: String,
    /// Its name as listed.
    pub name: String,
    /// What happened.
    pub result: Result<(), Failure>,
}

/// Brings each document into the history, then deletes it; an outcome for each, in order.
///
/// # Errors
/// When the page cannot be listed or the journal not be used: nothing was deleted.
pub async fn remove_documents(
    work: &DocumentContext<'_>,
    ids: &[FileReferenceId],
) -> Result<Vec<Removed>, Failure> {
    let direct = DirectCaller::begin(work).await?;
    let removals = stream::iter(ids).map(|id| one(&direct, id));
    let removed = removals.buffered(concurrency::DELETES).collect().await;
    direct.finish().await?;
    Ok(removed)
}

async fn one(direct: &DirectCaller, id: &FileReferenceId) -> Removed {
    let found = direct.find(id);
    let (section, name) = found.clone().unwrap_or_default();
    let result = match found {
        Some((section, name)) => direct.remove(deleted(id, &section, &name)).await,
        None => Err(Failure::not_found(
            "document",
            id.as_str(),
            "It may be deleted already: list the documents.",
        )),
    };
    Removed {
        id: id.clone(),
        section,
        name,
        result,
    }
}

/// The removal of a document that a person deletes.
pub(super) fn deleted(id: &FileReferenceId, section: &str, name: &str) -> Removal {
    Removal {
        key: FileKey::of(section, name),
        section: section.to_owned(),
        name: name.to_owned(),
        id: id.clone(),
        sha256: None,
        successor: None,
        reason: RemovalReason::Deleted,
        approved: true,
    }
}
