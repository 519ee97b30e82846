//! Haul trips: reading them, sums, the list, files.

use std::sync::Arc;

use fielddesk_core::Failure;
use fielddesk_core::import::SavedTable;
use fielddesk_core::trips::views::{
    DayFilter, Distributions, Overview, ReadTrips, TripDetail, TripLocationRow, TripMassTypeRow,
    TripPage, TripsState,
};
use fielddesk_core::trips::{self, ExportFormat, ReportWords, TripOrder};
use fielddesk_rules::language::Language;
use tauri::State;

use super::saved_tables::save_table;
use crate::saved_names;
use crate::session::ConnectionSession;
use crate::state_handle::StateHandle;

/// How the trips kept here stand.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trips_state(handle: State<'_, StateHandle>) -> Result<TripsState, Failure> {
    session(&handle).await?.trips.state().await
}

/// Begins to read trips; it goes on with the window closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_trips(
    handle: State<'_, StateHandle>,
    request: ReadTrips,
) -> Result<TripsState, Failure> {
    session(&handle).await?.trips.read(&request).await
}

/// Goes on with a reading that was stopped.
#[tauri::command]
#[specta::specta]
pub(crate) async fn go_on_reading_trips(
    handle: State<'_, StateHandle>,
) -> Result<TripsState, Failure> {
    session(&handle).await?.trips.go_on().await
}

/// Stops reading; what was read stays.
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_reading_trips(
    handle: State<'_, StateHandle>,
) -> Result<TripsState, Failure> {
    session(&handle).await?.trips.stop().await
}

/// Sums of the trips of a filter.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trip_summary(
    handle: State<'_, StateHandle>,
    filter: DayFilter,
) -> Result<Overview, Failure> {
    let session = session(&handle).await?;
    session.trips.trips().await?.overview(&filter).await
}

/// How the trips of a filter spread; reads them one by one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trip_distributions(
    handle: State<'_, StateHandle>,
    filter: DayFilter,
) -> Result<Distributions, Failure> {
    let session = session(&handle).await?;
    session.trips.trips().await?.distributions(&filter).await
}

/// Up to `limit` trips of the list after the first `from`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_trips(
    handle: State<'_, StateHandle>,
    filter: DayFilter,
    order: TripOrder,
    from: u64,
    limit: usize,
) -> Result<TripPage, Failure> {
    let session = session(&handle).await?;
    let trips = session.trips.trips().await?;
    trips.rows(&filter, order, from, limit).await
}

/// A trip with every field of its record, titled in a language.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trip_detail(
    handle: State<'_, StateHandle>,
    id: String,
    language: Language,
) -> Result<TripDetail, Failure> {
    let session = session(&handle).await?;
    session.trips.trips().await?.detail(&id, language).await
}

/// The locations that the last reading brought.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trip_locations(
    handle: State<'_, StateHandle>,
) -> Result<Vec<TripLocationRow>, Failure> {
    session(&handle)
        .await?
        .trips
        .trips()
        .await?
        .locations()
        .await
}

/// The mass types that the last reading brought.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trip_mass_types(
    handle: State<'_, StateHandle>,
) -> Result<Vec<TripMassTypeRow>, Failure> {
    session(&handle)
        .await?
        .trips
        .trips()
        .await?
        .mass_types()
        .await
}

/// Saves the trips of a filter where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_trips(
    handle: State<'_, StateHandle>,
    filter: DayFilter,
    format: ExportFormat,
    language: Language,
) -> Result<Option<SavedTable>, Failure> {
    crate::trips::export(&*handle.state().await?, &filter, format, language).await
}

/// Saves a printable report where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_trip_report(
    handle: State<'_, StateHandle>,
    filter: DayFilter,
    words: ReportWords,
) -> Result<Option<SavedTable>, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let trips = session.trips.trips().await?;
    let report = trips.report(&filter, &words).await?;
    let name = saved_names::of_today(&state, |files| files.trips, "html");
    save_table(&state, &name, report.html.as_bytes(), report.trips).await
}

/// The names of all time zones.
#[tauri::command]
#[specta::specta]
pub(crate) fn time_zones() -> Result<Vec<String>, Failure> {
    Ok(trips::time_zones())
}

async fn session(handle: &StateHandle) -> Result<Arc<ConnectionSession>, Failure> {
    handle.state().await?.session().await
}
