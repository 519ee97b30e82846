//! Documents and the pages that group them (specification: Resources, Document).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::FileReferenceId;

/// The page of documents that were sent without a section.
pub const DEFAULT_SECTION: &str = "Documents";

/// What decides whether two section names mean one page: case and outer white space do not.
#[must_use]
pub fn section_key(section: &str) -> String {
    section.trim().to_lowercase()
}

/// A page with its documents, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionPage {
    /// The section's name as first written.
    pub section: String,
    /// Stable handle of the page.
    #[serde(default)]
    pub page_external_id: String,
    /// What is on the page; names can repeat.
    #[serde(default)]
    pub files: Vec<InfoPageFile>,
}

/// A document on a page: the service tells its id and name and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InfoPageFile {
    /// Id for download and delete.
    pub file_reference_id: FileReferenceId,
    /// File name.
    pub name: String,
}

/// The answer to an upload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadResponse {
    /// True when every file was stored; an upload is all or nothing.
    pub successful: bool,
    /// One sentence in English.
    #[serde(default)]
    pub message: String,
    /// The section's name.
    #[serde(default)]
    pub section: String,
    /// Stable handle of the page.
    #[serde(default)]
    pub page_external_id: String,
    /// The documents made by this request, in the order of its parts.
    #[serde(default)]
    pub files: Vec<UploadedFile>,
    /// Everything on the page after the upload.
    #[serde(default)]
    pub info_page_files: Vec<InfoPageFile>,
}

/// A document made by an upload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadedFile {
    /// File name.
    pub name: String,
    /// Size in bytes.
    #[serde(default)]
    pub size: u64,
    /// Relative address in the service.
    #[serde(default)]
    pub url: String,
    /// The stored file.
    pub file_reference: FileReference,
}

/// The stored file behind a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReference {
    /// Id for download and delete.
    pub id: FileReferenceId,
    /// The collection that holds it.
    #[serde(default)]
    pub collection_ref: String,
    /// Name as it was sent.
    #[serde(default)]
    pub file_name_orig: String,
    /// Extension in lower case, without the dot.
    #[serde(default)]
    pub file_type: String,
    /// Size in bytes.
    #[serde(default)]
    pub file_size: u64,
    /// When it was stored.
    #[serde(default)]
    pub created_date_time: Option<DateTime<Utc>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_outer_space_do_not_make_another_section() {
        assert_eq!(section_key("  Tegninger VA "), section_key("TEGNINGER va"));
        assert_ne!(section_key("Tegninger  VA"), section_key("Tegninger VA"));
    }
}
