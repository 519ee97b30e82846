//! Look-ups of projects and work orders.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fielddesk_model::{Project, ProjectId, WorkOrder, WorkOrderId};

use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::Segments;
use crate::store::WorkOrderRecord;

/// The projects of the caller's company and its subsidiaries, by number.
#[utoipa::path(
    get,
    path = "/api/v4/integration/projects",
    tag = "Projects and work orders",
    responses((status = 200, body = Vec<Project>))
)]
pub(crate) async fn list(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
) -> Result<Json<Vec<Project>>, ApiError> {
    Ok(Json(site.store.projects(&caller.companies()).await?))
}

/// The project with this number.
#[utoipa::path(
    get,
    path = "/api/v4/integration/projects/by-project-number/{projectNumber}",
    tag = "Projects and work orders",
    params(("projectNumber" = String, Path, description = "The human project number")),
    responses((status = 200, body = Project))
)]
pub(crate) async fn by_number(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(number): Segments<String>,
) -> Result<Json<Project>, ApiError> {
    site.store
        .project_by_number(&caller.companies(), &number)
        .await?
        .map(Json)
        .ok_or_else(|| ApiError::not_found("There is no project with this number."))
}

/// A project's work orders, by number.
#[utoipa::path(
    get,
    path = "/api/v4/integration/tasks/project/{projectId}",
    tag = "Projects and work orders",
    params(("projectId" = String, Path, description = "The project's id")),
    responses((status = 200, body = Vec<WorkOrder>))
)]
pub(crate) async fn work_orders(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(id): Segments<ProjectId>,
) -> Result<Json<Vec<WorkOrder>>, ApiError> {
    let project = find_project(&site, &caller, &id).await?;
    Ok(Json(site.store.work_orders(&project.id).await?))
}

/// A project that the caller named by id and may touch.
pub(crate) async fn find_project(
    site: &EnvironmentContext,
    caller: &Caller,
    id: &ProjectId,
) -> Result<Project, ApiError> {
    let project = site
        .store
        .project(id)
        .await?
        .ok_or_else(|| ApiError::not_found("There is no project with this id."))?;
    caller.require_company(project.company_id.as_ref())?;
    Ok(project)
}

/// A work order that the caller named by id and may touch.
pub(crate) async fn find_work_order(
    site: &EnvironmentContext,
    caller: &Caller,
    id: &WorkOrderId,
) -> Result<WorkOrderRecord, ApiError> {
    let order = site
        .store
        .work_order(id)
        .await?
        .ok_or_else(|| ApiError::not_found("There is no work order with this id."))?;
    caller.require_company(Some(&order.company_id))?;
    Ok(order)
}
