//! The command line: verbs, their options, and the help that teaches them by example.
//!
//! Options that say where and as whom to connect are the same for every verb. There is no
//! option that takes a secret: a command line is visible to every process of the computer.

mod documents;
mod fields;
#[cfg(test)]
mod flags;
mod machines;
mod output;
mod profile;
mod projects;
mod sync;
mod trips;
mod users;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};
use fielddesk_core::model::Environment;

pub(crate) use documents::{
    DeleteArgs, DocsCommand, DownloadArgs, HistoryArgs, RestoreArgs, TargetArgs, UploadArgs,
};
pub(crate) use fields::{
    CompanyArgs, Create, ExportArgs, FieldArgs, Headings, ImportArgs, SheetFormat,
};
pub(crate) use machines::{EsgArgs, MachineListArgs, MachinesCommand};
pub(crate) use output::OutputArg;
pub(crate) use profile::ProfileCommand;
pub(crate) use projects::{ProjectsCommand, WorkOrdersCommand};
pub(crate) use sync::{
    BackgroundCommand, DeletedArgs, DeletesArg, KeepArg, ReasonArg, ReceiptArgs, ReceiptFormat,
    ResolveArgs, SetArgs, SettingsArgs, SyncAddArgs, SyncCommand, SyncRunArgs, schedule,
};
pub(crate) use trips::{
    TripExportArgs, TripFilterArgs, TripFormat, TripGrouping, TripListArgs, TripSummaryArgs,
    TripSyncArgs, TripsCommand,
};
pub(crate) use users::{UserListArgs, UserUpdateArgs, UsersCommand};

use crate::settings::Layer;

const EXAMPLES: &str = "\
Examples:
  fieldctl profile add office --identity-url https://… --base-url https://… --client-id ID
  fieldctl projects list --search school
  fieldctl docs upload 'Plan A.pdf' 'Plan B.pdf' --project P-2026-001 --section Drawings
  fieldctl docs list --project P-2026-001
  fieldctl docs download 65f0a1b2c3d4e5f601234567 --project P-2026-001 --to ~/Downloads
  fieldctl sync add ~/drawings --project P-2026-001 && fieldctl sync run --watch
  fieldctl machines block 701 --message 'Brakes: do not use'
  fieldctl users import people.csv --dry-run
  fieldctl trips sync && fieldctl trips summary --by machine
  fieldctl --json docs list --project P-2026-001 | jq '.[].files[].name'
  fieldctl demo

Settings come from the stored profile, then the environment, then the options below:
  FIELDDESK_IDENTITY_URL  FIELDDESK_BASE_URL  FIELDDESK_REPORTING_URL  FIELDDESK_CLIENT_ID
  FIELDDESK_SCOPES  FIELDDESK_PROXY  FIELDDESK_PROFILE  FIELDDESK_DATA_DIR
The client secret comes from FIELDDESK_CLIENT_SECRET, the system keyring, a prompt on the terminal
or --client-secret-stdin. FIELDDESK_TOKEN is a static access token instead of a client.

Exit status:
  0 done                            5 no answer from the server, or it kept failing
  1 some items failed               6 action needed
  2 usage                           7 rejected by the server
  3 not signed in or not allowed    8 another process holds the data folder
  4 not found                     130 cancelled";

const DEMO: &str = "\
  fieldctl demo
  fieldctl demo --json | jq .steps

It starts a server with sample data, creates a folder of sample drawings, syncs it with a project,
changes files, and shows the result of each step. It needs no account and no network, changes none
of your files, and removes its temporary files at the end.";

const COMPLETIONS: &str = "\
  fieldctl completions bash > ~/.local/share/bash-completion/completions/fieldctl
  fieldctl completions zsh > ~/.zfunc/_fieldctl
  fieldctl completions fish > ~/.config/fish/completions/fieldctl.fish
  fieldctl completions powershell >> $PROFILE";

/// Everything the Fielddesk desktop app does, without a window.
#[derive(Debug, Parser)]
#[command(name = "fieldctl", version, after_help = EXAMPLES, propagate_version = true)]
#[command(arg_required_else_help = true, subcommand_required = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Manage connections (server addresses and client)
    #[command(subcommand, visible_alias = "profiles")]
    Profile(ProfileCommand),
    /// Projects of the company
    #[command(subcommand, visible_alias = "project")]
    Projects(ProjectsCommand),
    /// Work orders of a project
    #[command(subcommand, name = "workorders", visible_alias = "work-orders")]
    WorkOrders(WorkOrdersCommand),
    /// Documents of a project or a work order
    #[command(subcommand, visible_alias = "documents")]
    Docs(DocsCommand),
    /// Synced folders: a folder on this computer kept the same as a project
    #[command(subcommand, visible_alias = "folders", after_help = sync::HELP)]
    Sync(SyncCommand),
    /// Machines and equipment: check-in, fuel data, import and export
    #[command(subcommand, visible_alias = "machine")]
    Machines(MachinesCommand),
    /// Users: employee accounts
    #[command(subcommand, visible_alias = "user")]
    Users(UsersCommand),
    /// Haul trips, stored on this computer
    #[command(subcommand, visible_alias = "trip")]
    Trips(TripsCommand),
    /// Show synced folders with sample data, and remove everything afterwards
    #[command(after_help = DEMO)]
    Demo,
    /// Write a completion script for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual into a folder, a page for each verb
    // For those who make packages, so not in the help.
    #[command(hide = true)]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Options of every verb.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Write one JSON document to standard output, and errors as JSON to standard error
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Write results and errors only, no remarks and no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Log to standard error; twice for more. Secrets are never logged
    #[arg(long, short, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

