//! Reads the files of an upload ahead of the connection, checking that each is what was
//! promised.

use std::io;

use bytes::Bytes;
use futures::StreamExt as _;
use tokio::sync::mpsc;

use super::commit_point::BodyFailure;
use super::content::UploadFile;

/// Number of chunks that may wait for the connection.
pub(crate) const AHEAD: usize = 4;

/// A file with the header in front of it.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) head: Bytes,
    pub(crate) file: UploadFile,
}

/// A piece of the body.
pub(crate) enum Piece {
    /// Part headers and boundaries.
    Frame(Bytes),
    /// Bytes of a file.
    Content(Bytes),
    /// The closing boundary: with it the request is complete.
    Closing(Bytes),
}

/// Produces the whole body into the channel; a failure is its last item.
pub(crate) async fn produce(
    parts: Vec<Part>,
    closing: Bytes,
    out: mpsc::Sender<Result<Piece, BodyFailure>>,
) {
    for part in parts {
        if let Err(failure) = produce_part(part, &out).await {
            // A closed channel means that nobody waits for the reason any more.
            drop(out.send(Err(failure)).await);
            return;
        }
    }
    drop(out.send(Ok(Piece::Closing(closing))).await);
}

async fn produce_part(
    part: Part,
    out: &mpsc::Sender<Result<Piece, BodyFailure>>,
) -> Result<(), BodyFailure> {
    let send = async |piece| out.send(Ok(piece)).await.map_err(|_| BodyFailure::GivenUp);
    let content = part.file.content;
    let mut chunks = content.chunks().await.map_err(BodyFailure::Unreadable)?;
    send(Piece::Frame(part.head)).await?;
    let mut left = part.file.size;
    // The content is read beyond the promised size: it has to end there.
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(BodyFailure::Unreadable)?;
        left = left
            .checked_sub(chunk.len() as u64)
            .ok_or(BodyFailure::Changed)?;
        send(Piece::Content(chunk)).await?;
    }
    if left > 0 {
        return Err(BodyFailure::Changed);
    }
    content
        .unchanged()
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
                BodyFailure::Unreadable(error)
            }
            _ => BodyFailure::Changed,
        })
}
