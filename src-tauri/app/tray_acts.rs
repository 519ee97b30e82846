//! Actions of the tray's menu.

use chrono::{DateTime, Local, TimeDelta, TimeZone, Utc};
use fielddesk_core::folders::{MappingSelection, PausedUntil, State};
use tauri::Manager;
use tauri::menu::MenuEvent;

use crate::events::NavigateTo;
use crate::leaving::{self, Leave};
use crate::navigation::{go, go_to_folder};
use crate::runtime::AppHandle;
use crate::state_handle::StateHandle;
use crate::{tray, window};

/// Does what was chosen.
pub(crate) fn chosen(app: &AppHandle, event: MenuEvent) {
    let id = event.id().as_ref();
    if let Some(connection) = id.strip_prefix(tray::OF_CONNECTION) {
        return go_to_folder(app, Some(connection.to_owned()), None);
    }
    match id {
        "open" => window::show(app),
        "folders" => go(app, NavigateTo::Folders),
        "review" => review(app),
        "uploadFiles" => go(app, NavigateTo::SendFiles),
        "transfers" => go(app, NavigateTo::Transfers),
        "settings" => go(app, NavigateTo::Settings),
        "pauseHour" => pause_folders(app, Some(Utc::now() + TimeDelta::hours(1))),
        "pauseTomorrow" => pause_folders(app, tomorrow_at_seven(&Local::now())),
        "pauseAll" => pause_all(app, true),
        "resume" => pause_all(app, false),
        "quit" => leaving::leave(app, Leave::Quit),
        other => tracing::warn!(id = other, "an unknown menu item"),
    }
}

/// Leads to the first folder that asks, through its connection.
fn review(app: &AppHandle) {
    let state = app.state::<StateHandle>().state_now();
    let view = state.map(|state| state.folders.view().borrow().clone());
    let mappings = view.map(|view| view.mappings).unwrap_or_default();
    let asks = mappings
        .iter()
        .find(|one| one.state == State::NeedsDecision);
    let mapping = asks.map(|one| &one.mapping);
    go_to_folder(
        app,
        mapping.map(|one| one.profile.as_str().to_owned()),
        mapping.map(|one| one.id.0.clone()),
    );
}

/// A pause that ends by itself. What is sent by hand knows no such pause and goes on.
fn pause_folders(app: &AppHandle, until: Option<DateTime<Utc>>) {
    let Some((state, until)) = app.state::<StateHandle>().state_now().zip(until) else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        let paused = state
            .folders
            .pause(&MappingSelection::All, Some(PausedUntil::At(until)));
        if let Err(failure) = paused.await {
            tracing::warn!(kind = failure.kind.as_str(), "pause from the tray");
        }
    });
}

fn pause_all(app: &AppHandle, paused: bool) {
    let Some(state) = app.state::<StateHandle>().state_now() else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        let sent = state.queues.pause(paused).await;
        let until = paused.then_some(PausedUntil::GoOn);
        let kept = state.folders.pause(&MappingSelection::All, until).await;
        for failure in [sent.err(), kept.err()].into_iter().flatten() {
            tracing::warn!(kind = failure.kind.as_str(), "pause from the tray");
        }
    });
}

/// Seven in the morning of the next day on the wall; none where that day has no such hour.
fn tomorrow_at_seven<Zone: TimeZone>(now: &DateTime<Zone>) -> Option<DateTime<Utc>> {
    let morning = now.date_naive().succ_opt()?.and_hms_opt(7, 0, 0)?;
    let there = now.timezone().from_local_datetime(&morning).earliest()?;
    Some(there.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::FixedOffset;

    #[test]
    fn tomorrow_is_that_of_the_wall_clock() {
        let east = FixedOffset::east_opt(2 * 3600).unwrap();
        for (now, until) in [
            ("2026-06-01T16:00:00+02:00", "2026-06-02T05:00:00Z"),
            // Past midnight on the wall, still the day before at Greenwich.
            ("2026-06-02T01:00:00+02:00", "2026-06-03T05:00:00Z"),
            ("2026-12-31T23:59:00+02:00", "2027-01-01T05:00:00Z"),
        ] {
            let now = DateTime::parse_from_rfc3339(now)
                .unwrap()
                .with_timezone(&east);
            let until: DateTime<Utc> = until.parse().unwrap();
            assert_eq!(tomorrow_at_seven(&now), Some(until), "{now}");
        }
    }
}
