//! `fieldctl`: arguments in, a use case of `fielddesk-core`, text or JSON out.
//!
//! It decides nothing about documents or connections; it reads the command line, settles which
//! settings hold, and says what happened so that a person or a script can go on.

mod args;
mod commands;
mod context;
mod data_loss;
mod exit;
mod files;
mod interrupt;
mod logs;
mod output;
mod secret;
mod settings;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::{Error as ParseError, ErrorKind as ParseErrorKind};
use fielddesk_core::{Failure, FailureKind};

use crate::args::{Cli, Command, wants_json};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::{Mask, Output};

/// What a command takes on its stack at most. The main thread has as much on Linux and macOS, and an
/// eighth of it on Windows.
const STACK_BYTES: usize = 8 * 1024 * 1024;

fn main() -> ExitCode {
    let command = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(command_line);
    match command.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // There was no thread, or it panicked and said so.
        _ => ExitCode::from(101),
    }
}

fn command_line() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let mask = Mask::default();
    secret::hide_what_was_given(&args, &mask);
    let exit = match Cli::try_parse_from(&args) {
        Ok(cli) => start(cli, mask),
        Err(error) => explain(&error, &Output::new(wants_json(&args), false, mask)),
    };
    ExitCode::from(exit.code())
}

fn start(cli: Cli, mask: Mask) -> Exit {
    logs::start(cli.common.verbose, mask.clone());
    let output = Output::new(cli.common.json, cli.common.quiet, mask);
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            let failure = Failure::internal(error);
            output.failure(&failure);
            return Exit::of(&failure);
        }
    };
    let exit = runtime.block_on(async {
        let context = Context::new(&cli.common.connection, output.clone());
        data_loss::tell(&cli.command, &context).await;
        let tells_state = data_loss::tells_state(&cli.command);
        let exit = match run(cli.command, &context).await {
            Ok(exit) => exit,
            Err(failure) => {
                output.failure(&failure);
                Exit::of(&failure)
            }
        };
        context.close().await;
        match tells_state {
            true => data_loss::exit(exit, &context),
            false => exit,
        }
    });
    // A question on the terminal that nobody answers must not keep a cancelled command alive.
    runtime.shutdown_background();
    exit
}

async fn run(command: Command, context: &Context) -> Result<Exit, Failure> {
    match command {
        Command::Profile(command) => commands::profile::run(command, context).await,
        Command::Projects(command) => commands::projects::run(command, context).await,
        Command::WorkOrders(command) => commands::workorders::run(command, context).await,
        Command::Docs(command) => commands::docs::run(command, context).await,
        Command::Sync(command) => commands::folders::run(command, context).await,
        Command::Machines(command) => commands::machines::run(command, context).await,
        Command::Users(command) => commands::users::run(command, context).await,
        Command::Trips(command) => commands::trips::run(command, context).await,
        Command::Demo => commands::demo::run(context).await,
        Command::Completions { shell } => commands::completions::run(shell, context),
        Command::Man { folder } => commands::completions::manual(&folder),
    }
}

/// Help that was asked for is a result; anything else that cannot be understood is usage.
fn explain(error: &ParseError, output: &Output) -> Exit {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return match output.help(&text) {
            Ok(()) => Exit::Done,
            Err(failure) => Exit::of(&failure),
        };
    }
    if output.is_json() {
        output.failure(&usage(error, &text));
    } else {
        output.usage(text.trim_end());
    }
    Exit::Usage
}

fn usage(error: &ParseError, text: &str) -> Failure {
    let message = match error.kind() {
        ParseErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ParseErrorKind::MissingSubcommand => "The command is not complete.".to_owned(),
        _ => {
            let paragraph = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = paragraph.split_whitespace().collect();
            words.join(" ").trim_start_matches("error: ").to_owned()
        }
    };
    Failure::new(
        FailureKind::Usage,
        message,
        "See `fieldctl --help`, or `--help` after any command.",
    )
}
