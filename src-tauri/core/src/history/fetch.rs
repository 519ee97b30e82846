//! Content that comes into the history from the service.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use fielddesk_api::{Client, Clock as _, SystemClock};
use fielddesk_documents::ports::{
    History as _, NewVersion, Owner, RemoteError, SourceError, Version,
};
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;

use super::{History, of_history};
use crate::content::lock;
use crate::target::Target;
use crate::{Failure, FailureKind};

impl History {
    /// Brings the bytes of a document on the service into the history, unless they are there.
    /// The name in `new` is for a download that has none. Content that was cut off is fetched
    /// again after each of the waits.
    ///
    /// # Errors
    /// Not found when the document is gone; otherwise the service's, the disk's, or no room.
    pub(crate) async fn fetch(
        &self,
        client: &Client,
        owner: &Owner,
        id: &FileReferenceId,
        new: NewVersion,
        waits: &[Duration],
    ) -> Result<Version, Failure> {
        let history = self.store.of_owner(owner.clone());
        let known = history.of_document(id).await;
        if let Some(version) = known.map_err(|error| of_history(&error))? {
            return Ok(version);
        }
        self.room()?;
        let target = Target {
            project: owner.project.clone(),
            work_order: owner.work_order.clone(),
        };
        let mut waits = waits.iter();
        loop {
            let download = client.documents(&target.on_service()).download(id).await?;
            let mut new = new.clone();
            new.document = Some(id.clone());
            if let Some(name) = download.name.clone() {
                new.name = name;
            }
            let broken: Arc<Mutex<Option<Failure>>> = Arc::default();
            let note = broken.clone();
            let bytes = download.into_stream().map(move |chunk| {
                chunk.map_err(|error| {
                    *lock(&note) = Some(error.into());
                    SourceError::Remote(RemoteError::Unreadable)
                })
            });
            let failure = match history.keep(new, bytes.boxed()).await {
                Ok(version) => return Ok(version),
                Err(SourceError::History(error)) => of_history(&error),
                Err(error) => lock(&broken)
                    .take()
                    .unwrap_or_else(|| Failure::internal(error)),
            };
            match waits.next() {
                Some(wait) if is_passing(&failure) => SystemClock.sleep(*wait).await,
                _ => return Err(failure),
            }
        }
    }

    /// Dates the version of a document whose removal was confirmed. It is kept where that fails,
    /// with the date of its keeping.
    pub(crate) async fn removed(&self, owner: &Owner, id: &FileReferenceId) {
        let history = self.store.of_owner(owner.clone());
        let dated = async {
            match history.of_document(id).await? {
                Some(version) => history.removed(version.version).await,
                None => Ok(()),
            }
        };
        if let Err(error) = dated.await {
            tracing::warn!(%error, "a removal could not be dated");
        }
    }
}

fn is_passing(failure: &Failure) -> bool {
    matches!(
        failure.kind,
        FailureKind::Unreachable | FailureKind::ServiceFailed
    )
}
