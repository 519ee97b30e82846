//! Suites that fakes and real ones must pass alike, so that the fakes cannot drift.
//!
//! Each takes an empty port and answers with what is wrong. They need no runtime of their own:
//! the caller drives them (`drive` for fakes, tokio for real ones).

mod history;
mod remote;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::BoxStream;

pub use history::{HistoryUnderTest, history};
pub use remote::remote;

use crate::content_hash::ContentHash;
use crate::ports::{ByteStream, Content};

/// The fault of a port.
pub type Verdict = Result<(), String>;

/// Fails with what should hold.
pub fn check(holds: bool, what: &str) -> Verdict {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// Fails with both values when they differ.
pub fn is<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T, what: &str) -> Verdict {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: found {found:?}, expected {expected:?}"))
}

/// Puts what was tried before an error.
pub fn said<E: std::fmt::Debug>(what: &str) -> impl Fn(E) -> String {
    move |error| format!("{what}: {error:?}")
}

/// Bytes as a stream of one chunk.
#[must_use]
pub fn stream(bytes: &[u8]) -> ByteStream {
    futures::stream::iter([Ok(Bytes::copy_from_slice(bytes))]).boxed()
}

/// Content in memory that can say at its end that it changed.
struct Given {
    bytes: Vec<u8>,
    changes: bool,
    asked: AtomicBool,
}

impl Given {
    fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            changes: false,
            asked: AtomicBool::new(false),
        }
    }

    fn changing(bytes: &[u8]) -> Self {
        Self {
            changes: true,
            ..Self::new(bytes)
        }
    }
}

#[async_trait]
impl Content for Given {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        Ok(futures::stream::iter([Ok(Bytes::copy_from_slice(&self.bytes))]).boxed())
    }

    async fn unchanged(&self) -> io::Result<()> {
        self.asked.store(true, Ordering::Relaxed);
        if self.changes {
            return Err(io::Error::other("it changed"));
        }
        Ok(())
    }

    fn sha256(&self) -> Option<ContentHash> {
        Some(ContentHash::of(&self.bytes))
    }
}
