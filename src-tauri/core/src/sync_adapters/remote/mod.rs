//! The pages of one project or work order over HTTP.
//!
//! An upload is one attempt: the engine's journal finds out what became of it, and the engine
//! tries again. What only reads, and a delete, is tried again by the client's rules.

mod bytes_sent;
mod content;
mod details;
mod fetch;
mod refusals;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use fielddesk_api::{CancellationToken, Client, Clock, DocumentTarget, Progress, SystemClock};
use fielddesk_api::{Upload, UploadFile};
use fielddesk_model::{
    DEFAULT_SECTION, FileReferenceId, InfoPageFile, SectionPage, UploadResponse, WorkOrder,
};
use fielddesk_rules::name_key::SectionKey;
use fielddesk_sync::ports::{
    ByteStream, Content, ListedFile, ListedPage, Listing, Part, Remote, RemoteError,
    RemoteErrorKind, Removed, Uploaded,
};
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;

use super::limit::BandwidthLimit;
use super::room::UploadRoom;
use crate::connection::Connection;
use crate::target::Target;
pub(crate) use bytes_sent::BytesSent;
use content::PartContent;
use details::DetailsById;
pub use details::StoredDetails;
use refusals::{of_delete, of_read, of_upload};

/// What the pages of one synced folder are reached by.
#[derive(Clone)]
pub struct RemoteParts {
    /// The connection; folders of one connection share its token.
    pub connection: Connection,
    /// Whose pages.
    pub target: Target,
    /// What the caller calls the default page (see [`default_section_of`]); empty where only the
    /// server knows its name.
    pub default_section: String,
    /// What all folders share.
    pub limit: BandwidthLimit,
    /// The room that all uploads of the program share.
    pub room: UploadRoom,
    /// Ends uploads that are not complete yet, and downloads.
    pub cancel: CancellationToken,
    /// Waits between tries.
    pub clock: Arc<dyn Clock>,
}

impl RemoteParts {
    /// Without a limit, never cancelled, by the computer's clock.
    #[must_use]
    pub fn new(connection: Connection, target: Target, default_section: String) -> Self {
        Self {
            connection,
            target,
            default_section,
            limit: BandwidthLimit::default(),
            room: UploadRoom::default(),
            cancel: CancellationToken::new(),
            clock: Arc::new(SystemClock),
        }
    }
}

impl fmt::Debug for RemoteParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteParts")
            .field("target", &self.target)
            .finish_non_exhaustive()
    }
}

/// The pages of one project or work order. Cheap to clone.
#[derive(Clone)]
pub struct ApiRemote {
    client: Client,
    target: DocumentTarget,
    default_section: String,
    default_key: SectionKey,
    limit: BandwidthLimit,
    room: UploadRoom,
    cancel: CancellationToken,
    clock: Arc<dyn Clock>,
    details: DetailsById,
    sent: BytesSent,
}

impl fmt::Debug for ApiRemote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiRemote")
            .field("target", &self.target)
            .finish_non_exhaustive()
    }
}

/// What the service calls the page of documents that were sent to a work order without a
/// section: its number and short description (specification: Document). Without either it is
/// the same as a project's.
#[must_use]
pub fn default_section_of(work_order: Option<&WorkOrder>) -> String {
    let Some(work_order) = work_order else {
        return DEFAULT_SECTION.to_owned();
    };
    let described = work_order.other.iter().find(|(name, _)| {
        name.eq_ignore_ascii_case("workDescriptionShort")
            || name.eq_ignore_ascii_case("shortDescription")
    });
    let number = work_order.external_id.as_deref().unwrap_or_default();
    let described = described.and_then(|(_, value)| value.as_str());
    let parts = [number.trim(), described.unwrap_or_default().trim()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        DEFAULT_SECTION.to_owned()
    } else {
        parts.join(" / ")
    }
}

