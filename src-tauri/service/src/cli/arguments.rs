//! Arguments of the command line.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use fielddesk_model::Environment;
use fielddesk_rules::retention::HISTORY_DAYS;
use fielddesk_service::Location as Data;
use fielddesk_service::{Durability, Seed};

use super::nouns::{Company, MachineType, Project, RecordCommand, WorkOrder};

/// The field-operations service on one machine.
#[derive(Parser)]
#[command(name = "fieldservice", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Serves both environments until it is stopped
    Serve(ServeArguments),
    /// Makes and changes API clients, also while the service serves
    #[command(subcommand)]
    Client(ClientCommand),
    /// Issues static tokens
    #[command(subcommand)]
    Token(TokenCommand),
    /// Keeps companies, and switches their integration
    #[command(subcommand)]
    Company(CompanyCommand),
    /// Keeps the projects of companies
    #[command(subcommand)]
    Project(RecordCommand<Project>),
    /// Keeps the work orders of projects
    #[command(subcommand)]
    Workorder(RecordCommand<WorkOrder>),
    /// Keeps the machine types of companies
    #[command(subcommand)]
    MachineType(RecordCommand<MachineType>),
    /// Looks after the stored bytes of documents
    #[command(subcommand)]
    Objects(ObjectsCommand),
    /// Prints who created, changed, granted and issued what
    Audit(Location),
    /// Copies a data folder, also while it is served, into one that can be served as it is
    Backup(BackupArguments),
    /// Copies everything to a place that holds nothing, and compares both sides
    Copy(CopyArguments),
    /// Prints the OpenAPI 3.1 document of everything served
    Openapi,
    /// Prints a completion script for a shell
    // This and the manual are for those who make packages, so not in the help.
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Writes the manual into a folder, a page for each verb
    #[command(hide = true)]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

#[derive(Args)]
pub(super) struct ServeArguments {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:0", value_parser = read_address)]
    pub(super) listen: SocketAddr,
    /// The data folder; made when it is missing
    #[arg(long, conflicts_with = "ephemeral")]
    pub(super) data: Option<PathBuf>,
    /// PostgreSQL in place of the data folder's database; {environment} in the URL is replaced
    #[arg(
        long,
        value_name = "URL",
        env = "FIELDSERVICE_DATABASE_URL",
        hide_env_values = true,
        conflicts_with = "ephemeral"
    )]
    pub(super) database: Option<String>,
    /// Object store for documents in place of the data folder, s3://BUCKET/PREFIX
    #[arg(long, value_name = "URL", conflicts_with = "ephemeral")]
    pub(super) objects: Option<String>,
    /// Folder of the keys that sign tokens, the same on every node
    #[arg(long, value_name = "DIR")]
    pub(super) signing_keys: Option<PathBuf>,
    /// Address under which clients reach the service, behind a balancer
    #[arg(long, value_name = "URL", conflicts_with = "control")]
    pub(super) public_url: Option<String>,
    /// Loopback address for metrics and readiness
    #[arg(long, value_name = "ADDRESS", value_parser = read_address)]
    pub(super) admin_listen: Option<SocketAddr>,
    /// Seconds that a stopping service still takes requests, while /readyz refuses
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub(super) drain: u64,
    /// Seconds that requests under way are waited for after that
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(super) grace: u64,
    /// Keeps nothing (the default without --data)
    #[arg(long)]
    pub(super) ephemeral: bool,
    /// Content of an empty data folder: none, demo or large
    #[arg(long, default_value = "none")]
    pub(super) seed: Seed,
    /// Token lifetime in seconds of clients without their own
    #[arg(long, default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) token_lifetime: u64,
    /// Largest upload request taken
    #[arg(long)]
    pub(super) max_upload_bytes: Option<u64>,
    /// Failures that an acknowledged write survives: process or power
    #[arg(long)]
    pub(super) durability: Option<Durability>,
    /// Serves the control surface for tests, without a token
    #[arg(long)]
    pub(super) control: bool,
    #[arg(long, help = set_aside_help())]
    pub(super) set_aside_unlisted: bool,
    /// Allows an address that other machines reach
    #[arg(long)]
    pub(super) allow_remote: bool,
}

fn set_aside_help() -> String {
    format!(
        "Starts although many stored documents are not in the database, and keeps them for \
         {HISTORY_DAYS} days in the folder set-aside"
    )
}

/// The data that an operator works on.
#[derive(Args)]
pub(super) struct Location {
    /// The data folder
    #[arg(long, required_unless_present = "database")]
    pub(super) data: Option<PathBuf>,
    /// The PostgreSQL database; {environment} in the URL is replaced
    #[arg(
        long,
        value_name = "URL",
        env = "FIELDSERVICE_DATABASE_URL",
        hide_env_values = true
    )]
    pub(super) database: Option<String>,
    /// The object store of the documents, s3://BUCKET/PREFIX
    #[arg(long, value_name = "URL")]
    pub(super) objects: Option<String>,
    /// Folder of the keys that sign tokens
    #[arg(long, value_name = "DIR")]
    pub(super) signing_keys: Option<PathBuf>,
}

