//! Content of an upload.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use futures::{Stream, stream};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio_util::sync::CancellationToken;

use super::Progress;

/// Size of a read. Large enough that calls do not count, small enough that the few on their way
/// stay in the processor's cache.
const CHUNK: usize = 64 * 1024;

/// Bytes in pieces, in order.
pub type Chunks = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// The bytes of one file, which can be read again from the start: an upload is sent again
/// after a passing failure.
#[async_trait]
pub trait Content: Send + Sync {
    /// Opens the bytes at their start.
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>>;

    /// Opens the same bytes in pieces of the content's own making: content that holds them in
    /// buffers spares a copy of each byte.
    async fn chunks(&self) -> io::Result<Chunks> {
        Ok(read_chunks(self.open().await?))
    }

    /// Says whether the file is still what it was when the upload was asked for.
    ///
    /// It is asked after the last byte was read and before the request is complete; an error
    /// aborts the request, so that the service stores nothing of it.
    async fn unchanged(&self) -> io::Result<()>;
}

/// Streams the bytes of a reader as they come.
fn read_chunks(reader: Pin<Box<dyn AsyncRead + Send>>) -> Chunks {
    Box::pin(stream::try_unfold(reader, async |mut reader| {
        let mut buffer = BytesMut::with_capacity(CHUNK);
        loop {
            match reader.read_buf(&mut buffer).await {
                Ok(0) => return Ok(None),
                Ok(_) => return Ok(Some((buffer.freeze(), reader))),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }))
}

/// Content that lies in memory.
#[derive(Debug, Clone)]
pub struct BytesContent(Bytes);

impl BytesContent {
    /// Takes the bytes.
    pub fn new(bytes: impl Into<Bytes>) -> Self {
        Self(bytes.into())
    }
}

#[async_trait]
impl Content for BytesContent {
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>> {
        Ok(Box::pin(io::Cursor::new(self.0.clone())))
    }

    async fn unchanged(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A file of an upload.
#[derive(Clone)]
pub struct UploadFile {
    /// The name that the document shall have, exactly; never used as a path here.
    pub name: String,
    /// Number of bytes to send; shorter or longer content aborts the upload.
    pub size: u64,
    /// Source of the bytes.
    pub content: Arc<dyn Content>,
}

impl fmt::Debug for UploadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UploadFile")
            .field("name", &self.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// A request with one or more files: all of them are stored or none.
#[derive(Debug, Clone)]
pub struct Upload {
    /// The page that it goes to; none is the default page.
    pub section: Option<String>,
    /// The files, in the order in which they are sent.
    pub files: Vec<UploadFile>,
    /// Counts the bytes of the files as they leave; set back when they are sent again.
    pub progress: Progress,
    /// Stops the upload. Once everything was sent, its answer is still awaited for a moment.
    pub cancel: CancellationToken,
}
