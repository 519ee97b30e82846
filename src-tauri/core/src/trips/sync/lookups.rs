//! Locations and mass types: synced after the trips, joined where a trip lacks a name.

use fielddesk_model::{Location, MassType};
use serde::Serialize;
use sqlx::SqliteConnection;

use super::super::Trips;
use super::super::pass::Scope;
use super::super::row::Lookups;
use super::super::source::{Ask, Range, TripSource};
use crate::{CancellationToken, Failure};

const LOCATION: &str = "location";
const MASS_TYPE: &str = "massType";

/// Reads what the sync's own range has of them. A window refers to any location, so with one
/// all are read.
pub(super) async fn sync(
    trips: &Trips,
    source: &dyn TripSource,
    scope: &Scope,
    ask: &Ask,
    cancel: &CancellationToken,
) -> Result<(), Failure> {
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
    if ask.range == Range::Everything && ask.project.is_none() {
        sqlx::query("DELETE FROM lookups WHERE source = ?")
            .bind(scope.source)
            .execute(&mut *transaction)
            .await?;
    }
    let connection = &mut *transaction;
    for location in &locations {
        let gone = location.is_deleted == Some(true);
        keep(connection, scope, LOCATION, &location.id, location, gone).await?;
    }
    for mass_type in &mass_types {
        let gone = mass_type.is_deleted == Some(true);
        keep(connection, scope, MASS_TYPE, &mass_type.id, mass_type, gone).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn keep(
    connection: &mut SqliteConnection,
    scope: &Scope,
    kind: &str,
    id: &str,
    record: &impl Serialize,
    gone: bool,
) -> Result<(), Failure> {
    // A deleted one stays known: trips may still refer to it.
    if gone {
        return Ok(());
    }
    let record = serde_json::to_string(record).map_err(Failure::internal)?;
    sqlx::query("INSERT OR REPLACE INTO lookups (source, kind, id, record) VALUES (?, ?, ?, ?)")
        .bind(scope.source)
        .bind(kind)
        .bind(id)
        .bind(record)
        .execute(connection)
        .await?;
    Ok(())
}

/// What is known of locations and mass types.
pub(in super::super) async fn load(
    connection: &mut SqliteConnection,
    source: i64,
) -> Result<Lookups, Failure> {
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT kind, record FROM lookups WHERE source = ?")
            .bind(source)
            .fetch_all(connection)
            .await?;
    let mut lookups = Lookups::default();
    for (kind, record) in rows {
        let unreadable = |_| super::super::row::damaged();
        if kind == LOCATION {
            let location: Location = serde_json::from_str(&record).map_err(unreadable)?;
            lookups.add_location(location);
        } else {
            let mass_type: MassType = serde_json::from_str(&record).map_err(unreadable)?;
            lookups.add_mass_type(mass_type);
        }
    }
    Ok(lookups)
}
