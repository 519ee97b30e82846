//! The few words that the system shows outside the window, in the person's language.

use fielddesk_core::folders::{FoldersView, State};
use fielddesk_core::settings::Language;

use crate::dto::Transfers;

/// Words of the tray.
pub(crate) struct Words {
    pub(crate) open: &'static str,
    pub(crate) folders: &'static str,
    pub(crate) send_files: &'static str,
    pub(crate) transfers: &'static str,
    pub(crate) pause: &'static str,
    pub(crate) go_on: &'static str,
    pub(crate) settings: &'static str,
    pub(crate) quit: &'static str,
    sending: &'static str,
    failed: &'static str,
    needs_you: &'static str,
    states: States,
}

/// The words of states, as the window has them.
struct States {
    in_step: &'static str,
    paused: &'static str,
    working: &'static str,
    waiting: &'static str,
    offline: &'static str,
    failed: &'static str,
}

const ENGLISH: Words = Words {
    open: "Open Fielddesk",
    folders: "Synced folders",
    send_files: "Send files…",
    transfers: "Transfers",
    pause: "Pause",
    go_on: "Go on",
    settings: "Settings",
    quit: "Quit",
    sending: "on their way",
    failed: "failed",
    needs_you: "need you",
    states: States {
        in_step: "In step",
        paused: "Paused",
        working: "Working",
        waiting: "Waiting",
        offline: "Offline",
        failed: "Failed",
    },
};

const NORWEGIAN: Words = Words {
    open: "Åpne Fielddesk",
    folders: "Synkroniserte mapper",
    send_files: "Send filer…",
    transfers: "Overføringer",
    pause: "Pause",
    go_on: "Fortsett",
    settings: "Innstillinger",
    quit: "Avslutt",
    sending: "på vei",
    failed: "mislyktes",
    needs_you: "trenger deg",
    states: States {
        in_step: "Ajour",
        paused: "Pauset",
        working: "Arbeider",
        waiting: "Venter",
        offline: "Frakoblet",
        failed: "Mislyktes",
    },
};

const SWEDISH: Words = Words {
    open: "Öppna Fielddesk",
    folders: "Synkade mappar",
    send_files: "Skicka filer…",
    transfers: "Överföringar",
    pause: "Pausa",
    go_on: "Fortsätt",
    settings: "Inställningar",
    quit: "Avsluta",
    sending: "på väg",
    failed: "misslyckades",
    needs_you: "behöver dig",
    states: States {
        in_step: "Synkad",
        paused: "Pausad",
        working: "Arbetar",
        waiting: "Väntar",
        offline: "Frånkopplad",
        failed: "Misslyckades",
    },
};

/// The words of a language; that of the computer where the person left it so.
pub(crate) fn of(language: Language, region: &str) -> Words {
    match language {
        Language::En => ENGLISH,
        Language::Nb => NORWEGIAN,
        Language::Sv => SWEDISH,
        Language::System => match region.split('-').next().unwrap_or_default() {
            "nb" | "no" | "nn" => NORWEGIAN,
            "sv" => SWEDISH,
            _ => ENGLISH,
        },
    }
}

/// `Fielddesk · Synced folders need you: 2 · 3 on their way`: the worst synced folder first.
pub(crate) fn tooltip(
    words: &Words,
    transfers: Option<&Transfers>,
    folders: &FoldersView,
) -> String {
    let mut parts = vec!["Fielddesk".to_owned()];
    let needing = folders.folders_that_need_you;
    if needing > 0 {
        parts.push(format!("{} {}: {needing}", words.folders, words.needs_you));
    } else if let Some(word) = folders.worst.and_then(|worst| words.states.of(worst)) {
        parts.push(format!("{}: {}", words.folders, word.to_lowercase()));
    }
    let (moving, failed) = transfers.map_or((0, 0), |transfers| {
        (transfers.active + transfers.waiting, transfers.failed)
    });
    for (count, word) in [(moving, words.sending), (failed, words.failed)] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    parts.join(" · ")
}

impl States {
    /// The word of a state; a folder that needs somebody is counted instead.
    const fn of(&self, state: State) -> Option<&'static str> {
        match state {
            State::InStep => Some(self.in_step),
            State::Paused => Some(self.paused),
            State::Working => Some(self.working),
            State::Waiting => Some(self.waiting),
            State::Offline => Some(self.offline),
            State::Failed => Some(self.failed),
            State::NeedsDecision => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_decides_where_nothing_was_chosen() {
        for (language, region, quit) in [
            (Language::System, "nb-NO", "Avslutt"),
            (Language::System, "sv-SE", "Avsluta"),
            (Language::System, "de-DE", "Quit"),
            (Language::En, "nb-NO", "Quit"),
        ] {
            assert_eq!(of(language, region).quit, quit, "{language:?} in {region}");
        }
    }

    #[test]
    fn the_tooltip_says_the_worst_folder_first() {
        let words = of(Language::En, "en-GB");
        let folders = |worst, folders_that_need_you| FoldersView {
            worst,
            folders_that_need_you,
            ..FoldersView::default()
        };
        for (view, said) in [
            (folders(None, 0), "Fielddesk"),
            (
                folders(Some(State::InStep), 0),
                "Fielddesk · Synced folders: in step",
            ),
            (
                folders(Some(State::NeedsDecision), 2),
                "Fielddesk · Synced folders need you: 2",
            ),
            (
                folders(Some(State::Offline), 0),
                "Fielddesk · Synced folders: offline",
            ),
        ] {
            assert_eq!(tooltip(&words, None, &view), said);
        }
    }
}
