//! The OpenAPI document of everything served.
//!
//! Paths come from the routes themselves. The schemas stand here because the wire types do
//! not know OpenAPI; a test holds them against what is really sent.

use fielddesk_model::scope;
use utoipa::ToSchema;
use utoipa::openapi::security::{ClientCredentials, Flow, OAuth2, Scopes, SecurityScheme};
use utoipa::openapi::server::{ServerBuilder, ServerVariableBuilder};
use utoipa::openapi::{InfoBuilder, OpenApi, SecurityRequirement};

use crate::routes;

/// The simple error body.
#[derive(ToSchema)]
#[schema(as = Error)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct ErrorSchema {
    error: String,
    message: String,
}

/// The form of the token endpoint.
#[derive(ToSchema)]
#[schema(as = TokenRequest)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenRequestSchema {
    /// Must be `client_credentials`.
    grant_type: String,
    client_id: String,
    client_secret: String,
    /// One scope or several separated by spaces.
    scope: String,
}

/// A token.
#[derive(ToSchema)]
#[schema(as = Token)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenGrantSchema {
    access_token: String,
    /// Seconds.
    expires_in: u64,
    token_type: String,
    scope: String,
}

/// A refusal of the token endpoint.
#[derive(ToSchema)]
#[schema(as = TokenFailure)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenFailureSchema {
    error: String,
}

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

/// A document of a page.
#[derive(ToSchema)]
#[schema(as = InfoPageFile, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct InfoPageFileSchema {
    file_reference_id: String,
    name: String,
}

/// A page with its documents.
#[derive(ToSchema)]
#[schema(as = SectionPage, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct SectionPageSchema {
    section: String,
    page_external_id: String,
    files: Vec<InfoPageFileSchema>,
}

/// The form of an upload: one or more parts named `file`.
#[derive(ToSchema)]
#[schema(as = UploadForm)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct UploadFormSchema {
    #[schema(value_type = Vec<String>, format = Binary)]
    file: Vec<u8>,
}

/// The answer to an upload.
#[derive(ToSchema)]
#[schema(as = UploadResponse, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct UploadResponseSchema {
    successful: bool,
    message: String,
    section: String,
    page_external_id: String,
    files: Vec<UploadedFileSchema>,
    info_page_files: Vec<InfoPageFileSchema>,
}

/// A document made by an upload.
#[derive(ToSchema)]
#[schema(as = UploadedFile, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct UploadedFileSchema {
    name: String,
    size: u64,
    url: String,
    file_reference: FileReferenceSchema,
}

/// The stored file behind a document.
#[derive(ToSchema)]
#[schema(as = FileReference, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct FileReferenceSchema {
    id: String,
    collection_ref: String,
    file_name_orig: String,
    file_type: String,
    file_size: u64,
    created_date_time: chrono::DateTime<chrono::Utc>,
}

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
