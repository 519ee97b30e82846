//! From dropped files to a plan of what goes where.
//!
//! `scan` walks what was dropped, `plan` is pure and decides, [`Plans`] holds drops and plans
//! by handle so that no path leaves this side. A plan is a contract: what it shows is what is
//! sent.

mod types;

use std::path::PathBuf;

use tokio::sync::{broadcast, watch};

pub use types::{
    Drop, DropPlan, DropSource, LeftOut, OnPage, Place, PlanChange, PlanRow, PlanUpdate, SameName,
    What, Why, WhyReason,
};

use crate::Failure;
use crate::documents::Documents;
use crate::transfers::Transfers;

/// Drops and plans by handle. Cheap to clone.
#[derive(Clone)]
pub struct Plans {}

impl Plans {
    /// An empty registry.
    #[must_use]
    pub fn new() -> Self {
        todo!()
    }

    /// Takes files and folders in and begins to count; the counts come through the watch.
    pub fn begin(&self, paths: Vec<PathBuf>, source: DropSource) -> watch::Receiver<Drop> {
        todo!()
    }

    /// Forgets a drop that went nowhere.
    pub fn forget(&self, drop_id: &str) {
        todo!()
    }

    /// Plans a drop; waits until it is counted.
    pub async fn plan(
        &self,
        documents: Option<&Documents>,
        drop_id: &str,
        place: Option<Place>,
        section: Option<String>,
    ) -> Result<DropPlan, Failure> {
        todo!()
    }

    /// The same files to another place.
    pub async fn retarget(
        &self,
        documents: &Documents,
        plan_id: &str,
        place: Place,
        section: Option<String>,
    ) -> Result<DropPlan, Failure> {
        todo!()
    }

    /// Changes rows; returns every row that is different now.
    pub fn change(
        &self,
        plan_id: &str,
        row_ids: &[u32],
        change: &PlanChange,
    ) -> Result<Vec<PlanRow>, Failure> {
        todo!()
    }

    /// Subfolders as sections, on or off.
    pub fn set_subfolders_as_sections(&self, plan_id: &str, on: bool) -> Result<DropPlan, Failure> {
        todo!()
    }

    /// The policy of the whole plan; rows that differ by choice stay.
    pub fn set_same_name(&self, plan_id: &str, same_name: SameName) -> Result<DropPlan, Failure> {
        todo!()
    }

    /// Hands the rows to the transfers exactly as shown; returns how many.
    pub async fn send(
        &self,
        transfers: &Transfers,
        plan_id: &str,
        row_ids: &[u32],
    ) -> Result<usize, Failure> {
        todo!()
    }

    /// Puts a plan away; it can be brought back for ten minutes.
    pub fn discard(&self, plan_id: &str) {
        todo!()
    }

    /// Brings a plan back.
    pub fn reopen(&self, plan_id: &str) -> Result<DropPlan, Failure> {
        todo!()
    }

    /// News from the background.
    #[must_use]
    pub fn updates(&self) -> broadcast::Receiver<PlanUpdate> {
        todo!()
    }
}

impl Default for Plans {
    fn default() -> Self {
        Self::new()
    }
}
