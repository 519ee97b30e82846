//! The same names in a build without object stores.

use std::sync::Arc;

use fielddesk_model::Environment;
use object_store::ObjectStore;

use super::Bucket;
use crate::ServiceError;
use crate::store::Store;

/// No bucket can be opened.
pub(crate) enum Buckets {}

impl Buckets {
    #[expect(
        clippy::unused_async,
        reason = "as where there is something to wait for"
    )]
    pub(crate) async fn open(_: &str) -> Result<Self, ServiceError> {
        Err(ServiceError::Objects(
            "this fieldservice is built without object stores; leave out --objects, or take one \
             that is built with the feature `cluster`"
                .to_owned(),
        ))
    }

    pub(crate) fn objects(&self, _: Environment) -> Arc<dyn ObjectStore> {
        match *self {}
    }

    pub(crate) fn bucket(&self, _: Environment, _: Arc<dyn Store>) -> Bucket {
        match *self {}
    }
}
