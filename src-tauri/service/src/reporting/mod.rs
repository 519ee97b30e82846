//! The reporting host: trips and their look-up streams, page by page.
//!
//! A page is read again from its token whenever it is asked for; nothing is kept between
//! calls. Full pages follow the time of the dump, incremental ones the time of the last
//! change, equal times the order of registration.

mod continuation;
mod names;
mod parameters;
mod render;
mod stream;
mod text;
mod visibility;

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use fielddesk_model::{Location, MassType, Page, scope};

use crate::auth::{Caller, authenticate};
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::exchange::Exchange;
use crate::extract::Parameters;
use crate::store::{Placed, TripFilter};
use continuation::Continuation;
use parameters::{Extraction, ExtractionParameters};
use visibility::Visibility;

/// A caller whose token holds the scope of this host.
pub(crate) struct Reader(Caller);

impl FromRequestParts<Arc<EnvironmentContext>> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        site: &Arc<EnvironmentContext>,
    ) -> Result<Self, ApiError> {
        let exchange = parts.extensions.get::<Arc<Exchange>>().cloned();
        authenticate(site, &parts.headers, scope::REPORTING, exchange.as_deref())
            .await
            .map(Self)
    }
}

/// A checked call of any of the three streams.
struct Request {
    filter: TripFilter,
    visibility: Visibility,
    extraction: Extraction,
    continuation: Continuation,
}

async fn request(
    site: &EnvironmentContext,
    reader: &Reader,
    parameters: &Parameters,
    stream: &'static str,
) -> Result<Request, ApiError> {
    let extraction = Extraction::read(parameters)?;
    let continuation = Continuation::read(site, &reader.0.client_id, stream, &extraction)?;
    let visibility = Visibility::of(site, &reader.0, &extraction).await?;
    Ok(Request {
        filter: TripFilter {
            audiences: visibility.keys(),
            project: extraction.project.clone(),
            window: extraction.window,
        },
        visibility,
        extraction,
        continuation,
    })
}

/// Haul trips, current and legacy in one ordering.
///
/// Without a window or with `FromDateTime` and `ToDateTime`: what exists, by `dumpDateTime`.
/// With `ModifiedSince`: what changed, by `modifiedDateTime`, deleted trips with `isDeleted`.
#[utoipa::path(
    get,
    path = "/v1/flow-trip-registrations",
    tag = "Mass transport extraction",
    params(ExtractionParameters),
    responses((status = 200, body = ref("#/components/schemas/TripPage")))
)]
pub(crate) async fn trips(
    State(site): State<Arc<EnvironmentContext>>,
    reader: Reader,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let request = request(&site, &reader, &parameters, "trips").await?;
    stream::answer(site, request).await
}

/// Load and dump locations that the trips of the same parameters refer to.
#[utoipa::path(
    get,
    path = "/v1/flow-locations",
    tag = "Mass transport extraction",
    params(ExtractionParameters),
    responses((status = 200, body = ref("#/components/schemas/LocationPage")))
)]
pub(crate) async fn locations(
    State(site): State<Arc<EnvironmentContext>>,
    reader: Reader,
    parameters: Parameters,
) -> Result<axum::Json<Page<Location>>, ApiError> {
    let request = request(&site, &reader, &parameters, "locations").await?;
    let found = site
        .store
        .trip_locations(
            &request.filter,
            request.continuation.after,
            request.extraction.limit + 1,
        )
        .await?;
    page(&request, found)
}

/// Mass types that the trips of the same parameters refer to.
#[utoipa::path(
    get,
    path = "/v1/flow-mass-types",
    tag = "Mass transport extraction",
    params(ExtractionParameters),
    responses((status = 200, body = ref("#/components/schemas/MassTypePage")))
)]
pub(crate) async fn mass_types(
    State(site): State<Arc<EnvironmentContext>>,
    reader: Reader,
    parameters: Parameters,
) -> Result<axum::Json<Page<MassType>>, ApiError> {
    let request = request(&site, &reader, &parameters, "mass types").await?;
    let found = site
        .store
        .trip_mass_types(
            &request.filter,
            request.continuation.after,
            request.extraction.limit + 1,
        )
        .await?;
    page(&request, found)
}

/// A look-up page from up to one record more than it may hold.
fn page<T>(request: &Request, mut found: Vec<Placed<T>>) -> Result<axum::Json<Page<T>>, ApiError> {
    let more = found.len() > request.extraction.limit;
    found.truncate(request.extraction.limit);
    let continuation_token = match found.last() {
        Some(last) if more => request.continuation.token(last.position)?,
        _ => String::new(),
    };
    Ok(axum::Json(Page {
        record_count: i64::try_from(found.len()).ok(),
        data: found
            .into_iter()
            .map(|placed| placed.record)
            .collect::<Vec<_>>()
            .into(),
        continuation_token,
        sync_type_name: Some(request.extraction.sync_type_name().to_owned()),
        deleted_record_count: Some(0),
    }))
}
