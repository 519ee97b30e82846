//! Joins the log entries of a rename (upload, delete of the old name, optional approval) into one.
//! The planner decides on renames: the line of the delete holds the new name. Pure.

use std::collections::{BTreeSet, HashMap};

use chrono::TimeDelta;

use crate::folders::activity::entry::{Act, Activity};

/// An upload that is older than this stays an event of its own: crews had both names meanwhile.
const TOGETHER: TimeDelta = TimeDelta::days(1);

/// Lines with those of each rename as one, in the place of the delete; newest first, as given.
#[must_use]
pub fn join_renames(lines: Vec<Activity>) -> Vec<Activity> {
    let joined = parts_of_renames(&lines);
    let left = lines.into_iter().filter(|line| !joined.contains(&line.id));
    left.map(|mut line| {
        if let Some((section, name)) = new_name(&line) {
            // With its section where that is another one.
            if section == line.section {
                line.detail = name.to_owned();
            }
            line.act = Act::Renamed;
        }
        line
    })
    .collect()
}

/// The uploads of new names, and what was said to the deletes of old ones.
fn parts_of_renames(lines: &[Activity]) -> BTreeSet<i64> {
    let mut parts: HashMap<(&str, Act, &str, &str), Vec<&Activity>> = HashMap::new();
    for line in lines {
        if matches!(line.act, Act::Uploaded | Act::Approved) {
            let name = (&*line.mapping.0, line.act, &*line.section, &*line.name);
            parts.entry(name).or_default().push(line);
        }
    }
    let mut joined = BTreeSet::new();
    for line in lines {
        let Some((section, name)) = new_name(line) else {
            continue;
        };
        let of = |act, section, name| {
            let found = parts.get(&(&*line.mapping.0, act, section, name));
            found.into_iter().flatten().copied()
        };
        let upload = of(Act::Uploaded, section, name)
            .find(|upload| upload.id < line.id && line.at - upload.at < TOGETHER);
        // What was said is written down after it was carried out.
        let yes = of(Act::Approved, &*line.section, &*line.name).rfind(|yes| yes.id > line.id);
        joined.extend(upload.into_iter().chain(yes).map(|part| part.id));
    }
    joined
}

/// The section and name that a file has now whose old name went.
fn new_name(line: &Activity) -> Option<(&str, &str)> {
    (line.act == Act::DeletedRemote)
        .then(|| line.detail.rsplit_once('/'))
        .flatten()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use fielddesk_sync::mapping::MappingId;

    use super::*;
    use crate::folders::activity::entry::Actor;

    fn line(id: i64, act: Act, name: &str, detail: &str) -> Activity {
        Activity {
            id,
            at: DateTime::UNIX_EPOCH + TimeDelta::hours(id),
            mapping: MappingId("m".into()),
            who: Actor {
                user: "anna".into(),
                machine: "KONTOR-3".into(),
            },
            act,
            section: "VA".into(),
            name: name.into(),
            document: None,
            bytes: 0,
            detail: detail.into(),
        }
    }

    fn read(lines: Vec<Activity>) -> Vec<(Act, String)> {
        let joined = join_renames(lines).into_iter();
        joined.map(|line| (line.act, line.name)).collect()
    }

    #[test]
    fn a_rename_tells_the_new_name_with_its_section_where_that_is_another_one() {
        for (detail, told) in [("VA/new.pdf", "new.pdf"), ("Veg/new.pdf", "Veg/new.pdf")] {
            let [line] = &join_renames(vec![line(1, Act::DeletedRemote, "old.pdf", detail)])[..]
            else {
                panic!("one line")
            };
            assert_eq!((line.act, &*line.detail), (Act::Renamed, told));
        }
    }

    #[test]
    fn a_rename_is_one_line_with_its_upload_and_its_yes() {
        let lines = vec![
            line(5, Act::Approved, "old.pdf", ""),
            line(4, Act::DeletedRemote, "other.pdf", ""),
            line(3, Act::DeletedRemote, "old.pdf", "VA/new.pdf"),
            line(2, Act::Uploaded, "new.pdf", ""),
            line(1, Act::Uploaded, "else.pdf", ""),
        ];
        assert_eq!(
            read(lines),
            [
                (Act::DeletedRemote, "other.pdf".to_owned()),
                (Act::Renamed, "old.pdf".to_owned()),
                (Act::Uploaded, "else.pdf".to_owned()),
            ]
        );
    }

    #[test]
    fn what_was_uploaded_or_approved_another_time_stays() {
        let lines = vec![
            line(60, Act::Uploaded, "new.pdf", ""),
            line(50, Act::DeletedRemote, "old.pdf", "VA/new.pdf"),
            line(40, Act::Approved, "old.pdf", ""),
            line(20, Act::Uploaded, "new.pdf", ""),
        ];
        assert_eq!(
            read(lines),
            [
                (Act::Uploaded, "new.pdf".to_owned()),
                (Act::Renamed, "old.pdf".to_owned()),
                (Act::Approved, "old.pdf".to_owned()),
                (Act::Uploaded, "new.pdf".to_owned()),
            ],
            "after it, long before it, and a yes to something else"
        );
    }
}
