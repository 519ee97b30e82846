//! The check of the documents' bytes.

use chrono::TimeDelta;

use super::Administration;
use crate::files::{self, Buckets, ObjectsReport};
use crate::{ServiceError, clock};

/// Objects without a document that are younger than this may be uploads under way.
const UNDER_WAY: TimeDelta = TimeDelta::days(1);

impl Administration {
    /// Compares the stored objects with the documents: those of the bucket with this URL, else the
    /// files of the data folder. Objects in a bucket that no document names are noted; the service
    /// deletes them after a while.
    ///
    /// # Errors
    /// A bucket or folder that cannot be read, a database that fails.
    pub async fn check_objects(
        &self,
        objects: Option<&str>,
    ) -> Result<ObjectsReport, ServiceError> {
        let now = clock::now();
        match objects {
            Some(url) => {
                let objects = Buckets::open(url).await?.objects(self.environment);
                files::check(&*objects, &*self.store, now, Some(now - UNDER_WAY)).await
            }
            None => {
                let folder = self.backing.files(self.environment)?;
                files::check(&*folder.store, &*self.store, now, None).await
            }
        }
    }
}
