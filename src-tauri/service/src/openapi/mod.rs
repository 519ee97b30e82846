//! The OpenAPI document of everything served.
//!
//! Paths come from the routes themselves. The schemas stand beside this file, one file a
//! resource, because the wire types do not know OpenAPI; a test holds them against what is
//! really sent.

mod common;
mod documents;
mod machines;
mod projects;
mod trips;

use fielddesk_model::scope;
use utoipa::openapi::security::{ClientCredentials, Flow, OAuth2, Scopes, SecurityScheme};
use utoipa::openapi::server::{ServerBuilder, ServerVariableBuilder};
use utoipa::openapi::{InfoBuilder, OpenApi, SecurityRequirement};

use crate::routes;

pub(crate) use common::{ErrorSchema, TokenFailureSchema, TokenGrantSchema, TokenRequestSchema};
pub(crate) use documents::{SectionPageSchema, UploadFormSchema, UploadResponseSchema};
pub(crate) use machines::{
    BulkOutcomeSchema, EsgChangeSchema, EsgSchema, MachineChangeSchema, MachineSchema,
    MachineTypeSchema,
};
pub(crate) use projects::{ProjectSchema, WorkOrderSchema};
pub(crate) use trips::{LocationPageSchema, MassTypePageSchema, TripPageSchema};

/// OpenAPI 3.1 of everything that an environment serves.
#[must_use]
pub fn document() -> OpenApi {
    let (_, mut api) = routes::environment().split_for_parts();
    api.info = InfoBuilder::new()
        .title("Field operations integration service")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Served once an environment, under /test and /production of the same address.",
        ))
        .build();
    let environment = ServerVariableBuilder::new()
        .default_value("test")
        .enum_values(Some(["test", "production"]));
    api.servers = Some(vec![
        ServerBuilder::new()
            .url("/{environment}")
            .parameter("environment", environment)
            .build(),
    ]);
    let scopes = Scopes::from_iter([
        (scope::SERVICE, "Core and integration API"),
        (scope::REPORTING, "Reporting and data extraction API"),
        (scope::MASS_TRANSPORT, "Machine-integration API"),
    ]);
    let flow = Flow::ClientCredentials(ClientCredentials::new("identity/connect/token", scopes));
    api.components
        .get_or_insert_default()
        .add_security_scheme("bearer", SecurityScheme::OAuth2(OAuth2::new([flow])));
    api.security = Some(vec![SecurityRequirement::new("bearer", [scope::SERVICE])]);
    api
}
