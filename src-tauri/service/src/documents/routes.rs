//! The document endpoints, twice: for projects and for work orders.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use fielddesk_model::{FileReferenceId, ProjectId, SectionPage, UploadResponse, WorkOrderId};
use serde_json::json;

use super::disposition;
use super::owner::Target;
use super::upload;
use crate::audit;
use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::{Parameters, Segments};
use crate::files::FileError;
use crate::seed;

macro_rules! endpoints {
    ($target:ident, $id:ty, $path:literal, $file_path:literal, $what:literal,
     $list:ident, $upload:ident, $download:ident, $delete:ident) => {
        #[doc = concat!("The pages of a ", $what, " with their documents.")]
        #[utoipa::path(
                    get, path = $path, tag = "Documents",
                    params(("id" = String, Path, description = concat!("Id of the ", $what))),
                    responses((status = 200, body = Vec<SectionPage>))
                )]
        pub(crate) async fn $list(
            State(site): State<Arc<EnvironmentContext>>,
            caller: Caller,
            Segments(id): Segments<$id>,
        ) -> Result<Json<Vec<SectionPage>>, ApiError> {
            let target = Target::$target(&site, &caller, id).await?;
            Ok(Json(site.store.pages(&target.owner).await?))
        }

        #[doc = concat!("Stores documents on a page of a ", $what, ", all or none.")]
        #[utoipa::path(
                    post, path = $path, tag = "Documents",
                    params(
                        ("id" = String, Path, description = concat!("Id of the ", $what)),
                        ("section" = Option<String>, Query, description = "Names the page"),
                        ("replaceExistingFilesWithSameName" = Option<bool>, Query,
                         description = "Replaces documents of the same name on the page"),
                    ),
                    request_body(content = ref("#/components/schemas/UploadForm"), content_type = "multipart/form-data"),
                    responses((status = 201, body = UploadResponse))
                )]
        pub(crate) async fn $upload(
            State(site): State<Arc<EnvironmentContext>>,
            caller: Caller,
            Segments(id): Segments<$id>,
            parameters: Parameters,
            request: Request,
        ) -> Result<(StatusCode, Json<UploadResponse>), ApiError> {
            caller.require_administrator()?;
            caller.require_write()?;
            let target = Target::$target(&site, &caller, id).await?;
            let answer = upload::receive(&site, &caller, target, &parameters, request).await?;
            Ok((StatusCode::CREATED, Json(answer)))
        }

        #[doc = concat!("The bytes of a document of a ", $what, ".")]
        #[utoipa::path(
                    get, path = $file_path, tag = "Documents",
                    params(
                        ("id" = String, Path, description = concat!("Id of the ", $what)),
                        ("fileReferenceId" = String, Path, description = "Id of the document"),
                    ),
                    responses((status = 200, content_type = "application/octet-stream"))
                )]
        pub(crate) async fn $download(
            State(site): State<Arc<EnvironmentContext>>,
            caller: Caller,
            Segments((id, file)): Segments<($id, FileReferenceId)>,
        ) -> Result<Response, ApiError> {
            let target = Target::$target(&site, &caller, id).await?;
            send(&site, &target, &file).await
        }

        #[doc = concat!("Removes a document of a ", $what, ".")]
        #[utoipa::path(
                    delete, path = $file_path, tag = "Documents",
                    params(
                        ("id" = String, Path, description = concat!("Id of the ", $what)),
                        ("fileReferenceId" = String, Path, description = "Id of the document"),
                    ),
                    responses((status = 204))
                )]
        pub(crate) async fn $delete(
            State(site): State<Arc<EnvironmentContext>>,
            caller: Caller,
            Segments((id, file)): Segments<($id, FileReferenceId)>,
        ) -> Result<StatusCode, ApiError> {
            caller.require_administrator()?;
            caller.require_write()?;
            let target = Target::$target(&site, &caller, id).await?;
            remove(&site, &caller, &target, &file).await
        }
    };
}

endpoints!(
    project,
    ProjectId,
    "/api/v4/integration/projects/{id}/documents",
    "/api/v4/integration/projects/{id}/documents/{fileReferenceId}",
    "project",
    list_project,
    upload_project,
    download_project,
    delete_project
);

endpoints!(
    work_order,
    WorkOrderId,
    "/api/v4/integration/tasks/{id}/documents",
    "/api/v4/integration/tasks/{id}/documents/{fileReferenceId}",
    "work order",
    list_task,
    upload_task,
    download_task,
    delete_task
);

async fn send(
    site: &EnvironmentContext,
    target: &Target,
    id: &FileReferenceId,
) -> Result<Response, ApiError> {
    let document = site
        .store
        .document(&target.owner, id)
        .await?
        .ok_or_else(no_such_document)?;
    let (size, body) = match site.files.read(id).await {
        Ok(content) => content,
        Err(error @ object_store::Error::NotFound { .. }) => match seed::content(id) {
            Some(content) => (content.len() as u64, content.into()),
            // Deleted between the look-up and here.
            None if site.store.document(&target.owner, id).await?.is_none() => {
                return Err(no_such_document());
            }
            None => return Err(ApiError::internal(error)),
        },
        Err(error) => return Err(FileError::from(error).into()),
    };
    let mut headers = HeaderMap::new();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/octet-stream"),
    );
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    headers.insert(
        header::CONTENT_DISPOSITION,
        disposition::attachment(&document.name),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    Ok((headers, body).into_response())
}

async fn remove(
    site: &EnvironmentContext,
    caller: &Caller,
    target: &Target,
    id: &FileReferenceId,
) -> Result<StatusCode, ApiError> {
    let entry = audit::entry(
        &caller.client_id,
        "document.deleted",
        id,
        [(target.owner.kind(), json!(target.owner.id()))],
    );
    if !site.store.remove_document(&target.owner, id, entry).await? {
        return Err(no_such_document());
    }
    site.files.remove(std::slice::from_ref(id)).await;
    Ok(StatusCode::NO_CONTENT)
}

fn no_such_document() -> ApiError {
    ApiError::not_found("There is no document with this id here.")
}
