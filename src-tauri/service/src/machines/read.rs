//! Reading machines, equipment and machine types.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use fielddesk_model::{Machine, MachineId, MachineType};

use super::{refusal, render};
use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::{Parameters, Segments};
use crate::store::StoredMachine;

const DETAILS: &str = "includeEquipmentDetails";

/// The machines and equipment of the caller's company and its subsidiaries, by number.
#[utoipa::path(
    get,
    path = "/api/v4/integration/machines",
    tag = "Machines",
    params(("includeEquipmentDetails" = Option<bool>, Query,
            description = "Adds to each machine the equipment linked to it")),
    responses((status = 200, body = Vec<Machine>))
)]
pub(crate) async fn list(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let details = parameters.flag(DETAILS)?;
    let machines = site.store.machines(&caller.companies()).await?;
    let json = if details {
        render::array_with_equipment(&machines)
    } else {
        render::array(&machines)
    };
    Ok(render::answer(StatusCode::OK, json))
}

/// The machine or equipment with this id.
#[utoipa::path(
    get,
    path = "/api/v4/integration/machines/{id}",
    tag = "Machines",
    params(
        ("id" = String, Path, description = "Id of the machine"),
        ("includeEquipmentDetails" = Option<bool>, Query,
         description = "Adds the equipment linked to it"),
    ),
    responses((status = 200, body = Machine))
)]
pub(crate) async fn by_id(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(id): Segments<MachineId>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let details = parameters.flag(DETAILS)?;
    let stored = find(&site, &caller, &id).await?;
    send(&site, &caller, stored, details).await
}

/// The machine or equipment with this number, of the caller's own company first.
#[utoipa::path(
    get,
    path = "/api/v4/integration/machines/by-machine-number/{machineNumber}",
    tag = "Machines",
    params(
        ("machineNumber" = String, Path, description = "The human number"),
        ("includeEquipmentDetails" = Option<bool>, Query,
         description = "Adds the equipment linked to it"),
    ),
    responses((status = 200, body = Machine))
)]
pub(crate) async fn by_number(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(number): Segments<String>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let details = parameters.flag(DETAILS)?;
    let stored = site
        .store
        .machine_by_number(&caller.companies(), &number)
        .await?
        .ok_or_else(|| ApiError::not_found("There is no machine with this number."))?;
    send(&site, &caller, stored, details).await
}

/// Returns whether a delete of this machine would be done.
#[utoipa::path(
    get,
    path = "/api/v4/integration/machines/is-machine-deletable/{id}",
    tag = "Machines",
    params(("id" = String, Path, description = "Id of the machine")),
    responses(
        (status = 200, description = "False when dependent data forbids it",
         body = bool, content_type = "application/json", example = json!(true)),
    )
)]
pub(crate) async fn is_deletable(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(id): Segments<MachineId>,
) -> Result<Json<bool>, ApiError> {
    find(&site, &caller, &id).await?;
    let dependents = site.store.machine_dependents(&id).await?;
    dependents
        .map(|dependents| Json(dependents.is_empty()))
        .ok_or_else(refusal::unknown)
}

/// The machine types of the caller's company, without closed ones.
#[utoipa::path(
    get,
    path = "/api/MachineType",
    tag = "Machines",
    responses((status = 200, body = Vec<MachineType>))
)]
pub(crate) async fn types(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
) -> Result<Json<Vec<MachineType>>, ApiError> {
    let companies = caller.companies();
    let Some(own) = companies.first() else {
        return Ok(Json(Vec::new()));
    };
    let closed = site.store.closed_machine_types(own).await?;
    let mut types = site.store.machine_types(own).await?;
    types.retain(|one| !closed.contains(&one.type_id));
    Ok(Json(types))
}

/// A machine that the caller named by id and may touch.
pub(super) async fn find(
    site: &EnvironmentContext,
    caller: &Caller,
    id: &MachineId,
) -> Result<StoredMachine, ApiError> {
    let stored = site.store.machine(id).await?;
    let stored = stored.ok_or_else(refusal::unknown)?;
    caller.require_company(Some(&stored.company_id))?;
    Ok(stored)
}

async fn send(
    site: &EnvironmentContext,
    caller: &Caller,
    stored: StoredMachine,
    details: bool,
) -> Result<Response, ApiError> {
    if !details {
        return Ok(render::answer(StatusCode::OK, stored.record));
    }
    let linked = site
        .store
        .equipment(&stored.id, &caller.companies())
        .await?;
    let records: Vec<&str> = linked.iter().map(|one| one.record.as_str()).collect();
    let json = render::with_equipment(&stored.record, &records);
    Ok(render::answer(StatusCode::OK, json))
}
