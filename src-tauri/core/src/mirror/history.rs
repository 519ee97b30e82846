//! Old content of synced folders in the history that all of Fielddesk shares.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use fielddesk_sync::content_hash::{ContentHash, Hasher};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::{
    ByteStream, FromSide, History, HistoryError, NewVersion, Owner, RemovalReason, SourceError,
    Version, VersionId,
};
use fielddesk_sync::state::{Marks, SqliteState};
use futures::{StreamExt as _, stream};
use tokio_util::io::ReaderStream;

use crate::history::{self, Mark, Reason, Source};
use crate::target::Target;
use crate::{Failure, FailureKind};

/// What is read at once.
const CHUNK_BYTES: usize = 256 * 1024;

/// The history of one owner. With each version it notes how far the state of its synced folder
/// had come, so that an old copy of the state is known as one.
#[derive(Debug, Clone)]
pub struct OwnerHistory {
    history: history::History,
    owner: Owner,
    state: Option<SqliteState>,
}

impl OwnerHistory {
    /// The history of an owner.
    #[must_use]
    pub const fn new(history: history::History, owner: Owner) -> Self {
        Self {
            history,
            owner,
            state: None,
        }
    }

    /// The same with the state of its synced folder beside it.
    #[must_use]
    pub fn with_state(self, state: SqliteState) -> Self {
        Self {
            state: Some(state),
            ..self
        }
    }

    fn mark(&self) -> Option<Mark> {
        let state = self.state.as_ref()?;
        Some(Mark {
            mapping: state.mapping().0.clone(),
            number: state.last_commit(),
        })
    }

    fn entry(&self, new: NewVersion) -> history::Kept {
        history::Kept {
            connection: self.owner.connection.clone(),
            target: Target {
                project: self.owner.project.clone(),
                work_order: self.owner.work_order.clone(),
            },
            section: new.section,
            name: new.name,
            document: new.document,
            source: match new.from {
                FromSide::Remote => Source::Remote,
                FromSide::Local => Source::Local,
            },
            reason: reason_of(new.reason),
            mapping: self.owner.mapping.as_ref().map(|id| id.0.clone()),
        }
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
        .filter(|version| mapping.is_none_or(|id| version.mapping.as_ref() == Some(id)))
        .collect())
}

#[async_trait]
impl History for OwnerHistory {
    async fn room(&self) -> Result<(), HistoryError> {
        self.history.room().map_err(|failure| told(&failure))
    }

    async fn keep(&self, new: NewVersion, bytes: ByteStream) -> Result<Version, SourceError> {
        let broken: Arc<Mutex<Option<SourceError>>> = Arc::default();
        let note = broken.clone();
        let bytes = bytes.map(move |chunk| {
            chunk.map_err(|error| {
                *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Failure::cancelled()
            })
        });
        let ours = self.entry(new);
        let version = self.history.keep_marked(ours, self.mark(), bytes).await;
        let failure = match version {
            Ok(version) => return Ok(version_of(version).ok_or_else(unreadable)?),
            Err(failure) => failure,
        };
        let broken = broken.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(broken.unwrap_or_else(|| told(&failure).into()))
    }

    async fn of_document(&self, id: &FileReferenceId) -> Result<Option<Version>, HistoryError> {
        let connection = &self.owner.connection;
        let found = self.history.all_of_document(connection, id).await;
        let found: Vec<_> = found
            .map_err(|failure| told(&failure))?
            .into_iter()
            .filter_map(|row| Some((version_of(row.clone())?, row)))
            .collect();
        let own = found
            .iter()
            .find(|(version, _)| version.owner() == self.owner);
        if let Some((version, _)) = own {
            return Ok(Some(version.clone()));
        }
        let Some((version, row)) = found.into_iter().next() else {
            return Ok(None);
        };
        let entry = history::Version {
            kept: self.entry(version.into()),
            ..row
        };
        let added = self.history.add(entry).await;
        Ok(version_of(added.map_err(|failure| told(&failure))?))
    }

    async fn removed(&self, version: VersionId) -> Result<(), HistoryError> {
        match self.history.date(version.0).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(HistoryError::Unknown),
            Err(failure) => Err(told(&failure)),
        }
    }

    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError> {
        let found = self.history.version(version.0).await;
        let found = found.map_err(|failure| told(&failure))?;
        let found = found.ok_or(HistoryError::Unknown)?;
        let sha256 = found.sha256.clone();
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
    let kept = version.kept;
    Some(Version {
        version: VersionId(version.version),
        mapping: kept.mapping.map(MappingId),
        connection: kept.connection,
        project: kept.target.project,
        work_order: kept.target.work_order,
        section: kept.section,
        name: kept.name,
        document: kept.document,
        from: match kept.source {
            Source::Remote => FromSide::Remote,
            Source::Local => FromSide::Local,
        },
        reason: because(kept.reason),
        sha256: version.sha256.parse().ok()?,
        bytes: version.bytes,
        at: version.at.into(),
    })
}

const fn reason_of(because: RemovalReason) -> Reason {
    match because {
        RemovalReason::Replaced => Reason::Replaced,
        RemovalReason::Deleted => Reason::Deleted,
        RemovalReason::Duplicate => Reason::Twin,
        RemovalReason::Resolved => Reason::Resolved,
        RemovalReason::Restored => Reason::Restored,
    }
}

const fn because(reason: Reason) -> RemovalReason {
    match reason {
        Reason::Replaced => RemovalReason::Replaced,
        Reason::Deleted => RemovalReason::Deleted,
        Reason::Twin => RemovalReason::Duplicate,
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
