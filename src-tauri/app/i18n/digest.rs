//! Text of the notification of a digest: the actions needed with their causes, in few lines, never
//! a file's name.

use fielddesk_core::folders::{DigestItem, MappingId};
use fielddesk_rules::file_name::shown;

use super::Words;

/// Lines that a notification has room for.
const LINES: usize = 4;

/// A notification in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotificationText {
    /// The connection, and the folder where there is only one.
    pub(crate) title: String,
    /// One line a cause.
    pub(crate) body: String,
    /// The folder that opening it leads to: the only one, or the first of several.
    pub(crate) folder: Option<MappingId>,
}

/// The causes of a connection in words; none where none of them is known.
pub(crate) fn digest(
    words: &Words,
    connection: &str,
    items: &[DigestItem],
) -> Option<NotificationText> {
    let known: Vec<(&DigestItem, String)> = items
        .iter()
        .filter_map(|item| Some((item, words.causes.of(item)?)))
        .collect();
    let (first, _) = known.first()?;
    let alone = known.iter().all(|(item, _)| item.mapping == first.mapping);
    let mut lines: Vec<String> = known
        .iter()
        .take(LINES)
        .map(|(item, cause)| match alone {
            true => cause.clone(),
            false => format!("{}: {cause}", shown(&item.folder)),
        })
        .collect();
    let more = known.len().saturating_sub(LINES) as u64;
    if more > 0 {
        lines.push(counted(words.causes.more, more));
    }
    Some(NotificationText {
        title: if alone {
            format!("{connection} · {}", shown(&first.folder))
        } else {
            connection.to_owned()
        },
        body: lines.join("\n"),
        folder: Some(first.mapping.clone()),
    })
}

impl super::Causes {
    fn of(&self, item: &DigestItem) -> Option<String> {
        let sentence = match item.cause {
            "conflicts" => counted(self.conflicts, item.count),
            "deletes" => counted(self.deletes, item.count),
            "damaged" => counted(self.damaged, item.count),
            "keepsChanging" => counted(self.keeps_changing, item.count),
            "failed" => counted(self.failed, item.count),
            "folderAway" => self.folder_not_found.to_owned(),
            "projectClosed" => self.project_closed.to_owned(),
            "notSignedIn" => self.not_signed_in.to_owned(),
            "offline" => self.offline.to_owned(),
            other => {
                tracing::warn!(cause = other, "a cause without words");
                return None;
            }
        };
        Some(sentence)
    }
}

fn counted([one, several]: [&str; 2], count: u64) -> String {
    if count == 1 {
        one.to_owned()
    } else {
        several.replace("{count}", &count.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::of;
    use fielddesk_core::profiles::ProfileId;
    use fielddesk_rules::language::Language;

    fn item(folder: &str, cause: &'static str, count: u64) -> DigestItem {
        DigestItem {
            mapping: MappingId(folder.to_lowercase()),
            profile: ProfileId::from("test"),
            folder: folder.into(),
            cause,
            count,
        }
    }

    #[test]
    fn one_folder_is_the_title_and_its_causes_are_the_lines() {
        let items = vec![item("VA", "conflicts", 2), item("VA", "deletes", 1)];
        let said = digest(&of(Language::En), "Bygg AS", &items).unwrap();
        assert_eq!(said.title, "Bygg AS · VA");
        assert_eq!(
            said.body,
            "2 conflicts. Nothing is overwritten until you choose.\n\
             1 file was deleted from the folder. It is still in the project."
        );
        assert_eq!(said.folder, Some(MappingId("va".into())));
    }

    #[test]
    fn several_folders_are_named_line_by_line_and_the_rest_is_counted() {
        let folders = ["A", "B", "C", "D", "E", "F"].into_iter();
        let items: Vec<_> = folders
            .map(|folder| item(folder, "folderAway", 1))
            .collect();
        let said = digest(&of(Language::Nb), "Bygg AS", &items).unwrap();
        assert_eq!(said.title, "Bygg AS");
        let lines: Vec<&str> = said.body.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[0].starts_with("A: Finner ikke mappen."), "{lines:?}");
        assert_eq!(lines[4], "og 2 til");
        assert_eq!(said.folder, Some(MappingId("a".into())));
    }

    #[test]
    fn every_cause_of_the_digest_has_words_in_every_language() {
        for language in Language::ALL {
            for cause in [
                "conflicts",
                "deletes",
                "damaged",
                "folderAway",
                "failed",
                "projectClosed",
                "notSignedIn",
                "keepsChanging",
                "offline",
            ] {
                for count in [1, 3] {
                    let items = vec![item("VA", cause, count)];
                    let said = digest(&of(language), "Bygg AS", &items);
                    let body = said.unwrap_or_else(|| panic!("{cause}")).body;
                    assert!(!body.is_empty() && !body.contains('{'), "{cause}: {body}");
                }
            }
        }
    }
}
