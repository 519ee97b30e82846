//! A connection in use, with everything that works on it.

use std::sync::Arc;

use fielddesk_core::connection::Connection;
use fielddesk_core::directory::Directory;
use fielddesk_core::documents::Documents;
use fielddesk_core::drop_plan::Place;
use fielddesk_core::fleet::Fleet;
use fielddesk_core::folders::Folders;
use fielddesk_core::import::ImportTarget;
use fielddesk_core::online::OnlineWatch;
use fielddesk_core::records::{BatchProgress, Resource};
use fielddesk_core::sync_adapters::default_section_of;
use fielddesk_core::target::Target;
use fielddesk_core::transfers::Transfers;
use fielddesk_core::trips::TripReader;
use fielddesk_core::users::UserList;
use fielddesk_core::{Clock, Failure};
use fielddesk_rules::file_name::shown;
use tokio_util::sync::CancellationToken;

/// A connection in use.
pub(crate) struct ConnectionSession {
    pub(crate) directory: Directory,
    pub(crate) documents: Documents,
    pub(crate) transfers: Transfers,
    pub(crate) fleet: Fleet,
    pub(crate) trips: TripReader,
    pub(crate) online: OnlineWatch,
    pub(crate) connection: Connection,
    /// The synced folders of the connection.
    pub(crate) folders: Folders,
    pub(crate) clock: Arc<dyn Clock>,
    /// Ends the tasks that tell the window of changes.
    pub(crate) closing: CancellationToken,
}

impl ConnectionSession {
    /// The users of the connection.
    pub(crate) fn users(&self) -> &UserList {
        self.fleet.users()
    }

    /// The acts on many records that go on.
    pub(crate) fn running_acts(&self) -> Vec<BatchProgress> {
        let acts = [self.fleet.running_batch(), self.users().running_batch()];
        acts.into_iter().flatten().collect()
    }

    /// What a file of machines or of users goes into.
    pub(crate) fn target(&self, resource: Resource) -> ImportTarget<'_> {
        match resource {
            Resource::Machines => (&self.fleet).into(),
            Resource::Users => self.users().into(),
        }
    }

    /// Finishes deletes that wait for undo, and stops telling. Its transfers go on.
    pub(crate) async fn close(&self) {
        tokio::join!(self.fleet.end_batch(), self.users().end_batch());
        self.documents.finish_all_deletes().await;
        self.trips.close().await;
        self.closing.cancel();
        self.connection.client.forget_lists();
    }

    /// A target in words: project number, and the name of the project or the work order.
    pub(crate) async fn place(&self, target: &Target) -> Result<Place, Failure> {
        let project = self.directory.known_project(&target.project).await?;
        let work_order = match &target.work_order {
            Some(id) => self
                .directory
                .known_work_orders()
                .await?
                .into_iter()
                .find(|order| order.id == *id),
            None => None,
        };
        let project_number = project.as_ref().map_or_else(
            || target.project.to_string(),
            |project| project.project_number.clone(),
        );
        let default_section = default_section_of(work_order.as_ref());
        let title = match work_order {
            Some(order) => [order.external_id, order.name]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" "),
            None => project.and_then(|project| project.name).unwrap_or_default(),
        };
        Ok(Place {
            target: target.clone(),
            project_number: shown(&project_number),
            title: shown(&title),
            default_section,
        })
    }
}
