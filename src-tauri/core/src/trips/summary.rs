//! Sums by day, project, mass type, machine and route, over a million trips at once.

use chrono::TimeZone;
use rusqlite::Transaction;
use serde::Serialize;

use super::Trips;
use super::figures::{Figures, Group, GroupBy};
use super::local_days::LocalDays;
use super::query::{Selection, TripFilter};
use super::sums::Sums;
use crate::Failure;

/// Sums of all trips that fit, and of their groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// All of them.
    pub total: Figures,
    /// A list of groups for each grouping asked for, ordered by key.
    pub groups: Vec<Vec<Group>>,
}

impl Trips {
    /// Sums up the trips of a filter, by each grouping asked for. Days are those of this
    /// computer's time zone.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn summary(&self, filter: &TripFilter, by: &[GroupBy]) -> Result<Summary, Failure> {
        self.summary_in(&chrono::Local, filter, by).await
    }

    /// As [`Trips::summary`], with days of another time zone.
    ///
    /// Fails as that does.
    pub async fn summary_in<Z: TimeZone>(
        &self,
        zone: &Z,
        filter: &TripFilter,
        by: &[GroupBy],
    ) -> Result<Summary, Failure> {
        let (days, by) = (LocalDays::of(zone), by.to_vec());
        let read = move |transaction: &Transaction<'_>, selection: &Selection| {
            let sums = Sums::of(transaction, selection, &days)?;
            let groups = by.into_iter().map(|by| sums.groups(transaction, by));
            Ok(Summary {
                groups: groups.collect::<Result<_, _>>()?,
                total: sums.total(transaction)?,
            })
        };
        self.read_selected(filter.clone(), read).await
    }
}
