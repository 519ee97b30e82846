//! Listening, and a task for each connection.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::dispatch::Dispatcher;
use super::{connection, handles};
use crate::{ServiceError, Timeouts};

/// A restart may take its old port at once, so the address is reused.
pub(super) async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServiceError> {
    let refused = |source| ServiceError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let addr = listener.local_addr().map_err(refused)?;
    Ok((listener, addr))
}

/// Takes connections until the service stops, and waits for the requests under way.
pub(super) async fn accept(
    listener: TcpListener,
    dispatcher: Arc<Dispatcher>,
    timeouts: Timeouts,
    stopping: CancellationToken,
) {
    let connections = TaskTracker::new();
    let abandon = CancellationToken::new();
    let places = Arc::new(Semaphore::new(handles::connection_limit()));
    loop {
        let accepted = tokio::select! {
            () = stopping.cancelled() => break,
            accepted = next_connection(&listener, &places) => accepted,
        };
        match accepted {
            Ok((stream, place)) => {
                let connection = connection::run(
                    stream,
                    Arc::clone(&dispatcher),
                    timeouts,
                    stopping.clone(),
                    abandon.clone(),
                );
                connections.spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            Err(error) => {
                // Out of file handles, most likely: the open connections must go on.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(timeouts.stop, connections.wait())
        .await
        .is_err()
    {
        tracing::warn!("requests still under way were abandoned");
        abandon.cancel();
        connections.wait().await;
    }
}

/// The next connection once there is a place for it.
async fn next_connection(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let place = Arc::clone(places)
        .acquire_owned()
        .await
        .map_err(std::io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, place))
}
