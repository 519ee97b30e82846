//! The few words that the system shows outside the window, in the person's language: the tray
//! and notifications. One file a language; the window has the same ones in its catalogues.

mod digest;

use fielddesk_core::folders::{FoldersView, State};
use fielddesk_core::transfers::TransfersView;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::language::Language;
use serde::Deserialize;

use crate::dto::ConnectionInfo;
use crate::tray::{Line, OF_CONNECTION};

pub(crate) use digest::{NotificationText, digest};

/// Words outside the window.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) open: &'static str,
    pub(crate) folders: &'static str,
    pub(crate) review: &'static str,
    pub(crate) upload_files: &'static str,
    pub(crate) transfers: &'static str,
    pub(crate) pause: &'static str,
    pub(crate) pause_hour: &'static str,
    pub(crate) pause_tomorrow: &'static str,
    pub(crate) pause_all: &'static str,
    pub(crate) resume: &'static str,
    pub(crate) settings: &'static str,
    pub(crate) quit: &'static str,
    transferring: &'static str,
    failed: &'static str,
    /// How many folders need an action, as `{count}`.
    action_needed: &'static str,
    states: States,
    causes: Causes,
    pub(crate) files: Files,
}

/// What files that are saved are called.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Files {
    pub(crate) machines: &'static str,
    pub(crate) users: &'static str,
    pub(crate) trips: &'static str,
    pub(crate) activity: &'static str,
    pub(crate) receipt: &'static str,
    /// Stands in brackets behind the name of a copy of what the project has.
    pub(crate) project_version: &'static str,
}

