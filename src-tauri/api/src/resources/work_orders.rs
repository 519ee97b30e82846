//! Work orders, called tasks in paths: look-ups alone.

use fielddesk_model::{Listed, ProjectId, WorkOrder};

use crate::{Client, Error};

/// The work orders that the client may see.
#[derive(Debug, Clone, Copy)]
pub struct WorkOrders<'a>(&'a Client);

impl Client {
    /// Returns the calls on work orders.
    #[must_use]
    pub fn work_orders(&self) -> WorkOrders<'_> {
        WorkOrders(self)
    }
}

impl WorkOrders<'_> {
    /// Returns the work orders of a project.
    pub async fn of_project(&self, project: &ProjectId) -> Result<Listed<WorkOrder>, Error> {
        let operation = format!("list the work orders of project {project}");
        let url = self
            .0
            .core(&["tasks", "project", project.as_str()], &operation)?;
        self.0.list(url, &operation).await
    }
}
