//! Documents and the pages that group them (specification: Resources, Document).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

use crate::lenient::{Lenient, or_nothing};
use crate::raw::Raw;
use crate::{FileReferenceId, Instant};

/// The page of documents that were sent without a section.
pub const DEFAULT_SECTION: &str = "Documents";

/// A page with its documents, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", try_from = "ListedPage")]
pub struct SectionPage {
    /// The section's name as first written.
    // The default one where the service names none.
    pub section: String,
    /// Stable handle of the page.
    pub page_external_id: String,
    /// Documents of the page; names can repeat.
    pub files: Vec<InfoPageFile>,
}

/// A page as lists have it; each field where it is there.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedPage {
    #[serde(default, deserialize_with = "said")]
    section: Option<Option<String>>,
    #[serde(default, deserialize_with = "said")]
    page_external_id: Option<String>,
    #[serde(default, deserialize_with = "whole")]
    files: Option<Vec<InfoPageFile>>,
}

impl TryFrom<ListedPage> for SectionPage {
    type Error = &'static str;

    fn try_from(page: ListedPage) -> Result<Self, Self::Error> {
        let ListedPage {
            section,
            page_external_id,
            files,
        } = page;
        if section.is_none() && page_external_id.is_none() && files.is_none() {
            return Err("expected a page of documents");
        }
        let section = section.flatten();
        Ok(Self {
            section: section.unwrap_or_else(|| DEFAULT_SECTION.to_owned()),
            page_external_id: page_external_id.unwrap_or_default(),
            files: files.unwrap_or_default(),
        })
    }
}

fn said<'de, T: Lenient, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    or_nothing(deserializer).map(Some)
}

/// All entries but nulls. Half a page would be taken for one from which documents went, so
/// what is no document is an error.
fn whole<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let list: Option<Vec<Option<T>>> = Option::deserialize(deserializer)?;
    Ok(Some(list.into_iter().flatten().flatten().collect()))
}

/// The entries that can be read: a null among them hides no document.
fn entries<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let list = Raw::read(deserializer)?.into_value();
    Ok(Lenient::part(&list))
}

/// A document on a page.
// The service tells its id and name and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", from = "ListedFile")]
pub struct InfoPageFile {
    /// Id for download and delete.
    pub file_reference_id: FileReferenceId,
    /// File name.
    // The document's id where the service names none.
    pub name: String,
}

/// A document as lists have it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedFile {
    #[serde(default, deserialize_with = "or_nothing")]
    file_reference_id: FileReferenceId,
    #[serde(default, deserialize_with = "or_nothing")]
    name: Option<String>,
}

impl From<ListedFile> for InfoPageFile {
    fn from(file: ListedFile) -> Self {
        let name = file.name.filter(|name| !name.is_empty());
        Self {
            name: name.unwrap_or_else(|| file.file_reference_id.to_string()),
            file_reference_id: file.file_reference_id,
        }
    }
}

/// The answer to an upload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UploadResponse {
    /// True when every file was stored; an upload is all or nothing.
    // Only what says false is a refusal.
    #[serde(default = "yes", deserialize_with = "null_is_yes")]
    pub successful: bool,
    /// English sentence.
    #[serde(default, deserialize_with = "or_nothing")]
    pub message: String,
    /// The section's name.
    #[serde(default, deserialize_with = "or_nothing")]
    pub section: String,
    /// Stable handle of the page.
    #[serde(default, deserialize_with = "or_nothing")]
    pub page_external_id: String,
    /// The documents made by this request, in the order of its parts.
    #[serde(default, deserialize_with = "entries")]
    pub files: Vec<UploadedFile>,
    /// Everything on the page after the upload.
    // `None` where the answer does not say. What is to be believed of it is `Self::page`.
    #[serde(default, deserialize_with = "or_nothing")]
    pub info_page_files: Option<Vec<InfoPageFile>>,
}

/// A success that says nothing: everything was stored.
impl Default for UploadResponse {
    fn default() -> Self {
        Self {
            successful: true,
            message: String::new(),
            section: String::new(),
            page_external_id: String::new(),
            files: Vec::new(),
            info_page_files: None,
        }
    }
}

impl UploadResponse {
    /// Returns the page after the upload. `None` where the answer has none, or one that lacks a
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

fn null_is_yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let said: Option<bool> = or_nothing(deserializer)?;
    Ok(said.unwrap_or(true))
}

/// A document made by an upload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UploadedFile {
    /// File name.
    #[serde(default, deserialize_with = "or_nothing")]
    pub name: String,
    /// Size in bytes.
    #[serde(default, deserialize_with = "bytes")]
    pub size: u64,
    /// Relative address in the service.
    #[serde(default, deserialize_with = "or_nothing")]
    pub url: String,
    /// The stored file.
    pub file_reference: FileReference,
}

/// The stored file behind a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FileReference {
    /// Id for download and delete.
    #[serde(deserialize_with = "some_id")]
    pub id: FileReferenceId,
    /// The collection that holds it.
    #[serde(default, deserialize_with = "or_nothing")]
    pub collection_ref: String,
    /// Name as it was sent.
    #[serde(default, deserialize_with = "or_nothing")]
    pub file_name_orig: String,
    /// Extension in lower case, without the dot.
    #[serde(default, deserialize_with = "or_nothing")]
    pub file_type: String,
    /// Size in bytes.
    #[serde(default, deserialize_with = "bytes")]
    pub file_size: u64,
    /// Upload time.
    #[serde(default, deserialize_with = "moment")]
    pub created_date_time: Option<DateTime<Utc>>,
}

/// A document without an id is none: the page has it.
fn some_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<FileReferenceId, D::Error> {
    let id: FileReferenceId = or_nothing(deserializer)?;
    match id.as_str() {
        "" => Err(D::Error::custom("expected an id")),
        _ => Ok(id),
    }
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let said: Option<i64> = or_nothing(deserializer)?;
    Ok(said.and_then(|bytes| bytes.try_into().ok()).unwrap_or(0))
}

fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    let said: Option<Instant> = or_nothing(deserializer)?;
    Ok(said.map(DateTime::from))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let odd = r#"{"successful": 1, "message": 5, "section": {}, "infoPageFiles": 7, "files":
                      [null, {"name": "a", "size": "x", "fileReference": {"id": 1, "fileSize": []}}]}"#;
        assert_eq!(answer(odd).files[0].file_reference.id.as_str(), "1");
        assert!(answer(odd).info_page_files.is_none());
    }

    #[test]
    fn a_page_with_nulls_hides_no_document() {
        let pages: Vec<SectionPage> = crate::from_slice(
            br#"[{"section": null, "pageExternalId": null, "files": null},
                 {"Files": [null, {"FileReferenceId": "1", "name": null}, {"fileReferenceId": 2},
                            {"fileReferenceId": "3", "name": "c.pdf"}]}]"#,
        )
        .unwrap();
        assert!(pages[0].files.is_empty());
        assert!(pages.iter().all(|page| page.section == DEFAULT_SECTION));
        for unreadable in [
            r#"[{"files": 3}]"#,
            r#"[{"files": [7]}]"#,
            r#"[{"files": {}}]"#,
        ] {
            assert!(crate::from_slice::<Vec<SectionPage>>(unreadable.as_bytes()).is_err());
        }
        let names: Vec<&str> = pages[1]
            .files
            .iter()
            .map(|file| file.name.as_str())
            .collect();
        assert_eq!(
            names,
            ["1", "2", "c.pdf"],
            "a nameless file is shown by its id"
        );
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
