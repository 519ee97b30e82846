//! Locations and mass types: synced after the trips, joined where a trip lacks a name.

use fielddesk_model::{LeftOut, Location, MassType};
use serde::Serialize;
use sqlx::{QueryBuilder, SqliteConnection};

use super::super::Trips;
use super::super::many;
use super::super::pass::Scope;
use super::super::row::Lookups;
use super::super::source::{Ask, Range, TripSource};
use super::super::write::AT_ONCE;
use crate::{CancellationToken, Failure};

const LOCATION: &str = "location";
const MASS_TYPE: &str = "massType";

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
    let kept = locations
        .iter()
        .filter(|location| location.is_deleted != Some(true))
        .map(|location| (location.id.as_str(), location));
    keep(&mut transaction, scope, LOCATION, kept).await?;
    let kept = mass_types
        .iter()
        .filter(|mass_type| mass_type.is_deleted != Some(true))
        .map(|mass_type| (mass_type.id.as_str(), mass_type));
    keep(&mut transaction, scope, MASS_TYPE, kept).await?;
    transaction.commit().await?;
    Ok([locations.left_out, mass_types.left_out].concat())
}

async fn keep<'a>(
    connection: &mut SqliteConnection,
    scope: &Scope,
    kind: &str,
    records: impl Iterator<Item = (&'a str, impl Serialize)>,
) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for (id, record) in records {
        rows.push((
            id,
            serde_json::to_string(&record).map_err(Failure::internal)?,
        ));
    }
    for some in rows.chunks(AT_ONCE) {
        let mut insert =
            QueryBuilder::new("INSERT OR REPLACE INTO lookups (source, kind, id, record) ");
        insert.push_values(some, |mut row, (id, record)| {
            row.push_bind(scope.source)
                .push_bind(kind)
                .push_bind(*id)
                .push_bind(record);
        });
        insert.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// What is known of locations and mass types.
pub(in super::super) async fn load(
    connection: &mut SqliteConnection,
    source: i64,
) -> Result<Lookups, Failure> {
    let mut lookups = Lookups::default();
    let locations = many::json_array::<Location>(
        connection,
        "SELECT '[' || group_concat(record, ',') || ']' FROM lookups WHERE source = ? AND kind = 'location'",
        source,
    );
    for location in locations.await? {
        lookups.add_location(location);
    }
    let mass_types = many::json_array::<MassType>(
        connection,
        "SELECT '[' || group_concat(record, ',') || ']' FROM lookups WHERE source = ? AND kind = 'massType'",
        source,
    );
    for mass_type in mass_types.await? {
        lookups.add_mass_type(mass_type);
    }
    Ok(lookups)
}
