//! Verbs on stored connections.

use clap::Subcommand;

const ADD: &str = "\
The secret is kept in the system keyring, where there is one. It is asked for on a terminal,
or taken from FIELDDESK_CLIENT_SECRET (a static token: from FIELDDESK_TOKEN), or read from
standard input:

  fieldctl profile add office --identity-url https://id.example.com --base-url https://api.example.com --client-id c-1
  pass show office | fieldctl profile add office … --client-secret-stdin

The first profile becomes the active one. Adding a name again replaces what it stands for.";

const TEST: &str = "\
One attempt a step: the address, signing in, the core address, the reporting address.

  fieldctl profile test
  fieldctl profile test office --json | jq .outcome";

const ACKNOWLEDGE: &str = "\
When fielddesk.sqlite in the data folder was damaged or lost, what could be read was carried over,
and every command says what was lost. Synced folders are paused; `sync run`, `status`, `list`,
`plan` and `conflicts` exit with 1. This command ends that, as OK in the window does.

  fieldctl profile acknowledge
  fieldctl profile acknowledge --json | jq '.acknowledged[].parts'";

/// What is to be done with stored connections.
#[derive(Debug, Subcommand)]
pub(crate) enum ProfileCommand {
    /// Store a connection under a name
    #[command(after_help = ADD)]
    Add {
        /// Name for the connection
        name: String,
        /// Make it the active one, which is used where no other is named
        #[arg(long)]
        activate: bool,
    },
    /// List the stored connections
    List,
    /// Make a stored connection the active one
    Use {
        /// Name of the connection
        name: String,
    },
    /// Forget a connection and its secret
    Remove {
        /// Name of the connection
        name: String,
    },
    /// Try a connection, step by step, and say what to do about what fails
    #[command(after_help = TEST)]
    Test {
        /// Name of the connection; without it the settings that any command would use
        name: Option<String>,
    },
    /// Acknowledge that records on this computer were lost, so that it is said no more
    #[command(after_help = ACKNOWLEDGE)]
    Acknowledge,
}
