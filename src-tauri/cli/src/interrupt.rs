//! Ctrl C and a polite request to end: the first one cancels cleanly, the second one at once.

use fielddesk_core::CancellationToken;
use fielddesk_core::Failure;

use crate::exit::Exit;

/// Cancels the token when the person or the system asks the process to end.
pub(crate) fn listen(cancel: CancellationToken) {
    tokio::spawn(async move {
        asked_to_end().await;
        tracing::info!("asked to end");
        cancel.cancel();
        asked_to_end().await;
        std::process::exit(i32::from(Exit::Cancelled.code()));
    });
}

/// The outcome of the work, or `cancelled` as soon as that is asked for.
pub(crate) async fn unless_cancelled<T>(
    cancel: &CancellationToken,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(Failure::cancelled()),
        outcome = work => outcome,
    }
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let terminate = async {
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => drop(terminate.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = interrupted() => {}
        () = terminate => {}
    }
}

/// Ctrl Break, the console's window that is closed, the computer that shuts down: of the last two
/// Windows ends a program seconds later.
#[cfg(windows)]
async fn asked_to_end() {
    use tokio::signal::windows::{ctrl_break, ctrl_close, ctrl_shutdown};
    let (Ok(mut stopped), Ok(mut closed), Ok(mut shut_down)) =
        (ctrl_break(), ctrl_close(), ctrl_shutdown())
    else {
        return interrupted().await;
    };
    tokio::select! {
        () = interrupted() => {}
        _ = stopped.recv() => {}
        _ = closed.recv() => {}
        _ = shut_down.recv() => {}
    }
}

/// Where signals cannot be listened for, they end the process as they always did.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
