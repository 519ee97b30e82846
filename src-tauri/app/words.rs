//! The few words that the system shows outside the window, in the person's language.

use fielddesk_core::settings::Language;

use crate::dto::Transfers;

/// Words of the tray.
pub(crate) struct Words {
    pub(crate) open: &'static str,
    pub(crate) send_files: &'static str,
    pub(crate) transfers: &'static str,
    pub(crate) pause: &'static str,
    pub(crate) go_on: &'static str,
    pub(crate) settings: &'static str,
    pub(crate) quit: &'static str,
    sending: &'static str,
    failed: &'static str,
}

const ENGLISH: Words = Words {
    open: "Open Fielddesk",
    send_files: "Send files…",
    transfers: "Transfers",
    pause: "Pause",
    go_on: "Go on",
    settings: "Settings",
    quit: "Quit",
    sending: "on their way",
    failed: "failed",
};

const NORWEGIAN: Words = Words {
    open: "Åpne Fielddesk",
    send_files: "Send filer…",
    transfers: "Overføringer",
    pause: "Pause",
    go_on: "Fortsett",
    settings: "Innstillinger",
    quit: "Avslutt",
    sending: "på vei",
    failed: "mislyktes",
};

const SWEDISH: Words = Words {
    open: "Öppna Fielddesk",
    send_files: "Skicka filer…",
    transfers: "Överföringar",
    pause: "Pausa",
    go_on: "Fortsätt",
    settings: "Inställningar",
    quit: "Avsluta",
    sending: "på väg",
    failed: "misslyckades",
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

/// `Fielddesk · 3 on their way · 1 failed`.
pub(crate) fn tooltip(words: &Words, transfers: &Transfers) -> String {
    let mut text = "Fielddesk".to_owned();
    for (count, word) in [
        (transfers.active + transfers.waiting, words.sending),
        (transfers.failed, words.failed),
    ] {
        if count > 0 {
            text.push_str(&format!(" · {count} {word}"));
        }
    }
    text
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
}
