//! Texts of `--help` after the options of the verbs on synced folders.

pub(super) const SYNC: &str = "\
Examples:
  fieldctl sync add ~/drawings --project P-2026-001 --section Drawings
  fieldctl sync plan ~/drawings
  fieldctl sync run --once
  fieldctl sync run --watch
  fieldctl sync status

For its files, the folder is the source of truth: new and changed files are uploaded. Documents that
are only in the project are not changed. Old versions of replaced and deleted files are kept in the
history on this computer; `fieldctl sync restore` restores them.
MAPPING is the folder, or its ID that `add` printed.";

pub(super) const ADD: &str = "\
  fieldctl sync add ~/drawings --project P-2026-001
  fieldctl sync add ~/drawings --project P-2026-001 --section Drawings --deletes keep
  fieldctl sync add ~/bridge --project P-2026-001 --sections-by-subfolder
  fieldctl sync add ~/report --work-order 65f0a1b2c3d4e5f601234567

Nothing is uploaded yet: `fieldctl sync plan` shows what a run would do.
Without --sections-by-subfolder, files at the top of the folder go to one section and files in
subfolders are ignored. With it each subfolder is a section, names of deeper ones are joined by ` - `,
and files at the top go to the default section.
--deletes is what happens in the project when a file is deleted from the folder: ask (the default)
waits for approval, keep never deletes, propagate deletes too. Unusually many deletes always wait.";

pub(super) const REMOVE: &str = "\
  fieldctl sync remove ~/drawings

No file is changed in the folder or in the project. The history stays.";

pub(super) const MOVE: &str = "\
  fieldctl sync move ~/drawings /srv/drawings
  fieldctl sync move ~/drawings SHA ~/drawings/SHA

Move the files first; what was synced stays synced.
With SUBFOLDER: its drive is not connected, or another one is in its place. DIR, a folder inside the
synced folder, takes its place. You are asked before files that are not in DIR are deleted from the
project.";

pub(super) const MOVE_USAGE: &str = "fieldctl sync move [OPTIONS] <MAPPING> [SUBFOLDER] <DIR>";

pub(super) const PLAN: &str = "\
  fieldctl sync plan
  fieldctl sync plan ~/drawings --json | jq '.actions[] | select(.action == \"deleteRemote\")'

Nothing is uploaded, downloaded or deleted. `run --approve` takes the ID of the plan.";

pub(super) const RUN: &str = "\
  fieldctl sync run --once
  fieldctl sync run ~/drawings --once --yes
  fieldctl sync run ~/drawings --once --approve 8b1a9953c4611296
  fieldctl sync run --watch --json >> sync.ndjson

--once syncs the folders and ends; --watch keeps syncing until Ctrl C or SIGTERM, then exits with 0.
--yes approves deletes that wait for approval, but never a plan that would leave less than a tenth of
a folder; for that, --approve takes the ID that `plan` printed, as long as the plan is unchanged.
Neither resolves a conflict. Exit status 6: action needed; everything else is done.";

pub(super) const BACKGROUND: &str = "\
  fieldctl sync background install
  fieldctl sync background status --json

For a computer without the app, such as a file server: folders are synced as this user, from the
start of the computer. One program uses a data folder at a time: the job waits while the app runs,
and the app does not open while the job runs.
Linux: a systemd user unit. From systemd 256 it holds the secrets, encrypted for this computer and
user; earlier versions sync from the first login. Reinstall it after a secret has changed.
Windows: a scheduled task. Run as administrator; it prompts for the Windows password of this user.";

pub(super) const STATUS: &str = "\
  fieldctl sync status
  fieldctl sync status --json | jq -e 'all(.state == \"inStep\")'

A folder shows the status that needs most attention. `fieldctl sync explain` explains one file.";

pub(super) const CONFLICTS: &str = "\
  fieldctl sync conflicts
  fieldctl sync conflicts ~/drawings --json";

pub(super) const RESOLVE: &str = "\
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --keep local
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --section Drawings --keep both
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --keep remote --id 65f0a1b2c3d4e5f601234567
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --remote 65f0a1b2c3d4e5f601234567 --keep local
  fieldctl sync resolve ~/drawings --all --reason firstContact --keep local

