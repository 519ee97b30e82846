//! Starting and stopping: data folder, both environments, the accept loop.

mod accept;
mod admin;
mod body;
mod connection;
mod dispatch;
mod handles;
mod pace;
mod public_url;
mod socket;
mod start;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::store::Store;
use crate::{Ready, ServeOptions, ServiceError};

pub use handles::raise_handle_limit;

/// A service that serves. Dropping it ends it at once; [`stop`](Self::stop) lets the
/// requests under way finish.
pub struct RunningService {
    /// Addresses and, in the start that seeded, clients.
    pub ready: Ready,
    /// Address that it listens on.
    pub addr: SocketAddr,
    draining: CancellationToken,
    drain: Duration,
    stopping: CancellationToken,
    accepting: JoinHandle<()>,
    admin: Option<admin::AdminServer>,
    stores: Vec<Arc<dyn Store>>,
    _lock: Option<std::fs::File>,
    _ephemeral: Option<TempDir>,
}

impl RunningService {
    /// Is not ready any more, takes requests for [`Timeouts::drain`](crate::Timeouts) and then none,
    /// gives those under way [`Timeouts::stop`](crate::Timeouts), closes the databases.
    pub async fn stop(mut self) {
        self.draining.cancel();
        tokio::time::sleep(self.drain).await;
        self.stopping.cancel();
        if let Err(error) = (&mut self.accepting).await {
            tracing::error!(%error, "the accept loop ended badly");
        }
        if let Some(admin) = self.admin.take() {
            admin.stop().await;
        }
        for store in &self.stores {
            store.close().await;
        }
    }
}

impl Drop for RunningService {
    fn drop(&mut self) {
        self.stopping.cancel();
        self.accepting.abort();
    }
}

/// Starts the service and returns when it is ready to serve.
///
/// # Errors
/// An address that cannot be listened on or is beyond loopback without permission, a data
/// folder that cannot be used or is in use.
pub async fn serve(options: ServeOptions) -> Result<RunningService, ServiceError> {
    start::start(options).await
}
