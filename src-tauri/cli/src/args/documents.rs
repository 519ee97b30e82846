//! Verbs on documents.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fielddesk_rules::retention::HISTORY_DAYS;

const UPLOAD: &str = "\
Crews on the project see the documents within seconds.

  fieldctl docs upload 'Plan A.pdf' --project P-2026-001
  fieldctl docs upload *.pdf --project P-2026-001 --section Drawings --replace
  fieldctl docs upload drawings --recursive --work-order 65f0a1b2c3d4e5f601234567

Small files are uploaded together (up to 25 MB a request), large ones alone; each is stored whole or
not at all. Without --replace a document of the same name is kept, too. With it, the old version is
kept in the history on this computer.
A folder is uploaded only with --recursive: all files in it and its subfolders, to one section;
hidden and temporary files and links are ignored.";

const DOWNLOAD: &str = "\
  fieldctl docs download 65f0a1b2c3d4e5f601234567 --project P-2026-001
  fieldctl docs download ID1 ID2 ID3 --project P-2026-001 --to plans

No file is overwritten: a name that exists becomes NAME (2).ext, and characters that this system
does not allow in a name become _. A missing folder is created.";

const DELETE: &str = "\
  fieldctl docs delete 65f0a1b2c3d4e5f601234567 --project P-2026-001
  fieldctl docs delete ID1 ID2 --project P-2026-001 --yes

The old version is kept in the history on this computer; if it cannot be kept, the document is not
deleted.";

fn history_help() -> String {
    format!(
        "\
  fieldctl docs history
  fieldctl docs history --project P-2026-001 --section Drawings
  fieldctl docs history --name 'Plan A.pdf' --json

Lists old versions of what was replaced or deleted on this computer, manually or by a synced folder,
newest first.
Each version is kept for {HISTORY_DAYS} days."
    )
}

const RESTORE: &str = "\
  fieldctl docs restore 17
  fieldctl docs restore 17 --to old.pdf
  fieldctl docs restore 17 18 19 --yes
  fieldctl docs restore --act 4f2a91c07be3 --yes
  fieldctl docs restore --since 2026-11-20 --name '*.pdf' --section Drawings

VERSION and the ID of an act are in `fieldctl docs history`. Without --to the version is uploaded to
its project and section, and the current one goes into the history. Of several versions of one
document, --act and --since restore the oldest. Use `fieldctl sync restore` for a section that is
synced with a folder.";

/// What is to be done with documents.
#[derive(Debug, Subcommand)]
pub(crate) enum DocsCommand {
    /// List the documents, section by section
    #[command(after_help = "Example:\n  fieldctl docs list --project P-2026-001")]
    List {
        #[command(flatten)]
        target: TargetArgs,
    },
    /// Upload files
    #[command(after_help = UPLOAD)]
    Upload(UploadArgs),
    /// Download documents to a folder
    #[command(after_help = DOWNLOAD)]
    Download(DownloadArgs),
    /// Delete documents
    #[command(after_help = DELETE)]
    Delete(DeleteArgs),
    /// List old versions
    #[command(after_help = history_help())]
    History(HistoryArgs),
    /// Restore versions to their projects, or one to a file
    #[command(after_help = RESTORE)]
    Restore(RestoreArgs),
}

/// The versions to restore, and the place.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    pub(crate) which: WhichVersions,
    /// The end of that time
    #[arg(long, value_name = "TIME", requires = "since")]
    pub(crate) until: Option<String>,
    /// Only files with names that match; * and ? are wildcards
    #[arg(long, value_name = "PATTERN", requires = "since")]
    pub(crate) name: Option<String>,
    /// Only files of this section
    #[arg(long, value_name = "S", requires = "since")]
    pub(crate) section: Option<String>,
    /// File to save one version as; it must not exist yet
    #[arg(long, value_name = "FILE", conflicts_with_all = ["act", "since"])]
    pub(crate) to: Option<PathBuf>,
    /// Do not ask
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// The versions: exactly one of the three.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct WhichVersions {
    /// Numbers of the versions (see `history`)
    #[arg(id = "number", value_name = "VERSION")]
    pub(crate) versions: Vec<String>,
    /// Everything that was replaced or deleted together, by its ID in `history`
    #[arg(long, value_name = "ID")]
    pub(crate) act: Option<String>,
    /// Everything that was replaced or deleted since then
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
}

/// Which versions.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// Project number
    #[arg(long, value_name = "NUMBER", conflicts_with = "work_order")]
    pub(crate) project: Option<String>,
    /// Work order ID
    #[arg(long, value_name = "ID")]
    pub(crate) work_order: Option<String>,
    /// Section
    #[arg(long, value_name = "S")]
    pub(crate) section: Option<String>,
    /// File name
    #[arg(long, value_name = "N")]
    pub(crate) name: Option<String>,
}

/// Whose documents: exactly one of the two.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct TargetArgs {
    /// Project number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) project: Option<String>,
    /// Work order ID (see `fieldctl workorders list`)
    #[arg(long, value_name = "ID")]
    pub(crate) work_order: Option<String>,
}

/// Options of an upload.
#[derive(Debug, Args)]
pub(crate) struct UploadArgs {
    /// Files to upload
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Section of the files [default: the default section]
    #[arg(long, value_name = "S")]
    pub(crate) section: Option<String>,
    /// Replace documents of the same name in the section
    #[arg(long)]
    pub(crate) replace: bool,
    /// Upload the files in folders, too
    #[arg(long, short)]
    pub(crate) recursive: bool,
}

/// Options of a download.
#[derive(Debug, Args)]
pub(crate) struct DownloadArgs {
    /// Document IDs (see `fieldctl docs list`)
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Folder to save into
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) to: PathBuf,
}

/// Options of a delete.
#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// Document IDs (see `fieldctl docs list`)
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Do not ask
    #[arg(long, short)]
    pub(crate) yes: bool,
}
