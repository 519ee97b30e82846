//! Schemas of documents and their pages.

use utoipa::ToSchema;

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
#[schema(as = SectionPage, rename_all = "camelCase", example = json!({
    "section": "Tegninger", "pageExternalId": "int-projdocs:6f1d2c3b4a5968778695a4b3:tegninger",
    "files": [{ "fileReferenceId": "671f3e2a9b8c7d6e5f4a3b2c", "name": "Plan.pdf" }]
}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct SectionPageSchema {
    section: String,
    page_external_id: String,
    files: Vec<InfoPageFileSchema>,
}

/// The form of an upload: one or more parts named `file`.
#[derive(ToSchema)]
#[schema(as = UploadForm, example = json!({ "file": ["the bytes of Plan.pdf"] }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct UploadFormSchema {
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    file: Vec<u8>,
}

/// The answer to an upload.
#[derive(ToSchema)]
#[schema(as = UploadResponse, rename_all = "camelCase", example = json!({
    "successful": true, "message": "1 file was uploaded.", "section": "Tegninger",
    "pageExternalId": "int-projdocs:6f1d2c3b4a5968778695a4b3:tegninger",
    "files": [{
        "name": "Plan.pdf", "size": 48213, "url": "/api/file/671f3e2a9b8c7d6e5f4a3b2c",
        "fileReference": {
            "id": "671f3e2a9b8c7d6e5f4a3b2c", "collectionRef": "InfoMessage",
            "fileNameOrig": "Plan.pdf", "fileType": "pdf", "fileSize": 48213,
            "createdDateTime": "2026-11-20T13:05:33Z"
        }
    }],
    "infoPageFiles": [{ "fileReferenceId": "671f3e2a9b8c7d6e5f4a3b2c", "name": "Plan.pdf" }]
}))]
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
