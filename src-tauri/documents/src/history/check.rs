//! Kept bytes on their way out, hashed as they go.

use futures::{StreamExt as _, stream};
use tokio_util::io::ReaderStream;

use crate::content_hash::{ContentHash, Hasher};
use crate::ports::{ByteStream, HistoryError, SourceError};

/// Size of a read, in bytes.
const CHUNK_BYTES: usize = 256 * 1024;

/// The bytes of a file. The stream ends with an error when they are not what is expected.
pub(super) fn stream(file: tokio::fs::File, expected: ContentHash) -> ByteStream {
    let failed = |error: String| SourceError::from(HistoryError::Failed(error));
    let bytes = ReaderStream::with_capacity(file, CHUNK_BYTES);
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
