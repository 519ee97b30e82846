//! The name of a folder at the time of a log line: a line about a move has the path from before.
//! Pure.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use fielddesk_sync::mapping::MappingId;

use crate::folders::activity::entry::{Act, Activity};

/// The name of each line's folder, of lines newest first without a gap; `now` has the names of
/// today. Empty for a folder that is synced no longer.
#[must_use]
pub fn folder_names(lines: &[Activity], now: &HashMap<MappingId, String>) -> Vec<String> {
    let today = now.iter().map(|(id, name)| (id, name.as_str()));
    let mut names: HashMap<&MappingId, &str> = today.collect();
    let then = lines.iter().map(|line| {
        let name = names.get(&line.mapping).copied();
        // A move is told of the folder as it is called since.
        if line.act == Act::Moved && name.is_some() {
            names.insert(&line.mapping, last_part(&line.detail));
        }
        name.unwrap_or_default().to_owned()
    });
    then.collect()
}

fn last_part(path: &str) -> &str {
    let name = Path::new(path).file_name().and_then(OsStr::to_str);
    name.unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::folders::activity::entry::Actor;

    fn line(mapping: &str, act: Act, detail: &str) -> Activity {
        Activity {
            id: 1,
            at: DateTime::UNIX_EPOCH,
            mapping: MappingId(mapping.into()),
            who: Actor {
                user: "anna".into(),
                machine: "KONTOR-3".into(),
            },
            act,
            section: String::new(),
            name: String::new(),
            document: None,
            bytes: 0,
            detail: detail.into(),
        }
    }

    #[test]
    fn lines_before_a_move_have_the_name_before_it() {
        let lines = [
            line("m", Act::Uploaded, ""),
            line("m", Act::Moved, "/site/Tegninger VA"),
            line("other", Act::Uploaded, ""),
            line("m", Act::Uploaded, ""),
            line("m", Act::Moved, "/site/VA"),
            line("removed", Act::Moved, "/site/Gammel"),
            line("removed", Act::Uploaded, ""),
            line("m", Act::Uploaded, ""),
        ];
        let now = [("m", "VA 2026"), ("other", "Veg")];
        let now = now.map(|(id, name)| (MappingId(id.into()), name.to_owned()));
        let expected = [
            "VA 2026",
            "VA 2026",
            "Veg",
            "Tegninger VA",
            "Tegninger VA",
            "",
            "",
            "VA",
        ];
        assert_eq!(folder_names(&lines, &now.into()), expected);
    }
}