impl From<Location> for Data {
    fn from(location: Location) -> Self {
        Self {
            data: location.data,
            database: location.database,
            objects: location.objects,
            signing_keys: location.signing_keys,
        }
    }
}

/// An environment of that data.
#[derive(Args)]
pub(super) struct Place {
    #[command(flatten)]
    pub(super) location: Location,
    /// test or production
    #[arg(long)]
    pub(super) environment: Environment,
}

#[derive(Args)]
pub(super) struct BackupArguments {
    /// The data folder
    #[arg(long, required_unless_present = "database")]
    pub(super) data: Option<PathBuf>,
    /// Refused: PostgreSQL and object stores have backups of their own
    #[arg(
        long,
        value_name = "URL",
        env = "FIELDSERVICE_DATABASE_URL",
        hide_env_values = true
    )]
    pub(super) database: Option<String>,
    /// The folder of the backup, missing or empty
    #[arg(long, value_name = "DIR")]
    pub(super) to: PathBuf,
    /// test or production; both when left out
    #[arg(long)]
    pub(super) environment: Option<Environment>,
}

#[derive(Args)]
pub(super) struct CopyArguments {
    /// The source: a data folder, or PostgreSQL as postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "LOCATION")]
    pub(super) from: String,
    /// The source's documents, where they are not in its data folder: s3://BUCKET/PREFIX, or a
    /// data folder
    #[arg(long, value_name = "LOCATION")]
    pub(super) from_objects: Option<String>,
    /// The source's folder of signing keys, where they are not in its data folder
    #[arg(long, value_name = "DIR")]
    pub(super) from_signing_keys: Option<PathBuf>,
    /// The target, which holds nothing: as the source
    #[arg(long, value_name = "LOCATION")]
    pub(super) to: String,
    /// The target of the documents, as for the source
    #[arg(long, value_name = "LOCATION")]
    pub(super) to_objects: Option<String>,
    /// The target of the signing keys, as for the source
    #[arg(long, value_name = "DIR")]
    pub(super) to_signing_keys: Option<PathBuf>,
    /// test or production; both when left out
    #[arg(long)]
    pub(super) environment: Option<Environment>,
}

#[derive(Args)]
pub(super) struct ClientAct {
    #[command(flatten)]
    pub(super) place: Place,
    /// The client's id
    #[arg(long)]
    pub(super) client: String,
}

#[derive(Args)]
pub(super) struct ScopeAct {
    #[command(flatten)]
    pub(super) act: ClientAct,
    /// The scope
    #[arg(long)]
    pub(super) scope: String,
}

#[derive(Args)]
pub(super) struct CompanyAct {
    #[command(flatten)]
    pub(super) place: Place,
    /// The company's id
    #[arg(long)]
    pub(super) company: String,
}

#[derive(Subcommand)]
pub(super) enum ClientCommand {
    /// Makes a client and prints its secret, once
    Create {
        #[command(flatten)]
        place: Place,
        /// Purpose of the client
        #[arg(long)]
        name: String,
        /// Scopes separated by spaces
        #[arg(long, default_value = "serviceapiv3")]
        scopes: String,
        /// May use the document endpoints
        #[arg(long)]
        administrator: bool,
        /// May not write
        #[arg(long)]
        read_only: bool,
        /// The company it acts for; the environment's own when left out
        #[arg(long)]
        company: Option<String>,
        /// Token lifetime in seconds, at most a day
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        lifetime: Option<u64>,
    },
    /// Lists the clients
    List {
        #[command(flatten)]
        place: Place,
        /// This one alone
        #[arg(long)]
        client: Option<String>,
    },
    /// Keeps a client out at once
    Disable(ClientAct),
    /// Lets a client in again
    Enable(ClientAct),
    /// Deletes a client
    Delete(ClientAct),
    /// Gives a client a new secret and prints it, once
    Rotate(ClientAct),
    /// Grants a scope; reportingapiv1 is granted by the operator alone
    Grant(ScopeAct),
    /// Takes a scope away
    Ungrant(ScopeAct),
}

#[derive(Subcommand)]
pub(super) enum TokenCommand {
    /// Issues a static token over all scopes of a client
    Issue {
        #[command(flatten)]
        place: Place,
        /// The client's id
        #[arg(long)]
        client: String,
        /// Lifetime in seconds, any
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
        lifetime: u64,
    },
}

#[derive(Subcommand)]
pub(super) enum CompanyCommand {
    /// Refuses the interface on a company's data
    DisableIntegration(CompanyAct),
    /// Allows it again
    EnableIntegration(CompanyAct),
    #[command(flatten)]
    Record(RecordCommand<Company>),
}

#[derive(Subcommand)]
pub(super) enum ObjectsCommand {
    /// Compares stored objects with the documents that name them; exit 1 where bytes are missing
    Check(Place),
}

fn read_address(text: &str) -> Result<SocketAddr, String> {
    text.to_socket_addrs()
        .map_err(|error| error.to_string())?
        .next()
        .ok_or_else(|| format!("`{text}` is no address"))
}
