//! Locations and mass types: synced after the trips, joined where a trip lacks a name.

use fielddesk_model::LeftOut;
use sqlx::{QueryBuilder, SqliteConnection};

use super::super::dimensions::{self, DimensionKind};
use super::super::pass::Scope;
use super::super::source::{Ask, Range, TripSource};
use super::super::{AT_ONCE, Trips};
use crate::{CancellationToken, Failure};

/// What is kept of a location or mass type.
struct Lookup<'a> {
    id: &'a str,
    name: Option<&'a str>,
    coordinates: Option<[f64; 2]>,
}

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
    let mut transaction = trips.store.pool.begin_with("BEGIN IMMEDIATE").await?;
    if ask.range == Range::Everything && ask.project.is_none() && ask.reach.is_everything() {
        sqlx::query("DELETE FROM lookups WHERE source = ?")
            .bind(scope.source)
            .execute(&mut *transaction)
            .await?;
    }
    // A deleted one stays known: trips may still refer to it.
    let kept: Vec<_> = locations
        .iter()
        .filter(|location| location.is_deleted != Some(true))
        .map(|location| Lookup {
            id: &location.id,
            name: location.name.as_deref(),
            coordinates: location.coordinates,
        })
        .collect();
    keep(&mut transaction, scope, DimensionKind::Location, &kept).await?;
    let kept: Vec<_> = mass_types
        .iter()
        .filter(|mass_type| mass_type.is_deleted != Some(true))
        .map(|mass_type| Lookup {
            id: &mass_type.id,
            name: mass_type.name.as_deref(),
            coordinates: None,
        })
        .collect();
    keep(&mut transaction, scope, DimensionKind::MassType, &kept).await?;
    dimensions::name(&mut transaction, scope.source, 0).await?;
    transaction.commit().await?;
    Ok([locations.left_out, mass_types.left_out].concat())
}

async fn keep(
    connection: &mut SqliteConnection,
    scope: &Scope,
    kind: DimensionKind,
    records: &[Lookup<'_>],
) -> Result<(), Failure> {
    for some in records.chunks(AT_ONCE) {
        let mut insert = QueryBuilder::new(
            "INSERT OR REPLACE INTO lookups (source, kind, id, name, latitude, longitude) ",
        );
        insert.push_values(some, |mut row, lookup| {
            let [latitude, longitude] = lookup.coordinates.map_or([None; 2], |pair| pair.map(Some));
            row.push_bind(scope.source)
                .push_bind(kind.name())
                .push_bind(lookup.id)
                .push_bind(lookup.name)
                .push_bind(latitude)
                .push_bind(longitude);
        });
        insert.build().execute(&mut *connection).await?;
    }
    Ok(())
}
