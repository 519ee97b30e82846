//! Ports of an engine, and signals of changes in its folder. Behind a trait, so that the use cases
//! are tested over the fakes of the engine as well.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use fielddesk_api::CancellationToken;
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::mapping_state::{Change, Saved};
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::{Ports, State, StateError};
use futures::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::Failure;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::views::folders_view::WatchMode;
use crate::sync_adapters::{ApiRemote, LimitSchedule};
use fielddesk_documents::lock::lock;

/// What an engine that acts works with.
pub(in crate::folders) struct EnginePorts {
    pub(in crate::folders) ports: Ports,
    /// Tells what the server said of the errors that it gave.
    pub(in crate::folders) remote: Arc<ApiRemote>,
    /// Tells, once the engine is open, whether what was remembered was lost and both sides are
    /// compared anew.
    pub(in crate::folders) rebuilt: BoxFuture<'static, bool>,
    /// Gives up the requests under way; the ports are of no use afterwards.
    pub(in crate::folders) abandon: CancellationToken,
}

/// A watch over a folder; it ends when this is dropped.
pub(in crate::folders) struct Watch {
    how: Arc<Mutex<WatchMode>>,
    task: Option<JoinHandle<()>>,
}

impl Watch {
    /// A task that tells; it keeps `how` up to date.
    pub(in crate::folders) const fn new(how: Arc<Mutex<WatchMode>>, task: JoinHandle<()>) -> Self {
        Self {
            how,
            task: Some(task),
        }
    }

    /// How changes are noticed just now.
    pub(in crate::folders) fn noticed(&self) -> WatchMode {
        *lock(&self.how)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}

/// Gives engines what they need.
#[async_trait]
pub(in crate::folders) trait EngineFactory: Send + Sync {
    /// The ports of an engine that acts. Its process holds the data folder.
    async fn acting(&self, mapping: &FolderMapping) -> Result<EnginePorts, Failure>;

    /// The ports of an engine that only looks, beside one that may be acting elsewhere.
    async fn looking(&self, mapping: &FolderMapping) -> Result<Ports, Failure>;

    /// What is remembered of a mapping; asks neither the folder nor the service.
    async fn remembered(&self, id: &MappingId) -> Result<Saved, Failure>;

    /// Tells of changes in the folder, by the mapping's id.
    /// Begins before this answers.
    async fn watch(
        &self,
        mapping: &FolderMapping,
        hints: mpsc::UnboundedSender<MappingId>,
    ) -> Watch;

    /// Uses a file as it is at the next scan, although it was not settled.
    fn use_as_it_is(&self, mapping: &FolderMapping, path: &RelPath);

    /// Drops what is remembered of a mapping that was removed.
    async fn forget(&self, mapping: &FolderMapping) -> Result<(), Failure>;

    /// Bytes a second at most just now; none without a limit.
    fn limit(&self) -> Option<u64>;

    /// How fast at which time of the day, in force at once.
    fn set_limit(&self, schedule: LimitSchedule);

    /// A person's own ignore rules, in force at the next scan.
    fn set_rules(&self, rules: IgnoreRules);
}

/// What was remembered at a moment, for an engine that only looks: nothing is stored.
pub(in crate::folders) struct Remembered(pub(in crate::folders) Saved);

impl Remembered {
    pub(in crate::folders) fn state(saved: Saved) -> Arc<dyn State> {
        Arc::new(Self(saved))
    }
}

#[async_trait]
impl State for Remembered {
    async fn load(&self) -> Result<Saved, StateError> {
        Ok(self.0.clone())
    }

    async fn commit(&self, _changes: &[Change]) -> Result<(), StateError> {
        // The engine's own copy has the change; the store belongs to the one that acts.
        Ok(())
    }
}
