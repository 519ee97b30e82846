//! A document on its way down.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use futures::Stream;
use futures::stream::{self, BoxStream, StreamExt};

use crate::Error;

/// Time that the service may be silent in the middle of a download.
const SILENCE: Duration = Duration::from_secs(60);

/// A document whose bytes have not been read yet.
pub struct Download {
    /// The name that the service gives it. It is data: it may hold separators, control
    /// characters or a reserved word, and must not be used as a path as it is.
    pub name: Option<String>,
    /// The length promised; the stream fails when it is not kept.
    pub size: Option<u64>,
    bytes: BoxStream<'static, Result<Bytes, Error>>,
}

impl Download {
    pub(crate) fn new(
        name: Option<String>,
        size: Option<u64>,
        bytes: impl Stream<Item = Result<Bytes, Error>> + Send + 'static,
        stalled: Error,
    ) -> Self {
        Self {
            name,
            size,
            bytes: whole(bytes.boxed(), size, stalled).boxed(),
        }
    }

    /// Streams the bytes, in order. An error ends the stream; only a stream that ends without one
    /// was whole.
    pub fn into_stream(self) -> BoxStream<'static, Result<Bytes, Error>> {
        self.bytes
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download")
            .field("name", &self.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

struct Reading {
    bytes: BoxStream<'static, Result<Bytes, Error>>,
    left: Option<u64>,
    broken: Error,
}

/// Ends with an error when the bytes stall, stop early or go on too long.
fn whole(
    bytes: BoxStream<'static, Result<Bytes, Error>>,
    size: Option<u64>,
    broken: Error,
) -> impl Stream<Item = Result<Bytes, Error>> + Send {
    let start = Some(Reading {
        bytes,
        left: size,
        broken,
    });
    stream::unfold(start, |reading| async move {
        let mut reading = reading?;
        let next = tokio::time::timeout(SILENCE, reading.bytes.next()).await;
        match next {
            Err(_) => {
                let error = reading.broken.with_detail("nothing arrived for a minute");
                Some((Err(error), None))
            }
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(None) => match reading.left {
                None | Some(0) => None,
                Some(_) => Some((Err(reading.broken.with_detail("it ended early")), None)),
            },
            Ok(Some(Ok(chunk))) => {
                if let Some(left) = &mut reading.left {
                    match left.checked_sub(chunk.len() as u64) {
                        Some(rest) => *left = rest,
                        None => {
                            let error = reading.broken.with_detail("more came than was promised");
                            return Some((Err(error), None));
                        }
                    }
                }
                Some((Ok(chunk), Some(reading)))
            }
        }
    })
}
