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
    /// Sync a folder with a project from now on
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
    /// The same files lie in another folder now, or a subfolder on another drive
    #[command(name = "move", after_help = help::MOVE, override_usage = help::MOVE_USAGE)]
    Move {
        #[command(flatten)]
        mapping: MappingArg,
        /// The new folder; or a subfolder whose drive is away, and the folder that it is now
        #[arg(value_name = "DIR", num_args = 1..=2, required = true)]
        folders: Vec<PathBuf>,
    },
    /// Sync with nobody logged in: a job of the system that runs `sync run --watch`
    #[command(subcommand, after_help = help::BACKGROUND)]
    Background(BackgroundCommand),
    /// Show what a run would do
    #[command(after_help = help::PLAN)]
    Plan {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Sync folders, once or until told to stop
    #[command(after_help = help::RUN)]
    Run(SyncRunArgs),
    /// How the folders stand
    #[command(after_help = help::STATUS)]
    Status {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// What waits for a person's word
    #[command(after_help = help::CONFLICTS)]
    Conflicts {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Say which one shall stay
    #[command(after_help = help::RESOLVE)]
    Resolve(ResolveArgs),
    /// List files deleted from a folder whose documents wait, or choose what happens to them
    #[command(after_help = help::DELETED)]
    Deleted(DeletedArgs),
    /// Show or change what holds for all folders: bandwidth limit and ignore rules
    #[command(after_help = help::SETTINGS)]
    Settings(SettingsArgs),
    /// Change what holds for one folder
    #[command(after_help = "Example:\n  fieldctl sync set ~/drawings --deletes keep")]
    Set(SetArgs),
    /// Do nothing with a folder, or with all, until later
    #[command(after_help = help::PAUSE)]
    Pause {
        #[command(flatten)]
        mapping: OptionalMappingArg,
        /// Resume by itself then, as 2026-11-20T07:00; a bare date is its midnight here
        #[arg(long, value_name = "TIME")]
        until: Option<String>,
    },
    /// Sync a paused folder again, and confirm one that was imported
    #[command(after_help = help::RESUME)]
    Resume {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Compare documents and files by their bytes
    #[command(after_help = help::VERIFY)]
    Verify {
        #[command(flatten)]
        mapping: OptionalMappingArg,
        /// Compare about so many documents of each folder, spread over all
        #[arg(long, value_name = "N")]
        sample: Option<usize>,
    },
    /// List the content that is kept of what was replaced or removed
    #[command(after_help = help::HISTORY)]
    History {
        #[command(flatten)]
        mapping: OptionalMappingArg,
    },
    /// Restore versions into their folders, or one into a file
    #[command(after_help = help::RESTORE)]
    Restore(RestoreArgs),
    /// Why a name stands as it does
    #[command(after_help = help::EXPLAIN)]
    Explain {
        #[command(flatten)]
        mapping: MappingArg,
        /// The name, or a part of it
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// What was delivered on a day
    #[command(after_help = help::RECEIPT)]
    Receipt(ReceiptArgs),
    /// Write the list of synced folders, for another computer
    #[command(after_help = help::EXPORT)]
    Export(OutputArg),
    /// Make the synced folders of an export
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
    /// Install it, or install it anew, and start it
    Install,
    /// Stop it and remove it
    Remove,
    /// Whether it is installed, and runs
    Status,
}

/// The mapping that is meant.
#[derive(Debug, Args)]
pub(crate) struct MappingArg {
    /// The id that `add` printed, or the folder
    #[arg(id = "mapping", value_name = "MAPPING")]
    pub(crate) text: String,
}

/// The mapping that is meant, or all of them.
#[derive(Debug, Args)]
pub(crate) struct OptionalMappingArg {
    /// The id that `add` printed, or the folder; without it all of them
    #[arg(id = "mapping", value_name = "MAPPING")]
    pub(crate) text: Option<String>,
}

/// What a deleted file means for its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeletesArg {
    /// A person is asked
    Ask,
    /// The document stays
    Keep,
    /// The document is removed
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
    /// The section that the files go to; without it the service's default
    #[arg(long, value_name = "S", conflicts_with = "sections_by_subfolder")]
    pub(crate) section: Option<String>,
    /// Each subfolder is a section
    #[arg(long)]
    pub(crate) sections_by_subfolder: bool,
    /// What a file deleted in the folder means for its document
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
    /// Approve deletes that wait for a person
    #[arg(long, short, conflicts_with = "approve")]
    pub(crate) yes: bool,
    /// Approve the deletes of exactly this plan
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
    /// Go on until told to stop
    #[arg(long)]
    pub(crate) watch: bool,
}

/// Which one shall stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeepArg {
    /// The file of the folder
    Local,
    /// The document in the project
    Remote,
    /// Both: theirs comes into the folder under a name of its own
    Both,
}

/// Why a name waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReasonArg {
    /// Different content in folder and project
    #[value(name = "firstContact", alias = "first-contact")]
    FirstContact,
    /// Both sides changed it
    #[value(name = "bothChanged", alias = "both-changed")]
    BothChanged,
    /// Somebody else replaced the document
    #[value(name = "replacedElsewhere", alias = "replaced-elsewhere")]
    ReplacedElsewhere,
    /// Somebody else deleted the document
    #[value(name = "deletedElsewhere", alias = "deleted-elsewhere")]
    DeletedElsewhere,
    /// The project has several documents of the name
    #[value(name = "duplicateNames", alias = "duplicate-names")]
    DuplicateNames,
    /// Two files of the folder are one name
    #[value(name = "nameCollision", alias = "name-collision")]
    NameCollision,
}

/// A person's word on one conflict or on many.
#[derive(Debug, Args)]
pub(crate) struct ResolveArgs {
    #[command(flatten)]
    pub(crate) mapping: MappingArg,
    /// The name that waits (see `fieldctl sync conflicts`)
    #[arg(
        value_name = "NAME",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub(crate) name: Option<String>,
    /// Its section, where several have the name
    #[arg(long, value_name = "S", conflicts_with = "all")]
    pub(crate) section: Option<String>,
    /// The document that is meant, where the project has several of the name
    #[arg(long, value_name = "ID", conflicts_with = "all")]
    pub(crate) id: Option<String>,
    /// The documents that the decision is about; nothing is done when others are listed by then
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with = "all")]
    pub(crate) remote: Vec<String>,
    /// All that wait
    #[arg(long)]
    pub(crate) all: bool,
    /// Of all that wait, those for this reason
    // Where a name excludes --all, clap no longer asks for it: the name is excluded here too.
    #[arg(
        long,
        value_enum,
        value_name = "R",
        requires = "all",
        conflicts_with = "name"
    )]
    pub(crate) reason: Option<ReasonArg>,
    /// Which one shall stay
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
    /// The day, as 2026-11-20; today without it
    #[arg(long, value_name = "D")]
    pub(crate) day: Option<NaiveDate>,
    /// What it is written as; without it what the file's name says, else csv
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<ReceiptFormat>,
    #[command(flatten)]
    pub(crate) output: OutputArg,
}