--keep local keeps the version in the folder, remote the project version, both saves the project
version in the folder under another name. It is applied at once; the version that is not kept is in
the history. Of duplicate names, --id is the document to keep; without it, the last one listed.
--remote names the documents that you have seen; without it, those that `conflicts` printed last, else
those that a run reported. If the project lists others by then, nothing is changed (exit status 6).";

pub(super) const DELETED: &str = "\
  fieldctl sync deleted ~/drawings
  fieldctl sync deleted ~/drawings 'Plan A.pdf' 'Plan B.pdf' --put-back
  fieldctl sync deleted ~/drawings --all --keep-remote

Lists files that were deleted from the folder and are still in the project. --keep-remote keeps them
in the project, and the folder no longer syncs them. --put-back restores them to the folder. --remove
deletes them from the project; old versions stay in the history. It is applied at once.";

pub(super) const SETTINGS: &str = "\
  fieldctl sync settings
  fieldctl sync settings --upload-limit 2M 07:00-16:30=500K
  fieldctl sync settings --upload-limit none
  fieldctl sync settings --ignore '*.bak' 'old/' --preview
  fieldctl sync settings --ignore '*.bak' 'old/'

For all synced folders on this computer, at once. The limit is for uploads and downloads together, in
bytes a second; where hours overlap, the first ones apply. New settings replace the earlier ones. An
ignored file is no longer synced and never deleted. --preview shows which files the rules would ignore.";

pub(super) const PAUSE: &str = "\
  fieldctl sync pause ~/drawings
  fieldctl sync pause --until 2026-11-23

Without MAPPING all folders are paused. `run MAPPING` syncs a paused folder once all the same.";

pub(super) const RESUME: &str = "\
  fieldctl sync resume ~/drawings
  fieldctl sync resume

Without MAPPING all paused folders resume, except those that were imported or recovered, or whose
connection was removed: resume these one by one.";

pub(super) const VERIFY: &str = "\
  fieldctl sync verify
  fieldctl sync verify ~/drawings --sample 50

Downloads the documents and compares them with the files byte for byte. Exit status 1 if any
differs.";

pub(super) const HISTORY: &str = "\
  fieldctl sync history ~/drawings
  fieldctl sync history --json | jq '.[] | select(.name == \"Plan A.pdf\")'

Old versions of files that were replaced or deleted, in the folder or in the project, newest first.";

pub(super) const RESTORE: &str = "\
  fieldctl sync restore 17
  fieldctl sync restore 17 --to old-plan.pdf
  fieldctl sync restore --act 4f2a91c07be3 --yes
  fieldctl sync restore --since 2026-11-20T14:00 --section Drawings

VERSION is a number from `fieldctl sync history`. The version is restored to its folder, the current
one goes into the history, and the next run uploads it. --to saves it elsewhere instead, and is
required if the folder is no longer synced. No other file is overwritten. Of several versions of one
file, --act and --since restore the oldest.";

pub(super) const EXPLAIN: &str = "\
  fieldctl sync explain ~/drawings 'Plan A.pdf'

Shows whether the file is in the folder and in the project, which rule ignores it, what it waits for,
when it was uploaded and when it was verified. A part of the name is enough.";

pub(super) const RECEIPT: &str = "\
  fieldctl sync receipt ~/drawings
  fieldctl sync receipt ~/drawings --day 2026-11-20 --output receipt.html

The uploads of a day, in local time; today without --day. A table for a spreadsheet (CSV), or a
document to print with --format html or a file name that ends in .html.";

pub(super) const EXPORT: &str = "\
  fieldctl sync export > folders.json
  fieldctl sync export --output folders.json

The list of synced folders for another computer, without files and secrets. See `fieldctl sync import`.";

pub(super) const IMPORT: &str = "\
  fieldctl sync import folders.json

Adds the synced folders of an exported list. Folders that do not exist here or cannot be synced are
reported and skipped. Imported folders are paused: check each, then `fieldctl sync resume` it.";
