//! What comes before every delete: the bytes are in the history. And the delete that follows
//! at once, for a door without undo.

use std::time::Duration;

use fielddesk_model::FileReferenceId;

use super::Target;
use crate::Failure;
use crate::connection::Connection;
use crate::history::{History, Kept, Reason, Source};
use crate::target::connection_key;

/// Waits before content that was cut off is fetched again: nobody is there to try again.
const WAITS: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// Section and name of a document, as listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
}

/// Brings the content of a document into the history, then deletes it on the service.
///
/// # Errors
/// When the content cannot be kept: then nothing was deleted. Otherwise the service's.
pub async fn keep_then_delete(
    connection: &Connection,
    history: &History,
    target: &Target,
    id: &FileReferenceId,
    listed: Listed,
) -> Result<(), Failure> {
    keep(connection, history, target, id, listed, &WAITS).await?;
    let on_service = target.on_service();
    connection.client.documents(&on_service).delete(id).await?;
    Ok(())
}

/// Brings the content of a document that a person deletes into the history.
pub(super) async fn keep(
    connection: &Connection,
    history: &History,
    target: &Target,
    id: &FileReferenceId,
    listed: Listed,
    waits: &[Duration],
) -> Result<(), Failure> {
    let kept = Kept {
        connection: connection_key(connection),
        target: target.clone(),
        section: listed.section,
        name: listed.name,
        document: Some(id.clone()),
        source: Source::Remote,
        reason: Reason::Deleted,
        mapping: None,
    };
    history.fetch(&connection.client, id, kept, waits).await
}
