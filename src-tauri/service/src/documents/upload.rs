//! An upload: parts streamed to disk, then one transaction, so every part or none.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use fielddesk_model::{FileReference, FileReferenceId, UploadResponse, UploadedFile};
use serde_json::json;

use super::multipart::{Multipart, MultipartError};
use super::owner::Target;
use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::exchange::Exchange;
use crate::extract::Parameters;
use crate::files::{Staged, Written};
use crate::ids::new_id;
use crate::store::{DocumentRecord, NewUpload, StoredUpload};
use crate::{audit, clock};

/// A request with more parts than this is refused.
const PARTS_LIMIT: usize = 10_000;
/// A section's name is a line, not a text.
const SECTION_LIMIT_CHARS: usize = 400;

pub(super) async fn receive(
    site: &Arc<EnvironmentContext>,
    caller: &Caller,
    target: Target,
    parameters: &Parameters,
    request: Request,
) -> Result<UploadResponse, ApiError> {
    let exchange = request.extensions().get::<Arc<Exchange>>();
    let _under_way = exchange.and_then(|exchange| exchange.begin_upload());
    let section = section(parameters, target.default_section)?;
    let replace = parameters.flag("replaceExistingFilesWithSameName")?;
    check_announced_size(request.headers(), site.max_upload_bytes)?;
    let boundary = super::multipart::boundary(request.headers())
        .ok_or_else(|| bad_form("The body must be multipart/form-data with a boundary."))?;
    let mut form = Multipart::new(
        request.into_body().into_data_stream(),
        &boundary,
        site.max_upload_bytes,
    );
    let mut staged = site.files.begin().await?;
    let documents = read_parts(&mut form, &mut staged).await?;
    if documents.is_empty() {
        return Err(ApiError::bad_request(
            "ArgumentIsNull",
            "The form has no part named file.",
        ));
    }
    let upload = NewUpload {
        owner: target.owner,
        section,
        replace,
        documents,
    };
    commit(Arc::clone(site), caller.client_id.clone(), upload, staged)
        .await
        .map(answer)
}

async fn read_parts<S>(
    form: &mut Multipart<S>,
    staged: &mut Staged,
) -> Result<Vec<DocumentRecord>, ApiError>
where
    S: futures::Stream<Item = Result<bytes::Bytes, axum::Error>> + Unpin,
{
    let mut documents = Vec::new();
    let mut parts = 0_usize;
    while let Some(part) = form.next_part().await? {
        parts += 1;
        if parts > PARTS_LIMIT {
            return Err(bad_form("The form has too many parts."));
        }
        if part.name.as_deref() != Some("file") {
            continue;
        }
        let name = part
            .file_name
            .filter(|name| !name.is_empty())
            .ok_or_else(|| bad_form("A part named file has no file name."))?;
        if name.contains('\0') {
            return Err(bad_form("The name of a file holds U+0000."));
        }
        let id = FileReferenceId::from(new_id());
        let mut writer = staged.begin(id.clone());
        while let Some(chunk) = form.next_chunk().await? {
            writer.write(chunk).await?;
        }
        let Written { size, sha256 } = writer.finish().await?;
        documents.push(DocumentRecord {
            id,
            file_type: file_type(&name),
            name,
            size,
            created_at: clock::now(),
            sha256,
        });
    }
    Ok(documents)
}

/// Runs on its own task: a client that goes away now must not tear a commit in two.
async fn commit(
    site: Arc<EnvironmentContext>,
    client_id: String,
    upload: NewUpload,
    mut staged: Staged,
) -> Result<StoredUpload, ApiError> {
    let task = tokio::spawn(async move {
        staged.settle().await?;
        let entry = audit::entry(
            &client_id,
            "documents.uploaded",
            upload.owner.id(),
            [
                ("owner", json!(upload.owner.kind())),
                ("files", json!(upload.documents.len())),
                (
                    "bytes",
                    json!(upload.documents.iter().map(|d| d.size).sum::<u64>()),
                ),
                ("replace", json!(upload.replace)),
            ],
        );
        let stored = site.store.add_documents(upload, entry).await?;
        let added = stored.added.iter().map(|document| document.id.clone());
        staged.keep(added.collect()).await;
        site.files.remove(&stored.removed).await;
        Ok(stored)
    });
    task.await.map_err(ApiError::internal)?
}

fn answer(stored: StoredUpload) -> UploadResponse {
    let count = stored.added.len();
    UploadResponse {
        successful: true,
        message: format!(
            "{count} document{} stored.",
            if count == 1 { " was" } else { "s were" }
        ),
        section: stored.section,
        page_external_id: stored.page_external_id,
        files: stored.added.into_iter().map(uploaded_file).collect(),
        info_page_files: Some(stored.page),
    }
}

fn uploaded_file(document: DocumentRecord) -> UploadedFile {
    UploadedFile {
        url: format!("/api/file/{}", document.id),
        size: document.size,
        file_reference: FileReference {
            id: document.id,
            collection_ref: "InfoMessage".to_owned(),
            file_name_orig: document.name.clone(),
            file_type: document.file_type,
            file_size: document.size,
            created_date_time: Some(document.created_at),
        },
        name: document.name,
    }
}

fn section(parameters: &Parameters, default: String) -> Result<String, ApiError> {
    let asked = parameters.text("section").map_or("", str::trim);
    if asked.is_empty() {
        return Ok(default);
    }
    if asked.chars().count() > SECTION_LIMIT_CHARS {
        return Err(ApiError::bad_request(
            "InvalidParameter",
            format!("The section's name is longer than {SECTION_LIMIT_CHARS} characters."),
        ));
    }
    Ok(asked.to_owned())
}

/// Refuses before a byte of the body is read, where the size is announced.
fn check_announced_size(headers: &HeaderMap, limit: Option<u64>) -> Result<(), ApiError> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<u64>().ok());
    match (announced, limit) {
        (Some(size), Some(limit)) if size > limit => Err(ApiError::too_large(limit)),
        _ => Ok(()),
    }
}

/// The extension in lower case, if it looks like one.
pub(crate) fn file_type(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.is_empty()
                && extension.len() <= 16
                && extension.chars().all(char::is_alphanumeric) =>
        {
            extension.to_lowercase()
        }
        _ => String::new(),
    }
}

fn bad_form(message: &str) -> ApiError {
    ApiError::bad_request("InvalidForm", message)
}

impl From<MultipartError> for ApiError {
    fn from(error: MultipartError) -> Self {
        match error {
            MultipartError::TooLarge(limit) => Self::too_large(limit),
            MultipartError::Stalled => Self::stalled(),
            other => bad_form(&other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_type_is_the_extension_in_lower_case() {
        for (name, kind) in [
            ("Plan.PDF", "pdf"),
            ("a.tar.gz", "gz"),
            (".profile", ""),
            ("README", ""),
            ("odd.p/f", ""),
            ("dot.", ""),
        ] {
            assert_eq!(file_type(name), kind, "{name}");
        }
    }
}
