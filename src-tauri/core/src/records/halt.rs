//! Reasons nothing more is sent, of everything or of one company's records.

use std::collections::HashMap;
use std::sync::Mutex;

use fielddesk_model::CompanyId;

use super::backoff_gate::ends_all;
use crate::{CancellationToken, Failure, FailureKind};
use fielddesk_documents::lock::lock;

/// Ends the sending, for the requests that are under way at once too.
#[derive(Debug)]
pub(super) struct Halt {
    /// Cancelled by the person or by a failure.
    pub(super) token: CancellationToken,
    why: Mutex<Option<Failure>>,
    companies: Mutex<HashMap<CompanyId, Failure>>,
}

impl Halt {
    pub(super) fn new(cancel: &CancellationToken) -> Self {
        Self {
            token: cancel.child_token(),
            why: Mutex::default(),
            companies: Mutex::default(),
        }
    }

    /// Ends the sending where every further request would fail alike: a 403 is about the
    /// records of a company.
    pub(super) fn consider(&self, failure: &Failure, company: &CompanyId) {
        if failure.kind == FailureKind::NotAllowed {
            let mut companies = lock(&self.companies);
            companies
                .entry(company.clone())
                .or_insert_with(|| failure.clone());
        } else if ends_all(failure.kind) {
            if failure.kind != FailureKind::Cancelled {
                lock(&self.why).get_or_insert_with(|| failure.clone());
            }
            self.token.cancel();
        }
    }

    /// Why a record of this company is not to be sent; none where it is.
    pub(super) fn stops(&self, company: &CompanyId) -> Option<Failure> {
        if self.token.is_cancelled() {
            return Some(self.why());
        }
        lock(&self.companies).get(company).cloned()
    }

    /// Why everything ended early; none where it did not.
    pub(super) fn ended(&self) -> Option<Failure> {
        self.token.is_cancelled().then(|| self.why())
    }

    fn why(&self) -> Failure {
        lock(&self.why).clone().unwrap_or_else(|| {
            Failure::new(
                FailureKind::Cancelled,
                "Not sent: it was stopped.",
                "Resume at any time: what is done stays unchanged.",
            )
        })
    }
}
