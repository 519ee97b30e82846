//! Schemas of projects and work orders.

use utoipa::ToSchema;

/// A project, with the plain fields its data has.
#[derive(ToSchema)]
#[schema(as = Project, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct ProjectSchema {
    id: String,
    company_id: String,
    project_number: String,
    name: String,
    active: bool,
    description: Option<String>,
    external_project_number: Option<String>,
    project_address: Option<String>,
    project_customer_name: Option<String>,
    start_date: Option<String>,
    finished_date: Option<String>,
}

/// A work order.
#[derive(ToSchema)]
#[schema(as = WorkOrder, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct WorkOrderSchema {
    id: String,
    project_id: String,
    /// The human number.
    external_id: String,
    name: String,
    work_description_short: String,
    active: bool,
}
