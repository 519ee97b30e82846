//! The listener for operators: metrics and health, for this machine alone.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::accept::{accept, listen};
use super::dispatch::Dispatcher;
use crate::metrics::{self, Operation};
use crate::{ServiceError, Timeouts};

/// The noted durations are summed up this often, also where no metrics are read.
const SUM_UP: Duration = Duration::from_secs(5);

/// The listener before the service serves.
pub(super) struct AdminListener {
    listener: TcpListener,
    pub(super) addr: SocketAddr,
}

/// The listener at work. Dropping it ends it at once.
pub(super) struct AdminServer {
    pub(super) addr: SocketAddr,
    stopping: CancellationToken,
    serving: JoinHandle<()>,
}

impl AdminListener {
    pub(super) async fn bind(address: SocketAddr) -> Result<Self, ServiceError> {
        let (listener, addr) = listen(address).await?;
        Ok(Self { listener, addr })
    }

    pub(super) fn serve(self, operation: Operation, timeouts: Timeouts) -> AdminServer {
        let figures = Arc::clone(&operation.metrics);
        let router = metrics::router(Arc::new(operation));
        let dispatcher = Dispatcher::new(router, None, self.addr, None, timeouts, None);
        let stopping = CancellationToken::new();
        let serving = accept(
            self.listener,
            Arc::new(dispatcher),
            timeouts,
            stopping.clone(),
        );
        let summing_up = async move {
            let mut interval = tokio::time::interval(SUM_UP);
            loop {
                interval.tick().await;
                figures.sum_up();
            }
        };
        let serving = tokio::spawn(async move {
            tokio::select! {
                () = serving => {}
                () = summing_up => {}
            }
        });
        AdminServer {
            addr: self.addr,
            stopping,
            serving,
        }
    }
}

impl AdminServer {
    /// Takes no more requests; those under way are finished.
    pub(super) async fn stop(mut self) {
        self.stopping.cancel();
        if let Err(error) = (&mut self.serving).await {
            tracing::error!(%error, "the listener for operators ended badly");
        }
    }
}

impl Drop for AdminServer {
    fn drop(&mut self) {
        self.stopping.cancel();
        self.serving.abort();
    }
}
