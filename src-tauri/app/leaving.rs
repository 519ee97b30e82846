//! Closing the window and quitting: what ends by it is said before it ends.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::runtime::AppHandle;
use fielddesk_core::folders::{FoldersView, State};
use fielddesk_core::records::BatchProgress;
use fielddesk_core::secrets::Kept;
use serde::Deserialize;
use specta::Type;
use tauri::Manager;

use crate::events::{self, LeaveRequested, LeavingTransfers, Unsaved};
use crate::state_handle::StateHandle;
use crate::{tray, window};

/// How somebody leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leave {
    /// By the cross in the window's frame.
    Close,
    /// By *Quit*, of the window or of the tray.
    Quit,
}

/// The answer to the question of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LeaveAnswer {
    /// The window stays.
    Stay,
    /// The window goes, the program stays in the tray.
    Hide,
    /// The program ends.
    Quit,
}

/// What is known for the question, and whether it is shown and has no answer yet.
#[derive(Default)]
pub(crate) struct Leaving {
    asked: Mutex<Option<Leave>>,
    /// As the window told last.
    unsaved: Mutex<Unsaved>,
}

impl Leaving {
    fn asked(&self) -> MutexGuard<'_, Option<Leave>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unsaved(&self) -> MutexGuard<'_, Unsaved> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is true while somebody leaves.
#[derive(Debug, Clone, Copy, Default)]
struct Circumstances {
    /// A tray shows the icon.
    tray: bool,
    /// The first close was explained before.
    explained: bool,
    /// Something stops or is lost when the program ends.
    busy: bool,
    /// What was asked about and not answered: the page may hang.
    asked: Option<Leave>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Hide,
    Quit,
    Ask,
}

fn step(leave: Leave, now: Circumstances) -> Step {
    if leave == Leave::Close && now.tray {
        return if now.explained || now.asked.is_some() {
            Step::Hide
        } else {
            Step::Ask
        };
    }
    // Where the tray was explained, nothing was said of what stops.
    if now.busy && now.asked != Some(leave) {
        Step::Ask
    } else {
        Step::Quit
    }
}

/// Closes the window or quits; asks first where something is not expected or stops by it.
pub(crate) fn leave(app: &AppHandle, leave: Leave) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let (_, folders) = tray::known(&app);
        let request = LeaveRequested {
            quit: leave == Leave::Quit,
            tray: tray::is_shown(&app).await,
            transfers: transfers(&app, &folders).await,
            folders: watched(&folders),
            acts: running_acts(&app).await,
            unsaved: *app.state::<Leaving>().unsaved(),
        };
        let now = Circumstances {
            tray: request.tray,
            explained: explained(&app),
            busy: request.transfers.any() + request.folders + request.unsaved.users > 0
                || !request.acts.is_empty()
                || request.unsaved.new_machine,
            asked: *app.state::<Leaving>().asked(),
        };
        match step(leave, now) {
            Step::Hide => answer(&app, LeaveAnswer::Hide),
            Step::Quit => answer(&app, LeaveAnswer::Quit),
            Step::Ask => {
                *app.state::<Leaving>().asked() = Some(leave);
                window::show(&app);
                events::emit(&app, &request);
            }
        }
    });
}

/// Notes what the window alone holds.
pub(crate) fn note_unsaved(app: &AppHandle, unsaved: Unsaved) {
    *app.state::<Leaving>().unsaved() = unsaved;
}

/// Does what was answered.
pub(crate) fn answer(app: &AppHandle, answer: LeaveAnswer) {
    *app.state::<Leaving>().asked() = None;
    match answer {
        LeaveAnswer::Stay => {}
        LeaveAnswer::Hide => window::hide(app),
        LeaveAnswer::Quit => app.exit(0),
    }
}

impl LeavingTransfers {
    const fn any(&self) -> u64 {
        self.moving + self.waiting + self.paused
    }
}

/// The transfers of all connections by what becomes of them.
async fn transfers(app: &AppHandle, folders: &FoldersView) -> LeavingTransfers {
    let mut leaving = LeavingTransfers {
        moving: uploading(folders),
        ..LeavingTransfers::default()
    };
    let Some(state) = app.state::<StateHandle>().state_now() else {
        return leaving;
    };
    let mut sample = state.profiles.list().unwrap_or_default();
    sample.retain(|profile| profile.sample_data);
    let all = state.queues.views().borrow().clone();
    for one in all {
        let left = one.transfers.active + one.transfers.waiting;
        leaving.moving += one.transfers.active;
        if one.transfers.paused {
            leaving.paused += one.transfers.waiting;
        } else {
            leaving.waiting += one.transfers.waiting;
        }
        let makes_its_own = sample.iter().any(|profile| profile.id == one.profile);
        if left > 0 && !makes_its_own && state.secrets.kept(&one.profile).await != Kept::Keyring {
            leaving.without_secret.push(one.connection);
        }
    }
    leaving
}

/// Synced folders that are followed now.
fn watched(folders: &FoldersView) -> u64 {
    let followed = folders
        .mappings
        .iter()
        .filter(|one| one.state != State::Paused);
    followed.count() as u64
}

/// Files of synced folders that are being uploaded and are not in the project yet.
fn uploading(folders: &FoldersView) -> u64 {
    let progress = folders.mappings.iter().filter_map(|one| one.progress);
    progress
        .map(|one| one.files_total.saturating_sub(one.files_done))
        .sum()
}

async fn running_acts(app: &AppHandle) -> Vec<BatchProgress> {
    let Some(state) = app.state::<StateHandle>().state_now() else {
        return Vec::new();
    };
    match state.session().await {
        Ok(session) => session.running_acts(),
        Err(_) => Vec::new(),
    }
}

fn explained(app: &AppHandle) -> bool {
    let state = app.state::<StateHandle>().state_now();
    state.is_some_and(|state| fielddesk_core::settings::load(&state.data).close_explained)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_unsaid_and_nobody_is_held() {
        let free = Circumstances::default();
        let tray = Circumstances { tray: true, ..free };
        let busy = Circumstances { busy: true, ..free };
        for (leave, now, expected) in [
            // The first close is explained, the next ones are not.
            (Leave::Close, tray, Step::Ask),
            (
                Leave::Close,
                Circumstances {
                    explained: true,
                    ..tray
                },
                Step::Hide,
            ),
            // Without a tray the window is the only way back: closing ends.
            (Leave::Close, free, Step::Quit),
            (Leave::Close, busy, Step::Ask),
            (
                Leave::Close,
                Circumstances {
                    explained: true,
                    ..busy
                },
                Step::Ask,
            ),
            (Leave::Quit, tray, Step::Quit),
            (Leave::Quit, Circumstances { tray: true, ..busy }, Step::Ask),
            // A page that does not answer keeps nobody.
            (
                Leave::Close,
                Circumstances {
                    asked: Some(Leave::Close),
                    ..tray
                },
                Step::Hide,
            ),
            (
                Leave::Close,
                Circumstances {
                    asked: Some(Leave::Close),
                    ..busy
                },
                Step::Quit,
            ),
            (
                Leave::Quit,
                Circumstances {
                    asked: Some(Leave::Quit),
                    ..busy
                },
                Step::Quit,
            ),
            // The tray was explained, not what stops.
            (
                Leave::Quit,
                Circumstances {
                    tray: true,
                    asked: Some(Leave::Close),
                    ..busy
                },
                Step::Ask,
            ),
        ] {
            assert_eq!(step(leave, now), expected, "{leave:?} {now:?}");
        }
    }
}
