//! Verbs on stored connections.

use clap::Subcommand;

const ADD: &str = "\
The secret is stored in the system keyring, if there is one. It is prompted for on a terminal,
taken from FIELDDESK_CLIENT_SECRET (an access token: from FIELDDESK_TOKEN), or read from
standard input:

  fieldctl profile add office --identity-url https://id.example.com --base-url https://api.example.com --client-id c-1
  pass show office | fieldctl profile add office … --client-secret-stdin

The first connection becomes the active one. Adding a name again replaces its connection.";

const TEST: &str = "\
One try for each step: the address, signing in, the main server, haul trips.

  fieldctl profile test
  fieldctl profile test office --json | jq .outcome";

const ACKNOWLEDGE: &str = "\
If fielddesk.sqlite in the data folder was damaged or missing, readable data was carried over, and
every command reports what was lost. Synced folders are paused; `sync run`, `status`, `list`, `plan`
and `conflicts` exit with 1. This command dismisses the notice, as OK in the window does.

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
        /// Use it where no other connection is named
        #[arg(long)]
        activate: bool,
    },
    /// List the stored connections
    List,
    /// Set the active connection
    Use {
        /// Name of the connection
        name: String,
    },
    /// Remove a connection and its secret
    Remove {
        /// Name of the connection
        name: String,
    },
    /// Check a connection step by step, with suggestions for what fails
    #[command(after_help = TEST)]
    Test {
        /// Name of the connection [default: the settings of any command]
        name: Option<String>,
    },
    /// Dismiss the data-loss notice
    #[command(after_help = ACKNOWLEDGE)]
    Acknowledge,
}
