//! `fieldctl completions` and `man`: what a shell and a package need to know of the command line.

use std::path::Path;

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

/// Writes the manual into the folder.
pub(crate) fn manual(folder: &Path) -> Result<Exit, Failure> {
    clap_mangen::generate_to(Cli::command(), folder)
        .map_err(|error| Failure::local("write the manual into", folder, &error))?;
    Ok(Exit::Done)
}
