//! Verbs on synced folders.

mod help;
mod settings;

use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args, Subcommand, ValueEnum};

use super::OutputArg;
use super::documents::{RestoreArgs, TargetArgs};

pub(crate) use settings::{DeletedArgs, SetArgs, SettingsArgs, schedule};

pub(super) const HELP: &str = help::SYNC;

/// What is to be done with synced folders.
#[derive(Debug, Subcommand)]
pub(crate) enum SyncCommand {
    /// Add a synced folder
    #[command(after_help = help::ADD)]
    Add(SyncAddArgs),
    /// List the synced folders
    #[command(after_help = "Example:\n  fieldctl sync list --json")]
    List,
    /// Stop syncing a folder
    #[command(after_help = help::REMOVE)]
    Remove {
        #[command(flatten)]
        mapping: MappingArg,
    },
    /// Set the new location of a folder that was moved, or of a subfolder on another drive
    #[command(name = "move", after_help = help::MOVE, override_usage = help::MOVE_USAGE)]
    Move {
        #[command(flatten)]
        mapping: MappingArg,
        /// The new location; or a subfolder whose drive is not connected, and the folder that replaces it
        #[arg(value_name = "DIR", num_args = 1..=2, required = true)]
        folders: Vec<PathBuf>,
    },
    /// Sync without a login: a system job that runs `sync run --watch`
    #[command(subcommand, after_help = help::BACKGROUND)]
    Background(BackgroundCommand),
    /// Preview a run
    #[command(after_help = help::PLAN)]
    Plan {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Sync folders, once or until stopped
    #[command(after_help = help::RUN)]
    Run(SyncRunArgs),
    /// Show status
    #[command(after_help = help::STATUS)]
    Status {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// List conflicts
    #[command(after_help = help::CONFLICTS)]
    Conflicts {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Resolve a conflict
    #[command(after_help = help::RESOLVE)]
    Resolve(ResolveArgs),
    /// List files deleted from a folder that are still in the project, or delete, keep or restore them
    #[command(after_help = help::DELETED)]
    Deleted(DeletedArgs),
    /// Show or change the settings of all folders: bandwidth limit and ignore rules
    #[command(after_help = help::SETTINGS)]
    Settings(SettingsArgs),
    /// Change the settings of one folder
    #[command(after_help = "Example:\n  fieldctl sync set ~/drawings --deletes keep")]
    Set(SetArgs),
    /// Pause syncing
    #[command(after_help = help::PAUSE)]
    Pause {
        #[command(flatten)]
        mapping: OptionalMappingArg,
        /// Resume automatically at this time, as 2026-11-20T07:00; a date alone is its local midnight
        #[arg(long, value_name = "TIME")]
        until: Option<String>,
    },
    /// Resume a paused folder, and confirm an imported one
    #[command(after_help = help::RESUME)]
    Resume {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Verify documents byte for byte
    #[command(after_help = help::VERIFY)]
    Verify {
        #[command(flatten)]
        mapping: OptionalMappingArg,
        /// Number of documents to verify in each folder, spread over all of them
        #[arg(long, value_name = "N")]
        sample: Option<usize>,
    },
    /// List old versions
    #[command(after_help = help::HISTORY)]
    History {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Restore versions to their folders, or one to a file
    #[command(after_help = help::RESTORE)]
    Restore(RestoreArgs),
    /// Explain the status of a file
    #[command(after_help = help::EXPLAIN)]
    Explain {
        #[command(flatten)]
        mapping: MappingArg,
        /// The file name, or a part of it
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Write the delivery receipt of a day
    #[command(after_help = help::RECEIPT)]
    Receipt(ReceiptArgs),
    /// Export the list of synced folders, for another computer
    #[command(after_help = help::EXPORT)]
    Export(OutputArg),
    /// Import a list of synced folders
    #[command(after_help = help::IMPORT)]
    Import {
        /// The file that `export` wrote; - reads standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// What is to be done with the job of the system.
#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum BackgroundCommand {
    /// Install or reinstall it, and start it
    Install,
    /// Stop it and remove it
    Remove,
    /// Show whether it is installed and running
    Status,
}

/// The mapping that is meant.
#[derive(Debug, Args)]
pub(crate) struct MappingArg {
    /// The folder, or its ID that `add` printed
    #[arg(id = "mapping", value_name = "MAPPING")]
    pub(crate) text: String,
}

/// The mapping that is meant, or all of them.
#[derive(Debug, Args)]
pub(crate) struct OptionalMappingArg {
    /// The folder, or its ID that `add` printed [default: all folders]
    #[arg(id = "mapping", value_name = "MAPPING")]
    pub(crate) text: Option<String>,
}

/// What a deleted file means for its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeletesArg {
    /// Wait for approval
    Ask,
    /// Keep it in the project
    Keep,
    /// Delete it from the project
    Propagate,
}

/// A mapping to be made.
#[derive(Debug, Args)]
pub(crate) struct SyncAddArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Section of the files [default: the default section]
    #[arg(long, value_name = "S", conflicts_with = "sections_by_subfolder")]
    pub(crate) section: Option<String>,
    /// Use each subfolder as a section
    #[arg(long)]
    pub(crate) sections_by_subfolder: bool,
    /// Action in the project when a file is deleted from the folder
    #[arg(long, value_enum, value_name = "POLICY", default_value = "ask")]
    pub(crate) deletes: DeletesArg,
}

/// How a run is meant.
#[derive(Debug, Args)]
pub(crate) struct SyncRunArgs {
    #[command(flatten)]
    pub(crate) mapping: OptionalMappingArg,
    #[command(flatten)]
    pub(crate) length: RunLength,
    /// Approve deletes that wait for approval
    #[arg(long, short, conflicts_with = "approve")]
    pub(crate) yes: bool,
    /// Approve the deletes of this plan only
    #[arg(long, value_name = "PLAN")]
    pub(crate) approve: Option<String>,
}

/// Exactly one of the two.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct RunLength {
    /// Sync the folders and end
    #[arg(long)]
    pub(crate) once: bool,
    /// Keep syncing until stopped
    #[arg(long)]
    pub(crate) watch: bool,
}

/// Which one shall stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeepArg {
    /// The version in the folder
    Local,
    /// The project version
    Remote,
    /// The version in the folder, and the project version beside it under another name
    Both,
}

/// Why a name waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReasonArg {
    /// Different content in folder and project
    #[value(name = "firstContact", alias = "first-contact")]
    FirstContact,
    /// Changed in folder and project
    #[value(name = "bothChanged", alias = "both-changed")]
    BothChanged,
    /// Replaced in the project
    #[value(name = "replacedElsewhere", alias = "replaced-elsewhere")]
    ReplacedElsewhere,
    /// Deleted from the project
    #[value(name = "deletedElsewhere", alias = "deleted-elsewhere")]
    DeletedElsewhere,
    /// Duplicate names in the project
    #[value(name = "duplicateNames", alias = "duplicate-names")]
    DuplicateNames,
    /// Name clash with another file
    #[value(name = "nameCollision", alias = "name-collision")]
    NameCollision,
}

/// A person's word on one conflict or on many.
#[derive(Debug, Args)]
pub(crate) struct ResolveArgs {
    #[command(flatten)]
    pub(crate) mapping: MappingArg,
    /// Name of the file (see `fieldctl sync conflicts`)
    #[arg(
        value_name = "NAME",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub(crate) name: Option<String>,
    /// Section of the file, if several sections have the name
    #[arg(long, value_name = "S", conflicts_with = "all")]
    pub(crate) section: Option<String>,
    /// The document to keep, if several have the name
    #[arg(long, value_name = "ID", conflicts_with = "all")]
    pub(crate) id: Option<String>,
    /// The documents that you have seen; if the project lists others by then, nothing is changed
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with = "all")]
    pub(crate) remote: Vec<String>,
    /// Resolve all conflicts
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: only conflicts with this reason
    // Where a name excludes --all, clap no longer asks for it: the name is excluded here too.
    #[arg(
        long,
        value_enum,
        value_name = "R",
        requires = "all",
        conflicts_with = "name"
    )]
    pub(crate) reason: Option<ReasonArg>,
    /// Version to keep
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(crate) keep: KeepArg,
}

/// What a receipt is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReceiptFormat {
    /// For a spreadsheet
    Csv,
    /// For printing
    Html,
}

/// Which receipt, and where it goes.
#[derive(Debug, Args)]
pub(crate) struct ReceiptArgs {
    #[command(flatten)]
    pub(crate) mapping: MappingArg,
    /// Day, as 2026-11-20 [default: today]
    #[arg(long, value_name = "D")]
    pub(crate) day: Option<NaiveDate>,
    /// File format [default: by the file name, else csv]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<ReceiptFormat>,
    #[command(flatten)]
    pub(crate) output: OutputArg,
}
