//! The state of one mapping: loaded once, then a row a commit.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use fielddesk_documents::sqlite::{Age, SqliteFile, is_damage};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::file::{told, unopened};
use super::generation::Marks;
use super::{rows, snapshot};
use crate::mapping::MappingId;
use crate::mapping_state::{Change, Saved};
use crate::ports::{State, StateError};

/// At a load more bytes of commits than this are put into the piece; reading them takes longer
/// than reading the piece.
const AT_LOAD_BYTES: usize = 256 * 1024;

/// The same at the end of a run that left nothing to do.
const AT_REST_BYTES: usize = 1024 * 1024;

/// Reasons the stored state of a mapping is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostBecause {
    /// The state could not be read.
    Damaged,
    /// The state was older than the history: a restored backup or a copied computer.
    Old,
}

/// Parts shared by all handles to one mapping.
pub(super) struct Shared {
    mapping: MappingId,
    inside: Arc<Mutex<Inside>>,
    /// The number of the last commit; 0 before the first load.
    last: AtomicI64,
}

#[derive(Default)]
struct Inside {
    loaded: Option<Loaded>,
    lost: Option<LostBecause>,
    closed: bool,
}

struct Loaded {
    mapping: i64,
    last: i64,
    journal_bytes: usize,
    tree_bytes: usize,
    age: Age,
}

impl Shared {
    pub(super) fn new(mapping: MappingId) -> Self {
        Self {
            mapping,
            inside: Arc::default(),
            last: AtomicI64::new(0),
        }
    }

    /// Refuses every later use.
    pub(super) async fn close(&self) {
        self.inside.lock().await.closed = true;
    }
}

/// The state of one mapping. Clones and other handles of the store share what they know.
#[derive(Clone)]
pub struct SqliteState {
    pub(super) shared: Arc<Shared>,
    pub(super) file: Arc<SqliteFile>,
    pub(super) marks: Arc<dyn Marks>,
}

impl fmt::Debug for SqliteState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteState")
            .field("mapping", &self.shared.mapping)
            .finish_non_exhaustive()
    }
}

impl SqliteState {
    /// Returns the mapping.
    #[must_use]
    pub fn mapping(&self) -> &MappingId {
        &self.shared.mapping
    }

    /// Returns the number of the last durable commit, to be noted beside kept content; 0 before the
    /// first load.
    #[must_use]
    pub fn last_commit(&self) -> i64 {
        self.shared.last.load(Ordering::SeqCst)
    }

    /// Returns the reason the last load found nothing where there had been something.
    pub async fn lost(&self) -> Option<LostBecause> {
        self.shared.inside.lock().await.lost
    }

    /// Puts everything into one piece now, however little has been committed since.
    ///
    /// # Errors
    /// `Failed` when it cannot be read; what cannot be written stays as it is.
    pub async fn into_one_piece(&self) -> Result<(), StateError> {
        let mut inside = self.inside().await?;
        let saved = self.read(&mut inside).await?;
        if let Some(loaded) = &mut inside.loaded {
            loaded.tree_bytes = 0;
        }
        self.compact(&mut inside, 0, Some(&saved)).await;
        Ok(())
    }

    async fn inside(&self) -> Result<OwnedMutexGuard<Inside>, StateError> {
        let inside = self.shared.inside.clone().lock_owned().await;
        if inside.closed {
            return Err(StateError::Failed("this mapping was forgotten".into()));
        }
        Ok(inside)
    }

    /// Reads everything, and begins anew what is lost.
    async fn read(&self, inside: &mut Inside) -> Result<Saved, StateError> {
        let mapping = &self.shared.mapping;
        inside.loaded = None;
        let (pool, age) = self.file.pool().await;
        let stored = match rows::read(&pool, mapping).await {
            Ok(stored) => stored,
            Err(error) if is_damage(&error) => {
                let begun = self.file.damaged(age).await;
                begun.map_err(|error| unopened(&error))?;
                inside.lost = Some(LostBecause::Damaged);
                None
            }
            Err(error) => return Err(told(&error)),
        };
        let (pool, age) = self.file.pool().await;
        let highest = self.marks.highest(mapping).await;
        let highest = highest.map_err(StateError::Failed)?;
        let loaded = |mapping, last| Loaded {
            mapping,
            last,
            journal_bytes: 0,
            tree_bytes: 0,
            age,
        };
        let Some(stored) = stored else {
            let number = rows::begin(&pool, mapping, highest).await;
            let number = number.map_err(|error| told(&error))?;
            self.loaded(inside, loaded(number, highest));
            return Ok(Saved::default());
        };
        let why = if stored.last < highest {
            LostBecause::Old
        } else {
            match stored.saved() {
                Ok(saved) => {
                    let now = Loaded {
                        journal_bytes: stored.journal_bytes,
                        tree_bytes: stored.tree_bytes,
                        ..loaded(stored.mapping, stored.last)
                    };
                    let raised = self.marks.raise(mapping, now.last).await;
                    raised.map_err(StateError::Failed)?;
                    self.loaded(inside, now);
                    return Ok(saved);
                }
                Err(what) => {
                    tracing::warn!(%mapping, %what, "the state of a mapping cannot be read");
                    LostBecause::Damaged
                }
            }
        };
        tracing::warn!(%mapping, ?why, "the state of a mapping is put aside");
        let begun = highest.max(stored.last);
        let number = rows::put_aside(&pool, mapping, begun).await;
        let number = number.map_err(|error| told(&error))?;
        inside.lost = Some(why);
        self.loaded(inside, loaded(number, begun));
        Ok(Saved::default())
    }