impl ApiRemote {
    /// The pages. Nothing is sent yet.
    #[must_use]
    pub fn new(parts: RemoteParts) -> Self {
        Self {
            client: parts.connection.client,
            target: parts.target.on_service(),
            default_key: SectionKey::of(&parts.default_section),
            default_section: parts.default_section,
            limit: parts.limit,
            room: parts.room,
            cancel: parts.cancel,
            clock: parts.clock,
            details: DetailsById::default(),
            sent: BytesSent::default(),
        }
    }

    /// The same, with what the server says of each document that it stores.
    #[must_use]
    pub(crate) fn keeping_details(mut self) -> Self {
        self.details = DetailsById::kept();
        self
    }

    /// What the server said of a document when it stored it (see [`Self::keeping_details`]).
    pub(crate) fn details_of(&self, id: &FileReferenceId) -> StoredDetails {
        self.details.of(id)
    }

    /// How far the uploads under way are.
    pub(crate) fn bytes_sent(&self) -> &BytesSent {
        &self.sent
    }

    /// The section to name in a request. A work order's default page is named like every other:
    /// what the service would call it can change with the work order, and then the same folder
    /// would go to two pages.
    fn named(&self, section: Option<&str>) -> Option<String> {
        match (section, &self.target) {
            (Some(section), _) => Some(section.to_owned()),
            (None, DocumentTarget::WorkOrder(_)) if !self.default_section.is_empty() => {
                Some(self.default_section.clone())
            }
            (None, DocumentTarget::Project(_) | DocumentTarget::WorkOrder(_)) => None,
        }
    }

    fn listed(&self, page: SectionPage) -> ListedPage {
        let is_default = SectionKey::of(&page.section) == self.default_key;
        ListedPage {
            section: if is_default {
                self.default_section.clone()
            } else {
                page.section
            },
            files: page.files.into_iter().map(file).collect(),
        }
    }
}

#[async_trait]
impl Remote for ApiRemote {
    async fn list(&self) -> Result<Listing, RemoteError> {
        let documents = self.client.documents(&self.target);
        let pages = tokio::select! {
            () = self.cancel.cancelled() => return Err(RemoteErrorKind::Cancelled.into()),
            pages = documents.list() => pages.map_err(|error| told(of_read(&error), error))?,
        };
        Ok(Listing {
            pages: pages.into_iter().map(|page| self.listed(page)).collect(),
        })
    }

    async fn upload(
        &self,
        section: Option<&str>,
        parts: Vec<Part>,
    ) -> Result<Uploaded, RemoteError> {
        let sent: Vec<(String, u64)> = parts
            .iter()
            .map(|part| (part.name.clone(), part.content.size()))
            .collect();
        let contents: Vec<_> = parts.iter().map(|part| part.content.clone()).collect();
        let section_name = section.unwrap_or(&self.default_section);
        let (_counted, counts) = self.sent.begin(section_name, &sent);
        let files = parts.into_iter().zip(counts).map(|(part, count)| {
            let size = part.content.size();
            UploadFile {
                name: part.name,
                size,
                content: Arc::new(PartContent::new(part.content, self.limit.clone(), count)),
            }
        });
        let upload = Upload {
            section: self.named(section),
            files: files.collect(),
            progress: Progress::new(),
            cancel: self.cancel.child_token(),
        };
        let cancel = upload.cancel.clone();
        let documents = self.client.documents(&self.target);
        let answer = async {
            let _room = self.room.enter(&cancel).await;
            documents.upload(upload).await
        };
        let answer = giving_up(answer, &contents, &cancel).await;
        if let Ok(answer) = &answer {
            self.details.note(answer);
        }
        let answer = answer.map_err(|error| match of_upload(&error) {
            RemoteErrorKind::Cancelled if !self.cancel.is_cancelled() => {
                RemoteErrorKind::ContentUnreadable("cancelled".into()).into()
            }
            kind => told(kind, error),
        })?;
        Ok(uploaded(answer, &sent))
    }

    async fn download(&self, id: &FileReferenceId) -> Result<ByteStream, RemoteError> {
        let bytes = fetch::begin(self, id).await?;
        Ok(self.limit.slow(bytes))
    }

