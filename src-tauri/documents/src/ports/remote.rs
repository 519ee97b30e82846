//! The pages of one project or work order, exactly as poor as the service makes them: ids and
//! names, no sizes, times, hashes or versions; names can repeat; no rename, no compare-and-set.

use std::sync::Arc;

use async_trait::async_trait;
use fielddesk_model::FileReferenceId;

use super::content::{ByteStream, Content};
use super::error::RemoteError;

/// A document on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// Id of the document. Content never changes under an id.
    pub id: FileReferenceId,
    /// Name as the service has it, which may differ from the one sent.
    pub name: String,
}

/// A page of documents: one section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPage {
    /// Section as the service spells it. The adapter writes the default page's name as
    /// `Mapping::default_section` has it.
    pub section: String,
    /// Documents in the service's order.
    pub files: Vec<ListedFile>,
}

/// All pages of the project or work order, from one answer that was whole. A page that is not
/// in it is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Pages in the service's order.
    pub pages: Vec<ListedPage>,
}

/// A file of an upload.
#[derive(Clone)]
pub struct Part {
    /// The name that the document shall have.
    pub name: String,
    /// Source of the bytes.
    pub content: Arc<dyn Content>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part")
            .field("name", &self.name)
            .field("size", &self.content.size())
            .finish_non_exhaustive()
    }
}

/// The answer to an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uploaded {
    /// The documents made, in the order of the parts. None where the answer does not name them
    /// all: they are stored, and the page tells which they are, perhaps late.
    pub files: Vec<ListedFile>,
    /// The page after the upload; a server may answer with a part of it, or with none.
    pub page: Vec<ListedFile>,
    /// The section as the server names it, where it says so.
    pub section: Option<String>,
}

/// The outcome of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    /// The document is gone by this call.
    Now,
    /// There was no such document (404).
    WasGone,
}

/// The pages of one project or work order.
#[async_trait]
pub trait Remote: Send + Sync {
    /// Lists every page, in one request.
    ///
    /// # Errors
    /// `Unreadable` for an answer that is not whole: a listing is whole or an error.
    async fn list(&self) -> Result<Listing, RemoteError>;

    /// Sends files to one page in one attempt and one request, without the replace flag. All
    /// are stored or none. No section is the default page.
    ///
    /// # Errors
    /// `OutcomeUnknown` or `FailedWhole` when the request was complete and its fate is open.
    async fn upload(
        &self,
        section: Option<&str>,
        parts: Vec<Part>,
    ) -> Result<Uploaded, RemoteError>;

    /// Fetches a document's bytes.
    ///
    /// # Errors
    /// `NotFound` when it is not there; errors in the middle come in the stream.
    async fn download(&self, id: &FileReferenceId) -> Result<ByteStream, RemoteError>;

    /// Removes a document by its id.
    ///
    /// # Errors
    /// After `OutcomeUnknown` it may be gone or not; asking again is harmless.
    async fn delete(&self, id: &FileReferenceId) -> Result<Removed, RemoteError>;
}
