//! Schemas of projects and work orders.

use utoipa::ToSchema;

/// A project, with the plain fields its data has.
#[derive(ToSchema)]
#[schema(as = Project, rename_all = "camelCase", example = json!({
    "id": "6f1d2c3b4a5968778695a4b3", "companyId": "5f2b8c1d9e0a4b3c7d6e0001",
    "projectNumber": "P-2026-001", "name": "E39 Rogfast", "active": true,
    "description": null, "externalProjectNumber": "4711", "projectAddress": "Havnegata 1",
    "projectCustomerName": "Statens vegvesen", "startDate": "2026-01-05", "finishedDate": null
}))]
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
#[schema(as = WorkOrder, rename_all = "camelCase", example = json!({
    "id": "7a1d2c3b4a5968778695a4b3", "projectId": "6f1d2c3b4a5968778695a4b3",
    "externalId": "WO-100", "name": "Grøft profil 1200-1450",
    "workDescriptionShort": "Grøft", "active": true
}))]
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
