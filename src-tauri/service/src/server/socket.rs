//! The socket under a connection: it can be reset for real, and it does not wait for ever.
//!
//! It gives up on a request's head that dribbles in and on a client that does not take its
//! answer. Idle connections and request bodies are watched elsewhere.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::Timeouts;

/// Nothing of the next request has come.
const IDLE: u8 = 0;
/// A part of its head has.
const HEAD: u8 = 1;
/// A request is being handled or answered.
const BUSY: u8 = 2;

/// The signals between the socket and the requests on it.
#[derive(Clone, Default)]
pub(super) struct Line(Arc<State>);

#[derive(Default)]
struct State {
    phase: AtomicU8,
    reset: AtomicBool,
}

impl Line {
    /// A head has been read whole.
    pub(super) fn begin_request(&self) {
        self.0.phase.store(BUSY, Ordering::SeqCst);
    }

    /// An answer has gone.
    pub(super) fn end_request(&self) {
        self.0.phase.store(IDLE, Ordering::SeqCst);
    }

    /// The socket is to be reset instead of closed.
    pub(super) fn reset(&self) {
        self.0.reset.store(true, Ordering::SeqCst);
    }

    fn begin_head(&self) {
        if self.phase() == IDLE {
            self.0.phase.store(HEAD, Ordering::SeqCst);
        }
    }

    fn phase(&self) -> u8 {
        self.0.phase.load(Ordering::SeqCst)
    }
}

/// A wait that began with the first poll and ends in an error.
#[derive(Default)]
struct Deadline(Option<Pin<Box<Sleep>>>);

impl Deadline {
    fn passed(&mut self, cx: &mut Context<'_>, after: Duration) -> bool {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep(after)));
        sleep.as_mut().poll(cx).is_ready()
    }

    fn clear(&mut self) {
        self.0 = None;
    }
}

/// A TCP stream with limits.
pub(super) struct Socket {
    stream: TcpStream,
    line: Line,
    timeouts: Timeouts,
    head: Deadline,
    write: Deadline,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, line: Line, timeouts: Timeouts) -> Self {
        Self {
            stream,
            line,
            timeouts,
            head: Deadline::default(),
            write: Deadline::default(),
        }
    }

    /// Passes on what a write gave, unless the client takes nothing for too long.
    fn timed<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.write.clear();
            return write;
        }
        if self.write.passed(cx, self.timeouts.stall) {
            return Poll::Ready(Err(gave_up("the client does not take its answer")));
        }
        Poll::Pending
    }
}

fn gave_up(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, why)
}

impl Drop for Socket {
    fn drop(&mut self) {
        if self.line.0.reset.load(Ordering::SeqCst)
            && let Err(error) = self.stream.set_zero_linger()
        {
            tracing::warn!(%error, "cannot reset the connection; it is closed instead");
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buf.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        if buf.filled().len() > before {
            this.line.begin_head();
        }
        if this.line.phase() != HEAD {
            this.head.clear();
        } else if this.head.passed(cx, this.timeouts.head) {
            return Poll::Ready(Err(gave_up("the head of the request took too long")));
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.timed(cx, write)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.timed(cx, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
