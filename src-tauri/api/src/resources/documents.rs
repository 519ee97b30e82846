//! Documents of a project or work order: list, send, fetch, remove.

use fielddesk_model::{FileReferenceId, ProjectId, SectionPage, WorkOrderId};
use reqwest::Url;

use crate::{Client, Download, Error, response};

/// The project or work order of documents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentTarget {
    /// A project's own pages.
    Project(ProjectId),
    /// A work order's pages.
    WorkOrder(WorkOrderId),
}

impl std::fmt::Display for DocumentTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Project(id) => write!(f, "project {id}"),
            Self::WorkOrder(id) => write!(f, "work order {id}"),
        }
    }
}

/// The documents of one target.
#[derive(Debug, Clone)]
pub struct Documents<'a> {
    pub(crate) client: &'a Client,
    pub(crate) target: DocumentTarget,
}

impl Client {
    /// Returns the calls on the documents of a project or work order.
    #[must_use]
    pub fn documents(&self, target: &DocumentTarget) -> Documents<'_> {
        Documents {
            client: self,
            target: target.clone(),
        }
    }
}

impl Documents<'_> {
    /// Returns the pages with their documents.
    pub async fn list(&self) -> Result<Vec<SectionPage>, Error> {
        let operation = format!("list the documents of {}", self.target);
        let url = self.url(None, &operation)?;
        self.client
            .list_as(url, &operation, response::read_pages)
            .await
    }

    /// Begins to fetch a document.
    pub async fn download(&self, id: &FileReferenceId) -> Result<Download, Error> {
        let operation = format!("download document {id}");
        let url = self.url(Some(id), &operation)?;
        self.client.download(url, &operation).await
    }

    /// Removes a document.
    pub async fn delete(&self, id: &FileReferenceId) -> Result<(), Error> {
        let operation = format!("delete document {id}");
        let url = self.url(Some(id), &operation)?;
        self.client.delete(url, &operation).await
    }

    pub(crate) fn url(&self, id: Option<&FileReferenceId>, operation: &str) -> Result<Url, Error> {
        let mut segments = match &self.target {
            DocumentTarget::Project(project) => vec!["projects", project.as_str(), "documents"],
            DocumentTarget::WorkOrder(order) => vec!["tasks", order.as_str(), "documents"],
        };
        segments.extend(id.map(FileReferenceId::as_str));
        self.client.core(&segments, operation)
    }
}
