//! The OpenAPI document of everything served.
//!
//! Paths come from the routes themselves. The schemas stand beside this file, one file a
//! resource, because the wire types do not know OpenAPI; a test holds them against what is
//! really sent.

mod common;
mod documents;
mod examples;
mod machines;
mod projects;
mod refusals;
mod trips;
mod users;

use fielddesk_model::scope;
use serde_json::json;
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, PathItemBuilder};
use utoipa::openapi::security::{ClientCredentials, Flow, OAuth2, Scopes, SecurityScheme};
use utoipa::openapi::server::{ServerBuilder, ServerVariableBuilder};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, Object, OpenApi, PathItem, RefOr, ResponseBuilder, Schema,
    SecurityRequirement, Type,
};

use crate::routes;

pub(crate) use common::{ErrorSchema, TokenFailureSchema, TokenGrantSchema, TokenRequestSchema};
pub(crate) use documents::{SectionPageSchema, UploadFormSchema, UploadResponseSchema};
pub(crate) use machines::{
    BulkOutcomeSchema, EsgChangeSchema, EsgSchema, MachineChangeSchema, MachineSchema,
    MachineTypeSchema,
};
pub(crate) use projects::{ProjectSchema, WorkOrderSchema};
pub(crate) use trips::{LocationPageSchema, MassTypePageSchema, TripPageSchema};
pub(crate) use users::{
    IdentityDeletableSchema, NewUserSchema, PutUserSchema, UserChangeSchema, UserSchema,
};

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
    complete(&mut api);
    api
}

/// What holds for all operations alike: refusals, examples, the scope of the host.
fn complete(api: &mut OpenApi) {
    let components = api.components.clone().unwrap_or_default();
    for (path, item) in &mut api.paths.paths {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            if !path.starts_with("/identity/") {
                refusals::add(path, operation);
            }
            if path.starts_with("/reporting/") {
                let scope = SecurityRequirement::new("bearer", [scope::REPORTING]);
                operation.security = Some(vec![scope]);
            }
            if path.ends_with("/array") {
                not_empty(operation);
            }
            examples::add(operation, &components);
        }
    }
    api.paths.paths.insert("/healthz".to_owned(), health());
}

/// A bulk call without an item is refused.
fn not_empty(operation: &mut Operation) {
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        for content in body.content.values_mut() {
            if let RefOr::T(content) = content
                && let Some(RefOr::T(Schema::Array(array))) = &mut content.schema
            {
                array.min_items = Some(1);
            }
        }
    }
}

/// It belongs to no environment.
fn health() -> PathItem {
    let body = ContentBuilder::new()
        .schema(Some(Object::with_type(Type::Object)))
        .example(Some(json!({ "status": "ok" })))
        .build();
    let response = ResponseBuilder::new()
        .description("The service serves")
        .content("application/json", body);
    let operation = OperationBuilder::new()
        .tag("Operations")
        .operation_id(Some("health"))
        .summary(Some("Says whether the service serves"))
        .security(SecurityRequirement::default())
        .response("200", response);
    PathItemBuilder::new()
        .servers(Some([ServerBuilder::new().url("/").build()]))
        .operation(HttpMethod::Get, operation)
        .build()
}
