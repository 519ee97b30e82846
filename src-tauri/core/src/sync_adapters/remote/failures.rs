//! What a person is told of the errors of a remote: the engine knows fewer kinds of them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use fielddesk_api::Error;
use fielddesk_sync::ports::RemoteError;

use crate::Failure;
use fielddesk_documents::lock::lock;

/// So many of the last errors are remembered.
const REMEMBERED: usize = 32;

/// The last errors and what they mean to a person.
#[derive(Debug, Clone, Default)]
pub(super) struct Failures(Arc<Mutex<VecDeque<(RemoteError, Failure)>>>);

impl Failures {
    pub(super) fn note(&self, error: &Error, given: &RemoteError) {
        let mut all = lock(&self.0);
        all.retain(|(known, _)| known != given);
        all.push_front((given.clone(), Failure::from(error)));
        all.truncate(REMEMBERED);
    }

    /// The failure of an error that was noted; made from the error alone where it was not.
    pub(super) fn of(&self, error: &RemoteError) -> Failure {
        self.noted(error).unwrap_or_else(|| Failure::from(error))
    }

    /// The failure of an error that was noted.
    pub(super) fn noted(&self, error: &RemoteError) -> Option<Failure> {
        let all = lock(&self.0);
        let noted = all.iter().find(|(known, _)| known == error);
        noted.map(|(_, failure)| failure.clone())
    }
}
