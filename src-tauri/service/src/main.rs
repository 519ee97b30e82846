//! `fieldservice`: the service on the command line.

mod cli;

use std::process::ExitCode;

use clap::Parser as _;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    match cli::run(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::output::complain(&error);
            ExitCode::FAILURE
        }
    }
}
