//! Projects: look-ups alone.

use fielddesk_model::{Listed, Project};

use crate::{Client, Error};

/// The projects that the client may see.
#[derive(Debug, Clone, Copy)]
pub struct Projects<'a>(&'a Client);

impl Client {
    /// Returns the calls on projects.
    #[must_use]
    pub fn projects(&self) -> Projects<'_> {
        Projects(self)
    }
}

impl Projects<'_> {
    /// Returns all projects of the caller's company.
    pub async fn list(&self) -> Result<Listed<Project>, Error> {
        let operation = "list the projects";
        let url = self.0.core(&["projects"], operation)?;
        self.0.list(url, operation).await
    }

    /// Returns the project of a human number.
    pub async fn by_number(&self, number: &str) -> Result<Project, Error> {
        let operation = format!("look up project {number}");
        let url = self
            .0
            .core(&["projects", "by-project-number", number], &operation)?;
        self.0.get(url, &operation).await
    }
}
