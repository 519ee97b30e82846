//! Writing a stream into a new file, with progress and cancellation.

use bytes::Bytes;
use fielddesk_api::{CancellationToken, Progress};
use futures::{Stream, StreamExt as _};

pub(crate) use fielddesk_documents::sink::{Space, TempFile, Written, is_temporary};

use fielddesk_documents::sink;

use crate::Failure;

/// Why writing stopped: the source may be asked again, the disk may not.
pub(crate) enum WriteError<E> {
    Source(E),
    Local(Failure),
    Cancelled,
}

/// Writes the stream into `temporary` and flushes it to the disk.
pub(crate) async fn write<S, E>(
    stream: S,
    temporary: &TempFile,
    progress: &Progress,
    cancel: &CancellationToken,
) -> Result<Written, WriteError<E>>
where
    S: Stream<Item = Result<Bytes, E>>,
{
    let counted = stream.inspect(|chunk| {
        if let Ok(chunk) = chunk {
            progress.add(chunk.len() as u64);
        }
    });
    let written = tokio::select! {
        biased;
        () = cancel.cancelled() => return Err(WriteError::Cancelled),
        written = sink::write(counted, temporary) => written,
    };
    written.map_err(|error| match error {
        sink::WriteError::Source(error) => WriteError::Source(error),
        sink::WriteError::Local(error) => {
            let path = temporary.path();
            let dir = path.parent().unwrap_or(path);
            WriteError::Local(Failure::local("write in", dir, &error))
        }
    })
}
