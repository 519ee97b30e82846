//! The caller that changes documents: its journal of started changes and its decisions.
//!
//! The order of steps, the bytes kept before a removal and the look at the page are this crate's.
//! The caller decides the files to send, the changes that follow and the way they are shown.

use std::sync::Arc;

use async_trait::async_trait;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use crate::content_hash::ContentHash;
use crate::intent::{Intent, IntentId, Removal, SentPart, Source};
use crate::ports::{ActId, Content, Journal, LocalError, RemoteError, RemovalReason};
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;

/// A file to publish.
#[derive(Debug, Clone)]
pub struct Outgoing<S> {
    /// Name on both sides.
    pub key: FileKey,
    /// Section as spelled; empty for a default page whose name only the server knows.
    pub section: String,
    /// The name to send.
    pub name: String,
    /// Documents that it takes the place of; none for a new name.
    pub supersedes: Vec<FileReferenceId>,
    /// A person decided this against what others had put there.
    pub decided: bool,
    /// The caller's knowledge of the file.
    pub source: S,
}

impl<S> Outgoing<S> {
    /// Returns the reason that superseded documents are removed for.
    #[must_use]
    pub const fn removal_reason(&self) -> RemovalReason {
        removal_reason(self.decided)
    }
}

pub(crate) const fn removal_reason(decided: bool) -> RemovalReason {
    if decided {
        RemovalReason::Resolved
    } else {
        RemovalReason::Replaced
    }
}

/// The document that a name is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// Id of the document.
    pub id: FileReferenceId,
    /// Hash of the content.
    pub sha256: ContentHash,
    /// Time that the answer gives, else the start of the request, or the last time it was found to
    /// be right: of two contents the later one is newer.
    pub at: Timestamp,
}

/// A change of a caller's journal and knowledge. Changes of one commit are stored all or none.
#[derive(Debug, Clone)]
pub enum Change<S> {
    /// Something is about to be done, or more is known of it.
    Intent(Intent<S>),
    /// An intent that is done, or certainly was not.
    IntentEnded(IntentId),
    /// A file is on the page: the answer says so, or it was found there.
    Stored {
        /// The file, as it was sent.
        part: SentPart<S>,
        /// Section as spelled.
        section: String,
        /// The document that the name is bound to from now on.
        bound: Bound,
    },
    /// The server refused a file, alone in its request.
    Refused {
        /// The file, as it was to be sent.
        file: Outgoing<S>,
        /// The server's refusal.
        error: RemoteError,
    },
    /// A document is gone from the page, by us.
    Removed(Removal, Timestamp),
    /// A document was read.
    RemoteHash(FileReferenceId, ContentHash),
    /// The hash read of a document is of no use any more.
    NoRemoteHash(FileReferenceId),
}

/// Reasons a single name is not done although nothing was wrong with the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemFailure {
    /// There is no room to keep what it replaces; nothing was sent.
    HistoryFull,
    /// The file cannot be read or written at the moment.
    File(LocalError),
    /// The history failed; nothing was sent.
    History(String),
    /// The document that it replaces, or is compared with, cannot be fetched.
    Unfetchable(RemoteError),
}

/// The owner of changes to documents of one project or work order.
#[async_trait]
pub trait Caller: Send + Sync {
    /// The caller's knowledge of a file that it sends.
    type Source: Source;

    /// Returns the caller's journal.
    fn journal(&self) -> Arc<dyn Journal<Self::Source>>;

    /// Stores changes, all or none, and takes them as true.
    ///
    /// # Errors
    /// When they could not be stored: nothing more is done then.
    async fn commit(&self, changes: Vec<Change<Self::Source>>) -> Result<(), StopReason>;

    /// The section to name in a request; `None` for the default page.
    fn named_section<'s>(&self, section: &'s str) -> Option<&'s str> {
        (!section.is_empty()).then_some(section)
    }

    /// The document that it last bound to a name.
    fn bound(&self, key: &FileKey) -> Option<Bound>;

    /// The document that a file was last bound to. Callers that send two files of one name tell
    /// them apart here.
    fn bound_of(&self, part: &SentPart<Self::Source>) -> Option<Bound> {
        self.bound(&part.key)
    }

    /// Returns true for a document that is bound, or was on the page before anything was sent: it
    /// cannot be a lost upload.
    fn is_known(&self, id: &FileReferenceId) -> bool;

    /// The content of a document that was read before.
    fn known_content(&self, id: &FileReferenceId) -> Option<ContentHash>;

    /// Looks again right before a file is sent and opens it; `None` when it is not sent now, which
    /// the caller has noted.
    async fn open(
        &self,
        file: &Outgoing<Self::Source>,
    ) -> Result<Option<Arc<dyn Content>>, StopReason>;

    /// Returns true where a document with this content may still be removed, asked right before the
    /// delete. Content that the caller wants on the page again must not go for another one.
    async fn may_remove(&self, removal: &Removal, content: ContentHash)
    -> Result<bool, StopReason>;

    /// The act that a removal belongs to.
    fn act(&self, removal: &Removal) -> Option<ActId>;

    /// Takes that a request with a file begins.
    fn started(&self, file: &Outgoing<Self::Source>);

    /// Takes that a request with a name got no clear answer: it may be stored or not.
    fn unanswered(&self, _key: &FileKey, _error: &RemoteError) {}

    /// Takes that files changed or could not be read while they were sent; nothing was stored.
    async fn not_read(
        &self,
        files: &[&Outgoing<Self::Source>],
        error: &RemoteError,
    ) -> Result<(), StopReason>;

    /// Takes that a name waits.
    fn waits(&self, key: &FileKey, section: &str, name: &str, failure: ItemFailure);

    /// Takes that a document was read.
    fn fetched(&self, _id: &FileReferenceId) {}

    /// Takes that the page is not what was planned with: what it is about is skipped.
    fn moved(&self);

    /// Returns true once nothing new may begin.
    fn is_stopped(&self) -> bool;

    /// Ends the work; the first reason stays.
    fn stop(&self, reason: StopReason);
}
