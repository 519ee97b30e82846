//! The words themselves: English, Norwegian, Swedish. The window has the same ones in its catalogues.

use super::{Causes, States, Words};

pub(super) const ENGLISH: Words = Words {
    open: "Open Fielddesk",
    folders: "Synced folders",
    decide: "Decide…",
    send_files: "Send files…",
    transfers: "Transfers",
    pause: "Pause",
    pause_hour: "Synced folders for 1 hour",
    pause_tomorrow: "Synced folders until tomorrow 07:00",
    pause_all: "Everything until you go on",
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
    causes: Causes {
        conflicts: [
            "1 file to decide. Nothing is overwritten until you choose.",
            "{count} files to decide. Nothing is overwritten until you choose.",
        ],
        deletes: [
            "1 file is gone from the folder. Nothing was removed.",
            "{count} files are gone from the folder. Nothing was removed.",
        ],
        keeps_changing: [
            "1 file changes all the time and is not sent.",
            "{count} files change all the time and are not sent.",
        ],
        failed: [
            "1 file could not be sent.",
            "{count} files could not be sent.",
        ],
        folder_away: "The folder cannot be reached. Nothing is removed meanwhile.",
        project_closed: "The project is gone, or closed to this client. Nothing is sent.",
        not_signed_in: "The service refused the sign-in. Check the connection in Settings.",
        offline: "The service has not answered for an hour. Nothing is lost, changes wait here.",
        more: ["and 1 more", "and {count} more"],
    },
};

pub(super) const NORWEGIAN: Words = Words {
    open: "Åpne Fielddesk",
    folders: "Synkroniserte mapper",
    decide: "Avgjør…",
    send_files: "Send filer…",
    transfers: "Overføringer",
    pause: "Pause",
    pause_hour: "Synkroniserte mapper i 1 time",
    pause_tomorrow: "Synkroniserte mapper til i morgen 07:00",
    pause_all: "Alt til du fortsetter",
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
    causes: Causes {
        conflicts: [
            "1 fil å avgjøre. Ingenting overskrives før du velger.",
            "{count} filer å avgjøre. Ingenting overskrives før du velger.",
        ],
        deletes: [
            "1 fil er borte fra mappen. Ingenting er fjernet.",
            "{count} filer er borte fra mappen. Ingenting er fjernet.",
        ],
        keeps_changing: [
            "1 fil endrer seg hele tiden og sendes ikke.",
            "{count} filer endrer seg hele tiden og sendes ikke.",
        ],
        failed: [
            "1 fil kunne ikke sendes.",
            "{count} filer kunne ikke sendes.",
        ],
        folder_away: "Mappen kan ikke nås. Ingenting fjernes imens.",
        project_closed: "Prosjektet er borte, eller lukket for denne klienten. Ingenting sendes.",
        not_signed_in: "Tjenesten avviste påloggingen. Se på tilkoblingen i Innstillinger.",
        offline: "Tjenesten har ikke svart på en time. Ingenting er tapt, endringene venter her.",
        more: ["og 1 til", "og {count} til"],
    },
};

pub(super) const SWEDISH: Words = Words {
    open: "Öppna Fielddesk",
    folders: "Synkade mappar",
    decide: "Avgör…",
    send_files: "Skicka filer…",
    transfers: "Överföringar",
    pause: "Pausa",
    pause_hour: "Synkade mappar i 1 timme",
    pause_tomorrow: "Synkade mappar till i morgon 07:00",
    pause_all: "Allt tills du fortsätter",
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
    causes: Causes {
        conflicts: [
            "1 fil att avgöra. Inget skrivs över förrän du väljer.",
            "{count} filer att avgöra. Inget skrivs över förrän du väljer.",
        ],
        deletes: [
            "1 fil är borta från mappen. Inget har tagits bort.",
            "{count} filer är borta från mappen. Inget har tagits bort.",
        ],
        keeps_changing: [
            "1 fil ändras hela tiden och skickas inte.",
            "{count} filer ändras hela tiden och skickas inte.",
        ],
        failed: [
            "1 fil kunde inte skickas.",
            "{count} filer kunde inte skickas.",
        ],
        folder_away: "Mappen går inte att nå. Inget tas bort under tiden.",
        project_closed: "Projektet är borta, eller stängt för den här klienten. Inget skickas.",
        not_signed_in: "Tjänsten avvisade inloggningen. Se över anslutningen i Inställningar.",
        offline: "Tjänsten har inte svarat på en timme. Inget är förlorat, ändringarna väntar här.",
        more: ["och 1 till", "och {count} till"],
    },
};
