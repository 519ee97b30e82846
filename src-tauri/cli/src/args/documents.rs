//! Verbs on documents.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fielddesk_rules::retention::HISTORY_DAYS;

const UPLOAD: &str = "\
Everybody who works on the project sees the documents at once.

  fieldctl docs upload 'Plan A.pdf' --project P-2026-001
  fieldctl docs upload *.pdf --project P-2026-001 --section Drawings --replace
  fieldctl docs upload drawings --recursive --work-order 65f0a1b2c3d4e5f601234567

Small files travel together (up to 25 MB a request), large ones alone; each is stored whole or
not at all. Without --replace a document of the same name stays beside the new one. With it,
the old content is kept in Fielddesk's history on this computer first.
A folder is sent only with --recursive: all the files in it and its subfolders, into the one
section; hidden and temporary files and links are left out.";

const DOWNLOAD: &str = "\
  fieldctl docs download 65f0a1b2c3d4e5f601234567 --project P-2026-001
  fieldctl docs download ID1 ID2 ID3 --project P-2026-001 --to plans

No file is ever overwritten: a name that exists becomes NAME (2).ext, and what this system
cannot store in a name becomes _. The folder is made where it is missing.";

const DELETE: &str = "\
  fieldctl docs delete 65f0a1b2c3d4e5f601234567 --project P-2026-001
  fieldctl docs delete ID1 ID2 --project P-2026-001 --yes

The content is kept in Fielddesk's history on this computer first; a document whose content
cannot be kept is not deleted.";

fn history_help() -> String {
    format!(
        "\
  fieldctl docs history
  fieldctl docs history --project P-2026-001 --section Drawings
  fieldctl docs history --name 'Plan A.pdf' --json

Lists what was replaced or removed on this computer, by hand or by a synced folder, newest first.
Each version is kept for {HISTORY_DAYS} days."
    )
}

const RESTORE: &str = "\
  fieldctl docs restore 17
  fieldctl docs restore 17 --to old.pdf
  fieldctl docs restore 17 18 19 --yes
  fieldctl docs restore --act 4f2a91c07be3 --yes
  fieldctl docs restore --since 2026-11-20 --name '*.pdf' --section Drawings

VERSION is a number of `fieldctl docs history`, and so is the id of an act. Without --to the content
goes back into its project and section, and what it replaces goes into the history. Of several
versions of one document --act and --since restore the oldest. A section that a folder syncs is
restored with `fieldctl sync restore`.";

/// What is to be done with documents.
#[derive(Debug, Subcommand)]
pub(crate) enum DocsCommand {
    /// List the documents, section by section
    #[command(after_help = "Example:\n  fieldctl docs list --project P-2026-001")]
    List {
        #[command(flatten)]
        target: TargetArgs,
    },
    /// Send files
    #[command(after_help = UPLOAD)]
    Upload(UploadArgs),
    /// Save documents into a folder
    #[command(after_help = DOWNLOAD)]
    Download(DownloadArgs),
    /// Delete documents
    #[command(after_help = DELETE)]
    Delete(DeleteArgs),
    /// List the versions kept on this computer
    #[command(after_help = history_help())]
    History(HistoryArgs),
    /// Restore versions into their projects, or one into a file
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
    /// Only files whose names match it; * and ? are wildcards
    #[arg(long, value_name = "PATTERN", requires = "since")]
    pub(crate) name: Option<String>,
    /// Only files of this section
    #[arg(long, value_name = "S", requires = "since")]
    pub(crate) section: Option<String>,
    /// File to write one version to; it must not be there yet
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
    /// Their numbers (see `history`)
    #[arg(id = "number", value_name = "VERSION")]
    pub(crate) versions: Vec<String>,
    /// Everything that one act replaced or removed, by its id in `history`
    #[arg(long, value_name = "ID")]
    pub(crate) act: Option<String>,
    /// Everything that was replaced or removed since then
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
}

/// Which versions.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// Of a project, by its human number
    #[arg(long, value_name = "NUMBER", conflicts_with = "work_order")]
    pub(crate) project: Option<String>,
    /// Of a work order, by its id
    #[arg(long, value_name = "ID")]
    pub(crate) work_order: Option<String>,
    /// Of a section
    #[arg(long, value_name = "S")]
    pub(crate) section: Option<String>,
    /// Of a name
    #[arg(long, value_name = "N")]
    pub(crate) name: Option<String>,
}

/// Whose documents: exactly one of the two.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct TargetArgs {
    /// A project, by its human number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) project: Option<String>,
    /// A work order, by its id (see `fieldctl workorders list`)
    #[arg(long, value_name = "ID")]
    pub(crate) work_order: Option<String>,
}

/// Options of an upload.
#[derive(Debug, Args)]
pub(crate) struct UploadArgs {
    /// The files to send
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The section they go to; without it the service's default
    #[arg(long, value_name = "S")]
    pub(crate) section: Option<String>,
    /// Replace documents of the same name in the section
    #[arg(long)]
    pub(crate) replace: bool,
    /// Send the files in folders, too
    #[arg(long, short)]
    pub(crate) recursive: bool,
}

/// Options of a download.
#[derive(Debug, Args)]
pub(crate) struct DownloadArgs {
    /// The documents' ids (see `fieldctl docs list`)
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
    /// The documents' ids (see `fieldctl docs list`)
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Do not ask
    #[arg(long, short)]
    pub(crate) yes: bool,
}
