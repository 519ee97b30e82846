//! Files that operating systems, browsers, editors and other programs leave in folders.

use super::rule::{Name, Rule, files};

/// The first that hides a name gives the reason, so special ones come first.
pub(super) const RULES: &[Rule] = &[
    DOWNLOADS, SYSTEM, SYNC, EDITORS, SHORTCUTS, TEMPORARY, HIDDEN,
];

const DOWNLOADS: Rule = files("download", "Unfinished downloads", |name| {
    matches!(
        name.extension(),
        "crdownload" | "part" | "partial" | "opdownload" | "download" | "!ut"
    )
});

const SYSTEM: Rule = Rule {
    id: "system",
    name: "Files of the operating system",
    file: |name: &Name<'_>| {
        matches!(
            &*name.lower,
            "thumbs.db" | "ehthumbs.db" | "desktop.ini" | ".ds_store"
        ) || name.starts("._")
            || name.starts(".nfs")
    },
    folder: |name: &Name<'_>| {
        matches!(
            &*name.lower,
            "$recycle.bin"
                | "system volume information"
                | "lost+found"
                | "__macosx"
                | "@eadir"
                | "#recycle"
        )
    },
};

const SYNC: Rule = files("sync-tool", "Files of other sync programs", |name| {
    name.starts("~syncthing~") || name.starts(".syncthing.") || name.lower.ends_with(".!sync")
});

const EDITORS: Rule = files("editor", "Editor backups", |name| {
    name.lower.ends_with('~')
        || matches!(name.extension(), "swp" | "swo")
        || (name.starts("#") && name.lower.ends_with('#'))
});

const SHORTCUTS: Rule = files("shortcut", "Shortcuts", |name| name.extension() == "lnk");

const TEMPORARY: Rule = files("temporary", "Temporary files", |name| {
    matches!(name.extension(), "tmp" | "temp")
});

const HIDDEN: Rule = Rule {
    id: "hidden",
    name: "Hidden files",
    file: |name: &Name<'_>| name.starts("."),
    folder: |name: &Name<'_>| name.starts("."),
};
