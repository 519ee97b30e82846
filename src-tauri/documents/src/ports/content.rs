//! Bytes on their way from one port to another.

use std::io;

use ::bytes::Bytes;
use async_trait::async_trait;
use futures::StreamExt as _;
use futures::stream::BoxStream;

use super::error::SourceError;
use crate::content_hash::{ContentHash, Hasher};

/// Bytes in order. Only a stream that ends without an error was whole.
pub type ByteStream = BoxStream<'static, Result<Bytes, SourceError>>;

/// The bytes of one file on its way up. They can be read again from the start.
#[async_trait]
pub trait Content: Send + Sync {
    /// Returns the number of bytes; fixed when the content was made.
    fn size(&self) -> u64;

    /// Opens the bytes at their start.
    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>>;

    /// Says whether the file is still what it was. A `Remote` asks after the last byte was
    /// read and before the request is complete; on an error it aborts the request, so that the
    /// service stores nothing.
    async fn unchanged(&self) -> io::Result<()>;

    /// The hash of the bytes, once they were read to their end.
    fn sha256(&self) -> Option<ContentHash>;

    /// Answers when this file is not wanted any more. A `Remote` then gives up the request as it
    /// does for a file that cannot be read; once the request is complete, its answer counts.
    async fn cancelled(&self) {
        std::future::pending::<()>().await;
    }
}

/// Reads a stream to its end into memory; for small contents and tests.
pub async fn bytes_of(mut stream: ByteStream) -> Result<Vec<u8>, SourceError> {
    let mut all = Vec::new();
    while let Some(chunk) = stream.next().await {
        all.extend_from_slice(&chunk?);
    }
    Ok(all)
}

/// Reads a stream to its end for its hash and length.
pub async fn hash_of(mut stream: ByteStream) -> Result<(ContentHash, u64), SourceError> {
    let mut hasher = Hasher::default();
    let mut bytes = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk?;
        bytes += chunk.len() as u64;
        hasher.update(&chunk);
    }
    Ok((hasher.finish(), bytes))
}
