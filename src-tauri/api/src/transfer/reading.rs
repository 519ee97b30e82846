//! Reads the files of an upload ahead of the connection, checking that each is what was
//! promised.

use std::io;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::mpsc;

use super::gate::BodyFailure;
use super::multipart::Part;

/// How much is read at once. Large enough that calls do not count, small enough that a few
/// of them stay in the processor's cache.
pub(crate) const CHUNK: usize = 256 * 1024;
/// How many chunks may wait for the connection.
pub(crate) const AHEAD: usize = 4;

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
    let mut reader = content.open().await.map_err(BodyFailure::Unreadable)?;
    send(Piece::Frame(part.head)).await?;
    let mut left = part.file.size;
    while left > 0 {
        let want = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        let chunk = read_exactly(&mut reader, want).await?;
        left -= chunk.len() as u64;
        send(Piece::Content(chunk)).await?;
    }
    if read_some(&mut reader, &mut [0; 1]).await? > 0 {
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

/// A file that ends before its promised size is another file than the one that was promised.
async fn read_exactly(
    reader: &mut (impl AsyncRead + Unpin),
    want: usize,
) -> Result<Bytes, BodyFailure> {
    let mut buffer = BytesMut::with_capacity(want);
    while buffer.len() < want {
        let rest = (want - buffer.len()) as u64;
        match (&mut *reader).take(rest).read_buf(&mut buffer).await {
            Ok(0) => return Err(BodyFailure::Changed),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(BodyFailure::Unreadable(error)),
        }
    }
    Ok(buffer.freeze())
}

async fn read_some(
    reader: &mut (impl AsyncRead + Unpin),
    buffer: &mut [u8],
) -> Result<usize, BodyFailure> {
    reader.read(buffer).await.map_err(BodyFailure::Unreadable)
}
