//! Content that comes into the history from the service.

use std::time::Duration;

use fielddesk_api::Client;
use fielddesk_model::FileReferenceId;

use super::{History, Kept};
use crate::{Failure, FailureKind};

impl History {
    /// Brings the bytes of a document on the service into the history, unless they are there.
    /// The name in `kept` is for a download that has none. Content that was cut off is fetched
    /// again after each of the waits.
    ///
    /// # Errors
    /// Not found when the document is gone; otherwise the service's, the disk's, or no room.
    pub(crate) async fn fetch(
        &self,
        client: &Client,
        id: &FileReferenceId,
        kept: Kept,
        waits: &[Duration],
    ) -> Result<(), Failure> {
        if self.of_document(&kept.connection, id).await?.is_some() {
            return Ok(());
        }
        let on_service = kept.target.on_service();
        let mut waits = waits.iter();
        loop {
            let download = client.documents(&on_service).download(id).await?;
            let mut kept = kept.clone();
            kept.document = Some(id.clone());
            if let Some(name) = download.name.clone() {
                kept.name = name;
            }
            let Err(failure) = self.keep(kept, download.into_stream()).await else {
                return Ok(());
            };
            match waits.next() {
                Some(wait) if is_passing(&failure) => self.clock.sleep(*wait).await,
                _ => return Err(failure),
            }
        }
    }
}

fn is_passing(failure: &Failure) -> bool {
    matches!(
        failure.kind,
        FailureKind::Unreachable | FailureKind::ServiceFailed
    )
}
