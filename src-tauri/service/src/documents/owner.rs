//! The owner of a page: the project or work order that a path names, if the caller may touch it.

use fielddesk_model::{DEFAULT_SECTION, ProjectId, WorkOrderId};

use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::projects::{find_project, find_work_order};
use crate::store::{Owner, WorkOrderRecord};

/// An owner whose documents the caller may handle.
pub(super) struct Target {
    pub(super) owner: Owner,
    /// The section of an upload that names none.
    pub(super) default_section: String,
}

impl Target {
    pub(super) async fn project(
        site: &EnvironmentContext,
        caller: &Caller,
        id: ProjectId,
    ) -> Result<Self, ApiError> {
        caller.require_administrator()?;
        let project = find_project(site, caller, &id).await?;
        Ok(Self {
            owner: Owner::Project(project.id),
            default_section: DEFAULT_SECTION.to_owned(),
        })
    }

    pub(super) async fn work_order(
        site: &EnvironmentContext,
        caller: &Caller,
        id: WorkOrderId,
    ) -> Result<Self, ApiError> {
        caller.require_administrator()?;
        let record = find_work_order(site, caller, &id).await?;
        Ok(Self {
            default_section: default_section(&record),
            owner: Owner::WorkOrder(record.work_order.id),
        })
    }
}

/// A work order's number and short description; either alone where the other is missing.
fn default_section(record: &WorkOrderRecord) -> String {
    let number = record.work_order.external_id.as_deref().unwrap_or_default();
    let parts = [number.trim(), record.short_description.trim()];
    let text = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" / ");
    if text.is_empty() {
        DEFAULT_SECTION.to_owned()
    } else {
        text
    }
}
