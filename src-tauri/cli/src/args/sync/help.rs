//! Texts of `--help` after the options of the verbs on synced folders.

pub(super) const SYNC: &str = "\
Examples:
  fieldctl sync add ~/drawings --project P-2026-001 --section Drawings
  fieldctl sync plan ~/drawings
  fieldctl sync run --once
  fieldctl sync run --watch
  fieldctl sync status

The folder is the truth for what it holds: new and changed files are uploaded, documents that are
only in the project are not changed. Whatever is replaced or removed is kept in the history on this
computer first; `fieldctl sync restore` brings it back.
MAPPING is the id that `add` printed, or the folder.";

pub(super) const ADD: &str = "\
  fieldctl sync add ~/drawings --project P-2026-001
  fieldctl sync add ~/drawings --project P-2026-001 --section Drawings --deletes keep
  fieldctl sync add ~/bridge --project P-2026-001 --sections-by-subfolder
  fieldctl sync add ~/report --work-order 65f0a1b2c3d4e5f601234567

Nothing is uploaded yet: `fieldctl sync plan` shows what a run would do.
Without --sections-by-subfolder the files of the folder itself go to one section and subfolders
are skipped. With it each subfolder is a section, deeper ones are joined by ` - `, and files at
the top go to the default section.
--deletes says what a file deleted in the folder means for its document: ask (the default) waits
for approval, keep leaves the document, propagate removes it. Many deletes at once always wait.";

pub(super) const REMOVE: &str = "\
  fieldctl sync remove ~/drawings

No file and no document is touched; the versions that were kept stay.";

pub(super) const MOVE: &str = "\
  fieldctl sync move ~/drawings /srv/drawings
  fieldctl sync move ~/drawings SHA ~/drawings/SHA

The same files in another place: what was synced before stays synced. Move the files first.
With a subfolder: its drive is away or another one is in its place, and what lies in DIR, a folder
of the synced folder, is what belongs there from now on. Where files of it are not in DIR, each
delete is asked about.";

pub(super) const MOVE_USAGE: &str = "fieldctl sync move [OPTIONS] <MAPPING> [SUBFOLDER] <DIR>";

pub(super) const PLAN: &str = "\
  fieldctl sync plan
  fieldctl sync plan ~/drawings --json | jq '.actions[] | select(.action == \"deleteRemote\")'

Nothing is uploaded, downloaded or removed. The id of the plan is what `run --approve` takes.";

pub(super) const RUN: &str = "\
  fieldctl sync run --once
  fieldctl sync run ~/drawings --once --yes
  fieldctl sync run ~/drawings --once --approve 8b1a9953c4611296
  fieldctl sync run --watch --json >> sync.ndjson

--once syncs the folders and ends; --watch continues until it is told to stop (Ctrl C, or a polite
request to end), and ends with 0 then.
--yes approves deletes that wait for a person, but never a plan that would leave less than a tenth
of what a folder holds; --approve takes the id of a plan that `plan` printed and that still holds.
Neither resolves a conflict. 6 says that something waits for a person; all the rest is done then.";

pub(super) const BACKGROUND: &str = "\
  fieldctl sync background install
  fieldctl sync background status --json

For a computer on which nobody opens the app, such as a file server: the folders are synced from
the start of the computer on, as this user. One program uses a data folder at a time: while the
app runs the job waits, and while the job runs the app does not open.
Linux: a user unit of systemd. From systemd 256 on it has the secrets, encrypted for this computer
and user; before, it syncs from the first login on. Install it anew after a new secret.
Windows: a scheduled task. As administrator; it asks for this user's Windows password.";

pub(super) const STATUS: &str = "\
  fieldctl sync status
  fieldctl sync status --json | jq -e 'all(.state == \"inStep\")'

The state of a folder is that of its worst file. `fieldctl sync explain` says more of one name.";

pub(super) const CONFLICTS: &str = "\
  fieldctl sync conflicts
  fieldctl sync conflicts ~/drawings --json";

