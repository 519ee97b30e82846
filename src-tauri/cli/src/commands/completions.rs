//! `fieldctl completions`: what a shell needs to complete the command line.

use clap::CommandFactory as _;
use clap_complete::Shell;
use fielddesk_core::Failure;

use crate::args::Cli;
use crate::context::Context;
use crate::exit::Exit;

pub(crate) fn run(shell: Shell, context: &Context) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "fieldctl", &mut script);
    let script = String::from_utf8(script).map_err(Failure::internal)?;
    context.output.help(&script)?;
    Ok(Exit::Done)
}
