//! Locations and mass types: synced after the trips, joined where a trip lacks a name.

use fielddesk_model::LeftOut;
use rusqlite::{Transaction, params};

use super::super::Trips;
use super::super::dimensions::{self, DimensionKind};
use super::super::source::{Ask, Range, TripSource};
use super::super::sync_session::Scope;
use crate::{CancellationToken, Failure};

/// Reads what the sync's own range has of them; gives what cannot be stored. A window refers to any location, so with one
/// all are read.
pub(super) async fn sync(
    trips: &Trips,
    source: &dyn TripSource,
    scope: &Scope,
    ask: &Ask,
    cancel: &CancellationToken,
) -> Result<Vec<LeftOut>, Failure> {
    let mut ask = ask.clone();
    if matches!(ask.range, Range::Window(..)) {
        ask.range = Range::Everything;
    }
    let read = async { tokio::try_join!(source.locations(&ask), source.mass_types(&ask)) };
    let (locations, mass_types) = tokio::select! {
        biased;
        () = cancel.cancelled() => return Err(Failure::cancelled()),
        read = read => read?,
    };
    let replaces_all =
        ask.range == Range::Everything && ask.project.is_none() && ask.reach.is_everything();
    let source = scope.source;
    let keep = move |transaction: &Transaction<'_>| {
        if replaces_all {
            transaction.execute("DELETE FROM lookups WHERE source = ?", [source])?;
        }
        // A deleted one stays known: trips may still refer to it.
        let kind = DimensionKind::Location.name();
        let mut keep = transaction.prepare(
            "INSERT OR REPLACE INTO lookups (source, kind, id, name, location_type, latitude, longitude) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?;
        for one in locations.iter().filter(|one| one.is_deleted != Some(true)) {
            let [latitude, longitude] = one.coordinates.map_or([None; 2], |pair| pair.map(Some));
            let (id, name, is) = (&one.id, &one.name, &one.location_type);
            keep.execute(params![source, kind, id, name, is, latitude, longitude])?;
        }
        let kind = DimensionKind::MassType.name();
        let mut keep = transaction.prepare(
            "INSERT OR REPLACE INTO lookups (source, kind, id, name, unit_of_measure_text, density) \
             VALUES (?, ?, ?, ?, ?, ?)",
        )?;
        for one in mass_types.iter().filter(|one| one.is_deleted != Some(true)) {
            let (id, name, unit) = (&one.id, &one.name, &one.unit_of_measure_text);
            keep.execute(params![source, kind, id, name, unit, one.density])?;
        }
        dimensions::name(transaction, source, 0)?;
        Ok([locations.left_out, mass_types.left_out].concat())
    };
    trips.store.change(keep).await
}
