//! The paths of the control surface.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use fielddesk_model::{Environment, TripId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Control;
use super::faults::FaultOrder;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::{ClientChange, TripChange};
use crate::{audit, clock, routes};

/// All of them; what is not here is 404 or 405 like elsewhere.
pub(crate) fn router(control: Arc<Control>) -> Router {
    let router = Router::new()
        .route("/_control/faults", post(add_fault).delete(clear_faults))
        .route(
            "/_control/requests",
            axum::routing::get(list).delete(clear_requests),
        )
        .route("/_control/revoke", post(revoke))
        .route("/_control/trips", post(change_trip))
        .with_state(control);
    routes::with_fallbacks(router)
}

async fn add_fault(
    State(control): State<Arc<Control>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Value>, ApiError> {
    let order: FaultOrder = read(body)?;
    let id = control
        .faults
        .add(order)
        .map_err(|message| ApiError::bad_request("InvalidFault", message))?;
    Ok(Json(json!({ "id": id })))
}

async fn clear_faults(State(control): State<Arc<Control>>) -> StatusCode {
    control.faults.clear();
    StatusCode::NO_CONTENT
}

async fn list(State(control): State<Arc<Control>>) -> Json<Vec<Value>> {
    Json(control.requests.to_json())
}

async fn clear_requests(State(control): State<Arc<Control>>) -> StatusCode {
    control.requests.clear();
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Revoke {
    environment: Environment,
    client_id: String,
}

async fn revoke(
    State(control): State<Arc<Control>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, ApiError> {
    let order: Revoke = read(body)?;
    let site = site_of(&control, order.environment)?;
    let change = ClientChange::Revoke(clock::now());
    let entry = audit::entry("control", "client.tokensRevoked", &order.client_id, []);
    let changed = site
        .store
        .change_client(&order.client_id, change, entry)
        .await?;
    match changed {
        Some(_) => Ok(StatusCode::NO_CONTENT),
        None => Err(ApiError::not_found("There is no such client.")),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TripOrder {
    environment: Environment,
    trip_id: TripId,
    change: TripAct,
    /// The verified quantity, in the trip's unit.
    quantity: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum TripAct {
    Verify,
    Approve,
    Invoice,
    Delete,
}

/// Changes a trip as its source would: the interface itself only extracts.
async fn change_trip(
    State(control): State<Arc<Control>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, ApiError> {
    let order: TripOrder = read(body)?;
    let change = match (order.change, order.quantity) {
        (TripAct::Verify, Some(quantity)) if (0.0..1e9).contains(&quantity) => {
            #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
            let thousandths = (quantity * 1000.0).round() as i64;
            TripChange::Verified(thousandths)
        }
        (TripAct::Verify, _) => {
            let message = "A trip is verified with a quantity from 0 to 1,000,000,000.";
            return Err(ApiError::bad_request("InvalidBody", message));
        }
        (TripAct::Approve, _) => TripChange::Approved,
        (TripAct::Invoice, _) => TripChange::Invoiced,
        (TripAct::Delete, _) => TripChange::Deleted,
    };
    let site = site_of(&control, order.environment)?;
    let entry = audit::entry("control", "trip.changed", &order.trip_id, []);
    if site
        .store
        .change_trip(&order.trip_id, change, entry)
        .await?
    {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::not_found(
            "There is no such trip, or it is deleted.",
        ))
    }
}

fn site_of(control: &Control, wanted: Environment) -> Result<&EnvironmentContext, ApiError> {
    let mut sites = control.sites.iter();
    sites
        .find(|site| site.environment == wanted)
        .map(AsRef::as_ref)
        .ok_or_else(|| ApiError::not_found("There is no such environment."))
}

fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, ApiError> {
    let body = body.map_err(|error| ApiError::bad_request("InvalidBody", error.body_text()))?;
    fielddesk_model::from_slice(&body)
        .map_err(|error| ApiError::bad_request("InvalidBody", error.to_string()))
}
