//! The pages of one project or work order as far as they are known, for the length of one piece
//! of work.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::SectionKey;

use crate::fetch::Unfetchable;
use crate::limits::Limits;
use crate::listing::RemoteTree;
use crate::lock::lock;
use crate::ports::{Clock, History, ListedFile, Remote, Uploaded};
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;

/// Ports needed to change documents, without the caller's journal.
#[derive(Clone)]
pub struct Ports {
    /// Pages of the project or work order.
    pub remote: Arc<dyn Remote>,
    /// History that old content is kept in.
    pub history: Arc<dyn History>,
    /// Source of the time.
    pub clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for Ports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ports").finish_non_exhaustive()
    }
}

type Covers = dyn Fn(&SectionKey) -> bool + Send + Sync;

/// The remembered listing, and what answers confirmed since.
pub struct Pages {
    pub(crate) ports: Ports,
    pub(crate) limits: Limits,
    pub(crate) unfetchable: Arc<Unfetchable>,
    covers: Arc<Covers>,
    listing: Mutex<(RemoteTree, Timestamp)>,
    confirmed: Mutex<BTreeMap<FileReferenceId, Timestamp>>,
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").finish_non_exhaustive()
    }
}

impl Pages {
    /// Makes pages without a listing. `covers` says which sections the caller works on.
    #[must_use]
    pub fn new(ports: Ports, limits: Limits, covers: Arc<Covers>) -> Self {
        Self {
            ports,
            limits,
            covers,
            unfetchable: Arc::default(),
            listing: Mutex::default(),
            confirmed: Mutex::default(),
        }
    }

    /// Shares which documents could not be fetched lately with earlier work on these pages.
    #[must_use]
    pub fn with_unfetchable(mut self, unfetchable: Arc<Unfetchable>) -> Self {
        self.unfetchable = unfetchable;
        self
    }

    /// Lists the pages anew.
    ///
    /// # Errors
    /// When the server cannot be asked or answers something else than a whole listing.
    pub async fn list(&self) -> Result<(), StopReason> {
        let at = self.now();
        let listing = match self.ports.remote.list().await {
            Ok(listing) => listing,
            Err(error) if error.is_not_found() => return Err(StopReason::Gone(error)),
            Err(error) => return Err(StopReason::of_call(error)),
        };
        let tree = RemoteTree::of(&listing, |section| (self.covers)(section));
        *lock(&self.listing) = (tree, at);
        Ok(())
    }

    /// Lists anew when the last listing is too old to remove anything on its word.
    pub async fn list_if_old(&self) -> Result<(), StopReason> {
        let at = lock(&self.listing).1;
        if self.now().since(at) > self.limits.listing_age {
            self.list().await?;
        }
        Ok(())
    }

    /// Looks at the pages as last known; never held while waiting.
    pub fn with_listing<T>(&self, look: impl FnOnce(&mut RemoteTree) -> T) -> T {
        look(&mut lock(&self.listing).0)
    }

    /// Returns true where a document is listed, as last known.
    #[must_use]
    pub fn lists(&self, id: &FileReferenceId) -> bool {
        self.with_listing(|listing| listing.has(id))
    }

    /// Returns the time of day.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.ports.clock.now()
    }

    /// Returns true where an answer listed a document a moment ago.
    pub(crate) fn just_confirmed(&self, id: &FileReferenceId) -> bool {
        let at = lock(&self.confirmed).get(id).copied();
        at.is_some_and(|at| self.now().since(at) <= self.limits.listing_age)
    }

    /// Takes what the answer to an upload says.
    pub(crate) fn take_answer<'a>(
        &self,
        sections: &[SectionKey],
        superseded: impl Iterator<Item = &'a FileReferenceId>,
        uploaded: &Uploaded,
        answered: Timestamp,
    ) {
        let on_page: BTreeSet<&FileReferenceId> = ids(&uploaded.page).collect();
        self.with_listing(|listing| {
            for (section, file) in sections.iter().zip(&uploaded.files) {
                listing.put(section, file);
            }
            for old in absent(superseded, uploaded) {
                listing.drop(old);
            }
        });
        let mut confirmed = lock(&self.confirmed);
        for id in ids(&uploaded.files).filter(|id| on_page.contains(id)) {
            confirmed.insert(id.clone(), answered);
        }
    }
}

fn ids(files: &[ListedFile]) -> impl Iterator<Item = &FileReferenceId> {
    files.iter().map(|file| &file.id)
}

/// Returns the superseded documents that the answer shows as absent. That counts only in a page
/// that has every document just made: servers answer with a part of the page, or with none.
fn absent<'a>(
    superseded: impl Iterator<Item = &'a FileReferenceId>,
    uploaded: &Uploaded,
) -> Vec<&'a FileReferenceId> {
    let on_page: BTreeSet<&FileReferenceId> = ids(&uploaded.page).collect();
    if !ids(&uploaded.files).all(|id| on_page.contains(id)) {
        return Vec::new();
    }
    superseded.filter(|old| !on_page.contains(old)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(ids: &[&str]) -> Vec<ListedFile> {
        let listed = ids.iter().map(|id| ListedFile {
            id: (*id).into(),
            name: "a.pdf".into(),
        });
        listed.collect()
    }

    #[test]
    fn absence_counts_only_in_a_page_with_all_that_was_just_made() {
        let superseded = [FileReferenceId::from("old")];
        let table: [(&[&str], usize); 5] = [
            (&["old", "one", "two"], 0),
            (&["one", "two"], 1),
            (&["one"], 0),
            (&["other"], 0),
            (&[], 0),
        ];
        for (page, expected) in table {
            let uploaded = Uploaded {
                files: files(&["one", "two"]),
                page: files(page),
                section: None,
            };
            let gone = absent(superseded.iter(), &uploaded);
            assert_eq!(gone.len(), expected, "{page:?}");
        }
    }
}
