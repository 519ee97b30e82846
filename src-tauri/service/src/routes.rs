//! The flat list of everything served, and the answers for everything else.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::any;
use axum::{Extension, Router};
use fielddesk_model::scope;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::exchange::Exchange;
use crate::health::{self, Health};
use crate::large::{self, LargeAnswers};
use crate::{auth, conditional, documents, machines, openapi, projects, reporting, users};

/// Bodies other than uploads are small.
const BODY_LIMIT_BYTES: usize = 4 * 1024 * 1024;

/// Returns the routes of one environment, with their description. Addresses are relative to it.
pub(crate) fn environment(large: Arc<LargeAnswers>) -> OpenApiRouter<Arc<EnvironmentContext>> {
    let identity = OpenApiRouter::new().routes(routes!(auth::token));
    let tags = middleware::from_fn(conditional::answer);
    let records = OpenApiRouter::new()
        .routes(routes!(machines::bulk::create_array))
        .routes(routes!(machines::bulk::update_array))
        .routes(routes!(machines::read::by_number))
        .routes(routes!(machines::read::is_deletable))
        .routes(routes!(
            machines::read::by_id,
            machines::write::change,
            machines::write::delete
        ))
        .routes(routes!(machines::write::esg))
        .routes(routes!(machines::read::types))
        .routes(routes!(users::read::by_profile_id))
        .routes(routes!(users::read::by_employee_number))
        .routes(routes!(
            users::write::put,
            users::write::patch,
            users::write::remove
        ))
        .routes(routes!(users::write::disable))
        .routes(routes!(users::write::enable))
        .routes(routes!(users::write::is_deletable))
        .routes(routes!(projects::by_number))
        .routes(routes!(projects::work_orders))
        .routes(routes!(
            documents::routes::download_project,
            documents::routes::delete_project
        ))
        .routes(routes!(
            documents::routes::download_task,
            documents::routes::delete_task
        ))
        .route_layer(tags.clone());
    let whole_lists = OpenApiRouter::new()
        .routes(routes!(machines::read::list, machines::write::create))
        .routes(routes!(users::read::list, users::write::create))
        .routes(routes!(projects::list))
        .routes(routes!(
            documents::routes::list_project,
            documents::routes::upload_project
        ))
        .routes(routes!(
            documents::routes::list_task,
            documents::routes::upload_task
        ))
        .route_layer(tags)
        .route_layer(middleware::from_fn_with_state(large, large::admit));
    let core = records.merge(whole_lists);
    let reporting = OpenApiRouter::new()
        .routes(routes!(reporting::trips))
        .routes(routes!(reporting::locations))
        .routes(routes!(reporting::mass_types));
    OpenApiRouter::new()
        .nest("/identity", identity)
        .nest("/core", core)
        .nest("/reporting", reporting)
}

/// Returns the OpenAPI 3.1 description of everything that an environment serves.
#[must_use]
pub fn openapi_document() -> Value {
    let large = Arc::new(LargeAnswers::new(Duration::ZERO));
    let (_, served) = environment(large).split_for_parts();
    openapi::document(served)
}

/// The whole service but the control surface.
pub(crate) fn router(health: &Arc<Health>, large: &Arc<LargeAnswers>) -> Router {
    let mut router = health::router(Arc::clone(health));
    for site in &health.sites {
        let (served, _) = environment(Arc::clone(large)).split_for_parts();
        let scoped = Router::new()
            .route("/masstransport", any(mass_transport_host))
            .route("/masstransport/{*rest}", any(mass_transport_host));
        let served = served.merge(scoped).with_state(Arc::clone(site));
        router = router.nest(&format!("/{}", site.environment), served);
    }
    with_fallbacks(router.route_layer(middleware::from_fn(note_route)))
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
}

/// The answers for an unknown path and for a known path with another method.
pub(crate) fn with_fallbacks(router: Router) -> Router {
    router
        .fallback(async || ApiError::not_found("There is nothing at this path."))
        .method_not_allowed_fallback(async || {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "MethodNotAllowed",
                "This path does not take this method.",
            )
        })
}

/// The machine-integration host accepts or refuses tokens and has no endpoints.
async fn mass_transport_host(
    State(site): State<Arc<EnvironmentContext>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    headers: HeaderMap,
) -> ApiError {
    accept_then_404(&site, &headers, scope::MASS_TRANSPORT, &exchange).await
}

async fn accept_then_404(
    site: &EnvironmentContext,
    headers: &HeaderMap,
    scope: &str,
    exchange: &Exchange,
) -> ApiError {
    match auth::authenticate(site, headers, scope, Some(exchange)).await {
        Ok(_) => ApiError::not_found("There is nothing at this path."),
        Err(refusal) => refusal,
    }
}

async fn note_route(request: Request<Body>, next: Next) -> Response {
    if let (Some(exchange), Some(route)) = (
        request.extensions().get::<Arc<Exchange>>(),
        request.extensions().get::<MatchedPath>(),
    ) {
        exchange.set_route(route.as_str());
    }
    next.run(request).await
}
