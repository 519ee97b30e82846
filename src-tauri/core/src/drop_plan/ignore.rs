//! Files that nobody means to send, each left out by a rule with a name. Pure.

/// Decides by the name alone. The word is stable: the window translates it.
#[must_use]
pub fn left_out_by(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let is = |names: &[&str]| names.contains(&lower.as_str());
    if lower.starts_with("~$") || (lower.starts_with(".~lock.") && lower.ends_with('#')) {
        Some("officeLock")
    } else if ends(&[".dwl", ".dwl2"]) {
        Some("cadLock")
    } else if is(&[
        "thumbs.db",
        "ehthumbs.db",
        "desktop.ini",
        "$recycle.bin",
        "system volume information",
    ]) {
        Some("windowsFolder")
    } else if is(&[".ds_store", ".spotlight-v100", ".trashes", ".fseventsd"])
        || lower.starts_with("._")
    {
        Some("macFolder")
    } else if ends(&[
        ".tmp",
        ".temp",
        ".part",
        ".partial",
        ".crdownload",
        ".download",
    ]) || (lower.starts_with('~') && ends(&[".tmp"]))
    {
        Some("temporary")
    } else if ends(&[".bak", ".sv$", ".ac$", ".backup"]) || lower.ends_with('~') {
        Some("backup")
    } else if lower.starts_with('.') {
        Some("hidden")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_left_over_has_its_rule() {
        for (name, rule) in [
            ("~$plan.docx", "officeLock"),
            (".~lock.plan.odt#", "officeLock"),
            ("VA-101.dwl", "cadLock"),
            ("VA-101.DWL2", "cadLock"),
            ("Thumbs.db", "windowsFolder"),
            ("Desktop.ini", "windowsFolder"),
            (".DS_Store", "macFolder"),
            ("._plan.pdf", "macFolder"),
            ("x.tmp", "temporary"),
            ("film.mp4.crdownload", "temporary"),
            ("VA-101.bak", "backup"),
            ("notes.txt~", "backup"),
            (".git", "hidden"),
            (".fielddesk-1.tmp", "temporary"),
        ] {
            assert_eq!(left_out_by(name), Some(rule), "{name}");
        }
    }

    #[test]
    fn what_people_send_is_never_left_out() {
        for name in [
            "Plan A.pdf",
            "Tegning~1.dwg",
            "$pris.xlsx",
            "backup.pdf",
            "tmp",
            "a.b",
            "Ø.pdf",
        ] {
            assert_eq!(left_out_by(name), None, "{name}");
        }
    }
}
