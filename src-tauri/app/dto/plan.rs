//! Results of changes to a plan.

use fielddesk_core::Failure;
use fielddesk_core::drop_plan::DropPlan;
use serde::Serialize;
use specta::Type;

/// What became of files that were put into synced folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PutIntoFolders {
    /// The plan without them.
    pub plan: DropPlan,
    /// Why others were not put there.
    pub failures: Vec<Failure>,
}

/// What became of a plan whose files go to two projects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SplitPlan {
    /// The plan without the files that were taken out.
    pub left: DropPlan,
    /// The plan of those files.
    pub other: DropPlan,
}
