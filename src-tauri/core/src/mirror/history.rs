//! Old content of synced folders in the history that all of Fielddesk shares.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use fielddesk_sync::content_hash::{ContentHash, Hasher};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::{
    ByteStream, FromSide, History, HistoryError, Kept, RemovalReason, SourceError, Version,
    VersionId,
};
use fielddesk_sync::state::{Marks, SqliteState};
use futures::{StreamExt as _, stream};
use tokio_util::io::ReaderStream;

use crate::history::{self, Mark, Reason, Source};
use crate::target::Target;
use crate::{Failure, FailureKind};

/// What is read at once.
const CHUNK_BYTES: usize = 256 * 1024;

/// The history of one synced folder. With each version it notes how far the folder's state had
/// come, so that an old copy of the state is known as one.
#[derive(Debug, Clone)]
pub struct MirrorHistory {
    history: history::History,
    connection: String,
    target: Target,
    state: Option<SqliteState>,
}

impl MirrorHistory {
    /// The history of a folder that mirrors to `target` over a connection of that key.
    #[must_use]
    pub fn new(
        history: history::History,
        connection: String,
        target: Target,
        state: SqliteState,
    ) -> Self {
        Self {
            history,
            connection,
            target,
            state: Some(state),
        }
    }

    /// The same without a state beside it, for reading and for tests.
    #[must_use]
    pub fn without_state(history: history::History, connection: String, target: Target) -> Self {
        Self {
            history,
            connection,
            target,
            state: None,
        }
    }

    fn mark(&self) -> Option<Mark> {
        let state = self.state.as_ref()?;
        Some(Mark {
            mapping: state.mapping().0.clone(),
            number: state.last_commit(),
        })
    }
}

/// The versions of a synced folder, or of all of them, newest first.
///
/// # Errors
/// When the table cannot be read.
pub async fn versions(
    history: &history::History,
    mapping: Option<&MappingId>,
) -> Result<Vec<Version>, Failure> {
    let all = history.versions().await?;
    let theirs = all.into_iter().filter_map(version_of);
    Ok(theirs
        .filter(|version| mapping.is_none_or(|mapping| version.kept.mapping == *mapping))
        .collect())
}

#[async_trait]
impl History for MirrorHistory {
    async fn room(&self) -> Result<(), HistoryError> {
        self.history.room().map_err(|failure| told(&failure))
    }

    async fn keep(&self, kept: Kept, bytes: ByteStream) -> Result<Version, SourceError> {
        let broken: Arc<Mutex<Option<SourceError>>> = Arc::default();
        let note = broken.clone();
        let bytes = bytes.map(move |chunk| {
            chunk.map_err(|error| {
                *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Failure::cancelled()
            })
        });
        let ours = history::Kept {
            connection: self.connection.clone(),
            target: self.target.clone(),
            section: kept.section.clone(),
            name: kept.name.clone(),
            document: kept.document.clone(),
            source: match kept.from {
                FromSide::Remote => Source::Remote,
                FromSide::Local => Source::Local,
            },
            reason: reason_of(kept.reason),
            mapping: Some(kept.mapping.0.clone()),
        };
        let version = self.history.keep_marked(ours, self.mark(), bytes).await;
        let failure = match version {
            Ok(version) => return Ok(version_of(version).ok_or_else(unreadable)?),
            Err(failure) => failure,
        };
        let broken = broken.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(broken.unwrap_or_else(|| told(&failure).into()))
    }

    async fn of_document(
        &self,
        mapping: &MappingId,
        id: &FileReferenceId,
    ) -> Result<Option<Version>, HistoryError> {
        let version = self.history.of_mapping(&mapping.0, id).await;
        Ok(version
            .map_err(|failure| told(&failure))?
            .and_then(version_of))
    }

    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError> {
        let found = self.history.version(version.0).await;
        let found = found.map_err(|failure| told(&failure))?;
        let found = found.ok_or(HistoryError::Unknown)?;
        let sha256 = found.sha256.clone();
        // What was dropped by hand is no version of a synced folder.
        let version = version_of(found).ok_or(HistoryError::Unknown)?;
        let file = match self.history.read(&sha256).await {
            Ok(file) => file,
            Err(failure) if failure.kind == FailureKind::FileVanished => {
                return Err(HistoryError::Unknown);
            }
            Err(failure) => return Err(told(&failure)),
        };
        let bytes = ReaderStream::with_capacity(file, CHUNK_BYTES).boxed();
        Ok((version.clone(), checked(bytes, version.sha256)))
    }
}

/// Ends with an error when the bytes are not those that were kept.
fn checked(
    bytes: stream::BoxStream<'static, std::io::Result<Bytes>>,
    expected: ContentHash,
) -> ByteStream {
    let failed = |error: String| SourceError::from(HistoryError::Failed(error));
    stream::unfold(
        Some((bytes, Hasher::default())),
        move |reading| async move {
            let (mut bytes, mut hasher) = reading?;
            match bytes.next().await {
                Some(Ok(chunk)) => {
                    hasher.update(&chunk);
                    Some((Ok(chunk), Some((bytes, hasher))))
                }
                Some(Err(error)) => Some((Err(failed(error.to_string())), None)),
                None if hasher.finish() == expected => None,
                None => {
                    let error = failed("the content is not what was kept".into());
                    Some((Err(error), None))
                }
            }
        },
    )
    .boxed()
}

fn version_of(version: history::Version) -> Option<Version> {
    Some(Version {
        version: VersionId(version.version),
        kept: Kept {
            mapping: MappingId(version.kept.mapping?),
            section: version.kept.section,
            name: version.kept.name,
            document: version.kept.document,
            from: match version.kept.source {
                Source::Remote => FromSide::Remote,
                Source::Local => FromSide::Local,
            },
            reason: because(version.kept.reason),
        },
        sha256: version.sha256.parse().ok()?,
        bytes: version.bytes,
        at: version.at.into(),
    })
}

const fn reason_of(because: RemovalReason) -> Reason {
    match because {
        RemovalReason::Replaced => Reason::Replaced,
        RemovalReason::Deleted => Reason::Deleted,
        RemovalReason::Twin => Reason::Twin,
        RemovalReason::Resolved => Reason::Resolved,
        RemovalReason::Restored => Reason::Restored,
    }
}

const fn because(reason: Reason) -> RemovalReason {
    match reason {
        Reason::Replaced => RemovalReason::Replaced,
        Reason::Deleted => RemovalReason::Deleted,
        Reason::Twin => RemovalReason::Twin,
        Reason::Resolved => RemovalReason::Resolved,
        Reason::Restored => RemovalReason::Restored,
    }
}

fn told(failure: &Failure) -> HistoryError {
    match failure.kind {
        FailureKind::DiskFull => HistoryError::Full,
        _ => HistoryError::Failed(failure.message.clone()),
    }
}

fn unreadable() -> HistoryError {
    HistoryError::Failed("the version cannot be read".into())
}

/// The marks of states, kept in the history's table.
#[derive(Debug, Clone)]
pub struct HistoryMarks(pub history::History);

#[async_trait]
impl Marks for HistoryMarks {
    async fn highest(&self, mapping: &MappingId) -> Result<i64, String> {
        let highest = self.0.highest_mark(&mapping.0).await;
        highest.map_err(|failure| failure.message)
    }

    async fn raise(&self, mapping: &MappingId, number: i64) -> Result<(), String> {
        let mark = Mark {
            mapping: mapping.0.clone(),
            number,
        };
        let raised = self.0.raise_mark(&mark).await;
        raised.map_err(|failure| failure.message)
    }
}
