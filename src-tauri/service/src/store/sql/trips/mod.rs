//! Haul trips: pages by keyset, names by key, loads and changes.

mod change;
mod load;
mod lookups;
mod names;
mod page;

use async_trait::async_trait;
use fielddesk_model::{Location, MassType, TripId};

pub(super) use load::load;

use super::SqlStore;
use crate::store::{
    AuditEntry, EachTrip, Placed, Position, Result, TripAudience, TripChange, TripFilter, TripLoad,
    TripMachine, TripPerson, TripProject, TripStore, TripTask, TripWindow,
};

#[async_trait]
impl TripStore for SqlStore {
    async fn trip_audiences(&self) -> Result<Vec<(i64, TripAudience)>> {
        names::audiences(&self.read).await
    }

    async fn trips(
        &self,
        filter: &TripFilter,
        after: Option<Position>,
        limit: usize,
        each: EachTrip<'_>,
    ) -> Result<()> {
        page::trips(&self.read, filter, after, limit, each).await
    }

    async fn trip_locations(
        &self,
        filter: &TripFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Placed<Location>>> {
        lookups::locations(&self.read, filter, after, limit).await
    }

    async fn trip_mass_types(
        &self,
        filter: &TripFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Placed<MassType>>> {
        lookups::mass_types(&self.read, filter, after, limit).await
    }

    async fn trip_project_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripProject)>> {
        names::projects(&self.read, keys).await
    }

    async fn trip_task_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripTask)>> {
        names::tasks(&self.read, keys).await
    }

    async fn trip_mass_type_names(&self, keys: &[i64]) -> Result<Vec<(i64, MassType)>> {
        names::mass_types(&self.read, keys).await
    }

    async fn trip_location_names(&self, keys: &[i64]) -> Result<Vec<(i64, Location)>> {
        names::locations(&self.read, keys).await
    }

    async fn trip_machine_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripMachine)>> {
        names::machines(&self.read, keys).await
    }

    async fn trip_person_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripPerson)>> {
        names::people(&self.read, keys).await
    }

    async fn load_trips(&self, trips: TripLoad, audit: AuditEntry) -> Result<u64> {
        let mut tx = self.begin().await?;
        let count = load(&mut tx, trips).await?;
        super::audit::append(&mut tx, &audit).await?;
        tx.commit().await?;
        Ok(count)
    }

    async fn change_trip(
        &self,
        id: &TripId,
        change: TripChange,
        audit: AuditEntry,
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        if !change::change(&mut tx, id, change).await? {
            return Ok(false);
        }
        super::audit::append(&mut tx, &audit).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// The bounds of a window as positions: everything behind `after` and before `end`.
struct Range {
    after: Position,
    end: i64,
}

impl Range {
    fn of(window: TripWindow, after: Option<Position>) -> Self {
        let (start, end) = match window {
            TripWindow::Full(None) => (i64::MIN, i64::MAX),
            TripWindow::Full(Some((from, to))) => (from, to),
            TripWindow::Incremental { since, before } => (since, before.unwrap_or(i64::MAX)),
        };
        // No key is below zero, so this is just before everything at `start`.
        let first = Position { at: start, key: -1 };
        Self {
            after: after.unwrap_or(first),
            end,
        }
    }
}

/// Six decimals of a degree are what the store keeps.
const MICRO: f64 = 1_000_000.0;

fn degrees(micro: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "360 million at most")]
    let value = micro as f64 / MICRO;
    value
}