    fn loaded(&self, inside: &mut Inside, loaded: Loaded) {
        self.shared.last.store(loaded.last, Ordering::SeqCst);
        inside.loaded = Some(loaded);
    }

    /// Puts everything into one piece when the commits since have grown. What fails here is
    /// tried again later: nothing depends on it.
    async fn compact(&self, inside: &mut Inside, above_bytes: usize, saved: Option<&Saved>) {
        let Some(loaded) = &mut inside.loaded else {
            return;
        };
        if loaded.journal_bytes <= above_bytes.max(loaded.tree_bytes / 8) {
            return;
        }
        let (pool, age) = self.file.pool().await;
        if age != loaded.age {
            return;
        }
        let tree = match saved {
            Some(saved) => snapshot::encode(saved),
            None => match rows::read(&pool, &self.shared.mapping).await {
                Ok(Some(stored)) if stored.last == loaded.last => match stored.saved() {
                    Ok(saved) => snapshot::encode(&saved),
                    Err(_) => return,
                },
                _ => return,
            },
        };
        let tree = match tree {
            Ok(tree) => tree,
            Err(error) => {
                tracing::warn!(%error, "the state was not put into one piece");
                return;
            }
        };
        let bytes = tree.len();
        match rows::compact(&pool, loaded.mapping, loaded.last, tree).await {
            Ok(()) => (loaded.journal_bytes, loaded.tree_bytes) = (0, bytes),
            Err(error) => tracing::warn!(%error, "the state was not put into one piece"),
        }
    }

    async fn store(
        &self,
        mut inside: OwnedMutexGuard<Inside>,
        changes: String,
        at_rest: bool,
    ) -> Result<(), StateError> {
        if inside.loaded.is_none() {
            self.read(&mut inside).await?;
        }
        let Some(loaded) = &mut inside.loaded else {
            return Err(StateError::Lost);
        };
        let (pool, age) = self.file.pool().await;
        if age != loaded.age {
            return Err(StateError::Lost);
        }
        let number = loaded.last + 1;
        if let Err(error) = rows::append(&pool, loaded.mapping, number, &changes).await {
            if is_damage(&error) {
                let begun = self.file.damaged(age).await;
                begun.map_err(|error| unopened(&error))?;
                inside.lost = Some(LostBecause::Damaged);
            }
            return Err(told(&error));
        }
        loaded.last = number;
        loaded.journal_bytes += changes.len();
        self.shared.last.store(number, Ordering::SeqCst);
        if at_rest {
            self.compact(&mut inside, AT_REST_BYTES, None).await;
        }
        Ok(())
    }
}

#[async_trait]
impl State for SqliteState {
    async fn load(&self) -> Result<Saved, StateError> {
        let mut inside = self.inside().await?;
        inside.lost = None;
        let saved = self.read(&mut inside).await?;
        self.compact(&mut inside, AT_LOAD_BYTES, Some(&saved)).await;
        Ok(saved)
    }

    async fn commit(&self, changes: &[Change]) -> Result<(), StateError> {
        let at_rest = changes
            .iter()
            .any(|change| matches!(change, Change::Ran(_)));
        let changes = serde_json::to_string(changes);
        let changes = changes.map_err(|error| StateError::Failed(error.to_string()))?;
        let inside = self.inside().await?;
        // On its own task: whoever asked may go away, what is stored and what is known of it
        // must not come apart.
        let this = self.clone();
        let stored = tokio::spawn(async move { this.store(inside, changes, at_rest).await });
        match stored.await {
            Ok(result) => result,
            Err(error) => Err(StateError::Failed(error.to_string())),
        }
    }
}
