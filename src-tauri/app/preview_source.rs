//! Sources that an address of the protocol `document` names: a document of a page, or a side of a
//! file of a synced folder. By ids and names as the commands have them, never by a path.

use fielddesk_core::folders::MappingId;
use fielddesk_core::model::{FileReferenceId, ProjectId, WorkOrderId};
use fielddesk_core::target::Target;

use crate::dto::FolderFileName;

/// The protocol: `document://localhost/?…`, on Windows `http://document.localhost/?…`.
pub(crate) const SCHEME: &str = "document";

/// Where the bytes come from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PreviewSource {
    /// A document of a project or work order.
    Document { target: Target, id: FileReferenceId },
    /// A file of a synced folder, or the document of that name in its project.
    FolderFile {
        folder: MappingId,
        file: FolderFileName,
        document: Option<FileReferenceId>,
    },
}

/// A source with the number that the window gave to the request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PreviewRequest {
    pub(crate) source: PreviewSource,
    pub(crate) run: u32,
}

impl PreviewRequest {
    /// Reads `run` with `project`, `workOrder` and `id`, or with `folder`, `section`, `name` and
    /// `id`; `None` when one is missing, or another is there.
    pub(crate) fn of(query: &str) -> Option<Self> {
        // Any address does: the query alone is read.
        let address = tauri::Url::parse(&format!("{SCHEME}://localhost/?{query}")).ok()?;
        let (mut project, mut work_order, mut id, mut run) = (None, None, None, None);
        let (mut folder, mut section, mut file_name) = (None, None, None);
        for (name, value) in address.query_pairs() {
            let value = value.into_owned();
            match name.as_ref() {
                "project" => project = Some(value),
                "workOrder" => work_order = Some(value),
                "folder" => folder = Some(value),
                "section" => section = Some(value),
                "name" => file_name = Some(value),
                "id" => id = Some(value),
                "run" => run = value.parse().ok(),
                _ => return None,
            }
        }
        let source = match (project, work_order, folder, section, file_name) {
            (Some(project), work_order, None, None, None) => PreviewSource::Document {
                target: Target {
                    project: ProjectId::new(project),
                    work_order: work_order.map(WorkOrderId::new),
                },
                id: FileReferenceId::new(id?),
            },
            (None, None, Some(folder), Some(section), Some(name)) => PreviewSource::FolderFile {
                folder: MappingId(folder),
                file: FolderFileName { section, name },
                document: id.map(FileReferenceId::new),
            },
            _ => return None,
        };
        Some(Self { source, run: run? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_page_document_and_run() {
        let of = |query| PreviewRequest::of(query).unwrap();
        let document =
            |work_order: Option<&str>, project: &str, id: &str| PreviewSource::Document {
                target: Target {
                    project: ProjectId::new(project),
                    work_order: work_order.map(WorkOrderId::new),
                },
                id: FileReferenceId::new(id),
            };
        let whole = of("project=p+1&workOrder=w&id=a%2Fb&run=7");
        assert_eq!(whole.source, document(Some("w"), "p 1", "a/b"));
        assert_eq!(whole.run, 7);
        let project = of("project=p&id=a&run=7");
        assert_eq!(project.source, document(None, "p", "a"));
    }

    #[test]
    fn an_address_names_a_side_of_a_file() {
        let side = |document: Option<&str>| PreviewSource::FolderFile {
            folder: MappingId("f".to_owned()),
            file: FolderFileName {
                section: String::new(),
                name: "a b.pdf".to_owned(),
            },
            document: document.map(FileReferenceId::new),
        };
        let of = |query| PreviewRequest::of(query).unwrap().source;
        assert_eq!(of("folder=f&section=&name=a+b.pdf&run=1"), side(None));
        let theirs = of("folder=f&section=&name=a+b.pdf&id=d&run=1");
        assert_eq!(theirs, side(Some("d")));
    }

    #[test]
    fn an_address_with_less_or_with_more_names_nothing() {
        for query in [
            "",
            "project=p&id=a",
            "project=p&run=1",
            "id=a&run=1",
            "project=p&id=a&run=x",
            "project=p&id=a&run=1&path=/etc/passwd",
            "folder=f&name=a&run=1",
            "folder=f&section=s&run=1",
            "folder=f&section=s&name=a",
            "folder=f&section=s&name=a&project=p&id=a&run=1",
            "folder=f&section=s&name=a&workOrder=w&run=1",
            "folder=f&section=s&name=a&path=/etc/passwd&run=1",
        ] {
            assert_eq!(PreviewRequest::of(query), None, "{query}");
        }
    }
}
