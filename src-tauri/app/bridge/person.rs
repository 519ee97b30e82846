//! The person beside the page: answers to dialogs, the clipboard, files handed to other programs.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

/// Something that another program was handed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Handed {
    /// The path, or the address.
    what: PathBuf,
    /// Opened itself, else shown in its folder.
    opened: bool,
}

impl Handed {
    pub(super) fn opened(what: &Path) -> Self {
        Self {
            what: what.to_owned(),
            opened: true,
        }
    }

    pub(super) fn shown(what: &Path) -> Self {
        Self {
            what: what.to_owned(),
            opened: false,
        }
    }
}

/// The person at the desktop.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Person {
    /// Paths for the dialogs to come, one entry a dialog.
    #[serde(skip)]
    answers: VecDeque<Vec<PathBuf>>,
    /// Files that were copied in the file manager.
    #[serde(skip)]
    pub(super) copied: Vec<PathBuf>,
    /// The text on the clipboard.
    pub(super) text: Option<String>,
    /// What other programs were handed, in order.
    handed: Vec<Handed>,
}

impl Person {
    const fn new() -> Self {
        Self {
            answers: VecDeque::new(),
            copied: Vec::new(),
            text: None,
            handed: Vec::new(),
        }
    }

    /// The next dialog that opens is answered with these paths.
    pub(super) fn will_choose(&mut self, paths: Vec<PathBuf>) {
        self.answers.push_back(paths);
    }

    /// The answer to the dialog that opens now; empty where the person closes it.
    pub(super) fn choose(&mut self) -> Vec<PathBuf> {
        self.answers.pop_front().unwrap_or_default()
    }

    pub(super) fn note(&mut self, handed: Handed) {
        self.handed.push(handed);
    }
}

/// The person of this process.
pub(super) fn person() -> MutexGuard<'static, Person> {
    static PERSON: Mutex<Person> = Mutex::new(Person::new());
    PERSON.lock().unwrap_or_else(PoisonError::into_inner)
}
