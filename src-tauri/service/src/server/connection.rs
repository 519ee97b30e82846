//! A connection: HTTP/1.1 by hyper over a socket that can be cut off for real.

use std::pin::pin;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::dispatch::{Dispatcher, Outcome};
use super::socket::{Line, Socket};
use crate::Timeouts;

/// Maximum size of a connection's buffers: room for the longest address, 64 KB, with its headers.
/// The library's own limit is three times that, of which the allocator keeps many in a large upload
/// (decision 11).
const BUFFER_BYTES: usize = 128 * 1024;

/// The service's way to end a connection without a response.
#[derive(Debug, thiserror::Error)]
#[error("connection ended on purpose")]
struct Cut;

/// Serves a connection until it ends, a stop drained it, or it is abandoned.
pub(super) async fn run(
    stream: TcpStream,
    dispatcher: Arc<Dispatcher>,
    timeouts: Timeouts,
    stopping: CancellationToken,
    abandon: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    let line = Line::default();
    let socket = Socket::new(stream, line.clone(), timeouts);
    let service = service_fn(move |request| {
        let dispatcher = Arc::clone(&dispatcher);
        let line = line.clone();
        line.begin_request();
        async move {
            match dispatcher.handle(request).await {
                Outcome::Respond(mut response) => {
                    response.body_mut().ends_request_of(line);
                    Ok(response)
                }
                Outcome::Reset => {
                    line.reset();
                    Err(Cut)
                }
            }
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .max_buf_size(BUFFER_BYTES)
            // Runs between requests too; a head that dribbles in meets the socket's limit.
            .header_read_timeout(timeouts.idle)
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
