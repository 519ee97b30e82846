//! Files that drawing and modelling programs leave beside a drawing.

use super::rule::{Name, Rule, files, never};

/// The first that hides a name gives the reason, so special ones come first.
pub(super) const RULES: &[Rule] = &[
    SOLIDWORKS_LOCKS,
    AUTOCAD_LOCKS,
    AUTOCAD_TEMPORARY,
    REVIT_BACKUPS,
    REVIT_TEMPORARY,
    RHINO_LOCKS,
    RHINO_BACKUPS,
    SKETCHUP,
    ARCHICAD,
    LOCKS,
    BACKUPS,
];

const SOLIDWORKS_LOCKS: Rule = files("solidworks-lock", "SolidWorks lock files", |name| {
    name.starts("~$") && matches!(name.extension(), "sldprt" | "sldasm" | "slddrw")
});

/// Civil 3D and the other products on AutoCAD write the same.
const AUTOCAD_LOCKS: Rule = files("autocad-lock", "AutoCAD lock files", |name| {
    matches!(name.extension(), "dwl" | "dwl2")
});

const AUTOCAD_TEMPORARY: Rule = files("autocad-temporary", "AutoCAD's temporary files", |name| {
    let numbered = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    matches!(name.extension(), "ac$" | "sv$")
        || name.lower.strip_prefix("atmp").is_some_and(numbered)
        || &*name.lower == "acad.err"
});

const REVIT_BACKUPS: Rule = files("revit-backup", "Revit backups", |name| {
    let revit = matches!(name.extension(), "rvt" | "rfa" | "rte" | "rft");
    revit
        && name.stem().rsplit_once('.').is_some_and(|(_, number)| {
            number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit())
        })
});

const REVIT_TEMPORARY: Rule = Rule {
    id: "revit-temporary",
    name: "Revit's temporary files",
    file: |name: &Name<'_>| matches!(name.extension(), "slog" | "rws"),
    folder: |name: &Name<'_>| &*name.lower == "revit_temp",
};

const RHINO_LOCKS: Rule = files("rhino-lock", "Rhino lock files", |name| {
    name.extension() == "rhl"
});

const RHINO_BACKUPS: Rule = files("rhino-backup", "Rhino backups", |name| {
    name.extension() == "3dmbak"
});

const SKETCHUP: Rule = files("sketchup-backup", "SketchUp backups", |name| {
    name.extension() == "skb" || (name.starts("autosave_") && name.extension() == "skp")
});

const ARCHICAD: Rule = files("archicad-backup", "ArchiCAD backups", |name| {
    name.extension() == "bpn"
});

const LOCKS: Rule = Rule {
    id: "lock",
    name: "Lock files",
    file: |name: &Name<'_>| name.extension() == "lck",
    folder: never,
};

/// AutoCAD and many others.
const BACKUPS: Rule = files("backup", "Backup copies", |name| {
    matches!(name.extension(), "bak" | "bk1" | "bk2")
});
