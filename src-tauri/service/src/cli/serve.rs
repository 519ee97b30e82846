//! `fieldservice serve`

use std::time::Duration;

use anyhow::Context as _;
use fielddesk_service::{ServeOptions, Timeouts, raise_handle_limit, serve};
use tracing_subscriber::EnvFilter;

use super::arguments::ServeArguments;
use super::output;

pub(super) async fn run(arguments: ServeArguments) -> anyhow::Result<()> {
    log_to_stderr();
    // In the desktop app the limit is the app's own affair.
    raise_handle_limit();
    let signals = Signals::new().context("cannot listen to signals")?;
    let service = serve(ServeOptions {
        listen: arguments.listen,
        // Without a folder it is ephemeral, said or not.
        data: arguments.data.filter(|_| !arguments.ephemeral),
        database: arguments.database,
        objects: arguments.objects,
        signing_keys: arguments.signing_keys,
        public_url: arguments.public_url,
        admin_listen: arguments.admin_listen,
        seed: arguments.seed,
        token_lifetime_s: arguments.token_lifetime,
        max_upload_bytes: arguments.max_upload_bytes,
        durability: arguments.durability,
        control: arguments.control,
        set_aside_unlisted: arguments.set_aside_unlisted,
        allow_remote: arguments.allow_remote,
        timeouts: Timeouts {
            drain: Duration::from_secs(arguments.drain),
            stop: Duration::from_secs(arguments.grace),
            ..Timeouts::default()
        },
    })
    .await?;
    output::json(&service.ready)?;
    signals.wait().await;
    tracing::info!("stopping");
    service.stop().await;
    Ok(())
}

fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("FIELDSERVICE_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    tracing_subscriber::fmt()
        .json()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

/// The requests to stop; listened to before the service starts, so that none is missed.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupted: tokio::signal::windows::CtrlC,
    #[cfg(windows)]
    stopped: tokio::signal::windows::CtrlBreak,
    #[cfg(windows)]
    closed: tokio::signal::windows::CtrlClose,
    #[cfg(windows)]
    shut_down: tokio::signal::windows::CtrlShutdown,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn wait(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(windows)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
        Ok(Self {
            interrupted: ctrl_c()?,
            stopped: ctrl_break()?,
            closed: ctrl_close()?,
            shut_down: ctrl_shutdown()?,
        })
    }

    /// Waits for an interrupt, a stop, a closed window or a shutdown; after the last two Windows
    /// ends the process seconds later.
    async fn wait(mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.stopped.recv() => {}
            _ = self.closed.recv() => {}
            _ = self.shut_down.recv() => {}
        }
    }
}
