//! One connection: HTTP/1.1 by hyper over a socket that can be cut off for real.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::dispatch::{Dispatcher, Outcome};

/// A client that dawdles over its header longer than this is let go. It holds for idle
/// connections too, so it is longer than the 90 seconds that common clients keep them.
const HEADER_TIMEOUT: Duration = Duration::from_secs(120);

/// Says that the socket is to be reset instead of closed.
#[derive(Clone, Default)]
pub(super) struct ResetFlag(Arc<AtomicBool>);

impl ResetFlag {
    fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The service's way to end a connection without a response.
#[derive(Debug, thiserror::Error)]
#[error("connection ended on purpose")]
struct Cut;

/// Serves a connection until it ends, a stop drained it, or it is abandoned.
pub(super) async fn run(
    stream: TcpStream,
    dispatcher: Arc<Dispatcher>,
    stopping: CancellationToken,
    abandon: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    let reset = ResetFlag::default();
    let socket = Socket {
        stream,
        reset: reset.clone(),
    };
    let service = service_fn(move |request| {
        let dispatcher = Arc::clone(&dispatcher);
        let reset = reset.clone();
        async move {
            match dispatcher.handle(request).await {
                Outcome::Respond(response) => Ok(response),
                Outcome::Reset => {
                    reset.set();
                    Err(Cut)
                }
            }
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(socket), service)
    );
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                result = connection.as_mut() => result,
                () = abandon.cancelled() => Ok(()),
            }
        }
    };
    if let Err(error) = result {
        // Clients go away in the middle all the time; that is their right.
        tracing::debug!(%error, "connection ended early");
    }
}

/// A TCP stream that resets when it is dropped with the flag set.
struct Socket {
    stream: TcpStream,
    reset: ResetFlag,
}

impl Drop for Socket {
    fn drop(&mut self) {
        if self.reset.0.load(Ordering::SeqCst)
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
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
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
