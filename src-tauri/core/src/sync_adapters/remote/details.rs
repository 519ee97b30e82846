//! Details that the server gives of documents just stored; no list gives them again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use fielddesk_model::{FileReferenceId, UploadResponse};
use serde::Serialize;

use fielddesk_documents::lock::lock;

/// What the server said of a document when it stored it; `None` where it did not say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredDetails {
    /// Address, relative to the server's.
    pub url: Option<String>,
    /// Extension in lower case, without the dot.
    pub file_type: Option<String>,
    /// When it was stored.
    pub created_date_time: Option<DateTime<Utc>>,
}

/// Details by id, where somebody reads them.
#[derive(Debug, Clone, Default)]
pub(super) struct DetailsById(Option<Arc<Mutex<BTreeMap<FileReferenceId, StoredDetails>>>>);

impl DetailsById {
    /// Remembers them from now on.
    pub(super) fn kept() -> Self {
        Self(Some(Arc::default()))
    }

    pub(super) fn note(&self, answer: &UploadResponse) {
        let Some(all) = &self.0 else { return };
        let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let stored = answer.files.iter().map(|file| {
            let reference = &file.file_reference;
            let details = StoredDetails {
                url: said(&file.url),
                file_type: said(&reference.file_type),
                created_date_time: reference.created_date_time,
            };
            (reference.id.clone(), details)
        });
        lock(all).extend(stored);
    }

    /// What was said of a document; nothing of one whose answer was lost.
    pub(super) fn of(&self, id: &FileReferenceId) -> StoredDetails {
        let all = self.0.as_ref();
        all.and_then(|all| lock(all).get(id).cloned())
            .unwrap_or_default()
    }
}