    async fn delete(&self, id: &FileReferenceId) -> Result<Removed, RemoteError> {
        match self.client.documents(&self.target).delete(id).await {
            Ok(()) => Ok(Removed::Now),
            Err(error) if error.is_not_found() => Ok(Removed::WasGone),
            Err(error) => Err(told(of_delete(&error), error)),
        }
    }
}

/// The client's error with what it means to the engine.
fn told(kind: RemoteErrorKind, error: fielddesk_api::Error) -> RemoteError {
    RemoteError::because(kind, error)
}

/// Awaits an answer; the request is given up when one of its files is not wanted any more.
async fn giving_up<T>(
    answer: impl Future<Output = T>,
    contents: &[Arc<dyn Content>],
    cancel: &CancellationToken,
) -> T {
    let mut unwanted: FuturesUnordered<_> =
        contents.iter().map(|content| content.cancelled()).collect();
    let mut answer = std::pin::pin!(answer);
    tokio::select! {
        answer = &mut answer => return answer,
        Some(()) = unwanted.next() => cancel.cancel(),
    }
    answer.await
}

/// Takes an answer whose documents are those that were sent, in order. One that tells of other
/// documents names none: the files are looked for by their bytes.
fn uploaded(mut answer: UploadResponse, sent: &[(String, u64)]) -> Uploaded {
    let fits = |(file, (_, size)): (&fielddesk_model::UploadedFile, &(String, u64))| {
        // A service that leaves the size out says 0.
        file.size == *size || file.size == 0
    };
    let whole = answer.files.len() == sent.len() && answer.files.iter().zip(sent).all(fits);
    if !whole {
        tracing::warn!(
            sent = sent.len(),
            answered = answer.files.len(),
            "the answer to an upload does not name what was sent"
        );
        answer.files.clear();
    }
    Uploaded {
        files: answer
            .files
            .into_iter()
            .map(|stored| ListedFile {
                id: stored.file_reference.id,
                name: stored.name,
            })
            .collect(),
        page: answer
            .info_page_files
            .into_iter()
            .flatten()
            .map(file)
            .collect(),
        section: (!answer.section.is_empty()).then_some(answer.section),
    }
}

fn file(file: InfoPageFile) -> ListedFile {
    ListedFile {
        id: file.file_reference_id,
        name: file.name,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_work_orders_page_is_named_by_number_and_short_description() {
        let order = |value| serde_json::from_value::<WorkOrder>(value).unwrap();
        for (value, expected) in [
            (
                json!({"id": "1", "externalId": " WO-7 ", "workDescriptionShort": "Grøft"}),
                "WO-7 / Grøft",
            ),
            (json!({"id": "1", "externalId": "WO-7"}), "WO-7"),
            (json!({"id": "1", "shortDescription": "Grøft"}), "Grøft"),
            (
                json!({"id": "1", "workDescriptionShort": null}),
                "Documents",
            ),
        ] {
            assert_eq!(default_section_of(Some(&order(value))), expected);
        }
        assert_eq!(default_section_of(None), "Documents");
    }

    #[test]
    fn an_answer_about_other_documents_names_none() {
        let answer = |sizes: &[u64]| UploadResponse {
            successful: true,
            message: String::new(),
            section: String::new(),
            page_external_id: String::new(),
            files: sizes
                .iter()
                .map(|size| {
                    let stored = json!({"name": "a", "size": size, "fileReference": {"id": "1"}});
                    serde_json::from_value(stored).unwrap()
                })
                .collect(),
            info_page_files: None,
        };
        let sent = [("a".to_owned(), 3), ("b".to_owned(), 4)];
        for (sizes, fits) in [
            (&[3, 4][..], true),
            (&[0, 0], true),
            (&[4, 3], false),
            (&[3], false),
            (&[3, 4, 5], false),
        ] {
            let taken = uploaded(answer(sizes), &sent);
            assert_eq!(taken.files.is_empty(), !fits, "{sizes:?}");
        }
    }
}
