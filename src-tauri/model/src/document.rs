//! Documents and the pages that group them (specification: Resources, Document).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::FileReferenceId;
use crate::page::null_is_default;

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
    #[serde(default, deserialize_with = "null_is_default")]
    pub page_external_id: String,
    /// What is on the page; names can repeat.
    #[serde(default, deserialize_with = "null_is_default")]
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
    /// True when every file was stored; an upload is all or nothing. Only what says false is a
    /// refusal.
    #[serde(default = "yes", deserialize_with = "null_is_yes")]
    pub successful: bool,
    /// One sentence in English.
    #[serde(default, deserialize_with = "null_is_default")]
    pub message: String,
    /// The section's name.
    #[serde(default, deserialize_with = "null_is_default")]
    pub section: String,
    /// Stable handle of the page.
    #[serde(default, deserialize_with = "null_is_default")]
    pub page_external_id: String,
    /// The documents made by this request, in the order of its parts.
    #[serde(default, deserialize_with = "null_is_default")]
    pub files: Vec<UploadedFile>,
    /// Everything on the page after the upload; `None` where the answer does not say. What is
    /// to be believed of it is [`Self::page`].
    #[serde(default)]
    pub info_page_files: Option<Vec<InfoPageFile>>,
}

impl UploadResponse {
    /// The page after the upload. `None` where the answer has none, or one that lacks a
    /// document of this very upload: what is absent from it may be there all the same.
    #[must_use]
    pub fn page(&self) -> Option<&[InfoPageFile]> {
        let page = self.info_page_files.as_deref()?;
        let listed: HashSet<&FileReferenceId> =
            page.iter().map(|file| &file.file_reference_id).collect();
        let mut made = self.files.iter().map(|file| &file.file_reference.id);
        (!self.files.is_empty() && made.all(|id| listed.contains(id))).then_some(page)
    }
}

const fn yes() -> bool {
    true
}

fn null_is_yes<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(true))
}

/// A document made by an upload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadedFile {
    /// File name.
    pub name: String,
    /// Size in bytes.
    #[serde(default, deserialize_with = "null_is_default")]
    pub size: u64,
    /// Relative address in the service.
    #[serde(default, deserialize_with = "null_is_default")]
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
    #[serde(default, deserialize_with = "null_is_default")]
    pub collection_ref: String,
    /// Name as it was sent.
    #[serde(default, deserialize_with = "null_is_default")]
    pub file_name_orig: String,
    /// Extension in lower case, without the dot.
    #[serde(default, deserialize_with = "null_is_default")]
    pub file_type: String,
    /// Size in bytes.
    #[serde(default, deserialize_with = "null_is_default")]
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

    fn answer(text: &str) -> UploadResponse {
        crate::from_slice(text.as_bytes()).unwrap()
    }

    #[test]
    fn an_answer_without_its_lists_and_texts_is_read() {
        let bare = answer("{}");
        assert!(bare.successful && bare.files.is_empty() && bare.info_page_files.is_none());
        let nulls = r#"{"successful": null, "message": null, "section": null, "files": null,
                        "pageExternalId": null, "infoPageFiles": null}"#;
        assert_eq!(answer(nulls), bare);
        let file = r#"{"files": [{"name": "a", "size": null, "url": null, "fileReference":
                       {"id": "1", "fileSize": null, "fileType": null}}], "infoPageFiles": []}"#;
        assert_eq!(answer(file).files[0].file_reference.id.as_str(), "1");
        assert!(!answer(r#"{"successful": false}"#).successful);
        let page: SectionPage = crate::from_slice(br#"{"section": "s", "files": null}"#).unwrap();
        assert!(page.files.is_empty());
    }

    #[test]
    fn only_a_page_that_holds_the_new_documents_is_believed() {
        let made = r#""files": [{"name": "a", "fileReference": {"id": "1"}}]"#;
        let listed = |ids: &[&str]| {
            let files = ids.iter();
            let files: Vec<String> = files
                .map(|id| format!(r#"{{"fileReferenceId": "{id}", "name": "a"}}"#))
                .collect();
            answer(&format!(
                r#"{{{made}, "infoPageFiles": [{}]}}"#,
                files.join(",")
            ))
        };
        assert_eq!(listed(&["0", "1"]).page().map(<[_]>::len), Some(2));
        for unsure in [listed(&[]), listed(&["0"]), answer(&format!("{{{made}}}"))] {
            assert_eq!(unsure.page(), None, "{unsure:?}");
        }
    }
}
