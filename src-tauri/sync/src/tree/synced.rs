//! The state of both sides when they last agreed.

use std::collections::BTreeMap;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};
use serde::{Deserialize, Serialize};

use super::Stat;
use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::timestamp::Timestamp;

/// An agreement: this file is that document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncedFile {
    /// Section as sent.
    pub section: String,
    /// Path of the file in the folder.
    pub path: RelPath,
    /// The document, bound by the id of the answer and not by its name.
    pub id: FileReferenceId,
    /// The content of both.
    pub sha256: ContentHash,
    /// Size, times and identity when the file was hashed.
    pub stat: Stat,
    /// The file could have been changed since without looking different: it is hashed again.
    pub unsure: bool,
    /// The file began as its name says: should it not any more, it may be damaged.
    #[serde(default)]
    pub typed: bool,
    /// True for a file sent from here; false where the document was there before, and found the
    /// same.
    #[serde(default = "was_sent")]
    pub sent: bool,
    /// Time when it was sent or adopted.
    pub at: Timestamp,
    /// Time when the document was last fetched and found the same.
    pub verified: Option<Timestamp>,
}

/// A state of before did not tell.
const fn was_sent() -> bool {
    true
}

/// Everything agreed, by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncedTree {
    files: BTreeMap<FileKey, SyncedFile>,
    ids: BTreeMap<FileReferenceId, FileKey>,
    counts: BTreeMap<SectionKey, usize>,
}

impl SyncedTree {
    /// Returns the agreements in order.
    pub fn iter(&self) -> impl Iterator<Item = (&FileKey, &SyncedFile)> {
        self.files.iter()
    }

    /// Returns the number of agreements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns true without any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the agreement of a key.
    #[must_use]
    pub fn get(&self, key: &FileKey) -> Option<&SyncedFile> {
        self.files.get(key)
    }

    /// Returns the key that a document is bound to.
    #[must_use]
    pub fn key_of(&self, id: &FileReferenceId) -> Option<&FileKey> {
        self.ids.get(id)
    }

    /// Returns the number of our documents on a page.
    #[must_use]
    pub fn count(&self, section: &SectionKey) -> usize {
        self.counts.get(section).copied().unwrap_or(0)
    }

    /// Returns the number of our documents of each page.
    pub fn counts(&self) -> impl Iterator<Item = (&SectionKey, usize)> {
        self.counts.iter().map(|(section, count)| (section, *count))
    }

    /// Sets an agreement.
    pub fn put(&mut self, key: FileKey, file: SyncedFile) {
        self.drop(&key);
        *self.counts.entry(key.section.clone()).or_default() += 1;
        self.ids.insert(file.id.clone(), key.clone());
        self.files.insert(key, file);
    }

    /// Takes agreements in the order of their keys, each key once: far faster than one by one.
    pub(crate) fn from_sorted(files: Vec<(FileKey, SyncedFile)>) -> Self {
        let mut counts: BTreeMap<SectionKey, usize> = BTreeMap::new();
        let mut ids = Vec::with_capacity(files.len());
        for (key, file) in &files {
            match counts.get_mut(&key.section) {
                Some(count) => *count += 1,
                None => drop(counts.insert(key.section.clone(), 1)),
            }
            ids.push((file.id.clone(), key.clone()));
        }
        Self {
            files: files.into_iter().collect(),
            ids: ids.into_iter().collect(),
            counts,
        }
    }

    /// Forgets an agreement.
    pub fn drop(&mut self, key: &FileKey) {
        let Some(file) = self.files.remove(key) else {
            return;
        };
        if self.ids.get(&file.id) == Some(key) {
            self.ids.remove(&file.id);
        }
        if let Some(count) = self.counts.get_mut(&key.section) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key.section);
            }
        }
    }
}

impl FromIterator<(FileKey, SyncedFile)> for SyncedTree {
    fn from_iter<I: IntoIterator<Item = (FileKey, SyncedFile)>>(files: I) -> Self {
        let mut tree = Self::default();
        for (key, file) in files {
            tree.put(key, file);
        }
        tree
    }
}