pub(super) const RESOLVE: &str = "\
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --keep local
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --section Drawings --keep both
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --keep remote --id 65f0a1b2c3d4e5f601234567
  fieldctl sync resolve ~/drawings 'Plan A.pdf' --remote 65f0a1b2c3d4e5f601234567 --keep local
  fieldctl sync resolve ~/drawings --all --reason firstContact --keep local

Which one shall stay: the file of the folder, the document of the page, or both (theirs comes into
the folder under a name of its own). It acts at once, and what goes is in the history first.
Of several documents of one name --id says which one is meant; without it, the last one listed.
--remote names the documents that the decision is about; without it those that `conflicts` printed
last count, else those that a run reported. When others are listed by then, nothing is done (6).";

pub(super) const DELETED: &str = "\
  fieldctl sync deleted ~/drawings
  fieldctl sync deleted ~/drawings 'Plan A.pdf' 'Plan B.pdf' --put-back
  fieldctl sync deleted ~/drawings --all --keep-remote

Files that were deleted from the folder and whose documents wait for a decision. --keep-remote leaves
the documents in the project, and the folder no longer syncs them. --put-back brings the files back.
--remove deletes the documents; their content is in the history first. It acts at once.";

pub(super) const SETTINGS: &str = "\
  fieldctl sync settings
  fieldctl sync settings --upload-limit 2M 07:00-16:30=500K
  fieldctl sync settings --upload-limit none
  fieldctl sync settings --ignore '*.bak' 'old/' --preview
  fieldctl sync settings --ignore '*.bak' 'old/'

They hold for all synced folders on this computer and are in force at once. The limit is for uploads
and downloads together, in bytes a second; of parts of the day that overlap the first one counts.
What is given takes the place of what was set before. A file that a rule ignores is forgotten, never
deleted. --preview shows which files the rules would change.";

pub(super) const PAUSE: &str = "\
  fieldctl sync pause ~/drawings
  fieldctl sync pause --until 2026-11-23

Without MAPPING everything pauses. `run` of a folder that is named runs all the same.";

pub(super) const RESUME: &str = "\
  fieldctl sync resume ~/drawings
  fieldctl sync resume

Without MAPPING every paused folder resumes, but for one that was imported or recovered, or whose
connection was removed: it is resumed by its name.";

pub(super) const VERIFY: &str = "\
  fieldctl sync verify
  fieldctl sync verify ~/drawings --sample 50

Downloads the documents and compares their bytes with the files. Ends with 1 when anything
differs.";

pub(super) const HISTORY: &str = "\
  fieldctl sync history ~/drawings
  fieldctl sync history --json | jq '.[] | select(.name == \"Plan A.pdf\")'

Content that was replaced or removed, on either side, newest first.";

pub(super) const RESTORE: &str = "\
  fieldctl sync restore 17
  fieldctl sync restore 17 --to old-plan.pdf
  fieldctl sync restore --act 4f2a91c07be3 --yes
  fieldctl sync restore --since 2026-11-20T14:00 --section Drawings

VERSION is a number of `fieldctl sync history`. The content goes back into its folder, what it
covers goes into the history, and the next run mirrors it. --to writes it elsewhere instead, and
must be given where the folder is no longer synced. No other file is ever overwritten. Of several
versions of one file --act and --since restore the oldest.";

pub(super) const EXPLAIN: &str = "\
  fieldctl sync explain ~/drawings 'Plan A.pdf'

Why a name stands as it does: whether it was seen, which rule hides it, what it waits for, as which
document it was sent and when that was last compared. Any part of the name will do.";

pub(super) const RECEIPT: &str = "\
  fieldctl sync receipt ~/drawings
  fieldctl sync receipt ~/drawings --day 2026-11-20 --output receipt.html

What was delivered on a day, by this computer's time; today without --day. A table for a spreadsheet
(CSV), or with --format html or a name that ends so, a page for printing.";

pub(super) const EXPORT: &str = "\
  fieldctl sync export > folders.json
  fieldctl sync export --output folders.json

The list of synced folders for another computer; without secrets. See `fieldctl sync import`.";

pub(super) const IMPORT: &str = "\
  fieldctl sync import folders.json

Makes the mappings of an export. Folders that are missing here, or that are never synced, are told
and left out. What is made is paused: look at each folder, then `fieldctl sync resume` it.";
