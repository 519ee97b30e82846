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