/// Why somebody must act: of one, and of `{count}`.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Causes {
    conflicts: [&'static str; 2],
    deletes: [&'static str; 2],
    damaged: [&'static str; 2],
    keeps_changing: [&'static str; 2],
    failed: [&'static str; 2],
    folder_not_found: &'static str,
    project_closed: &'static str,
    not_signed_in: &'static str,
    offline: &'static str,
    /// Lines that did not fit, of one and of `{count}`.
    more: [&'static str; 2],
}

/// The words of states, as the window has them.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct States {
    synced: &'static str,
    paused: &'static str,
    syncing: &'static str,
    waiting: &'static str,
    offline: &'static str,
    failed: &'static str,
}

impl Default for Words {
    fn default() -> Self {
        of(Language::En)
    }
}

/// The words of a language.
#[expect(clippy::expect_used, reason = "a test reads every file")]
pub(crate) fn of(language: Language) -> Words {
    let file = fielddesk_rules::file_of_language!(language, "");
    serde_json::from_str(file).expect("a file of words can be read")
}

/// `Fielddesk · Synced folders: action needed in 2 · 3 transferring`: the worst synced folder
/// first.
pub(crate) fn tooltip(
    words: &Words,
    transfers: Option<&TransfersView>,
    folders: &FoldersView,
) -> String {
    let line = parts(words, transfers, folders);
    let all = std::iter::once("Fielddesk".to_owned()).chain(line);
    all.collect::<Vec<_>>().join(" · ")
}

/// The same for the menu, which some systems show in place of a tooltip; the screen's name where
/// there is nothing to say.
fn line(words: &Words, transfers: Option<&TransfersView>, folders: &FoldersView) -> String {
    let said = parts(words, transfers, folders);
    if said.is_empty() {
        return words.folders.to_owned();
    }
    said.join(" · ")
}

/// The lines of the menu: one of each connection, which its name begins; the one line where there
/// is one connection.
pub(crate) fn lines(
    words: &Words,
    transfers: Option<&TransfersView>,
    folders: &FoldersView,
    connections: &[ConnectionInfo],
) -> Vec<Line> {
    if connections.len() < 2 {
        return vec![("folders".to_owned(), line(words, transfers, folders))];
    }
    let of = |connection: &ConnectionInfo| {
        let through = folders.mappings.iter();
        let through = through.filter(|one| one.mapping.profile.as_str() == connection.id);
        let states: Vec<State> = through.map(|one| one.state).collect();
        let asking = states.iter().filter(|one| **one == State::NeedsDecision);
        let folders = FoldersView {
            worst: states.iter().max().copied(),
            folders_that_need_you: asking.count() as u64,
            ..FoldersView::default()
        };
        let mut said = vec![shown(&connection.name)];
        said.extend(parts(
            words,
            transfers.filter(|_| connection.active),
            &folders,
        ));
        (
            format!("{OF_CONNECTION}{}", connection.id),
            said.join(" · "),
        )
    };
    connections.iter().map(of).collect()
}

fn parts(words: &Words, transfers: Option<&TransfersView>, folders: &FoldersView) -> Vec<String> {
    let mut parts = Vec::new();
    let needing = folders.folders_that_need_you;
    if needing > 0 {
        let needed = words.action_needed.replace("{count}", &needing.to_string());
        parts.push(format!("{}: {needed}", words.folders));
    } else if let Some(word) = folders.worst.and_then(|worst| words.states.of(worst)) {
        parts.push(format!("{}: {}", words.folders, word.to_lowercase()));
    }
    let (moving, failed) = transfers.map_or((0, 0), |transfers| {
        (transfers.active + transfers.waiting, transfers.failed)
    });
    for (count, word) in [(moving, words.transferring), (failed, words.failed)] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    parts
}

impl States {
    /// The word of a state; a folder that needs an action is counted instead.
    const fn of(&self, state: State) -> Option<&'static str> {
        match state {
            State::InStep => Some(self.synced),
            State::Paused => Some(self.paused),
            State::Working => Some(self.syncing),
            State::Waiting => Some(self.waiting),
            State::Offline => Some(self.offline),
            State::Failed => Some(self.failed),
            State::NeedsDecision => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use fielddesk_core::folders::{
        Deletes, FolderMapping, MappingId, MappingView, NamedTarget, Sections, Sentence, WatchMode,
    };
    use fielddesk_core::model::ProjectId;
    use fielddesk_core::profiles::ProfileId;
    use fielddesk_core::target::Target;

    fn connection(id: &str, active: bool) -> ConnectionInfo {
        let settings = serde_json::json!({
            "id": id, "name": id.to_uppercase(), "environment": "test", "sampleData": false,
            "identityUrl": "", "baseUrl": "", "reportingUrl": null, "clientId": null,
            "staticToken": false, "scopes": [], "proxy": null, "company": null, "active": active,
            "secretKept": "missing",
        });
        serde_json::from_value(settings).unwrap()
    }

    fn folder(connection: &str, state: State) -> MappingView {
        let id = MappingId("folder".into());
        MappingView {
            mapping: FolderMapping {
                id,
                folder: "/drawings".into(),
                profile: ProfileId::from(connection),
                connection: String::new(),
                place: NamedTarget {
                    target: Target::project(ProjectId::default()),
                    project_number: String::new(),
                    project_name: None,
                    work_order_number: None,
                    work_order_name: None,
                    default_section: String::new(),
                },
                sections: Sections::BySubfolder,
                deletes: Deletes::Ask,
                paused: None,
                added: chrono::DateTime::UNIX_EPOCH,
            },
            state,
            sentence: Sentence::default(),
            files: 0,
            pending: 0,
            conflicts: 0,
            deletes: 0,
            renames: 0,
            damaged: 0,
            listed: 0,
            in_step: 0,
            failed: 0,
            waiting: 0,
            not_uploaded: 0,
            keeps_changing: 0,
            last_run: None,
            progress: None,
            next_check: None,
            noticed: WatchMode::default(),
            rebuilt: false,
        }
    }

    #[test]
    fn the_menu_has_a_line_of_each_connection_and_one_line_for_a_single_one() {
        let words = of(Language::En);
        let states = [
            ("a", State::NeedsDecision),
            ("b", State::Offline),
            ("b", State::InStep),
        ];
        let view = FoldersView {
            mappings: Arc::new(states.map(|(of, state)| folder(of, state)).to_vec()),
            worst: Some(State::NeedsDecision),
            folders_that_need_you: 1,
            ..FoldersView::default()
        };
        let all = ["a", "b", "c"].map(|id| connection(id, id == "c"));
        let said = lines(&words, None, &view, &all);
        let line = |id: &str, text: &str| (format!("connection:{id}"), text.to_owned());
        assert_eq!(
            said,
            [
                line("a", "A · Synced folders: action needed in 1"),
                line("b", "B · Synced folders: offline"),
                line("c", "C"),
            ]
        );
        let alone = lines(&words, None, &view, &all[..1]);
        let text = "Synced folders: action needed in 1".to_owned();
        assert_eq!(alone, [("folders".to_owned(), text)]);
    }

    #[test]
    fn the_tooltip_says_the_worst_folder_first() {
        let words = of(Language::En);
        let folders = |worst, folders_that_need_you| FoldersView {
            worst,
            folders_that_need_you,
            ..FoldersView::default()
        };
        for (view, said) in [
            (folders(None, 0), "Fielddesk"),
            (
                folders(Some(State::InStep), 0),
                "Fielddesk · Synced folders: synced",
            ),
            (
                folders(Some(State::NeedsDecision), 2),
                "Fielddesk · Synced folders: action needed in 2",
            ),
            (
                folders(Some(State::Offline), 0),
                "Fielddesk · Synced folders: offline",
            ),
        ] {
            assert_eq!(tooltip(&words, None, &view), said);
            let menu = said
                .strip_prefix("Fielddesk · ")
                .unwrap_or("Synced folders");
            assert_eq!(line(&words, None, &view), menu);
        }
    }
}