/// Where and as whom to connect.
#[derive(Debug, Args)]
#[command(next_help_heading = "Connection")]
pub(crate) struct ConnectionArgs {
    /// The stored profile to use [env: FIELDDESK_PROFILE]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Sign-in (token) URL [env: FIELDDESK_IDENTITY_URL]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) identity_url: Option<String>,
    /// Main server URL [env: FIELDDESK_BASE_URL]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// URL of haul trips (reporting) [env: FIELDDESK_REPORTING_URL]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) reporting_url: Option<String>,
    /// Client ID [env: FIELDDESK_CLIENT_ID]
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) client_id: Option<String>,
    /// Read the client secret from standard input
    #[arg(long, global = true)]
    pub(crate) client_secret_stdin: bool,
    /// Permissions (scopes) to request, separated by spaces [env: FIELDDESK_SCOPES] [default: "serviceapiv3 reportingapiv1"]
    #[arg(long, global = true, value_name = "SCOPES")]
    pub(crate) scopes: Option<String>,
    /// Proxy, instead of the one of the system [env: FIELDDESK_PROXY]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) proxy: Option<String>,
    /// Environment, where the addresses do not show it: test or production
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) environment: Option<Environment>,
    /// Data folder: profiles and history [env: FIELDDESK_DATA_DIR] [default: the platform's]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

impl ConnectionArgs {
    /// The options as a layer of settings.
    pub(crate) fn layer(&self) -> Layer {
        Layer {
            environment: self.environment,
            identity_url: self.identity_url.clone(),
            base_url: self.base_url.clone(),
            reporting_url: self.reporting_url.clone(),
            client_id: self.client_id.clone(),
            scopes: self.scopes.clone(),
            proxy: self.proxy.clone(),
        }
    }
}

/// Whether JSON was asked for, where the command line itself cannot be read.
pub(crate) fn wants_json<'a>(args: impl IntoIterator<Item = &'a std::ffi::OsString>) -> bool {
    args.into_iter()
        .take_while(|arg| *arg != "--")
        .any(|arg| arg == "--json")
}

#[cfg(test)]
#[path = "../../tests/it/support/golden/compare.rs"]
mod compare;

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::compare::compare;
    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split_whitespace())
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_flags_of_each_verb_are_as_they_were() {
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/flags.txt");
        compare(golden.as_ref(), &flags::flags(Cli::command()));
    }

    #[test]
    fn what_cannot_be_meant_is_usage() {
        for line in [
            "fieldctl",
            "fieldctl docs",
            "fieldctl docs list",
            "fieldctl docs list --project P-1 --work-order 65f0",
            "fieldctl docs upload --project P-1",
            "fieldctl docs download --project P-1",
            "fieldctl docs delete --project P-1",
            "fieldctl workorders list",
            "fieldctl projects show",
            "fieldctl machines esg 701",
            "fieldctl machines block",
            "fieldctl machines update 701",
            "fieldctl machines create",
            "fieldctl machines create --set a=b --from x.json",
            "fieldctl users update 4711",
            "fieldctl trips sync --from 2026-10-01",
            "fieldctl trips sync --from 2026-10-01 --to 2026-11-01 --since 2026-11-01",
            "fieldctl trips export",
            "fieldctl trips export --format pdf",
            "fieldctl sync add d",
            "fieldctl sync add d --project P-1 --section S --sections-by-subfolder",
            "fieldctl sync add d --project P-1 --deletes maybe",
            "fieldctl sync run",
            "fieldctl sync run --once --watch",
            "fieldctl sync run --once --yes --approve x",
            "fieldctl sync resolve ab12 --keep local",
            "fieldctl sync resolve ab12 plan.pdf",
            "fieldctl sync resolve ab12 plan.pdf --all --keep local",
            "fieldctl sync resolve ab12 plan.pdf --reason firstContact --keep local",
            "fieldctl sync move ab12",
            "fieldctl sync receipt ab12 --day yesterday",
            "fieldctl projects list --client-secret hunter2",
            "fieldctl projects list --token hunter2",
            "fieldctl projects list --environment staging",
        ] {
            assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn json_is_known_to_be_wanted_before_the_line_is_understood() {
        let args = |line: &str| -> Vec<_> { line.split(' ').map(Into::into).collect() };
        assert!(wants_json(&args("fieldctl docs --json nonsense")));
        assert!(!wants_json(&args("fieldctl docs upload -- --json")));
    }
}
