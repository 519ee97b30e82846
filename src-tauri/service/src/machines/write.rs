//! Writing one machine: create, change, ESG, delete.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use fielddesk_model::{Esg, EsgChange, Machine, MachineChange, MachineId};
use serde_json::json;

use super::machine_writer::{Edit, MachineWriter};
use super::{read, refusal, render};
use crate::audit;
use crate::auth::Writer;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::{JsonBody, Segments};
use crate::store::MachineDeleted;

/// Creates a machine or a piece of equipment; what is left out takes its default.
#[utoipa::path(
    post,
    path = "/api/v4/integration/machines",
    tag = "Machines",
    request_body = MachineChange,
    responses(
        (status = 201, body = Machine),
        (status = 409, description = "The company has this number"),
    )
)]
pub(crate) async fn create(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    JsonBody(change): JsonBody<MachineChange>,
) -> Result<Response, ApiError> {
    let mut writer = MachineWriter::new(&site, &caller);
    let record = writer.carry_out(Edit::New(&change)).await?;
    Ok(render::answer(StatusCode::CREATED, record))
}

/// Changes a machine; what is left out or null stays as it is.
#[utoipa::path(
    method(put, patch),
    operation_id = "",
    path = "/api/v4/integration/machines/{id}",
    tag = "Machines",
    params(("id" = String, Path, description = "Id of the machine")),
    request_body = MachineChange,
    responses(
        (status = 200, body = Machine),
        (status = 409, description = "The company has this number"),
    )
)]
pub(crate) async fn change(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<MachineId>,
    JsonBody(change): JsonBody<MachineChange>,
) -> Result<Response, ApiError> {
    let mut writer = MachineWriter::new(&site, &caller);
    let record = writer.carry_out(Edit::Fields(&id, &change)).await?;
    Ok(render::answer(StatusCode::OK, record))
}

/// Changes the fuel fields of a machine; at least one is needed.
#[utoipa::path(
    patch,
    path = "/api/v4/integration/machines/{id}/esg",
    tag = "Machines",
    params(("id" = String, Path, description = "Id of the machine")),
    request_body = EsgChange,
    responses((status = 200, body = Esg))
)]
pub(crate) async fn esg(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<MachineId>,
    JsonBody(change): JsonBody<EsgChange>,
) -> Result<axum::Json<Esg>, ApiError> {
    let mut writer = MachineWriter::new(&site, &caller);
    let record = writer.carry_out(Edit::Esg(&id, &change)).await?;
    let mut esg: Esg = serde_json::from_str(&record).map_err(ApiError::internal)?;
    // The rest of the machine's record is not asked for.
    esg.other.clear();
    Ok(axum::Json(esg))
}

/// Removes a machine that nothing depends on.
#[utoipa::path(
    delete,
    path = "/api/v4/integration/machines/{id}",
    tag = "Machines",
    params(("id" = String, Path, description = "Id of the machine")),
    responses(
        (status = 204),
        (status = 409, description = "Dependent data forbids it"),
    )
)]
pub(crate) async fn delete(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<MachineId>,
) -> Result<StatusCode, ApiError> {
    let stored = read::find(&site, &caller, &id).await?;
    let machine = stored.machine()?;
    let details = [
        ("companyId", json!(machine.company_id)),
        ("machineNumber", json!(machine.machine_number)),
    ];
    let entry = audit::entry(&caller.client_id, "machine.deleted", &id, details);
    match site.store.delete_machine(&id, entry).await? {
        MachineDeleted::Deleted => Ok(StatusCode::NO_CONTENT),
        MachineDeleted::Missing => Err(refusal::unknown()),
        MachineDeleted::Kept(dependents) => Err(refusal::not_deletable(dependents)),
    }
}
