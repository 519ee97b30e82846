//! The documents of a page: listing, deleting with undo, opening a private copy.
//!
//! It merges what the service lists (an id and a name, nothing else) with what this computer
//! knows: what it sent, how large it was, what was verified. It does not send files; that is
//! [`crate::transfers`].

mod acts;
mod alive;
mod cache;
pub(crate) mod copies;
mod current;
mod delete;
mod direct;
mod duplicates;
pub(crate) mod errors;
pub(crate) mod journal;
pub(crate) mod kinds;
mod merge;
mod remove;
mod restore;
mod types;
mod upload;

use std::sync::{Arc, Mutex};

use chrono::Utc;
use fielddesk_api::{Clock, SystemClock};
use fielddesk_model::{FileReferenceId, SectionPage};
use tokio::sync::broadcast;

pub use crate::preview::{Preview, preview_copy};
pub use crate::target::Target;
pub use crate::upload_records::{ActKind, DoneAct, UploadedByHand, newest_by_hand};
pub use acts::{ActReport, NotDone};
pub use copies::open_version;
pub use direct::{DocumentContext, SentFile};
pub use kinds::opens;
pub use remove::{Removed, remove_documents};
pub use restore::{
    RestoredDocument, is_just_this, oldest_of_each, restore_to_project, restore_versions,
};
pub use types::{
    Document, DocumentState, OpenCopy, Origin, Page, PendingDelete, RefusedDelete, Section,
};
pub use upload::{FileOutcome, Outcomes, SameName, SendFiles, send_files};

use crate::Failure;
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::folders::{Folders, SyncedPage};
use crate::history::History;
use crate::online::{Online, OnlineWatch};
use crate::target::connection_key;
use crate::{transfers, upload_records};
use fielddesk_documents::lock::lock;

use cache::Listing;
use copies::Copies;
use delete::Pending;

/// The documents of one connection. Cheap to clone.
#[derive(Clone)]
pub struct Documents {
    connection: Connection,
    key: String,
    database: Database,
    data_dir: DataDir,
    history: History,
    clock: Arc<dyn Clock>,
    online: OnlineWatch,
    folders: Option<Folders>,
    pending: Arc<Mutex<Pending>>,
    changes: broadcast::Sender<Target>,
}

impl Documents {
    /// Begins with a connection; cleans the private copies of earlier runs.
    pub async fn open(
        connection: Connection,
        database: &Database,
        data_dir: &DataDir,
        history: History,
        online: OnlineWatch,
    ) -> Result<Self, Failure> {
        Copies::of(data_dir)?.clean().await;
        let (changes, _) = broadcast::channel(256);
        Ok(Self {
            key: connection_key(&connection),
            connection,
            database: database.clone(),
            data_dir: data_dir.clone(),
            history,
            clock: Arc::new(SystemClock),
            online,
            folders: None,
            pending: Arc::default(),
            changes,
        })
    }

    /// The same, knowing what synced folders keep of the pages.
    #[must_use]
    pub fn with_folders(self, folders: Folders) -> Self {
        Self {
            folders: Some(folders),
            ..self
        }
    }

    /// What synced folders keep of a page. A state that cannot be read hides no document.
    async fn synced(&self, target: &Target) -> SyncedPage {
        let Some(folders) = &self.folders else {
            return SyncedPage::default();
        };
        let page = folders.on_page(&self.key, target).await;
        page.unwrap_or_else(|failure| {
            tracing::warn!(%failure, "what synced folders keep is not known");
            SyncedPage::default()
        })
    }

    /// The page of a target: at once from memory unless `fresh`, else from the service.
    pub async fn list(&self, target: &Target, fresh: bool) -> Result<Page, Failure> {
        let before = cache::read(&self.database, &self.key, target).await?;
        if let (false, Some(listing)) = (fresh, &before) {
            return self.page(target, listing, true).await;
        }
        let on_service = target.on_service();
        let asked = self.connection.client.documents(&on_service).list().await;
        let pages = self.online.note(asked.map_err(Failure::from))?;
        let listing = Listing::after(before.as_ref(), pages, Utc::now());
        cache::write(&self.database, &self.key, target, &listing).await?;
        self.page(target, &listing, false).await
    }

    /// The page of a target that has these documents: as it is remembered, or read again where one
    /// of them is newer, as what a synced folder saw last.
    pub async fn list_with(
        &self,
        target: &Target,
        ids: &[FileReferenceId],
    ) -> Result<Page, Failure> {
        let page = self.list(target, false).await?;
        let has = |id: &FileReferenceId| {
            let mut all = page.sections.iter().flat_map(|one| &one.documents);
            all.any(|document| document.id == *id)
        };
        if !page.cached || ids.iter().all(has) {
            return Ok(page);
        }
        self.list(target, true).await
    }

    /// Waits until it is known that the service cannot be reached.
    pub(crate) async fn away(&self) {
        let mut online = self.online.subscribe();
        let away = online.wait_for(|online| *online != Online::Online);
        if away.await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The page as it was last read, without asking the service.
    pub async fn cached(&self, target: &Target) -> Result<Option<Page>, Failure> {
        match cache::read(&self.database, &self.key, target).await? {
            Some(listing) => Ok(Some(self.page(target, &listing, true).await?)),
            None => Ok(None),
        }
    }

    /// Every listing that is remembered, without asking the server and without the documents
    /// whose delete waits for its undo.
    pub(crate) async fn remembered(&self) -> Result<Vec<(Target, Vec<SectionPage>)>, Failure> {
        let mut all = cache::all(&self.database, &self.key).await?;
        let hidden = lock(&self.pending).hidden();
        for page in all.iter_mut().flat_map(|(_, pages)| pages) {
            page.files
                .retain(|file| !hidden.contains(&file.file_reference_id));
        }
        Ok(all)
    }

    async fn page(
        &self,
        target: &Target,
        listing: &Listing,
        cached: bool,
    ) -> Result<Page, Failure> {
        let known = upload_records::known_of(&self.database, &self.key, target).await?;
        let synced = self.synced(target).await;
        let hidden = lock(&self.pending).hidden();
        Ok(Page {
            target: target.clone(),
            sections: merge::merge(&listing.pages, &known, &synced, &hidden),
            synced: synced.sections,
            refused_size: upload_records::refused_size(&self.database, &self.key).await?,
            on_the_way: transfers::on_the_way(&self.database, &self.key, target).await?,
            read_at: listing.read_at,
            cached,
            previous_count: listing.previous_count,
        })
    }

    /// The connection that the documents are of.
    #[must_use]
    pub const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Targets whose page changed through us.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Target> {
        self.changes.subscribe()
    }

    fn changed(&self, target: &Target) {
        // Nobody may be listening, as in fieldctl.
        drop(self.changes.send(target.clone()));
    }
}
