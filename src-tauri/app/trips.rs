//! Haul trips as the window uses them: files that are saved, and days of another zone.

use fielddesk_core::Failure;
use fielddesk_core::import::SavedTable;
use fielddesk_core::trips::views::DayFilter;
use fielddesk_core::trips::{ExportFormat, ExportTarget};
use fielddesk_rules::language::Language;

use crate::state::AppState;
use crate::{dialogs, saved_names};

/// Saves the trips of a filter where the person says; none when the dialog was closed.
pub(crate) async fn export(
    state: &AppState,
    filter: &DayFilter,
    format: ExportFormat,
    language: Language,
) -> Result<Option<SavedTable>, Failure> {
    let session = state.session().await?;
    let name = saved_names::of_today(state, |files| files.trips, format.extension());
    let Some(path) = dialogs::file_to_save(&state.app, &name).await else {
        return Ok(None);
    };
    let trips = session.trips.trips().await?;
    let target = ExportTarget::File(path.clone());
    let report = trips.export_days(filter, format, language, target, &session.closing);
    let rows = report.await?.rows;
    let file = state.imports.add(path);
    Ok(Some(SavedTable { rows, file }))
}

/// Counts the days of trips in the zone of the settings, beside what the window does next.
pub(crate) async fn zone_changed(state: &AppState) {
    // Without a connection there is nothing to count.
    if let Ok(session) = state.session().await {
        let trips = session.trips.clone();
        tauri::async_runtime::spawn(async move { trips.refresh().await });
    }
}
