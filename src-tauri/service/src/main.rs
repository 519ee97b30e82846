//! `fieldservice`: the service on the command line.

mod cli;

use std::process::ExitCode;

use clap::Parser as _;
use fielddesk_service::ServiceError;

/// Rows are read in the thread of a connection and dropped in others; the system's allocator
/// makes them wait for each other there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = cli::Arguments::parse_from(cli::password::arguments());
    match cli::run(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::output::complain(&error);
            match error.downcast_ref::<ServiceError>() {
                Some(error) if error.is_usage() => ExitCode::from(2),
                _ => ExitCode::FAILURE,
            }
        }
    }
}
